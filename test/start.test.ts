/** `npm start` as a person meets it: its messages when it cannot start, and the next start after a kill of any process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const root = process.cwd();
let folders: string[] = [];
let children: ChildProcess[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'maru-start-'));
  // Passable for the database's own user, so that nothing is left behind elsewhere.
  chmodSync(made, 0o755);
  folders.push(made);
  return made;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === 'string') throw new Error('no port');
  return address.port;
}

interface Started {
  child: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
}

function start(env: Record<string, string>): Started {
  // The last step of scripts/start.js. A test must not touch the packages, which the script checks first.
  const main = JSON.stringify(pathToFileURL(join(root, 'dist/server/main.js')).href);
  const child = spawn(process.execPath, ['--input-type=module', '-e', `(await import(${main})).main()`], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MARU_DEMO: 'false',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return { child, output: () => output, exit: new Promise((resolve) => child.once('exit', resolve)) };
}

async function untilUp(port: number, started: Started): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const up = await fetch(`http://127.0.0.1:${port}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (up && started.output().includes('Ctrl-C stops everything.')) return;
    if (started.child.exitCode !== null || Date.now() > deadline)
      throw new Error(`not up: ${started.output()}`);
    await sleep(50);
  }
}

const postmaster = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isAlive = (pid: number) => spawnSync('sh', ['-c', `test -e /proc/${pid}/exe`]).status === 0;

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
  children = [];
  for (const path of folders) rmSync(path, { recursive: true, force: true });
  folders = [];
});

describe('says in one sentence why it cannot start, and ends with an error code', () => {
  const reason = async (env: Record<string, string>) => {
    const started = start(env);
    const code = await started.exit;
    expect(code).toBe(1);
    expect(started.output()).not.toMatch(/^\s+at /m);
    return started.output().trim().split('\n').at(-1);
  };

  test('a taken port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    const said = await reason({ PORT: String(port), MARU_DATA_DIR: folder() });
    other.close();
    expect(said).toBe(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  });

  test('a folder that cannot be written to', async () => {
    const said = await reason({ PORT: '0', MARU_DATA_DIR: '/sys/maru' });
    expect(said).toBe(
      'Maru cannot write to the data folder /sys/maru. Make it writable, or choose another folder with MARU_DATA_DIR.',
    );
  });

  test('a data folder that is a file', async () => {
    const file = join(folder(), 'data');
    writeFileSync(file, '');
    expect(await reason({ PORT: '0', MARU_DATA_DIR: file })).toMatch(/^Maru cannot use the data folder/);
  });

  test('a wrong DATABASE_URL: not an address, and nobody there', async () => {
    expect(await reason({ PORT: '0', MARU_DATA_DIR: folder(), DATABASE_URL: 'mysql://x' })).toBe(
      'DATABASE_URL has to look like postgresql://user:password@host:5432/name.',
    );
    const port = await freePort();
    const said = await reason({
      PORT: '0',
      MARU_DATA_DIR: folder(),
      DATABASE_URL: `postgresql://maru:secret@127.0.0.1:${port}/maru`,
    });
    expect(said).toContain(`Maru cannot use the database of DATABASE_URL (127.0.0.1:${port})`);
    expect(said).not.toContain('secret');
  });

  test('a setting that makes no sense', async () => {
    expect(await reason({ PORT: 'eighty' })).toBe(
      'PORT is "eighty"; it has to be a whole number from 0 to 65535.',
    );
  });

  test('no space on the disk', async (context) => {
    const small = join(folder(), 'small');
    mkdirSync(small);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m,mode=755', 'tmpfs', small]);
    // A disk that is nearly full has to be made, which takes root, and a container may forbid it even then.
    if (mounted.status !== 0) return context.skip();
    try {
      expect(await reason({ PORT: '0', MARU_DATA_DIR: small })).toBe(
        `There is too little space left on the disk of the data folder ${small}: 6 MB of the 400 MB that Maru needs. Free some space and start again.`,
      );
    } finally {
      spawnSync('umount', [small]);
    }
  });
});

test('a service without the demo says how its first administrator signs in, at every start until a password is chosen', async () => {
  const dataDir = folder();
  const port = await freePort();
  const env = { PORT: String(port), MARU_DATA_DIR: dataDir };
  const waiting = /sign in as admin with\s+((?:[a-z2-7]{6}-){3}[a-z2-7]{6}), and choose/;
  const stop = async (started: Started) => {
    started.child.kill('SIGTERM');
    await started.exit;
  };
  const first = start(env);
  await untilUp(port, first);
  await stop(first);
  const second = start(env);
  await untilUp(port, second);
  const password = waiting.exec(second.output())?.[1];
  expect(waiting.exec(first.output())?.[1]).toBe(password);

  const send = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/${path}`, init);
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { token: string } }).data;
  };
  const { token } = await send('login', { username: 'admin', password });
  const own = 'three boats and a bridge';
  await send('password', { password: own, password_confirmation: own }, token);
  await stop(second);
  const third = start(env);
  await untilUp(port, third);
  expect(third.output()).not.toContain('first administrator');
});

test('a first start that is stopped while the demo loads ends without an error', async () => {
  const started = start({ PORT: String(await freePort()), MARU_DATA_DIR: folder(), MARU_DEMO: 'true' });
  await expect.poll(started.output, { timeout: 60_000 }).toContain('Loading the demo catalogue');
  started.child.kill('SIGINT');
  expect(await started.exit).toBe(0);
  expect(started.output()).not.toContain('could not start');
});

describe('after a kill', () => {
  test('of the server process, the next start comes up by itself with nothing lost', async () => {
    const dataDir = folder();
    const port = await freePort();
    const env = { PORT: String(port), MARU_DATA_DIR: dataDir };
    const first = start(env);
    await untilUp(port, first);
    const database = postmaster(dataDir);
    first.child.kill('SIGKILL');
    await first.exit;
    expect(isAlive(database)).toBe(true);

    const second = start(env);
    await untilUp(port, second);
    expect(second.output()).toContain('The database was still running; using it.');
    expect(postmaster(dataDir)).toBe(database);

    second.child.kill('SIGKILL');
    process.kill(database, 'SIGKILL');
    await second.exit;
    while (isAlive(database)) await sleep(20);
    const third = start(env);
    await untilUp(port, third);
    expect(postmaster(dataDir)).not.toBe(database);

    third.child.kill('SIGINT');
    expect(await third.exit).toBe(0);
    expect(spawnSync('sh', ['-c', `test -e ${join(dataDir, 'postgres/postmaster.pid')}`]).status).not.toBe(0);
  });

  test('of the database, the running service goes on by itself', async () => {
    const dataDir = folder();
    const port = await freePort();
    const started = start({ PORT: String(port), MARU_DATA_DIR: dataDir });
    await untilUp(port, started);
    const database = postmaster(dataDir);
    process.kill(database, 'SIGKILL');
    // Until it notices, a connection of old may answer once more.
    await expect.poll(() => postmaster(dataDir), { timeout: 60_000 }).not.toBe(database);
    await untilUp(port, started);
    expect(started.child.exitCode).toBeNull();
  });

  test('a second start beside a running one is refused', async () => {
    const dataDir = folder();
    const port = await freePort();
    const first = start({ PORT: String(port), MARU_DATA_DIR: dataDir });
    await untilUp(port, first);
    const second = start({ PORT: String(await freePort()), MARU_DATA_DIR: dataDir });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(
      `Maru is already running on the data folder ${dataDir} (process ${first.child.pid})`,
    );
  });
});
