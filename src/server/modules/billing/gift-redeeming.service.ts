/**
 * A gift is redeemed once, because its row is locked. It becomes gift credit of the recipient, with the amount
 * that keeps its months whole (`gift-months.ts`).
 */
import { and, eq, ne, notInArray } from 'drizzle-orm';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { CallError, fail, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { AddressRateLimit, beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { addDays, dayIn } from '../../zone.ts';
import { requireStaying } from '../accounts/deletion.service.ts';
import { findOffer } from '../plans/plans.service.ts';
import { ensureRatesOf } from './address-rates.service.ts';
import { dayNumber, dayText, type HistoryChange, periodsOf } from './amounts.ts';
import { billingAccounts, gifts, payments, subscriptionChanges, subscriptions } from './billing.tables.ts';
import { typedCode } from './gift-codes.ts';
import { addGift, beyondGift, type GiftMonths, giftMonthsOf } from './gift-months.ts';
import { readInvoice } from './invoices.service.ts';
import { issueInvoices, type Quote, quote, readCredits } from './invoicing.service.ts';
import { post } from './ledger.service.ts';
import { announcePlan, mailPayers, tellHousehold } from './notices.service.ts';
import { findOldestOpen, payByCredit, taxesBeyond } from './open-bills.service.ts';
import { readBilling, zoneOf } from './payers.service.ts';
import { findOpenPayment, noteCancelled } from './payments.repo.ts';
import { voidPayment } from './payments.service.ts';
import { isDisputed } from './refunds.service.ts';
import { lastServed, servedOf } from './standing.ts';
import {
  appendChange,
  findRunning,
  type Loaded,
  loadSubscriptions,
  lockAccount,
  readSubscription,
  removeChangesFrom,
} from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';
import { requireKnown, requireRates } from './taxes.service.ts';
import type { Place } from './taxes.ts';
import { termsOfPrice } from './terms.service.ts';

type GiftRow = typeof gifts.$inferSelect;

const hourMs = 3_600_000;
/** Guesses of codes. A right one does not count. */
const householdLimit = new RateLimit('gift_household', 10, hourMs, { code: 'too_many_tries' });
const addressLimit = new AddressRateLimit('gift_address', 30, hourMs, { code: 'too_many_tries' });

/** Result of a redeemed gift. */
export interface Redeemed {
  gift: GiftRow;
  creditCents: number;
  /** It begins a plan. */
  begins: boolean;
  /** The last day that it pays for, where it begins a plan or one goes on by it that was to end; else null. */
  lastDay: string | null;
  /** Its months are whole, with their taxes: it began a plan, or is of the one that its household pays for. Else it is credit alone. */
  wholeMonths: boolean;
  /** Its credit pays for plans of others as well. */
  paysForOthers: boolean;
}

/** Whether a household pays for running plans of others. */
async function paysForOthers(db: Queryable, { householdId }: SignedInUser): Promise<boolean> {
  const [paid] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(billingAccounts, eq(billingAccounts.id, subscriptions.accountId))
    .where(
      and(
        eq(billingAccounts.householdId, householdId),
        ne(subscriptions.householdId, householdId),
        eq(subscriptions.renews, true),
        notInArray(subscriptions.state, ['incomplete', 'ended']),
      ),
    )
    .limit(1);
  return paid !== undefined;
}

/** The gift of a code that can be redeemed. All that is wrong with a code has the same text, but for one that has expired. */
function requireRedeemable(gift: GiftRow | undefined, at: Date): GiftRow {
  const isOver = gift?.expiresAt && gift.expiresAt <= at;
  // One of a lot is void once it has expired.
  if (isOver && (gift.state === 'open' || (gift.state === 'void' && gift.boughtBy === null)))
    failField('code', 'gift_over');
  if (gift?.state !== 'open') return failField('code', 'gift_unknown');
  return gift;
}

/** Refuses a gift whose purchase is disputed at the bank, with the text of an unknown code. */
async function requireUndisputed(db: Queryable, { invoiceId }: GiftRow): Promise<void> {
  if (invoiceId === null) return;
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.invoiceId, invoiceId));
  if (payment && (await isDisputed(db, payment))) failField('code', 'gift_unknown');
}

/** Additions of a gift to a plan that its household pays for already. */
interface AddedGift {
  subscriptionId: string;
  /** Remaining gifts of that plan, after the open invoice has taken its part. */
  months: GiftMonths;
  /** The plan was to end: it goes on by the gift, no card is charged, and this is its last day then. Null: it is renewed anyway. */
  goesOnUntil: string | null;
}

