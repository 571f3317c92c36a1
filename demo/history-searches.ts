/** What people of the demo search for, besides the names of what they then watch. */

/** Found, but nothing is opened. */
export const browsed = [
  '로맨스',
  '가족 드라마',
  'ㄱㅈ',
  '스릴러',
  '요리',
  '다큐',
  'comedy',
  'kids',
  'documentary',
  'music',
  '여행',
  '사극',
] as const;

/** What the service does not have: the list of searches without a result. */
export const missed = [
  '오징어 게임 시즌 3',
  '야구 중계',
  'nba live',
  '트로트 경연 다시보기',
  'premier league',
  '일일연속극 재방송',
  'world news tonight',
  '옛날 만화영화 모음',
] as const;
