/**
 * Messages to households about their subscriptions, each once: by mail, and for some kinds by a notification,
 * in the transaction that causes them. Open pages are notified after it.
 */

import { sql } from 'drizzle-orm';
import type { PaymentMethod } from '../../../contract/account/billing.ts';
import { appEvent } from '../../adapters/push/port.ts';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { dayIn } from '../../zone.ts';
import { type MailValues, queueMails } from '../mail/mail.service.ts';
import { notifyEach } from '../notifications/notifications.service.ts';
import type { notices } from './billing.tables.ts';
import { readServed } from './pay-requests.service.ts';
import type { Subscription } from './subscriptions.repo.ts';

interface Notice {
  subscription: Pick<Subscription, 'id' | 'accountId' | 'planId'>;
  kind: (typeof notices.$inferInsert)['kind'];
  /** Subject of the message. The same subject is sent once. */
  about: string;
  at: Date;
}

/** A message to who pays. */
export interface PayerMail {
  accountId: string;
  planId: string;
  /** Names the recipient of the plan, where no invoice does. */
  subscriptionId?: string;
  mail: Omit<MailValues['billing'], 'plan_ko' | 'plan_en' | 'card' | 'method' | 'for_name' | 'for_id'>;
}

/** Kinds that are notifications too: events without an action of the household. Receipts are mail only. */
const isNotified: Record<MailValues['billing']['kind'], boolean> = {
  receipt: false,
  trial_begins: false,
  trial_ends: true,
  renews: true,
  changed: false,
  price: true,
  yearly: false,
  failed: true,
  action: true,
  stopped: true,
  ended: true,
  cancelled: false,
  resumed: false,
  refunded: true,
  credit_returned: true,
  // Its code stays in the mail.
  gift: false,
  given: true,
  given_ends: true,
  given_goes_on: true,
  given_up: false,
  disputed: true,
  dispute_closed: true,
};

/** Writes mails about money, and the notifications that belong to them. */
async function tell(
  tx: Transaction,
  context: Pick<Context, 'config' | 'now'>,
  mails: readonly { to: string; userId: string; locale: 'ko' | 'en'; values: MailValues['billing'] }[],
): Promise<void> {
  await queueMails(
    tx,
    context,
    mails.map((mail) => {
      const { for_id: householdId, for_name: name } = mail.values;
      const names = householdId && name ? { householdId, name } : undefined;
      return { ...mail, names, template: 'billing' as const };
    }),
  );
  await notifyEach(
    tx,
    context,
    'billing',
    mails.filter(({ values }) => isNotified[values.kind]),
  );
}

/** Sends mail to payers: to the first user of their household. An erased household has no mail. */
export async function mailPayers(
  tx: Transaction,
  context: Pick<Context, 'config' | 'now'>,
  mails: readonly PayerMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = await queryRows<{
    accountId: string;
    userId: string;
    email: string;
    locale: 'ko' | 'en';
    card: string | null;
  }>(
    tx,
    sql`select distinct on (a.id) a.id as "accountId", u.id as "userId", u.email, u.locale, c.last_four as card
      from billing_accounts a join accounts_users u on u.household_id = a.household_id
      left join billing_cards c on c.id = a.card_id
      where a.id = any(${sql.param(mails.map(({ accountId }) => accountId))}::uuid[])
      order by a.id, u.created_at, u.id`,
  );
  const payers = new Map(rows.map((row) => [row.accountId, row]));
  const idOf = ({ subscriptionId, mail }: PayerMail) => subscriptionId ?? mail.invoice_id;
  const served = await readServed(
    tx,
    mails.flatMap((own) => idOf(own) ?? []),
  );
  const plans = new Map(
    (
      await queryRows<{ id: string; nameKo: string; nameEn: string }>(
        tx,
        sql`select id, name_ko as "nameKo", name_en as "nameEn" from plans_plans
          where id = any(${sql.param(mails.map(({ planId }) => planId))}::uuid[])`,
      )
    ).map((plan) => [plan.id, plan]),
  );
  const paid = new Map(
    (
      await queryRows<{ invoiceId: string; method: PaymentMethod; card: string | null }>(
        tx,
        sql`select invoice_id as "invoiceId", method, card_last_four as card from billing_payments
          where invoice_id = any(${sql.param(mails.flatMap(({ mail }) => mail.invoice_id ?? []))}::uuid[])`,
      )
    ).map((row) => [row.invoiceId, row]),
  );
  await tell(
    tx,
    context,
    mails.flatMap((own) => {
      const { accountId, planId, mail } = own;
      const other = served.get(idOf(own) ?? '');
      const payer = payers.get(accountId);
      const plan = plans.get(planId);
      if (!payer || !plan) return [];
      // A payment has its own method. A later charge is for the account's card.
      const payment = paid.get(mail.invoice_id ?? '');
      const card = !payment ? payer.card : payment.method === 'card' ? payment.card : null;
      return {
        to: payer.email,
        userId: payer.userId,
        locale: payer.locale,
        values: {
          ...mail,
          card: card ?? '',
          ...(payment ? { method: payment.method } : {}),
          plan_ko: plan.nameKo,
          plan_en: plan.nameEn,
          ...(other?.name ? { for_name: other.name, for_id: other.householdId } : {}),
        },
      };
    }),
  );
}

