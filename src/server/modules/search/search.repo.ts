/** Finds documents: each function is one query, or a few after one another. */
import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { Viewer } from '../../http/caller.ts';
import type { QueryForms, Wanted } from './forms.ts';
import type { SearchSource } from './sources.service.ts';
import { isMeant } from './spelling.ts';

/**
 * How well a document matched, best first. For each matcher: as a whole name, its beginning, whole words, words' beginnings, any
 * part.
 */
export const ranks = {
  typed: [0, 10, 18, 20, 30],
  initials: [40, 42, 43, 44, 46],
  otherLayout: [50, 52, 53, 54, 56],
  roman: [60, 63, 64, 65, 66],
  corrected: [70, 72, 73, 74, 76],
} as const;
/** Words that begin as they were spelt, before folding made them equal to others. */
const speltRank = 61;
/** Up to nine is added, the less similar the match. */
const alikeRank = 80;
type Ranks = (typeof ranks)[keyof typeof ranks];

/** Shorter parts of a name are matched at the beginning of words only: they occur in nearly every name. */
const minPartLength = 3;
/** Folding makes different words similar, so a part has to be longer. */
const minRomanPartLength = 4;

export interface Find {
  kind: string;
  id: string;
  rank: number;
  /** Its place among results of other kinds: the rank, increased for kinds that come later. */
  place: number;
}

interface FindWithForm extends Find {
  /** The stored form that matched, where the match returns it. */
  form: string | null;
}

/** The viewer of a search, and its time. */
export interface Search {
  db: Queryable;
  sources: readonly SearchSource[];
  viewer: Viewer;
  now: Date;
}

/** The number of results wanted of each kind. */
export type Limits = Record<string, number>;

/** One way of matching documents: a form of theirs, the search term in that form, and the ranks of the matches. */
interface Matcher {
  form: SQL;
  wanted: Wanted;
  ranks: Ranks;
  /** Parts shorter than this are matched at the beginning of words only. */
  shortest: number;
  /** A further condition. */
  also?: SQL;
}

/** One condition, and the rank of the documents that satisfy it. */
interface Match {
  where: SQL;
  rank: SQL;
  /** The number of words that its text depends on. */
  words: number;
  /** The form that is returned with each result. */
  form?: SQL;
}

/** Queries of more words than this differ too much in their text to be kept prepared. */
const maxPrepared = 2;
const modeOf = (matches: Match[]) =>
  matches.every(({ words }) => words <= maxPrepared) ? 'prepared' : 'once';

/** A matcher as SQL conditions. Forms contain letters and digits only, so they contain no wildcards. */
function matchOf({ form, wanted: { whole, words }, ranks, shortest, also }: Matcher): Match {
  const like = (pattern: string) => sql`${form} like ${pattern}`;
  const all = (patterns: string[]) => sql.join(patterns.map(like), sql` and `);
  const exact = like(`%=${whole}=%`);
  const beginning = like(`%=${whole}%`);
  const beginnings = all(words.map((word) => `% ${word}%`));
  const [asWhole, asBeginning, asWords, asBeginnings, asPart] = ranks;
  const asPartOrBeginning = whole.length < shortest ? beginning : like(`%${whole}%`);
  // A query of one word: a match at the beginning is included in a match of any part.
  const isOneWord = whole.length >= shortest && words.length === 1 && words[0] === whole;
  const met = isOneWord ? asPartOrBeginning : sql`(${asPartOrBeginning} or (${beginnings}))`;
  return {
    where: also ? sql`(${met} and ${also})` : met,
    rank: sql`case when ${exact} then ${asWhole}::int when ${beginning} then ${asBeginning}::int
      when ${all(words.map((word) => `% ${word} %`))} then ${asWords}::int
      when ${beginnings} then ${asBeginnings}::int else ${asPart}::int end`,
    words: words.length,
  };
}

