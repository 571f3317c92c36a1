/** Changes of a running subscription by its household: another plan, another billing day, cancel and resume, a pause. */
import { and, desc, eq, gte, inArray, ne, notInArray, or } from 'drizzle-orm';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail, failAmount, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { addDays, dayIn } from '../../zone.ts';
import { isStaying, readErasures, requireStaying } from '../accounts/deletion.service.ts';
import { requirePassword } from '../accounts/reauthentication.service.ts';
import type { MailValues } from '../mail/mail.service.ts';
import { findOffer, findPrice, type Offer } from '../plans/plans.service.ts';
import { ensureRatesOf, ensureRatesSoon } from './address-rates.service.ts';
import { dayNumber, dayText, type HistoryChange, type Terms } from './amounts.ts';
import { billingAccounts, invoices, payments, subscriptionChanges, subscriptions } from './billing.tables.ts';
import { abandonedAt, type CheckoutEnd, checkoutLimit, isStillQuoted } from './checkout.service.ts';
import { recordConsent } from './consents.service.ts';
import { beyondGift, giftMonthsOf } from './gift-months.ts';
import {
  billed,
  issueInvoices,
  type Parts,
  partsByCard,
  type Quote,
  quote,
  readCredits,
} from './invoicing.service.ts';
import { chargeOf, type NextCharge, nextBill, nextCharge } from './next-charge.ts';
import { announcePlan, mailPayers, mailServed } from './notices.service.ts';
import { onSettled } from './outcomes.service.ts';
import { readHouseholdNames, withdrawPayRequest } from './pay-requests.service.ts';
import { type Billing, noPlace, readBilling, requireAddress } from './payers.service.ts';
import { findOpenSwitches, noteCancelled } from './payments.repo.ts';
import { charge, voidPayment } from './payments.service.ts';
import {
  confirmRenewal,
  noteRenewalTold,
  postponeUntoldPrice,
  sayCharge,
} from './renewal-notices.service.ts';
import { standingOn } from './standing.ts';
import {
  appendChange,
  findRunning,
  type Loaded,
  loadSubscriptions,
  lockAccount,
  lockAccountById,
  lockAccounts,
  type Maker,
  readSubscription,
  removeChangesFrom,
} from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';
import { requireKnown, requireRates, shownRates } from './taxes.service.ts';
import { termsOfPrice } from './terms.service.ts';
import { agreementWords, creditAgreementWords, shownAgreement } from './words.ts';

export const maxPauseDays = 180;

type Settings = Pick<Context, 'config' | 'now'>;

/** What a household asks for. */
export type WantedChange = { kind: 'plan'; price_id: string } | { kind: 'billing_day'; day_of_month: number };

export interface QuotedChange {
  change: HistoryChange;
  /** The price in force of the plan that is changed to; null for another billing day. */
  priceId: string | null;
  /** What is agreed to, word for word; null for another billing day, which promises no price. */
  agreement: string | null;
  when: 'now' | 'next_period';
  on: string;
  quote: Quote;
  parts: Parts;
  nextCharge: NextCharge | null;
  /** An address has to be given first. */
  needsAddress: boolean;
}

const isSettledDown = ({ row }: Loaded): boolean =>
  row.renews && row.unpaidSince === null && (row.state === 'active' || row.state === 'trial');

/** Dearer by the month, or for longer: at once. Anything else from the next period on, so nothing is given back. */
const isUpgrade = (from: Terms, to: Terms): boolean =>
  to.months > from.months || (to.months === from.months && to.cents > from.cents);

