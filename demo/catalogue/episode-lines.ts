/**
 * One-sentence episode synopses, put together from two written halves of one voice. `{A}` and `{B}` are the leads;
 * `{A이}` asks for the particle that fits the name (이/가), `{A은}` for 은/는, `{A을}` for 을/를, `{A과}` for 과/와.
 */
import type { EpisodeVoice, Part } from './types.ts';

interface Halves {
  /** `ko | en`: how the sentence starts. */
  openings: string[];
  /** `ko | en`: how it ends. */
  endings: string[];
}

const voices: Record<EpisodeVoice, Halves> = {
  romance: {
    openings: [
      '예정보다 하루 일찍 도착한 소식에 | When news arrives a day too soon',
      '{A이} 말하지 못한 한 문장을 삼키는 사이 | While {A} swallows the one sentence that matters',
      '비에 젖은 약속 장소에서 | At a meeting place soaked by rain',
      '오래된 사진 한 장이 식탁 위에 놓이자 | After an old photograph is left on the table',
      '{A과} {B이} 나란히 걷는 밤길에 | On a walk home side by side, {A} and {B} lose track of the hour, and',
      '모두가 돌아간 뒤의 빈자리에서 | In the quiet after everyone has gone home',
      '{A이} 떠날 날짜를 정해 버리자 | Once {A} settles on a day to leave',
      '사소한 거짓말 하나가 커지면서 | As one small lie grows legs',
      '{B이} 뜻밖의 장소에서 발견되고 | {B} turns up in the last place anyone would look, and',
      '계절이 바뀌기 직전의 오후에 | On the last afternoon of the season',
    ],
    endings: [
      '{B은} 처음으로 먼저 손을 내민다. | {B} is the first to reach out a hand.',
      '{A은} 돌아갈 수 없는 질문을 던진다. | {A} asks a question that can’t be taken back.',
      '{B은} 열쇠를 돌려주지 못한다. | {B} can’t quite give back the key.',
      '{A은} 기다리는 쪽이 누구였는지 깨닫는다. | {A} realizes who has been doing the waiting.',
      '{B의} 오래된 비밀이 조용히 모습을 드러낸다. | an old secret of {B}’s comes quietly into view.',
      '{A은} 가장 솔직한 거짓말을 한다. | {A} tells the most honest lie yet.',
      '{B은} 마지막 배를 일부러 놓친다. | {B} misses the last ride on purpose.',
      '{A의} 마음이 먼저 대답해 버린다. | {A}’s heart answers first.',
      '{B은} 편지 대신 주소를 남긴다. | {B} leaves an address instead of a letter.',
      '{A은} 웃으면서 작별을 연습한다. | {A} practices saying goodbye with a smile.',
      '{B은} 아무 일도 없었다는 얼굴로 나타난다. | {B} shows up as though nothing had happened.',
    ],
  },
  thriller: {
    openings: [
      '폐쇄 회로 화면의 사라진 사 분을 쫓던 중 | In the search for four missing minutes of security footage',
      '발신자를 알 수 없는 문자가 도착하자 | When a text arrives with no sender',
      '{A이} 닫힌 문 앞에서 망설이는 사이 | While {A} hesitates at a closed door',
      '증언이 하루 만에 뒤집히면서 | As a statement is reversed overnight',
      '버려진 차 안에서 두 번째 열쇠가 나오고 | A second key is found in an abandoned car, and',
      '모든 알리바이가 맞아떨어지는 순간 | At the moment every alibi checks out',
      '{B이} 보고서 한 줄을 지우자 | After {B} deletes a single line from the report',
      '정전된 복도를 따라가던 {A의} 손전등 끝에서 | At the edge of {A}’s flashlight, down a blacked-out corridor, something moves, and',
      '오래전 덮인 사건의 사진이 되살아나고 | A photograph resurfaces from a long-closed case, and',
      '남은 시간이 여섯 시간뿐인 밤 | With six hours left on the clock',
    ],
    endings: [
      '{B이} 숨겨 온 이름이 드러난다. | the name {B} has been hiding comes out.',
      '{A은} 믿었던 사람의 발소리를 알아듣는다. | {A} recognizes the footsteps of someone trusted.',
      '{B은} 처음으로 거짓말을 멈춘다. | {B} stops lying for the first time.',
      '{A은} 목격자가 한 명 더 있었음을 알게 된다. | {A} learns there was one more witness.',
      '용의자는 {A의} 집 주소를 정확히 말한다. | the suspect recites {A}’s home address.',
      '{B은} 지워진 기록의 원본을 손에 넣는다. | {B} gets hold of the record that was erased.',
      '{A은} 함정인 줄 알면서 안으로 들어간다. | {A} walks in knowing it’s a trap.',
      '사건의 날짜가 처음부터 틀려 있었음이 밝혀진다. | it becomes clear the date was wrong from the start.',
      '{B의} 주머니에서 같은 단추가 나온다. | a matching button turns up in {B}’s pocket.',
      '{A은} 자신이 다음 차례임을 직감한다. | {A} understands who is next.',
      '누군가 {B보다} 먼저 다녀간 흔적이 남아 있다. | it’s plain somebody got there before {B}.',
    ],
  },
  historical: {
    openings: [
      '어명이 내려온 새벽 | At dawn, with a royal order just arrived',
      '장터에 이상한 소문이 돌기 시작하자 | When a strange rumor starts around the market',
      '{A이} 이름을 감춘 채 도성에 들어서고 | {A} enters the capital under another name, and',
      '봉인된 문서가 불에 타기 직전 | Moments before a sealed document can be burned',
      '첫눈이 성벽을 덮은 날 | On the day first snow covers the walls',
      '{B이} 오래된 빚을 갚으러 나타나자 | When {B} comes to settle an old debt',
      '굶주린 백성이 관아 앞에 모여들고 | The hungry gather before the magistrate’s gate, and',
      '잔치의 북소리가 높아지는 사이 | As the drums of the banquet grow louder',
      '국경에서 온 전령이 쓰러지면서 | As a messenger from the border collapses',
      '{A의} 스승이 남긴 글귀를 따라 | With only a line from {A}’s old teacher as a guide',
    ],
    endings: [
      '{A은} 목숨과 진실 가운데 하나를 골라야 한다. | {A} must choose between a life and the truth.',
      '{B은} 칼 대신 붓을 내려놓는다. | {B} lays down not the sword but the brush.',
      '{A은} 적의 손에서 뜻밖의 도움을 받는다. | {A} is helped by an enemy’s hand.',
      '{B의} 출신이 만천하에 드러난다. | {B}’s birth is laid bare for all to hear.',
      '{A은} 돌아갈 다리를 스스로 끊는다. | {A} cuts the bridge home.',
      '{B은} 무릎을 꿇는 대신 고개를 든다. | {B} looks up instead of kneeling.',
      '{A과} {B은} 같은 달을 서로 다른 편에서 올려다본다. | {A} and {B} look up at one moon from opposite sides.',
      '오래 숨긴 문서의 절반이 {A의} 손에 들어온다. | half of a long-hidden document falls to {A}.',
      '{B은} 믿음을 시험하는 잔을 받아 든다. | {B} accepts a cup meant to test loyalty.',
      '{A은} 아무도 가지 않은 길을 택한다. | {A} takes the road nobody has taken.',
      '떠난 줄 알았던 사람이 {B을} 찾아온다. | someone thought long gone comes looking for {B}.',
    ],
  },
  family: {
    openings: [
      '냉장고에 붙은 쪽지 하나 때문에 | Because of a single note on the refrigerator',
      '온 식구가 모인 저녁상에서 | Over a dinner that has everyone at the table',
      '{A이} 십 년 만에 옛 친구를 만나고 | {A} runs into a friend not seen in ten years, and',
      '갑자기 들이닥친 손님 때문에 | Thanks to a guest nobody expected',
      '{B의} 생일을 모두가 잊은 날 | On the day everybody forgets {B}’s birthday',
      '비가 새는 지붕을 고치다 말고 | Halfway through fixing a leaky roof',
      '동네에 이상한 소문이 퍼지자 | When an odd rumor makes the rounds',
      '{A이} 통장 잔고를 확인한 아침 | The morning {A} checks the bank balance',
      '오래된 상자를 정리하던 중 | In the middle of clearing out an old box',
      '한밤중에 걸려 온 전화 한 통에 | On account of one late-night phone call',
      '읍내에 장이 서는 날 | On market day',
      '{B이} 말없이 집을 비운 사이 | While {B} is out without a word to anyone',
    ],
    endings: [
      '{A은} 미안하다는 말을 음식으로 대신한다. | {A} apologizes in the form of food.',
      '{B은} 모두에게 숨겨 온 계획을 털어놓는다. | {B} comes clean about a plan.',
      '식구들은 처음으로 같은 편이 된다. | the whole household is on one side for once.',
      '{A과} {B은} 같은 이야기를 다르게 기억한다. | {A} and {B} remember the same story differently.',
      '{B은} 울다가 웃음을 터뜨린다. | {B} cries, and then can’t stop laughing.',
      '{A은} 아무도 모르게 빚을 갚는다. | {A} quietly settles a debt.',
      '잃어버린 줄 알았던 물건이 제자리로 돌아온다. | something given up for lost finds its way home.',
      '{B은} 떠나려던 짐을 슬그머니 푼다. | {B} discreetly unpacks.',
      '{A은} 어머니를 꼭 닮은 자신을 발견한다. | {A} notices a perfect likeness to Mother.',
      '온 동네가 마당으로 몰려든다. | half the neighborhood ends up in the yard.',
      '{B은} 오래 미뤄 둔 전화를 건다. | {B} makes a call that was long put off.',
      '밥상에 수저 한 벌이 더 놓인다. | one more place is set at the table.',
      '{A은} 이번만은 져 주기로 한다. | {A} decides to lose the argument, just this once.',
    ],
  },
  fantasy: {
    openings: [
      '이승의 것이 아닌 손님이 찾아오자 | When a visitor who isn’t of this world comes calling',
      '{A이} 절대 열지 말라던 문을 여는 순간 | The moment {A} opens the door that must stay shut',
      '집 안의 시계가 모두 거꾸로 가고 | Every clock in the house runs backward, and',
      '보름달이 뜨기 하루 전 | One day before the full moon',
      '{B이} 주문을 한 글자 틀리면서 | Because {B} gets one syllable of the charm wrong',
      '거울 속 그림자가 자리를 비운 사이 | While a reflection is away from its mirror',
      '잊힌 이름이 빗소리에 섞여 들려오고 | A forgotten name is heard in the rain, and',
      '대가를 미룬 약속의 기한이 다가오자 | As an unpaid bargain falls due',
      '오래된 물건이 말을 걸어온 밤 | On the night an old object starts talking',
    ],
    endings: [
      '{A은} 가장 아끼는 기억을 걸고 내기를 한다. | {A} wagers a favorite memory.',
      '{B은} 사람처럼 처음 울어 본다. | {B} cries a human’s tears for the first time.',
      '{A은} 두 세계의 값을 셈해 본다. | {A} adds up what each world costs.',
      '{B의} 정체가 뜻밖의 사람에게 들킨다. | {B} is found out by the last person expected.',
      '{A은} 소원 하나를 도로 물린다. | {A} takes back a wish.',
      '사라졌던 방에서 불빛이 새어 나온다. | a light shows in a room that had vanished.',
      '{B은} 사백 년 만에 약속을 어긴다. | {B} breaks a promise for the first time in centuries.',
      '{A은} 아무도 믿지 않을 이야기를 완성한다. | {A} finishes a story nobody will believe.',
      '{A과} {B은} 하룻밤 동안 서로의 하루를 산다. | {A} and {B} spend a night living each other’s day.',
      '{B은} 떠날 준비를 하면서도 짐을 싸지 못한다. | {B} gets ready to go but can’t pack.',
    ],
  },
  variety: {
    openings: [
      '예고에 없던 손님이 등장하자 | When a surprise guest walks in',
      '제작진이 규칙을 하나 바꾸면서 | Because the producers change one rule',
      '비가 쏟아지기 시작하자 | The skies open, and',
      '아침부터 삐걱거린 호흡 탓에 | After a morning of terrible teamwork',
      '마지막 한 접시를 앞에 두고 | With one last plate on the table',
      '막내가 처음으로 대장을 맡은 날 | On the youngest member’s first day in charge',
      '모두가 이겼다고 믿은 순간 | Just when everyone thinks it’s won',
      '벌칙이 걸린 한판 승부에서 | In a showdown with a forfeit at stake',
      '현지 어르신의 한마디에 | At a single word from a local elder',
      '지갑도 지도도 없이 남겨진 채 | With neither wallet nor map to hand',
      '십 년 만의 재회라는 말에 | When a reunion ten years in the making is announced',
      '점심 내기가 걸리자마자 | As soon as lunch is on the line',
    ],
    endings: [
      '십 년 우정이 오 분 만에 무너진다. | ten years of friendship crumble in five minutes.',
      '가장 조용하던 사람이 판을 뒤집는다. | the quietest one in the room turns the tables.',
      '웃다가 울음이 터진다. | the laughter tips over into tears.',
      '아무도 예상하지 못한 재능이 드러난다. | a talent nobody suspected comes to light.',
      '카메라 감독까지 승부에 휘말린다. | even the camera crew get dragged in.',
      '처음 듣는 고백이 이어진다. | confessions follow that no one has heard before.',
      '배신과 화해가 쉴 새 없이 오간다. | betrayals and truces come thick and fast.',
      '계획표는 점심 전에 휴지 조각이 된다. | the plan is scrap paper by lunch.',
      '뜻밖의 진심이 모두를 조용하게 만든다. | a moment of sincerity leaves everyone quiet.',
      '초대 손님이 집에 가기 싫다고 버틴다. | the guest refuses to go home.',
      '꼴찌가 가장 크게 웃는다. | last place gets the biggest laugh.',
    ],
  },
  documentary: {
    openings: [
      '해가 뜨기 전부터 같은 자리를 지킨 카메라 앞에서 | In front of a camera that has held its place since before dawn',
      '백 년 전 기록 한 줄을 따라가면 | Follow a single line written a century ago, and',
      '계절이 한 바퀴 도는 동안 | Over one full turn of the seasons',
      '지도에서 지워진 이름을 찾아가는 길에 | On the way to a name struck from the map',
      '평생 같은 일을 해 온 사람의 하루를 따라 | Through one day with someone who has done one thing for life',
      '아무도 눈여겨보지 않던 것을 오래 들여다보면 | Look long enough at what nobody notices, and',
      '낡은 상자에서 나온 사진들을 펼쳐 놓자 | With the photographs from an old box spread out',
      '전문가들의 의견이 갈리는 지점에서 | At the very point where the experts disagree',
    ],
    endings: [
      '사라진 줄 알았던 풍경이 되살아난다. | a landscape thought lost comes back.',
      '질문은 처음보다 더 커진다. | the question only gets bigger.',
      '잊힌 목소리가 다시 들려온다. | a forgotten voice is heard again.',
      '우리가 아는 이야기의 순서가 바뀐다. | the story we thought we knew changes order.',
      '작은 손놀림 하나가 긴 시간을 설명한다. | one small gesture explains a very long time.',
      '떠난 이들의 자리가 또렷해진다. | the places of those who left grow clear.',
      '오래된 방식이 가장 새로운 답이 된다. | the oldest method turns out to be the newest answer.',
      '마지막 장면은 설명 없이 흘러간다. | the last scene passes without a word.',
      '다음 세대에게 건넬 한 가지가 남는다. | one thing remains to hand on.',
    ],
  },
  kids: {
    openings: [
      '낯선 소리가 들려온 아침 | On a morning with a funny new sound',
      '{A이} 소중한 것을 잃어버리자 | When {A} loses something precious',
      '{B이} 갑자기 시무룩해지자 | {B} goes all gloomy, and',
      '누가 더 빠른지 겨루던 중 | In the middle of finding out who’s faster',
      '처음 만난 친구가 말을 걸어오자 | When a brand-new friend says hello',
      '{A이} 혼자서 해 보겠다고 나선 날 | On the day {A} wants to do it alone',
      '길이 두 갈래로 나뉜 곳에서 | At a place where the path splits in two',
      '커다란 비구름이 몰려오자 | A great big rain cloud rolls in, and',
      '{A과} {B이} 크게 다툰 뒤 | After {A} and {B} have a big fight',
      '깜짝 선물을 준비하던 중 | Halfway through making a surprise',
      '평소보다 조금 일찍 일어난 날 | On a day that starts extra early',
    ],
    endings: [
      '{B이} 함께 찾는 법을 알려 준다. | {B} shows how to look together.',
      '{A은} 무서워도 한 발짝 내디딘다. | {A} takes one step, scared and all.',
      '모두가 미안하다고 말한다. | everybody says sorry.',
      '{A은} 도와 달라고 말하는 용기를 낸다. | {A} is brave enough to ask for help.',
      '{B이} 차례를 기다리는 법을 배운다. | {B} learns to wait for a turn.',
      '작은 힘이 모여 큰일을 해낸다. | lots of little pushes do one big thing.',
      '{A은} 서로 달라서 더 재미있다는 걸 안다. | {A} finds that different is more fun.',
      '{B의} 엉뚱한 생각이 딱 들어맞는다. | {B}’s silly idea turns out just right.',
      '{A은} 나눠 먹으면 더 맛있다는 걸 안다. | {A} discovers that sharing tastes better.',
      '모두 손을 잡고 노래를 부른다. | they all join hands and sing.',
      '{A은} 끝까지 해낸 자신을 꼭 안아 준다. | {A} gets a hug for seeing it through.',
      '{B은} 깔깔 웃으며 다시 시작한다. | {B} giggles and starts again.',
      '{A과} {B은} 둘만의 신호를 정한다. | {A} and {B} make up a secret signal.',
    ],
  },
  food: {
    openings: [
      '불을 켜기도 전 재료를 고르는 새벽부터 | From the hour before dawn when the ingredients are chosen',
      '삼대가 이어 온 손맛 앞에서 | Before a taste handed down three generations',
      '간을 한 번 더 보는 사이 | In the time it takes to check the seasoning again',
      '집집마다 다른 비율을 견주어 보면 | Compare the proportions from house to house, and',
      '뚜껑을 열기까지의 긴 기다림 끝에 | At the end of a long wait before the lid comes off',
      '단골이 늘 앉는 자리에서 | From the seat where the regular always sits',
      '재료 하나가 떨어지자 | When one ingredient runs out',
      '바람과 소금이 하는 일을 지켜보며 | Where wind and salt do most of the work',
      '손대중으로만 전해 온 양을 저울에 올려 보니 | Once a recipe kept only in the hands is put on a scale',
      '늦은 저녁 마지막 주문이 들어오고 | The last order of the evening comes in, and',
    ],
    endings: [
      '소박한 한 접시가 완성된다. | a very plain dish comes together.',
      '그 집만의 비밀이 조금 풀린다. | a corner of the house secret is lifted.',
      '잊고 있던 맛이 혀끝에서 되살아난다. | a forgotten taste returns to the tongue.',
      '기다림도 양념이라는 말이 이해된다. | it makes sense to call patience a seasoning.',
      '한 사람의 인생이 그릇에 담긴다. | somebody’s life ends up in the bowl.',
      '처음 온 손님이 두 그릇을 비운다. | a first-time guest empties two bowls.',
      '뜻밖의 조합이 밥도둑이 된다. | an odd pairing makes the rice disappear.',
      '실패한 한 솥에서 새 요리가 태어난다. | a ruined pot turns into a new dish.',
      '소금 한 꼬집의 차이가 드러난다. | one pinch of salt makes itself known.',
      '부엌에 웃음과 김이 함께 차오른다. | the kitchen fills with laughter and steam.',
      '어머니의 말버릇이 조리법이 된다. | a mother’s turn of phrase becomes the recipe.',
    ],
  },
  music: {
    openings: [
      '첫 음을 내기 전의 긴 침묵 속에서 | In the long hush before the first note',
      '줄 하나가 풀려 버린 악기로 | On an instrument with one string gone slack',
      '관객이 단 한 명뿐인 밤 | On a night with an audience of one',
      '반주가 예고 없이 멈추자 | When the accompaniment stops without warning',
      '오래 부르지 않던 노래를 다시 꺼내고 | A song long left unsung is taken out again, and',
      '서로 다른 박자를 맞춰 가는 동안 | While two different meters learn to agree',
      '도시의 소음을 그대로 받아들이자 | With the noise of the city let in',
    ],
    endings: [
      '방 안의 공기가 달라진다. | the air in the room changes.',
      '노래는 처음과 다른 곳에서 끝난다. | the song ends somewhere it didn’t begin.',
      '연주자는 눈을 감고 웃는다. | the player smiles with eyes shut.',
      '틀린 음 하나가 새 곡의 실마리가 된다. | one wrong note starts a new tune.',
      '아무도 박수 칠 생각을 하지 못한다. | nobody remembers to clap.',
      '오래된 가락이 낯선 옷을 입는다. | an old melody tries on new clothes.',
      '서로의 숨소리가 박자가 된다. | breathing becomes the beat.',
      '마지막 마디는 듣는 사람의 몫으로 남는다. | the final bar is left to the listener.',
    ],
  },
};

