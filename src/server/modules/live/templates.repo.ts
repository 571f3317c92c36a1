/** Templates, their slots, and the times of slots that have been written into schedules. */
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { groupBy } from '../../group-by.ts';
import { episodes } from '../catalog/catalog.tables.ts';
import { isEpisodeOpen } from '../entitlement/entitlement.ts';
import { itemJoins, itemNames, playMs } from './entries.repo.ts';
import { liveChannels, liveItems, liveSlotTimes, liveTemplateSlots, liveTemplates } from './live.tables.ts';

export type Template = typeof liveTemplates.$inferSelect;
export type Slot = typeof liveTemplateSlots.$inferSelect;
export type SlotTime = typeof liveSlotTimes.$inferSelect;
export type Item = typeof liveItems.$inferSelect;

/** Channels whose schedule a template writes, or has written from an instant on: one, or all. */
export async function listTemplateChannels(
  db: Queryable,
  from: Date,
  channelId: string | null,
): Promise<{ id: string; templateId: string | null }[]> {
  return await rows(
    db,
    sql`select c.id, case when c.loops then null else c.template_id end as "templateId" from live_channels c
      where ${channelId ? eq(sql`c.id`, channelId) : sql`true`} and (c.template_id is not null and not c.loops
        or exists (select from live_slot_times s where s.channel_id = c.id and s.starts_at > ${from}))
      order by c.id`,
  );
}

/** All templates with their slots, by id. */
export async function listTemplates(db: Queryable): Promise<Map<string, Template & { slots: Slot[] }>> {
  const slots = await db.select().from(liveTemplateSlots).orderBy(liveTemplateSlots.second);
  const slotsOf = groupBy(slots, ({ templateId }) => templateId);
  const templates = await db.select().from(liveTemplates);
  return new Map(
    templates.map((template) => [template.id, { ...template, slots: slotsOf.get(template.id) ?? [] }]),
  );
}

/** The length of each slot played once, and its names. A slot of the next episode has no length of its own. */
export async function listSlotFacts(
  db: Queryable,
  ids: string[],
): Promise<Map<string, { playMs: number | null; nameKo: string; nameEn: string }>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: string; playMs: number | null; nameKo: string; nameEn: string }>(
    db,
    sql`select i.id, case when i.next_episode then null else ${playMs} end as "playMs", ${itemNames}
      from live_template_slots i ${itemJoins} where i.id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(found.map((row) => [row.id, row]));
}

export interface Episode {
  id: string;
  programmeId: string;
  playMs: number;
}

/** The episodes of series that can be played now, in their order, by series. */
export async function listPlayableEpisodes(
  db: Queryable,
  now: Date,
  seriesIds: string[],
): Promise<Map<string, Episode[]>> {
  if (seriesIds.length === 0) return new Map();
  const found = await rows<Episode>(
    db,
    sql`select e.id, e.programme_id as "programmeId", ${playMs} as "playMs"
      from catalog_episodes e
      join ingest_assets a on a.id = e.asset_id and a.state = 'ready'
      left join live_timelines t on t.asset_id = a.id
      where e.programme_id = any(${sql.param(seriesIds)}::uuid[]) and t.unfit is null and ${playMs} > 0
        and ${isEpisodeOpen(alias(episodes, 'e'), now)}
      order by e.season_number, e.number, e.id`,
  );
  return groupBy(found, ({ programmeId }) => programmeId);
}

/** The written times of a channel's slots after an instant in order, each with its item if that still exists. */
export async function listSlotTimes(
  tx: Queryable,
  channelId: string,
  after: Date,
): Promise<{ time: SlotTime; item: Item | null }[]> {
  return await tx
    .select({ time: liveSlotTimes, item: liveItems })
    .from(liveSlotTimes)
    .leftJoin(liveItems, eq(liveItems.id, liveSlotTimes.itemId))
    .where(and(eq(liveSlotTimes.channelId, channelId), gt(liveSlotTimes.startsAt, after)))
    .orderBy(liveSlotTimes.startsAt, liveSlotTimes.slotId);
}

/** The episode of each series that a template played last on a channel until an instant, by series. */
export async function listLastEpisodes(
  tx: Queryable,
  channelId: string,
  until: Date,
): Promise<Map<string, string>> {
  const found = await rows<{ seriesId: string; episodeId: string }>(
    tx,
    sql`select distinct on (series_id) series_id as "seriesId", episode_id as "episodeId" from live_slot_times
      where channel_id = ${channelId} and series_id is not null and starts_at <= ${until}
      order by series_id, starts_at desc`,
  );
  return new Map(found.map(({ seriesId, episodeId }) => [seriesId, episodeId]));
}

/** Rows of one insert: more would exceed the parameters of a statement. */
const chunk = 2000;

/** Writes items at the end of a channel's order, and their times. */
export async function insertTimes(
  tx: Queryable,
  channelId: string,
  written: readonly { item: typeof liveItems.$inferInsert; time: SlotTime }[],
): Promise<void> {
  if (written.length === 0) return;
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${liveItems.position}), -1)::int` })
    .from(liveItems)
    .where(eq(liveItems.channelId, channelId));
  const first = (last?.position ?? -1) + 1;
  for (let at = 0; at < written.length; at += chunk) {
    const part = written.slice(at, at + chunk);
    await tx.insert(liveItems).values(part.map(({ item }, n) => ({ ...item, position: first + at + n })));
    await tx.insert(liveSlotTimes).values(part.map(({ time }) => time));
  }
}

export async function deleteItems(tx: Queryable, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(liveItems).where(inArray(liveItems.id, ids));
}

/** Forgets written times of a channel by their items. */
export async function deleteTimes(tx: Queryable, channelId: string, itemIds: string[]): Promise<void> {
  if (itemIds.length > 0)
    await tx
      .delete(liveSlotTimes)
      .where(and(eq(liveSlotTimes.channelId, channelId), inArray(liveSlotTimes.itemId, itemIds)));
}

/** Deletes items that a template has written and that ended long ago, and even older times of slots. */
export async function forgetTimes(db: Queryable, itemsBefore: Date, timesBefore: Date): Promise<void> {
  await db.execute(sql`delete from live_items i using live_slot_times s
    where s.item_id = i.id and s.starts_at < ${itemsBefore} and i.starts_at < ${itemsBefore}`);
  await db.delete(liveSlotTimes).where(lt(liveSlotTimes.startsAt, timesBefore));
}

/** Counts slots and channels of templates, by template. */
export async function countTemplateUses(
  db: Queryable,
  ids: string[],
): Promise<Map<string, { slots: number; channels: number }>> {
  const found = await rows<{ id: string; slots: number; channels: number }>(
    db,
    sql`select t.id, (select count(*)::int from ${liveTemplateSlots} s where s.template_id = t.id) as slots,
        (select count(*)::int from ${liveChannels} c where c.template_id = t.id) as channels
      from unnest(${sql.param(ids)}::uuid[]) as t(id)`,
  );
  return new Map(found.map((row) => [row.id, row]));
}

/** The signatures of entries as a template wrote them, by id. An entry that staff created has none. */
export async function listOrigins(db: Queryable, itemIds: string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ itemId: liveSlotTimes.itemId, written: liveSlotTimes.written })
    .from(liveSlotTimes)
    .where(inArray(liveSlotTimes.itemId, itemIds));
  return new Map(found.map(({ itemId, written }) => [itemId, written]));
}
