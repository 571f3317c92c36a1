/** Videos that went through the real ingest, and channels that show them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { vi } from 'vitest';
import { openStorage } from '../../src/server/adapters/storage/open.ts';
import { announceChange } from '../../src/server/cache/changes.ts';
import { readConfig } from '../../src/server/config.ts';
import type { Context } from '../../src/server/context.ts';
import { type AssetKind, importMaster } from '../../src/server/modules/ingest/ingest.service.ts';
import { ingestAssets } from '../../src/server/modules/ingest/ingest.tables.ts';
import { refreshChannels } from '../../src/server/modules/live/playout.service.ts';
import { makeMaster, makeSound, sizeOf } from '../../test/masters.ts';
import type { Story } from '../fixtures.ts';

/** The parts of the server's context that ingest and channels need, on the story's database and folder. */
function contextOf(story: Story): Context {
  const config = readConfig({ MARU_DATA_DIR: story.dataDir, LOG_LEVEL: 'error' });
  return {
    config,
    db: story.db,
    pool: story.pool,
    storage: openStorage(config),
    log: pino({ level: 'error' }),
    now: () => new Date(),
  } as unknown as Context;
}

/** Captions in both languages for a video of this length. */
const captionsFor = (seconds: number) => {
  const time = `00:00:00,500 --> 00:00:${String(seconds - 1).padStart(2, '0')},000`;
  return { ko: `1\n${time}\n방송 자막이에요\n`, en: `1\n${time}\nA broadcast caption\n` };
};

/** Imports a master with captions in both languages and waits until the running service has packaged it. */
export async function ingestMaster(
  story: Story,
  path: string,
  seconds: number,
  kind: AssetKind = {},
): Promise<string> {
  const file = { path, fileName: `broadcast-${seconds}.mp4`, sizeBytes: await sizeOf(path) };
  const id = await importMaster(contextOf(story), file, captionsFor(seconds), kind);
  await vi.waitUntil(
    async () => {
      const [row] = await story.db.select().from(ingestAssets).where(eq(ingestAssets.id, id));
      if (row?.state === 'failed') throw new Error('the broadcast video failed in ingest');
      return row?.state === 'ready';
    },
    { timeout: 120_000, interval: 250 },
  );
  return id;
}

/** Makes a video, imports it and waits until the running service has packaged it. */
export async function ingestVideo(story: Story, seconds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-broadcast-'));
  try {
    const path = await makeMaster(join(folder, 'broadcast.mp4'), { seconds, width: 640, height: 360 });
    return await ingestMaster(story, path, seconds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a sound without a picture, imports it and waits until the running service has packaged it. */
export async function ingestSound(story: Story, seconds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-radio-'));
  try {
    const path = await makeSound(join(folder, 'radio.mp4'), seconds);
    return await ingestMaster(story, path, seconds, { media: 'audio' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts the planned line-ups on the air, as the watch does every half minute, and waits until the service shows `name`. */
export async function goOnAir(
  story: Story,
  name: string,
  path: '/api/videos/live/tvs' | '/api/radio' = '/api/videos/live/tvs',
): Promise<void> {
  await refreshChannels(contextOf(story));
  await announceChange(story.db, 'live');
  await vi.waitUntil(async () => (await (await fetch(story.url + path)).text()).includes(name), {
    timeout: 30_000,
  });
}