async function quoteFor(
  db: Queryable,
  context: Context,
  loaded: Loaded,
  wanted: WantedChange,
  payer: Billing,
  locale: Locale,
): Promise<QuotedChange> {
  if (!isSettledDown(loaded)) fail('not_changeable');
  const { place } = payer;
  const rates = requireKnown(payer.rates);
  const at = context.now();
  const today = dayNumber(dayIn(at, loaded.row.zone));
  const { period, terms } = standingOn(loaded.history, today);
  let change: HistoryChange;
  let offer: Offer | undefined;
  if (wanted.kind === 'plan') {
    const price = (await findPrice(db, wanted.price_id)) ?? fail('not_found');
    if (payer.addressId) requireRates(context.config, rates, { ...place, day: dayText(today) });
    // An old price is for those who have it: what it costs now is quoted.
    offer = (await findOffer(db, { planId: price.id, at })) ?? fail('not_found');
    const to = await termsOfPrice(db, offer.priceId);
    if (to.priceId === terms.priceId || loaded.row.nextPriceId === to.priceId) fail('not_changeable');
    const isNow = period.isTrial || isUpgrade(terms, to);
    change = { kind: isNow ? 'switch' : 'renew_as', day: today, terms: to };
  } else {
    // The shorter way to it would take a part of one of the months that were given.
    if (loaded.row.endsWithCredit || giftMonthsOf(loaded)) fail('paid_by_gift');
    change = { kind: 'billing_day', day: today, dayOfMonth: wanted.day_of_month };
  }
  const history = [...loaded.history, change].sort((a, b) => a.day - b.day);
  const own = billed(loaded, history);
  const isNow = change.kind === 'switch';
  const due = isNow
    ? quote(own, today, place, rates)
    : { lines: [], netCents: 0, taxCents: 0, totalCents: 0, untaxedCents: 0 };
  const parts = await partsByCard(db, payer, due.totalCents, at);
  const coming = nextBill(own, today, place, rates);
  const next = coming && chargeOf(own, coming, place, rates);
  const credit = payer.credit - parts.creditCents;
  const ours = beyondGift(coming?.quote.lines ?? [], giftMonthsOf(loaded), credit).cents;
  const nextOn = next?.on ?? dayText(period.to);
  const endsWithCredit = loaded.row.endsWithCredit && !goesOnByCard(loaded, change, payer);
  const words = (price: Offer) =>
    endsWithCredit
      ? creditAgreementWords(
          {
            plan: locale === 'ko' ? price.nameKo : price.nameEn,
            isYearly: price.period === 'yearly',
            priceCents: price.priceCents,
            firstCents: null,
            nextOn,
          },
          locale,
        )
      : renewalWords(context, price, {
          firstCents: parts.chargeCents > 0 ? parts.chargeCents : null,
          nextOn,
          wholeFrom: next?.part?.next.on ?? null,
          locale,
        });
  return {
    change,
    agreement: offer ? words(offer) : null,
    priceId: 'terms' in change ? change.terms.priceId : null,
    when: isNow ? 'now' : 'next_period',
    on: isNow ? dayText(today) : dayText(period.to),
    quote: due,
    parts,
    nextCharge: endsWithCredit && next && next.cents > credit + ours ? null : next,
    // What credit alone pays for asks for none.
    needsAddress:
      payer.addressId === null && offer !== undefined && (!endsWithCredit || parts.chargeCents > 0),
  };
}

/** Another plan of what a gift began is agreed to with its renewals by card, where there is one; without, it ends with the credit. */
const goesOnByCard = ({ row }: Loaded, change: HistoryChange, { cardId }: Billing): boolean =>
  row.endsWithCredit && 'terms' in change && cardId !== null;

/** What is agreed to about the renewals of a price, and what is charged now for it. */
const renewalWords = (
  { config }: Context,
  offer: Offer,
  {
    firstCents,
    nextOn,
    wholeFrom,
    locale,
    isForOther = false,
  }: {
    firstCents: number | null;
    nextOn: string | null;
    wholeFrom: string | null;
    locale: Locale;
    isForOther?: boolean;
  },
): string =>
  agreementWords(
    {
      plan: locale === 'ko' ? offer.nameKo : offer.nameEn,
      period: offer.period,
      priceCents: offer.priceCents,
      firstCents,
      trialDays: 0,
      nextOn,
      wholeFrom,
      brand: config.brand[locale],
      isForOther,
    },
    locale,
  );

/**
 * The price of the next renewal once another plan for it is taken back: the one that was announced for it, else the running one.
 * Undefined where there is nothing to take back; an announced price is not.
 */
async function keptPriceId(
  db: Queryable,
  { id, nextPriceId, periodFrom }: Loaded['row'],
  terms: Terms,
): Promise<string | undefined> {
  if (nextPriceId === null) return undefined;
  const [announced] = await db
    .select({ priceId: subscriptionChanges.priceId })
    .from(subscriptionChanges)
    .where(
      and(
        eq(subscriptionChanges.subscriptionId, id),
        eq(subscriptionChanges.kind, 'renew_as'),
        eq(subscriptionChanges.madeBy, 'service'),
        eq(subscriptionChanges.planId, terms.planId),
        gte(subscriptionChanges.day, periodFrom),
      ),
    )
    .orderBy(desc(subscriptionChanges.position))
    .limit(1);
  const kept = announced?.priceId ?? terms.priceId;
  return kept === nextPriceId ? undefined : kept;
}

