/** What the office lets staff ask of a list is answered: a walk over every list and every field that its dialog offers. */
import { beforeAll, expect, test } from 'vitest';
import type { CallName } from '../src/contract/calls.ts';
import type { Ask } from '../src/office/kit/field.tsx';
import { questions } from '../src/office/kit/list/asked-filters.tsx';
import { officeResources } from '../src/office/menu.ts';
import { openTestApi } from './api.ts';
import { buildStaff } from './build.ts';

const api = await openTestApi();
const { token } = await buildStaff(api.db);

const someId = '0198a3c2-7d4e-7f00-8a00-0123456789ab';

/** Something that may be asked so. */
function someValue(ask: Ask, question: (typeof questions)[Ask['kind']][number]): string {
  if (question === 'empty') return 'true';
  switch (ask.kind) {
    case 'choice':
      return ask.choices.map(({ id }) => id).join(',');
    case 'record':
      return someId;
    case 'countries':
      return 'US,CA';
    case 'instant':
      return '2026-01-01T00:00:00Z';
    case 'day':
      return '2026-01-01';
    case 'number':
    case 'money':
      return '1';
    case 'text':
      return '가';
  }
}

const lists = officeResources.filter(({ columns = [] }) => columns.length > 0);

const list = (name: string, query: object) =>
  api.call(`GET /api/admin/${name}` as CallName, { token, query } as never) as unknown as Promise<{
    status: number;
  }>;

beforeAll(async () => {
  for (const { name } of lists)
    await api.call('POST /api/admin/personal-data-openings', {
      token,
      body: { resource: name, id: null, reason: '목록을 확인함' } as never,
    });
});

test.each(lists)('$name: every question that its dialog offers is answered', async ({ name, asks = {} }) => {
  const refused: string[] = [];
  for (const [field, ask] of Object.entries(asks))
    for (const question of questions[ask.kind]) {
      const filter = `${field}_${question}`;
      const { status } = await list(name, { [filter]: someValue(ask, question) });
      if (status !== 200) refused.push(`${filter} ${status}`);
    }
  expect(refused).toEqual([]);
});

test.each(lists)(
  '$name: every column that is put in order by is answered',
  async ({ name, columns = [] }) => {
    const refused: string[] = [];
    for (const { source, sort } of columns) {
      if (sort === false) continue;
      const { status } = await list(name, { sort: source });
      if (status !== 200) refused.push(`${source} ${status}`);
    }
    expect(refused).toEqual([]);
  },
);
