/** Programs of ours as processes of their own, for tests that kill them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Bundles a TypeScript entry into one file that Node runs; packages stay outside. Answers the file. */
export async function bundleEntry(entry: string, name: string): Promise<string> {
  const outDir = join(process.cwd(), 'node_modules/.cache/maru-test', `${name}-${process.pid}`);
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs`, format: 'es' } },
    },
  });
  return join(outDir, `${name}.mjs`);
}

export interface Child {
  process: ChildProcess;
  /** Its output, for the message of a failed test. */
  printed(): string;
  /** Ends it as `kill -9` does, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a bundled entry with one JSON argument. */
export function startChild(file: string, settings: object): Child {
  const child = spawn(process.execPath, [file, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const take = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    printed: () => printed,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Whether a process runs; a zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) [ZX] /.test(stat);
}