/** What is agreed to by letting a plan go on: as it is kept, as it is shown, and the price. */
interface ResumeAgreement {
  kept: string;
  shown: string;
  price: Offer;
}

/**
 * What a household agrees to by letting a plan go on. Undefined where that promises no price. `servedName`: who has the plan, where
 * that is somebody else.
 */
export async function resumeAgreement(
  db: Queryable,
  context: Context,
  loaded: Loaded,
  locale: Locale,
  servedName?: string,
): Promise<ResumeAgreement | undefined> {
  const { row, history } = loaded;
  if (row.state === 'stopped' || row.state === 'ended' || row.unpaidSince !== null) return undefined;
  const isAfterGift = row.renews && row.endsWithCredit;
  const today = dayNumber(dayIn(context.now(), row.zone));
  const now = standingOn(history, today);
  const keptPrice = row.renews && !isAfterGift ? await keptPriceId(db, row, now.terms) : undefined;
  // A gift that goes on is paid by credit alone.
  if (row.renews ? !keptPrice && !isAfterGift : row.endsWithCredit) return undefined;
  const priceId = keptPrice ?? standingOn(history, now.period.to).terms.priceId;
  const price = (await findPrice(db, priceId)) ?? fail('not_found');
  const kept = keptPrice && {
    kind: 'renew_as' as const,
    day: today,
    terms: await termsOfPrice(db, keptPrice),
  };
  // Its days alone: taxes come on top.
  const next = isAfterGift
    ? null
    : nextCharge(billed(loaded, kept ? [...history, kept] : history), today, noPlace, []);
  const isForOther = servedName !== undefined;
  const words = renewalWords(context, price, {
    firstCents: null,
    nextOn: next?.on ?? (isAfterGift ? null : dayText(now.period.to)),
    wholeFrom: next?.part?.next.on ?? null,
    locale,
    isForOther,
  });
  return { kept: words, shown: isForOther ? shownAgreement(words, servedName, locale) : words, price };
}

/**
 * The same of who pays for somebody else and has stopped; `name`: who has the plan. Undefined where they cannot pay again: who is served
 * has ended the plan, or does not stay.
 */
export async function resumePayingAgreement(
  db: Queryable,
  context: Context,
  loaded: Loaded,
  name: string,
  locale: Locale,
): Promise<ResumeAgreement | undefined> {
  const { renews, endedByServed, householdId } = loaded.row;
  if (renews || endedByServed || householdId === null || !(await isStaying(db, householdId)))
    return undefined;
  return resumeAgreement(db, context, loaded, locale, name);
}

/** What a change would cost, and when it would be so. */
export async function quoteChange(
  context: Context,
  user: SignedInUser,
  wanted: WantedChange,
  locale: Locale,
): Promise<QuotedChange> {
  const { db } = context;
  const id = (await findRunning(db, user.householdId)) ?? fail('no_subscription');
  const loaded = must(await readSubscription(db, id), 'subscription');
  if (await isGiven(db, loaded.row)) fail('not_yours_to_change');
  await requireStaying(db, user.householdId);
  await ensureRatesOf(context, loaded.row);
  return quoteFor(db, context, loaded, wanted, await readBilling(db, context, loaded.row), locale);
}

/** The household that pays for a subscription; null: it is gone. */
async function payerOf(db: Queryable, { id }: { id: string }) {
  const [row] = await db
    .select({ accountId: billingAccounts.id, householdId: billingAccounts.householdId })
    .from(subscriptions)
    .innerJoin(billingAccounts, eq(billingAccounts.id, subscriptions.accountId))
    .where(eq(subscriptions.id, id));
  return must(row, 'subscription');
}

/** Whether somebody else pays for it than who is served. */
const isGiven = async (db: Queryable, row: Loaded['row']): Promise<boolean> =>
  (await payerOf(db, row)).householdId !== row.householdId;

