/**
 * No pattern of ours takes longer than linear time: one that meets outside text and backtracks holds the whole process. Also, no call
 * normalises or matches text before it has checked its length.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallDefinition } from '../src/contract/call.ts';
import { calls } from '../src/contract/calls.ts';
import { digitsPattern, usernamePattern } from '../src/contract/rules.ts';

const root = resolve(import.meta.dirname, '..');
const folders = ['src/contract', 'src/server', 'src/media', 'src/ui', 'src/viewer', 'src/office', 'demo'];

interface Pattern {
  at: string;
  source: string;
  flags: string;
}

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
/** Patterns that are made by `new RegExp`, with typical values. */
const made: Record<string, RegExp[]> = {
  'src/contract/rules.ts': [digitsPattern(6)],
  'src/media/captions.ts': [new RegExp(`^${time}\\s*(?:--?>|→)\\s*${time}(?:\\s([^]*))?$`)],
  'src/server/http/cookies.ts': [/(?:^|;\s*)name=([^;]+)/],
  'src/server/modules/files/import-reading.service.ts': [/[,\r\n]/g],
  'src/server/modules/search/hangul.ts': [/학여울|김연아|한양/gu],
};

/** Files whose patterns may take polynomial time, with the reason: their input is short or our own. None may take exponential time. */
const bounded: Record<string, string> = {
  'src/server/config.ts': 'settings',
  'src/server/http/device-name.ts': 'the first 400 characters of a header',
  'src/server/http/pages.ts': 'the built document',
  'src/server/modules/playback/playback.service.ts': 'key ids of at most 64 characters',
  'src/media/hls-attributes.ts': 'playlists that our packager wrote',
  'src/media/packager.ts': 'manifests that our packager wrote',
  'src/viewer/layout/main-layout.tsx': 'the name of the visitor’s own browser',
  'src/office/kit/inputs.tsx': 'text that a person types into their own browser',
};

const patterns: Pattern[] = [];
const unknown: string[] = [];
for (const folder of folders) {
  for (const file of readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$|\.d\.ts$/.test(file)) continue;
    const path = `${folder}/${file}`;
    const text = readFileSync(resolve(root, path), 'utf8');
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        patterns.push({
          at: `${path}:${lineAt(node.start)}`,
          source: node.regex.pattern,
          flags: node.regex.flags,
        });
      },
      NewExpression(node) {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
        if (made[path])
          for (const { source, flags } of made[path]) patterns.push({ at: path, source, flags });
        else unknown.push(`${path}:${lineAt(node.start)}`);
      },
    }).visit(parseSync(path, text).program);
  }
}

const checked = new Map<string, ReturnType<typeof checkSync>>();

/** How long a pattern takes for `n` characters in the worst case, as its automaton tells. The same pattern stands in several places. */
function complexityOf({ source, flags }: Pattern) {
  const key = `/${source}/${flags}`;
  const found = checked.get(key) ?? checkSync(source, flags, { checker: 'auto', timeout: 60_000 });
  checked.set(key, found);
  return { status: found.status, complexity: 'complexity' in found ? found.complexity : undefined };
}

test('every pattern is found', () => {
  expect(patterns.length).toBeGreaterThan(150);
  expect(unknown).toEqual([]);
});

test('no pattern that meets outside text takes more than linear time', () => {
  const slow = patterns
    .map((pattern) => ({ pattern, found: complexityOf(pattern) }))
    .filter(
      ({ pattern, found }) =>
        found.status !== 'safe' &&
        !(found.complexity?.type === 'polynomial' && bounded[pattern.at.split(':')[0] as string]),
    )
    .map(
      ({ pattern, found }) =>
        `${pattern.at} /${pattern.source}/ ${found.status} ${found.complexity?.summary ?? ''}`,
    );
  expect(slow).toEqual([]);
});

test('the check finds what it is for', () => {
  const before =
    /^(?!.*@)(?:\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*|[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u;
  const found = complexityOf({ at: '', source: before.source, flags: 'u' });
  expect([found.status, found.complexity?.type]).toEqual(['vulnerable', 'exponential']);
  // The pattern of today takes the same usernames. Short ones: the one before is slow.
  const signs = ['☀', '\ufe0f', '\u200d', 'a', '가', '©', '@', ' ', '\u0001', '👩', '1', '\n', '🏽'];
  const all = (length: number): string[] =>
    length === 0 ? [''] : all(length - 1).flatMap((start) => signs.map((sign) => start + sign));
  for (const text of [1, 2, 3, 4].flatMap(all))
    expect(usernamePattern.test(text), text).toBe(before.test(text));
});

/** Every schema of text inside a schema, with where it stands. */
function textsOf(schema: unknown, at: string): { at: string; checks: Check[] }[] {
  const def = (schema as { _zod?: { def: Record<string, unknown> & { type: string } } } | undefined)?._zod
    ?.def;
  if (!def) return [];
  if (def.type === 'string') {
    const checks = ((def.checks as { _zod: { def: Check } }[]) ?? []).map((own) => own._zod.def);
    return [{ at, checks }];
  }
  const parts: [string, unknown][] = [
    ...Object.entries((def.shape as Record<string, unknown>) ?? {}),
    ...((def.options as unknown[]) ?? []).map((option, n): [string, unknown] => [`|${n}`, option]),
    ...['innerType', 'element', 'in', 'keyType', 'valueType'].map((name): [string, unknown] => [
      name,
      def[name],
    ]),
  ];
  return parts.flatMap(([name, part]) => textsOf(part, `${at}.${name}`));
}
interface Check {
  check: string;
  abort?: boolean;
  maximum?: number;
}

test('every call checks how long a text is before it does anything else with it', () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const [name, definition] of Object.entries(calls) as [string, CallDefinition][]) {
    const { params, query, body } = definition;
    for (const { at, checks } of [params, query, body as z.ZodType].flatMap((own) => textsOf(own, name))) {
      const work = checks.findIndex(({ check }) => check === 'overwrite' || check === 'string_format');
      if (work < 0) continue;
      seen += 1;
      const bound = checks.findIndex(({ check, abort }) => check === 'max_length' && abort === true);
      if (bound < 0 || bound > work) wrong.push(`${at} ${checks.map(({ check }) => check).join(', ')}`);
    }
  }
  expect(seen).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});