const names = sql`d.names`;
const typedMatcher = (wanted: Wanted, ranks: Ranks): Matcher => ({
  form: names,
  wanted,
  ranks,
  shortest: minPartLength,
});

/** A match of this many documents is broad: then not all of them are ranked. */
const broad = sql.raw('5000');

/** The wanted kinds as rows of `wanted`: how many results of each, and by how many ranks they come later. */
function wantedKinds({ sources }: Search, limits: Limits): SQL {
  const wanted = sources.filter(({ kind }) => (limits[kind] ?? 0) > 0);
  return sql`unnest(${sql.param(wanted.map(({ kind }) => kind))}::text[],
    ${sql.param(wanted.map(({ kind }) => limits[kind]))}::int[],
    ${sql.param(wanted.map(({ behind }) => behind))}::int[]) as wanted(kind, most, behind)`;
}

/**
 * Whether this viewer may see the document `d` now. It is checked in the order of the results until there are enough; `offset 0`
 * keeps the planner from evaluating everything that the viewer may see instead.
 */
function maySee({ viewer, now, sources }: Pick<Search, 'viewer' | 'now' | 'sources'>): SQL {
  const kinds = sources.map(
    ({ kind, visible }) => sql`when ${kind} then exists (${visible(viewer, now)} offset 0)`,
  );
  return sql`case d.kind ${sql.join(kinds, sql` `)} end`;
}

/**
 * The best documents of each kind that this viewer may see: by rank, then the more watched, then the newer. It returns at least
 * as many as are wanted; a document occurs once for each match. Broad matches are left out and returned by their positions in
 * `matches`.
 */
async function listBest(
  search: Search,
  matches: Match[],
  limits: Limits,
): Promise<{ finds: FindWithForm[]; broad: number[] }> {
  if (matches.length === 0) return { finds: [], broad: [] };
  // Each match is a query of its own, so that a document is compared only in the way it matched: similarity is slow.
  const meets = matches.map(
    ({ where, rank, form }, at) => sql`(
      select ${at}::int as at, d.kind, d.target_id, d.popularity, d.listed_at, ${rank} as rank,
        ${form ?? sql`null::text`} as form
      from search_documents d where ${where} limit ${broad})`,
  );
  const rows = await queryRows<FindWithForm & { broad: number[] }>(
    search.db,
    sql`with met as materialized (${sql.join(meets, sql` union all `)}),
      counted as materialized (
        select array(select at from met group by at having count(*) = ${broad}) as broad)
      select best.*, counted.broad from counted left join (
        select d.kind, d.target_id as id, d.rank, d.rank + wanted.behind as place, d.form
        from ${wantedKinds(search, limits)} cross join lateral (
          select * from (
            select * from met where kind = wanted.kind and at <> all((select broad from counted)::int[])
            order by rank, popularity desc, listed_at desc, target_id offset 0) d
          where ${maySee(search)} limit wanted.most * ${matches.length}) d) best on true
      order by place`,
    modeOf(matches),
  );
  const finds = rows.flatMap(({ kind, id, rank, place, form }) =>
    kind === null ? [] : [{ kind, id, rank, place, form }],
  );
  return { finds, broad: rows[0]?.broad ?? [] };
}

/** How many more results of a broad match are ranked than are wanted. */
const rankedMore = 40;
/** They are searched among this many of the most watched and newest documents. */
const walked = sql.raw('3000');

/**
 * For a broad matcher: the documents with the whole name, and the best of the most watched and newest that match. Those are read
 * in that order. When the first ones contain too few matches, the match is rare enough to be read from the index. This mostly
 * holds for all kinds except programmes together; programmes have their own index.
 */