/** Runs something on the household's running subscription, with it, its account and the household's locked. */
export async function onRunning<T>(
  context: Context,
  householdId: string,
  work: (tx: Transaction, loaded: Loaded) => Promise<T>,
): Promise<T> {
  const { done, payer } = await context.db.transaction(async (tx) => {
    const id = (await findRunning(tx, householdId)) ?? fail('no_subscription');
    // Somebody else may pay.
    const { accountId, householdId: payerId } = await payerOf(tx, { id });
    await lockAccounts(tx, [householdId, payerId ?? householdId]);
    if (payerId === null) await lockAccountById(tx, accountId);
    const now = (await findRunning(tx, householdId)) ?? fail('no_subscription');
    if (now !== id) fail('conflict');
    const loaded = must((await loadSubscriptions(tx, [id]))[0], 'subscription');
    return { done: await work(tx, loaded), payer: payerId };
  });
  for (const id of new Set([householdId, payer ?? householdId])) await announcePlan(context, id);
  return done;
}

/** The same of a subscription that the household pays for itself: nobody changes what somebody else pays for. */
const onOwn = <T>(
  context: Context,
  { householdId }: SignedInUser,
  work: (tx: Transaction, loaded: Loaded) => Promise<T>,
): Promise<T> =>
  onRunning(context, householdId, async (tx, loaded) => {
    if (await isGiven(tx, loaded.row)) fail('not_yours_to_change');
    return work(tx, loaded);
  });

/** A change as it is confirmed. */
interface ConfirmedChange {
  wanted: WantedChange;
  chargeCents: number;
  /** The words that were shown; null: none. */
  agreement: string | null;
  platform: PaymentPlatform;
}

/** Changes as it was quoted. What costs something now is so once it is paid. */
export async function changeMembership(
  context: Context,
  user: SignedInUser,
  { password, ...confirmed }: ConfirmedChange & { password: string | undefined },
  locale: Locale,
): Promise<CheckoutEnd> {
  await requirePassword(context, user, password);
  await ensureRatesOf(context, user);
  for (let round = 0; round < 3; round += 1) {
    const begun = await onOwn(context, user, (tx, loaded) =>
      beginChange(tx, context, user, loaded, confirmed, locale),
    );
    if ('instead' in begun) {
      const { state } = await voidPayment(context, begun.instead);
      if (state !== 'void' && state !== 'paid') fail('payment_running');
      continue;
    }
    const { paymentId, invoiceId, cardId } = begun;
    if (!paymentId) return { end: { state: 'paid' }, invoiceId };
    const end = await charge(context, {
      paymentId,
      cardId: cardId ?? failField('card_id', 'required'),
      isOffSession: false,
    });
    return { end, invoiceId };
  }
  return fail('payment_running');
}

type Begun =
  | { instead: string }
  | { paymentId: string | null; invoiceId: string | null; cardId: string | null };

