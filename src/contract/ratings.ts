/** Korean viewing grades by lowest age, and the United States rating that viewers in North America know. */
export const maturityGrades = {
  0: { ko: '전체', en: 'All', us: 'TV-G' },
  7: { ko: '7', en: '7+', us: 'TV-Y7' },
  12: { ko: '12', en: '12+', us: 'TV-PG' },
  15: { ko: '15', en: '15+', us: 'TV-14' },
  19: { ko: '19', en: '19+', us: 'TV-MA' },
} as const;
export const maturities = [0, 7, 12, 15, 19] as const;

/** The highest grade that a kids profile may have. */
export const kidsCeiling = 12;

/** The ceiling proposed for a child of that age: the highest grade meant for it. */
export function ceilingForAge(age: number): 0 | 7 | 12 {
  return age >= 12 ? 12 : age >= 7 ? 7 : 0;
}
