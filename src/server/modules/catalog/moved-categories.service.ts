/** What follows when a category is moved: it stands in another one, becomes one at the top, or was one. */
import { type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import type { Changes, FollowingStep } from '../../resource/model.ts';

/** The steps that move what stands in categories along with them: of each program or clip, where it stands from now on. */
export async function stepsOfMoved(
  tx: Queryable,
  { entity, things, categories }: { entity: string; things: SQLWrapper; categories: SQLWrapper },
  changed: { id: string; changes: Changes }[],
): Promise<FollowingStep[]> {
  const moved = changed.filter(({ changes }) => changes.parent_id).map(({ id }) => id);
  if (moved.length === 0) return [];
  const own = await queryRows<{
    id: string;
    category_id: string;
    sub_category_id: string | null;
    stands_in: string;
    parent_id: string | null;
  }>(
    tx,
    sql`select t.id, t.category_id, t.sub_category_id, c.id as stands_in, c.parent_id
      from ${things} t join ${categories} c on c.id = coalesce(t.sub_category_id, t.category_id)
      where ${isOneOf(sql`c.id`, moved)} order by t.id`,
  );
  return own.flatMap(({ id, category_id, sub_category_id, stands_in, parent_id }) => {
    const [top, sub] = parent_id === null ? [stands_in, null] : [parent_id, stands_in];
    const input = {
      ...(category_id === top ? {} : { category_id: top }),
      ...(sub_category_id === sub ? {} : { sub_category_id: sub }),
    };
    return Object.keys(input).length > 0 ? [{ entity, id, action: 'update', input }] : [];
  });
}
