/** What the renewals of a month would come to, by the rule that makes their bills. Nothing is written. */
import { inArray, sql } from 'drizzle-orm';
import type { Rehearsal } from '../../../contract/admin/renewal-rehearsal.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { failField } from '../../errors.ts';
import { groupBy } from '../../group-by.ts';
import { must } from '../../must.ts';
import { users } from '../accounts/accounts.tables.ts';
import { dayNumber, dayText, periodsOf } from './amounts.ts';
import { invoiceLines } from './billing.tables.ts';
import { type Bill, readNames, whyDifferent } from './invoices.service.ts';
import { billed, quote } from './invoicing.service.ts';
import { readPayers } from './payers.service.ts';
import { type Loaded, readSubscriptions } from './subscriptions.repo.ts';
import { readRates } from './taxes.service.ts';

/** So many are calculated for one answer. */
const maxSubscriptions = 20_000;
const batchSize = 500;
const maxShown = 1000;
const maxDaysAhead = 400;

interface Renewal {
  loaded: Loaded;
  on: string;
  after: Bill;
  before: Bill | undefined;
}

const nextMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
};

/** Rehearses the renewals of a month, `YYYY-MM`. `percent`: bills that change by more are listed. */
export async function rehearseRenewals(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { month, percent }: { month: string; percent: number },
  locale: Locale,
): Promise<Rehearsal> {
  // Every period until then is walked through.
  if (dayNumber(`${month}-01`) > now().getTime() / 86_400_000 + maxDaysAhead) failField('month', 'in');
  const [from, to] = [dayNumber(`${month}-01`), dayNumber(nextMonth(month))];
  const ids = (
    await queryRows<{ id: string }>(
      db,
      sql`select id from billing_subscriptions where renews and state in ('active', 'trial', 'paused')
        and unpaid_since is null and period_to < ${nextMonth(month)}::date
        order by period_to, id limit ${maxSubscriptions + 1}`,
    )
  ).map(({ id }) => id);
  const rates = await readRates(db);
  const taxes = new Map<string, Rehearsal['taxes'][number]>();
  const plans = new Map<string, { renewals: number; total_cents: number }>();
  const sums = { renewals: 0, net_cents: 0, tax_cents: 0, total_cents: 0 };
  const changed: Renewal[] = [];
  for (let at = 0; at < Math.min(ids.length, maxSubscriptions); at += batchSize) {
    const loaded = await readSubscriptions(db, ids.slice(at, Math.min(at + batchSize, maxSubscriptions)));
    const payers = await readPayers(
      db,
      loaded.map(({ row }) => row.accountId),
    );
    const last = await readLastBills(
      db,
      loaded.map(({ row }) => row.id),
    );
    for (const own of loaded) {
      const { place } = must(payers.get(own.row.accountId), 'payer');
      let before = last.get(own.row.id);
      for (const period of periodsOf(own.history, to)) {
        if (period.from < dayNumber(own.row.periodTo) || period.from >= to) continue;
        const due = quote(
          { ...billed(own), periodFrom: period.from, lines: [], discounts: new Map() },
          period.from,
          place,
          rates,
        );
        const after: Bill = { invoice: { totalCents: due.totalCents }, lines: due.lines };
        const previous = before;
        before = after;
        if (period.from < from || due.lines.length === 0) continue;
        sums.renewals += 1;
        sums.net_cents += due.netCents;
        sums.tax_cents += due.taxCents;
        sums.total_cents += due.totalCents;
        const planId = due.lines.find((line) => line.planId)?.planId ?? own.row.planId;
        const plan = plans.get(planId) ?? { renewals: 0, total_cents: 0 };
        plans.set(planId, {
          renewals: plan.renewals + 1,
          total_cents: plan.total_cents + due.totalCents,
        });
        for (const { jurisdiction, name, amountCents } of due.lines.flatMap((line) => line.taxes)) {
          const tax = taxes.get(`${jurisdiction} ${name}`) ?? { jurisdiction, name, amount_cents: 0 };
          tax.amount_cents += amountCents;
          taxes.set(`${jurisdiction} ${name}`, tax);
        }
        const was = previous?.invoice.totalCents ?? 0;
        if (Math.abs(due.totalCents - was) * 100 > Math.abs(was) * percent)
          changed.push({ loaded: own, on: dayText(period.from), after, before: previous });
      }
    }
  }
  changed.sort((a, b) => changeOf(b) - changeOf(a));
  const shown = changed.slice(0, maxShown);
  const names = await readNames(
    db,
    [
      ...shown.flatMap(({ before, after }) => [...(before?.lines ?? []), ...after.lines]),
      ...[...plans.keys()].map((planId) => ({ planId })),
    ],
    locale,
  );
  const households = shown.flatMap(({ loaded }) => loaded.row.householdId ?? []);
  const people = new Map(
    (households.length === 0
      ? []
      : await db
          .select({ id: users.id, username: users.username, householdId: users.householdId })
          .from(users)
          .where(inArray(users.householdId, households))
    ).map((user) => [user.householdId, user]),
  );
  return {
    ...sums,
    taxes: [...taxes.values()].sort((a, b) => a.jurisdiction.localeCompare(b.jurisdiction)),
    plans: [...plans]
      .map(([plan_id, plan]) => ({ plan_id, name: names.plans.get(plan_id) ?? '', ...plan }))
      .sort((a, b) => b.total_cents - a.total_cents),
    changes: shown.map(({ loaded, on, before, after }) => {
      const user = people.get(loaded.row.householdId ?? '');
      return {
        subscription_id: loaded.row.id,
        customer_id: user?.id ?? null,
        username: user?.username ?? '',
        on,
        before_cents: before?.invoice.totalCents ?? 0,
        after_cents: after.invoice.totalCents,
        reason: before ? (whyDifferent(after, before, names, locale) ?? '') : firstBill(locale),
      };
    }),
    changed: changed.length,
    is_bounded: ids.length > maxSubscriptions,
  };
}

const firstBill = (locale: Locale): string =>
  locale === 'ko' ? '무료 체험 뒤의 첫 결제예요.' : 'The first bill after a free trial.';

const changeOf = ({ before, after }: Renewal): number =>
  Math.abs(after.invoice.totalCents - (before?.invoice.totalCents ?? 0));

/** The last bill of subscriptions that is not void, by their ids. */
async function readLastBills(db: Context['db'], ids: string[]): Promise<Map<string, Bill>> {
  const bills = await queryRows<{ id: string; subscriptionId: string; cents: number }>(
    db,
    sql`select distinct on (i.subscription_id) i.id, i.subscription_id as "subscriptionId", i.total_cents as cents
      from billing_invoices i join billing_payments p on p.invoice_id = i.id and p.state <> 'void'
      where i.subscription_id = any(${sql.param(ids)}::uuid[]) order by i.subscription_id, i.number desc`,
  );
  const lines = groupBy(
    bills.length === 0
      ? []
      : await db
          .select()
          .from(invoiceLines)
          .where(
            inArray(
              invoiceLines.invoiceId,
              bills.map(({ id }) => id),
            ),
          )
          .orderBy(invoiceLines.invoiceId, invoiceLines.position),
    ({ invoiceId }) => invoiceId,
  );
  return new Map(
    bills.map(({ id, subscriptionId, cents }) => [
      subscriptionId,
      { invoice: { totalCents: cents }, lines: lines.get(id) ?? [] },
    ]),
  );
}