/** Effect of a gift on a running plan, or the plan that it starts. */
interface Given {
  start: PlanStart | undefined;
  added: AddedGift | undefined;
  /** Amount that Maru pays, so that added taxes and a dearer price leave the months whole. In cents. */
  extraCents: number;
}

async function giveMonths(
  db: Queryable,
  context: Context,
  user: SignedInUser,
  gift: GiftRow,
  { isServed }: { isServed: boolean },
): Promise<Given> {
  const start = isServed ? undefined : await planStart(db, context, user, gift);
  if (start)
    return { start, added: undefined, extraCents: Math.max(0, start.neededCents - gift.amountCents) };
  const added = await addToOwn(db, user, gift);
  const open = await findOldestOpen(db, user.householdId);
  if (!open) return { start, added, extraCents: 0 };
  if (open.subscriptionId !== added?.subscriptionId)
    return { start, added, extraCents: await taxesBeyond(db, open, gift.amountCents) };
  // The bill that is open is for a period of the gift too.
  const { lines } = await readInvoice(db, open.invoiceId);
  const credit = await readCredit(db, open.accountId);
  const { cents, left } = beyondGift(
    lines.map((line) => ({ ...line, taxes: [{ amountCents: line.taxCents }] })),
    added.months,
    credit + gift.amountCents,
  );
  return {
    start,
    added: { ...added, months: { ...added.months, periods: left } },
    extraCents: Math.min(cents, open.amountCents),
  };
}

/**
 * A gift of the plan that a household has and pays for. Undefined for another plan, before a change to another
 * plan, beside a gift of another plan, or if the plan ends with its open invoice.
 */
async function addToOwn(
  db: Queryable,
  { householdId }: SignedInUser,
  { planId, months, amountCents }: GiftRow,
): Promise<AddedGift | undefined> {
  const [found] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(billingAccounts, eq(billingAccounts.id, subscriptions.accountId))
    .where(
      and(
        eq(billingAccounts.householdId, householdId),
        eq(subscriptions.householdId, householdId),
        notInArray(subscriptions.state, ['incomplete', 'ended']),
        eq(subscriptions.planId, planId),
      ),
    );
  const own = found && (await readSubscription(db, found.id));
  if (!own || (!own.row.renews && own.row.unpaidSince !== null)) return undefined;
  const { row } = own;
  const terms = await termsOfPrice(db, row.nextPriceId ?? row.priceId);
  const periods = months / terms.months;
  const left = giftMonthsOf(own);
  if (terms.planId !== planId || !Number.isInteger(periods) || (left && left.planId !== planId))
    return undefined;
  const added = { planId, periods, periodCents: Math.floor(amountCents / periods) };
  const together = addGift(left, added, await readCredit(db, row.accountId));
  return {
    subscriptionId: row.id,
    months: together,
    goesOnUntil: row.renews ? null : dayText(lastDayByGift(own, together.periods, terms.months)),
  };
}

/** The last day that a gift serves of an ending plan: its periods after the paid one, with future pauses. */
function lastDayByGift({ row, history }: Loaded, count: number, months: number): number {
  const paidUntil = dayNumber(row.periodTo);
  const kept = history.filter((change) => !isComingBillingDay(row, change));
  const changed = Math.max(paidUntil, ...kept.map(({ day }) => day));
  const following = periodsOf(kept, changed + count * months * 31 + 1).filter(
    ({ from }) => from >= paidUntil,
  );
  const period = must(following[count - 1], 'period');
  return lastServed({ period, served: servedOf(period) });
}

/** Another billing day that is to come: the days until then would take a part of one of the months that were given. */
const isComingBillingDay = ({ periodFrom }: Loaded['row'], { kind, day }: HistoryChange): boolean =>
  kind === 'billing_day' && day >= dayNumber(periodFrom);

