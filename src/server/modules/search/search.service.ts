/** Searching: the results of a query, and how the query was interpreted. */
import type { Context } from '../../context.ts';
import { must } from '../../must.ts';
import { type QueryForms, queryFormsOf, type Wanted } from './forms.ts';
import * as repo from './search.repo.ts';
import * as queries from './search-queries.repo.ts';
import { lookups, maxCorrectedLength, minCorrectedLength, nearest } from './spelling.ts';

export interface Found {
  finds: repo.Find[];
  /** The text that was searched instead, when the typed text found nothing. */
  instead: string | undefined;
}

/** With this many direct results, results by sound are not needed. */
const enoughDirect = 10;
/** With fewer results than this, and no good one among them, the query is taken as mistyped. */
const tooFew = 5;
/**
 * The similarity that a name must have to the query; the second value applies when the first finds nothing, unless the user is
 * still typing.
 */
const alikeShares = { typing: [0.7], done: [0.7, 0.45] };
/** At most this many words of a query are corrected: each is looked up by up to 300 spellings. */
const maxCorrectedWords = 6;
/** At most this many corrections of a single word are tried. */
const maxCorrections = 3;

/** The results of a query for this viewer, best first, at most `limits` of each kind. */
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
  // A query that matches the beginning of a word on this keyboard layout was meant on this layout.
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

/** The text on the other keyboard layout, when that is what found something. */
function insteadOf(finds: repo.Find[], { otherLayout }: QueryForms): string | undefined {
  const rank = finds[0]?.rank ?? 0;
  return rank >= repo.ranks.otherLayout[0] && rank < repo.ranks.roman[0] ? otherLayout[0]?.text : undefined;
}

/** The query with its unknown Latin words replaced by similar known ones. */
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
