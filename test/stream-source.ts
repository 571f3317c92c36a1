/** A streaming server for tests of relays: sends a file in real time, with the titles of a radio server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendStream } from '../demo/internet-radio.ts';
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

/** Sends `bytes`, again and again, at `bytesPerSecond`. Other paths: `/page` is HTML, `/away` redirects to `redirect`. */
export async function startStreamSource(
  bytes: Buffer,
  bytesPerSecond: number,
  { type = 'audio/mpeg', redirect = '' } = {},
): Promise<StreamSource> {
  const server = createServer((request, reply) => {
    if (request.url === '/live') {
      const title = () => source.title;
      sendStream(request, reply, { bytes, bytesPerSecond, type, title, isSilent: () => source.isSilent });
    } else if (request.url === '/page')
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
