/** Finding documents: each function is one query, or a few after one another. */
import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { Viewer } from '../../http/caller.ts';
import type { QueryForms, Wanted } from './forms.ts';
import type { SearchSource } from './sources.service.ts';

/**
 * How well a document was met, best first. Of each matcher: as a whole name, its beginning, whole words, words' beginnings,
 * any part.
 */
export const ranks = {
  typed: [0, 10, 18, 20, 30],
  initials: [40, 42, 43, 44, 46],
  otherLayout: [50, 52, 53, 54, 56],
  roman: [60, 63, 64, 65, 66],
  corrected: [70, 72, 73, 74, 76],
} as const;
/** Words that begin as they were spelt, before folding made them like others. */
const speltRank = 61;
/** And up to nine more, the less alike. */
const alikeRank = 80;
type Ranks = (typeof ranks)[keyof typeof ranks];

/** Shorter parts of a name are looked for at the beginning of words only: they are in nearly every name. */
const minPartLength = 3;
/** Folded, different words grow alike, so a part has to be longer. */
const minRomanPartLength = 4;

export interface Find {
  kind: string;
  id: string;
  rank: number;
  /** Its place among finds of other kinds: the rank, later for kinds that stand back. */
  place: number;
}

/** Who searches what, and when. */
export interface Search {
  db: Queryable;
  sources: readonly SearchSource[];
  viewer: Viewer;
  now: Date;
}

/** How many of each kind are wanted. */
export type Limits = Record<string, number>;

/** One way of meeting documents: a form of theirs, what is wanted of it, and the ranks that gives. */
interface Matcher {
  form: SQL;
  wanted: Wanted;
  ranks: Ranks;
  /** Shorter parts than that are looked for at the beginning of words only. */
  shortest: number;
  /** What has to hold as well. */
  also?: SQL;
}

/** One condition, and the rank of what it holds for. */
interface Match {
  where: SQL;
  rank: SQL;
  /** On how many words its text depends. */
  words: number;
}

/** Queries of more words than that differ too much in their text to be kept prepared. */
const maxPrepared = 2;
const modeOf = (matches: Match[]) =>
  matches.every(({ words }) => words <= maxPrepared) ? 'prepared' : 'once';

