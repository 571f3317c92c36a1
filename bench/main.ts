/**
 * `npm run bench`: all figures come from this one run. Most are ratios to a measurement beside them, so that they hold on any machine.
 * CPU figures are also printed in rows (see `measureRow`), and their aims are in rows.
 * Arguments name the parts: lighthouse, demo, home, guide, live, search, lists, accounts, segment, ingest, slow, reports, bundle, start, office,
 * billing, rounds, abuse, faults, fuzz. Without arguments all of them run. `history` and `films`, the demo's past and its videos, run
 * only if they are named.
 * `BENCH_DATA` names a folder that keeps the database: a later run of the reports takes the facts that it finds there.
 */

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { loadDemoCatalogue } from '../demo/load.ts';
import { readConfig } from '../src/server/config.ts';
import { openDatabase, openPool } from '../src/server/db/client.ts';
import { startEmbedded } from '../src/server/db/embedded.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { makeContext } from '../src/server/make-context.ts';
import { buildAsset } from '../test/build.ts';
import { measureAbuse } from './abuse.ts';
import { measureAccounts } from './accounts.ts';
import { measureBilling } from './billing.ts';
import { initialScriptBytes } from './bundle.ts';
import { buildFamily, measureDemoHistory, measureDemoSize } from './demo-size.ts';
import { measureFaults } from './faults.ts';
import { measureFilms } from './films.ts';
import { measureFuzz } from './fuzz.ts';
import { measureGuide } from './guide.ts';
import { measureIngest } from './ingest.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLists } from './lists.ts';
import { measureLive } from './live.ts';
import { measureLivePlaylist } from './live-playlist.ts';
import {
  load,
  measureCpu,
  measureRow,
  median,
  type RunningServer,
  report,
  reportCpu,
  reportHeads,
  startOnOneCore,
  watchStolen,
} from './measure.ts';
import { measureOffice } from './office.ts';
import { measureReports } from './reports.ts';
import { measureRounds } from './rounds.ts';
import { measureSearch, measureSearchQuality } from './search.ts';
import { seedTitles } from './seed.ts';
import { measureSegments } from './segment.ts';
import { measureSlowStart } from './slow.ts';

const root = process.cwd();
const wanted = process.argv.slice(2);
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);
const here = resolve(import.meta.dirname);
const kept = process.env.BENCH_DATA;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'maru-bench-'));
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o755);

