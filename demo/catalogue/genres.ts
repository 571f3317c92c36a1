/** What a programme can be, whatever shelf it stands on. */
import type { DemoGenre } from './types.ts';

/** Every genre that a demo programme names. */
export const demoGenres: DemoGenre[] = [
  { slug: 'romance', name_ko: '로맨스', name_en: 'Romance' },
  { slug: 'thriller', name_ko: '스릴러', name_en: 'Thriller' },
  { slug: 'crime', name_ko: '범죄', name_en: 'Crime' },
  { slug: 'mystery', name_ko: '미스터리', name_en: 'Mystery' },
  { slug: 'historical', name_ko: '시대극', name_en: 'Period' },
  { slug: 'family', name_ko: '가족', name_en: 'Family' },
  { slug: 'comedy', name_ko: '코미디', name_en: 'Comedy' },
  { slug: 'fantasy', name_ko: '판타지', name_en: 'Fantasy' },
  { slug: 'sf', name_ko: 'SF', name_en: 'Sci-Fi' },
  { slug: 'action', name_ko: '액션', name_en: 'Action' },
  { slug: 'healing', name_ko: '힐링', name_en: 'Feel-Good' },
  { slug: 'documentary', name_ko: '다큐멘터리', name_en: 'Documentary' },
  { slug: 'travel', name_ko: '여행', name_en: 'Travel' },
  { slug: 'food', name_ko: '음식', name_en: 'Food' },
  { slug: 'music', name_ko: '음악', name_en: 'Music' },
  { slug: 'animation', name_ko: '애니메이션', name_en: 'Animation' },
];