/** Keeps what a gift adds to a plan; one that was to end goes on by it. The account is locked. */
async function keepAdded(
  tx: Transaction,
  context: Context,
  { subscriptionId, months: { planId, periods, periodCents }, goesOnUntil }: AddedGift,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ giftPlanId: planId, giftPeriods: periods, giftPeriodCents: periodCents })
    .where(eq(subscriptions.id, subscriptionId));
  if (goesOnUntil === null) return;
  const loaded = must((await loadSubscriptions(tx, [subscriptionId]))[0], 'subscription');
  const { row } = loaded;
  const wasCancelled = row.cancelledAt !== null;
  row.renews = true;
  row.endsWithCredit = true;
  row.cancelledAt = null;
  await noteCancelled(tx, row);
  await removeChangesFrom(tx, loaded, (change) => isComingBillingDay(row, change));
  await saveStandings(tx, context, [loaded], context.now());
  if (!wasCancelled) return;
  const { accountId, planId: ownPlanId, periodTo } = row;
  const mail = {
    kind: 'resumed',
    resumed: 'cancelled_gift',
    cents: 0,
    day: periodTo,
    invoice_id: null,
  } as const;
  await mailPayers(tx, context, [{ accountId, planId: ownPlanId, subscriptionId, mail }]);
}

/** The credit of an account, in cents. */
const readCredit = async (db: Queryable, accountId: string): Promise<number> =>
  Math.max(0, (await readCredits(db, [accountId])).get(accountId) ?? 0);

/** Effect of a code before it is redeemed. */
export async function checkGift(
  context: Context,
  user: SignedInUser,
  { code, address }: { code: string; address: string },
): Promise<Redeemed> {
  const { db } = context;
  await requireStaying(db, user.householdId);
  await ensureRatesOf(context, user);
  const attempt = await beginAttempt(context, householdLimit.of(user.householdId), addressLimit.of(address));
  const [row] = await db
    .select()
    .from(gifts)
    .where(eq(gifts.code, typedCode(code)));
  const gift = requireRedeemable(row, context.now());
  await requireUndisputed(db, gift);
  const isServed = (await findRunning(db, user.householdId)) !== undefined;
  // A valid code is no guess, also if its taxes are unknown.
  await attempt.succeed();
  const { start, added, extraCents } = await giveMonths(db, context, user, gift, { isServed });
  return {
    gift,
    creditCents: gift.amountCents + extraCents,
    begins: start !== undefined,
    lastDay: start?.lastDay ?? added?.goesOnUntil ?? null,
    wholeMonths: start !== undefined || added !== undefined,
    paysForOthers: await paysForOthers(db, user),
  };
}

/** Redeems a code, once. */
export async function redeemGift(
  context: Context,
  user: SignedInUser,
  { code, address, platform }: { code: string; address: string; platform: PaymentPlatform },
): Promise<Redeemed> {
  await ensureRatesOf(context, user);
  const attempt = await beginAttempt(context, householdLimit.of(user.householdId), addressLimit.of(address));
  for (let round = 0; round < 3; round += 1) {
    const redeemed = await context.db
      .transaction((tx) => redeem(tx, context, user, { code: typedCode(code), platform }))
      .catch(async (error) => {
        // A valid code is no guess, also if its taxes are unknown or its address is refused.
        if (error instanceof CallError && (error.code === 'taxes_away' || error.fields.address))
          await attempt.succeed();
        throw error;
      });
    if ('instead' in redeemed) {
      // A checkout was left open: it ends before a plan begins without it.
      const { state } = await voidPayment(context, redeemed.instead);
      if (state !== 'paid' && state !== 'void') fail('payment_running');
      continue;
    }
    await attempt.succeed();
    await announcePlan(context, user.householdId);
    for (const id of redeemed.paid) await tellHousehold(context, id);
    return redeemed;
  }
  return fail('payment_running');
}

async function redeem(
  tx: Transaction,
  context: Context,
  user: SignedInUser,
  { code, platform }: { code: string; platform: PaymentPlatform },
): Promise<(Redeemed & { paid: string[] }) | { instead: string }> {
  const at = context.now();
  const account = await lockAccount(tx, user.householdId);
  await requireStaying(tx, user.householdId);
  const [row] = await tx.select().from(gifts).where(eq(gifts.code, code)).for('update');
  const gift = requireRedeemable(row, at);
  await requireUndisputed(tx, gift);
  const isServed = (await findRunning(tx, user.householdId)) !== undefined;
  if (!isServed) {
    const [incomplete] = await tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.householdId, user.householdId), ne(subscriptions.state, 'ended')));
    const open = incomplete && (await findOpenPayment(tx, incomplete.id));
    if (open) return { instead: open.payment.id };
  }
  await tx
    .update(gifts)
    .set({ state: 'redeemed', redeemedAt: at, redeemedBy: account.id })
    .where(eq(gifts.id, gift.id));
  const { start, added, extraCents } = await giveMonths(tx, context, user, gift, { isServed });
  const creditCents = gift.amountCents + extraCents;
  await post(tx, {
    cause: 'gift',
    causeId: gift.id,
    at,
    entries: [
      { account: 'gifts', amountCents: gift.amountCents, billingAccountId: gift.boughtBy ?? undefined },
      { account: 'promotions', amountCents: extraCents },
      { account: 'gift_credit', amountCents: -creditCents, billingAccountId: account.id },
    ],
  });
  if (start) await beginByGift(tx, context, user, { accountId: account.id, start, creditCents, platform });
  if (added) await keepAdded(tx, context, added);
  const paid = start ? [] : await payByCredit(tx, context, account.id);
  return {
    gift,
    creditCents,
    begins: start !== undefined,
    lastDay: start?.lastDay ?? added?.goesOnUntil ?? null,
    wholeMonths: start !== undefined || added !== undefined,
    paysForOthers: await paysForOthers(tx, user),
    paid,
  };
}