/** Stand-ins where a scripted series names one lead only. */
const anyone: [ko: string, en: string] = ['낯선 사람', 'a stranger'];

const particles: Record<string, [closed: string, open: string]> = {
  이: ['이', '가'],
  은: ['은', '는'],
  을: ['을', '를'],
  과: ['과', '와'],
};

/** A name with the particle its last syllable asks for. */
export function withParticle(name: string, particle: string): string {
  const forms = particles[particle];
  if (!forms) return name + particle;
  const last = name.codePointAt(name.length - 1) ?? 0;
  const closed = last >= 0xac00 && last <= 0xd7a3 && (last - 0xac00) % 28 !== 0;
  return name + forms[closed ? 0 : 1];
}

const given = (name: string): string =>
  /^[가-힣]{3}$/.test(name) &&
  /^[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허남심노하곽성차주우구나진지유마도은]/.test(name)
    ? name.slice(1)
    : name;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const named = (half: string) => new Set(Array.from(half.matchAll(/\{([AB])/g), (found) => found[1]));

/** Writes synopses in all voices; nothing that one writer has written comes again. */
export function episodeWriter() {
  const place = new Map<EpisodeVoice, number>();
  const written = new Set<string>();

  /** The synopses of `count` episodes of one series. */
  return (
    voice: EpisodeVoice,
    cast: Part[],
    count: number,
  ): { synopsis_ko: string; synopsis_en: string }[] => {
    const { openings, endings } = voices[voice];
    const leads = [0, 1].map((index) => [
      cast[index]?.name_ko ?? anyone[0],
      cast[index]?.name_en ?? anyone[1],
    ]);
    const names = {
      A: { ko: given(leads[0]![0]!), en: shortEnglish(leads[0]![1]!) },
      B: { ko: given(leads[1]![0]!), en: shortEnglish(leads[1]![1]!) },
    };
    const lines: { synopsis_ko: string; synopsis_en: string }[] = [];
    let at = place.get(voice) ?? 0;
    for (let tries = 0; lines.length < count; tries += 1, at += 1) {
      if (tries > openings.length * endings.length)
        throw new Error(`The voice ${voice} has run out of sentences`);
      // The two lengths share no divisor, so this walks every pair before one comes back.
      const opening = openings[at % openings.length]!;
      const ending = endings[at % endings.length]!;
      const twice = named(ending);
      if ([...named(opening)].some((who) => twice.has(who))) continue;
      const [openKo = '', openEn = ''] = opening.split(' | ');
      const [endKo = '', endEn = ''] = ending.split(' | ');
      const synopsis_ko = `${openKo} ${endKo}`.replace(
        /\{([AB])([가-힣]*)\}/g,
        (_all, who: 'A' | 'B', particle: string) => withParticle(names[who].ko, particle),
      );
      const synopsis_en = capital(
        `${openEn}${/,? and$/.test(openEn) ? ' ' : ', '}${endEn}`.replace(
          /\{([AB])\}/g,
          (_all, who: 'A' | 'B') => names[who].en,
        ),
      );
      if (written.has(synopsis_ko) || written.has(synopsis_en)) continue;
      written.add(synopsis_ko).add(synopsis_en);
      lines.push({ synopsis_ko, synopsis_en });
    }
    place.set(voice, at);
    return lines;
  };
}

/** `Yoon Hae-in` → `Hae-in`; titles and descriptions stay whole. */
function shortEnglish(name: string): string {
  const parts = name.split(' ');
  return parts.length === 2 && parts[1]!.includes('-') && !name.includes('.') ? parts[1]! : name;
}
