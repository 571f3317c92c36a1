/** Who may import whom: walks the folders, so nothing has to be listed by hand. The rules are docs/architecture.md's. */
import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ResolverFactory } from 'oxc-resolver';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const resolver = new ResolverFactory({
  extensions: ['.ts', '.tsx', '.js', '.json'],
  conditionNames: ['import', 'node'],
});

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const path = resolve(root, file);
  const source = readFileSync(path, 'utf8');
  const { module } = parseSync(path, source);
  const found: { request: string; typeOnly: boolean }[] = [];
  for (const entry of module.staticImports) {
    found.push({
      request: entry.moduleRequest.value,
      typeOnly: entry.entries.length > 0 && entry.entries.every((name) => name.isType),
    });
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (entry.moduleRequest) found.push({ request: entry.moduleRequest.value, typeOnly: entry.isType });
    }
  }
  for (const entry of module.dynamicImports) {
    const request = source.slice(entry.moduleRequest.start, entry.moduleRequest.end);
    if (/^['"]/.test(request)) found.push({ request: request.slice(1, -1), typeOnly: false });
  }
  return found
    .filter(({ request }) => !request.startsWith('virtual:'))
    .map(({ request, typeOnly }) => {
      const clean = request.replace(/\?.*$/, '');
      const resolved = clean.startsWith('.') ? resolver.sync(resolve(path, '..'), clean).path : undefined;
      if (clean.startsWith('.') && !resolved) throw new Error(`${file} imports ${request}, which is nowhere`);
      return { from: file, to: resolved ? relative(root, resolved) : clean, typeOnly };
    });
}

const files = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const product = files.filter((file) => !/\.test\.tsx?$/.test(file));
const imports = product.flatMap(importsOf);
const inside = (path: string, room: string) => path.startsWith(`src/${room}/`);
const ours = (path: string) => path.startsWith('src/') || path.startsWith('test/');
const show = (wrong: Import[]) => wrong.map(({ from, to }) => `${from} → ${to}`);

test('there is something to walk', () => {
  expect(product.length).toBeGreaterThan(60);
  expect(imports.length).toBeGreaterThan(200);
});

test('contract imports only zod and itself', () => {
  expect(
    show(
      imports.filter(({ from, to }) => inside(from, 'contract') && !(inside(to, 'contract') || to === 'zod')),
    ),
  ).toEqual([]);
});

test('media imports only Node and itself', () => {
  expect(
    show(
      imports.filter(
        ({ from, to }) => inside(from, 'media') && !(inside(to, 'media') || to.startsWith('node:')),
      ),
    ),
  ).toEqual([]);
});

test('server imports contract and media of ours, and only the demo takes the builders', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      inside(from, 'server') &&
      ours(to) &&
      !inside(to, 'server') &&
      !inside(to, 'contract') &&
      !inside(to, 'media') &&
      !(inside(from, 'server/demo') && /^test\/build(-[a-z-]+)?\.ts$/.test(to)),
  );
  expect(show(wrong)).toEqual([]);
});

test('ui, viewer and office never reach the server or each other, and take from contract what carries no zod', () => {
  const light = [
    'src/contract/images.ts',
    'src/contract/ratings.ts',
    'src/contract/letters.ts',
    'src/contract/branches.ts',
    'src/contract/providers.ts',
    'src/contract/admin/permissions.ts',
    'src/contract/errors.ts',
    'src/contract/messages.ts',
    'src/contract/rules.ts',
  ];
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    if (!ours(to)) return false;
    if (inside(to, 'contract')) {
      return (inside(from, 'ui') || inside(from, 'viewer')) && !typeOnly && !light.includes(to);
    }
    if (inside(from, 'ui')) return !inside(to, 'ui');
    if (inside(from, 'viewer')) return !inside(to, 'viewer') && !inside(to, 'ui');
    if (inside(from, 'office')) return !inside(to, 'office') && !inside(to, 'ui');
    return false;
  });
  expect(show(wrong)).toEqual([]);
});

test('a module reaches another one only through its service, tables, wire shapes, or the entitlement rule', () => {
  const moduleOf = (path: string) => /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1];
  const open = /(\.service|\.tables|\.present|\/entitlement)\.ts$/;
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [moduleOf(from), moduleOf(to)];
    return a !== undefined && b !== undefined && a !== b && !open.test(to);
  });
  expect(show(wrong)).toEqual([]);
});

test('routes do not reach repositories of others, services do not know routes, repositories know neither', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      (/\.(service|repo|present|tables)\.ts$/.test(from) && /\.routes\.ts$/.test(to)) ||
      (/\.(repo|tables)\.ts$/.test(from) && /\.routes\.ts$/.test(to)),
  );
  expect(show(wrong)).toEqual([]);
});

test('the environment is read in config.ts alone', () => {
  const wrong = product.filter(
    (file) =>
      inside(file, 'server') &&
      file !== 'src/server/config.ts' &&
      /process\.env\b/.test(readFileSync(resolve(root, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('there is no cycle', () => {
  const graph = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports)
    if (!typeOnly && ours(to)) graph.set(from, [...(graph.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test('nothing is exported by default, but for configuration files and test set-up', () => {
  const wrong = product.filter((file) => /^export default/m.test(readFileSync(resolve(root, file), 'utf8')));
  expect(wrong).toEqual([]);
});
