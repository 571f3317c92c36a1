/** Syncs with the partner: begun by staff or by the clock, one at a time, each whole or not at all. */
import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { maxSyncEntries } from '../../../contract/admin/youtube-syncs.ts';
import { SourceError } from '../../adapters/partner-video/port.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { refusalOf } from '../../db/refusal.ts';
import { fail } from '../../errors.ts';
import { nobodyAsking, type StaffMember } from '../../http/caller.ts';
import { defineJob, enqueue } from '../../jobs/queue.ts';
import { must } from '../../must.ts';
import { makeChange } from '../../resource/change.ts';
import { clips, playlists, sourcePlaylists, sourceVideos, syncs } from './partner-video.tables.ts';
import { quotaToday, type Reading, readSource, TooManyVideos } from './source-reading.service.ts';
import { type Difference, findDifference } from './sync-difference.service.ts';

export type SyncRow = typeof syncs.$inferSelect;

/** A sync writes after each request; one that is silent for so long was killed for good. */
const silentMs = 10 * 60_000;
const keptDays = 90;

/** Stands in the event log for what the clock has begun. */
const byTheClock = { id: '00000000-0000-0000-0000-000000000000', name: 'Maru' };

/** `hidesNew`: whoever began it may not publish, so that its new clips are hidden. */
export const youtubeSyncJob = defineJob<{ id: string; hidesNew?: boolean }>(
  'youtube_sync',
  ({ id, hidesNew = false }, context, signal) => runSync(context, { id, hidesNew }, signal),
);

/** Begins a sync every day, where there is something to keep, and forgets old ones. */
export const youtubeDailyJob = defineJob<Record<string, never>>(
  'youtube_daily',
  async (_payload, context) => {
    const { db, config, now, partnerVideoSource } = context;
    await db.delete(syncs).where(lt(syncs.createdAt, new Date(now().getTime() - keptDays * 86_400_000)));
    if (!partnerVideoSource) return;
    const [some] = await db
      .select({ id: playlists.id })
      .from(playlists)
      .where(
        or(
          eq(playlists.synced, true),
          sql`exists (select from ${clips} where ${isNotNull(clips.youtubeId)})`,
        ),
      )
      .limit(1);
    if (some || config.youtube.channelIds.length > 0)
      await insertSync(context, { dryRun: false, staff: undefined });
  },
);

/** Begins a sync, or a check that says what it would do. Fails with `sync_running` while there is one. */
export async function startSync(
  context: Context,
  { dryRun, staff }: { dryRun: boolean; staff: StaffMember },
): Promise<SyncRow> {
  if (!context.partnerVideoSource) fail('youtube_not_set');
  return (await insertSync(context, { dryRun, staff })) ?? fail('sync_running');
}

/** Undefined: there is one already. */
async function insertSync(
  { db, now }: Context,
  { dryRun, staff }: { dryRun: boolean; staff: StaffMember | undefined },
): Promise<SyncRow | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await tx
        .update(syncs)
        .set({ state: 'failed', error: 'interrupted', endedAt: now() })
        .where(and(isOpen, lt(syncs.updatedAt, new Date(now().getTime() - silentMs))));
      const [row] = await tx
        .insert(syncs)
        .values({
          dryRun,
          staffId: staff?.id ?? null,
          staffName: staff?.name ?? null,
          createdAt: now(),
          updatedAt: now(),
        })
        .returning();
      const { id } = must(row, 'sync');
      const hidesNew = staff !== undefined && !staff.may('partner-video', 'publish');
      await enqueue(tx, youtubeSyncJob, { id, hidesNew });
      return row;
    });
  } catch (error) {
    if (refusalOf(error)?.constraint === 'partner_video_syncs_open') return undefined;
    throw error;
  }
}

const isOpen = inArray(syncs.state, ['waiting', 'running']);

