/** Another plan or another billing day of a running subscription: quoted, and changed as it was quoted. */
import { eq } from 'drizzle-orm';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail, failAmount, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { dayIn } from '../../zone.ts';
import { requireStaying } from '../accounts/deletion.service.ts';
import { requirePassword } from '../accounts/reauthentication.service.ts';
import { findOffer, findPrice, type Offer } from '../plans/plans.service.ts';
import { ensureRatesOf } from './address-rates.service.ts';
import { dayNumber, dayText, type HistoryChange, type Terms } from './amounts.ts';
import { payments, subscriptionChanges, subscriptions } from './billing.tables.ts';
import { abandonedAt, type CheckoutEnd, checkoutLimit, isStillQuoted } from './checkout.service.ts';
import { recordConsent, renewalWords } from './consents.service.ts';
import { beyondGift, giftMonthsOf } from './gift-months.ts';
import { billed, issueInvoices, type Parts, partsByCard, type Quote, quote } from './invoicing.service.ts';
import { chargeOf, type NextCharge, nextBill } from './next-charge.ts';
import { onSettled } from './outcomes.service.ts';
import { isGiven, isSettledDown, onOwn } from './own-plan.service.ts';
import { type Billing, readBilling, requireAddress } from './payers.service.ts';
import { findOpenSwitches } from './payments.repo.ts';
import { charge, voidPayment } from './payments.service.ts';
import { confirmRenewal } from './renewal-notices.service.ts';
import { standingOn } from './standing.ts';
import {
  appendChange,
  findRunning,
  type Loaded,
  readSubscription,
  removeChangesFrom,
} from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';
import { requireKnown, requireRates } from './taxes.service.ts';
import { termsOfPrice } from './terms.service.ts';
import { creditAgreementWords } from './words.ts';

/** A change that a household requests. */
export type WantedChange = { kind: 'plan'; price_id: string } | { kind: 'billing_day'; day_of_month: number };

export interface QuotedChange {
  change: HistoryChange;
  /** A future change of the billing day that is undone by choosing the present day. */
  takesBack: readonly HistoryChange[];
  /** The price in force of the plan that is changed to; null for another billing day. */
  priceId: string | null;
  /** The agreement, word for word. Null for another billing day, which promises no price. */
  agreement: string | null;
  when: 'now' | 'next_period';
  on: string;
  quote: Quote;
  parts: Parts;
  nextCharge: NextCharge | null;
  /** An address has to be given first. */
  needsAddress: boolean;
}

/**
 * A dearer price or a longer period applies at once. Any other applies from the next period, so that nothing is
 * credited.
 */
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
  let takesBack: HistoryChange[] = [];
  let offer: Offer | undefined;
  if (wanted.kind === 'plan') {
    const price = (await findPrice(db, wanted.price_id)) ?? fail('not_found');
    if (payer.addressId) requireRates(context.config, rates, { ...place, day: dayText(today) });
    // An old price is for its subscribers. The quote has the present one.
    offer = (await findOffer(db, { planId: price.id, at })) ?? fail('not_found');
    const to = await termsOfPrice(db, offer.priceId);
    if (to.priceId === terms.priceId || loaded.row.nextPriceId === to.priceId) fail('not_changeable');
    const isNow = period.isTrial || isUpgrade(terms, to);
    change = { kind: isNow ? 'switch' : 'renew_as', day: today, terms: to };
  } else {
    // The shorter way to it would take a part of one of the months that were given.
    if (loaded.row.endsWithCredit || giftMonthsOf(loaded)) fail('paid_by_gift');
    change = { kind: 'billing_day', day: today, dayOfMonth: wanted.day_of_month };
    if (period.dayOfMonth === wanted.day_of_month) {
      // Days until the same day again would be a part of a period for nothing.
      takesBack = loaded.history.filter(({ kind, day }) => kind === 'billing_day' && day >= period.from);
      if (takesBack.length === 0) fail('not_changeable');
    }
  }
  const history =
    takesBack.length > 0
      ? loaded.history.filter((own) => !takesBack.includes(own))
      : [...loaded.history, change].sort((a, b) => a.day - b.day);
  const own = billed(loaded, history);
  const isNow = change.kind === 'switch';
  const due = isNow
    ? quote(own, today, place, rates)
    : { lines: [], netCents: 0, taxCents: 0, totalCents: 0, untaxedCents: 0 };
  const parts = partsByCard(payer, due.totalCents, { isPlan: true });
  const later = due.lines.length > 0 ? { ...own, carriedCents: parts.carriedCents } : own;
  const coming = nextBill(later, today, place, rates);
  const next = coming && chargeOf(later, coming, place, rates);
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
    takesBack,
    agreement: offer ? words(offer) : null,
    priceId: 'terms' in change ? change.terms.priceId : null,
    when: isNow ? 'now' : 'next_period',
    on: isNow ? dayText(today) : dayText(period.to),
    quote: due,
    parts,
    nextCharge: endsWithCredit && next && next.cents > credit + ours ? null : next,
    // A plan that credit alone pays for needs no address.
    needsAddress:
      payer.addressId === null && offer !== undefined && (!endsWithCredit || parts.chargeCents > 0),
  };
}

/** Another plan of what a gift began is agreed to with its renewals by card, where there is one; without, it ends with the credit. */
const goesOnByCard = ({ row }: Loaded, change: HistoryChange, { cardId }: Billing): boolean =>
  row.endsWithCredit && 'terms' in change && cardId !== null;

/** Quote of a change: amount and day. */
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

/** A change as it is confirmed. */
interface ConfirmedChange {
  wanted: WantedChange;
  chargeCents: number;
  /** The words that were shown; null: none. */
  agreement: string | null;
  platform: PaymentPlatform;
}

/** Makes a change as it was quoted. A change with a charge applies once it is paid. */
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
  const { change, takesBack } = quoted;
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
  if (takesBack.length > 0) await removeChangesFrom(tx, loaded, (own) => takesBack.includes(own));
  else await insertRows(tx, subscriptionChanges, [appendChange(loaded, change, { by: 'customer', at })]);
  await saveStandings(tx, context, [loaded], at);
  await confirmRenewal(tx, context, loaded, { isOther: true });
  return { paymentId: null, invoiceId: null, cardId: null };
}
