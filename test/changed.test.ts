import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { covers } from '../e2e/covers.js';
import { filesOf, partOf, selectTests } from '../scripts/changed.js';

const stories = filesOf(['e2e'], /\.story\.ts$/).map((file) => file.replace(/^e2e\/|\.story\.ts$/g, ''));
const parts = new Set(filesOf(['src'], /\.tsx?$/).map(partOf));

test('every story says what it is about, in names of parts that there are', () => {
  expect(Object.keys(covers).sort()).toEqual(stories.sort());
  const unknown = Object.values(covers)
    .flat()
    .filter((part) => part !== 'all' && !parts.has(part));
  expect(unknown).toEqual([]);
});

test('no two stories give a record the same name: a lane tells its stories on one site, where each would find both', () => {
  const tellers = new Map<string, string[]>();
  for (const story of stories) {
    const text = readFileSync(`e2e/${story}.story.ts`, 'utf8');
    const names = new Set(
      Array.from(text.matchAll(/\b(?:name|title)(?:Ko|En): '([^']+)'/g), ([, name]) => name as string),
    );
    for (const name of names) tellers.set(name, [...(tellers.get(name) ?? []), story]);
  }
  expect(tellers.size).toBeGreaterThan(50);
  expect([...tellers].filter(([, of]) => of.length > 1)).toEqual([]);
});

test('every part of the product is what some story is about', () => {
  const told = new Set(Object.values(covers).flat());
  // The region's page and rule are shown by HTTP.
  const untold = [...parts].filter((part) => part !== undefined && part !== 'region' && !told.has(part));
  expect(untold).toEqual([]);
});

test('a change of one feature runs its stories and what is about everything, and no other module’s tests', async () => {
  const { unit, stories } = await selectTests(['src/viewer/features/inquiries/inquiries-page.tsx']);
  expect(stories).toContain('e2e/viewer/inquiries.story.ts');
  expect(stories).toContain('e2e/viewer/accessibility.story.ts');
  expect(stories).not.toContain('e2e/viewer/live.story.ts');
  expect(unit).not.toContain('src/server/modules/live/live.test.ts');
});

test('a change of a module runs its tests and those of the modules that ask it', async () => {
  const { unit } = await selectTests(['src/server/modules/plans/plans.service.ts']);
  expect(unit).toContain('src/server/modules/plans/plans.test.ts');
  expect(unit).toContain('src/server/modules/sign-in/sign-in.test.ts');
  expect(unit).not.toContain('src/media/ladder.test.ts');
});

test('what nothing says the reach of runs everything; words alone run nothing', async () => {
  for (const file of ['package.json', 'db/migrations/0001_accounts.sql', 'db/views/login_log.sql'])
    expect(await selectTests([file])).toEqual({ unit: 'all', stories: 'all' });
  expect(await selectTests(['docs/glossary.md'])).toEqual({ unit: [], stories: [] });
});
