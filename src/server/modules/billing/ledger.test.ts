import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildUser } from '../../../../test/build.ts';
import { must } from '../../must.ts';
import { billingAccounts, type LedgerAccount, ledgerAccounts } from './billing.tables.ts';
import { type LedgerEntry, post, readBalances } from './ledger.service.ts';

let api: TestApi;
let payer: string;
beforeAll(async () => {
  api = await openTestApi();
  const { householdId } = await buildUser(api.db);
  const [row] = await api.db.insert(billingAccounts).values({ householdId }).returning();
  payer = must(row, 'account').id;
});

const at = new Date('2027-01-01T00:00:00Z');
const invoice = (cents: number, causeId: string) => ({
  cause: 'invoice',
  causeId,
  at,
  entries: [
    { account: 'receivable' as const, amountCents: cents + 80, billingAccountId: payer },
    { account: 'deferred' as const, amountCents: -cents, billingAccountId: payer },
    { account: 'tax' as const, amountCents: -80, jurisdiction: 'US-CA' },
  ],
});
const posted = (posting: Parameters<typeof post>[1]) => api.db.transaction((tx) => post(tx, posting));
const problemOf = async (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error & { cause?: Error }) => `${error.message} ${error.cause?.message ?? ''}`,
  );

describe('the ledger', () => {
  test('posts a cause once: the same again is nothing, the same with other amounts an error', async () => {
    await posted(invoice(1000, 'one'));
    const before = await readBalances(api.db, payer);
    expect(before).toEqual({ receivable: 1080, deferred: -1000 });
    await posted(invoice(1000, 'one'));
    expect(await problemOf(posted(invoice(999, 'one')))).toContain('posted with other entries');
    expect(await readBalances(api.db, payer)).toEqual(before);
    // Ten at once are one.
    await Promise.all(Array.from({ length: 10 }, () => posted(invoice(500, 'two'))));
    expect(await readBalances(api.db, payer)).toEqual({ receivable: 1660, deferred: -1500 });
  });

  test('is not posted when its entries do not sum to 0, nor when its transaction fails', async () => {
    const before = await readBalances(api.db);
    const { entries, ...rest } = invoice(1000, 'three');
    expect(await problemOf(posted({ ...rest, entries: entries.slice(1) }))).toContain('do not sum to 0');
    await problemOf(
      api.db.transaction(async (tx) => {
        await post(tx, { ...rest, entries });
        throw new Error('killed');
      }),
    );
    expect(await readBalances(api.db)).toEqual(before);
  });

  test('is not changed afterwards by anybody', async () => {
    await posted(invoice(1000, 'four'));
    for (const statement of [
      `update billing_entries set amount_cents = 0`,
      `delete from billing_entries`,
      `truncate billing_entries`,
      `update billing_transactions set at = now()`,
      `delete from billing_transactions`,
      `delete from billing_accounts where id = '${payer}'`,
    ])
      expect(await problemOf(api.pool.query(statement)), statement).not.toBe('');
    // An entry that is added later would end the balance.
    expect(
      await problemOf(
        api.pool.query(
          `insert into billing_entries (transaction_id, position, account, amount_cents)
            select id, 9, 'cash', 5 from billing_transactions limit 1`,
        ),
      ),
    ).toContain('do not sum to 0');
  });

  test('sums to 0 whatever is posted', async () => {
    const moves = fc.array(
      fc.record({
        from: fc.constantFrom(...ledgerAccounts),
        to: fc.constantFrom(...ledgerAccounts),
        cents: fc.integer({ min: 0, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    let number = 0;
    await fc.assert(
      fc.asyncProperty(moves, async (own) => {
        const entries = own.flatMap(({ from, to, cents }): LedgerEntry[] => [
          { account: to, amountCents: cents },
          { account: from, amountCents: -cents },
        ]);
        number += 1;
        const before = await readBalances(api.db);
        await posted({ cause: 'test', causeId: String(number), at, entries });
        const after = await readBalances(api.db);
        for (const account of ledgerAccounts) {
          const moved = entries.reduce(
            (sum, entry) => sum + (entry.account === account ? entry.amountCents : 0),
            0,
          );
          expect((after[account] ?? 0) - (before[account] ?? 0)).toBe(moved);
        }
        const all = Object.values(after as Record<LedgerAccount, number>);
        expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});
