/**
 * Households of the demo that pay by card, at the simulated gateway alone: their cards are given as a browser gives them, what the
 * year has made due is charged there, and then a refund, a gift and what the bank has taken back happen by the services themselves. So
 * the ledger, the gateway's balance and the daily comparison agree. Every step may run again.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { GatewayUnavailable, type Payments } from '../src/server/adapters/payments/port.ts';
import type { Context } from '../src/server/context.ts';
import { queryRows, type Transaction } from '../src/server/db/client.ts';
import { newId } from '../src/server/db/columns.ts';
import type { SignedInUser } from '../src/server/http/caller.ts';
import { attempts, billingAccounts, payments } from '../src/server/modules/billing/billing.tables.ts';
import { beginCardSetup, saveCard } from '../src/server/modules/billing/cards.service.ts';
import { redeemGift } from '../src/server/modules/billing/gift-redeeming.service.ts';
import { buyGift, listBoughtGifts, quoteGift } from '../src/server/modules/billing/gifts.service.ts';
import { postAll } from '../src/server/modules/billing/ledger.service.ts';
import { notePaid } from '../src/server/modules/billing/payments.repo.ts';
import { apply } from '../src/server/modules/billing/payments.service.ts';
import {
  askRefund,
  carryOutRefund,
  reconcile,
  settleDispute,
} from '../src/server/modules/billing/refunds.service.ts';
import { must } from '../src/server/must.ts';

const dayMs = 86_400_000;
/** How many are asked of the gateway at once. */
const atOnce = 8;
/** How many payments are booked together. */
const bookedAtOnce = 50;

/** What a card of the demo does. */
export type CardKind = 'pays' | 'is declined' | 'is disputed';
const cardNumbers: Record<CardKind, readonly string[]> = {
  pays: ['4242424242424242', '5555555555554444', '378282246310005', '4000056655665556', '6011111111111117'],
  'is declined': ['4000000000000341'],
  'is disputed': ['4000000000000259'],
};

/** The simulated gateway of this node; undefined beside real keys, and where no card is taken. */
export async function findSimulatedGateway({ payments: gateway }: Context): Promise<Payments | undefined> {
  return (await gateway?.browserSide())?.isSimulated ? gateway : undefined;
}

/** Somebody at home, as the calls of their household would know them. */
const someone = (id: string, householdId: string): SignedInUser => ({
  id,
  householdId,
  sessionId: newId(),
  enteredProfileId: undefined,
  inKidsProfile: false,
  asksParentPin: false,
});

/** The context at an instant that has been. */
const at = (context: Context, instant: Date): Context => ({ ...context, now: () => instant });

/** Does work of a list, some at once. Fails with the first failure, once nothing is running any more. */
async function eachOf<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...list];
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one);
  };
  for (const end of await Promise.allSettled(Array.from({ length: atOnce }, worker)))
    if (end.status === 'rejected') throw end.reason;
}

/** Saves a card for each household, whose first user gives it. Those who have one keep it. */
export async function giveCards(
  context: Context,
  homes: readonly { householdId: string; name: string; kind: CardKind }[],
): Promise<void> {
  const owners = new Map(
    (
      await queryRows<{ id: string; householdId: string; hasCard: boolean }>(
        context.db,
        sql`select distinct on (u.household_id) u.id, u.household_id as "householdId", a.card_id is not null as "hasCard"
          from accounts_users u left join billing_accounts a on a.household_id = u.household_id
          where u.household_id = any(${sql.param(homes.map(({ householdId }) => householdId))}::uuid[])
          order by u.household_id, u.created_at, u.id`,
      )
    ).map((owner) => [owner.householdId, owner]),
  );
  await eachOf([...homes.entries()], async ([index, { householdId, name, kind }]) => {
    const owner = must(owners.get(householdId), 'user');
    if (owner.hasCard) return;
    const user = someone(owner.id, householdId);
    const setup = await beginCardSetup(context, user);
    const numbers = cardNumbers[kind];
    await asBrowser(setup, {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': must(numbers[index % numbers.length], 'number'),
      'payment_method_data[card][exp_month]': String((index % 12) + 1),
      'payment_method_data[card][exp_year]': String(context.now().getUTCFullYear() + 2 + (index % 3)),
      'payment_method_data[card][cvc]': '1234',
      'payment_method_data[billing_details][name]': name,
    });
    await saveCard(context, user, { setupId: setup.setup_id, isForCheckout: false });
  });
}

