/** The playlist of a live channel with its window of two hours, beside a bare Node server that sends the same bytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { nothingShown } from '../src/media/linear.ts';
import { mediaPlaylist, windowMs } from '../src/media/live-playlist.ts';
import type { Timeline } from '../src/media/timeline.ts';
import type { Context } from '../src/server/context.ts';
import { newId } from '../src/server/db/columns.ts';
import { liveTimelines } from '../src/server/modules/live/live.tables.ts';
import { playbackSessions } from '../src/server/modules/playback/playback.tables.ts';
import { signedMediaUrl } from '../src/server/security/media-token.ts';
import { buildChannel, buildProfile } from '../test/build.ts';
import { load, measureCpu, median, type RunningServer, report, startOnOneCore } from './measure.ts';

const hourMs = 3_600_000;
const filmMs = hourMs - 60_000;
const segments = filmMs / 4000;

/** A channel that has repeated one film of 59 minutes since yesterday. */
async function seedChannel({ db }: Context, assetId: string): Promise<string> {
  const { id } = await buildChannel(db, { slug: 'live-playlist', catchUp: true });
  const playoutId = newId();
  await db.execute(sql`
    insert into live_playouts (id, channel_id, starts_at, loops, plays_before, video_before, audio_before, signature, timing)
    values (${playoutId}, ${id}, date_trunc('hour', now()) - interval '1 day', true, 0, 0, 0, 'bench', ${JSON.stringify(
      [{ playMs: filmMs, repeats: 1, video: segments, audio: segments, startsAt: null }],
    )})`);
  await db.execute(sql`
    insert into live_playout_items (playout_id, position, asset_id, title_ko, title_en)
    values (${playoutId}, 0, ${assetId}, '영화', 'Film')`);
  return id;
}

/** Milliseconds of writing and compressing a playlist, which a node does once in half a second. */
async function measureWriting({ db }: Context, assetId: string): Promise<number> {
  const [row] = await db.select().from(liveTimelines).where(sql`asset_id = ${assetId}`);
  const timeline = row?.timeline as Timeline;
  const counts = { video: segments, audio: segments };
  const item = { assetId, timeline, captions: [], playMs: filmMs, repeats: 1, startsAt: null };
  const lineup = { startsAt: 0, endsAt: null, loops: true, before: nothingShown };
  const lineups = [{ ...lineup, items: [{ ...item, segments: counts }] }];
  const times: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const from = performance.now();
    gzipSync(mediaPlaylist(lineups, { kind: 'video', height: 720 }, windowMs * 100 + round * 500), {
      level: 1,
    });
    times.push(performance.now() - from);
  }
  return median(times);
}

/** Bytes and CPU of a playlist answer. The timeline of the asset has 59 minutes. */
export async function measureLivePlaylist(
  context: Context,
  assetId: string,
  settings: {
    here: string;
    folder: string;
    secret: string;
    databasePid: number;
    start: () => Promise<RunningServer>;
    stop: (server: RunningServer) => Promise<void>;
  },
): Promise<void> {
  const channelId = await seedChannel(context, assetId);
  const sessionId = newId();
  const startedAt = new Date();
  const profile = await buildProfile(context.db);
  await context.db.insert(playbackSessions).values({
    ...{ id: sessionId, householdId: profile.householdId, profileId: profile.id },
    ...{ channelId, device: 'web', startedAt },
    heartbeatAt: new Date(startedAt.getTime() + hourMs),
  });
  const grant = { sessionId, prefix: `live/${channelId}`, maxHeight: null };
  const base = signedMediaUrl(settings.secret, grant, new Date(startedAt.getTime() + hourMs));
  const path = `${base}/v720.m3u8`;
  const server = await settings.start();
  const url = `http://127.0.0.1:${server.port}${path}`;
  const text = Buffer.from(await (await fetch(url)).arrayBuffer());
  const packed = gzipSync(text, { level: 1 });
  report('Live playlist, 2 h window: kB', text.length / 1000);
  report('Live playlist, 2 h window: kB gzip', packed.length / 1000, '≤ 20');
  report('Live playlist, 2 h window: written and compressed, ms', await measureWriting(context, assetId));
  const { nodeMs, p99 } = await measureCpu(server, settings.databasePid, path);
  report('Live playlist, 2 h window: CPU ms a request', nodeMs, '≤ 0.1');
  report('Live playlist, 2 h window: p99 ms, 20 connections', p99);
  const file = join(settings.folder, 'playlist.gz');
  writeFileSync(file, packed);
  const bare = await startOnOneCore(join(settings.here, 'bare-server.js'), [file, 'gzip']);
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const ours = await load(url, { connections: 20, seconds: 4 });
    const theirs = await load(`http://127.0.0.1:${bare.port}/`, { connections: 20, seconds: 4 });
    ratios.push(ours.requestsPerSecond / theirs.requestsPerSecond);
  }
  report('Live playlist, 2 h window ÷ the same bytes from a bare Node server', median(ratios), '≥ 0.5');
  bare.process.kill();
  await settings.stop(server);
}
