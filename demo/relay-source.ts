/** The demo's outside radio: an internet radio on this machine, which a station of the demo relays. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import { findPrograms } from '../src/server/adapters/programs.ts';
import { announceChange } from '../src/server/cache/changes.ts';
import { demoRelayHost } from '../src/server/config.ts';
import type { Context } from '../src/server/context.ts';
import { liveChannels } from '../src/server/modules/live/live.tables.ts';
import { errorCode } from '../src/server/unknown-value.ts';
import { demoPrograms, demoStations, programSeconds } from './catalogue/stations.ts';
import type { Drawing } from './drawn.ts';
import { sendStream } from './internet-radio.ts';
import { isLoaded, setLoaded } from './parts.ts';

/** The address that the station repeats. */
const relayAddress = `http://${demoRelayHost}/live`;

/** A title is sent this long. */
const titleMs = 60_000;

/** The music as a stream that can be sent from any place on, made once. */
async function streamBytes(context: Context, drawing: Drawing): Promise<Buffer> {
  const folder = join(context.config.dataDir, 'demo');
  const path = join(folder, 'relay.aac');
  if (!existsSync(path)) {
    const { ffmpeg } = findPrograms();
    const music = join(folder, 'relay.m4a');
    await mkdir(folder, { recursive: true });
    await drawing.draw({ of: 'program', index: 0, path: music, ffmpeg });
    const args = ['-v', 'error', '-y', '-i', music, '-c', 'copy', '-f', 'adts', `${path}.part`];
    const { status, stderr } = spawnSync(ffmpeg, args);
    if (status !== 0) throw new Error(String(stderr));
    await rename(`${path}.part`, path);
    await rm(music, { force: true });
  }
  return await readFile(path);
}

/** Starts the radio, unless another node of this machine has, and gives its address to the station. It ends with the process. */
export async function startRelaySource(context: Context, drawing: Drawing): Promise<void> {
  const bytes = await streamBytes(context, drawing);
  const titleOf = () => demoPrograms[Math.floor(Date.now() / titleMs) % demoPrograms.length]?.title_ko ?? '';
  const bytesPerSecond = bytes.length / programSeconds;
  const server = createServer((request, reply) =>
    sendStream(request, reply, { bytes, bytesPerSecond, type: 'audio/aac', title: titleOf }),
  );
  server.on('connection', (socket) => socket.unref());
  server.on('error', (error) => {
    if (errorCode(error) !== 'EADDRINUSE') context.log.warn({ err: error }, 'the radio of the demo');
  });
  const { hostname, port } = new URL(relayAddress);
  server.listen(Number(port), hostname).unref();
  if (await isLoaded(context.db, 'relay')) return;
  const slugs = demoStations.filter(({ relayed }) => relayed).map(({ slug }) => slug);
  await context.db.transaction(async (tx) => {
    const isStation = and(eq(liveChannels.medium, 'radio'), inArray(liveChannels.slug, slugs));
    await tx.update(liveChannels).set({ streamUrl: relayAddress }).where(isStation);
    await setLoaded(tx, 'relay');
    await announceChange(tx, 'live');
  });
}
