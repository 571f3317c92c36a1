/** The rules of plain English in `scripts/prose.js`. */
import { expect, test } from 'vitest';
import { isProse, proseFindings, subjectFindings } from '../scripts/prose.js';

const rulesOf = (file: string, source: string) => proseFindings(file, source).map(({ rule }) => rule);

test.each([
  ['opens-with-what', 'Whoever pays receives a mail.'],
  ['everyman', 'The plan that nobody pays for ends today.'],
  ['what-clause', 'The page lists what is due of a gift.'],
  ['contrast-with-past', 'The mail names the last day; it said the first one.'],
  ['riddle-verb', 'The household is told a week before.'],
  ['long-sentence', `The list has ${'one more word and '.repeat(8)}an end.`],
])('finds %s', (rule, sentence) => {
  expect(rulesOf('a.ts', `/** ${sentence} */`)).toContain(rule);
  expect(rulesOf('a.ts', `// ${sentence}`)).toContain(rule);
  expect(rulesOf('a.sql', `-- ${sentence}`)).toContain(rule);
  expect(rulesOf('a.md', sentence)).toContain(rule);
});

test('reports the line of a comment that spans several lines', () => {
  const source = 'const a = 1;\n/**\n * The balance.\n * Nobody pays it twice.\n */\nconst b = 2;\n';
  expect(proseFindings('a.ts', source)).toMatchObject([{ rule: 'everyman', line: 2 }]);
  const joined = '// The list of\n// what is due today.\nconst a = 1;\n';
  expect(proseFindings('a.ts', joined)).toMatchObject([{ rule: 'what-clause', line: 1 }]);
});

test('ignores code, strings, code blocks, headings and short cells', () => {
  expect(rulesOf('a.ts', "const text = 'what is due';\n")).toEqual([]);
  expect(rulesOf('a.md', '# What is due\n\n```\nwhat is due\n```\n\n| what is due | today |\n')).toEqual([]);
  expect(isProse('package-lock.json')).toBe(false);
  expect(isProse('db/migrations/meta/0000_snapshot.json')).toBe(false);
});

test('accepts plain sentences', () => {
  expect(
    rulesOf('a.ts', '/** Fails if the payer or the recipient has requested deletion. */\nconst a = 1;'),
  ).toEqual([]);
});

test('checks the subject of a commit', () => {
  expect(subjectFindings('Show the last day of service in the plan-ended mail')).toEqual([]);
  expect(subjectFindings('Say what is due').map(({ rule }) => rule)).toEqual([
    'subject-verb',
    'subject-riddle',
  ]);
  expect(subjectFindings(`Add ${'a'.repeat(80)}`).map(({ rule }) => rule)).toEqual(['subject-length']);
});
