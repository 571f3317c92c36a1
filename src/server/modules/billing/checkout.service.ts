/**
 * Checkout: the quote of a plan, and its subscription. A request that is repeated, in two tabs or after a lost
 * answer, ends in one subscription with one payment. The billing account is locked and a purchase has a key.
 */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail, failAmount, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { isStaying, requireStaying } from '../accounts/deletion.service.ts';
import { findOffer, type Offer } from '../plans/plans.service.ts';
import { ensureRatesOf } from './address-rates.service.ts';
import { dayNumber, type HistoryChange, type Terms } from './amounts.ts';
import { readCarried, readOwedDays } from './arrears.repo.ts';
import {
  billingAccounts,
  cards,
  type coupons,
  invoices,
  payments,
  subscriptionChanges,
  subscriptions,
} from './billing.tables.ts';
import { findAgreed, recordConsent } from './consents.service.ts';
import { confirmCouponUse, findCoupon, reserveCoupon, withTypedCoupon } from './coupons.service.ts';
import {
  type Billed,
  type Draft,
  issueInvoices,
  type Parts,
  partsByCard,
  type Quote,
  quote,
  singleCharge,
} from './invoicing.service.ts';
import { type NextCharge, nextCharge } from './next-charge.ts';
import { announcePlan, mailPayers, mailReceipts } from './notices.service.ts';
import { findPayRequest, withPayRequest } from './pay-requests.service.ts';
import { readBilling, requireAddress, zoneOf } from './payers.service.ts';
import { findOpenPayment, type PaymentRow } from './payments.repo.ts';
import { charge, type PaymentEnd, voidPayment } from './payments.service.ts';
import {
  appendChange,
  findRunning,
  hasBegun,
  type Loaded,
  loadSubscriptions,
  lockAccounts,
} from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';
import { requireKnown, requireRates } from './taxes.service.ts';
import type { Place } from './taxes.ts';
import { isTrialCard, isTrialMailbox, keepTrialMailbox, lockTrials } from './trials.service.ts';
import { agreementWords, creditAgreementWords, shownAgreement } from './words.ts';

/**
 * A checkout that starts just before midnight has this long to finish. Its days are right then too
 * (`onSettled`).
 */
const abandonMs = 15 * 60_000;

/** The end of a checkout or change that starts now. Its invoice is for this day, in a zone. */
export const abandonedAt = (now: Date, zone: string): Date =>
  new Date(startOfDay(addDays(dayIn(now, zone), 1), zone).getTime() + abandonMs);

/** Each one is an invoice with a number, or a change that stays. A repeated request does not count. */
export const checkoutLimit = new RateLimit('checkout', 20, 3_600_000, { code: 'too_many_tries' });

interface Wanted {
  planId: string;
  couponCode: string;
  /** The code by which another household requests the plan. Empty: the plan is for the payer. */
  payRequest: string;
  /** Without a card: credit pays, and the plan ends with it. */
  byCredit: boolean;
}

/** The household that will watch. */
interface Served {
  householdId: string;
  /** The name of the recipient. Null: the payer. */
  name: string | null;
}

async function servedBy(
  db: Queryable,
  user: SignedInUser,
  { planId, payRequest }: Wanted,
  at: Date,
): Promise<Served> {
  if (payRequest === '') return { householdId: user.householdId, name: null };
  const { householdId, name, offer } = await findPayRequest(db, payRequest, at);
  if (offer.id !== planId || householdId === user.householdId) fail('pay_request_gone');
  return { householdId, name };
}

/** Fails if the payer or the recipient is leaving. */
async function requireAllStay(db: Queryable, { householdId }: SignedInUser, served: Served): Promise<void> {
  await requireStaying(db, householdId);
  if (!(await isStaying(db, served.householdId))) fail('pay_request_gone');
}

interface Checkout {
  offer: Offer;
  served: Served;
  /** Undefined for a one-time charge. */
  history: readonly HistoryChange[] | undefined;
  trialDays: number;
  coupon: typeof coupons.$inferSelect | undefined;
  quote: Quote;
  parts: Parts;
  /** Credit alone would pay for the first period. */
  creditPays: boolean;
  /** It begins without a card, and ends with the credit. */
  endsWithCredit: boolean;
  nextCharge: NextCharge | null;
  /** As it is shown. */
  agreement: string;
  /** As it is kept: without the name of who is served. */
  keptAgreement: string;
  place: Place;
  addressId: string | null;
  zone: string;
  today: string;
}

