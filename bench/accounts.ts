/** Accounts at the size of a large service: login, reads of a household, customer search, and an attacker who guesses passwords. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import type { Context } from '../src/server/context.ts';
import { hashPassword } from '../src/server/security/passwords.ts';
import { buildStaff } from '../test/build.ts';
import { cpuSeconds, cpuSecondsOfTree, median, type RunningServer, report, reportCpu } from './measure.ts';
import { seedTitles } from './seed.ts';
import { type SeededAccount, seedAccounts } from './seed-accounts.ts';

/** `BENCH_HOUSEHOLDS=20000` is enough for a short run. */
const households = Number(process.env.BENCH_HOUSEHOLDS ?? 1_000_000);
/** Calls in a pass, and passes. Times are the median pass's, so that a busy moment of the machine does not count. */
const rounds = 400;
const passes = 3;
const password = 'maru-bench-2026';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Guesses a second, and how long they go on at a time. */
const guesses = 200;
const siegeMs = 3000;

const quantile = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * share)] as number;

/** Measures every call one after another over a thousand households, then home while passwords are guessed. */
export async function measureAccounts(
  { db, pool }: Context,
  postgresPid: number,
  startServer: () => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  await seedTitles(db, 1000);
  const from = performance.now();
  const accounts = await seedAccounts(db, pool, households, {
    usual: await hashPassword(password),
    // With next to no hashing, the rest of a login can be measured.
    cheap: await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  });
  const n = `${households.toLocaleString('en-US')} households`;
  report(`${n} seeded, s`, (performance.now() - from) / 1000);

  const server = await startServer();
  const origin = `http://127.0.0.1:${server.port}`;
  const ask = async (path: string, init: RequestInit = {}, expected = 200) => {
    const began = performance.now();
    const response = await fetch(origin + path, init);
    await response.arrayBuffer();
    if (response.status !== expected) throw new Error(`${path}: ${response.status}`);
    return performance.now() - began;
  };
  const measure = async (
    what: string,
    aim: string,
    call: (round: number) => Promise<number>,
    { p50 = false, warmUp = rounds } = {},
  ) => {
    // Warm-up with other accounts: compiling takes some thousand calls, and the measured accounts must not be cached.
    for (let round = 0; round < warmUp; round++) await call(passes * rounds + (round % rounds));
    const times: number[][] = [];
    const cpu = () => cpuSeconds(server.process.pid as number) + cpuSecondsOfTree(postgresPid);
    const before = cpu();
    for (let pass = 0; pass < passes; pass++) {
      const own: number[] = [];
      for (let round = 0; round < rounds; round++) own.push(await call(pass * rounds + round));
      times.push(own);
    }
    const middle = (share: number) => median(times.map((own) => quantile(own, share)));
    reportCpu(`${what}, ${n}: CPU ms a request, both`, ((cpu() - before) * 1000) / (passes * rounds));
    if (p50) report(`${what}, ${n}: p50 ms`, middle(0.5));
    report(`${what}, ${n}: p95 ms`, middle(0.95), aim);
  };

  const signIn = (these: SeededAccount[]) => (round: number) => {
    const { username, email } = these[round % these.length] as SeededAccount;
    return ask('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': chrome },
      body: JSON.stringify({ username: round % 2 ? username : email, password }),
    });
  };
  await measure('login', '≤ 120', signIn(accounts.filter(({ cheap }) => !cheap)), { p50: true });
  await measure('login apart from hashing', '≤ 20', signIn(accounts.filter(({ cheap }) => cheap)), {
    p50: true,
    warmUp: 2000,
  });

  const reads: Record<string, (account: SeededAccount) => string> = {
    'user with profiles': () => '/api/user',
    'profiles with limits': () => '/api/account/profiles',
    'watch history': ({ profileId }) => `/api/account/history?profile_id=${profileId}`,
    'viewing activity': ({ profileId }) => `/api/account/activity?profile_id=${profileId}`,
    devices: () => '/api/account/devices',
    'login history': () => '/api/account/logins',
    notifications: ({ profileId }) => `/api/account/notifications?profile_id=${profileId}`,
    'unread notifications': ({ profileId }) => `/api/account/notifications/unread?profile_id=${profileId}`,
  };
  for (const [what, path] of Object.entries(reads))
    await measure(what, '≤ 20', (round) => {
      const account = accounts[round % accounts.length] as SeededAccount;
      return ask(path(account), { headers: { authorization: `Bearer ${account.token}` } });
    });

  const staff = { headers: { authorization: `Bearer ${(await buildStaff(db)).token}` } };
  const finds: Record<string, (account: SeededAccount, round: number) => string> = {
    'the newest': () => '',
    'by a part of a name': ({ username }, round) => username.slice(round % 5, 4 + (round % 5) + (round % 7)),
    'by id': ({ id, householdId }, round) => (round % 2 ? id : householdId),
    'by an e-mail address': ({ email }) => email,
  };
  for (const [what, find] of Object.entries(finds))
    await measure(`customers in the office, ${what}`, '', (round) => {
      const q = encodeURIComponent(find(accounts[round % accounts.length] as SeededAccount, round));
      return ask(`/api/admin/customers?per_page=25${q && `&q=${q}`}`, staff);
    });

  await measureSiege(origin, accounts);
  await stopServer(server);
}

