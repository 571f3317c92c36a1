/** What the demo catalogue is sorted into beside its categories and genres: sub-genres, custom rows, a partner. */

interface DemoSubGenre {
  slug: string;
  /** Slug of the genre above. */
  genre: string;
  name_ko: string;
  name_en: string;
  /** Slugs of its programmes. */
  titles: string[];
}

interface DemoCustomRow {
  slug: string;
  title_ko: string;
  title_en: string;
  /** Slugs of its programmes, in order. */
  titles: string[];
}

export const demoSubGenres: DemoSubGenre[] = [
  {
    slug: 'slow-burn',
    genre: 'romance',
    name_ko: '천천히 스며드는 사랑',
    name_en: 'Slow Burn',
    titles: ['letters-from-the-lighthouse', 'the-tide-between-us', 'orbit-of-two', 'late-blossom'],
  },
  {
    slug: 'meet-again',
    genre: 'romance',
    name_ko: '다시 만난 사랑',
    name_en: 'Second Chances',
    titles: ['second-first-love', 'late-blossom', 'a-summer-night-in-vancouver', 'the-foxs-rented-room'],
  },
  {
    slug: 'one-long-night',
    genre: 'thriller',
    name_ko: '긴 하룻밤',
    name_en: 'One Long Night',
    titles: [
      'fog-advisory',
      'rules-of-the-empty-house',
      'the-thirteenth-witness',
      'the-sinking-city',
      'the-midnight-operator',
    ],
  },
  {
    slug: 'courtroom',
    genre: 'thriller',
    name_ko: '법정과 수사',
    name_en: 'Courts & Cold Cases',
    titles: ['the-silent-jury', 'cold-room-zero', 'the-thirteenth-witness', 'the-weight-of-a-word'],
  },
  {
    slug: 'strange-tales',
    genre: 'mystery',
    name_ko: '기묘한 이야기',
    name_en: 'Strange Tales',
    titles: [
      'the-ninth-floor',
      'the-rainy-day-clinic',
      'last-train-to-gangneung',
      'rules-of-the-empty-house',
      'fog-advisory',
      'the-last-screening',
    ],
  },
  {
    slug: 'under-one-roof',
    genre: 'family',
    name_ko: '한 지붕 아래',
    name_en: 'Under One Roof',
    titles: [
      'three-sisters-on-the-roof',
      'the-persimmon-house',
      'guest-from-far-away',
      'the-slow-laundry',
      'dawn-noodle-house',
    ],
  },
  {
    slug: 'growing-up',
    genre: 'family',
    name_ko: '자라나는 이야기',
    name_en: 'Growing Up',
    titles: [
      'the-video-store-summer',
      'children-of-the-salt-fields',
      'the-water-school',
      'a-call-from-the-moon',
      'the-school-above-the-clouds',
    ],
  },
  {
    slug: 'neighborhood-comedy',
    genre: 'comedy',
    name_ko: '우리 동네 코미디',
    name_en: 'Neighborhood Comedies',
    titles: [
      'the-neighborhood-heroes-association',
      'jackpot-at-the-senior-center',
      'the-battle-of-the-chicken-shops',
      'the-rooftop-pool',
      'three-sisters-on-the-roof',
      'granny-drops-the-beat',
    ],
  },
  {
    slug: 'folklore',
    genre: 'fantasy',
    name_ko: '도깨비와 옛이야기',
    name_en: 'Goblins & Folklore',
    titles: [
      'the-dokkaebi-lease',
      'the-foxs-rented-room',
      'the-dragon-king-sleeps',
      'the-school-above-the-clouds',
      'grandpa-goblins-bedtime',
      'the-great-club-mix-up',
      'moon-rabbit-express',
    ],
  },
  {
    slug: 'markets-and-alleys',
    genre: 'food',
    name_ko: '시장과 골목',
    name_en: 'Markets & Alleys',
    titles: ['the-steaming-alley', 'night-market-chase', 'dawn-noodle-house', 'it-starts-with-stock'],
  },
  {
    slug: 'home-table',
    genre: 'food',
    name_ko: '집에서 차리는 밥상',
    name_en: 'The Home Table',
    titles: ['the-banchan-diary', 'the-kimchi-map', 'drinking-snacks-at-home', 'the-tteok-studio'],
  },
  {
    slug: 'slow-travel',
    genre: 'travel',
    name_ko: '느린 여행',
    name_en: 'Slow Travel',
    titles: [
      'the-stair-climbers-of-seoul',
      'rivers-that-remember',
      'pack-a-lunch',
      'koreatown-atlas',
      'busking-west',
    ],
  },
  {
    slug: 'made-by-hand',
    genre: 'documentary',
    name_ko: '손으로 만드는 사람들',
    name_en: 'Made by Hand',
    titles: [
      'what-hands-know',
      'the-hangul-workshop',
      'the-last-sign-painter',
      'the-house-the-wind-visits',
      'a-day-at-a-hundred-year-shop',
    ],
  },
];