async function beginChange(
  tx: Transaction,
  context: Context,
  user: SignedInUser,
  loaded: Loaded,
  { wanted, chargeCents, agreement, platform }: ConfirmedChange,
  locale: Locale,
): Promise<Begun> {
  const { row } = loaded;
  const at = context.now();
  await requireStaying(tx, user.householdId);
  // A renewal that is open stays: nothing is changed until it is paid.
  if (!isSettledDown(loaded)) fail('not_changeable');
  const payer = await readBilling(tx, context, loaded.row);
  const [open] = await findOpenSwitches(tx, [row.id]);
  if (open) {
    const isSame =
      wanted.kind === 'plan' &&
      open.switchPriceId === wanted.price_id &&
      open.amountCents === chargeCents &&
      (await isStillQuoted(tx, open, {
        planId: (await findPrice(tx, wanted.price_id))?.id ?? fail('not_found'),
        priceId: wanted.price_id,
        agreement,
        addressId: payer.addressId,
        at,
        zone: row.zone,
      }));
    return isSame
      ? { paymentId: open.id, invoiceId: open.invoiceId, cardId: payer.cardId }
      : { instead: open.id };
  }
  const quoted = await quoteFor(tx, context, loaded, wanted, payer, locale);
  const isPriceNew = wanted.kind === 'plan' && quoted.priceId !== wanted.price_id;
  const areWordsNew = agreement !== quoted.agreement;
  if (isPriceNew || areWordsNew || quoted.parts.chargeCents !== chargeCents)
    failAmount(quoted.parts.chargeCents);
  if (chargeCents > 0 && payer.cardId === null) failField('card_id', 'required');
  if (quoted.needsAddress) requireAddress(payer);
  await checkoutLimit.consume({ ...context, db: tx }, user.householdId);
  const { change } = quoted;
  if (quoted.agreement !== null && 'terms' in change)
    await recordConsent(tx, {
      subscriptionId: row.id,
      locale,
      text: quoted.agreement,
      priceId: change.terms.priceId,
      priceCents: change.terms.cents,
      totalCents: chargeCents,
      at,
    });
  if (change.kind === 'switch' && quoted.quote.lines.length > 0) {
    const [issued] = await issueInvoices(
      tx,
      [
        {
          quote: quoted.quote,
          accountId: row.accountId,
          subscriptionId: row.id,
          addressId: payer.addressId,
          place: payer.place,
          dueOn: dayText(change.day),
          payment: {
            method: 'card',
            platform,
            abandonedAt: abandonedAt(at, row.zone),
            switchPriceId: change.terms.priceId,
            switchDay: dayText(change.day),
          },
        },
      ],
      at,
    );
    const { paymentId, invoiceId, amountCents } = must(issued, 'invoice');
    if (amountCents > 0) return { paymentId, invoiceId, cardId: payer.cardId };
    if (goesOnByCard(loaded, change, payer))
      await tx.update(subscriptions).set({ endsWithCredit: false }).where(eq(subscriptions.id, row.id));
    const [paid] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    await onSettled(tx, context, must(paid, 'payment'), at);
    return { paymentId: null, invoiceId, cardId: null };
  }
  if (change.kind === 'renew_as') row.nextPriceId = change.terms.priceId;
  if (change.kind === 'switch') row.nextPriceId = null;
  if (goesOnByCard(loaded, change, payer)) row.endsWithCredit = false;
  await insertRows(tx, subscriptionChanges, [appendChange(loaded, change, { by: 'customer', at })]);
  await saveStandings(tx, context, [loaded], at);
  await confirmRenewal(tx, context, loaded, { isOther: true });
  return { paymentId: null, invoiceId: null, cardId: null };
}

/** Cancels, also what somebody else pays for: what is paid for is served to its end, and nothing is tried any more. */
export async function cancelMembership(
  context: Context,
  user: SignedInUser,
  password: string | undefined,
): Promise<void> {
  await requirePassword(context, user, password);
  await onRunning(context, user.householdId, (tx, loaded) =>
    cancelLocked(tx, context, loaded, { isByServed: true }),
  );
}

/** Stops paying for a plan that somebody else has: it is served to the end of what is paid for. */
export async function stopPaying(
  context: Context,
  user: SignedInUser,
  { subscriptionId, password }: { subscriptionId: string; password: string | undefined },
): Promise<void> {
  await requirePassword(context, user, password);
  await onPaidPlan(context, user, subscriptionId, (tx, loaded) => cancelLocked(tx, context, loaded));
}

/** Runs something on a running plan of somebody else that a household pays for, with it and the account locked. */
async function onPaidPlan(
  context: Context,
  user: SignedInUser,
  subscriptionId: string,
  work: (tx: Transaction, loaded: Loaded) => Promise<void>,
): Promise<void> {
  const servedId = await context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, user.householdId);
    const [loaded] = await loadSubscriptions(tx, [subscriptionId]);
    if (loaded?.row.accountId !== account.id || !(await isGiven(tx, loaded.row))) return fail('not_found');
    if (loaded.row.state === 'incomplete' || loaded.row.state === 'ended') fail('not_found');
    await work(tx, loaded);
    return loaded.row.householdId;
  });
  for (const id of [user.householdId, ...(servedId ? [servedId] : [])]) await announcePlan(context, id);
}

/** The last day that is served: with the household goes what serves it. `erased`: when that is. */
export function lastDayOf(day: string, erased: Date | undefined, zone: string): string {
  const last = erased && dayIn(erased, zone);
  return last !== undefined && last < day ? last : day;
}

/**
 * The same within somebody else's transaction; account and subscription are locked. `leavingId`: the household that it ends by.
 * `isByServed`: who is served asks for it.
 */
