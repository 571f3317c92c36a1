import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { customRows as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/client.ts';
import { checkKeptList, lostFields } from '../../../resource/kept-list.ts';
import type { Changes } from '../../../resource/model.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { sections } from '../../home/home.tables.ts';
import { customRowItems, customRows } from '../catalog.tables.ts';
import { programmeList } from '../row-views.service.ts';

/** A row goes with the sections of home that show it. */
export const customRowResource = (context: Context) =>
  resource(context, shape, customRows, {
    tag: 'catalog',
    unique: { catalog_custom_rows_slug: 'slug' },
    search: [customRows.titleKo, customRows.titleEn],
    label: 'titleKo',
    lists: { programme_ids: { owner: customRowItems.customRowId, named: customRowItems.programmeId } },
    present: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const items = await db
        .select()
        .from(customRowItems)
        .where(inArray(customRowItems.customRowId, ids))
        .orderBy(asc(customRowItems.position), asc(customRowItems.programmeId));
      return rows.map(({ id, view }) => ({
        programme_ids: items.filter((own) => own.customRowId === id).map((own) => own.programmeId),
        lost_fields: view ? lostFields(programmeList(context), view) : [],
      }));
    },
    values: async (values, { before, staff }) => {
      checkWindow({ ...before, ...values });
      // One that stays as it was is not asked again: a role that lost a field can change the rest of the row.
      if (values.view && !isDeepStrictEqual(values.view, before?.view))
        checkKeptList(programmeList(context), staff, values.view, 'view');
      return values;
    },
    saveRest: async (saved, { tx }) => {
      const changes: Changes[] = [];
      for (const { input, row } of saved) changes.push(await saveProgrammes(tx, row.id, input.programme_ids));
      return changes;
    },
    goesWith: async (ids, { tx }) =>
      (
        await tx
          .select({ id: sections.id })
          .from(sections)
          .where(inArray(sections.customRowId, ids))
          .orderBy(sections.id)
      ).map(({ id }) => ({ entity: 'home-sections', id, action: 'delete' })),
  });

/**
 * Writes a row's programmes in their order, as far as they differ: what stays is not written again, which would wait for whoever is
 * deleting it, while they wait for this row.
 */
async function saveProgrammes(
  tx: Transaction,
  id: string,
  programme_ids: string[] | undefined,
): Promise<Changes> {
  if (!programme_ids) return {};
  const wanted = [...new Set(programme_ids)];
  const items = await tx
    .select()
    .from(customRowItems)
    .where(eq(customRowItems.customRowId, id))
    .orderBy(asc(customRowItems.position), asc(customRowItems.programmeId));
  const old = items.map((own) => own.programmeId);
  if (JSON.stringify(old) === JSON.stringify(wanted)) return {};
  await tx
    .delete(customRowItems)
    .where(and(eq(customRowItems.customRowId, id), notInArray(customRowItems.programmeId, wanted)));
  if (wanted.length > 0)
    await tx
      .insert(customRowItems)
      .values(wanted.map((programmeId, position) => ({ customRowId: id, programmeId, position })))
      .onConflictDoUpdate({
        target: [customRowItems.customRowId, customRowItems.programmeId],
        set: { position: sql`excluded.position` },
        setWhere: sql`${customRowItems.position} <> excluded.position`,
      });
  return { programme_ids: [old, wanted] };
}
