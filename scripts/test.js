/**
 * `npm test`: installs the programs and packages, runs everything, prints the slowest tests, and ends with one line for all runners:
 * `N passed, N failed`. Arguments name the parts to run: checks, unit, stories. `npm test changed [commit]` runs the checks and the
 * tests of a change: since that commit, or else the uncommitted change, or else the last commit.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { wholeChromiumPath } from './chromium.js';
import { buildApps, giveUp, installPackages, requireNode, root } from './prepare.js';

const wanted = process.argv.slice(2);
const byChange = wanted[0] === 'changed';
const isWanted = (/** @type {string} */ part) => wanted.length === 0 || byChange || wanted.includes(part);
const total = { passed: 0, failed: 0, skipped: 0 };
/** Failed tests with the first lines of their messages, printed at the end. @type {string[]} */
const failures = [];
const slowestCount = 20;
/** @type {{ name: string, ms: number }[]} */
const durations = [];
const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

requireNode();
process.chdir(root);
// The checks need none of them, so they are installed meanwhile.
const programs = requirePrograms();
await installPackages();
await buildApps();

if (isWanted('checks')) {
  check('format and lint', bin('biome'), ['check', '--error-on-warnings', '.']);
  check('types', 'npm', ['run', '--silent', 'types']);
  check('texts in both languages', process.execPath, [join(root, 'scripts/check-texts.js')]);
  check('plain English', process.execPath, [join(root, 'scripts/check-prose.js')]);
}
/** @type {import('./changed.js').Selection} */
const selected = byChange ? await selectChanged(wanted[1]) : { unit: 'all', stories: 'all' };
await programs;
if (isWanted('unit')) vitest('unit and HTTP tests', 'vitest.config.ts', selected.unit);
if (isWanted('stories')) vitest('browser stories', 'e2e/vitest.config.ts', selected.stories);

if (durations.length > 0) console.log(`\n— slowest tests\n\n${slowest(durations).join('\n')}`);
if (failures.length > 0) console.log(`\n— failed\n\n${failures.join('\n\n')}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** One check that counts as one test. @param {string} what @param {string} command @param {string[]} args */
function check(what, command, args) {
  console.log(`\n— ${what}`);
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) total.passed += 1;
  else {
    total.failed += 1;
    failures.push(what);
  }
}

/** The tests that the change touches. @param {string} [since] */
async function selectChanged(since) {
  const { changedFiles, selectTests } = await import('./changed.js');
  return selectTests(changedFiles(since));
}

/** @param {string} what @param {string} config @param {string[] | 'all'} selection */
function vitest(what, config, selection) {
  if (selection.length === 0) return;
  console.log(`\n— ${what}${selection === 'all' ? '' : `: ${selection.length} files`}`);
  const folder = mkdtempSync(join(tmpdir(), 'maru-results-'));
  const file = join(folder, 'results.json');
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(selection === 'all' ? [] : selection),
  ];
  const { status } = spawnSync(bin('vitest'), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  let failed = 0;
  if (existsSync(file)) {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    total.passed += results.numPassedTests;
    total.skipped += results.numPendingTests + results.numTodoTests;
    /** @type {FileResult[]} */
    const files = results.testResults;
    // A file that fails to load has no tests to count.
    const broken = files.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    ).length;
    failed = results.numFailedTests + broken;
    failures.push(...files.flatMap(failuresOf));
    for (const { name, assertionResults } of files)
      for (const { fullName, duration } of assertionResults)
        durations.push({ name: `${relative(root, name)} > ${fullName}`, ms: duration ?? 0 });
  }
  if (status !== 0 && failed === 0) {
    failed = 1;
    failures.push(`${what} ended with ${status}`);
  }
  total.failed += failed;
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @typedef {{
 *   name: string, status: string, message: string,
 *   assertionResults: {status: string, fullName: string, duration?: number | null, failureMessages: string[]}[],
 * }} FileResult
 */

/** The failures of one file, each with its place and the first lines of its message. @param {FileResult} result */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const first = (/** @type {string} */ text) => text.split('\n').slice(0, 12).join('\n');
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}\n${first(message)}`] : [];
  return failed.map((result) => `${file} > ${result.fullName}\n${first(result.failureMessages.join('\n'))}`);
}

/** @param {{ name: string, ms: number }[]} tests */
function slowest(tests) {
  const sorted = [...tests].sort((a, b) => b.ms - a.ms).slice(0, slowestCount);
  return sorted.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/** Chromium, ffmpeg and a Korean font: installed on Debian as root, asked for elsewhere. Resolves when they are there. */
async function requirePrograms() {
  const missing = [];
  const has = (/** @type {string} */ name) =>
    spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;
  if (!wholeChromiumPath) missing.push('chromium', 'chromium-headless-shell');
  if (!has('ffmpeg')) missing.push('ffmpeg');
  if (!has('xlsx2csv')) missing.push('xlsx2csv');
  if (!spawnSync('fc-list', [':lang=ko'], { encoding: 'utf8' }).stdout?.trim()) missing.push('fonts-nanum');
  if (missing.length === 0) return;
  if (missing.includes('fonts-nanum')) missing.push('fontconfig');
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    giveUp(`The tests need ${missing.join(', ')}. On Debian: sudo sh -c '${command}'`);
  }
  console.log(`Installing ${missing.join(', ')} with apt…`);
  const apt = spawn('sh', ['-c', command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  let errors = '';
  apt.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve) => {
    apt.on('error', resolve).on('close', resolve);
  });
  if (code !== 0) giveUp(`This did not work: ${command}\n${errors.trim().split('\n').slice(-10).join('\n')}`);
}