/** Reads the partner, then says what is different or takes it over. A job that was killed begins anew: nothing is written before the end. */
async function runSync(
  context: Context,
  { id, hidesNew }: { id: string; hidesNew: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { db, now, log, partnerVideoSource: source } = context;
  const [row] = await db
    .update(syncs)
    .set({ state: 'running', startedAt: now(), updatedAt: now() })
    .where(and(eq(syncs.id, id), isOpen))
    .returning();
  if (!row) return;
  try {
    const reading = await readSource(context, source ?? fail('youtube_not_set'), {
      signal,
      onProgress: async (progress) => {
        await db
          .update(syncs)
          .set({ ...progress, updatedAt: now() })
          .where(eq(syncs.id, id));
      },
    });
    if (row.dryRun) await finish(db, id, now(), await findDifference(db, reading, { lock: false, hidesNew }));
    else await apply(context, row, { reading, hidesNew });
  } catch (error) {
    // The worker is stopping: another one begins anew.
    if (signal.aborted) throw error;
    const known = problemOf(error);
    if (known.error === 'internal') log.error({ err: error }, 'a sync with YouTube failed');
    const { resetsAt } = await quotaToday(context);
    await db
      .update(syncs)
      .set({
        ...known,
        state: 'failed',
        endedAt: now(),
        updatedAt: now(),
        retryAt: known.error === 'quota' ? resetsAt : null,
      })
      .where(and(eq(syncs.id, id), isOpen));
  }
}

/** A record that could not be changed, so that none was. */
class Refused extends Error {
  override name = 'Refused';
}

function problemOf(error: unknown): Pick<SyncRow, 'error' | 'errorDetail'> {
  if (error instanceof SourceError) return { error: error.problem, errorDetail: error.message };
  if (error instanceof TooManyVideos) return { error: 'too_many', errorDetail: error.message };
  if (error instanceof Refused) return { error: 'refused', errorDetail: error.message };
  return { error: 'internal', errorDetail: null };
}

/** Takes the difference over: in one transaction, with one entry of the event log. */
async function apply(
  context: Context,
  { id, staffId, staffName }: SyncRow,
  { reading, hidesNew }: { reading: Reading; hidesNew: boolean },
): Promise<void> {
  const { now } = context;
  // Whoever began it was allowed to when they did.
  const staff: StaffMember = {
    ...nobodyAsking,
    ...(staffId && staffName ? { id: staffId, name: staffName } : byTheClock),
  };
  let titles = new Map<string, string>();
  const { refused } = await makeChange(
    context,
    staff,
    async (tx) => {
      // Another worker may have taken the job over meanwhile.
      const [own] = await tx
        .select()
        .from(syncs)
        .where(and(eq(syncs.id, id), isOpen))
        .for('update');
      if (!own) return [];
      const difference = await findDifference(tx, reading, { lock: true, hidesNew });
      titles = new Map(
        difference.steps.map((step) => [step.id, 'input' in step ? String(step.input.title_ko ?? '') : '']),
      );
      await remember(tx, difference.said);
      await finish(tx, id, now(), difference);
      return difference.steps;
    },
    {
      label: 'YouTube',
      action: 'import',
      record: async (tx, { eventId }) => {
        if (eventId) await tx.update(syncs).set({ eventId }).where(eq(syncs.id, id));
      },
    },
  );
  const [refusal] = refused;
  if (refusal) {
    const fields = Object.keys(refusal.error.fields).join(', ');
    throw new Refused(`${refusal.label || titles.get(refusal.id)}: ${fields || refusal.error.code}`);
  }
}

async function finish(
  db: Queryable,
  id: string,
  at: Date,
  { entries, unchanged }: Difference,
): Promise<void> {
  const count = (...changes: string[]) => entries.filter(({ change }) => changes.includes(change)).length;
  await db
    .update(syncs)
    .set({
      state: 'done',
      endedAt: at,
      updatedAt: at,
      newCount: count('new'),
      changedCount: count('changed', 'returned'),
      withdrawnCount: count('withdrawn'),
      unchangedCount: unchanged,
      entries: entries.slice(0, maxSyncEntries),
    })
    .where(eq(syncs.id, id));
}

/** Remembers what the partner says now. */
async function remember(tx: Transaction, said: Difference['said']): Promise<void> {
  const columns = sql.raw('title_ko, title_en, description_ko, description_en');
  const taken = sql.raw(
    ['title_ko', 'title_en', 'description_ko', 'description_en']
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  );
  const texts = (row: {
    titleKo: string;
    titleEn: string;
    descriptionKo: string;
    descriptionEn: string;
  }) => ({
    title_ko: row.titleKo,
    title_en: row.titleEn,
    description_ko: row.descriptionKo,
    description_en: row.descriptionEn,
  });
  const ofPlaylists = said.playlists.map((row) => ({
    play_list_id: row.playListId,
    youtube_ids: row.youtubeIds,
    withdrawn: row.withdrawn,
    ...texts(row),
  }));
  await tx.execute(sql`insert into ${sourcePlaylists} (play_list_id, youtube_ids, withdrawn, ${columns})
    select play_list_id, youtube_ids, withdrawn, ${columns} from json_populate_recordset(null::${sourcePlaylists}, ${JSON.stringify(ofPlaylists)}::json)
    on conflict (play_list_id) do update set youtube_ids = excluded.youtube_ids, withdrawn = excluded.withdrawn, ${taken}`);
  const ofVideos = said.videos.map((row) => ({
    youtube_id: row.youtubeId,
    duration_ms: row.durationMs,
    withdrawn: row.withdrawn,
    ...texts(row),
  }));
  await tx.execute(sql`insert into ${sourceVideos} (youtube_id, duration_ms, withdrawn, ${columns})
    select youtube_id, duration_ms, withdrawn, ${columns} from json_populate_recordset(null::${sourceVideos}, ${JSON.stringify(ofVideos)}::json)
    on conflict (youtube_id) do update set duration_ms = excluded.duration_ms, withdrawn = excluded.withdrawn, ${taken}`);
}
