/**
 * Retention of an erased household's money: cards, addresses and credit go. Amounts, days and the ledger stay.
 */
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { groupBy } from '../../group-by.ts';
import type { LedgerAccount } from './billing.tables.ts';
import { postAll } from './ledger.service.ts';

const batchSize = 500;

/**
 * Removes the remaining data of cards and addresses of erased households whose last invoice is older than the
 * set years. Hashes of cards that had a trial are deleted so long after an erasure, those of mailboxes so long after the trial. Invoices keep the place that decided
 * their taxes, because they never change. Safe to repeat; `signal` ends it between two batches.
 */
export async function emptyOldAccounts(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const at = now();
  for (const table of ['billing_trial_cards', 'billing_trial_mailboxes'])
    await db.execute(sql`delete from ${sql.identifier(table)}
      where at < ${at}::timestamptz - make_interval(years => ${config.billing.moneyYears}::int)`);
  let emptied = batchSize;
  while (emptied === batchSize && !signal.aborted)
    emptied = await db.transaction((tx) => emptyBatch(tx, at, config.billing.moneyYears));
}

async function emptyBatch(tx: Transaction, at: Date, years: number): Promise<number> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select a.id from billing_accounts a where a.household_id is null and a.emptied_at is null
      and not exists (select from billing_invoices i where i.account_id = a.id
        and i.issued_at >= ${at}::timestamptz - make_interval(years => ${years}::int))
      order by a.id limit ${batchSize} for update`,
  );
  if (rows.length === 0) return 0;
  const isOne = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  const ofPayments = sql`payment_id in (select id from billing_payments where account_id = ${isOne})`;
  await tx.execute(sql`update billing_cards set gateway_card_id = '', brand = '', last_four = '', expiry_month = 0,
    expiry_year = 0, name = null, fingerprint = null where account_id = ${isOne}`);
  await tx.execute(sql`update billing_addresses set name = null, line1 = null, line2 = null, city = null, phone = null,
    region = '', postal_code = '' where account_id = ${isOne}`);
  await tx.execute(sql`update billing_payments set gateway_payment_id = null, card_brand = null, card_last_four = null,
    card_expiry_month = null, card_expiry_year = null, card_name = null, check_number = null, failure_reason = null,
    failure_code = null, void_reason = null where account_id = ${isOne}`);
  await tx.execute(sql`update billing_attempts set code = null where ${ofPayments}`);
  await tx.execute(sql`update billing_refunds set gateway_refund_id = null, reason = '' where ${ofPayments}`);
  await tx.execute(sql`update billing_disputes set reason = '' where ${ofPayments}`);
  await tx.execute(sql`update billing_accounts set emptied_at = ${at}, gateway_customer_id = null, card_setup_id = null
    where id = ${isOne}`);
  return rows.length;
}

/**
 * Ends the credit and the small debts of erased households, once nothing of their accounts is open that could
 * use or return some. Later credit, such as from a refund, goes with the next run. Safe to repeat.
 */
export async function lapseCredit(
  { db, now }: Pick<Context, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const at = now();
  let lapsed = batchSize;
  while (lapsed === batchSize && !signal.aborted) lapsed = await db.transaction((tx) => lapseBatch(tx, at));
}

async function lapseBatch(tx: Transaction, at: Date): Promise<number> {
  const found = await queryRows<{ id: string }>(
    tx,
    sql`select id from billing_accounts a where household_id is null
      and exists (select from billing_entries where billing_account_id = a.id
        and account in ('credit', 'gift_credit', 'carried') group by account having sum(amount_cents) <> 0)
      and not exists (select from billing_payments p where p.account_id = a.id and p.state in ('open', 'action', 'processing'))
      order by id limit ${batchSize} for update`,
  );
  // Read once they are locked.
  const balances = await queryRows<{ id: string; account: LedgerAccount; cents: number }>(
    tx,
    sql`select billing_account_id as id, account, sum(amount_cents)::int as cents from billing_entries
      where billing_account_id = any(${sql.param(found.map(({ id }) => id))}::uuid[])
        and account in ('credit', 'gift_credit', 'carried')
      group by 1, 2 having sum(amount_cents) <> 0 order by 1, 2`,
  );
  const ofAccount = groupBy(balances, ({ id }) => id);
  await postAll(
    tx,
    [...ofAccount].map(([id, owned]) => ({
      cause: 'credit_lapsed',
      causeId: `${id} ${at.toISOString()}`,
      at,
      entries: owned.flatMap(({ account, cents }) => [
        { account, amountCents: -cents, billingAccountId: id },
        // A small remainder that no invoice will collect is waived.
        {
          account: account === 'carried' ? ('promotions' as const) : ('breakage' as const),
          amountCents: cents,
        },
      ]),
    })),
  );
  return ofAccount.size;
}
