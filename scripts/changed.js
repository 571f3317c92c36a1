/**
 * Which tests a change touches. A file touches whatever imports it; the files that only put the whole together (`composed`) are not
 * gone through, for everything would touch everything. A module's tests speak HTTP, so all of a module's tests belong to each of
 * its files. Stories belong to parts by name (`e2e/covers.js`).
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { covers } from '../e2e/covers.js';
import { root } from './prepare.js';

const composed =
  /^src\/server\/(app|start|main|modules|make-context)\.ts$|^src\/viewer\/(router|app|main|renderer)\.tsx$|^src\/office\/(menu|app|main)\.tsx?$|^src\/contract\/calls\.ts$|^test\/api\.ts$/;
/** Whatever these change, nothing says how far it goes. */
const everywhere =
  /^(package(-lock)?\.json|tsconfig\.json|(vite|vitest)\.[\w.]*ts|db\/|scripts\/|test\/[\w-]+\.ts$|e2e\/[\w-]+\.(ts|js)$)/;
/** Short, and about all files. */
const always = [
  'test/walls.test.ts',
  'test/patterns.test.ts',
  'test/contract.test.ts',
  'test/changed.test.ts',
];

/** @typedef {{ unit: string[] | 'all', stories: string[] | 'all' }} Selection */

/** Files that differ from a commit, tracked or not. @param {string} [since] what is not committed, or else the last commit, without it */
export function changedFiles(since) {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.split('\n').filter(Boolean);
  };
  const fresh = () => git('ls-files', '--others', '--exclude-standard');
  if (since) return [...git('diff', '--name-only', since), ...fresh()];
  const now = [...git('diff', '--name-only', 'HEAD'), ...fresh()];
  return now.length > 0 ? now : git('diff', '--name-only', 'HEAD~1');
}

/** The module, feature or resource that a file belongs to. @param {string} file */
export const partOf = (file) =>
  /^src\/(?:server\/modules|viewer\/features|office\/resources)\/([^/]+)\//.exec(file)?.[1];

/** @param {readonly string[]} changed @returns {Promise<Selection>} */
export async function selectTests(changed) {
  const code = changed.filter((file) => !/\.(md|png|svg|txt)$/.test(file));
  if (code.some((file) => everywhere.test(file) && !/\.test\.ts$|\.story\.ts$/.test(file)))
    return { unit: 'all', stories: 'all' };
  const touched = reach(code, await importers());
  const parts = new Set([...touched].map(partOf).filter((part) => part !== undefined));
  const tests = filesOf(['src', 'demo', 'test'], /\.test\.tsx?$/);
  const unit = tests.filter((file) => {
    const own = /^src\/server\/modules\//.test(file) ? partOf(file) : undefined;
    return (
      touched.has(file) || (own !== undefined && parts.has(own)) || (code.length > 0 && always.includes(file))
    );
  });
  // What a page shares with all others: everything that a visitor sees may be touched.
  const shared = {
    viewer: code.some((file) => /^src\/(ui|viewer)\//.test(file) && partOf(file) === undefined),
    office: code.some((file) => /^src\/(ui|office)\//.test(file) && partOf(file) === undefined),
  };
  const stories = Object.entries(covers)
    .filter(([name, about]) => {
      const app = name.startsWith('office/') ? 'office' : 'viewer';
      const inApp = (/** @type {string} */ file) => file.startsWith(`src/${app}/`);
      if (shared[app] || touched.has(`e2e/${name}.story.ts`)) return true;
      return about.some((part) => (part === 'all' ? code.some(inApp) : parts.has(part)));
    })
    .map(([name]) => `e2e/${name}.story.ts`);
  return { unit, stories };
}

/** Files of those folders. @param {string[]} folders @param {RegExp} kind */
export const filesOf = (folders, kind) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => kind.test(file)),
  );

/** File → the files that import it. */
async function importers() {
  const [{ parseSync }, { ResolverFactory }] = await Promise.all([
    import('oxc-parser'),
    import('oxc-resolver'),
  ]);
  const resolver = new ResolverFactory({ extensions: ['.ts', '.tsx', '.js'] });
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const file of filesOf(['src', 'demo', 'test', 'e2e'], /(?<!\.d)\.tsx?$/)) {
    if (composed.test(file)) continue;
    const source = readFileSync(join(root, file), 'utf8');
    const { module } = parseSync(file, source);
    const requests = [
      ...module.staticImports.map((entry) => entry.moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
    ];
    for (const request of requests) {
      if (!request?.startsWith('.')) continue;
      const { path } = resolver.sync(dirname(join(root, file)), request.replace(/\?.*$/, ''));
      if (!path) continue;
      const target = relative(root, path);
      found.set(target, (found.get(target) ?? new Set()).add(file));
    }
  }
  return found;
}

/** Those files and whatever imports them. @param {readonly string[]} files @param {Map<string, Set<string>>} by */
function reach(files, by) {
  const seen = new Set(files);
  for (const file of seen) for (const next of by.get(file) ?? []) seen.add(next);
  return seen;
}
