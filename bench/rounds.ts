/** The tests of money, longer than `npm test` can wait: kill tests and generated histories, many more of each. */
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { report } from './measure.ts';

const parts = [
  {
    what: 'histories of three years by the pure rules',
    name: 'amounts',
    variable: 'BILLING_PURE_HISTORIES',
    count: 10_000,
  },
  { what: 'rounds of kills with faults', name: 'kill', variable: 'BILLING_KILL_ROUNDS', count: 100 },
  {
    what: 'histories of three years through calls, worker and processor',
    name: 'histories',
    variable: 'BILLING_HISTORIES',
    count: 1000,
  },
];

/** Runs one part in a process of the test runner's. Throws with its output when a test fails. */
export function measureRounds(rootDir: string): void {
  for (const { what, name, variable, count } of parts) {
    const rounds = Number(process.env[variable]) || count;
    const began = performance.now();
    const { status, stdout } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', `src/server/modules/billing/${name}.test.ts`],
      {
        cwd: rootDir,
        env: { ...process.env, NODE_ENV: 'test', [variable]: String(rounds) },
        encoding: 'utf8',
        maxBuffer: 1e9,
      },
    );
    if (status !== 0) throw new Error(stdout);
    report(
      `billing: ${rounds.toLocaleString('en-US')} ${what} without a fault, s`,
      (performance.now() - began) / 1000,
    );
  }
}
