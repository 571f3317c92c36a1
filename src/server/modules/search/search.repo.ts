/** Finding documents, and what was searched: each function is one query. */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, queryRows } from '../../db/client.ts';
import type { Viewer } from '../catalog/entitlement.ts';
import type { SearchSource } from './documents.service.ts';
import type { QueryForms, Wanted } from './forms.ts';
import { searchSources } from './sources.service.ts';

/**
 * How well a document was met, best first. Of each way: as a whole name, its beginning, whole words, words' beginnings,
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
/** Whether a document was met by nothing better than that its name looks like the query. */
export const isAlike = (rank: number): boolean => rank >= alikeRank;
type Ranks = (typeof ranks)[keyof typeof ranks];

/** Shorter parts of a name are looked for at the beginning of words only: they are in nearly every name. */
const shortestPart = 3;
/** Folded, different words grow alike, so a part has to be longer. */
const shortestRomanPart = 4;

export interface Find {
  kind: string;
  id: string;
  rank: number;
  /** Its place among finds of other kinds: the rank, later for kinds that stand back. */
  place: number;
}

/** How many of each kind are wanted. */
export type Limits = Record<string, number>;

/** One way of meeting documents: a form of theirs, what is wanted of it, and the ranks that gives. */
interface Way {
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
}

/** What a way means as SQL. Forms hold letters and digits only, so that nothing in them is a wildcard. */
function matchOf({ form, wanted: { whole, words }, ranks, shortest, also }: Way): Match {
  const like = (pattern: string) => sql`${form} like ${pattern}`;
  const all = (patterns: string[]) => sql.join(patterns.map(like), sql` and `);
  const exact = like(`%=${whole}=%`);
  const beginning = like(`%=${whole}%`);
  const beginnings = all(words.map((word) => `% ${word}%`));
  const [asWhole, asBeginning, asWords, asBeginnings, asPart] = ranks;
  const met = sql`(${whole.length < shortest ? beginning : like(`%${whole}%`)} or (${beginnings}))`;
  return {
    where: also ? sql`(${met} and ${also})` : met,
    rank: sql`case when ${exact} then ${asWhole}::int when ${beginning} then ${asBeginning}::int
      when ${all(words.map((word) => `% ${word} %`))} then ${asWords}::int
      when ${beginnings} then ${asBeginnings}::int else ${asPart}::int end`,
  };
}

const names = sql`d.names`;
const typedWay = (wanted: Wanted, ranks: Ranks): Way => ({
  form: names,
  wanted,
  ranks,
  shortest: shortestPart,
});

/** A way that meets that many documents is broad: then not all of them are ranked. */
const broad = 2000;
/** Nor when several ways together meet so many. */
const broadTogether = 2 * broad;

const perWantedKind = (limits: Limits, branch: (source: SearchSource, limit: number) => SQL): SQL =>
  sql.join(
    searchSources
      .filter(({ kind }) => (limits[kind] ?? 0) > 0)
      .map((source) => branch(source, limits[source.kind] as number)),
    sql` union all `,
  );

/**
 * The best documents of each kind that this viewer may see: by rank, then the more watched, then the newer. Undefined when
 * the matches are broad.
 */