/** Sends the receipts of invoices that are paid: what a card or staff were paid, else what credit paid. */
export async function mailReceipts(
  tx: Transaction,
  context: Pick<Context, 'config' | 'now'>,
  invoiceIds: readonly string[],
): Promise<void> {
  if (invoiceIds.length === 0) return;
  const rows = await queryRows<{ invoiceId: string; accountId: string; planId: string; cents: number }>(
    tx,
    sql`select distinct on (p.invoice_id) p.invoice_id as "invoiceId", p.account_id as "accountId", l.plan_id as "planId",
        case when p.amount_cents > 0 then p.amount_cents else p.credit_cents end as cents
      from billing_payments p join billing_invoice_lines l on l.invoice_id = p.invoice_id and l.plan_id is not null
      where p.invoice_id = any(${sql.param([...invoiceIds])}::uuid[]) order by p.invoice_id, l.position desc`,
  );
  const receipts = new Map(rows.map((row) => [row.invoiceId, row]));
  const day = dayIn(context.now(), context.config.serviceZone);
  await mailPayers(
    tx,
    context,
    invoiceIds.flatMap((invoiceId) => {
      const receipt = receipts.get(invoiceId);
      if (!receipt) return [];
      const { accountId, planId, cents } = receipt;
      return [{ accountId, planId, mail: { kind: 'receipt' as const, cents, day, invoice_id: invoiceId } }];
    }),
  );
}

/**
 * Sends mail to recipients of plans that another household pays for: start and end of the plan, never amounts.
 */
export async function mailServed(
  tx: Transaction,
  context: Pick<Context, 'config' | 'now'>,
  given: readonly {
    subscriptionId: string;
    kind: 'given' | 'given_ends' | 'given_goes_on' | 'ended';
    day: string;
    isLeaving?: boolean;
  }[],
): Promise<void> {
  if (given.length === 0) return;
  const rows = await queryRows<{
    subscriptionId: string;
    userId: string;
    email: string;
    locale: 'ko' | 'en';
    plan_ko: string;
    plan_en: string;
  }>(
    tx,
    sql`select distinct on (s.id) s.id as "subscriptionId", u.id as "userId", u.email, u.locale, n.name_ko as plan_ko,
        n.name_en as plan_en
      from billing_subscriptions s join billing_accounts a on a.id = s.account_id
      join accounts_users u on u.household_id = s.household_id join plans_plans n on n.id = s.plan_id
      where s.id = any(${sql.param(given.map(({ subscriptionId }) => subscriptionId))}::uuid[])
        and a.household_id is distinct from s.household_id
      order by s.id, u.created_at, u.id`,
  );
  const served = new Map(rows.map((row) => [row.subscriptionId, row]));
  await tell(
    tx,
    context,
    given.flatMap(({ subscriptionId, kind, day, isLeaving = false }) => {
      const to = served.get(subscriptionId);
      if (!to) return [];
      const { userId, email, locale, plan_ko, plan_en } = to;
      const about = { plan_ko, plan_en, cents: 0, day, card: '', invoice_id: null };
      const values = { kind, ...about, is_leaving: isLeaving };
      return { to: email, userId, locale, values };
    }),
  );
}

/** Stores notices, and returns those that were not stored before. */
export async function noticeOnce(tx: Transaction, given: readonly Notice[]): Promise<Notice[]> {
  if (given.length === 0) return [];
  const fresh = new Set(
    (
      await queryRows<{ key: string }>(
        tx,
        sql`insert into billing_notices (subscription_id, kind, about, at)
          select subscription_id, kind, about, at from jsonb_populate_recordset(null::billing_notices, ${JSON.stringify(
            given.map(({ subscription, kind, about, at }) => ({
              subscription_id: subscription.id,
              kind,
              about,
              at,
            })),
          )}::jsonb) on conflict do nothing returning subscription_id || kind || about as key`,
      )
    ).map(({ key }) => key),
  );
  return given.filter(({ subscription, kind, about }) => fresh.has(subscription.id + kind + about));
}

/** Open pages of who pays, and of who is served, hear that a plan has changed. */
export async function tellHousehold(context: Context, paymentId: string): Promise<void> {
  const [row] = await queryRows<{ householdIds: string[] }>(
    context.db,
    sql`select array_remove(array[s.household_id, a.household_id], null) as "householdIds" from billing_payments p
      join billing_invoices i on i.id = p.invoice_id join billing_accounts a on a.id = p.account_id
      left join billing_subscriptions s on s.id = i.subscription_id where p.id = ${paymentId}`,
  );
  for (const id of new Set(row?.householdIds)) await announcePlan(context, id);
}

/** The same of subscriptions that have changed by themselves. */
export async function tellSubscribers(context: Context, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const rows = await queryRows<{ id: string }>(
    context.db,
    sql`select distinct own.id from billing_subscriptions s join billing_accounts a on a.id = s.account_id,
      lateral (values (s.household_id), (a.household_id)) as own(id)
      where s.id = any(${sql.param([...subscriptionIds])}::uuid[]) and own.id is not null`,
  );
  for (const { id } of rows) await announcePlan(context, id);
}

/** Open pages of a household look at its plan again. */
export async function announcePlan({ push, log }: Context, householdId: string): Promise<void> {
  await push
    .broadcast(appEvent(`private-household.${householdId}`, 'PlanChanged', {}))
    .catch((error: unknown) => log.warn({ err: error }, 'a change of plan was not told to open pages'));
}
