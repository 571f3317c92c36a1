/** The demo's partner section: categories, playlists and clips. All of it is made up. */
import type { PaletteName, SceneName } from './types.ts';

interface DemoPartnerCategory {
  slug: string;
  /** Slug of the category above; null for a top one. */
  parent: string | null;
  name_ko: string;
  name_en: string;
}

export interface DemoClip {
  slug: string;
  title_ko: string;
  title_en: string;
  scene: SceneName;
  palette: PaletteName;
  maturity: 0 | 7 | 12;
  premium: boolean;
}

interface DemoPlaylist {
  play_list_id: string;
  title_ko: string;
  title_en: string;
  description_ko: string;
  description_en: string;
  /** Slugs of its category and sub-category. */
  category: string;
  sub_category: string;
  clips_planned: number | null;
  clips: DemoClip[];
}

export const demoPartnerCategories: DemoPartnerCategory[] = [
  { slug: 'cooking', parent: null, name_ko: '요리', name_en: 'Cooking' },
  { slug: 'home-cooking', parent: 'cooking', name_ko: '집밥', name_en: 'Home Cooking' },
  { slug: 'street-food', parent: 'cooking', name_ko: '길거리 음식', name_en: 'Street Food' },
  { slug: 'tea-and-sweets', parent: 'cooking', name_ko: '차와 디저트', name_en: 'Tea & Sweets' },
  { slug: 'travel', parent: null, name_ko: '여행', name_en: 'Travel' },
  { slug: 'seoul-walks', parent: 'travel', name_ko: '서울 산책', name_en: 'Seoul Walks' },
  { slug: 'countryside', parent: 'travel', name_ko: '시골 여행', name_en: 'Countryside' },
  { slug: 'trains-and-islands', parent: 'travel', name_ko: '기차와 섬', name_en: 'Trains & Islands' },
  { slug: 'learn-korean', parent: null, name_ko: '한국어', name_en: 'Learn Korean' },
  { slug: 'first-words', parent: 'learn-korean', name_ko: '첫걸음', name_en: 'First Words' },
  { slug: 'everyday-korean', parent: 'learn-korean', name_ko: '생활 한국어', name_en: 'Everyday Korean' },
  { slug: 'sounds-and-letters', parent: 'learn-korean', name_ko: '발음과 글자', name_en: 'Sounds & Letters' },
  { slug: 'music', parent: null, name_ko: '음악', name_en: 'Music' },
  { slug: 'live-sessions', parent: 'music', name_ko: '라이브', name_en: 'Live Sessions' },
  { slug: 'gugak', parent: 'music', name_ko: '국악', name_en: 'Gugak' },
  { slug: 'practice-room', parent: 'music', name_ko: '연습실', name_en: 'Practice Room' },
];

/** A clip as it is written by hand; its slug comes from its English title. */
type Note = [
  ko: string,
  en: string,
  scene: SceneName,
  palette: PaletteName,
  more?: { maturity?: 7 | 12; premium?: true },
];

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const clip = ([title_ko, title_en, scene, palette, more = {}]: Note): DemoClip => ({
  slug: slugOf(title_en),
  title_ko,
  title_en,
  scene,
  palette,
  maturity: more.maturity ?? 0,
  premium: more.premium ?? false,
});

type PlaylistNotes = Omit<DemoPlaylist, 'clips' | 'clips_planned'> & { planned?: number; notes: Note[] };
const playlist = ({ notes, planned, ...own }: PlaylistNotes): DemoPlaylist => ({
  ...own,
  clips_planned: planned ?? null,
  clips: notes.map(clip),
});

