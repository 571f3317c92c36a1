/** A first start with the demo in an empty data folder: until the site is up, a film plays, and all films are packaged. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { masters } from '../demo/masters.ts';
import { report } from './measure.ts';

const port = 18_098;
const maxMinutes = 60;

/** The films that are ready in the database of a running service. */
async function countReady(dataDir: string): Promise<number> {
  const host = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4];
  const client = new pg.Client({ host, port: 5432, user: 'maru', database: 'postgres' });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as ready from ingest_assets where state = 'ready' and file_name = any($1)`,
      [masters.map(({ fileName }) => fileName)],
    );
    return rows[0].ready;
  } finally {
    await client.end();
  }
}

function megabytesIn(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((own) => own.isFile());
  return files.reduce((sum, own) => sum + statSync(join(own.parentPath, own.name)).size, 0) / 1e6;
}

/** Starts the built service as `npm start` does. Packages and apps are there, so their time is not counted. */
export async function measureFilms(root: string, folder: string): Promise<void> {
  const dataDir = join(folder, 'films');
  mkdirSync(dataDir);
  const from = performance.now();
  const seconds = () => (performance.now() - from) / 1000;
  const child = spawn(process.execPath, [join(root, 'scripts/start.js')], {
    env: { ...process.env, MARU_DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  try {
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        (response) => response.ok,
        () => false,
      );
    while (!(await isUp())) await sleep(100);
    const upAt = seconds();
    report('first start: site up, s', upAt, '≤ 60');
    let ready = 0;
    while (ready < masters.length && seconds() < maxMinutes * 60) {
      await sleep(1000);
      const before = ready;
      ready = await countReady(dataDir);
      if (before === 0 && ready > 0)
        report('first start: first film ready, s later', seconds() - upAt, '≤ 60');
    }
    report(`first start: ${ready} of ${masters.length} films packaged, min`, seconds() / 60, '≤ 12');
    report('first start: masters, packages and artwork, MB', megabytesIn(join(dataDir, 'media')), '≤ 500');
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}