const termsOf = ({ id, priceId, priceCents, period }: Offer): Terms => ({
  planId: id,
  priceId,
  cents: priceCents,
  months: period === 'yearly' ? 12 : 1,
});

/** Whether a household has never had a subscription that was paid or tried, by any payer. */
export async function isFirstSubscription(db: Queryable, householdId: string): Promise<boolean> {
  const [row] = await queryRows<{ had: boolean }>(
    db,
    sql`select exists (select from billing_subscriptions s where s.household_id = ${householdId}
        and ${hasBegun(sql`s.id`, sql`s.state`)}) as had`,
  );
  return !row?.had;
}

/** Prepares a checkout, in the same way for its quote and its confirmation. A card and a mailbox have one trial each. */
async function prepare(
  context: Context,
  db: Queryable,
  user: SignedInUser,
  wanted: Wanted,
  { locale, cardId, isConfirmed }: { locale: Locale; cardId: string | null; isConfirmed: boolean },
): Promise<Checkout> {
  const at = context.now();
  const { planId, couponCode } = wanted;
  const served = await servedBy(db, user, wanted, at);
  await requireAllStay(db, user, served);
  const isOwn = served.name === null;
  const offer = (await findOffer(db, { planId, at })) ?? fail('not_found');
  const payer = await readBilling(db, context, user);
  const { accountId, place, addressId } = payer;
  const rates = requireKnown(payer.rates);
  const zone = await zoneOf(context, db, user.householdId);
  const today = dayIn(at, zone);
  if (isConfirmed) requireAddress(payer);
  const isOnce = offer.period === 'once';
  if (addressId) requireRates(context.config, rates, { ...place, day: today }, isOnce ? 'once' : 'plan');
  if (!isOnce && (await findRunning(db, served.householdId)))
    fail(isOwn ? 'already_subscribed' : 'pay_request_gone');
  // Benefits of a household's first subscription are not used up by another payer.
  const isFirst = isOwn && (await isFirstSubscription(db, user.householdId));
  const coupon =
    couponCode === '' || isOnce
      ? undefined
      : await findCoupon(db, {
          code: couponCode,
          accountId,
          servedId: served.householdId,
          at,
          isFirst,
        });
  const day = dayNumber(today);
  const carriedCents = accountId ? ((await readCarried(db, [accountId])).get(accountId) ?? 0) : 0;
  const owed = accountId ? await readOwedDays(db, accountId) : [];
  const beginning = (trialDays: number): Billed => ({
    subscriptionId: null,
    periodFrom: day,
    history: [{ kind: 'begin', day, terms: termsOf(offer), trialDays }],
    lines: [],
    discounts: new Map(),
    coupon,
    carriedCents,
    owed,
  });
  // A plan for another household is paid by card, because its payer agrees to nothing that ends by itself.
  const isPossible = isOwn && !isOnce && payer.credit > 0;
  const periodCents = isPossible ? quote(beginning(0), day, place, rates).totalCents : 0;
  const creditPays = periodCents > 0 && payer.credit >= periodCents;
  const endsWithCredit = creditPays && wanted.byCredit && cardId === null;
  const hasTrial =
    offer.trialDays > 0 &&
    !isOnce &&
    isFirst &&
    !endsWithCredit &&
    !(cardId && (await isTrialCard(db, context, { cardId, accountId }))) &&
    !(await isTrialMailbox(db, context, user.id));
  const trialDays = hasTrial ? offer.trialDays : 0;
  const own = isOnce ? undefined : beginning(trialDays);
  const quoted = own
    ? quote(own, day, place, rates)
    : singleCharge(
        {
          kind: 'once',
          planId: offer.id,
          priceId: offer.priceId,
          months: null,
          amountCents: offer.priceCents,
        },
        place,
        today,
        rates,
      );
  const parts = partsByCard(payer, quoted.totalCents, { isPlan: !isOnce });
  const carriedOn = quoted.lines.length > 0 ? parts.carriedCents : carriedCents;
  const next = own ? nextCharge({ ...own, carriedCents: carriedOn }, day, place, rates) : null;
  const plan = locale === 'ko' ? offer.nameKo : offer.nameEn;
  const { period, priceCents } = offer;
  const keptAgreement =
    endsWithCredit && next
      ? creditAgreementWords(
          {
            plan,
            isYearly: period === 'yearly',
            priceCents,
            firstCents: parts.creditCents,
            nextOn: next.on,
          },
          locale,
        )
      : agreementWords(
          {
            plan,
            period,
            priceCents,
            firstCents: parts.chargeCents,
            trialDays,
            nextOn: next?.on ?? null,
            brand: context.config.brand[locale],
            isForOther: !isOwn,
          },
          locale,
        );
  // A plan that credit does not cover wholly does not start.
  const isLast = endsWithCredit && next !== null && next.cents > payer.credit - parts.creditCents;
  return {
    offer,
    served,
    history: own?.history,
    trialDays,
    coupon,
    quote: quoted,
    parts,
    creditPays,
    endsWithCredit,
    nextCharge: isLast ? null : next,
    agreement: isOwn ? keptAgreement : shownAgreement(keptAgreement, served.name, locale),
    keptAgreement,
    place,
    addressId,
    zone,
    today,
  };
}