const embedded = await startEmbedded(folder);
const { host, port, user, database } = embedded.connection;
// A part that fails, or is interrupted, leaves nothing behind either.
let isDatabaseUp = true;
process.once('exit', () => {
  if (isDatabaseUp) process.kill(embedded.pid(), 'SIGQUIT');
  for (const left of kept ? [host] : [host, folder]) rmSync(left, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const databaseUrl = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`;
const pool = openPool(embedded.connection, () => {});
await migrateDatabase(pool, root);
const db = openDatabase(pool);
const secret = 'a secret that is only for measuring, nothing else';
const config = readConfig({ MARU_DATA_DIR: folder, DATABASE_URL: databaseUrl, MARU_SECRET: secret }, root);
const log = pino({ level: 'silent' });
const context = makeContext({ config, db, pool, log });
await loadDemoCatalogue(context, () => {});
const asset = await buildAsset(db);
await db.execute(
  sql`update catalog_programmes set asset_id = ${asset.id} where kind = 'movie' and status = 'completed'`,
);
await db.execute(sql`update catalog_episodes set asset_id = ${asset.id}`);

/** `connections`: what the server's connections are called at the database. */
const startServer = ({
  connections,
  ...kind
}: {
  isLimited?: boolean;
  isWorking?: boolean;
  connections?: string;
} = {}) =>
  startOnOneCore(join(here, 'server.js'), [
    JSON.stringify({
      dataDir: folder,
      databaseUrl: connections ? `${databaseUrl}?application_name=${connections}` : databaseUrl,
      rootDir: root,
      secret,
      ...kind,
    }),
  ]);
const stopServer = async (server: RunningServer) => {
  const gone = new Promise((done) => server.process.once('exit', done));
  server.process.kill('SIGTERM');
  await gone;
};

/**
 * Whether a part with CPU figures runs. The first one has the row measured before its seeding, while the database is idle.
 * All these parts use the one embedded database, so the row is a row of theirs. Only `start` and `rounds` have databases of their
 * own, and neither has a CPU figure.
 */
const startCpuPart = async (part: string, isPartWanted = isWanted(part)): Promise<boolean> => {
  if (isPartWanted) await measureRow(join(here, 'row-server.js'), databaseUrl, embedded.pid());
  return isPartWanted;
};

reportHeads();
const stolen = watchStolen();

// First, while the catalogue is the demo's own.
if (isWanted('lighthouse')) await measureLighthouse(context, folder, startServer, stopServer);
if (isWanted('abuse')) await measureAbuse(context, here, () => startServer({ isLimited: true }));
if (await startCpuPart('demo')) {
  await measureDemoSize(db, embedded.pid(), startServer, stopServer);
  await measureSearchQuality(context, startServer, stopServer);
}
// By name alone: the other parts measure a catalogue without viewings and bills.
if (await startCpuPart('history', wanted.includes('history')))
  await measureDemoHistory(context, embedded.pid());
if (await startCpuPart('home')) await measureHome();
if (await startCpuPart('lists')) await measureLists(db, embedded.pid(), startServer, stopServer);
if (await startCpuPart('search')) await measureSearch(context, embedded.pid(), startServer, stopServer);
if (isWanted('guide')) await measureGuide(db, asset.id, startServer, stopServer);
if (isWanted('live')) {
  await measureLive(context, asset.id);
  const servers = { start: startServer, stop: stopServer, databasePid: embedded.pid() };
  await measureLivePlaylist(context, asset.id, { here, folder, secret, ...servers });
}
if (await startCpuPart('accounts')) await measureAccounts(context, embedded.pid(), startServer, stopServer);
if (isWanted('segment')) await measureSegments(folder, secret, db, startServer);
if (isWanted('ingest')) await measureIngest(context);
if (isWanted('slow')) await measureSlowStart(context, startServer, stopServer);
if (await startCpuPart('reports')) await measureReports(context, startServer, stopServer);
if (await startCpuPart('office')) await measureOffice(db, embedded.pid(), startServer, stopServer);
if (await startCpuPart('billing'))
  await measureBilling(db, embedded.pid(), here, { dataDir: folder, databaseUrl, rootDir: root, secret });
if (isWanted('rounds')) measureRounds(root);
if (isWanted('faults')) await measureFaults(context, { start: startServer, databasePid: embedded.pid });
// Last: it changes records at random.
if (isWanted('fuzz')) await measureFuzz(context);
if (isWanted('bundle')) {
  const server = await startServer();
  const { bytes, files } = await initialScriptBytes(
    `http://localhost:${server.port}/`,
    join(root, 'dist/viewer'),
  );
  report(`initial script of home, gzip kB (${files.length} files)`, bytes / 1000, '≤ 130');
  await stopServer(server);
}

await pool.end();
await embedded.stop();
isDatabaseUp = false;
if (isWanted('start')) await measureStart();
if (wanted.includes('films')) await measureFilms(root, folder);
report('processor time wanted that the machine’s host kept', `${Math.round(stolen() * 100)} %`);

async function measureHome(): Promise<void> {
  const { family, profile } = await buildFamily(db);
  const path = '/api/home-sections?device=web&content_per_page=16&per_page=20';
  const own = { authorization: `Bearer ${family.token}` };
  const ownPath = `${path}&profile_id=${profile.id}`;
  const coldMs: number[] = [];

  for (const titles of [1000, 100_000]) {
    await seedTitles(db, titles);
    const server = await startServer();
    const url = `http://127.0.0.1:${server.port}`;
    const colds: number[] = [];
    for (const locale of ['ko', 'en']) {
      const from = performance.now();
      await (await fetch(url + path, { headers: { 'x-locale': locale } })).arrayBuffer();
      colds.push(performance.now() - from);
    }
    coldMs.push(Math.min(...colds));

    const sample = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
    // The same bytes that the service sends: fetch has decompressed them, so they are compressed again with the same quality.
    const encoded = brotliCompressSync(Buffer.from(await sample.arrayBuffer()), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6 },
    });
    const bodyFile = join(folder, 'home.br');
    writeFileSync(bodyFile, encoded);
    const bare = await startOnOneCore(join(here, 'bare-server.js'), [bodyFile, 'br']);
    const ratios: number[] = [];
    for (let round = 0; round < 3; round++) {
      const ours = await load(url + path, { connections: 20, seconds: 4 });
      const theirs = await load(`http://127.0.0.1:${bare.port}/`, { connections: 20, seconds: 4 });
      ratios.push(ours.requestsPerSecond / theirs.requestsPerSecond);
    }
    bare.process.kill();
    const n = titles.toLocaleString('en-US');
    report(`guest home ÷ the same bytes from a bare Node server, ${n} titles`, median(ratios), '≥ 0.6');

    for (const [what, address, headers] of [
      ['profile home', ownPath, own],
      [
        'details, profile',
        `/api/program/details?id=letters-from-the-lighthouse&profile_id=${profile.id}`,
        own,
      ],
      ['details, guest', '/api/program/details?id=letters-from-the-lighthouse', {}],
    ] as [string, string, Record<string, string>][]) {
      const { nodeMs, postgresMs, p99 } = await measureCpu(server, embedded.pid(), address, headers);
      reportCpu(`${what}, ${n} titles: CPU ms a request, Node`, nodeMs);
      reportCpu(`${what}, ${n} titles: CPU ms a request, PostgreSQL`, postgresMs);
      reportCpu(
        `${what}, ${n} titles: CPU ms a request, both`,
        nodeMs + postgresMs,
        what === 'profile home' ? { aimRows: 17 } : {},
      );
      report(`${what}, ${n} titles: p99 ms at 20 connections`, p99, what === 'profile home' ? '≤ 25' : '');
    }
    await stopServer(server);
  }
  report('home built anew: 100,000 titles ÷ 1,000', (coldMs[1] as number) / (coldMs[0] as number), '≤ 1.2');
}