const agent = new Agent({ keepAlive: true });

/** Requests like a browser and discards the answer: collecting the garbage of stored answers would slow down timed requests. */
async function take(url: string, headers: Record<string, string>): Promise<void> {
  const asked = get(url, { agent, headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
}

/** Times of home while an attacker guesses passwords of many names from many addresses, and times of home without the attack. */
async function measureSiege(origin: string, accounts: SeededAccount[]): Promise<void> {
  const every = `0-${cpus().length - 1}`;
  const cores = (list: string) => spawnSync('taskset', ['-a', '-p', '-c', list, String(process.pid)]);
  // The server has core 0, hashing with it; measuring must not take from it.
  cores('1');
  const home = '/api/home-sections?device=web&content_per_page=16&per_page=20';
  const { token, profileId } = accounts[0] as SeededAccount;
  const asks: Record<string, [string, Record<string, string>]> = {
    guest: [home, {}],
    profile: [`${home}&profile_id=${profileId}`, { authorization: `Bearer ${token}` }],
  };
  const sample = async (forMs: number) => {
    const times: Record<string, number[]> = { guest: [], profile: [] };
    const until = performance.now() + forMs;
    while (performance.now() < until) {
      for (const [who, [path, headers]] of Object.entries(asks)) {
        const began = performance.now();
        await take(origin + path, headers);
        times[who]?.push(performance.now() - began);
      }
      await sleep(10);
    }
    return { guest: quantile(times.guest ?? [], 0.95), profile: quantile(times.profile ?? [], 0.95) };
  };

  // An attacker would use another machine, so the guessing process gets only idle processor time.
  const stranger = spawn(
    'chrt',
    ['--idle', '0', 'taskset', '-c', '1', process.execPath, join(import.meta.dirname, 'guesses.js')],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const answers: Record<string, number> = {};
  let besiegedMs = 0;
  const besiege = async () => {
    const began = performance.now();
    stranger.send({ origin, usernames: accounts.map(({ username }) => username), aSecond: guesses });
    await sleep(500);
    const times = await sample(siegeMs);
    stranger.send('stop');
    besiegedMs += performance.now() - began;
    const [answered] = (await once(stranger, 'message')) as [Record<string, number>];
    for (const [status, count] of Object.entries(answered)) answers[status] = (answers[status] ?? 0) + count;
    return times;
  };

  // Warm-up of both kinds of requests.
  for (let round = 0; round < 3; round++) {
    await sample(1000);
    await besiege();
  }
  const ratios: Record<'guest' | 'profile', number[]> = { guest: [], profile: [] };
  const quiets: Record<'guest' | 'profile', number[]> = { guest: [], profile: [] };
  const besieged: Record<'guest' | 'profile', number[]> = { guest: [], profile: [] };
  for (let round = 0; round < 8; round++) {
    const quiet = await sample(siegeMs);
    const busy = await besiege();
    for (const who of ['guest', 'profile'] as const) {
      quiets[who].push(quiet[who]);
      besieged[who].push(busy[who]);
      ratios[who].push(busy[who] / quiet[who]);
    }
  }
  stranger.kill();
  cores(every);
  for (const who of ['guest', 'profile'] as const) {
    report(`${who} home, quiet: p95 ms`, median(quiets[who]));
    report(`${who} home, ${guesses} guesses a second: p95 ms`, median(besieged[who]));
    report(`${who} home, ${guesses} guesses a second ÷ quiet`, median(ratios[who]), '≤ 1.5');
  }
  const sent = Object.values(answers).reduce((sum, count) => sum + count, 0);
  const share = (status: number) => `${Math.round(((answers[status] ?? 0) * 100) / sent)} %`;
  report('guesses that he could send, a second', (sent * 1000) / besiegedMs);
  report('guesses that were looked at and wrong', share(422));
  report('guesses asked to come back, for too many were waiting', share(503));
}