/** The caller and their network address. */
interface Asker {
  user: SignedInUser;
  address: string;
}

/** Runs work with the codes that the caller has entered. Guesses of each are limited. */
const withCodes = <T>(
  context: Context,
  { user: { householdId }, address }: Asker,
  { payRequest, couponCode }: Wanted,
  work: () => Promise<T>,
): Promise<T> =>
  withPayRequest(context, { code: payRequest, householdId, address }, () =>
    withTypedCoupon(context, { code: couponCode, householdId, address }, work),
  );

/** The quote of a checkout. */
export async function quoteCheckout(
  context: Context,
  asker: Asker,
  { cardId, ...wanted }: Wanted & { cardId: string | null },
  locale: Locale,
): Promise<Checkout> {
  const { user } = asker;
  await ensureRatesOf(context, user);
  return withCodes(context, asker, wanted, () =>
    prepare(context, context.db, user, wanted, { locale, cardId, isConfirmed: false }),
  );
}

interface Confirmed extends Wanted {
  /** Made by the page, for one purchase. */
  key: string;
  platform: PaymentPlatform;
  priceId: string;
  cardId: string | null;
  chargeCents: number;
  agreement: string;
}

/** How a checkout has ended, and by which invoice; a trial has none. */
export type CheckoutEnd = { end: PaymentEnd; invoiceId: string | null };

/** Confirms a checkout as it was quoted, and charges the card. */
export async function confirmCheckout(
  context: Context,
  asker: Asker,
  confirmed: Confirmed,
  locale: Locale,
): Promise<CheckoutEnd> {
  const { user } = asker;
  await ensureRatesOf(context, user);
  for (let round = 0; round < 3; round += 1) {
    const begun = await withCodes(context, asker, confirmed, () =>
      context.db.transaction((tx) => begin(tx, context, user, confirmed, locale)),
    );
    if ('instead' in begun) {
      // Another checkout was left open: it ends before this one begins.
      const { state } = await voidPayment(context, begun.instead);
      if (state !== 'paid' && state !== 'void') fail('payment_running');
      // If it was paid meanwhile, its plan has started, and the next round refuses a second one.
      continue;
    }
    if (begun.isPaid || !begun.paymentId) {
      for (const id of new Set([user.householdId, begun.servedId])) await announcePlan(context, id);
      return { end: { state: 'paid' }, invoiceId: begun.invoiceId };
    }
    const end = await charge(context, {
      paymentId: begun.paymentId,
      cardId: must(confirmed.cardId, 'card'),
      isOffSession: false,
    });
    return { end, invoiceId: begun.invoiceId };
  }
  return fail('payment_running');
}

type Begun =
  | { instead: string }
  | { paymentId: string | null; invoiceId: string | null; servedId: string; isPaid: boolean };