async function listBroad(search: Search, matcher: Matcher, limits: Limits): Promise<Find[]> {
  const match = matchOf(matcher);
  const { where, rank } = match;
  // Separate, because the planner greatly overestimates the number of whole names.
  const isNamed =
    matcher.form === names ? sql`d.whole_names @> array[${matcher.wanted.whole}]::text[]` : sql`false`;
  const isOther = sql`(${where}) and not ${isNamed}`;
  const columns = sql`d.kind, d.target_id, d.popularity, d.listed_at, ${matcher.form}`;
  const isSeen = maySee(search);
  const isSeenProgramme = maySee({
    ...search,
    sources: search.sources.filter(({ kind }) => kind === 'programme'),
  });
  return queryRows<Find>(
    search.db,
    sql`with named as materialized (select ${columns} from search_documents d where ${isNamed}),
      others as materialized (
        select ${columns} from search_documents d where d.kind <> 'programme' and ${isOther} limit ${broad}),
      walked as materialized (
        select d.* from ${wantedKinds(search, limits)} cross join lateral (
          select ${columns} from (
            select * from search_documents d where d.kind = wanted.kind
            order by popularity desc, listed_at desc limit ${walked}) d
          where ${isOther} and (d.kind <> 'programme' or ${isSeenProgramme}) limit wanted.most + ${rankedMore}) d
        where wanted.kind = 'programme' or (select count(*) from others) = ${broad}),
      enough as materialized (
        select count(*) = ${(limits.programme ?? 0) + rankedMore} as programmes from walked where kind = 'programme'),
      candidates as materialized (
        select true as is_named, d.* from named d
        union all select false, d.* from others d
        union all select false, d.* from walked d
          where d.kind <> 'programme' and d.target_id not in (select target_id from others)
        union all select false, d.* from walked d where d.kind = 'programme' and (select programmes from enough)
        union all select false, ${columns} from search_documents d
          where d.kind = 'programme' and ${isOther} and not (select programmes from enough))
      select best.kind, best.target_id as id, best.rank, best.rank + wanted.behind as place
      from ${wantedKinds(search, limits)} cross join lateral (
        select d.*, ${rank} as rank from (
          select * from (
            select * from candidates where kind = wanted.kind
            order by is_named desc, popularity desc, listed_at desc offset 0) d
          where ${isSeen} limit wanted.most + ${rankedMore}) d
        order by rank, popularity desc, listed_at desc limit wanted.most) best
      order by place, popularity desc, listed_at desc`,
    modeOf([match]),
  );
}

/** The documents that any of several matchers finds, best first. */
async function listByMatchers(
  search: Search,
  matchers: Matcher[],
  limits: Limits,
  more: Match[] = [],
): Promise<Find[]> {
  // One or two letters begin so many words that counting first would be wasted.
  const short =
    matchers.length > 0 && matchers.every(({ wanted, shortest }) => wanted.whole.length < shortest);
  const best = short
    ? { finds: [], broad: [...matchers.keys()] }
    : await listBest(search, [...matchers.map(matchOf), ...more], limits);
  const broadly = matchers.filter((_, at) => best.broad.includes(at));
  const each = await Promise.all(broadly.map((matcher) => listBroad(search, matcher, limits)));
  return bestOf([...best.finds, ...each.flat()], limits);
}

/** The best of each kind, as many as are wanted. */
function bestOf(finds: Find[], limits: Limits): Find[] {
  const left = { ...limits };
  return onceEach(finds.sort((a, b) => a.place - b.place)).filter(({ kind }) => {
    const stillWanted = (left[kind] ?? 0) - 1;
    left[kind] = stillWanted;
    return stillWanted >= 0;
  });
}

/** Every document once, with its best match. */
export function onceEach(finds: Find[]): Find[] {
  const first = new Map<string, Find>();
  for (const own of finds) if (!first.has(own.id)) first.set(own.id, own);
  return [...first.values()];
}

/** The documents that match a query as typed, or by its initial consonants. */
export function listDirect(search: Search, { typed, initials }: QueryForms, limits: Limits): Promise<Find[]> {
  const matchers = [typedMatcher(typed, ranks.typed)];
  if (initials) {
    // This does not use the index: a prepared query would use it first, for a pattern that may contain nothing to look up.
    matchers.push({
      form: sql`d.initials`,
      wanted: initials,
      ranks: ranks.initials,
      shortest: minPartLength,
      ...(initials.pattern === undefined ? {} : { also: sql`(d.names || '') ~ ${initials.pattern}` }),
    });
  }
  return listByMatchers(search, matchers, limits);
}

