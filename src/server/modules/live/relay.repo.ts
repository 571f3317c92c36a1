/** Stores the relays of channels, their leases and their segments. Each write of a holder counts only while it has the lease. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { RelayProblem, RelaySegment, RelayTrack } from '../../../media/relay.ts';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { liveRelaySegments, type liveRelays } from './relay.tables.ts';

/** The stream that a channel repeats, and the filler for its interruptions. */
export interface RelaySource {
  channel_id: string;
  url: string;
  has_picture: boolean;
  /** The filler of the channel, if it is ready. */
  filler_id: string | null;
}

export interface Lease {
  channelId: string;
  holder: string;
}

const leaseSeconds = 10;
const newLease = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;
const isHeld = ({ channelId, holder }: Lease): SQL =>
  sql`channel_id = ${channelId} and holder = ${holder} and leased_until > clock_timestamp()`;

const sourceColumns = sql`c.id as channel_id, c.stream_url as url, c.file_type = 'video' as has_picture, a.id as filler_id`;
const sources = sql`live_channels c left join ingest_assets a on a.id = c.filler_id and a.state = 'ready'`;
const isRelayed = sql`c.active and c.stream_url is not null`;

/** Extends the leases of a worker. Returns the relays that it still has, with their present sources. */
export function renewLeases(db: Queryable, holder: string): Promise<RelaySource[]> {
  return rows(
    db,
    sql`with renewed as (
        update live_relays set leased_until = ${newLease}
        where holder = ${holder} and leased_until > clock_timestamp() returning channel_id)
      select ${sourceColumns} from renewed join ${sources} on renewed.channel_id = c.id where ${isRelayed}`,
  );
}

/** Takes at most `limit` relays that no worker has. */
export async function takeLeases(db: Queryable, holder: string, limit: number): Promise<RelaySource[]> {
  if (limit <= 0) return [];
  await db.execute(sql`insert into live_relays (channel_id)
    select c.id from live_channels c where ${isRelayed} and not exists (select from live_relays r where r.channel_id = c.id)
    on conflict do nothing`);
  return await rows(
    db,
    sql`with free as (
        select r.channel_id from live_relays r join live_channels c on c.id = r.channel_id
        where ${isRelayed} and (r.leased_until is null or r.leased_until < clock_timestamp())
        limit ${limit} for update of r skip locked),
      taken as (
        update live_relays r set holder = ${holder}, leased_until = ${newLease} from free
        where r.channel_id = free.channel_id returning r.channel_id)
      select ${sourceColumns} from taken join ${sources} on taken.channel_id = c.id`,
  );
}

export async function releaseLease(db: Queryable, lease: Lease): Promise<void> {
  await db.execute(sql`update live_relays set holder = null, leased_until = null where ${isHeld(lease)}`);
}

/** The next number of a run or of an uninterrupted part; undefined when the lease is lost. */
export async function nextNumber(
  db: Queryable,
  lease: Lease,
  counter: 'run' | 'play',
): Promise<number | undefined> {
  const column = sql.identifier(counter);
  const found = await rows<{ number: number }>(
    db,
    sql`update live_relays set ${column} = ${column} + 1 where ${isHeld(lease)} returning ${column} as number`,
  );
  return found[0]?.number;
}

export async function setRelayState(
  db: Queryable,
  lease: Lease,
  { state, problem }: { state: (typeof liveRelays.$inferSelect)['state']; problem: RelayProblem | null },
): Promise<void> {
  await db.execute(sql`update live_relays set state = ${state}, problem = ${problem},
      state_since = case when state = ${state} then state_since else clock_timestamp() end,
      title = case when ${state === 'on_air'} then title else '' end
    where ${isHeld(lease)}`);
}

/** Stores the title that a source sends. Returns whether it is another one. */
export async function setRelayTitle(db: Queryable, lease: Lease, title: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`update live_relays set title = ${title} where ${isHeld(lease)} and title <> ${title} returning channel_id`,
  );
  return found.length > 0;
}

/** The end of what a relay has stored, and the number of its next segment, by track. */
export function listEnds(
  db: Queryable,
  channelId: string,
): Promise<{ track: RelayTrack; ends_at: Date; next: number }[]> {
  return rows(
    db,
    sql`select track, max(starts_at + make_interval(secs => duration_ms / 1000.0)) as ends_at, max(sequence)::int + 1 as next
      from live_relay_segments where channel_id = ${channelId} group by track`,
  );
}

/** Stores segments of a track. Returns whether the lease was still held; nothing is stored otherwise. */
export async function insertSegments(
  db: Queryable,
  lease: Lease,
  track: RelayTrack,
  segments: readonly RelaySegment[],
): Promise<boolean> {
  const list = segments.map(({ startsAt, ...segment }) => ({
    ...segment,
    startsAt: new Date(startsAt).toISOString(),
  }));
  const stored = await rows(
    db,
    sql`insert into live_relay_segments (channel_id, track, sequence, play, starts_at, duration_ms, folder, number, key)
      select ${lease.channelId}, ${track}, s.sequence, s.play, s."startsAt", s."durationMs", s.folder, s.number, s.key
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        as s(sequence bigint, play int, "startsAt" timestamptz, "durationMs" int, folder text, number int, key text)
      where exists (select from live_relays where ${isHeld(lease)})
      returning sequence`,
  );
  return stored.length === segments.length;
}

/** The segments of both tracks since an instant, in order. */
export async function listSegments(
  db: Queryable,
  channelId: string,
  since: Date,
): Promise<(RelaySegment & { track: RelayTrack })[]> {
  const found = await db
    .select()
    .from(liveRelaySegments)
    .where(and(eq(liveRelaySegments.channelId, channelId), sql`${liveRelaySegments.startsAt} > ${since}`))
    .orderBy(liveRelaySegments.track, liveRelaySegments.sequence);
  return found.map(({ channelId: _, startsAt, ...segment }) => ({
    ...segment,
    startsAt: startsAt.getTime(),
  }));
}

/** Deletes segments before an instant, except the last one of a track, which has the number that the next one follows. */
export function deleteSegments(
  db: Queryable,
  channelId: string,
  before: Date,
): Promise<{ folder: string; number: number }[]> {
  return rows(
    db,
    sql`delete from live_relay_segments s where channel_id = ${channelId} and starts_at < ${before}
        and exists (select from live_relay_segments n
          where n.channel_id = s.channel_id and n.track = s.track and n.sequence > s.sequence)
      returning folder, number`,
  );
}

/** The relay of a channel as its playlists need it; undefined for a channel that plays its schedule. */
export async function findRelay(
  db: Queryable,
  channelId: string,
): Promise<{ language: string; has_picture: boolean } | undefined> {
  const found = await rows<{ language: string; has_picture: boolean }>(
    db,
    sql`select c.language, c.file_type = 'video' as has_picture
      from live_channels c where c.id = ${channelId} and c.stream_url is not null`,
  );
  return found[0];
}
