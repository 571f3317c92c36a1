/**
 * Lists of a table that is large enough to be sampled. Very many rows are not counted. The first rows are
 * found wherever they start. A search uses its rare words.
 */
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import { buildStaff } from '../../../test/build.ts';
import { maxCounted } from '../../contract/admin/resource.ts';
import { must } from '../must.ts';
import { events } from './event-log.tables.ts';
import { resourcesOf } from './registry.ts';
import { sampleRows } from './sample.ts';

/** Enough rows for a stable result. A sample is too small for it once in a million. */
const rows = 120_000;

describe('a list of very many rows', () => {
  let api: TestApi;
  let who: { token: string };
  const ask = async (query: Record<string, unknown>) =>
    (
      await api.call('GET /api/admin/events', {
        ...who,
        query: { sort: 'created_at', per_page: 3, ...query },
      })
    ).body;
  const sample = (condition: SQL, search = '') =>
    sampleRows(api.db, must(resourcesOf(api.context).get('events'), 'events'), condition, {
      search,
      by: sql`${events.createdAt}`,
      order: 'asc',
      wanted: 3,
    });
  const plentiful = async (condition: SQL) => (await sample(condition))?.isPlentiful;
  const rareWords = async (search: string) => (await sample(sql`true`, search))?.rareWords;

  beforeAll(async () => {
    api = await openTestApi();
    who = { token: (await buildStaff(api.db)).token };
    // Rows in monthly partitions, the oldest first. The oldest thousand rows have the same action.
    await api.db.execute(sql`insert into event_log (id, created_at, staff_name, module, action, entity, entity_id, label, changes)
      select gen_random_uuid(), now() - make_interval(mins => n), case when n > 80000 then 'Jiwoo' else 'Mina' end, 'programmes',
        case when n > ${rows - 1000}::int then 'create' else 'update' end, 'episodes', gen_random_uuid(), '바다의 약속 ' || n,
        jsonb_build_object('title_ko', jsonb_build_array(repeat('가', 40), '나'))
      from generate_series(${rows}::int, 1, -1) n`);
    await api.db.execute(sql`analyze event_log`);
  });

  test('is not counted when it is beyond doubt longer than can be', async () => {
    expect(await plentiful(sql`${events.label} like '%약속%'`)).toBe(true);
    const { data, meta } = await ask({ order: 'desc', q: '약속' });
    expect(meta).toMatchObject({ total: maxCounted, more: true });
    // The first rows by the sort, not the first rows that were found.
    expect(data.map(({ label }) => label)).toEqual(['바다의 약속 1', '바다의 약속 2', '바다의 약속 3']);
    const next = await ask({ order: 'desc', q: '약속', after: meta.next });
    expect(next.data.map(({ label }) => label)).toEqual(['바다의 약속 4', '바다의 약속 5', '바다의 약속 6']);
    expect((await ask({ q: '약속', count: 'exact' })).meta.total).toBe(rows);
  });

  test('is counted when a few crowded pages are all that a filter leaves', async () => {
    expect(await plentiful(sql`${events.action} = 'create'`)).toBe(false);
    expect((await ask({ q: '약속', action: 'create' })).meta).toMatchObject({ total: 1000 });
    expect((await ask({ q: '약속', action: 'create' })).meta).not.toHaveProperty('more');
  });

  test('is searched by the rare words of a text, the whole of which has to be there', async () => {
    expect(await rareWords('바다의 약속 67890')).toEqual([' 67890']);
    expect(await rareWords('바다의 약속')).toEqual([]);
    expect((await ask({ q: '바다의 약속 67890' })).data.map(({ label }) => label)).toEqual([
      '바다의 약속 67890',
    ]);
    expect((await ask({ q: '약속 바다의 67890' })).data).toEqual([]);
    expect((await ask({ q: '67890' })).data).toHaveLength(1);
  });

  test('has its page found wherever in the order what a filter leaves begins', async () => {
    // None of the oldest forty thousand rows is Mina's. All of the newest eighty thousand rows are.
    expect(await plentiful(sql`${events.staffName} = 'Mina'`)).toBe(true);
    const pages = async (query: Record<string, unknown>) => {
      const labels = [];
      for (const page of [1, 2]) {
        const { data, meta } = await ask({ ...query, page });
        expect(meta).toMatchObject({ total: maxCounted, more: true });
        labels.push(...data.map(({ label }) => Number(label.split(' ').at(-1))));
      }
      return labels;
    };
    const oldest = [80_000, 79_999, 79_998, 79_997, 79_996, 79_995];
    expect(await pages({ staff_name_like: 'mina' })).toEqual(oldest);
    expect(await pages({ staff_name_like: 'mina', order: 'desc' })).toEqual([1, 2, 3, 4, 5, 6]);
    const others = [80_001, 80_002, 80_003, 80_004, 80_005, 80_006];
    expect(await pages({ staff_name_like: 'jiwoo', order: 'desc' })).toEqual(others);
    const exact = await ask({ staff_name_like: 'mina', count: 'exact' });
    expect(exact.meta.total).toBe(80_000);
    expect(exact.data.map(({ label }) => label)).toEqual(oldest.slice(0, 3).map((n) => `바다의 약속 ${n}`));
  });

  test('is sampled through a view', async () => {
    // Rows of a kilobyte, so that eleven thousand of them are more pages than a small table has.
    const { db } = api;
    const rows = 11_000;
    await db.execute(sql`with accounts as (
        insert into billing_accounts (id, last_paid_at) select gen_random_uuid(), now() - make_interval(mins => n) from generate_series(1, ${rows}::int) n
        returning id, last_paid_at),
      made as (
        insert into billing_invoices (id, number, account_id, issued_at, due_on, net_cents, tax_cents, total_cents, country, region, postal_code)
        select gen_random_uuid(), n, id, last_paid_at, current_date, 100, 0, n, 'US', 'CA', '90010'
        from (select *, row_number() over (order by last_paid_at desc) as n from accounts) numbered returning id, number, account_id, issued_at)
      insert into billing_payments (id, created_at, invoice_id, account_id, state, amount_cents, method, platform, notes, paid_at)
      select gen_random_uuid(), issued_at, id, account_id, 'paid', number, 'card', 'web', repeat(md5(number::text), 32), issued_at from made`);
    const payments = must(resourcesOf(api.context).get('payments'), 'payments');
    const condition = sql`amount_cents > 0`;
    const order = { search: '', by: sql`amount_cents`, order: 'asc', wanted: 3 } as const;
    const sample = await sampleRows(db, payments, condition, order);
    expect(sample?.isPlentiful).toBe(false);
    // The sample is of the day: one that has the first page of all says an end that is too near, and the page
    // is looked for again.
    expect(Number(sample?.bound)).toBeGreaterThan(0);
    expect(Number(sample?.bound)).toBeLessThan(rows);
    // Filters by a column of the payment and by a column of its invoice.
    for (const filter of [{ amount_cents_min: 500 }, { total_cents_min: 500 }]) {
      const { data, meta } = (
        await api.call('GET /api/admin/payments', {
          ...who,
          query: { sort: 'amount_cents', order: 'asc', per_page: 3, ...filter },
        })
      ).body;
      expect(meta).toMatchObject({ total: maxCounted, more: true });
      expect(data.map(({ amount_cents }) => amount_cents)).toEqual([500, 501, 502]);
    }
    // A filter by a column of the account: with many results, with few, and with few because of another filter.
    const paid = async (minutes: number, more: Record<string, unknown> = {}) => {
      const last_paid_at_from = new Date(Date.now() - minutes * 60_000).toISOString();
      const query = { sort: 'amount_cents', per_page: 3, order: 'desc', last_paid_at_from, ...more } as const;
      const { data, meta } = (await api.call('GET /api/admin/payments', { ...who, query })).body;
      return [meta.total, meta.more ?? false, ...data.map(({ amount_cents }) => amount_cents)];
    };
    expect(await paid(10_500.5)).toEqual([maxCounted, true, 10_500, 10_499, 10_498]);
    expect(await paid(10_000.5)).toEqual([maxCounted, false, 10_000, 9999, 9998]);
    expect(await paid(20.5)).toEqual([20, false, 20, 19, 18]);
    expect(await paid(10_500.5, { amount_cents_max: 2 })).toEqual([2, false, 2, 1]);
  });
});