interface PlanStart {
  history: HistoryChange[];
  quote: Quote;
  neededCents: number;
  /** How many periods of the plan it is for. */
  periods: number;
  lastDay: string;
  zone: string;
  today: string;
  place: Place;
  addressId: string | null;
}

/** The plan of a gift from today on; undefined where it is not offered any more. */
async function planStart(
  tx: Queryable,
  context: Context,
  user: SignedInUser,
  gift: GiftRow,
): Promise<PlanStart | undefined> {
  const offer = await findOffer(tx, { planId: gift.planId, at: context.now() });
  if (!offer || offer.period === 'once') return undefined;
  const terms = await termsOfPrice(tx, offer.priceId);
  const count = gift.months / terms.months;
  if (!Number.isInteger(count)) return undefined;
  const { place, addressId, rates: known } = await readBilling(tx, context, user);
  const rates = requireKnown(known);
  const zone = await zoneOf(context, tx, user.householdId);
  const today = dayIn(context.now(), zone);
  if (addressId) requireRates(context.config, rates, { ...place, day: today });
  const day = dayNumber(today);
  const history: HistoryChange[] = [{ kind: 'begin', day, terms, trialDays: 0 }];
  const own = {
    subscriptionId: null,
    periodFrom: day,
    history,
    lines: [],
    discounts: new Map(),
    coupon: undefined,
  };
  const first = quote(own, day, place, rates);
  const last = must(periodsOf(history, day + gift.months * 31 + 1)[count - 1], 'period');
  return {
    history,
    quote: first,
    neededCents: first.totalCents * count,
    periods: count,
    lastDay: dayText(last.to - 1),
    zone,
    today,
    place,
    addressId,
  };
}

/** Begins a plan whose first invoice the credit pays, and which goes on while credit lasts. */
async function beginByGift(
  tx: Transaction,
  context: Context,
  user: SignedInUser,
  {
    accountId,
    start,
    creditCents,
    platform,
  }: { accountId: string; start: PlanStart; creditCents: number; platform: PaymentPlatform },
): Promise<void> {
  const at = context.now();
  const id = newId();
  const begin = must(start.history[0], 'change');
  const terms = must('terms' in begin ? begin.terms : undefined, 'terms');
  await tx.insert(subscriptions).values({
    id,
    accountId,
    householdId: user.householdId,
    state: 'active',
    platform,
    zone: start.zone,
    planId: terms.planId,
    priceId: terms.priceId,
    beganOn: start.today,
    periodFrom: start.today,
    periodTo: addDays(start.today, 1),
    renews: true,
    endsWithCredit: true,
    giftPlanId: terms.planId,
    // The first is invoiced at once.
    giftPeriods: start.periods - 1,
    giftPeriodCents: Math.floor(creditCents / start.periods),
  });
  await insertRows(tx, subscriptionChanges, [
    appendChange({ history: [], positions: [], row: { id } }, begin, { by: 'customer', at }),
  ]);
  const lines = start.quote.lines.map((line) => ({ ...line, subscriptionId: id }));
  await issueInvoices(
    tx,
    [
      {
        quote: { ...start.quote, lines },
        accountId,
        subscriptionId: id,
        addressId: start.addressId,
        place: start.place,
        dueOn: start.today,
        payment: { method: 'credit', platform, paidBy: null },
      },
    ],
    at,
  );
  await saveStandings(tx, context, await loadSubscriptions(tx, [id]), at);
}
