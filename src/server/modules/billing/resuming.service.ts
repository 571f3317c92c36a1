/**
 * Continues a subscription: after a cancellation, after a gift, or with the plan before a change for the next
 * renewal.
 */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { addDays, dayIn } from '../../zone.ts';
import { isStaying, requireStaying } from '../accounts/deletion.service.ts';
import { requirePassword } from '../accounts/reauthentication.service.ts';
import type { MailValues } from '../mail/mail.service.ts';
import { findPrice, type Offer } from '../plans/plans.service.ts';
import { ensureRatesSoon } from './address-rates.service.ts';
import { dayNumber, dayText, type Terms } from './amounts.ts';
import { subscriptionChanges } from './billing.tables.ts';
import { recordConsent, renewalWords } from './consents.service.ts';
import { billed } from './invoicing.service.ts';
import { nextCharge } from './next-charge.ts';
import { mailPayers, mailServed } from './notices.service.ts';
import { isGiven, onOwn, onPaidPlan, payerOf } from './own-plan.service.ts';
import { readHouseholdNames } from './pay-requests.service.ts';
import { type Billing, noPlace, readBilling, requireAddress } from './payers.service.ts';
import { noteCancelled } from './payments.repo.ts';
import { noteRenewalTold, sayCharge } from './renewal-notices.service.ts';
import { dayTakenOn, standingOn } from './standing.ts';
import { appendChange, type Loaded, type Maker } from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';
import { requireKnown, requireRates, shownRates } from './taxes.service.ts';
import { termsOfPrice } from './terms.service.ts';
import { shownAgreement } from './words.ts';

/**
 * The price of the next renewal after a plan change for it is undone. An announced price that still applies
 * comes first, else the running one. A price that was announced too late does not apply
 * (`postponeUntoldPrice`). Undefined without a change; an announced price is none.
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
        sql`exists (select from billing_notices n where n.subscription_id = ${id} and n.kind = 'price'
          and starts_with(n.about, ${subscriptionChanges.priceId}::text))`,
      ),
    )
    .orderBy(desc(subscriptionChanges.position))
    .limit(1);
  const kept = announced?.priceId ?? terms.priceId;
  return kept === nextPriceId ? undefined : kept;
}

/** Whether a plan is neither unpaid nor paused by a dispute. */
const isResumable = ({ state, unpaidSince }: Loaded['row']): boolean =>
  state !== 'stopped' && state !== 'disputed' && unpaidSince === null;

/** The agreement to continue a plan: as stored, as shown, and its price. */
interface ResumeAgreement {
  kept: string;
  shown: string;
  price: Offer;
}

/**
 * The agreement by which a household continues its plan. Undefined if it promises no price. `servedName`: the
 * recipient, if it is another household.
 */
export async function resumeAgreement(
  db: Queryable,
  context: Context,
  loaded: Loaded,
  locale: Locale,
  servedName?: string,
): Promise<ResumeAgreement | undefined> {
  const { row, history } = loaded;
  if (!isResumable(row) || row.state === 'ended') return undefined;
  const isAfterGift = row.renews && row.endsWithCredit;
  const today = dayNumber(dayIn(context.now(), row.zone));
  const { terms } = standingOn(history, today);
  const keptPrice = row.renews && !isAfterGift ? await keptPriceId(db, row, terms) : undefined;
  // A gift that goes on is paid by credit alone.
  if (row.renews ? !keptPrice && !isAfterGift : row.endsWithCredit) return undefined;
  // An undone change applies from the period after the running one. A continued plan applies from the next
  // renewal.
  const day = keptPrice ? today : dayTakenOn(row, today);
  const now = standingOn(history, day);
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
    : nextCharge(billed(loaded, kept ? [...history, kept] : history), day, noPlace, []);
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
 * The agreement of a payer who stopped paying for another household; `name`: the recipient. Undefined if they
 * cannot pay again: the recipient has ended the plan, or is leaving.
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

/** Each is a mail, and words that are kept for years; with the cancellation between two of them. To cancel is never refused. */
const resumeLimit = new RateLimit('membership_resumed', 20, 86_400_000, { code: 'too_many_tries' });

/** Undoes a cancellation, continues a gift by card, or undoes a change for the next renewal. */
export async function resumeMembership(
  context: Context,
  user: SignedInUser,
  { agreement, password }: { agreement: string | null; password: string | undefined },
  locale: Locale,
): Promise<void> {
  await requirePassword(context, user, password);
  // The mail contains the next charge.
  await ensureRatesSoon(context, user);
  await onOwn(context, user, async (tx, loaded) => {
    const agreed = await resumeAgreement(tx, context, loaded, locale);
    await resumeAgreed(tx, context, user, loaded, { agreement, agreed, locale });
  });
}

/**
 * Resumes payment of another household's plan that ends because its payer stopped or was leaving. It renews as
 * before.
 */
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

/** A plan that continues by card needs an address and a card. Taxes must be known or may be missing. */
function requireSellable(context: Context, payer: Billing, by: Maker, day: string): void {
  if (by === 'staff' && payer.addressId === null) failField('address', 'customer_has_no_address');
  requireAddress(payer);
  if (payer.cardId === null) failField('card_id', by === 'staff' ? 'customer_has_no_card' : 'required');
  // The renewal waits for unknown tax rates.
  if (payer.rates.state === 'unknown') return;
  requireRates(context.config, requireKnown(payer.rates), { ...payer.place, day });
}

/** Continues a plan within the caller's transaction. Account and subscription are locked. */
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
  if (!isResumable(row)) fail('not_changeable');
  const payer = await readBilling(tx, context, row);
  // A canceled gift continues by its credit alone.
  if (row.renews || !row.endsWithCredit) requireSellable(context, payer, by, dayIn(at, row.zone));
  const isOthers = await isGiven(tx, row);
  let resumed: NonNullable<MailValues['billing']['resumed']>;
  const wasToEnd = !row.renews;
  if (wasToEnd) {
    // A plan that staff started for one period was never canceled.
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
  const day = dayTakenOn(row, dayNumber(dayIn(at, row.zone)));
  const next = nextCharge(billed(loaded), day, place, shownRates(rates));
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
