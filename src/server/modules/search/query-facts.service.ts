/** What reports know of a query: how it is written, and the forms by which several ways of writing it are one. */
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/caller.ts';
import { queryFormsOf } from './forms.ts';
import { initialsOf, isInitial } from './hangul.ts';
import { find } from './search.service.ts';
import { searchSources } from './sources.service.ts';

export interface QueryFacts {
  /** In lower case, composed, with single spaces. */
  query: string;
  script: 'hangul' | 'initials' | 'latin' | 'other';
  /** Its sound in folded Latin letters, the same for a Korean query and its spellings; empty without. */
  sound: string;
  /** Initial consonants of a Korean query; empty without. */
  initials: string;
}

/** What is to be known of a query. */
export function queryFactsOf(q: string): QueryFacts {
  const query = q.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
  const letters = query.replace(/[^\p{L}\p{N}]+/gu, '');
  const sound = queryFormsOf(query).roman?.whole ?? '';
  if (letters !== '' && [...letters].every(isInitial))
    return { query, script: 'initials', sound: '', initials: initialsOf(letters) };
  if (/[가-힣]/u.test(letters)) return { query, script: 'hangul', sound, initials: initialsOf(letters) };
  return { query, script: /[a-z]/.test(letters) ? 'latin' : 'other', sound, initials: '' };
}

/** A guest at home: sees what everybody may see. */
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

/** How much a guest finds by a query. */
export async function countFinds(context: Context, q: string): Promise<number> {
  const { searchDb: db, config } = context;
  const sources = context.registries.get(searchSources);
  const limits = Object.fromEntries(sources.map(({ kind, limits: own }) => [kind, own.page]));
  const search = { db, sources, viewer: guest(config.homeCountry), now: context.now() };
  return (await find(search, q, limits, 'done')).finds.length;
}
