/** A streaming server for tests of relays: sends a file in real time, with the titles of a radio server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../src/server/adapters/programs.ts';

export interface StreamSource {
  /** `http://127.0.0.1:…` without a slash at the end. */
  origin: string;
  title: string;
  /** Sends nothing while it is true, and keeps the connections open. */
  isSilent: boolean;
  close(): void;
}

/** Makes a file with ffmpeg and returns its bytes. */
export function makeMedia(name: string, args: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'maru-source-'));
  try {
    const file = join(folder, name);
    const { status, stderr } = spawnSync(findPrograms().ffmpeg, ['-v', 'error', '-y', ...args, file]);
    if (status !== 0) throw new Error(String(stderr));
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tick = 250;

/** Sends `bytes`, again and again, at `bytesPerSecond`. Other paths: `/page` is HTML, `/away` redirects to `redirect`. */
export async function startStreamSource(
  bytes: Buffer,
  bytesPerSecond: number,
  { type = 'audio/mpeg', redirect = '' } = {},
): Promise<StreamSource> {
  const block = Math.round((bytesPerSecond * tick) / 1000);
  const send = (reply: ServerResponse, hasTitles: boolean) => {
    reply.writeHead(200, { 'content-type': type, ...(hasTitles && { 'icy-metaint': String(block) }) });
    let at = 0;
    const timer = setInterval(() => {
      if (source.isSilent) return;
      const end = at + block;
      const part = bytes.subarray(at, end);
      reply.write(end > bytes.length ? Buffer.concat([part, bytes.subarray(0, end - bytes.length)]) : part);
      at = end % bytes.length;
      if (!hasTitles) return;
      const text = `StreamTitle='${source.title}';`;
      const blocks = Math.ceil(Buffer.byteLength(text) / 16);
      const titles = Buffer.alloc(1 + 16 * blocks);
      titles[0] = blocks;
      titles.write(text, 1);
      reply.write(titles);
    }, tick);
    reply.on('close', () => clearInterval(timer));
  };
  const server = createServer((request, reply) => {
    if (request.url === '/live') send(reply, request.headers['icy-metadata'] === '1');
    else if (request.url === '/page')
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Radio</p>');
    else if (request.url === '/away') reply.writeHead(302, { location: redirect }).end();
    else reply.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const source: StreamSource = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    title: '',
    isSilent: false,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return source;
}