async function listBest(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  matches: Match[],
  limits: Limits,
): Promise<Find[] | undefined> {
  if (matches.length === 0) return [];
  // Each way by itself, so that nothing is compared with a document in a way that did not meet it: likeness takes its time.
  const meets = sql.join(
    matches.map(
      ({ where }, way) =>
        sql`(select d.*, ${way}::int as way from search_documents d where ${where} limit ${broad})`,
    ),
    sql` union all `,
  );
  const best = sql.join(
    matches.map(({ rank }, way) => sql`when ${way} then ${rank}`),
    sql` `,
  );
  // Whether each may be seen is asked in their order, one after the other, until there are enough.
  const perKind = perWantedKind(
    limits,
    ({ kind, behind, visible }, limit) => sql`(
      select d.kind, d.target_id as id, d.rank, d.rank + ${behind}::int as place from (
        select * from ranked where kind = ${kind} order by rank, popularity desc, listed_at desc, target_id) d
      cross join lateral (${visible(viewer, now)} offset 0) seen limit ${limit})`,
  );
  const rows = await queryRows<Find & { broad: boolean }>(
    db,
    sql`with met as materialized (select * from (${meets}) every limit ${broadTogether}),
        counted as materialized (
          select coalesce(max(met) = ${broad} or sum(met) = ${broadTogether}, false) as broad
          from (select count(*) as met from met group by way) ways),
        ranked as materialized (
          select d.kind, d.target_id, d.popularity, d.listed_at, min(case way ${best} end) as rank
          from met d where not (select broad from counted) group by 1, 2, 3, 4)
      select best.*, counted.broad from counted left join (${perKind}) best on true order by place`,
  );
  if (rows[0]?.broad) return undefined;
  return rows.flatMap(({ kind, id, rank, place }) => (kind === null ? [] : [{ kind, id, rank, place }]));
}

/** So many more of a broad way's finds are ranked than are wanted. */
const rankedMore = 100;
/** And looked for among so many of the most watched and newest. */
const walked = 3000;

/**
 * For a broad way: those with the whole name, and the best of the most watched and newest that it meets. Those are read in
 * that order until there are enough. Where there are not enough among the first, what it meets is rare enough to be read
 * from the index; of all kinds but programmes together, which have an index of their own, it mostly is. Who may see them is
 * asked in as few places as that allows: planning this query takes as long as running it.
 */
async function listBroad(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  way: Way,
  limits: Limits,
): Promise<Find[]> {
  const { where, rank } = matchOf(way);
  const order = sql`order by d.popularity desc, d.listed_at desc`;
  // Apart, because the planner takes whole names for far more common than they are.
  const whole =
    way.form === names
      ? sql`select * from search_documents where whole_names @> array[${way.wanted.whole}]::text[] offset 0`
      : sql`select * from search_documents where false`;
  const perKind = perWantedKind(limits, ({ kind, behind, visible }, limit) => {
    const ranked = limit + rankedMore;
    const seen = sql`cross join lateral (${visible(viewer, now)} offset 0) seen`;
    const first = sql`(select * from search_documents d where d.kind = ${kind} ${order} limit ${walked}) d`;
    const found =
      kind === 'programme'
        ? sql`(with first as materialized (select d.* from ${first} ${seen} where ${where} limit ${ranked})
            select false as named, d.* from first d where (select count(*) from first) = ${ranked}
            union all select false, d.* from search_documents d
              where d.kind = ${kind} and ${where} and (select count(*) from first) < ${ranked})`
        : sql`select false as named, d.* from others d where d.kind = ${kind}
            union all select false, d.* from ${first} where ${where} and (select broad from counted)`;
    return sql`(
      select d.kind, d.target_id as id, ${rank} as rank, ${behind}::int as behind, d.popularity, d.listed_at from (
        select d.* from (
          select d.* from (${found} union all select true, d.* from whole d where d.kind = ${kind}) d
          order by d.named desc, d.popularity desc, d.listed_at desc offset 0) d
        ${seen} limit ${ranked}) d
      order by rank, popularity desc, listed_at desc limit ${limit})`;
  });
  return queryRows<Find>(
    db,
    sql`with others as materialized (
        select * from search_documents d where d.kind <> 'programme' and ${where} limit ${broad}),
      counted as materialized (select count(*) = ${broad} as broad from others),
      whole as materialized (${whole})
      select kind, id, rank, rank + behind as place from (
        select distinct on (kind, id) * from (${perKind}) every order by kind, id, rank) best
      order by place, popularity desc, listed_at desc`,
  );
}