async function begin(
  tx: Transaction,
  context: Context,
  user: SignedInUser,
  confirmed: Confirmed,
  locale: Locale,
): Promise<Begun> {
  const served = await servedBy(tx, user, confirmed, context.now());
  const { householdId: servedId } = served;
  const locked = await lockAccounts(tx, [user.householdId, servedId]);
  const account = must(locked.get(user.householdId), 'billing account');
  const { cardId } = confirmed;
  if (cardId !== null) {
    const [card] = await tx
      .select({ id: cards.id })
      .from(cards)
      .where(and(eq(cards.id, cardId), eq(cards.accountId, account.id), sql`removed_at is null`));
    if (!card) fail('not_found');
  }
  const known = await findPurchase(tx, account.id, confirmed.key);
  if (known && known.planId !== confirmed.planId) fail('not_found');
  if (known?.state === 'paid') return { paymentId: null, invoiceId: known.invoiceId, servedId, isPaid: true };
  await requireAllStay(tx, user, served);
  const open = await findOpenCheckout(tx, served, account.id);
  if (known && known.id !== open?.payment.id) return { instead: known.id };
  if (open) {
    const isSame =
      // A one-time charge can be bought twice. A household has one subscription, on whichever page it is
      // bought.
      (known !== undefined || open.payment.subscriptionId !== null) &&
      open.payment.accountId === account.id &&
      open.priceId === confirmed.priceId &&
      open.payment.amountCents === confirmed.chargeCents &&
      open.couponCode === confirmed.couponCode.toUpperCase() &&
      (await isStillQuoted(tx, open.payment, {
        ...confirmed,
        addressId: account.addressId,
        at: context.now(),
        zone: await zoneOf(context, tx, user.householdId),
      }));
    return isSame
      ? { paymentId: open.payment.id, invoiceId: open.payment.invoiceId, servedId, isPaid: false }
      : { instead: open.payment.id };
  }
  await lockTrials(tx, { cardId, userId: user.id });
  const checkout = await prepare(context, tx, user, confirmed, { locale, cardId, isConfirmed: true });
  const { offer, history, coupon } = checkout;
  const { chargeCents } = checkout.parts;
  if (offer.priceId !== confirmed.priceId || chargeCents !== confirmed.chargeCents) failAmount(chargeCents);
  if (checkout.agreement !== confirmed.agreement) failAmount(chargeCents);
  if (cardId === null && !checkout.endsWithCredit && (chargeCents > 0 || history))
    failField('card_id', 'required');
  await checkoutLimit.consume({ ...context, db: tx }, user.householdId);
  const at = context.now();
  const draft: Omit<Draft, 'subscriptionId'> = {
    quote: checkout.quote,
    accountId: account.id,
    addressId: checkout.addressId,
    place: checkout.place,
    dueOn: checkout.today,
    payment: {
      method: checkout.endsWithCredit ? 'credit' : 'card',
      platform: confirmed.platform,
      purchaseKey: confirmed.key,
      abandonedAt: abandonedAt(at, checkout.zone),
      paidBy: null,
    },
  };
  const consent = {
    locale,
    text: checkout.keptAgreement,
    priceId: offer.priceId,
    priceCents: offer.priceCents,
    totalCents: chargeCents,
    at,
  };
  if (!history) {
    const [issued] = await issueInvoices(tx, [{ ...draft, subscriptionId: null }], at);
    const { paymentId, invoiceId, amountCents } = must(issued, 'invoice');
    await recordConsent(tx, { ...consent, invoiceId });
    if (amountCents === 0) await mailReceipts(tx, context, [invoiceId]);
    return { paymentId, invoiceId, servedId, isPaid: amountCents === 0 };
  }
  const terms = termsOf(offer);
  const id = newId();
  const useId = coupon && (await reserveCoupon(tx, { couponId: coupon.id, accountId: account.id, at }));
  await tx.insert(subscriptions).values({
    id,
    accountId: account.id,
    householdId: servedId,
    state: 'incomplete',
    platform: confirmed.platform,
    zone: checkout.zone,
    planId: terms.planId,
    priceId: terms.priceId,
    beganOn: checkout.today,
    periodFrom: checkout.today,
    periodTo: addDays(checkout.today, 1),
    renews: true,
    endsWithCredit: checkout.endsWithCredit,
    couponUseId: useId ?? null,
  });
  const fresh: { history: HistoryChange[]; positions: number[]; row: { id: string } } = {
    history: [],
    positions: [],
    row: { id },
  };
  await insertRows(tx, subscriptionChanges, [
    appendChange(fresh, must(history[0], 'change'), { by: 'customer', at }),
  ]);
  if (history.some((change) => change.kind === 'begin' && change.trialDays > 0))
    await keepTrialMailbox(tx, context, user.id);
  await recordConsent(tx, { ...consent, subscriptionId: id });
  const lines = checkout.quote.lines.map((line) =>
    line.kind === 'owed' ? line : { ...line, subscriptionId: id },
  );
  const [issued] = await issueInvoices(
    tx,
    [{ ...draft, subscriptionId: id, quote: { ...checkout.quote, lines } }],
    at,
  );
  const loaded = must((await loadSubscriptions(tx, [id]))[0], 'subscription');
  if (issued && issued.amountCents > 0) {
    await saveStandings(tx, context, [loaded], at);
    return { paymentId: issued.paymentId, invoiceId: issued.invoiceId, servedId, isPaid: false };
  }
  if (cardId !== null)
    await tx.update(billingAccounts).set({ cardId }).where(eq(billingAccounts.id, account.id));
  await startFree(tx, context, loaded, { at, invoiceId: issued?.invoiceId, agreement: checkout.agreement });
  return { paymentId: null, invoiceId: issued?.invoiceId ?? null, servedId, isPaid: true };
}