/** Finishes a setup as the gateway's script does in a browser. */
async function asBrowser(
  setup: Awaited<ReturnType<typeof beginCardSetup>>,
  card: Record<string, string>,
): Promise<void> {
  const response = await fetch(new URL(`/v1/setup_intents/${setup.setup_id}/confirm`, setup.script_url), {
    method: 'POST',
    headers: { authorization: `Bearer ${setup.publishable_key}` },
    body: new URLSearchParams({ client_secret: setup.client_secret, ...card }),
  });
  if (!response.ok) throw new Error(`the gateway did not take a card of the demo: ${await response.text()}`);
}

interface Due {
  paymentId: string;
  attemptId: string;
  invoiceId: string;
  accountId: string;
  amountCents: number;
  customerId: string;
  gatewayCardId: string;
  issuedAt: Date;
}

/**
 * Charges what the year has made due: attempts are written with their payments, so that a kill leaves what any other leaves. `isAgain`:
 * some may have been asked for before.
 */
export async function chargeCards(
  context: Context,
  gateway: Payments,
  { isAgain }: { isAgain: boolean },
): Promise<void> {
  const due = await queryRows<Due>(
    context.db,
    sql`select p.id as "paymentId", t.id as "attemptId", p.invoice_id as "invoiceId", p.account_id as "accountId",
        p.amount_cents as "amountCents", a.gateway_customer_id as "customerId", c.gateway_card_id as "gatewayCardId", i.issued_at as "issuedAt"
      from billing_attempts t join billing_payments p on p.id = t.payment_id join billing_invoices i on i.id = p.invoice_id
      join billing_accounts a on a.id = p.account_id join billing_cards c on c.id = t.card_id
      where t.outcome is null and p.state = 'open' and p.abandoned_at is null and a.gateway_customer_id is not null
      order by i.issued_at, p.id`,
  );
  let paid: (Due & { gatewayPaymentId: string })[] = [];
  const book = () => {
    const now = paid;
    paid = [];
    return bookPaid(context, now);
  };
  await eachOf(due, async (own) => {
    const { invoiceId, customerId, amountCents, attemptId, paymentId, gatewayCardId: cardId } = own;
    const { id } = await gateway.openPayment({ invoiceId, customerId, amountCents, mayExist: isAgain });
    const outcome = await gateway.confirmPayment({ attemptId, paymentId: id, cardId, isOffSession: true });
    if (outcome.state === 'succeeded') {
      paid.push({ ...own, gatewayPaymentId: id });
      if (paid.length >= bookedAtOnce) await book();
    } else if (outcome.state === 'unknown') {
      throw new GatewayUnavailable();
    } else {
      await context.db.update(payments).set({ gatewayPaymentId: id }).where(eq(payments.id, paymentId));
      await apply(at(context, own.issuedAt), paymentId, outcome, { attemptId });
    }
  });
  await book();
}

/** Books what was paid as on its day. Nobody gets a receipt of a year ago. */
async function bookPaid(
  context: Context,
  paid: readonly (Due & { gatewayPaymentId: string })[],
): Promise<void> {
  if (paid.length === 0) return;
  await context.db.transaction(async (tx) => {
    await lockAccounts(tx, paid);
    const ids = paid.map(({ paymentId }) => paymentId);
    const open = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(inArray(payments.id, ids), eq(payments.state, 'open')))
      .orderBy(asc(payments.id))
      .for('update');
    const isOpen = new Set(open.map(({ id }) => id));
    const booked = paid.filter(({ paymentId }) => isOpen.has(paymentId));
    await tx.execute(sql`
      update billing_payments p set state = 'paid', gateway_payment_id = given.gateway_payment_id, paid_at = i.issued_at, updated_at = i.issued_at
      from jsonb_to_recordset(${JSON.stringify(
        booked.map((own) => ({ id: own.paymentId, gateway_payment_id: own.gatewayPaymentId })),
      )}::jsonb) as given(id uuid, gateway_payment_id text), billing_invoices i where p.id = given.id and i.id = p.invoice_id`);
    await notePaid(
      tx,
      booked.map(({ accountId }) => accountId),
    );
    await tx
      .update(attempts)
      .set({
        outcome: 'succeeded',
        at: sql`(select i.issued_at from billing_payments p join billing_invoices i on i.id = p.invoice_id where p.id = ${attempts.paymentId})`,
        readAt: context.now(),
      })
      .where(
        and(
          inArray(
            attempts.id,
            booked.map(({ attemptId }) => attemptId),
          ),
          isNull(attempts.outcome),
        ),
      );
    await postAll(
      tx,
      booked.map(({ paymentId, accountId, amountCents, issuedAt }) => ({
        cause: 'payment',
        causeId: paymentId,
        at: issuedAt,
        entries: [
          { account: 'gateway' as const, amountCents },
          { account: 'receivable' as const, amountCents: -amountCents, billingAccountId: accountId },
        ],
      })),
    );
  });
}