/** What meets a query in any of several ways, best first. */
async function listByWays(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  ways: Way[],
  limits: Limits,
  more: Match[] = [],
): Promise<Find[]> {
  // A letter or two begin so much that counting first would be in vain.
  const short = ways.length > 0 && ways.every(({ wanted, shortest }) => wanted.whole.length < shortest);
  const best = short ? undefined : await listBest(db, viewer, now, [...ways.map(matchOf), ...more], limits);
  if (best) return best;
  const each = [];
  for (const way of ways) each.push(...(await listBroad(db, viewer, now, way, limits)));
  const left = { ...limits };
  return onceEach(each.sort((a, b) => a.place - b.place)).filter(({ kind }) => {
    left[kind] = (left[kind] ?? 0) - 1;
    return (left[kind] as number) >= 0;
  });
}

/** Every document once, as it was met best. */
export function onceEach(finds: Find[]): Find[] {
  const first = new Map<string, Find>();
  for (const own of finds) if (!first.has(own.id)) first.set(own.id, own);
  return [...first.values()];
}

/** What meets a query as it was typed, or by its initial consonants. */
export function listDirect(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  { typed, initials }: QueryForms,
  limits: Limits,
): Promise<Find[]> {
  const ways = [typedWay(typed, ranks.typed)];
  if (initials) {
    ways.push({
      form: sql`d.initials`,
      wanted: initials,
      ranks: ranks.initials,
      shortest: shortestPart,
      ...(initials.pattern === undefined ? {} : { also: sql`d.names ~ ${initials.pattern}` }),
    });
  }
  return listByWays(db, viewer, now, ways, limits);
}

/** What meets a query as typed on the other keyboard layout, or as it sounds. */
export function listIndirect(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  { otherLayout, roman }: QueryForms,
  limits: Limits,
): Promise<Find[]> {
  const ways = otherLayout.map((wanted) => typedWay(wanted, ranks.otherLayout));
  if (!roman || roman.whole === '') return listByWays(db, viewer, now, ways, limits);
  ways.push({ form: sql`d.roman`, wanted: roman, ranks: ranks.roman, shortest: shortestRomanPart });
  const asSpelt = roman.spelt.map((word) => sql`d.roman like ${`%~${word}%`}`);
  const spelt = { where: sql.join(asSpelt, sql` and `), rank: sql`${speltRank}::int` };
  return listByWays(db, viewer, now, ways, limits, [spelt]);
}

/** What meets a query with its words corrected. */
export function listCorrected(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  corrected: Wanted[],
  limits: Limits,
): Promise<Find[]> {
  const ways = corrected.map((wanted) => typedWay(wanted, ranks.corrected));
  return listByWays(db, viewer, now, ways, limits);
}

