/**
 * The entitlement rule of channels. A channel is published while it is active, and cannot be blocked. Service groups limit their radio
 * channels to countries, devices and plans. Countries limit both the lists and playback. Devices and plans limit playback alone, because
 * lists are shared by viewers of all devices and plans.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Device } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { allOf } from '../../db/conditions.ts';
import type { Viewer } from '../../http/caller.ts';
import { decidePlay, isForAudience, type ProgrammeFacts } from '../entitlement/entitlement.ts';
import { householdsOnPlans } from '../plans/plans.service.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { liveChannels } from './live.tables.ts';
import { serviceGroups } from './radio-groups.tables.ts';

/** The limits of an active service group, as the rule reads them. */
export interface ServiceGroup {
  /** Empty: no plan is needed. */
  plan_ids: string[];
  /** Empty: all devices. */
  devices: Device[];
  /** Null: all countries. */
  regions: string[] | null;
}

interface Channel {
  active: boolean;
  maturity: number;
  premium: boolean;
  regions: string[] | null;
  /** The active groups that it is in. */
  service_groups: readonly ServiceGroup[];
}

/** Whether a channel is in an active service group that meets a condition. The subquery runs once for all channels. */
const isInGroup = (condition?: SQL): SQL =>
  sql`${liveChannels.id} in (select unnest(${serviceGroups.channelIds}) from ${serviceGroups}
    where ${allOf(eq(serviceGroups.active, true), condition)})`;

const isInRegion = (region: string): SQL =>
  sql`(${serviceGroups.regions} is null or ${region} = any(${serviceGroups.regions}))`;

/** The rule as a condition on `live_channels`. */
export const maySeeChannel = (viewer: Viewer): SQL =>
  allOf(
    eq(liveChannels.active, true),
    isForAudience(liveChannels, viewer),
    sql`(not ${isInGroup()} or ${isInGroup(isInRegion(viewer.region))})`,
  );

/** Whether a channel needs a plan in a country, on all devices: `needsPlan` as a condition on `live_channels`. */
export const needsPlanIn = (region: string): SQL => {
  const isFree = sql`${serviceGroups.planIds} = '{}'`;
  return sql`(${liveChannels.premium} or ${isInGroup(isInRegion(region))}
    and not ${isInGroup(allOf(isInRegion(region), isFree))})`;
};

/** The active service groups of a channel, as a column of a query on `live_channels`. */
export const serviceGroupsColumn: SQL = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('plan_ids', g.plan_ids, 'devices', g.devices, 'regions', g.regions)), '[]')
  from ${serviceGroups} g where g.active and ${liveChannels.id} = any(g.channel_ids)) as service_groups`;

const servesRegion = ({ regions }: ServiceGroup, region: string) =>
  regions === null || regions.includes(region);

const servesDevice = ({ devices }: ServiceGroup, device: string) =>
  devices.length === 0 || devices.some((each) => each === device);

/** The countries of a channel: its own, as far as its service groups serve them. */
function regionsOf({ regions, service_groups: groups }: Channel): string[] | null {
  if (groups.length === 0 || groups.some((group) => group.regions === null)) return regions;
  const served = groups.flatMap((group) => group.regions ?? []);
  return regions === null ? served : regions.filter((country) => served.includes(country));
}

/** The facts of a channel for `decideSee`. */
export function channelFacts(channel: Channel): ProgrammeFacts {
  const { active, maturity, premium } = channel;
  const always = { availableFrom: null, availableUntil: null, blocked: false };
  return { published: active, maturity, premium, regions: regionsOf(channel), ...always };
}

/** Whether a channel needs a plan in a country, on all devices. */
export function needsPlan({ premium, service_groups: groups }: Channel, region: string): boolean {
  const serving = groups.filter((group) => servesRegion(group, region));
  return premium || (serving.length > 0 && serving.every(({ plan_ids }) => plan_ids.length > 0));
}

/** Whether this viewer may play a channel on a device now, and the reason if not. */
export async function decidePlayChannel(
  context: Context,
  { viewer, now }: { viewer: Viewer; now: Date },
  channel: Channel,
  device: string,
): Promise<ReturnType<typeof decidePlay> | 'device_not_served'> {
  const facts = channelFacts(channel);
  const decision = decidePlay(viewer, facts, now);
  const isInAudience = ['play', 'plan_required', 'outside_hours'].includes(decision);
  if (!isInAudience || channel.service_groups.length === 0) return decision;
  const serving = channel.service_groups.filter(
    (group) => servesRegion(group, viewer.region) && servesDevice(group, device),
  );
  if (serving.length === 0) return 'device_not_served';
  if (serving.some(({ plan_ids }) => plan_ids.length === 0)) return decision;
  const planIds = serving.flatMap(({ plan_ids }) => plan_ids);
  const isSubscribed = viewer.hasPlan && (await hasOneOfPlans(context, viewer, planIds, now));
  return decidePlay({ ...viewer, hasPlan: isSubscribed }, { ...facts, premium: true }, now);
}

/** Whether the household of a viewer's profile has one of some plans. */
async function hasOneOfPlans(
  { db }: Context,
  { profileId }: Viewer,
  planIds: string[],
  now: Date,
): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select 1 from ${profiles} where ${profiles.id} = ${profileId ?? null}
      and ${profiles.householdId} in (${householdsOnPlans(planIds, now)})`,
  );
  return found.length > 0;
}
