/** Six categories and what is below them. */
import type { DemoCategory } from './types.ts';

const tree: [
  slug: string,
  ko: string,
  en: string,
  meta_ko: string,
  meta_en: string,
  below: [string, string, string][],
][] = [
  [
    'drama',
    '드라마',
    'Drama',
    '다음 화가 기다려지는 한국 드라마',
    'Korean dramas worth staying up for',
    [
      ['romance', '로맨스', 'Romance'],
      ['thriller', '스릴러·범죄', 'Thriller & Crime'],
      ['historical', '사극', 'Historical'],
      ['family', '가족·일상', 'Family & Everyday'],
      ['fantasy', '판타지·SF', 'Fantasy & Sci-Fi'],
    ],
  ],
  [
    'variety',
    '예능',
    'Variety',
    '온 가족이 함께 웃는 예능',
    'Variety shows the whole family can laugh at',
    [
      ['talk', '토크', 'Talk'],
      ['travel', '여행', 'Travel'],
      ['game', '게임·퀴즈', 'Games & Quizzes'],
      ['contest', '오디션·서바이벌', 'Contests & Survival'],
      ['observation', '관찰', 'Everyday Life'],
    ],
  ],
  [
    'film',
    '영화',
    'Movies',
    '오늘 밤 볼 한국 영화',
    'Korean movies for tonight',
    [
      ['film-drama', '드라마 영화', 'Drama Films'],
      ['film-thriller', '스릴러·액션 영화', 'Thriller & Action Films'],
      ['film-comedy', '코미디 영화', 'Comedy Films'],
      ['film-fantasy', '판타지·SF 영화', 'Fantasy & Sci-Fi Films'],
      ['film-indie', '독립·단편', 'Independent & Short'],
    ],
  ],
  [
    'documentary',
    '다큐·교양',
    'Documentary & Culture',
    '알고 나면 달라 보이는 다큐와 교양',
    'Documentaries that change how things look',
    [
      ['nature', '자연', 'Nature'],
      ['history', '역사', 'History'],
      ['people', '사람', 'People'],
      ['knowledge', '교양', 'Knowledge'],
    ],
  ],
  [
    'kids',
    '키즈',
    'Kids',
    '아이와 함께 보는 우리말 애니메이션과 동요',
    'Korean cartoons and songs for little ones',
    [
      ['animation', '애니메이션', 'Cartoons'],
      ['learning', '배우기', 'Learning'],
      ['songs', '동요', 'Songs'],
      ['stories', '옛이야기', 'Storytime'],
    ],
  ],
  [
    'music-food',
    '음악·푸드',
    'Music & Food',
    '귀로 듣고 눈으로 먹는 음악과 음식',
    'Songs for the ears, suppers for the eyes',
    [
      ['food', '음식 이야기', 'Food Stories'],
      ['home-cooking', '집밥', 'Home Cooking'],
      ['live', '라이브', 'Live Sessions'],
      ['music-story', '음악 이야기', 'Music Stories'],
    ],
  ],
];

/** Top categories first, each followed by its own, in the order in which they are shown. */
export const demoCategories: DemoCategory[] = tree.flatMap(
  ([slug, name_ko, name_en, meta_title_ko, meta_title_en, below], position) => [
    { slug, parent: null, name_ko, name_en, meta_title_ko, meta_title_en, position },
    ...below.map(([subSlug, subKo, subEn], subPosition) => ({
      slug: subSlug,
      parent: slug,
      name_ko: subKo,
      name_en: subEn,
      meta_title_ko: `${subKo} - ${name_ko} 다시 보기`,
      meta_title_en: `${subEn} - Watch ${name_en}`,
      position: subPosition,
    })),
  ],
);
