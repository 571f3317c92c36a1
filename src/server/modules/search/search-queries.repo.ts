/** Searches and the results that were opened. Each function is one query. */
import { sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { Search } from './search.repo.ts';
import { searchQueries } from './search.tables.ts';

export interface Person {
  householdId: string;
  profileId: string;
}

export interface Opened {
  type: string;
  id: string;
}

/** Stores searches; an anonymous one has neither household nor profile. */
export async function insertQueries(
  db: Queryable,
  rows: (typeof searchQueries.$inferInsert)[],
): Promise<void> {
  await db.insert(searchQueries).values(rows).onConflictDoNothing();
}

/** Deletes at most `limit` older anonymous searches; returns how many were deleted. */
export async function forgetOldQueries(db: Queryable, before: Date, limit: number): Promise<number> {
  const result = await db.execute(sql`
    delete from search_queries where id in (
      select id from search_queries where searched_at < ${before.toISOString()} and profile_id is null limit ${limit})`);
  return result.rowCount ?? 0;
}

/** Stores the opened result of a search. Returns whether this person, or a guest, made such a search recently. */
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

/** The maximum number of searches read for a history. */
const maxHistory = 500;

/**
 * A profile's searches, each once, last searched first; `part` limits them to those that contain it. A search is left out when
 * its words name something, or it led to something, that this viewer may not see.
 */
export async function listHistory(
  { db, sources, viewer, now }: Search,
  profileId: string,
  part: string,
  limit: number,
): Promise<string[]> {
  const visible = sql.join(
    sources.map((own) => sql`(d.kind = ${own.kind} and exists (${own.visible(viewer, now)}))`),
    sql` or `,
  );
  const kinds = sql.param(sources.map(({ kind }) => kind));
  const rows = await queryRows<{ q: string }>(
    db,
    sql`with own as (
        select distinct on (term) term, q, opened_id, searched_at from (
          select term, q, opened_id, searched_at from search_queries where profile_id = ${profileId}
          order by searched_at desc limit ${maxHistory}) latest
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

/** Removes a profile's searches of one term, or all, from its history: they become anonymous. */
export async function forgetQueries(
  db: Queryable,
  profileId: string,
  term: string | undefined,
): Promise<void> {
  await db.execute(sql`
    update search_queries set household_id = null, profile_id = null
    where profile_id = ${profileId} ${term === undefined ? sql`` : sql`and term = ${term}`}`);
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