export const demoPlaylists: DemoPlaylist[] = [
  playlist({
    play_list_id: 'one-pot-dinners',
    category: 'cooking',
    sub_category: 'home-cooking',
    title_ko: '냄비 하나로 저녁 차리기',
    title_en: 'One-Pot Dinners',
    description_ko: '장 보기부터 설거지까지 한 시간이면 끝나는 집밥이에요.',
    description_en: 'Home cooking that takes an hour, from the groceries to the dishes.',
    planned: 10,
    notes: [
      ['소고기 없이 끓이는 깊은 미역국', 'Seaweed Soup, Deep Without Beef', 'bowls', 'jade'],
      ['밥물 맞추기, 손등 말고 이렇게', 'Rice Water: Forget the Back of Your Hand', 'bowls', 'sand'],
      ['된장찌개가 싱거울 때 넣는 것', 'What to Add When Doenjang Jjigae Falls Flat', 'bowls', 'amber'],
      ['감자 두 개로 만드는 조림 세 가지', 'Two Potatoes, Three Braises', 'bowls', 'gold'],
      ['냉장고 속 자투리 채소로 비빔밥', 'Bibimbap from the Bottom of the Fridge', 'bowls', 'coral'],
      ['칼국수 반죽, 봉지 안에서 밟기', 'Knife Noodles: Step on the Dough', 'bowls', 'dawn'],
      ['김치볶음밥은 불 끄고 2분 더', 'Kimchi Fried Rice: Two Minutes After the Heat', 'bowls', 'vermilion'],
    ],
  }),
  playlist({
    play_list_id: 'night-market-tour',
    category: 'cooking',
    sub_category: 'street-food',
    title_ko: '야시장 한 바퀴',
    title_en: 'Around the Night Market',
    description_ko: '불빛을 따라 걸으며 한 입씩 맛봐요. 값과 줄 길이도 알려 드려요.',
    description_en: 'One bite at a time under the lights, with prices and how long the line is.',
    notes: [
      ['떡볶이 골목, 매운맛 다섯 단계', 'Tteokbokki Alley, Five Levels of Heat', 'alley', 'vermilion'],
      ['붕어빵 속 논쟁: 팥이냐 슈크림이냐', 'Fish-Shaped Bread: Red Bean or Custard?', 'windows', 'amber'],
      ['천 원짜리 호떡이 아직 있는 곳', 'Where a Hotteok Still Costs a Dollar', 'alley', 'gold'],
      ['새벽 두 시, 어묵 국물 한 컵', 'A Cup of Fishcake Broth at 2 A.M.', 'rain', 'night'],
      [
        '포장마차 주인이 알려 준 닭꼬치 양념',
        'A Stall Owner’s Skewer Sauce',
        'alley',
        'dusk',
        { maturity: 12 },
      ],
      ['김밥 한 줄을 30초에 마는 손', 'Thirty Seconds to Roll a Kimbap', 'patchwork', 'moss'],
    ],
  }),
  playlist({
    play_list_id: 'slow-afternoon-tea',
    category: 'cooking',
    sub_category: 'tea-and-sweets',
    title_ko: '느린 오후의 찻상',
    title_en: 'A Slow Afternoon’s Tea Table',
    description_ko: '차 한 잔과 손으로 빚은 단것. 말없이 보아도 좋아요.',
    description_en: 'A cup of tea and something sweet made by hand. Good with the sound off, too.',
    notes: [
      ['대추차를 여섯 시간 고는 날', 'Six Hours to Simmer Jujube Tea', 'bowls', 'plum'],
      ['송편 빚기, 모양은 마음대로', 'Songpyeon in Any Shape You Like', 'botanical', 'moss'],
      ['식혜가 잘 삭았는지 아는 법', 'How to Tell Your Sikhye Is Ready', 'bowls', 'sand'],
      ['꽃잎을 얹은 화전 한 접시', 'Flower Pancakes for One Plate', 'botanical', 'rose'],
      ['약과, 두 번 튀기고 하루 재우기', 'Yakgwa: Fry Twice, Rest a Day', 'dancheong', 'amber'],
      ['얼음 위에 팥, 그게 다인 빙수', 'Just Ice and Red Bean', 'snow', 'ice'],
      ['첫물 녹차와 두물 녹차의 차이', 'First Flush, Second Flush', 'contours', 'mint'],
    ],
  }),
  playlist({
    play_list_id: 'seoul-on-foot',
    category: 'travel',
    sub_category: 'seoul-walks',
    title_ko: '걸어서 서울 한 동네',
    title_en: 'Seoul, One Neighborhood on Foot',
    description_ko: '지하철역에서 시작해 지하철역에서 끝나는 산책이에요.',
    description_en: 'Walks that begin and end at a subway station.',
    planned: 12,
    notes: [
      ['북촌 뒷길, 사람 없는 아침 일곱 시', 'Bukchon Back Lanes at Seven in the Morning', 'hanok', 'dawn'],
      ['성곽길에서 만나는 해 질 녘', 'Dusk Along the City Wall', 'city', 'dusk'],
      ['골목 서점 네 곳을 잇는 오후', 'An Afternoon of Four Small Bookshops', 'doorway', 'sand'],
      ['한강 다리 위에서 부는 바람 소리', 'The Sound of Wind on a Han River Bridge', 'waves', 'azure'],
      ['계단 300개를 오르면 보이는 것', 'What Waits Above Three Hundred Steps', 'stairs', 'coral'],
      ['비 오는 을지로, 우산 하나', 'Euljiro in the Rain, One Umbrella', 'rain', 'neon'],
      ['막차를 놓친 밤의 남산', 'Namsan After the Last Train', 'city', 'night'],
    ],
  }),
  playlist({
    play_list_id: 'village-week',
    category: 'travel',
    sub_category: 'countryside',
    title_ko: '시골에서 일주일',
    title_en: 'A Week in the Village',
    description_ko: '논과 밭, 오일장과 평상. 할머니 댁 같은 일곱 날이에요.',
    description_en: 'Rice paddies, a market every fifth day, and a bench to nap on.',
    planned: 7,
    notes: [
      ['첫째 날, 버스가 하루 세 번 오는 마을', 'Day One: Three Buses a Day', 'road', 'moss'],
      ['둘째 날, 오일장에서 산 것들', 'Day Two: What We Bought at the Market', 'patchwork', 'coral'],
      ['셋째 날, 감나무 아래 낮잠', 'Day Three: A Nap Under the Persimmon Tree', 'botanical', 'amber'],
      ['넷째 날, 별이 쏟아지는 마당', 'Day Four: A Yard Full of Stars', 'space', 'night'],
      ['다섯째 날, 아궁이에 불 때기', 'Day Five: Lighting the Old Stove', 'hanok', 'dusk'],
      ['여섯째 날, 산길 끝의 작은 절', 'Day Six: The Small Temple Up the Trail', 'mountains', 'jade'],
    ],
  }),
  playlist({
    play_list_id: 'last-ferry',
    category: 'travel',
    sub_category: 'trains-and-islands',
    title_ko: '막배를 타는 사람들',
    title_en: 'The Last Ferry Home',
    description_ko: '느린 기차로 바다까지, 배로 섬까지 가 봐요.',
    description_en: 'Slow trains to the sea, and boats to the islands beyond.',
    notes: [
      ['창가 자리만 타는 동해선', 'Window Seats Only on the East Coast Line', 'sea', 'azure'],
      ['간이역 도장 여덟 개 모으기', 'Eight Stamps from Eight Tiny Stations', 'road', 'dawn'],
      ['섬에 하나뿐인 식당의 점심', 'Lunch at the Only Diner on the Island', 'sea', 'mint'],
      ['등대지기가 들려준 겨울', 'A Winter, as the Lighthouse Keeper Told It', 'sea', 'ice'],
      ['물때를 맞춰 건너는 바닷길', 'A Road That the Tide Opens', 'waves', 'sand'],
      ['기차에서 먹는 도시락 다섯 가지', 'Five Lunch Boxes for the Train', 'patchwork', 'gold'],
      ['눈 오는 날 산골 기차', 'A Mountain Train on a Snowy Day', 'snow', 'ink'],
    ],
  }),
  playlist({
    play_list_id: 'korean-in-ten-minutes',
    category: 'learn-korean',
    sub_category: 'first-words',
    title_ko: '10분 한국어 첫걸음',
    title_en: 'Korean in Ten Minutes',
    description_ko: '처음 배우는 분을 위한 짧은 수업이에요. 순서대로 보세요.',
    description_en: 'Short lessons for beginners. Start at the top.',
    planned: 20,
    notes: [
      ['안녕하세요, 저는 누구예요', 'Lesson 1: Hello, I Am…', 'dancheong', 'candy'],
      ['이것은 뭐예요? 물건 이름 열 개', 'Lesson 2: What Is This?', 'patchwork', 'mint'],
      ['하나, 둘, 셋과 일, 이, 삼', 'Lesson 3: Two Ways to Count', 'dancheong', 'gold'],
      ['지금 몇 시예요?', 'Lesson 4: What Time Is It?', 'contours', 'azure'],
      ['물 주세요, 식당에서 쓰는 말', 'Lesson 5: Water, Please', 'bowls', 'candy'],
      ['어디에 있어요? 위, 아래, 옆', 'Lesson 6: Where Is It?', 'stairs', 'coral'],
      ['좋아해요와 싫어해요', 'Lesson 7: Likes and Dislikes', 'faces', 'rose'],
    ],
  }),
  playlist({
    play_list_id: 'say-it-naturally',
    category: 'learn-korean',
    sub_category: 'everyday-korean',
    title_ko: '교과서에 없는 한마디',
    title_en: 'What the Textbook Leaves Out',
    description_ko: '진짜 사람들이 쓰는 말을 상황극으로 배워요.',
    description_en: 'The way people really talk, in little scenes.',
    notes: [
      ['‘밥 먹었어?’는 무슨 뜻일까', 'What “Did You Eat?” Really Means', 'windows', 'dusk'],
      ['병원에서 증상 말하기', 'Telling a Doctor Where It Hurts', 'doorway', 'ice'],
      ['택시 기사님과 5분 대화', 'Five Minutes with a Cab Driver', 'road', 'neon'],
      ['시어머니께 전화하는 법', 'How to Call Your Mother-in-Law', 'profile', 'rose'],
      ['존댓말과 반말 사이에서', 'Between Polite and Casual', 'faces', 'plum'],
      ['가게에서 부드럽게 거절하기', 'Saying No Kindly in a Shop', 'alley', 'sand'],
      ['면접에서 쓰는 표현 일곱 개', 'Seven Phrases for a Job Interview', 'stairs', 'ink'],
    ],
  }),
  playlist({
    play_list_id: 'hangul-by-hand',
    category: 'learn-korean',
    sub_category: 'sounds-and-letters',
    title_ko: '손으로 쓰는 한글',
    title_en: 'Hangul by Hand',
    description_ko: '자음과 모음의 소리, 획의 차례를 하나씩 익혀요.',
    description_en: 'Consonants, vowels and the order of their strokes, one at a time.',
    planned: 14,
    notes: [
      ['ㄱ과 ㅋ, 바람이 만드는 차이', 'ㄱ and ㅋ: A Puff of Air', 'dancheong', 'jade'],
      ['ㅓ와 ㅗ를 헷갈리지 않는 법', 'Never Mix Up ㅓ and ㅗ Again', 'dancheong', 'azure'],
      ['받침 일곱 소리만 알면 돼요', 'Seven Final Sounds Are All You Need', 'patchwork', 'plum'],
      ['이름을 한글로 써 보세요', 'Write Your Name in Hangul', 'contours', 'sand'],
      ['붓펜으로 쓰는 계절 인사', 'Season’s Greetings with a Brush Pen', 'botanical', 'ink'],
      ['왜 ‘독립문’은 ‘동님문’일까', 'Why “Doklipmun” Sounds Like “Dongnimmun”', 'doorway', 'vermilion'],
    ],
  }),
  playlist({
    play_list_id: 'rooftop-sessions',
    category: 'music',
    sub_category: 'live-sessions',
    title_ko: '옥상 라이브',
    title_en: 'Rooftop Sessions',
    description_ko: '해가 지는 옥상에서 한 곡씩, 편집 없이 담았어요.',
    description_en: 'One song each, one take each, as the sun goes down.',
    notes: [
      ['빨래가 마르는 동안 부른 노래', 'A Song While the Laundry Dries', 'stage', 'dusk'],
      ['신호등 앞의 기타 한 대', 'One Guitar at the Crosswalk', 'city', 'neon'],
      ['밴드 ‘귤껍질’의 첫 옥상', 'Tangerine Peel’s First Rooftop', 'stage', 'coral'],
      ['소나기가 끼어든 두 번째 곡', 'The Second Song, with a Downpour', 'rain', 'azure'],
      ['불 꺼진 도시에 피아노', 'A Piano over a Dark City', 'space', 'plum'],
      [
        '옥상 라이브 전곡 다시 듣기',
        'Rooftop Sessions, the Whole Evening',
        'stage',
        'vermilion',
        { premium: true },
      ],
    ],
  }),
  playlist({
    play_list_id: 'strings-and-drums',
    category: 'music',
    sub_category: 'gugak',
    title_ko: '가야금과 장구 사이',
    title_en: 'Between Strings and Drums',
    description_ko: '우리 악기를 처음 듣는 분께 권하는 연주예요.',
    description_en: 'Where to begin with the instruments of Korea.',
    notes: [
      ['열두 줄 가야금, 눈 내리는 소리', 'Twelve Strings and the Sound of Snow', 'snow', 'ice'],
      ['장구 장단 네 가지 구별하기', 'Four Janggu Rhythms, Told Apart', 'dancheong', 'vermilion'],
      ['대금이 숨을 쉬는 자리', 'Where the Daegeum Breathes', 'mountains', 'jade'],
      ['마당에서 벌인 사물놀이', 'Samul Nori in the Yard', 'hanok', 'gold'],
      ['해금으로 연주한 자장가', 'A Lullaby on the Haegeum', 'botanical', 'plum'],
      ['판소리 한 대목, 부채 하나', 'One Scene of Pansori, One Fan', 'profile', 'dusk'],
      ['거문고 장인의 오동나무', 'The Geomungo Maker’s Paulownia', 'patchwork', 'amber'],
    ],
  }),
  playlist({
    play_list_id: 'learn-the-dance',
    category: 'music',
    sub_category: 'practice-room',
    title_ko: '거울 앞에서 8박자',
    title_en: 'Eight Counts at the Mirror',
    description_ko: '춤을 처음 추는 분도 따라 할 수 있게 천천히 나눠 알려 드려요.',
    description_en: 'Dance, taken apart slowly enough for a first try.',
    planned: 9,
    notes: [
      ['발끝부터 풀어 주는 몸풀기', 'Warm Up from the Toes', 'waves', 'mint'],
      ['리듬 타기, 고개만 써도 돼요', 'Find the Beat with Just Your Head', 'faces', 'neon'],
      ['옆으로 한 걸음, 손은 나중에', 'Side Step First, Hands Later', 'waves', 'rose'],
      ['후렴 8박자를 느리게 나누기', 'The Chorus in Slow Eight Counts', 'stage', 'candy'],
      ['둘이서 맞추는 대칭 동작', 'Mirror Moves for Two', 'profile', 'coral'],
      ['처음부터 끝까지 한 번에', 'All the Way Through', 'stage', 'neon'],
      ['틀려도 멋있게 넘어가는 법', 'How to Miss a Step in Style', 'faces', 'candy'],
    ],
  }),
];

/** Every clip, playlist after playlist. */
export const demoClips: DemoClip[] = demoPlaylists.flatMap(({ clips }) => clips);

/** The row of clips on home. */
export const demoYoutubeSection = { name_ko: '짧게 보는 유튜브', name_en: 'Quick Watches from YouTube' };
