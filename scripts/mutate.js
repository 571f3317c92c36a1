/**
 * `npm run mutate`: breaks one behaviour after the other in a copy of the last commit, and shows that a test fails for each. Ends with
 * 1 when a change goes unnoticed. `mutations.js` has the list.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutations } from './mutations.js';
import { root } from './prepare.js';

/** Only those whose words have this in them. */
const asked = process.argv[2] ?? '';
const wanted = mutations.filter(({ what }) => what.includes(asked));
const copy = mkdtempSync(join(tmpdir(), 'maru-mutate-'));
const run = (/** @type {string} */ command, /** @type {string[]} */ args) =>
  spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test' },
    maxBuffer: 1e9,
  });
/** Runs tests in the copy; how many failed, and nothing when they could not be run. @param {string[]} tests */
function failed(tests) {
  const stories = tests.some((file) => file.endsWith('.story.ts'));
  if (stories && run(process.execPath, ['scripts/build.js']).status !== 0)
    throw new Error('The copy cannot be built.');
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const config = stories ? 'e2e/vitest.config.ts' : 'vitest.config.ts';
  run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--reporter=json',
    `--outputFile=${report}`,
    ...tests,
  ]);
  /** @type {{ numTotalTests: number, testResults: { name: string, status: string, assertionResults: { status: string, title: string }[] }[] }} */
  const results = JSON.parse(readFileSync(report, 'utf8'));
  if (results.numTotalTests === 0) throw new Error(`No test ran: ${tests.join(', ')}`);
  return results.testResults.flatMap((file) =>
    file.assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  );
}

try {
  const archive = join(copy, 'archive.tar');
  spawnSync('git', ['archive', '-o', archive, 'HEAD'], { cwd: root });
  run('tar', ['xf', archive]);
  rmSync(archive);
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  if (run(process.execPath, ['scripts/build.js']).status !== 0) throw new Error('The copy cannot be built.');
  let unnoticed = 0;
  for (const { what, file, from, to, tests } of wanted) {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${file} has no single “${from}”`);
    cpSync(path, join(copy, 'before'));
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
    const found = failed(tests);
    cpSync(join(copy, 'before'), path);
    if (found.length === 0) unnoticed += 1;
    console.log(
      `${found.length > 0 ? 'noticed  ' : 'UNNOTICED'} ${what}\n          ${found.length} failed${found[0] ? `, first: ${found[0]}` : ''}`,
    );
  }
  console.log(`${wanted.length - unnoticed} of ${wanted.length} noticed`);
  process.exitCode = unnoticed > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
