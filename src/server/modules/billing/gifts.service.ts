/**
 * Gifts are bought like a checkout, and are a liability until they are redeemed (`gift-redeeming.service.ts`). Pressed twice is bought
 * once, by the client's key.
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { fail, failAmount, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { dayIn } from '../../zone.ts';
import { findOffer, type Offer } from '../plans/plans.service.ts';
import { plans } from '../plans/plans.tables.ts';
import { billingAccounts, cards, consents, gifts, payments } from './billing.tables.ts';
import { abandonedAt } from './checkout.service.ts';
import { recordConsent } from './consents.service.ts';
import { makeCode } from './gift-codes.ts';
import { issueInvoices, type Parts, partsByCard, type Quote, singleCharge } from './invoicing.service.ts';
import { onSettled } from './outcomes.service.ts';
import { readBilling, requireAddress, zoneOf } from './payers.service.ts';
import { charge, type PaymentEnd, voidPayment } from './payments.service.ts';
import { lockAccount } from './subscriptions.repo.ts';
import type { Place } from './taxes.ts';
import { giftAgreementWords } from './words.ts';

const hourMs = 3_600_000;
/** Each one may be a charge of a card. */
const purchaseLimit = new RateLimit('gift_purchase', 20, hourMs, { code: 'too_many_tries' });

interface Wanted {
  planId: string;
  months: number;
}

/** Price of months of a plan as a gift, at its price in force. A yearly plan is given for a year. */
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

/** Price of a gift, in the same way for its quote and its purchase. Taxes follow when it is redeemed. */
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
    parts: partsByCard(payer, quoted.totalCents, { isPlan: false }),
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
      // The same gift is open for another total. It ends before the new purchase starts.
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
