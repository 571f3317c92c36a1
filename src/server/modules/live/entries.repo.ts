/** Entries of schedules as staff see them: their names, lengths and times, each question with one query. */
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { toleranceMs } from '../../../media/schedule.ts';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { isEpisodeOpen, isOpen } from '../entitlement/entitlement.ts';
import type { Medium } from './live.repo.ts';
import { liveChannels, liveItems } from './live.tables.ts';

/** The resource of the entries of a medium's channels. */
export const entriesOf = { tv: 'schedule-entries', radio: 'radio-entries' } as const satisfies Record<
  Medium,
  string
>;

interface EntryFacts {
  id: string;
  /** Why it cannot be shown, or that it can. */
  state: 'ready' | 'closed' | 'no_video' | 'unfit';
  /** Its length played once. */
  playMs: number | null;
  /** The names of its title or its own, with the number of its episode. */
  nameKo: string;
  nameEn: string;
}

/** Length of an item played once, in milliseconds: as channels play it, or as its video was probed. */
export const playMs = sql`coalesce((t.timeline ->> 'durationMs')::int, a.duration_ms)`;

/** The names of an item `i` in lists of staff. */
export const itemNames = sql`
        concat_ws(' ', coalesce(nullif(i.title_ko, ''), p.title_ko), e.number || '회') as "nameKo",
        concat_ws(' ', coalesce(nullif(i.title_en, ''), p.title_en), 'Ep. ' || e.number) as "nameEn"`;

/** The joins from an item `i` to its title, its video and its timeline. */
export const itemJoins = sql`
      left join catalog_programmes p on p.id = i.programme_id
      left join catalog_episodes e on e.id = i.episode_id
      left join ingest_assets a on a.id = coalesce(i.asset_id, e.asset_id, p.asset_id)
      left join live_timelines t on t.asset_id = a.id`;

/** Whether entries of schedules can be shown now, and their lengths and names, by id. */
export async function listEntryFacts(
  db: Queryable,
  now: Date,
  ids: string[],
): Promise<Map<string, EntryFacts>> {
  if (ids.length === 0) return new Map();
  const found = await rows<EntryFacts>(
    db,
    sql`select i.id, ${playMs} as "playMs", ${itemNames},
        case
          when not ((i.programme_id is null or (p.id is not null and ${isOpen(alias(programmes, 'p'), now)}))
            and (i.episode_id is null or (e.id is not null and ${isEpisodeOpen(alias(episodes, 'e'), now)}))) then 'closed'
          when a.state is distinct from 'ready' then 'no_video'
          when t.unfit is not null
            or (c.file_type = 'video' and jsonb_array_length(t.timeline -> 'renditions') = 0) then 'unfit'
          else 'ready' end as state
      from live_items i join live_channels c on c.id = i.channel_id ${itemJoins}
      where i.id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(found.map((row) => [row.id, row]));
}

/** A dated entry with its time on the air. */
export interface Slot {
  id: string;
  programmeId: string | null;
  episodeId: string | null;
  assetId: string | null;
  titleKo: string;
  titleEn: string;
  startsAt: Date;
  /** The end of its last repeat; null while its video is not ready. */
  endsAt: Date | null;
  /** Its length played once. */
  playMs: number | null;
  repeats: number;
  nameKo: string;
  nameEn: string;
}

const slotColumns = sql`
      i.id, i.channel_id, i.programme_id as "programmeId", i.episode_id as "episodeId", i.asset_id as "assetId",
      i.title_ko as "titleKo", i.title_en as "titleEn", i.starts_at as "startsAt", i.repeats, ${playMs} as "playMs", ${itemNames},
      i.starts_at + ${playMs} * i.repeats * interval '1 millisecond' as "endsAt"`;

/** The dated entries of a channel that end after an instant, or start after it, in order of time. */
export function listSlots(db: Queryable, channelId: string, after: Date): Promise<Slot[]> {
  return rows(
    db,
    sql`select * from (select ${slotColumns} from live_items i ${itemJoins}
        where i.channel_id = ${channelId} and i.starts_at is not null) slots
      where coalesce("endsAt", "startsAt") > ${after} order by "startsAt", id`,
  );
}

/** The dated entries of a channel that start between two instants, in order of time. */
export function listSlotsOf(db: Queryable, channelId: string, from: Date, until: Date): Promise<Slot[]> {
  return rows(
    db,
    sql`select ${slotColumns} from live_items i ${itemJoins}
      where i.channel_id = ${channelId} and i.starts_at >= ${from} and i.starts_at < ${until}
      order by i.starts_at, i.id`,
  );
}

/** The dated entries of a channel that are on between two instants, in order of time. */
export function listSlotsOn(
  db: Queryable,
  channelId: string,
  from: Date,
  until: Date,
  limit: number,
): Promise<Slot[]> {
  return rows(
    db,
    sql`select * from (select ${slotColumns} from live_items i ${itemJoins}
        where i.channel_id = ${channelId} and i.starts_at < ${until}) slots
      where coalesce("endsAt", "startsAt") > ${from} order by "startsAt", id limit ${limit}`,
  );
}

/** Locks the schedules of channels until the transaction ends, so that two staff members do not fill the same time. */
export async function lockSchedules(tx: Queryable, channelIds: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('schedule ' || id, 0))
    from unnest(${sql.param([...channelIds].sort())}::text[]) as id`);
}

/** An entry that is on the air together with one of the given entries. The given ones may overlap one another. */
export async function findOverlapped(
  tx: Queryable,
  channelIds: string[],
  ids: string[],
): Promise<Slot | undefined> {
  const given = sql`${sql.param(ids)}::uuid[]`;
  const found = await rows<Slot>(
    tx,
    sql`with slots as (select ${slotColumns} from live_items i ${itemJoins}
        where i.channel_id = any(${sql.param(channelIds)}::uuid[]) and i.starts_at is not null)
      select other.* from slots own join slots other on other.channel_id = own.channel_id
        and other."startsAt" < own."endsAt" - ${toleranceMs} * interval '1 millisecond'
        and own."startsAt" < other."endsAt" - ${toleranceMs} * interval '1 millisecond'
      where own.id = any(${given}) and other.id <> all(${given})
      order by other."startsAt" limit 1`,
  );
  return found[0];
}

/** The medium of a channel. */
export async function findMedium(db: Queryable, channelId: string): Promise<Medium | undefined> {
  const [channel] = await db
    .select({ medium: liveChannels.medium })
    .from(liveChannels)
    .where(eq(liveChannels.id, channelId));
  return channel?.medium;
}

export async function findEntry(
  db: Queryable,
  id: string,
): Promise<typeof liveItems.$inferSelect | undefined> {
  const [entry] = await db.select().from(liveItems).where(eq(liveItems.id, id));
  return entry;
}

/** A ready video that fills gaps. */
export interface Filler {
  assetId: string;
  playMs: number;
  nameKo: string;
  nameEn: string;
}

/** The filler of a channel, named as the channel is; undefined without one whose video is ready. */
export async function findFiller(db: Queryable, channelId: string): Promise<Filler | undefined> {
  const found = await rows<Filler>(
    db,
    sql`select a.id as "assetId", ${playMs} as "playMs", c.name_ko as "nameKo", c.name_en as "nameEn"
      from live_channels c
      join ingest_assets a on a.id = c.filler_id and a.state = 'ready'
      left join live_timelines t on t.asset_id = a.id
      where c.id = ${channelId} and t.unfit is null and ${playMs} > 0`,
  );
  return found[0];
}