/** Documents whose name has at least that share of the query's letter triples in one place. */
export function listAlike(
  db: Database,
  viewer: Viewer,
  now: Date,
  { typed, roman }: QueryForms,
  share: number,
  limits: Limits,
): Promise<Find[]> {
  const alike = (column: SQL, { words }: Wanted): Match => {
    const text = words.join(' ');
    return {
      where: sql`${text}::text <% ${column}`,
      rank: sql`${alikeRank}::int + floor((1 - word_similarity(${text}::text, ${column})) * 10)::int`,
    };
  };
  const matches = [alike(names, typed), ...(roman ? [alike(sql`d.roman`, roman)] : [])];
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(share)}, true)`);
    return (await listBest(tx, viewer, now, matches, limits)) ?? [];
  });
}

/** Words that names have, among which those that look like the given ones once letters are taken out. */
export function listWordsNear(db: Queryable, shortened: string[]): Promise<{ word: string; used: number }[]> {
  return queryRows(
    db,
    sql`select word, used from search_words where shortened && ${sql.param(shortened)}::text[] limit 500`,
  );
}

export interface Person {
  householdId: string;
  profileId: string;
}

/** Notes a search; one of nobody's when there is no person. */
export async function insertQuery(
  db: Queryable,
  query: {
    id: string;
    person: Person | undefined;
    q: string;
    term: string;
    at: Date;
    opened: Opened | undefined;
  },
): Promise<void> {
  const { id, person, q, term, at, opened } = query;
  await db.execute(sql`
    insert into search_queries (id, household_id, profile_id, q, term, opened_type, opened_id, searched_at)
    values (${id}, ${person?.householdId ?? null}, ${person?.profileId ?? null}, ${q}, ${term},
      ${opened?.type ?? null}, ${opened?.id ?? null}, ${at.toISOString()})`);
}

export interface Opened {
  type: string;
  id: string;
}

/** Notes what was opened of a search's finds; whether there was such a search of this person (or nobody) of late. */
export async function setOpened(
  db: Queryable,
  id: string,
  person: Person | undefined,
  opened: Opened,
  since: Date,
): Promise<boolean> {
  const result = await db.execute(sql`
    update search_queries set opened_type = ${opened.type}, opened_id = ${opened.id}
    where id = ${id} and profile_id is not distinct from ${person?.profileId ?? null}::uuid
      and searched_at > ${since.toISOString()}`);
  return result.rowCount === 1;
}

/** Searches beyond these are not read for a history. */
const longestHistory = 500;

/**
 * What a profile searched for, each once, last searched first; `part` only those that contain it. A search is left out when
 * its words name something, or it led to something, that this viewer may not see.
 */
export async function listHistory(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  profileId: string,
  part: string,
  limit: number,
): Promise<string[]> {
  const seen = (kind: string) =>
    searchSources.find((own) => own.kind === kind)?.visible(viewer, now) ?? sql`select`;
  const visible = sql.join(
    searchSources.map(({ kind }) => sql`(d.kind = ${kind} and exists (${seen(kind)}))`),
    sql` or `,
  );
  const kinds = sql.param(searchSources.map(({ kind }) => kind));
  const rows = await queryRows<{ q: string }>(
    db,
    sql`with own as (
        select distinct on (term) term, q, opened_id, searched_at from (
          select term, q, opened_id, searched_at from search_queries where profile_id = ${profileId}
          order by searched_at desc limit ${longestHistory}) latest
        where ${part} = '' or strpos(term, ${part}) > 0
        order by term, searched_at desc)
      select q from own
      where (select coalesce(bool_or(${visible}), true) from search_documents d
          where d.whole_names @> array[own.term])
        and (select coalesce(bool_and(${visible}), true) from search_documents d
          where d.kind = any(${kinds}::text[]) and d.target_id = own.opened_id)
      order by searched_at desc limit ${limit}`,
  );
  return rows.map((row) => row.q);
}

/** Takes a profile's searches of one term, or all, out of its history: from now on they are nobody's. */
export async function forgetQueries(
  db: Queryable,
  profileId: string,
  term: string | undefined,
): Promise<void> {
  await db.execute(sql`
    update search_queries set household_id = null, profile_id = null
    where profile_id = ${profileId} ${term === undefined ? sql`` : sql`and term = ${term}`}`);
}

/** Programmes of people, those with more of them and the more watched first. */
export async function listProgrammesOf(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  personIds: string[],
  limit: number,
): Promise<string[]> {
  if (personIds.length === 0) return [];
  const programmes = searchSources.find(({ kind }) => kind === 'programme');
  if (!programmes) return [];
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select d.target_id as id from search_documents d
      join (select programme_id, count(*) as people from catalog_credits
        where person_id = any(${sql.param(personIds)}::uuid[]) group by programme_id) of on of.programme_id = d.target_id
      cross join lateral (${programmes.visible(viewer, now)} offset 0) seen
      where d.kind = 'programme' order by of.people desc, d.popularity desc, d.listed_at desc limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** How many searches each of some profiles has made since an instant. */
export function countSearches(
  db: Queryable,
  profileIds: string[],
  since: Date,
): Promise<{ profile_id: string; searches: number }[]> {
  return queryRows(
    db,
    sql`select profile_id, count(*)::int as searches from search_queries
      where profile_id = any(${sql.param(profileIds)}::uuid[]) and searched_at >= ${since} group by 1`,
  );
}
