/**
 * Gifts: bought like a checkout, a liability until they are redeemed, then credit of whoever redeems. Pressed twice is bought once
 * by the client's key; redeemed once, because the row is locked.
 */
import { and, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { CallError, fail, failAmount, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { AddressRateLimit, beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { addDays, dayIn } from '../../zone.ts';
import { requireStaying } from '../accounts/deletion.service.ts';
import { findOffer, type Offer } from '../plans/plans.service.ts';
import { plans } from '../plans/plans.tables.ts';
import { ensureRatesOf } from './address-rates.service.ts';
import { dayNumber, dayText, type HistoryChange, periodsOf } from './amounts.ts';
import {
  billingAccounts,
  cards,
  consents,
  gifts,
  payments,
  subscriptionChanges,
  subscriptions,
} from './billing.tables.ts';
import { abandonedAt } from './checkout.service.ts';
import { recordConsent } from './consents.service.ts';
import { makeCode, typedCode } from './gift-codes.ts';
import { addGift, beyondGift, type GiftMonths, giftMonthsOf } from './gift-months.ts';
import { readInvoice } from './invoices.service.ts';
import {
  issueInvoices,
  type Parts,
  partsByCard,
  type Quote,
  quote,
  readCredits,
  singleCharge,
} from './invoicing.service.ts';
import { type Posting, post, postAll } from './ledger.service.ts';
import { announcePlan, mailPayers, tellHousehold } from './notices.service.ts';
import { findOldestOpen, payByCredit, taxesBeyond } from './open-bills.service.ts';
import { onSettled } from './outcomes.service.ts';
import { readBilling, requireAddress, zoneOf } from './payers.service.ts';
import { findOpenPayment, noteCancelled } from './payments.repo.ts';
import { charge, type PaymentEnd, voidPayment } from './payments.service.ts';
import {
  appendChange,
  findRunning,
  loadSubscriptions,
  lockAccount,
  readSubscription,
} from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';
import { requireKnown, requireRates } from './taxes.service.ts';
import type { Place } from './taxes.ts';
import { termsOfPrice } from './terms.service.ts';
import { giftAgreementWords } from './words.ts';

type GiftRow = typeof gifts.$inferSelect;

const hourMs = 3_600_000;
/** Each one may be a charge of a card. */
const purchaseLimit = new RateLimit('gift_purchase', 20, hourMs, { code: 'too_many_tries' });
/** Guesses of codes. A right one does not count. */
const householdLimit = new RateLimit('gift_household', 10, hourMs, { code: 'too_many_tries' });
const addressLimit = new AddressRateLimit('gift_address', 30, hourMs, { code: 'too_many_tries' });

interface Wanted {
  planId: string;
  months: number;
}

/** What months of a plan cost as a gift, by its price in force; a yearly plan is given for a year. */
export function giftCents(
  { period, priceCents }: Pick<Offer, 'period' | 'priceCents'>,
  months: number,
): number {
  if (period === 'once') return fail('not_found');
  if (period === 'yearly') return months === 12 ? priceCents : failField('months', 'gift_months');
  return priceCents * months;
}

interface QuotedGift {
  offer: Offer;
  quote: Quote;
  parts: Parts;
  agreement: string;
  place: Place;
  addressId: string | null;
  zone: string;
  today: string;
}

/** What a gift costs: the same for its quote and for what is bought. Taxes follow when it is redeemed. */
export async function quoteGift(
  context: Context,
  db: Queryable,
  user: SignedInUser,
  { planId, months }: Wanted,
  locale: Locale,
): Promise<QuotedGift> {
  const at = context.now();
  const offer = (await findOffer(db, { planId, at })) ?? fail('not_found');
  const payer = await readBilling(db, context, user);
  const { place, addressId } = payer;
  const zone = await zoneOf(context, db, user.householdId);
  const today = dayIn(at, zone);
  const quoted = singleCharge(
    { kind: 'gift', planId, priceId: offer.priceId, months, amountCents: giftCents(offer, months) },
    place,
    today,
    [],
  );
  return {
    offer,
    quote: quoted,
    parts: await partsByCard(db, payer, quoted.totalCents, at),
    agreement: giftAgreementWords(
      { plan: locale === 'ko' ? offer.nameKo : offer.nameEn, months, totalCents: quoted.totalCents },
      locale,
    ),
    place,
    addressId,
    zone,
    today,
  };
}

interface Bought extends Wanted {
  key: string;
  cardId: string | null;
  chargeCents: number;
  agreement: string;
  platform: PaymentPlatform;
}

/** Buys a gift as it was quoted, and charges the card. The same key again is the same gift and the same payment. */
export async function buyGift(
  context: Context,
  user: SignedInUser,
  bought: Bought,
  locale: Locale,
): Promise<{ end: PaymentEnd; invoiceId: string }> {
  await purchaseLimit.consume(context, user.householdId);
  for (let round = 0; round < 3; round += 1) {
    const begun = await context.db.transaction((tx) => beginGift(tx, context, user, bought, locale));
    if ('instead' in begun) {
      // The same gift was left open for another total: it ends before it is begun again.
      const { state } = await voidPayment(context, begun.instead);
      if (state !== 'paid' && state !== 'void') fail('payment_running');
      continue;
    }
    const { invoiceId, paymentId } = begun;
    if (paymentId === null) return { end: { state: 'paid' }, invoiceId };
    const cardId = bought.cardId ?? failField('card_id', 'required');
    return { end: await charge(context, { paymentId, cardId, isOffSession: false }), invoiceId };
  }
  return fail('payment_running');
}

async function beginGift(
  tx: Transaction,
  context: Context,
  user: SignedInUser,
  { key, planId, months, cardId, chargeCents, agreement, platform }: Bought,
  locale: Locale,
): Promise<{ instead: string } | { invoiceId: string; paymentId: string | null }> {
  const at = context.now();
  const account = await lockAccount(tx, user.householdId);
  const [known] = await tx
    .select({ gift: gifts, payment: payments, agreed: consents.text })
    .from(gifts)
    .leftJoin(payments, eq(payments.invoiceId, gifts.invoiceId))
    .leftJoin(consents, eq(consents.invoiceId, gifts.invoiceId))
    .where(eq(gifts.id, key));
  if (known && (known.gift.boughtBy !== account.id || !known.payment)) return fail('not_found');
  // One that was never paid for can be bought after all.
  if (known?.payment && known.payment.state !== 'void') {
    const { gift, payment, agreed } = known;
    // It was refunded.
    if (gift.state === 'void') return fail('not_found');
    const isWanted = gift.planId === planId && gift.months === months;
    if (gift.state === 'waiting')
      return isWanted && payment.amountCents === chargeCents && agreed === agreement
        ? { invoiceId: payment.invoiceId, paymentId: payment.id }
        : { instead: payment.id };
    if (!isWanted)
      failAmount((await quoteGift(context, tx, user, { planId, months }, locale)).parts.chargeCents);
    return { invoiceId: payment.invoiceId, paymentId: null };
  }
  if (cardId !== null) {
    const [card] = await tx
      .select({ id: cards.id })
      .from(cards)
      .where(and(eq(cards.id, cardId), eq(cards.accountId, account.id), sql`removed_at is null`));
    if (!card) fail('not_found');
  }
  const quoted = await quoteGift(context, tx, user, { planId, months }, locale);
  if (quoted.parts.chargeCents !== chargeCents || quoted.agreement !== agreement)
    failAmount(quoted.parts.chargeCents);
  if (chargeCents > 0 && cardId === null) failField('card_id', 'required');
  if (chargeCents > 0) requireAddress(quoted);
  const [issued] = await issueInvoices(
    tx,
    [
      {
        quote: quoted.quote,
        accountId: account.id,
        subscriptionId: null,
        addressId: quoted.addressId,
        place: quoted.place,
        dueOn: quoted.today,
        payment: { method: 'card', platform, abandonedAt: abandonedAt(at, quoted.zone), paidBy: null },
      },
    ],
    at,
  );
  const { invoiceId, paymentId, amountCents } = must(issued, 'invoice');
  await recordConsent(tx, {
    invoiceId,
    locale,
    text: agreement,
    priceId: quoted.offer.priceId,
    priceCents: quoted.quote.totalCents,
    totalCents: chargeCents,
    at,
  });
  const gift = {
    code: makeCode(),
    planId,
    months,
    amountCents: quoted.quote.totalCents,
    boughtBy: account.id,
    invoiceId,
    state: 'waiting' as const,
    createdAt: at,
  };
  if (known) await tx.update(gifts).set(gift).where(eq(gifts.id, key));
  else await tx.insert(gifts).values({ id: key, ...gift });
  if (amountCents > 0) return { invoiceId, paymentId };
  const [paid] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  await onSettled(tx, context, must(paid, 'payment'), at);
  return { invoiceId, paymentId: null };
}

/** The gifts that a household has bought, the newest first; one of them by its id. */
export const listBoughtGifts = (db: Queryable, householdId: string, id?: string) =>
  db
    .select({ gift: gifts, nameKo: plans.nameKo, nameEn: plans.nameEn })
    .from(gifts)
    .innerJoin(billingAccounts, eq(billingAccounts.id, gifts.boughtBy))
    .innerJoin(plans, eq(plans.id, gifts.planId))
    .where(and(eq(billingAccounts.householdId, householdId), id === undefined ? undefined : eq(gifts.id, id)))
    .orderBy(desc(gifts.createdAt), desc(gifts.id))
    .limit(500);

/** What a redeemed gift has come to. */
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

/** What a gift adds to a plan that its household pays for already. */
interface AddedGift {
  subscriptionId: string;
  /** What is left of the gifts of that plan, once the bill that is open has taken its part. */
  months: GiftMonths;
  /** The plan was to end: it goes on by the gift, no card is charged, and this is its last day then. Null: it is renewed anyway. */
  goesOnUntil: string | null;
}

/** What becomes of a gift beside a running plan, or of one that begins it. */
interface Given {
  start: PlanStart | undefined;
  added: AddedGift | undefined;
  /** Whoever was given months gets them whole: what taxes and a dearer price add to them is ours. In cents. */
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
 * A gift of the plan that a household has and pays for itself; undefined: of another one, or it is followed by another one, has a gift
 * of another one, or ends with its open bill.
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
  const { row, history } = own;
  const terms = await termsOfPrice(db, row.nextPriceId ?? row.priceId);
  const periods = months / terms.months;
  const left = giftMonthsOf(own);
  if (terms.planId !== planId || !Number.isInteger(periods) || (left && left.planId !== planId))
    return undefined;
  const added = { planId, periods, periodCents: Math.floor(amountCents / periods) };
  const together = addGift(left, added, await readCredit(db, row.accountId));
  const paidUntil = dayNumber(row.periodTo);
  const following = periodsOf(history, paidUntil + together.periods * terms.months * 31 + 1).filter(
    ({ from }) => from >= paidUntil,
  );
  return {
    subscriptionId: row.id,
    months: together,
    goesOnUntil: row.renews ? null : dayText(must(following[together.periods - 1], 'period').to - 1),
  };
}

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

/** What a code would give, before it is redeemed. */
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
  const isServed = (await findRunning(db, user.householdId)) !== undefined;
  // A right code is no guess, also where its taxes cannot be said.
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
        // A right code is no guess, also where its taxes cannot be said or its address is refused.
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
      { account: 'credit', amountCents: -creditCents, billingAccountId: account.id },
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

interface Lot extends Wanted {
  /** Its name, which no other lot has. */
  lot: string;
  count: number;
  expiresAt: Date | null;
}

/** Makes a lot of codes at the plan's price in force. Its name is had once, so pressed twice is made once. */
export async function makeLot(
  tx: Transaction,
  { at, planId, months, lot, count, expiresAt }: Lot & { at: Date },
): Promise<{ amountCents: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`gift-lot:${lot}`}, 0))`);
  if ((await tx.$count(gifts, eq(gifts.lot, lot))) > 0) failField('lot', 'unique');
  if (expiresAt && expiresAt <= at) failField('expires_at', 'gift_over');
  const offer = (await findOffer(tx, { planId, at })) ?? failField('plan_id', 'choose');
  if (offer.period === 'once') failField('plan_id', 'choose');
  const amountCents = giftCents(offer, months);
  const made = Array.from({ length: count }, () => ({
    id: newId(),
    code: makeCode(),
    planId,
    months,
    amountCents,
    lot,
    state: 'open' as const,
    expiresAt,
    createdAt: at,
    updatedAt: at,
  }));
  await insertRows(tx, gifts, made);
  await post(tx, {
    cause: 'gift_lot',
    causeId: lot,
    at,
    entries: [
      { account: 'promotions', amountCents: amountCents * count },
      { account: 'gifts', amountCents: -amountCents * count },
    ],
  });
  return { amountCents };
}

/** Makes an unused code of a lot void. One that was bought is somebody's money, and one that was used is credit. */
export async function voidGift(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<GiftRow> {
  const [gift] = await tx.select().from(gifts).where(eq(gifts.id, id)).for('update');
  if (!gift) return fail('not_found');
  if (gift.state !== 'open' || gift.boughtBy !== null) fail('gift_not_voidable');
  await tx.update(gifts).set({ state: 'void' }).where(eq(gifts.id, id));
  await post(tx, voided(gift, at));
  return gift;
}

const voided = ({ id, amountCents }: Pick<GiftRow, 'id' | 'amountCents'>, at: Date): Posting => ({
  cause: 'gift_void',
  causeId: id,
  at,
  entries: [
    { account: 'gifts', amountCents },
    { account: 'promotions', amountCents: -amountCents },
  ],
});

/** Codes that are made void in one transaction. */
const voidedAtOnce = 500;

/** Makes the codes of lots void that have expired: nobody can redeem them, so nothing is owed for them. Safe to repeat. */
export async function voidExpired(
  { db, now }: Pick<Context, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const at = now();
  let count = voidedAtOnce;
  while (count === voidedAtOnce && !signal.aborted)
    count = await db.transaction(async (tx) => {
      const rows = await tx
        .update(gifts)
        .set({ state: 'void' })
        .where(
          inArray(
            gifts.id,
            sql`(select id from billing_gifts where state = 'open' and bought_by is null and expires_at <= ${at}
              order by id limit ${voidedAtOnce} for update skip locked)`,
          ),
        )
        .returning({ id: gifts.id, amountCents: gifts.amountCents });
      await postAll(
        tx,
        rows.map((gift) => voided(gift, at)),
      );
      return rows.length;
    });
}