/**
 * Starts a plan without a charge: a trial, or a first period that a coupon or credit covers. The household is
 * notified.
 */
async function startFree(
  tx: Transaction,
  context: Context,
  loaded: Loaded,
  { at, invoiceId, agreement }: { at: Date; invoiceId: string | undefined; agreement: string },
): Promise<void> {
  const { row } = loaded;
  row.state = 'active';
  if (row.couponUseId) await confirmCouponUse(tx, row.couponUseId);
  await saveStandings(tx, context, [loaded], at);
  if (invoiceId) return mailReceipts(tx, context, [invoiceId]);
  const mail = { kind: 'trial_begins' as const, cents: 0, day: row.periodTo, invoice_id: null, agreement };
  await mailPayers(tx, context, [{ accountId: row.accountId, planId: row.planId, mail }]);
}

/**
 * Whether an open payment equals the quote of now: price in force, day, address and confirmed words. The caller
 * compares the amount.
 */
export async function isStillQuoted(
  tx: Transaction,
  payment: PaymentRow,
  {
    planId,
    priceId,
    agreement,
    addressId,
    at,
    zone,
  }: {
    planId: string;
    priceId: string;
    agreement: string | null;
    addressId: string | null;
    at: Date;
    zone: string;
  },
): Promise<boolean> {
  const [invoice] = await tx
    .select({ dueOn: invoices.dueOn, addressId: invoices.addressId })
    .from(invoices)
    .where(eq(invoices.id, payment.invoiceId));
  return (
    payment.abandonedAt !== null &&
    payment.abandonedAt > at &&
    invoice?.dueOn === dayIn(at, zone) &&
    invoice.addressId === addressId &&
    (await findOffer(tx, { planId, at }))?.priceId === priceId &&
    (await findAgreed(tx, { ...payment, priceId })) === agreement
  );
}

/** The payment of an account's purchase; one that came to nothing is none. */
async function findPurchase(
  tx: Transaction,
  accountId: string,
  key: string,
): Promise<PaymentRow | undefined> {
  const [known] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.purchaseKey, key), ne(payments.state, 'void')));
  return known;
}

/** The unpaid checkout for a household, by any payer, or the unpaid one-time charge of the account. */
async function findOpenCheckout(
  tx: Transaction,
  { householdId, name }: Served,
  accountId: string,
): Promise<{ payment: PaymentRow; priceId: string; couponCode: string } | undefined> {
  const [incomplete] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.householdId, householdId), eq(subscriptions.state, 'incomplete')));
  if (incomplete) {
    const open = await findOpenPayment(tx, incomplete.id);
    if (!open) return undefined;
    const [coupon] = await queryRows<{ code: string }>(
      tx,
      sql`select c.code from billing_coupon_uses u join billing_coupons c on c.id = u.coupon_id
        where u.id = ${incomplete.couponUseId}`,
    );
    return { payment: open.payment, priceId: incomplete.priceId, couponCode: coupon?.code ?? '' };
  }
  if (name !== null) return undefined;
  const [once] = await queryRows<{ id: string; priceId: string }>(
    tx,
    sql`select p.id, l.price_id as "priceId" from billing_payments p
      join billing_invoice_lines l on l.invoice_id = p.invoice_id and l.kind = 'once'
      where p.account_id = ${accountId} and p.state in ('open', 'action', 'processing') order by p.id desc limit 1`,
  );
  if (!once) return undefined;
  const [payment] = await tx.select().from(payments).where(eq(payments.id, once.id));
  return { payment: must(payment, 'payment'), priceId: once.priceId, couponCode: '' };
}
