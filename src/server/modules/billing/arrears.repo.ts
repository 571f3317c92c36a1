/** Amounts of earlier invoices that a payer still owes: small remainders, and unpaid days that were served. */
import { sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import { ledgerEntries } from './billing.tables.ts';

/** Unpaid days of an ended plan that were served during the grace period. */
export interface OwedDays {
  subscriptionId: string;
  planId: string;
  priceId: string;
  /** `YYYY-MM-DD`, both included. */
  firstDay: string;
  lastDay: string;
  /** With discounts, without taxes. */
  amountCents: number;
}

/** Cents that accounts carry over to their next invoice, because they were too small for a card. */
export async function readCarried(
  db: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queryRows<{ id: string; cents: number }>(
    db,
    sql`select billing_account_id as id, sum(amount_cents)::int as cents from billing_entries
      where ${isOneOf(ledgerEntries.billingAccountId, [...new Set(accountIds)])} and account = 'carried'
      group by 1 having sum(amount_cents) > 0`,
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Unpaid days of an account that no invoice asks for yet. A void invoice asks for nothing. */
export const readOwedDays = (db: Queryable, accountId: string): Promise<OwedDays[]> =>
  queryRows<OwedDays>(
    db,
    sql`select s.id as "subscriptionId", s.plan_id as "planId", s.price_id as "priceId",
        s.owed_from::text as "firstDay", s.owed_to::text as "lastDay", s.owed_cents as "amountCents"
      from billing_subscriptions s where s.account_id = ${accountId} and s.owed_cents > 0
        and not exists (select from billing_invoice_lines l join billing_payments p on p.invoice_id = l.invoice_id
          where l.subscription_id = s.id and l.kind = 'owed' and p.state <> 'void')
      order by s.owed_from, s.id`,
  );
