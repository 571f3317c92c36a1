/** Search's wire shapes and texts. */
import { josa } from 'es-hangul';
import type { Locale } from '../../../contract/errors.ts';

/** One line about what was found. */
export function presentMessage(
  locale: Locale,
  query: string,
  instead: string | undefined,
  total: number,
): string {
  if (total === 0) {
    return locale === 'ko' ? `‘${query}’ 검색 결과가 없어요.` : `No results for “${query}”.`;
  }
  if (instead !== undefined) {
    if (locale === 'en') return `Showing results for “${instead}” instead of “${query}”.`;
    return `‘${query}’ 대신 ‘${instead}’${josa.pick(instead, '으로/로')} 찾았어요.`;
  }
  if (locale === 'ko') return `‘${query}’ 검색 결과 ${total}개`;
  return total === 1 ? `1 result for “${query}”` : `${total} results for “${query}”`;
}
