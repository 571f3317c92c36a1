import { and, eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { radioServiceGroups as shape } from '../../../../contract/admin/radio-groups.ts';
import type { Context } from '../../../context.ts';
import type { Queryable } from '../../../db/client.ts';
import { isOneOf } from '../../../db/conditions.ts';
import { failField } from '../../../errors.ts';
import { resource } from '../../../resource/resource.ts';
import { checkRegions } from '../../entitlement/regions.service.ts';
import { plans } from '../../plans/plans.tables.ts';
import { liveChannels } from '../live.tables.ts';
import { serviceGroups } from '../radio-groups.tables.ts';

export const radioServiceGroupResource = (context: Context) =>
  resource(context, shape, serviceGroups, {
    tag: 'live',
    publishes: 'active',
    search: [serviceGroups.nameKo, serviceGroups.nameEn],
    label: 'nameKo',
    values: async (values, { tx, before }) => {
      checkRegions(context, values.regions);
      const { channelIds, planIds, devices } = values;
      // Records that are in the group already may be deleted by now.
      const added = (ids: string[] = [], earlier: string[] = []) => ids.filter((id) => !earlier.includes(id));
      const isRadio = (ids: string[]) => and(isOneOf(liveChannels.id, ids), eq(liveChannels.medium, 'radio'));
      const channels = added(channelIds, before?.channelIds);
      if (!(await hasAll(tx, liveChannels, channels, isRadio))) failField('channel_ids', 'exists');
      const isPlan = (ids: string[]) => isOneOf(plans.id, ids);
      if (!(await hasAll(tx, plans, added(planIds, before?.planIds), isPlan)))
        failField('plan_ids', 'exists');
      return {
        ...values,
        ...(channelIds && { channelIds: [...new Set(channelIds)] }),
        ...(planIds && { planIds: [...new Set(planIds)] }),
        ...(devices && { devices: [...new Set(devices)] }),
      };
    },
  });

/** Whether a table has all of some ids. */
async function hasAll(
  db: Queryable,
  table: PgTable,
  ids: string[],
  isOne: (ids: string[]) => SQL | undefined,
): Promise<boolean> {
  const distinct = [...new Set(ids)];
  return distinct.length === 0 || (await db.$count(table, isOne(distinct))) === distinct.length;
}