export async function cancelLocked(
  tx: Transaction,
  context: Settings,
  loaded: Loaded,
  { leavingId, isByServed = false }: { leavingId?: string; isByServed?: boolean } = {},
): Promise<void> {
  const { row } = loaded;
  const at = context.now();
  const isOthers = await isGiven(tx, row);
  if (isByServed && isOthers) row.endedByServed = true;
  if (!row.renews) {
    if (row.endedByServed) await saveStandings(tx, context, [loaded], at);
    return;
  }
  row.renews = false;
  row.cancelledAt = at;
  await noteCancelled(tx, row);
  // What is open ends at the card processor first, by the job that ends what nobody waits for.
  await tx
    .update(payments)
    .set({ nextTryAt: null, abandonedAt: at })
    .where(
      and(
        inArray(payments.state, ['open', 'action', 'processing']),
        inArray(
          payments.invoiceId,
          tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.subscriptionId, row.id)),
        ),
      ),
    );
  await saveStandings(tx, context, [loaded], at);
  // Of a checkout that was left nothing has begun, so nobody is told that it ends.
  if (row.state === 'incomplete') return;
  // What is not paid for ends with its open bill, within minutes.
  const isUnpaid = row.unpaidSince !== null;
  const erased = (await readErasures(tx, [row.householdId])).get(row.householdId);
  const day = isUnpaid ? dayIn(at, row.zone) : lastDayOf(addDays(row.periodTo, -1), erased, row.zone);
  const kind = isOthers ? 'given_up' : 'cancelled';
  const credit = (await readCredits(tx, [row.accountId])).get(row.accountId) ?? 0;
  await mailPayers(tx, context, [
    {
      accountId: row.accountId,
      planId: row.planId,
      subscriptionId: row.id,
      mail: {
        kind,
        cents: 0,
        day,
        invoice_id: null,
        ends_at_once: isUnpaid,
        is_leaving: leavingId !== undefined,
        uses_credit: credit > 0,
      },
    },
  ]);
  const kindServed = isUnpaid ? 'ended' : 'given_ends';
  const isLeaving = row.householdId === leavingId;
  await mailServed(tx, context, [{ subscriptionId: row.id, kind: kindServed, day, isLeaving }]);
}

/**
 * Ends the renewal of a household that is leaving or suspended, of what it pays for others, and of what others pay for it. Within
 * that transaction.
 */
export async function endRenewals(tx: Transaction, context: Settings, householdId: string): Promise<void> {
  const payers = await tx
    .selectDistinct({ id: billingAccounts.householdId })
    .from(subscriptions)
    .innerJoin(billingAccounts, eq(billingAccounts.id, subscriptions.accountId))
    .where(and(eq(subscriptions.householdId, householdId), ne(subscriptions.state, 'ended')));
  // Its account too, where it pays for nothing yet: what is begun at this moment is either refused or found here.
  await lockAccounts(tx, [householdId, ...payers.flatMap(({ id }) => id ?? [])]);
  await withdrawPayRequest(tx, householdId);
  const running = await tx
    .select({ id: subscriptions.id, accountId: subscriptions.accountId })
    .from(subscriptions)
    .innerJoin(billingAccounts, eq(billingAccounts.id, subscriptions.accountId))
    .where(
      and(
        or(eq(billingAccounts.householdId, householdId), eq(subscriptions.householdId, householdId)),
        eq(subscriptions.renews, true),
        ne(subscriptions.state, 'ended'),
      ),
    );
  for (const id of [...new Set(running.map(({ accountId }) => accountId))].sort())
    await lockAccountById(tx, id);
  const loaded = await loadSubscriptions(
    tx,
    running.map(({ id }) => id),
  );
  for (const own of loaded)
    if (own.row.state !== 'ended') await cancelLocked(tx, context, own, { leavingId: householdId });
}

/**
 * Ends what serves a household that is erased, on that day, and the renewal of what it pays for others: that is served to the end of
 * what is paid. Within that transaction, while the household is there.
 */
export async function endErased(tx: Transaction, context: Settings, householdId: string): Promise<void> {
  await endRenewals(tx, context, householdId);
  const at = context.now();
  const served = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.householdId, householdId),
        notInArray(subscriptions.state, ['incomplete', 'ended']),
      ),
    );
  const loaded = await loadSubscriptions(
    tx,
    served.map(({ id }) => id),
  );
  const ends = loaded.map((own) =>
    appendChange(own, { kind: 'end', day: dayNumber(dayIn(at, own.row.zone)) }, { by: 'service', at }),
  );
  await insertRows(tx, subscriptionChanges, ends);
  await saveStandings(tx, context, loaded, at);
}