const lockAccounts = (tx: Transaction, paid: readonly Pick<Due, 'accountId'>[]) =>
  tx
    .select({ id: billingAccounts.id })
    .from(billingAccounts)
    .where(inArray(billingAccounts.id, [...new Set(paid.map(({ accountId }) => accountId))]))
    .orderBy(asc(billingAccounts.id))
    .for('update');

/** A part of the family's payment is given back, it gives a gift that is redeemed, and a bank takes money back. */
export async function liveWithCards(context: Context, gateway: Payments): Promise<void> {
  const now = context.now();
  await giveGift(context);
  for (let after: string | undefined; ; ) {
    const { items, next } = await gateway.disputes(
      { from: new Date(now.getTime() - dayMs), to: new Date(now.getTime() + dayMs) },
      after,
    );
    for (const { id } of items) await settleDispute(context, id);
    if (!next) break;
    after = next;
  }
  await reconcile(at(context, new Date(context.now().getTime() + 60_000)));
}

/** Two days without videos were given back to the family, some three months ago. Safe to repeat. */
export async function refundFamily(context: Context): Promise<void> {
  const around = new Date(context.now().getTime() - 90 * dayMs);
  const [payment] = await queryRows<{
    id: string;
    paidAt: Date;
    amountCents: number;
    refundId: string | null;
  }>(
    context.db,
    sql`select p.id, p.paid_at as "paidAt", p.amount_cents as "amountCents",
        (select id from billing_refunds r where r.payment_id = p.id limit 1) as "refundId"
      from billing_payments p join billing_accounts a on a.id = p.account_id join accounts_users u on u.household_id = a.household_id
      where u.username = 'family' and p.method = 'card' and p.state = 'paid'
      order by exists (select from billing_refunds r where r.payment_id = p.id) desc,
        abs(extract(epoch from p.paid_at - ${around}::timestamptz)), p.id limit 1`,
  );
  if (!payment) return;
  const then = at(context, new Date(Math.min(payment.paidAt.getTime() + 2 * dayMs, context.now().getTime())));
  const refundId =
    payment.refundId ??
    (
      await context.db.transaction((tx) =>
        askRefund(tx, then, {
          paymentId: payment.id,
          amountCents: Math.min(500, payment.amountCents),
          reason: '이틀 동안 영상이 나오지 않음',
          staffName: '관리자',
        }),
      )
    ).id;
  await carryOutRefund(then, refundId);
}

/** The family has bought three months for friends, who have used them. */
async function giveGift(context: Context): Promise<void> {
  const daysAgo = (days: number) => at(context, new Date(context.now().getTime() - days * dayMs));
  const [family] = await queryRows<{
    id: string;
    householdId: string;
    cardId: string;
    planId: string | null;
  }>(
    context.db,
    sql`select u.id, u.household_id as "householdId", a.card_id as "cardId",
        (select id from plans_plans where active and period = 'monthly' order by position, id limit 1) as "planId"
      from accounts_users u join billing_accounts a on a.household_id = u.household_id and a.card_id is not null
      where u.username = 'family'`,
  );
  if (!family?.planId) return;
  const buyer = someone(family.id, family.householdId);
  const [known] = await listBoughtGifts(context.db, family.householdId);
  const bought = daysAgo(5);
  const wanted = { planId: family.planId, months: 3 };
  const key = known?.gift.id ?? newId();
  if (!known || known.gift.state === 'waiting') {
    const { parts, agreement } = await quoteGift(bought, context.db, buyer, wanted, 'ko');
    const gift = {
      ...wanted,
      key,
      cardId: family.cardId,
      chargeCents: parts.chargeCents,
      agreement,
      platform: 'mobile' as const,
    };
    await buyGift(bought, buyer, gift, 'ko');
  }
  const [own] = await listBoughtGifts(context.db, family.householdId, key);
  if (own?.gift.state !== 'open') return;
  const [friend] = await queryRows<{ id: string; householdId: string }>(
    context.db,
    sql`select u.id, u.household_id as "householdId" from accounts_users u
      where u.username like 'viewer%' and u.deletion_requested_at is null and u.created_at < ${bought.now()}
        and not exists (select from plans_periods p where p.household_id = u.household_id and p.ends_at > ${bought.now()})
        and not exists (select from billing_accounts a where a.household_id = u.household_id)
      order by u.username limit 1`,
  );
  if (friend)
    await redeemGift(daysAgo(3), someone(friend.id, friend.householdId), {
      code: own.gift.code,
      address: '127.0.0.1',
      platform: 'web',
    });
}