/** The first of them is shown highest on home. */
export const demoCustomRows: DemoCustomRow[] = [
  {
    slug: 'for-a-rainy-evening',
    title_ko: '비 오는 날 보기 좋은 이야기',
    title_en: 'For a Rainy Evening',
    titles: [
      'the-rainy-day-clinic',
      'letters-from-the-lighthouse',
      'last-train-to-gangneung',
      'the-slow-laundry',
      'the-midnight-operator',
      'late-blossom',
      'the-ninth-floor',
      'the-room-with-the-piano',
      'dawn-noodle-house',
      'the-last-screening',
      'fog-advisory',
      'the-video-store-summer',
    ],
  },
  {
    slug: 'hungry-by-the-credits',
    title_ko: '보고 나면 배고파지는 콘텐츠',
    title_en: 'You’ll Be Hungry by the Credits',
    titles: [
      'the-steaming-alley',
      'dawn-noodle-house',
      'it-starts-with-stock',
      'the-battle-of-the-chicken-shops',
      'one-table-one-secret',
      'the-kimchi-map',
      'night-market-chase',
      'the-banchan-diary',
      'dino-bakery',
      'the-tteok-studio',
      'drinking-snacks-at-home',
      'on-the-way-to-buy-tofu',
    ],
  },
  {
    slug: 'when-home-feels-far',
    title_ko: '멀리서 고향이 생각날 때',
    title_en: 'When Home Feels Far Away',
    titles: [
      'koreatown-atlas',
      'two-suitcases',
      'guest-from-far-away',
      'letters-across-the-pacific',
      'the-persimmon-house',
      'a-summer-night-in-vancouver',
      'busking-west',
      'the-winter-postman',
      'rivers-that-remember',
      'the-kimchi-map',
      'the-video-store-summer',
    ],
  },
  {
    slug: 'three-generations-laughing',
    title_ko: '할머니부터 손주까지 함께 웃어요',
    title_en: 'Three Generations, One Couch',
    titles: [
      'grandma-wins-the-quiz',
      'three-sisters-on-the-roof',
      'jackpot-at-the-senior-center',
      'the-persimmon-house',
      'pack-a-lunch',
      'the-battle-of-the-chicken-shops',
      'the-neighborhood-heroes-association',
      'twelve-months-of-beginners',
      'the-great-club-mix-up',
      'the-half-price-trip',
      'guest-from-far-away',
      'kongi-and-pati',
    ],
  },
];

/** The content partner whose page is `/kocowa`, and its programmes. */
export const demoContentPartner = {
  slug: 'kocowa',
  name_ko: '코코와',
  name_en: 'Kocowa',
  titles: [
    'moon-over-hanyang',
    'the-mapmakers-daughter',
    'second-first-love',
    'the-dokkaebi-lease',
    'the-video-store-summer',
    'three-sisters-on-the-roof',
    'the-thief-with-a-brush',
    'pack-a-lunch',
    'no-signal-island',
    'grandma-wins-the-quiz',
    'one-table-one-secret',
    'night-market-chase',
    'the-half-price-trip',
    'no-laugh-track',
  ],
};

/** The free section of home. */
export const demoFreeSection = { name_ko: '오늘의 무료 콘텐츠', name_en: 'Free Today' };
