/** The demo's outside radio: an internet radio on this machine, which a station of the demo relays. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { findPrograms } from '../src/server/adapters/programs.ts';
import { demoRelayHost } from '../src/server/config.ts';
import type { Context } from '../src/server/context.ts';
import { errorCode } from '../src/server/unknown-value.ts';
import { demoPrograms, programSeconds } from './catalogue/stations.ts';
import type { Drawing } from './drawn.ts';

/** The address that the station repeats. */
export const relayAddress = `http://${demoRelayHost}/live`;

const blockMs = 500;
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

/** Starts the radio, unless another node of this machine has. It ends with the process. */
export async function startRelaySource(context: Context, drawing: Drawing): Promise<void> {
  const bytes = await streamBytes(context, drawing);
  const block = Math.round((bytes.length * blockMs) / (programSeconds * 1000));
  const server = createServer((request, reply) => {
    const hasTitles = request.headers['icy-metadata'] === '1';
    reply.writeHead(200, { 'content-type': 'audio/aac', ...(hasTitles && { 'icy-metaint': String(block) }) });
    let at = 0;
    const timer = setInterval(() => {
      const end = at + block;
      const rest = end - bytes.length;
      reply.write(
        rest > 0 ? Buffer.concat([bytes.subarray(at), bytes.subarray(0, rest)]) : bytes.subarray(at, end),
      );
      at = end % bytes.length;
      if (!hasTitles) return;
      const program = demoPrograms[Math.floor(Date.now() / titleMs) % demoPrograms.length];
      const text = `StreamTitle='${program?.title_ko}';`;
      const blocks = Math.ceil(Buffer.byteLength(text) / 16);
      const titles = Buffer.alloc(1 + 16 * blocks);
      titles[0] = blocks;
      titles.write(text, 1);
      reply.write(titles);
    }, blockMs);
    timer.unref();
    reply.on('close', () => clearInterval(timer));
  });
  server.on('connection', (socket) => socket.unref());
  server.on('error', (error) => {
    if (errorCode(error) !== 'EADDRINUSE') context.log.warn({ err: error }, 'the radio of the demo');
  });
  const { hostname, port } = new URL(relayAddress);
  server.listen(Number(port), hostname).unref();
}
