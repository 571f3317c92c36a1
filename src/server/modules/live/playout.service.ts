/**
 * Decides what channels really show: the items of each plan that are ready, fixed from an instant on. When they change, another
 * playout takes over at the end of an item, far enough ahead that no player and no node has received anything else.
 */
import { createHash } from 'node:crypto';
import { maxCatchUpHours } from '../../../contract/admin/channels.ts';
import { lineupAt, nothingShown, takeover } from '../../../media/linear.ts';
import { readTimeline, type Timeline, UnfitForLinear } from '../../../media/timeline.ts';
import { announceChange } from '../../cache/changes.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { must } from '../../must.ts';
import { findHlsManifest, packageKey } from '../ingest/ingest.service.ts';
import { settleMs } from './channel-files.service.ts';
import * as repo from './live.repo.ts';
import { timedLineup } from './live.service.ts';

const hourMs = 3_600_000;
/** Nothing that ended this long ago can be watched again, and no player has it in its window. */
const forgetMs = (maxCatchUpHours + 24) * hourMs;

/** Reads, once, the playlists of packages that no channel has shown yet. */
export async function timelinesOf(context: Context, assetIds: string[]): Promise<Map<string, Timeline>> {
  const known = new Map(
    (await repo.listTimelines(context.db, assetIds)).map((row) => [row.assetId, row.timeline]),
  );
  for (const assetId of assetIds) {
    if (known.has(assetId)) continue;
    const read = async (file: string) => {
      const bytes = await context.storage.read(packageKey(assetId, file));
      if (!bytes) throw new UnfitForLinear(`${file} is missing from its package`);
      return bytes.toString('utf8');
    };
    try {
      const manifest = await findHlsManifest(context, assetId);
      if (!manifest) throw new UnfitForLinear('it has no manifest');
      const timeline = await readTimeline(read, manifest);
      await repo.insertTimeline(context.db, { assetId, timeline, unfit: null });
      known.set(assetId, timeline);
    } catch (error) {
      if (!(error instanceof UnfitForLinear)) throw error;
      context.log.warn({ assetId, why: error.message }, 'a video cannot be shown on a channel');
      await repo.insertTimeline(context.db, { assetId, timeline: null, unfit: error.message });
    }
  }
  return new Map([...known].flatMap(([id, timeline]) => (timeline ? [[id, timeline] as const] : [])));
}

const signatureOf = (loops: boolean, items: repo.PlannedRow[]) =>
  createHash('sha1')
    .update(
      JSON.stringify([
        loops,
        items.map((item) => [
          item.asset_id,
          item.programme_id,
          item.episode_id,
          item.title_ko,
          item.title_en,
          item.repeats,
          item.starts_at?.getTime() ?? null,
        ]),
      ]),
    )
    .digest('base64url');

/** Updates what every channel shows to match its plan; returns how many channels were changed. */
export async function refreshChannels(context: Context): Promise<number> {
  const planned = await repo.listPlanned(context.db, context.now());
  const timelines = await timelinesOf(context, [...new Set(planned.map(({ asset_id }) => asset_id))]);
  const byChannel = new Map<string, repo.PlannedRow[]>();
  for (const row of planned) {
    const timeline = timelines.get(row.asset_id);
    if (!timeline || (row.file_type === 'video' && timeline.renditions.length === 0)) continue;
    byChannel.set(row.channel_id, [...(byChannel.get(row.channel_id) ?? []), row]);
  }
  let changed = 0;
  for (const { channel_id, loops, signature } of await repo.listSignatures(context.db)) {
    const items = byChannel.get(channel_id) ?? [];
    if (signature === null ? items.length === 0 : signature === signatureOf(loops, items)) continue;
    await context.db.transaction(async (tx) => {
      if (await replacePlayout(tx, context.now(), channel_id, loops, items, timelines)) changed += 1;
    });
  }
  if (changed > 0) {
    await repo.deletePlayoutsEnded(context.db, new Date(context.now().getTime() - forgetMs));
    await announceChange(context.db, 'live');
  }
  return changed;
}

type Playout = NonNullable<Awaited<ReturnType<typeof repo.findLastPlayout>>>;

async function replacePlayout(
  tx: Queryable,
  now: Date,
  channelId: string,
  loops: boolean,
  planned: repo.PlannedRow[],
  timelines: Map<string, Timeline>,
): Promise<boolean> {
  if (!(await repo.lockChannel(tx, channelId))) return false;
  const signature = signatureOf(loops, planned);
  const last = await repo.findLastPlayout(tx, channelId);
  // Another node has made the change already.
  if (last?.signature === signature) return false;
  const { at, shown, notBefore } = nextStart(last, now.getTime());
  if (last) {
    if (last.startsAt.getTime() === at) await repo.deletePlayout(tx, last.id);
    else await repo.setPlayoutEnd(tx, last.id, new Date(at));
  }
  const items = loops ? planned : stillToCome(planned, notBefore);
  await repo.insertPlayout(
    tx,
    {
      id: newId(),
      channelId,
      startsAt: new Date(at),
      loops,
      playsBefore: shown.plays,
      videoBefore: shown.video,
      audioBefore: shown.audio,
      signature,
      timing: items.map(({ asset_id, repeats, starts_at }) => {
        const { durationMs, video, audio } = must(timelines.get(asset_id), 'timeline');
        return {
          playMs: durationMs,
          repeats,
          video: video.length - 1,
          audio: audio.length - 1,
          startsAt: starts_at?.getTime() ?? null,
        };
      }),
    },
    items.map((item) => ({
      assetId: item.asset_id,
      programmeId: item.programme_id,
      episodeId: item.episode_id,
      titleKo: item.title_ko,
      titleEn: item.title_en,
    })),
  );
  return true;
}

/** When another playout may take over, and from when on its dated items have not been shown before. */
function nextStart(last: Playout | undefined, now: number) {
  // Starts at the full hour, so that viewers can seek back.
  const hour = Math.floor(now / hourMs) * hourMs;
  if (!last) return { at: hour, shown: nothingShown, notBefore: hour };
  const lineup = timedLineup(last);
  // When the channel shows nothing, the next playout can start at once without disturbing viewers.
  const from = last.timing.length === 0 ? Math.max(hour, lineup.startsAt) : now + settleMs;
  const { at, shown } = takeover(lineup, from);
  const running = lineupAt([lineup], at - 1);
  return { at, shown, notBefore: running ? running.startsAt + 1 : at };
}

/** The items of a dated plan that have not begun: from the first item on that starts at that instant or later. */
function stillToCome(planned: repo.PlannedRow[], notBefore: number): repo.PlannedRow[] {
  const first = planned.findIndex(({ starts_at }) => starts_at !== null && starts_at.getTime() >= notBefore);
  return first < 0 ? [] : planned.slice(first);
}
