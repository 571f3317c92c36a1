/**
 * What strangers' loops cost everybody else: while each runs, over 40 and over 300 connections of one network, a guest asks for home
 * (a cached answer) and a watcher for health; memory is read, and at last the process is told to end.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../src/server/context.ts';
import { buildUser } from '../test/build.ts';
import { type Abuse, type AbuseName, abuseNames } from './abuser.ts';
import { type RunningServer, report } from './measure.ts';

const secondsEach = 8;
const home = '/api/home-sections?device=web&content_per_page=16&per_page=20';

const p95 = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.POSITIVE_INFINITY;

/** Asks one address over a connection of its own at a steady pace for some seconds; answers how long each took, in milliseconds. */
async function watch(port: number, path: string, everyMs: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const from = performance.now();
    await new Promise<void>((resolve) => {
      const asked = request({ agent, port, host: '127.0.0.1', path }, (response) => {
        if (response.statusCode !== 200) took.push(Number.POSITIVE_INFINITY);
        response.resume().on('end', () => resolve());
      });
      asked.on('error', () => {
        took.push(Number.POSITIVE_INFINITY);
        resolve();
      });
      asked.setTimeout(30_000, () => asked.destroy());
      asked.end();
    });
    took.push(performance.now() - from);
    await sleep(Math.max(0, everyMs - (performance.now() - from)));
  }
  agent.destroy();
  return took;
}

async function probe(port: number): Promise<{ home: number; health: number }> {
  const [homes, healths] = await Promise.all([
    watch(port, home, 10, secondsEach),
    watch(port, '/health', 50, secondsEach),
  ]);
  return { home: p95(homes), health: p95(healths) };
}

const residentMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Runs each of the loops, or those that are named, against a server of its own. */
export async function measureAbuse(
  context: Context,
  here: string,
  start: () => Promise<RunningServer>,
): Promise<void> {
  const named = (process.env.BENCH_ABUSE ?? '').split(',').filter(Boolean);
  const names = named.length > 0 ? abuseNames.filter((name) => named.includes(name)) : abuseNames;
  for (const name of names)
    for (const connections of [40, 300]) await measureOne(context, here, start, name, connections);
}

async function measureOne(
  { db }: Context,
  here: string,
  start: () => Promise<RunningServer>,
  name: AbuseName,
  connections: number,
): Promise<void> {
  const { token } = await buildUser(db, { plan: 30 });
  const server = await start();
  const pid = server.process.pid as number;
  await watch(server.port, home, 1, 1);
  const quiet = await probe(server.port);
  const abuser = fork(join(here, 'abuser.js'), [], { execArgv: [] });
  abuser.send({ port: server.port, name, connections, token } satisfies Abuse);
  await sleep(500);
  const busy = await probe(server.port);
  const memory = residentMb(pid);

  const from = performance.now();
  const gone = new Promise((done) => server.process.once('exit', done));
  server.process.kill('SIGTERM');
  await Promise.race([gone, sleep(20_000)]);
  const stopped = (performance.now() - from) / 1000;
  server.process.kill('SIGKILL');
  const answers = await new Promise<Record<string, number>>((resolve) => {
    abuser.once('message', (message) => resolve(message as Record<string, number>));
    abuser.send('stop');
  });

  const what = `${name}, ${connections} connections`;
  const aim = 1.5 * quiet.home + 10;
  report(`${what}: home p95 ms (quiet ${quiet.home.toFixed(1)})`, busy.home, `≤ ${aim.toFixed(1)}`);
  report(`${what}: health p95 ms`, busy.health, '≤ 100');
  report(`${what}: most memory, MB`, memory, '≤ 600');
  report(`${what}: ends after SIGTERM, s`, stopped, '≤ 10');
  report(`${what}: answers`, JSON.stringify(answers));
}
