/** Facts about a query for reports: its script, and the forms that are equal for different spellings. */
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/caller.ts';
import { queryFormsOf } from './forms.ts';
import { initialsOf, isInitial } from './hangul.ts';
import { find } from './search.service.ts';
import { searchSources } from './sources.service.ts';

export interface QueryFacts {
  /** The query in lower case and Unicode NFC, with single spaces. */
  query: string;
  script: 'hangul' | 'initials' | 'latin' | 'other';
  /** Sound in folded Latin letters, the same for a Korean query and its spellings. Empty if there is none. */
  sound: string;
  /** Initial consonants of a Korean query. Empty for other queries. */
  initials: string;
}

/** Facts about a query. */
export function queryFactsOf(q: string): QueryFacts {
  const query = q.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
  const letters = query.replace(/[^\p{L}\p{N}]+/gu, '');
  const sound = queryFormsOf(query).roman?.whole ?? '';
  if (letters !== '' && [...letters].every(isInitial))
    return { query, script: 'initials', sound: '', initials: initialsOf(letters) };
  if (/[가-힣]/u.test(letters)) return { query, script: 'hangul', sound, initials: initialsOf(letters) };
  return { query, script: /[a-z]/.test(letters) ? 'latin' : 'other', sound, initials: '' };
}

/** A guest in the home country, with access only to public titles. */
const guest = (region: string): Viewer => ({
  profileId: undefined,
  maturity: 19,
  hasPlan: false,
  adFree: false,
  region,
  hasBlockedTitles: false,
  changedAt: 0,
  withinHours: true,
});

/** Number of results of a query for a guest, at most a page of each kind. */
export async function countFinds(context: Context, q: string): Promise<number> {
  const { searchDb: db, config } = context;
  const sources = context.registries.get(searchSources);
  const limits = Object.fromEntries(sources.map(({ kind, limits: own }) => [kind, own.page]));
  const search = { db, sources, viewer: guest(config.homeCountry), now: context.now() };
  return (await find(search, q, limits, 'done')).finds.length;
}