/** Each is a mail, and words that are kept for years; with the cancellation between two of them. To cancel is never refused. */
const resumeLimit = new RateLimit('membership_resumed', 20, 86_400_000, { code: 'too_many_tries' });

/** Takes a cancellation back, lets what a gift began go on by the card, or takes back what was to change at the next renewal. */
export async function resumeMembership(
  context: Context,
  user: SignedInUser,
  { agreement, password }: { agreement: string | null; password: string | undefined },
  locale: Locale,
): Promise<void> {
  await requirePassword(context, user, password);
  // A mail says what is charged next.
  await ensureRatesSoon(context, user);
  await onOwn(context, user, async (tx, loaded) => {
    const agreed = await resumeAgreement(tx, context, loaded, locale);
    await resumeAgreed(tx, context, user, loaded, { agreement, agreed, locale });
  });
}

/** Pays again for somebody's plan that ends because who pays has stopped, or was leaving: it is renewed as before. */
export async function resumePaying(
  context: Context,
  user: SignedInUser,
  given: { subscriptionId: string; agreement: string; password: string | undefined },
  locale: Locale,
): Promise<void> {
  const { subscriptionId, agreement, password } = given;
  await requirePassword(context, user, password);
  await ensureRatesSoon(context, user);
  await onPaidPlan(context, user, subscriptionId, async (tx, loaded) => {
    const { householdId } = loaded.row;
    const [name = ''] = (await readHouseholdNames(tx, householdId === null ? [] : [householdId])).values();
    const agreed = await resumePayingAgreement(tx, context, loaded, name, locale);
    await resumeAgreed(tx, context, user, loaded, { agreement, agreed, locale });
  });
}

async function resumeAgreed(
  tx: Transaction,
  context: Context,
  user: SignedInUser,
  loaded: Loaded,
  {
    agreement,
    agreed,
    locale,
  }: { agreement: string | null; agreed: ResumeAgreement | undefined; locale: Locale },
): Promise<void> {
  if (agreement !== (agreed?.shown ?? null)) fail('conflict');
  await resumeLimit.consume({ ...context, db: tx }, user.householdId);
  await resumeLocked(tx, context, loaded, 'customer');
  if (agreed)
    await recordConsent(tx, {
      subscriptionId: loaded.row.id,
      locale,
      text: agreed.kept,
      priceId: agreed.price.priceId,
      priceCents: agreed.price.priceCents,
      totalCents: 0,
      at: context.now(),
    });
}

/** Who lets a plan go on by card is charged later: for that there are an address and a card, and taxes are known or may be missing. */
function requireSellable(context: Context, payer: Billing, by: Maker, day: string): void {
  if (by === 'staff' && payer.addressId === null) failField('address', 'customer_has_no_address');
  requireAddress(payer);
  if (payer.cardId === null) failField('card_id', by === 'staff' ? 'customer_has_no_card' : 'required');
  // What cannot be said now, the renewal waits for.
  if (payer.rates.state === 'unknown') return;
  requireRates(context.config, requireKnown(payer.rates), { ...payer.place, day });
}

