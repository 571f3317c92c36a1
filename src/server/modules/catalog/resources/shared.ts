/** What the catalogue's resources share. */
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { failField } from '../../../errors.ts';
import { artworks, type categories, type genres, programmes } from '../catalog.tables.ts';

/** Placeholder colours of artworks, by id. */
export async function colorsOf(db: Queryable, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = ids.filter((id): id is string => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: artworks.id, color: artworks.color })
    .from(artworks)
    .where(inArray(artworks.id, wanted));
  return new Map(rows.map((row) => [row.id, row.color]));
}

/** Whether the programme of a row is a content partner's. */
export const ofPartner = (programmeId: AnyPgColumn, contentPartnerId: string): SQL =>
  sql`${programmeId} in (select id from ${programmes} where ${programmes.contentPartnerId} = ${contentPartnerId})`;

/** Fails, naming the field, unless a publication window ends after it begins. */
export function checkWindow(from: Date | null | undefined, until: Date | null | undefined): void {
  if (from && until && until <= from) failField('available_until', 'window_order');
}

/** The filter for what stands at the top of a tree, or below. */
export const atTop =
  (parentId: AnyPgColumn) =>
  (isTop: boolean): SQL =>
    isTop ? isNull(parentId) : isNotNull(parentId);

/** Fails, naming the field, unless a tree of two levels stays one when a row is put below a parent. */
export async function checkParent(
  tx: Transaction,
  table: typeof categories | typeof genres,
  parentId: string,
  id: string | undefined,
  message: 'parent_depth' | 'genre_depth',
): Promise<void> {
  const [parent] = await tx
    .select({ id: table.id, parentId: table.parentId })
    .from(table)
    .where(eq(table.id, parentId));
  if (!parent) failField('parent_id', 'exists');
  const [child] = id
    ? await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.parentId, id)))
        .limit(1)
    : [];
  if (parent.parentId !== null || parent.id === id || child) failField('parent_id', message);
}
