/**
 * Leases of running steps. The owner's name contains machine, process and run. So a start after a crash sees at once that the
 * process has ended, and a worker on another machine sees it when the heartbeats stop.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running step writes its heartbeat this often; it counts as lost after several missed ones. */
export const beatMs = 2000;
export const silentMs = 30_000;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** This machine, until its next boot; in a container, the container. */
const machine = `${hostname()}:${(read('/proc/sys/kernel/random/boot_id') ?? 'none').trim()}`;

/** When a process began, in the kernel's ticks: distinguishes a process from a later one with the same number. */
function beganAt(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in brackets, may contain spaces. A zombie process runs nothing any more.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && fields[0] !== 'Z' && fields[0] !== 'X' ? fields[19] : undefined;
}

const process_ = `${process.pid}:${beganAt(process.pid) ?? 0}`;

/** A name for one run of one step in this process. */
export function newLeaseOwner(): string {
  return `${machine}/${process_}/${randomUUID()}`;
}

/** Whether a lease can be taken over: its process has ended, or its heartbeats have stopped for long. */
export function isLeaseFree(
  lease: { leaseOwner: string | null; heartbeatAt: Date | null },
  now: Date,
): boolean {
  if (!lease.leaseOwner || !lease.heartbeatAt) return true;
  if (now.getTime() - lease.heartbeatAt.getTime() > silentMs) return true;
  const [ownMachine, ownProcess] = lease.leaseOwner.split('/');
  if (ownMachine !== machine || !ownProcess || process.platform !== 'linux') return false;
  const [pid, began] = ownProcess.split(':');
  return beganAt(Number(pid)) !== began;
}

/**
 * Stops programs that an earlier run left running in a folder: children outlive a worker that was killed. They are recognised by
 * their working folder. Waits until they have ended.
 */
export async function stopOrphans(folder: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  // The kernel reports working folders by their real paths.
  const real = existsSync(folder) ? realpathSync(folder) : folder;
  const working = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((name) => {
        const at = readLink(`/proc/${name}/cwd`);
        return (
          at !== undefined &&
          (at === real || at.startsWith(`${real}/`)) &&
          beganAt(Number(name)) !== undefined
        );
      })
      .map(Number);
  let stopped = 0;
  for (let round = 0; round < 100; round++) {
    const pids = working();
    if (pids.length === 0) return stopped;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
        stopped++;
      } catch {
        // The process has ended meanwhile.
      }
    }
    await sleep(20);
  }
  throw new Error(`programs of an earlier run still work in ${folder}`);
}
