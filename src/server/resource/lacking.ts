/** Counts records with missing content, for each resource whose list has the filter `lacks`. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Lack, lack, maxCheckedForLacks } from '../../contract/admin/fields.ts';
import type { Context } from '../context.ts';
import { queryRows } from '../db/client.ts';
import { amongNewest } from '../db/conditions.ts';
import type { StaffMember } from '../http/caller.ts';
import { conditionOf } from './list-filters.ts';
import { resourcesOf } from './registry.ts';

/**
 * Filter of a list by missing content. It finds those of the newest published records that meet a condition
 * on `own`, and `isShown` if the record belongs to another one. A lack without a condition matches no record.
 */
export const lacking =
  (
    table: SQLWrapper,
    newest: 'listed_at' | 'created_at',
    lacks: Partial<Record<Lack, SQL>>,
    isShown: SQL = sql`true`,
  ) =>
  (lack: Lack): SQL => {
    const isSo = lacks[lack];
    if (!isSo) return sql`false`;
    return amongNewest(table, { newest, max: maxCheckedForLacks, isSo: sql`(${isSo}) and ${isShown}` });
  };

/** Conditions on a text in two languages: it is missing, or one language is. */
export const lacksText = (stem: 'synopsis' | 'description') => {
  const [ko, en] = [sql.raw(`own.${stem}_ko`), sql.raw(`own.${stem}_en`)];
  return {
    synopsis: sql`${ko} = '' and ${en} = ''`,
    language: sql`(${ko} = '') <> (${en} = '')`,
  };
};

interface Counted {
  resource: string;
  counts: Record<Lack, number>;
  more: boolean;
}

/**
 * Numbers of published records by missing content, for each resource that the staff member may read. They
 * equal the results of the lists. One query checks at most `maxCheckedForLacks` records of each resource.
 */
export async function countLacking(
  context: Pick<Context, 'db' | 'registries'>,
  staff: StaffMember,
): Promise<Counted[]> {
  const models = [...resourcesOf(context).values()].filter(
    ({ shape, options }) => options.where?.lacks && staff.may(shape.module, 'read'),
  );
  if (models.length === 0) return [];
  const counts = models.flatMap((model) => {
    const { shape, table } = model;
    const count = (what: string, counted: SQL) =>
      sql`select ${shape.name}::text as resource, ${what}::text as what, (${counted})::int as total`;
    return [
      ...lack.options.map((what) =>
        count(what, sql`select count(*) from ${table} where ${conditionOf(model, staff, { lacks: what })}`),
      ),
      count(
        'published',
        sql`select count(*) from (select from ${table} where published limit ${maxCheckedForLacks + 1}) own`,
      ),
    ];
  });
  const rows = await queryRows<{ resource: string; what: string; total: number }>(
    context.db,
    sql.join(counts, sql` union all `),
  );
  return models.map(({ shape: { name } }) => {
    const totalOf = (what: string) =>
      rows.find((row) => row.resource === name && row.what === what)?.total ?? 0;
    return {
      resource: name,
      counts: Object.fromEntries(lack.options.map((what) => [what, totalOf(what)])) as Record<Lack, number>,
      more: totalOf('published') > maxCheckedForLacks,
    };
  });
}
