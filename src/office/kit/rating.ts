import type { Locale } from '../../contract/errors.ts';
import { maturities, maturityGrades } from '../../contract/ratings.ts';

/** A Korean viewing grade as staff read it, with the United States rating beside it. */
export function showRating(maturity: number, locale: Locale): string {
  const grade = maturityGrades[maturity as keyof typeof maturityGrades];
  if (!grade) return String(maturity);
  if (locale === 'en') return `${grade.en} · ${grade.us}`;
  return `${maturity === 0 ? '전체' : `${grade.ko}세`} · ${grade.us}`;
}

/** The grades as choices. */
export const ratingChoices = (locale: Locale) =>
  maturities.map((maturity) => ({ id: maturity, name: showRating(maturity, locale) }));
