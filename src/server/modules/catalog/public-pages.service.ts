/** The catalogue's pages that anybody may find: categories, genres, titles, people, custom rows, the content partner. */
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { Viewer } from '../../http/caller.ts';
import { isOpen, maySee } from '../entitlement/entitlement.ts';
import { categories, customRows, genres, people, programmes } from './catalog.tables.ts';

const r = alias(customRows, 'r');
const p = alias(people, 'p');
const c = alias(categories, 'c');
const g = alias(genres, 'g');

export interface PublicPage {
  path: string;
  changedAt: Date | null;
}

/** Titles the viewer may see, then everybody who is in one of them, then what they are sorted by. */
const publicPages = (viewer: Viewer, now: Date) => sql`
  with visible as materialized (
    select id, slug, kind, updated_at from ${programmes} where ${maySee(programmes, viewer, now)})
  select 1 as place, '/view/' || case kind when 'series' then 's' else 'm' end || '/' || slug as path, updated_at as changed_at, id from visible
  union all
  select 2, '/cast/' || p.slug, null, p.id from catalog_people p
    where ${isOpen(p, now)} and exists (select from catalog_credits c join visible v on v.id = c.programme_id where c.person_id = p.id)
  union all
  select 3, '/category/' || coalesce(parent.slug || '/', '') || c.slug, null, c.id
    from catalog_categories c left join catalog_categories parent on parent.id = c.parent_id
    where ${isOpen(c, now)} and (parent.id is null or ${isOpen(alias(categories, 'parent'), now)})
  union all
  select 4, '/genre/' || coalesce(parent.slug || '/', '') || g.slug, null, g.id
    from catalog_genres g left join catalog_genres parent on parent.id = g.parent_id
    where ${isOpen(g, now)} and (parent.id is null or ${isOpen(alias(genres, 'parent'), now)})
  union all
  select 5, '/content/' || r.slug, r.updated_at, r.id from catalog_custom_rows r where ${isOpen(r, now)}
  union all
  select 6, '/' || p.slug, null, p.id from catalog_content_partners p where p.slug = 'kocowa'`;

/** How many public pages there are. */
export async function countPublic(db: Queryable, viewer: Viewer, now: Date): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (${publicPages(viewer, now)}) pages`,
  );
  return row?.count ?? 0;
}

/** How many titles the viewer may see. */
export const countTitles = (db: Queryable, viewer: Viewer, now: Date): Promise<number> =>
  db.$count(programmes, maySee(programmes, viewer, now));

/** Some of them, always in the same order. */
export async function listPublic(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  limit: number,
  offset: number,
): Promise<PublicPage[]> {
  const rows = await queryRows<{ path: string; changed_at: Date | null }>(
    db,
    sql`${publicPages(viewer, now)} order by place, id limit ${limit} offset ${offset}`,
  );
  return rows.map((row) => ({ path: row.path, changedAt: row.changed_at }));
}