/** Time of a second start, and memory of the idle server, both as `npm start` runs it. */
async function measureStart(): Promise<void> {
  const dataDir = join(folder, 'start');
  mkdirSync(dataDir);
  const env = {
    ...process.env,
    MARU_DATA_DIR: dataDir,
    PORT: '18099',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
  };
  const run = async () => {
    const from = performance.now();
    const child = spawn(process.execPath, [join(root, 'scripts/start.js')], {
      env: { ...env, MARU_DEMO: 'false' },
      stdio: 'ignore',
    });
    for (;;) {
      const up = await fetch('http://127.0.0.1:18099/health').then(
        (response) => response.ok,
        () => false,
      );
      if (up) break;
      await sleep(20);
    }
    return { child, seconds: (performance.now() - from) / 1000 };
  };
  const stop = (child: ReturnType<typeof spawn>) =>
    new Promise((done) => {
      child.once('exit', done);
      child.kill('SIGINT');
    });
  const first = await run();
  await stop(first.child);
  const second = await run();
  report('second start until it answers, s', second.seconds, '≤ 3');
  // Node collects the garbage of the start once it is idle.
  await sleep(30_000);
  const status = readFileSync(`/proc/${second.child.pid}/status`, 'utf8');
  report('idle server, resident MB', Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024, '≤ 200');
  await stop(second.child);
}
