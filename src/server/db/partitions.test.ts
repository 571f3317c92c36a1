import { beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import { countWaiting, untilWaiting } from '../../../test/locks.ts';
import { makePastPartitions } from './partitions.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

test('past months are made by two at once, while somebody writes to the table', async () => {
  const writer = await api.pool.connect();
  await writer.query('begin');
  await writer.query('lock table reports_searches in row exclusive mode');
  const from = new Date('2020-01-01');
  const made = Promise.all(
    [0, 1].map(() => makePastPartitions(api.db, 'reports_searches', from, new Date('2020-03-01'))),
  );
  await expect.poll(() => countWaiting(api.pool), untilWaiting).toBe(2);
  await writer.query('commit');
  writer.release();
  await made;
  const { rows } = await api.pool.query(
    `select relname from pg_class where relname like 'reports_searches_2020_%' and relkind = 'r' order by 1`,
  );
  expect(rows.map(({ relname }) => relname)).toEqual([
    'reports_searches_2020_01',
    'reports_searches_2020_02',
  ]);
});