/** The documents that match a query as typed on the other keyboard layout, or by its sound. */
export function listIndirect(
  search: Search,
  { otherLayout, roman }: QueryForms,
  limits: Limits,
): Promise<Find[]> {
  const matchers = otherLayout.map((wanted) => typedMatcher(wanted, ranks.otherLayout));
  if (!roman || roman.whole === '') return listByMatchers(search, matchers, limits);
  matchers.push({ form: sql`d.roman`, wanted: roman, ranks: ranks.roman, shortest: minRomanPartLength });
  const asSpelt = roman.spelt.map((word) => sql`d.roman like ${`%~${word}%`}`);
  const spelt = { where: sql.join(asSpelt, sql` and `), rank: sql`${speltRank}::int`, words: asSpelt.length };
  return listByMatchers(search, matchers, limits, [spelt]);
}

/** The documents that match a query with its words corrected. */
export function listCorrected(search: Search, corrected: Wanted[], limits: Limits): Promise<Find[]> {
  const matchers = corrected.map((wanted) => typedMatcher(wanted, ranks.corrected));
  return listByMatchers(search, matchers, limits);
}

/** Similar names that are read for each result, because trigrams also find names that are alike by chance. */
const alikeRead = 3;

/** Documents with a name that has at least that share of the query's trigrams in one place, and few slips there. */
export async function listAlike(
  search: Search,
  { typed, roman }: QueryForms,
  share: number,
  limits: Limits,
): Promise<Find[]> {
  const alike = (form: SQL, { words }: Wanted): Match => {
    const text = words.join(' ');
    return {
      where: sql`${text}::text <% ${form}`,
      rank: sql`${alikeRank}::int + floor((1 - word_similarity(${text}::text, ${form})) * 10)::int`,
      words: 1,
      form,
    };
  };
  const matches = [alike(names, typed), ...(roman ? [alike(sql`d.roman`, roman)] : [])];
  const read = Object.fromEntries(Object.entries(limits).map(([kind, limit]) => [kind, limit * alikeRead]));
  const { finds } = await search.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(share)}, true)`);
    return listBest({ ...search, db: tx }, matches, read);
  });
  const queries = [typed, ...(roman ? [roman] : [])].map(({ words }) => words.join(''));
  return bestOf(
    finds.filter(({ form }) => form !== null && queries.some((query) => isMeant(query, form))),
    limits,
  );
}

/** Words of names that may be similar to the given ones: they are equal after letters are removed. */
export function listWordsNear(db: Queryable, shortened: string[]): Promise<{ word: string; used: number }[]> {
  return queryRows(
    db,
    sql`select word, used from search_words where shortened && ${sql.param(shortened)}::text[] limit 500`,
    'prepared',
  );
}

/** Programmes with the given people: those with more of them first, then the more watched. */
export async function listProgrammesOf(
  search: Search,
  personIds: string[],
  limit: number,
): Promise<string[]> {
  if (personIds.length === 0) return [];
  const programmes = search.sources.find(({ kind }) => kind === 'programme');
  if (!programmes) return [];
  const rows = await queryRows<{ id: string }>(
    search.db,
    sql`select d.target_id as id from search_documents d
      join (select programme_id, count(*) as people from catalog_credits
        where person_id = any(${sql.param(personIds)}::uuid[]) group by programme_id) of on of.programme_id = d.target_id
      cross join lateral (${programmes.visible(search.viewer, search.now)} offset 0) seen
      where d.kind = 'programme' order by of.people desc, d.popularity desc, d.listed_at desc limit ${limit}`,
    'prepared',
  );
  return rows.map((row) => row.id);
}
