/**
 * A site for each lane of story files: a server, a database and a folder of its own. Files of one lane follow each other;
 * lanes share nothing but the database server's process.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/server/config.ts';
import { type EmbeddedDatabase, startEmbedded } from '../src/server/db/embedded.ts';
import { startNode } from '../src/server/start.ts';
import { openIdClient, openOpenIdProvider } from '../test/openid-provider.ts';
import { endDatabase, openTemporary } from '../test/temporary.ts';
import { startCardProcessor } from './card-processor.ts';
import { openYouTube } from './youtube.ts';

export interface Site {
  url: string;
  connection: { host: string; port: number; user: string; database: string };
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** By lane. */
    sites: Site[];
  }
}

/**
 * Services send people back to an address that they know beforehand, so a lane's port is chosen long before it is used: below those
 * that the system gives to whoever asks for any.
 */
async function freePort(lane: number): Promise<number> {
  for (let port = 20_000 + ((process.pid * 4 + lane) % 10_000); port < 32_000; port += 4) {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error('no port is free');
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let embedded: EmbeddedDatabase | undefined;
  const { databaseFolder, close: closeTemporary } = openTemporary(() => endDatabase(embedded));
  const folder = mkdtempSync(join(tmpdir(), 'maru-stories-'));
  // As root the database's own user has to pass; where it may not, a folder elsewhere would be left behind.
  chmodSync(folder, 0o755);
  const database = await startEmbedded(databaseFolder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // It lies in memory.
    max_wal_size: '256MB',
  });
  embedded = database;
  const lanes = Array.from({ length: project.config.maxWorkers }, (_, index) => index + 1);
  const opened = await Promise.all(lanes.map((lane) => openSite(folder, database, lane)));
  project.provide(
    'sites',
    opened.map(({ site }) => site),
  );
  return async () => {
    await Promise.all(opened.map(({ close }) => close()));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
    closeTemporary();
  };
}

async function openSite(folder: string, { connection }: EmbeddedDatabase, lane: number) {
  const name = `maru_lane_${lane}`;
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  await admin.end();
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const config = readConfig({
    MARU_DATA_DIR: dataDir,
    DATABASE_URL: `postgresql://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${name}`,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  });
  const sitePort = await freePort(lane);
  const origin = `http://localhost:${sitePort}`;
  const openId = await openOpenIdProvider(
    ['google', 'kakao'].map((service) => `${origin}/api/social-login/${service}/callback`),
  );
  const client = { ...openIdClient, at: openId.url };
  const node = await startNode(
    {
      ...config,
      demo: false,
      port: sitePort,
      origin,
      socialLogin: { google: client, kakao: client },
      // All stories share one network address, which exceeds the normal rate limits.
      builds: { share: 1, burstMs: Number.POSITIVE_INFINITY, maxWaitMs: 0 },
    },
    () => {},
  );
  const stopCardProcessor = startCardProcessor(node);
  openYouTube(node);
  const site: Site = {
    url: origin,
    connection: { ...connection, database: name },
    dataDir,
  };
  return {
    site,
    close: async () => {
      await stopCardProcessor();
      await node.stop();
      await openId.close();
    },
  };
}
