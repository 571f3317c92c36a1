/** Searching: what a query finds, and what it was taken to mean. */
import type { Context } from '../../context.ts';
import { must } from '../../must.ts';
import { type QueryForms, queryFormsOf, type Wanted } from './forms.ts';
import * as repo from './search.repo.ts';
import * as queries from './search-queries.repo.ts';
import { lookups, maxCorrectedLength, minCorrectedLength, nearest } from './spelling.ts';

export interface Found {
  finds: repo.Find[];
  /** What was searched instead, when nothing was found for what was typed. */
  instead: string | undefined;
}

/** With that many direct finds nobody needs those that only sound alike. */
const enoughDirect = 10;
/** With fewer finds than that, and no good one among them, the query is taken for mistyped. */
const tooFew = 5;
/** Names have to look like the query that much; when none does, that much less, unless somebody is still typing. */
const alikeShares = { typing: [0.7], done: [0.7, 0.45] };
/** So many words of a query are corrected: each is looked up by up to 300 spellings. */
const maxCorrectedWords = 6;
/** That many corrections of a single word are tried. */
const maxCorrections = 3;

/** What a query finds for this viewer, best first, at most `limits` of each kind. */
export async function find(
  search: repo.Search,
  query: string,
  limits: repo.Limits,
  state: keyof typeof alikeShares,
): Promise<Found> {
  const asides = new Set(search.sources.filter(({ aside }) => aside).map(({ kind }) => kind));
  const forms = queryFormsOf(query);
  if (forms.typed.whole === '') return { finds: [], instead: undefined };
  const direct = await repo.listDirect(search, forms, limits);
  const enough = Math.min(enoughDirect, Math.max(...Object.values(limits)));
  if (direct.filter(({ kind }) => !asides.has(kind)).length >= enough)
    return { finds: direct, instead: undefined };
  const indirect = await repo.listIndirect(search, forms, limits);
  // A match at the beginning of a word decides that this keyboard layout was meant.
  const asWords = direct.some(({ rank }) => rank <= repo.ranks.typed[3]);
  const finds = repo.onceEach([
    ...direct,
    ...indirect.filter(({ rank }) => !asWords || rank >= repo.ranks.roman[0]),
  ]);
  const sure = finds.some(({ rank }) => rank <= repo.ranks.roman[1]);
  if (sure || finds.length >= tooFew) return { finds, instead: insteadOf(finds, forms) };

  const corrections = await correct(search, query, forms);
  const corrected = await repo.listCorrected(
    search,
    corrections.map(({ wanted }) => wanted),
    limits,
  );
  const guesses = [...finds, ...corrected];
  for (const share of alikeShares[state]) {
    if (guesses.length >= tooFew) break;
    const alike = await repo.listAlike(search, forms, share, limits);
    guesses.push(...alike);
    if (alike.length > 0) break;
  }
  const instead = finds.length === 0 && corrected.length > 0 ? corrections[0]?.text : insteadOf(finds, forms);
  return { finds: repo.onceEach(guesses), instead };
}

/** The reading of the other keyboard layout, when it is what found something. */
function insteadOf(finds: repo.Find[], { otherLayout }: QueryForms): string | undefined {
  const rank = finds[0]?.rank ?? 0;
  return rank >= repo.ranks.otherLayout[0] && rank < repo.ranks.roman[0] ? otherLayout[0]?.text : undefined;
}

/** The query with its unknown Latin words replaced by known ones that look like them. */
async function correct(
  { db }: repo.Search,
  query: string,
  { typed }: QueryForms,
): Promise<{ text: string; wanted: Wanted }[]> {
  const correctable = (word: string) =>
    word.length >= minCorrectedLength && word.length <= maxCorrectedLength && /^[a-z]+$/.test(word);
  const doubtful = typed.words.filter(correctable).slice(0, maxCorrectedWords);
  if (doubtful.length === 0) return [];
  const near = await repo.listWordsNear(db, [...new Set(doubtful.flatMap(lookups))]);
  const known = new Set(near.map(({ word }) => word));
  const matchers = typed.words.map((word) => {
    const better = correctable(word) && !known.has(word) ? nearest(word, near) : [];
    return better.length > 0 ? better : [word];
  });
  const tries = Math.min(maxCorrections, Math.max(...matchers.map((matcher) => matcher.length)));
  return Array.from({ length: tries }, (_, index) => {
    const words = matchers.map((matcher) => matcher[index] ?? must(matcher[0], 'word'));
    return { text: words.join(' '), wanted: { whole: words.join(''), words } };
  }).filter(({ text }) => text !== typed.words.join(' ') && text !== query);
}

/** How many searches each of some profiles has made since an instant, by profile. */
export async function countSearches(
  context: Context,
  profileIds: string[],
  since: Date,
): Promise<Map<string, number>> {
  const rows = await queries.countSearches(context.db, profileIds, since);
  return new Map(rows.map(({ profile_id, searches }) => [profile_id, searches]));
}
