/**
 * `npm test`: sets up what the tests need, runs everything, and ends with one line that sums all runners:
 * `N passed, N failed`. Arguments name the parts to run (checks, unit, stories); all without. `npm test changed [commit]` runs the
 * checks and what a change touches: since that commit, or what is not committed, or else the last commit.
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
/** What failed and why, said again at the end, where nobody has to look for it. @type {string[]} */
const failures = [];
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
}
/** @type {import('./changed.js').Selection} */
const selected = byChange ? await selectChanged(wanted[1]) : { unit: 'all', stories: 'all' };
await programs;
if (isWanted('unit')) vitest('unit and HTTP tests', 'vitest.config.ts', selected.unit);
if (isWanted('stories')) vitest('browser stories', 'e2e/vitest.config.ts', selected.stories);

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

/** What the change touches. @param {string} [since] */
async function selectChanged(since) {
  const { changedFiles, selectTests } = await import('./changed.js');
  return selectTests(changedFiles(since));
}

/** @param {string} what @param {string} config @param {string[] | 'all'} files */
function vitest(what, config, files) {
  if (files.length === 0) return;
  console.log(`\n— ${what}${files === 'all' ? '' : `: ${files.length} files`}`);
  const folder = mkdtempSync(join(tmpdir(), 'maru-results-'));
  const file = join(folder, 'results.json');
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(files === 'all' ? [] : files),
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
    // A file that could not be read has no tests to count, but it failed.
    const broken = results.testResults.filter(
      (/** @type {FileResult} */ own) => own.status === 'failed' && own.assertionResults.length === 0,
    ).length;
    failed = results.numFailedTests + broken;
    failures.push(...results.testResults.flatMap(failuresOf));
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
 *   assertionResults: {status: string, fullName: string, failureMessages: string[]}[],
 * }} FileResult
 */

/** The failures of one file, each with where it is and its message's first lines. @param {FileResult} own */
function failuresOf(own) {
  const file = relative(root, own.name);
  const first = (/** @type {string} */ text) => text.split('\n').slice(0, 12).join('\n');
  const failed = own.assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0) return own.status === 'failed' ? [`${file}\n${first(own.message)}`] : [];
  return failed.map((result) => `${file} > ${result.fullName}\n${first(result.failureMessages.join('\n'))}`);
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
