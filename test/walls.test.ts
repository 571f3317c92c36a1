/**
 * Import rules between folders, as in docs/architecture.md. The tests read all folders, so that no list is
 * needed.
 */
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

const files = ['src', 'demo']
  .flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const product = files.filter((file) => !/\.test\.tsx?$/.test(file));
const imports = product.flatMap(importsOf);
const inside = (path: string, room: string) => path.startsWith(`src/${room}/`);
const ours = (path: string) => /^(src|demo|test)\//.test(path);
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

test('server imports contract and media of ours, and its start alone the demo', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      inside(from, 'server') &&
      ours(to) &&
      !inside(to, 'server') &&
      !inside(to, 'contract') &&
      !inside(to, 'media') &&
      !(from === 'src/server/main.ts' && to === 'demo/demo.ts'),
  );
  expect(show(wrong)).toEqual([]);
});

test('the simulated gateway is a program of its own: it knows itself, and of Stripe’s library the types alone', () => {
  const own = imports.filter(({ from }) => inside(from, 'gateway'));
  expect(own.length).toBeGreaterThan(5);
  const wrong = own.filter(
    ({ to, typeOnly }) =>
      !inside(to, 'gateway') && !to.startsWith('node:') && to !== 'pg' && !(to === 'stripe' && typeOnly),
  );
  expect(show(wrong)).toEqual([]);
  expect(show(imports.filter(({ from, to }) => inside(to, 'gateway') && !inside(from, 'gateway')))).toEqual(
    [],
  );
});

test('the demo takes from server, contract and media, and the builders of tests', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('demo/') &&
      ours(to) &&
      !to.startsWith('demo/') &&
      !['server', 'contract', 'media'].some((room) => inside(to, room)) &&
      !/^test\/build(-[a-z-]+)?\.ts$/.test(to),
  );
  expect(show(wrong)).toEqual([]);
});

test('ui, viewer and office never reach the server or each other, and take from contract what carries no zod', () => {
  const light = [
    'src/contract/addresses.ts',
    'src/contract/airings.ts',
    'src/contract/images.ts',
    'src/contract/ratings.ts',
    'src/contract/letters.ts',
    'src/contract/branches.ts',
    'src/contract/caption-style.ts',
    'src/contract/pages.ts',
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

const moduleOf = (path: string) => /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1];
/** A server module, a room of the server, or a feature of the viewer. */
const partOf = (path: string) => {
  const module = moduleOf(path) ?? /^src\/server\/([^/]+)/.exec(path)?.[1];
  const feature = /^src\/viewer\/features\/([^/]+)\//.exec(path)?.[1];
  return module ?? (feature && `the viewer's ${feature}`);
};
/** Tables are the schema, a layer below the modules: foreign keys and joins cross modules, writes do not. */
const isSchema = (path: string) => path.endsWith('.tables.ts');

test('a module reaches another one only through its service, tables, wire shapes, or the entitlement rule', () => {
  const open = /(\.service|\.tables|\.present|\/entitlement)\.ts$/;
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [moduleOf(from), moduleOf(to)];
    return a !== undefined && b !== undefined && a !== b && !open.test(to);
  });
  expect(show(wrong)).toEqual([]);
});

test('what modules stand on knows no module: http, resource, cache, security, db, jobs, adapters', () => {
  const rooms = ['http', 'resource', 'cache', 'security', 'db', 'jobs', 'adapters'];
  const wrong = imports.filter(
    ({ from, to }) => rooms.some((room) => inside(from, `server/${room}`)) && moduleOf(to) !== undefined,
  );
  expect(show(wrong)).toEqual([]);
});

test('tables know tables and their columns alone', () => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      isSchema(from) && ours(to) && !typeOnly && !isSchema(to) && to !== 'src/server/db/columns.ts',
  );
  expect(show(wrong)).toEqual([]);
});

test('there is no cycle between modules, rooms or features of the viewer', () => {
  // Type imports count between modules and between features. Rooms share the types of the context.
  const graph = new Map<string, Map<string, string>>();
  const isFeature = (path: string) => moduleOf(path) !== undefined || path.startsWith('src/viewer/features/');
  for (const { from, to, typeOnly } of imports) {
    const isComposed = /^src\/server\/(app|start|main|modules|make-context)\.ts$/.test(from);
    const [a, b] = [partOf(from), partOf(to)];
    if (typeOnly && !(isFeature(from) && isFeature(to))) continue;
    if (isComposed || isSchema(from) || isSchema(to) || !a || !b || a === b) continue;
    const next = graph.get(a) ?? new Map<string, string>();
    graph.set(a, next.set(b, `${from} → ${to}`));
  }
  expect(graph.size).toBeGreaterThan(30);
  expect(findCycles(new Map([...graph].map(([part, next]) => [part, [...next.keys()]])))).toEqual([]);
});

test('every table is written by its own module alone', () => {
  const server = product.filter((file) => inside(file, 'server'));
  const sources = new Map(server.map((file) => [file, readFileSync(resolve(root, file), 'utf8')]));
  /** Table → the part that owns it, by its name in the database and by the file and name of its declaration. */
  const owners = new Map<string, string>();
  for (const [file, source] of sources) {
    for (const [, name, table] of source.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
      owners.set(table as string, partOf(file) as string);
      owners.set(`${file} ${name}`, partOf(file) as string);
    }
  }
  expect(owners.size).toBeGreaterThan(140);
  const wrong: string[] = [];
  let writes = 0;
  for (const [file, source] of sources) {
    const path = resolve(root, file);
    const imported = new Map<string, string>();
    for (const { moduleRequest, entries } of parseSync(path, source).module.staticImports) {
      if (!moduleRequest.value.startsWith('.')) continue;
      const to = resolver.sync(resolve(path, '..'), moduleRequest.value.replace(/\?.*$/, '')).path;
      if (!to) continue;
      for (const { localName, importName } of entries)
        imported.set(localName.value, `${relative(root, to)} ${importName.name ?? localName.value}`);
    }
    const written = [
      ...source.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*[,)]/g),
      ...source.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+\$\{(\w+)\}/gi),
    ].map(([, name]) => owners.get(imported.get(name as string) ?? ''));
    const inSql = [...source.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/gi)].map(
      ([, table]) => owners.get(table as string),
    );
    for (const owner of [...written, ...inSql]) {
      if (owner === undefined) continue;
      writes += 1;
      if (owner !== partOf(file)) wrong.push(`${file} writes a table of ${owner}`);
    }
  }
  expect(writes).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
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

test('there is no cycle between files, type imports counted', () => {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) if (ours(to)) graph.set(from, [...(graph.get(from) ?? []), to]);
  expect(findCycles(graph)).toEqual([]);
});

test('nothing is exported by default, but for configuration files and test set-up', () => {
  const wrong = product.filter((file) => /^export default/m.test(readFileSync(resolve(root, file), 'utf8')));
  expect(wrong).toEqual([]);
});

/** Cycles in a graph, each from the node that was visited first. */
function findCycles(graph: Map<string, string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (node: string, path: string[]) => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      cycles.push([...path.slice(path.indexOf(node)), node].join(' → '));
      return;
    }
    state.set(node, 'open');
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}