/** The same within somebody else's transaction; account and subscription are locked. */
export async function resumeLocked(
  tx: Transaction,
  context: Context,
  loaded: Loaded,
  by: Maker,
): Promise<void> {
  const { row } = loaded;
  const at = context.now();
  const { householdId: payerId } = await payerOf(tx, row);
  for (const id of new Set([payerId, row.householdId])) await requireStaying(tx, id);
  if (row.state === 'stopped' || row.unpaidSince !== null) fail('not_changeable');
  const payer = await readBilling(tx, context, row);
  // What a gift began, and was cancelled, goes on by its credit alone.
  if (row.renews || !row.endsWithCredit) requireSellable(context, payer, by, dayIn(at, row.zone));
  const isOthers = await isGiven(tx, row);
  let resumed: NonNullable<MailValues['billing']['resumed']>;
  const wasToEnd = !row.renews;
  if (wasToEnd) {
    // What staff began for one period was never cancelled.
    resumed = row.endsWithCredit ? 'cancelled_gift' : row.cancelledAt === null ? 'period' : 'cancelled';
    if (isOthers) resumed = 'paying';
    row.renews = true;
    row.cancelledAt = null;
    row.endedByServed = false;
    await noteCancelled(tx, row);
  } else if (row.endsWithCredit) {
    // It goes on by the card from now on, which its household asks for by this.
    row.endsWithCredit = false;
    resumed = 'gift';
  } else {
    const day = dayNumber(dayIn(at, row.zone));
    const now = standingOn(loaded.history, day).terms;
    const kept = (await keptPriceId(tx, row, now)) ?? fail('not_changeable');
    row.nextPriceId = kept;
    resumed = 'change';
    const terms = kept === now.priceId ? now : await termsOfPrice(tx, kept);
    await insertRows(tx, subscriptionChanges, [
      appendChange(loaded, { kind: 'renew_as', day, terms }, { by, at }),
    ]);
  }
  await saveStandings(tx, context, [loaded], at);
  const { place, rates, credit } = payer;
  const next = nextCharge(billed(loaded), dayNumber(dayIn(at, row.zone)), place, shownRates(rates));
  await mailPayers(tx, context, [
    {
      accountId: row.accountId,
      planId: row.planId,
      subscriptionId: row.id,
      mail: {
        kind: 'resumed',
        resumed,
        ...(next ? sayCharge(next) : { cents: 0 }),
        day: next?.on ?? row.periodTo,
        taxes_known: rates.state === 'known',
        uses_credit: credit > 0,
        invoice_id: null,
      },
    },
  ]);
  if (wasToEnd)
    await mailServed(tx, context, [
      { subscriptionId: row.id, kind: 'given_goes_on', day: addDays(row.periodTo, -1) },
    ]);
  await noteRenewalTold(tx, context, loaded);
}

/** Pauses from a day on, until the first day with service again. Every unused day comes back. */
export async function pauseMembership(
  context: Context,
  user: SignedInUser,
  { from, to, password }: { from: string; to: string; password?: string | undefined },
): Promise<void> {
  await requirePassword(context, user, password);
  await onOwn(context, user, async (tx, loaded) => {
    const { row } = loaded;
    const at = context.now();
    const today = dayIn(at, row.zone);
    if (from <= today || from > addDays(today, 365)) failField('from', 'pause_days', { max: maxPauseDays });
    if (to <= from || to > addDays(from, maxPauseDays)) failField('to', 'pause_days', { max: maxPauseDays });
    const isTrial = row.state === 'trial';
    if (isTrial || !isSettledDown(loaded) || pauseOf(loaded.history, dayNumber(today)))
      fail('not_changeable');
    const by = { by: 'customer' as const, at };
    await insertRows(tx, subscriptionChanges, [
      appendChange(loaded, { kind: 'pause', day: dayNumber(from) }, by),
      appendChange(loaded, { kind: 'resume', day: dayNumber(to) }, by),
    ]);
    await saveStandings(tx, context, [loaded], at);
    await confirmRenewal(tx, context, loaded, { isOther: false });
  });
}

/** The pause that runs on a day or is to come. */
export function pauseOf(
  history: readonly HistoryChange[],
  today: number,
): { from: number; to: number } | undefined {
  const to = history.find(({ kind, day }) => kind === 'resume' && day > today)?.day;
  if (to === undefined) return undefined;
  const from = history.findLast(({ kind, day }) => kind === 'pause' && day <= to)?.day;
  return from === undefined ? undefined : { from, to };
}

/** Ends a pause today, or takes back one that is to come. */
export async function endPause(
  context: Context,
  user: SignedInUser,
  password: string | undefined,
): Promise<void> {
  await requirePassword(context, user, password);
  await onOwn(context, user, async (tx, loaded) => {
    const at = context.now();
    const today = dayNumber(dayIn(at, loaded.row.zone));
    const pause = pauseOf(loaded.history, today) ?? fail('not_changeable');
    const isRunning = pause.from <= today;
    await removeChangesFrom(
      tx,
      loaded,
      ({ kind, day }) =>
        (kind === 'resume' && day === pause.to) || (!isRunning && kind === 'pause' && day === pause.from),
    );
    if (isRunning)
      await insertRows(tx, subscriptionChanges, [
        appendChange(loaded, { kind: 'resume', day: today }, { by: 'customer', at }),
      ]);
    await postponeUntoldPrice(tx, context, loaded);
    await saveStandings(tx, context, [loaded], at);
    await confirmRenewal(tx, context, loaded, { isOther: false });
  });
}
