/**
 * Checks comments, Markdown and commit subjects by the rules of `prose.js`. `prose-counts.json` has the findings that each older
 * file may have. A count may only fall: a file with more findings fails, and a file with fewer asks for `--update`, which lowers its
 * count. Arguments: file names print all findings of those files.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.js';
import { isProse, proseFindings, subjectFindings } from './prose.js';

const countsFile = 'scripts/prose-counts.json';
const maxPrinted = 40;

const git = (/** @type {string[]} */ ...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined;
};

/** @type {string[]} */
const problems = [];
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (named.length > 0) {
  for (const file of named) problems.push(...describe(file, findingsOf(file)));
} else {
  checkFiles();
  checkSubjects();
}
for (const problem of problems.slice(0, maxPrinted)) console.error(problem);
if (problems.length > maxPrinted) console.error(`… and ${problems.length - maxPrinted} more`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** @param {string} file */
function findingsOf(file) {
  return proseFindings(file, readFileSync(join(root, file), 'utf8'));
}

/** @param {string} file @param {import('./prose.js').Finding[]} findings */
function describe(file, findings) {
  return findings.map(
    ({ rule, line, text, advice }) => `${file}:${line} [${rule}]\n  ${text.slice(0, 160)}\n  → ${advice}`,
  );
}

/** Compares the findings of all files with the committed counts. */
function checkFiles() {
  /** @type {Record<string, number>} */
  const allowed = JSON.parse(readFileSync(join(root, countsFile), 'utf8'));
  const files = git('ls-files', '--cached', '--others', '--exclude-standard') ?? Object.keys(allowed);
  /** @type {Record<string, number>} */
  const lowered = {};
  const fallen = [];
  for (const file of files.filter((name) => isProse(name) && existsSync(join(root, name))).sort()) {
    const findings = findingsOf(file);
    const limit = allowed[file] ?? 0;
    if (findings.length > limit) {
      if (limit > 0) problems.push(`${file}: ${findings.length} findings, ${limit} allowed`);
      problems.push(...describe(file, findings));
    }
    const count = Math.min(findings.length, limit);
    if (count > 0) lowered[file] = count;
    if (count < limit) fallen.push(file);
  }
  const gone = Object.keys(allowed).filter((file) => !existsSync(join(root, file)));
  if (process.argv.includes('--update'))
    writeFileSync(join(root, countsFile), `${JSON.stringify(lowered, null, 2)}\n`);
  else if (fallen.length + gone.length > 0)
    problems.push(
      `Fewer findings than ${countsFile} allows, run node scripts/check-prose.js --update: ${[...fallen, ...gone].join(', ')}`,
    );
  const total = Object.values(lowered).reduce((sum, count) => sum + count, 0);
  console.log(`${total} findings left in ${Object.keys(lowered).length} files`);
}

/** Checks the subjects of the commits since this check exists. */
function checkSubjects() {
  const first = git('log', '--diff-filter=A', '--format=%H', '--', countsFile)?.at(-1);
  for (const row of first ? (git('log', '--no-merges', '--format=%h %s', `${first}..HEAD`) ?? []) : []) {
    const [hash, ...words] = row.split(' ');
    for (const { rule, text, advice } of subjectFindings(words.join(' ')))
      problems.push(`commit ${hash} [${rule}]\n  ${text}\n  → ${advice}`);
  }
}