/** What a way means as SQL. Forms hold letters and digits only, so that nothing in them is a wildcard. */
function matchOf({ form, wanted: { whole, words }, ranks, shortest, also }: Matcher): Match {
  const like = (pattern: string) => sql`${form} like ${pattern}`;
  const all = (patterns: string[]) => sql.join(patterns.map(like), sql` and `);
  const exact = like(`%=${whole}=%`);
  const beginning = like(`%=${whole}%`);
  const beginnings = all(words.map((word) => `% ${word}%`));
  const [asWhole, asBeginning, asWords, asBeginnings, asPart] = ranks;
  const asPartOrBeginning = whole.length < shortest ? beginning : like(`%${whole}%`);
  // The beginning of its only word is a part of it.
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

/** A way that meets that many documents is broad: then not all of them are ranked. */
const broad = sql.raw('5000');

/** The kinds that are wanted as rows of `wanted`: how many of each, and how many ranks it stands back. */
function wantedKinds({ sources }: Search, limits: Limits): SQL {
  const wanted = sources.filter(({ kind }) => (limits[kind] ?? 0) > 0);
  return sql`unnest(${sql.param(wanted.map(({ kind }) => kind))}::text[],
    ${sql.param(wanted.map(({ kind }) => limits[kind]))}::int[],
    ${sql.param(wanted.map(({ behind }) => behind))}::int[]) as wanted(kind, most, behind)`;
}

/**
 * Whether this viewer may see the document `d` now. It is asked of documents in the order in which they are wanted, until there
 * are enough; `offset 0` keeps the planner from looking at all that the viewer may see instead.
 */
function maySee({ viewer, now, sources }: Pick<Search, 'viewer' | 'now' | 'sources'>): SQL {
  const kinds = sources.map(
    ({ kind, visible }) => sql`when ${kind} then exists (${visible(viewer, now)} offset 0)`,
  );
  return sql`case d.kind ${sql.join(kinds, sql` `)} end`;
}

/**
 * The best documents of each kind that this viewer may see: by rank, then the more watched, then the newer; at least as many as are
 * wanted, and one as often as matches met it. Matches that are broad are left out; which those are, by their places in `matches`,
 * is said.
 */
async function listBest(
  search: Search,
  matches: Match[],
  limits: Limits,
): Promise<{ finds: Find[]; broad: number[] }> {
  if (matches.length === 0) return { finds: [], broad: [] };
  // Each match by itself, so that nothing is compared with a document in a way that did not meet it: likeness takes its time.
  const meets = matches.map(
    ({ where, rank }, at) => sql`(
      select ${at}::int as at, d.kind, d.target_id, d.popularity, d.listed_at, ${rank} as rank
      from search_documents d where ${where} limit ${broad})`,
  );
  const rows = await queryRows<Find & { broad: number[] }>(
    search.db,
    sql`with met as materialized (${sql.join(meets, sql` union all `)}),
      counted as materialized (
        select array(select at from met group by at having count(*) = ${broad}) as broad)
      select best.*, counted.broad from counted left join (
        select d.kind, d.target_id as id, d.rank, d.rank + wanted.behind as place
        from ${wantedKinds(search, limits)} cross join lateral (
          select * from (
            select * from met where kind = wanted.kind and at <> all((select broad from counted)::int[])
            order by rank, popularity desc, listed_at desc, target_id offset 0) d
          where ${maySee(search)} limit wanted.most * ${matches.length}) d) best on true
      order by place`,
    modeOf(matches),
  );
  const finds = rows.flatMap(({ kind, id, rank, place }) =>
    kind === null ? [] : [{ kind, id, rank, place }],
  );
  return { finds, broad: rows[0]?.broad ?? [] };
}

/** So many more of a broad way's finds are ranked than are wanted. */
const rankedMore = 40;
/** And looked for among so many of the most watched and newest. */
const walked = sql.raw('3000');

/**
 * For a broad matcher: those with the whole name, and the best of the most watched and newest that it meets. Those are read in
 * that order. Where there are not enough among the first, what it meets is rare enough to be read from the index; of all
 * kinds but programmes together, which have an index of their own, it mostly is.
 */
async function listBroad(search: Search, matcher: Matcher, limits: Limits): Promise<Find[]> {
  const match = matchOf(matcher);
  const { where, rank } = match;
  // Apart, because the planner takes whole names for far more common than they are.
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

/** What meets a query in any of several matchers, best first. */
async function listByMatchers(
  search: Search,
  matchers: Matcher[],
  limits: Limits,
  more: Match[] = [],
): Promise<Find[]> {
  // A letter or two begin so much that counting first would be in vain.
  const short =
    matchers.length > 0 && matchers.every(({ wanted, shortest }) => wanted.whole.length < shortest);
  const best = short
    ? { finds: [], broad: [...matchers.keys()] }
    : await listBest(search, [...matchers.map(matchOf), ...more], limits);
  const broadly = matchers.filter((_, at) => best.broad.includes(at));
  const each = await Promise.all(broadly.map((matcher) => listBroad(search, matcher, limits)));
  return bestOf([...best.finds, ...each.flat()], limits);
}

/** The best matches of each kind, up to the wanted number. */
function bestOf(finds: Find[], limits: Limits): Find[] {
  const left = { ...limits };
  return onceEach(finds.sort((a, b) => a.place - b.place)).filter(({ kind }) => {
    const stillWanted = (left[kind] ?? 0) - 1;
    left[kind] = stillWanted;
    return stillWanted >= 0;
  });
}

/** Every document once, as it was met best. */
export function onceEach(finds: Find[]): Find[] {
  const first = new Map<string, Find>();
  for (const own of finds) if (!first.has(own.id)) first.set(own.id, own);
  return [...first.values()];
}

/** What meets a query as it was typed, or by its initial consonants. */
export function listDirect(search: Search, { typed, initials }: QueryForms, limits: Limits): Promise<Find[]> {
  const matchers = [typedMatcher(typed, ranks.typed)];
  if (initials) {
    // Not asked of the index: a prepared query would look there first, for a pattern that may hold nothing to look for.
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

/** What meets a query as typed on the other keyboard layout, or as it sounds. */
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

/** What meets a query with its words corrected. */
export function listCorrected(search: Search, corrected: Wanted[], limits: Limits): Promise<Find[]> {
  const matchers = corrected.map((wanted) => typedMatcher(wanted, ranks.corrected));
  return listByMatchers(search, matchers, limits);
}

/** Documents whose name has at least that share of the query's letter triples in one place. */
export function listAlike(
  search: Search,
  { typed, roman }: QueryForms,
  share: number,
  limits: Limits,
): Promise<Find[]> {
  const alike = (column: SQL, { words }: Wanted): Match => {
    const text = words.join(' ');
    return {
      where: sql`${text}::text <% ${column}`,
      rank: sql`${alikeRank}::int + floor((1 - word_similarity(${text}::text, ${column})) * 10)::int`,
      words: 1,
    };
  };
  const matches = [alike(names, typed), ...(roman ? [alike(sql`d.roman`, roman)] : [])];
  return search.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(share)}, true)`);
    const { finds } = await listBest({ ...search, db: tx }, matches, limits);
    return bestOf(finds, limits);
  });
}

/** Words that names have, among which those that look like the given ones once letters are taken out. */
export function listWordsNear(db: Queryable, shortened: string[]): Promise<{ word: string; used: number }[]> {
  return queryRows(
    db,
    sql`select word, used from search_words where shortened && ${sql.param(shortened)}::text[] limit 500`,
    'prepared',
  );
}

/** Programmes of people, those with more of them and the more watched first. */
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
