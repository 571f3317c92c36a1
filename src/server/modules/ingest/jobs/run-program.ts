/**
 * Runs ffmpeg or the packager as a child process: passes its output on, stores its last lines, and kills it when the run is
 * cancelled.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { errorCode } from '../../../unknown-value.ts';
import { IngestFailure } from '../ingest.texts.ts';

const keptLines = 30;
const maxBytes = 64 * 1024;

interface ProgramRun {
  signal: AbortSignal;
  /** Its working folder, by which a later run recognises it as a program of this step. */
  folder: string;
  /** Called with standard output as it arrives. */
  onOutput?(text: string): void;
  /** Whether a non-zero exit code is accepted: describing a file always ends with one. */
  anyExit?: boolean;
}

/** The last lines of what a program printed, without progress lines that overwrote each other. */
export function lastLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1).trimEnd())
    .filter(Boolean)
    .slice(-keptLines)
    .join('\n');
}

/** The failure that a program's last lines indicate. */
function failureOf(stderr: string): 'disk_full' | 'tool_failed' {
  return /No space left on device|ENOSPC|Disk quota exceeded|out of disk space/i.test(stderr)
    ? 'disk_full'
    : 'tool_failed';
}

/**
 * Runs a program to its end and returns its standard error, the start and the end of it if it is long. Its priority is below normal,
 * because pages come first. The lowest priority would stop it on a busy machine. Throws `IngestFailure`, or the reason of the signal
 * if it is cancelled.
 */
export async function runProgram(program: string, args: readonly string[], run: ProgramRun): Promise<string> {
  run.signal.throwIfAborted();
  const child = spawn(program, args, { cwd: run.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGKILL');
  run.signal.addEventListener('abort', stop, { once: true });
  let head = '';
  let tail = '';
  try {
    const ended = new Promise<{ code: number | null; by: NodeJS.Signals | null }>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve({ code, by }));
    });
    if (child.pid !== undefined) {
      try {
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended already.
      }
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => run.onOutput?.(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (head.length < maxBytes) head += text.slice(0, maxBytes - head.length);
      else tail = (tail + text).slice(-maxBytes);
    });
    const { code, by } = await ended;
    run.signal.throwIfAborted();
    const printed = head + tail;
    if (code === 0 || (code !== null && run.anyExit)) return printed;
    const last = lastLines(by ? `${printed}\n(ended by ${by})` : printed);
    throw new IngestFailure(by === 'SIGKILL' ? 'tool_killed' : failureOf(printed), last);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new IngestFailure('tool_missing', program);
    throw error;
  } finally {
    run.signal.removeEventListener('abort', stop);
  }
}
