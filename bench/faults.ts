/** Kills and stops the database and the server under load. Counts the answers, the time until they are right, and the stored writes. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Context } from '../src/server/context.ts';
import { newId } from '../src/server/db/columns.ts';
import { programmes } from '../src/server/modules/catalog/catalog.tables.ts';
import { buildUser } from '../test/build.ts';
import { type RunningServer, report } from './measure.ts';

const rounds = 3;
const writers = 12;
const readers = 12;
/** An inquiry is accepted ten times a day. */
const inquiriesEach = 10;
const maxAnswerMs = 60_000;
const pollMs = 100;

interface Answer {
  /** 0: the connection failed. */
  status: number;
  retryAfter: string | null;
  from: number;
  to: number;
}

interface Servers {
  start: (settings?: { isLimited: boolean }) => Promise<RunningServer>;
  databasePid: () => number;
}

let address = 0;
/** Sends one request. Each comes from another address, so that no limit of one network applies. */
async function send(
  { port }: { port: number },
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer> {
  const from = performance.now();
  address += 1;
  const forwarded = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`;
  const { status, retryAfter } = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': forwarded,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(maxAnswerMs),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return { status: response.status, retryAfter: response.headers.get('retry-after') };
    },
    () => ({ status: 0, retryAfter: null }),
  );
  return { status, retryAfter, from, to: performance.now() };
}

/** Readers of uncached answers, and writers that repeat an inquiry with its id until it is acknowledged. */
async function startLoad({ db }: Context, target: { port: number }) {
  const answers: Answer[] = [];
  const searches = new Map<string, boolean>();
  const inquiries = new Map<string, boolean>();
  let isOver = false;
  const repeat = async (work: () => Promise<Answer>) => {
    while (!isOver) {
      const answer = await work();
      answers.push(answer);
      await sleep(answer.status === 200 ? 10 : pollMs);
    }
  };
  const users = await Promise.all(Array.from({ length: writers }, () => buildUser(db, { plan: 30 })));
  const loops = users.map(async ({ token }) => {
    let id = newId();
    let stored = 0;
    await repeat(async () => {
      if (stored < inquiriesEach) {
        inquiries.set(id, inquiries.get(id) ?? false);
        const question = { id, type: 'technical', title: 'A fault', body: 'Nothing plays.' };
        const answer = await send(target, '/api/account/inquiries', { token, body: question });
        if (answer.status === 200) {
          inquiries.set(id, true);
          stored += 1;
          id = newId();
        }
        return answer;
      }
      const q = newId();
      const answer = await send(target, '/api/video/search/save', { body: { q } });
      searches.set(q, answer.status === 200);
      return answer;
    });
  });
  for (let reader = 0; reader < readers; reader += 1) {
    const { token } = users[reader % users.length] as { token: string };
    loops.push(
      repeat(() =>
        reader % 2 === 0
          ? send(target, '/api/user', { token })
          : send(target, `/api/get-notices?page=${Math.ceil(Math.random() * 9_999)}`),
      ),
    );
  }
  return {
    answers,
    /** Ends the load. Returns the acknowledged writes that are missing, and those that are stored twice. */
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
      let lost = 0;
      let doubled = 0;
      for (const [table, column, writes] of [
        ['search_queries', 'q', searches],
        ['inquiries_messages', 'inquiry_id::text', inquiries],
      ] as const) {
        const { rows } = await db.execute<{ key: string; count: number }>(
          sql`select ${sql.raw(column)} as key, count(*)::int as count from ${sql.raw(table)} group by 1`,
        );
        const counts = new Map(rows.map(({ key, count }) => [key, count]));
        for (const [key, isAcknowledged] of writes) {
          const count = counts.get(key) ?? 0;
          if (isAcknowledged && count === 0) lost += 1;
          if (count > 1) doubled += 1;
        }
      }
      return { lost, doubled, acknowledged: [...searches, ...inquiries].filter(([, is]) => is).length };
    },
  };
}

/** The time until the answers of a path are 200 again, in seconds. */
async function untilServed(target: { port: number }, path: () => string): Promise<number> {
  const from = performance.now();
  while ((await send(target, path())).status !== 200) await sleep(pollMs);
  return (performance.now() - from) / 1000;
}

/** The time until the database accepts connections, in seconds. */
async function untilRecovered({ config }: Context): Promise<number> {
  const from = performance.now();
  for (;;) {
    const client = new pg.Client({ connectionString: config.databaseUrl });
    client.on('error', () => {});
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isOpen) return (performance.now() - from) / 1000;
    await sleep(pollMs);
  }
}

/** The process and its living children. */
function treeOf(root: number): number[] {
  const children = readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const text = readFileSync(`/proc/${entry}/stat`, 'utf8');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === root;
    } catch {
      return false;
    }
  });
  return [root, ...children.map(Number)];
}

/** Stops the database for some time: its connections stay open, and it accepts others without an answer. */
async function freeze(root: number, work: () => Promise<unknown>): Promise<void> {
  const pids = treeOf(root);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await work();
  for (const pid of treeOf(root)) process.kill(pid, 'SIGCONT');
}

export async function measureFaults(context: Context, { start, databasePid }: Servers): Promise<void> {
  await measureKills(context, { start, databasePid });
  await measureStall(context, { start, databasePid });
  await measureEnd(context, start);
}

async function measureKills(context: Context, { start, databasePid }: Servers): Promise<void> {
  const uncached = () => `/api/get-notices?page=${Math.ceil(Math.random() * 9_999)}`;
  let server = await start();
  const target = { port: server.port };
  const load = await startLoad(context, target);
  let recoverySeconds = 0;
  let returnSeconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    await sleep(3_000);
    process.kill(databasePid(), 'SIGKILL');
    // The killed server's processes may answer for some time.
    await sleep(500);
    recoverySeconds = Math.max(recoverySeconds, 0.5 + (await untilRecovered(context)));
    returnSeconds = Math.max(returnSeconds, await untilServed(target, uncached));
  }
  await sleep(3_000);
  const from = performance.now();
  await freeze(databasePid(), () => sleep(20_000));
  const until = performance.now();
  await untilServed(target, uncached);
  await sleep(1_000);
  const waiting = load.answers.filter((answer) => answer.from < until && answer.to > from);
  const firstRefusal = Math.min(...waiting.filter(({ status }) => status === 503).map(({ to }) => to));
  const longestMs = Math.max(...waiting.map((answer) => answer.to - answer.from));
  // Connections fail only while the server is killed.
  const unanswered = load.answers.filter(({ status }) => status === 0).length;
  let serverSeconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    await sleep(3_000);
    const killedAt = performance.now();
    const gone = once(server.process, 'exit');
    server.process.kill('SIGKILL');
    await gone;
    server = await start();
    target.port = server.port;
    await untilServed(target, uncached);
    serverSeconds = Math.max(serverSeconds, (performance.now() - killedAt) / 1000);
  }
  await sleep(3_000);
  const { lost, doubled, acknowledged } = await load.stop();
  server.process.kill('SIGKILL');
  const statuses: Record<string, number> = {};
  for (const { status } of load.answers) statuses[status] = (statuses[status] ?? 0) + 1;
  const withoutTime = load.answers.filter(({ status, retryAfter }) => status === 503 && !retryAfter).length;
  report('answers under kills and stops, by status', JSON.stringify(statuses));
  report('answers under kills and stops: 500', String(statuses[500] ?? 0), '0');
  report('answers under kills and stops: 503 without Retry-After', String(withoutTime), '0');
  report('database killed or stopped: requests without an answer', String(unanswered), '0');
  report('database killed: its recovery, longest of 3, s', recoverySeconds);
  report('database killed: from its recovery to uncached answers, s', returnSeconds, '≤ 2');
  report('database stopped for 20 s: until the first 503, s', (firstRefusal - from) / 1000, '≤ 10');
  report('database stopped for 20 s: longest request, s', longestMs / 1000);
  report('server killed: until uncached answers, longest of 3, s', serverSeconds, '≤ 10');
  report('acknowledged writes', String(acknowledged));
  report('acknowledged writes: lost', String(lost), '0');
  report('writes: stored twice', String(doubled), '0');
}

/** Requests three uncached pages of one network while the database is stopped, and then others. */
async function measureStall({ db }: Context, { start, databasePid }: Servers): Promise<void> {
  const slugs = await db.select({ slug: programmes.slug }).from(programmes);
  let next = 0;
  const page = () => {
    next += 1;
    return `/view/m/${slugs[next % slugs.length]?.slug}?at=${next}`;
  };
  const server = await start({ isLimited: true });
  await untilServed(server, page);
  await freeze(databasePid(), async () => {
    for (let count = 0; count < 3; count += 1) void send(server, page());
    await sleep(20_000);
  });
  report('after a stall of 20 s: until an uncached page, s', await untilServed(server, page), '≤ 2');
  server.process.kill('SIGKILL');
}

/** Ends the server while a request waits for a lock of the database. */
async function measureEnd({ pool }: Context, start: Servers['start']): Promise<void> {
  for (const heldMs of [8_000, 30_000]) {
    const server = await start();
    await send(server, '/api/get-notices?page=1');
    const client = await pool.connect();
    await client.query('begin; lock table support_notices in access exclusive mode');
    const answer = send(server, '/api/get-notices?page=2');
    await sleep(500);
    const from = performance.now();
    const gone = once(server.process, 'exit').then(() => (performance.now() - from) / 1000);
    server.process.kill('SIGTERM');
    await Promise.race([gone, sleep(heldMs)]);
    await client.query('rollback');
    client.release();
    if (heldMs < 10_000)
      report('SIGTERM: answer of a request that takes 8 s more', String((await answer).status), '200');
    else report('SIGTERM: until the exit, with a request without an end, s', await gone, '≤ 20');
    await gone;
  }
}
