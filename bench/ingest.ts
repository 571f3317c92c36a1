/** The whole ingest of one master, beside the bare ffmpeg and packager commands it comes down to. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { packetArguments, probeArguments, transcodeArguments } from '../src/media/ffmpeg.ts';
import { ladderFor } from '../src/media/ladder.ts';
import { audioTrack, type PackagerInput, packagerArguments } from '../src/media/packager.ts';
import { parseProbe } from '../src/media/probe.ts';
import { planSounds } from '../src/media/sounds.ts';
import { findPrograms } from '../src/server/adapters/programs.ts';
import type { Context } from '../src/server/context.ts';
import { runJobs } from '../src/server/jobs/worker.ts';
import { importMaster } from '../src/server/modules/ingest/ingest.service.ts';
import { ingestAssets } from '../src/server/modules/ingest/ingest.tables.ts';
import { allJobs } from '../src/server/modules.ts';
import { makeMaster } from '../test/masters.ts';
import { report } from './measure.ts';

const seconds = 60;

/** Takes one minute of 1280×720 through both. The ingest also measures loudness, draws storyboard and preview, and stores. */
export async function measureIngest(context: Context): Promise<void> {
  const folder = join(context.config.dataDir, 'bench-ingest');
  mkdirSync(folder, { recursive: true });
  const master = await makeMaster(join(folder, 'master.mp4'), { seconds, width: 1280, height: 720 });
  const { ffmpeg, ffprobe, packager } = findPrograms();

  const bareFrom = performance.now();
  const probe = parseProbe(spawnSync(ffprobe, probeArguments(master), { encoding: 'utf8' }).stdout);
  if (!probe?.video) throw new Error('the bench master cannot be read');
  const renditions = ladderFor(probe.video);
  const work = join(folder, 'bare');
  mkdirSync(work);
  const run = (program: string, args: string[], cwd: string) => {
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
    if (status !== 0) throw new Error(stderr.slice(-2000));
  };
  run(ffprobe, packetArguments(master), work);
  run(
    ffmpeg,
    transcodeArguments({
      master,
      folder: work,
      video: probe.video,
      sounds: planSounds(probe.audio, true),
      renditions,
      durationMs: seconds * 1000,
      threads: 2,
    }),
    work,
  );
  const to = join(folder, 'package');
  mkdirSync(to);
  const tracks: PackagerInput[] = [
    ...renditions.map(({ name }) => ({ name, kind: 'video' as const })),
    { name: audioTrack, kind: 'audio' },
  ];
  const key = { keyId: '0123456789abcdef0123456789abcdef', contentKey: 'fedcba9876543210fedcba9876543210' };
  run(packager, packagerArguments({ from: work, to, tracks, key }), to);
  const bare = performance.now() - bareFrom;

  const runner = await runJobs(context, allJobs());
  const { size } = statSync(master);
  const from = performance.now();
  const id = await importMaster(context, { path: master, fileName: 'master.mp4', sizeBytes: size });
  for (;;) {
    const [asset] = await context.db.select().from(ingestAssets).where(eq(ingestAssets.id, id));
    if (asset?.state === 'ready') break;
    if (asset?.state === 'failed') throw new Error('the ingest failed');
    await sleep(50);
  }
  const whole = performance.now() - from;
  await runner.stop();
  report(`ingest of ${seconds} s of 720p, wall ÷ bare ffmpeg and packager`, whole / bare, '≤ 1.1');
  report(
    `ingest of ${seconds} s of 720p, s (${renditions.length} renditions, ${readdirSync(to).length} entries)`,
    whole / 1000,
  );
  rmSync(folder, { recursive: true, force: true });
}
