/** What the catalogue's resources share. */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../../db/client.ts';
import { failField } from '../../../errors.ts';
import { type categories, type genres, programmes, type stbCategories } from '../catalog.tables.ts';

/** Whether the programme of a row is a content partner's. */
export const ofPartner = (programmeId: AnyPgColumn, contentPartnerId: string): SQL =>
  sql`${programmeId} in (select id from ${programmes} where ${programmes.contentPartnerId} = ${contentPartnerId})`;

/** The filter for what stands at the top of a tree, or below. */
export const atTop =
  (parentId: AnyPgColumn) =>
  (isTop: boolean): SQL =>
    isTop ? isNull(parentId) : isNotNull(parentId);

/** Fails, naming the field, unless a tree of two levels stays one when a row is put below a parent. */
export async function checkParent(
  tx: Transaction,
  table: typeof categories | typeof genres | typeof stbCategories,
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
