import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';

const quick = { fsync: 'off', shared_buffers: '16MB' };
let running: EmbeddedDatabase[] = [];
let folders: string[] = [];

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'maru-embedded-'));
  folders.push(folder);
  return folder;
}

async function start(folder: string, onRestart?: (message: string) => void): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(folder, quick, onRestart);
  running.push(database);
  return database;
}

async function query(database: EmbeddedDatabase, text: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Forgets a running server as a killed process would: it lives on, and nothing of ours holds the folder. */
async function abandon(database: EmbeddedDatabase): Promise<void> {
  await database.release();
  running = running.filter((own) => own !== database);
}

afterEach(async () => {
  for (const database of running) await database.stop();
  running = [];
  for (const folder of folders) {
    const cluster = join(folder, 'postgres');
    // Where the folder is private to root, the cluster lives elsewhere behind a link.
    if (lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink()) {
      rmSync(dirname(realpathSync(cluster)), { recursive: true });
    }
    rmSync(folder, { recursive: true, force: true });
  }
  folders = [];
});

test('starts from nothing, as root too, keeps what was written, and stops', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  expect(first.adopted).toBe(false);
  await query(first, `create table t as select '우영우' as name`);
  const pid = first.pid();
  await first.stop();
  running = [];
  // A process that has ended but was not yet collected has no program any more.
  expect(existsSync(`/proc/${pid}/exe`)).toBe(false);
  const second = await start(folder);
  expect(await query(second, 'select name from t')).toEqual([{ name: '우영우' }]);
});

test('restricts the folder of a database that was copied with wrong permissions', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  await first.stop();
  running = [];
  const cluster = realpathSync(join(folder, 'postgres'));
  chmodSync(cluster, 0o755);
  await start(folder);
  expect(statSync(cluster).mode & 0o777).toBe(0o700);
});

test('sorts and searches Hangul: the character type is UTF-8', async () => {
  const database = await start(dataFolder());
  await query(database, 'create extension pg_trgm');
  expect(
    await query(database, `select cardinality(show_trgm('우영우')) > 0 as found, '가' < '나' as ordered`),
  ).toEqual([{ found: true, ordered: true }]);
});

test('adopts a server that outlived its process', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  await query(first, 'create table t as select 1 as one');
  const pid = first.pid();
  await abandon(first);
  const second = await start(folder);
  expect(second.adopted).toBe(true);
  expect(second.pid()).toBe(pid);
  expect(await query(second, 'select one from t')).toEqual([{ one: 1 }]);
});

test('comes up after the server itself was killed, past its stale pid file', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  await query(first, 'create table t as select 1 as one');
  const pid = first.pid();
  await abandon(first);
  process.kill(pid, 'SIGKILL');
  while (existsSync(`/proc/${pid}/exe`)) await sleep(20);
  const second = await start(folder);
  expect(second.adopted).toBe(false);
  expect(await query(second, 'select one from t')).toEqual([{ one: 1 }]);
});

test('ignores a pid file whose number now belongs to another program', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  await first.stop();
  running = [];
  const file = join(folder, 'postgres', 'postmaster.pid');
  writeFileSync(file, `${process.pid}\n${folder}\n0\n5432\n/tmp\n\n\nready   \n`);
  const second = await start(folder);
  expect(second.adopted).toBe(false);
  expect(Number(readFileSync(file, 'utf8').split('\n')[0])).toBe(second.pid());
});

test('starts the server again when it dies while in use', async () => {
  const folder = dataFolder();
  const messages: string[] = [];
  const database = await start(folder, (message) => messages.push(message));
  const pid = database.pid();
  await query(database, 'create table t as select 1 as one');
  process.kill(pid, 'SIGKILL');
  const deadline = Date.now() + 20_000;
  while (messages.length === 0 && Date.now() < deadline) await sleep(50);
  expect(messages).toEqual(['The database server had stopped; it is running again.']);
  expect(database.pid()).not.toBe(pid);
  expect(await query(database, 'select one from t')).toEqual([{ one: 1 }]);
});

test('refuses a second process on the same folder with a clear sentence', async () => {
  const folder = dataFolder();
  await start(folder);
  await expect(startEmbedded(folder, quick)).rejects.toThrow(
    `Maru is already running on the data folder ${folder} (process ${process.pid}). Stop it first, or set MARU_DATA_DIR.`,
  );
});

test('leaves nothing half-made when the first start is interrupted', async () => {
  const folder = dataFolder();
  mkdirSync(join(folder, 'postgres.new'), { recursive: true });
  writeFileSync(join(folder, 'postgres.new', 'half'), 'made');
  const database = await start(folder);
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});
