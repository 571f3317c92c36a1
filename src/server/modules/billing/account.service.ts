/** The account area's view of billing: what a household has, pays next, and has paid. */
import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Subscription as WireSubscription } from '../../../contract/account/billing.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { dayIn } from '../../zone.ts';
import { isStaying, readErasures } from '../accounts/deletion.service.ts';
import { plans } from '../plans/plans.tables.ts';
import { ensureRatesSoon } from './address-rates.service.ts';
import { dayNumber, dayText, periodsOf } from './amounts.ts';
import {
  addresses,
  billingAccounts,
  invoices,
  payments,
  subscriptionChanges,
  subscriptions,
} from './billing.tables.ts';
import { lastDayOf } from './cancelling.service.ts';
import { listCards, presentCard } from './cards.service.ts';
import { isFirstSubscription } from './checkout.service.ts';
import { shownCode } from './gift-codes.ts';
import { beyondGift, giftMonthsOf } from './gift-months.ts';
import {
  type Bill,
  readInvoice,
  readNames,
  summaryOf,
  type WholeInvoice,
  whyDifferent,
} from './invoices.service.ts';
import { billed, quote } from './invoicing.service.ts';
import { chargeOf, type NextCharge, nextBill } from './next-charge.ts';
import { pauseOf } from './pausing.service.ts';
import { readHouseholdNames, readOwnPayRequest } from './pay-requests.service.ts';
import { type Billing, readBilling } from './payers.service.ts';
import { resumeAgreement, resumePayingAgreement } from './resuming.service.ts';
import { dayTakenOn, lastServed, standingOn } from './standing.ts';
import {
  findRunning,
  hasBegun,
  type Loaded,
  readSubscription,
  readSubscriptions,
  type Subscription,
} from './subscriptions.repo.ts';
import { shownRates } from './taxes.service.ts';
import { isTrialMailbox } from './trials.service.ts';
import { declineWords, type Names, withName } from './words.ts';

const yearMs = 366 * 86_400_000;

/** Since when invoices and payments are listed: a year. */
export const yearAgo = (now: Date): Date => new Date(now.getTime() - yearMs);

/** The payer: a signed-in household, or one that staff look at. */
type Household = Pick<SignedInUser, 'householdId'>;

/**
 * The household's plan with its cards, invoices and credit. A plan that another household pays for has no
 * amounts here, unless `isStaff`.
 */
export async function readMembership(
  context: Context,
  user: Household & { id: string },
  locale: Locale,
  { isStaff = false } = {},
) {
  const { db } = context;
  await ensureRatesSoon(context, user);
  const billing = await readBilling(db, context, user);
  const { accountId, addressId, cardId } = billing;
  const runningId = await findRunning(db, user.householdId);
  const loaded = runningId ? await readSubscription(db, runningId) : undefined;
  const isGiven = loaded !== undefined && loaded.row.accountId !== accountId;
  const payer = loaded && isGiven ? await readBilling(db, context, loaded.row) : billing;
  const running = loaded && (await presentSubscription(context, payer, loaded, locale));
  const request = running ? undefined : await readOwnPayRequest(context, user.householdId);
  const [address] = addressId ? await db.select().from(addresses).where(eq(addresses.id, addressId)) : [];
  const [open] = accountId
    ? await db
        .select({ payment: payments, invoice: invoices })
        .from(payments)
        .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
        .where(
          and(
            eq(payments.accountId, accountId),
            inArray(payments.state, ['open', 'action', 'processing']),
            isNull(payments.switchPriceId),
            // An abandoned checkout is not an open invoice.
            isNull(payments.abandonedAt),
          ),
        )
        .orderBy(asc(payments.id))
        .limit(1)
    : [];
  return {
    subscription: running && (isStaff || !isGiven) ? running : null,
    given_plan:
      running && isGiven
        ? {
            plan_id: running.plan_id,
            plan_name: running.plan_name,
            // That a payment did not come is between us and who pays.
            is_stopped: running.state === 'stopped' || running.state === 'disputed',
            renews: running.renews,
            last_day: running.last_day,
            ends_at_once: running.ends_at_once,
          }
        : null,
    pays_for: await readPaysFor(context, { ...user, billing }, locale),
    pay_request: request
      ? {
          code: shownCode(request.request.code),
          plan_name: locale === 'ko' ? request.nameKo : request.nameEn,
          expires_at: request.request.expiresAt.toISOString(),
        }
      : null,
    open_invoice: open
      ? {
          id: open.invoice.id,
          cents: open.payment.amountCents,
          message:
            open.payment.state === 'action'
              ? declineWords('authentication', locale)
              : open.payment.failureReason
                ? declineWords(open.payment.failureReason, locale)
                : '',
        }
      : null,
    waiting_payment: accountId ? await readWaitingPayment(context, accountId, locale) : null,
    credit_cents: billing.credit,
    gift_credit_cents: billing.credit - billing.freeCredit,
    cards: accountId ? (await listCards(context, accountId)).map((row) => presentCard(row, cardId)) : [],
    address: address
      ? {
          name: address.name ?? '',
          line1: address.line1 ?? '',
          line2: address.line2 ?? '',
          city: address.city ?? '',
          region: address.region,
          postal_code: address.postalCode,
          country: address.country,
          phone: address.phone ?? '',
        }
      : null,
    takes_cards: context.payments !== undefined,
    cards_simulated: context.payments !== undefined && context.config.stripe === undefined,
    trial_possible:
      (await isFirstSubscription(db, user.householdId)) && !(await isTrialMailbox(db, context, user.id)),
    is_leaving: !(await isStaying(db, user.householdId)),
  };
}

/** The newest checkout or change of an account whose payment waits at the bank. */
async function readWaitingPayment({ db, now }: Context, accountId: string, locale: Locale) {
  const [row] = await db
    .select({ invoiceId: payments.invoiceId })
    .from(payments)
    .where(
      and(eq(payments.accountId, accountId), eq(payments.state, 'action'), gt(payments.abandonedAt, now())),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  if (!row) return null;
  const own = await readInvoice(db, row.invoiceId);
  const { text } = summaryOf(own, await readNames(db, own.lines, locale), locale);
  const { amountCents: cents, switchPriceId } = own.payment;
  return { invoice_id: row.invoiceId, cents, text, is_change: switchPriceId !== null };
}

/**
 * For staff: the other payer of the household's running plan, and the other households whose running plans it
 * pays for.
 */
export async function readOtherCustomers(db: Queryable, { householdId }: Household, locale: Locale) {
  const rows = await queryRows<{
    isPayer: boolean;
    customer_id: string;
    username: string;
    plan_name: string;
  }>(
    db,
    sql`select distinct on (s.id) s.household_id = ${householdId} as "isPayer", u.id as customer_id, u.username,
        ${locale === 'ko' ? sql`n.name_ko` : sql`n.name_en`} as plan_name
      from billing_subscriptions s join billing_accounts a on a.id = s.account_id
      join plans_plans n on n.id = s.plan_id
      join accounts_users u on u.household_id = case when s.household_id = ${householdId} then a.household_id else s.household_id end
      where (s.household_id = ${householdId} or a.household_id = ${householdId}) and a.household_id <> s.household_id
        and s.state not in ('ended', 'incomplete')
      order by s.id, u.created_at, u.id`,
  );
  const customers = rows.map(({ isPayer, ...customer }) => ({ isPayer, customer }));
  return {
    paid_by: customers.find(({ isPayer }) => isPayer)?.customer ?? null,
    pays_for: customers.filter(({ isPayer }) => !isPayer).map(({ customer }) => customer),
  };
}

/** The plans of others that an account pays for. */
async function readPaysFor(
  context: Context,
  { householdId, billing }: Household & { billing: Billing },
  locale: Locale,
) {
  const { db } = context;
  if (!billing.accountId) return [];
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.accountId, billing.accountId),
        ne(subscriptions.householdId, householdId),
        ne(subscriptions.state, 'ended'),
        ne(subscriptions.state, 'incomplete'),
      ),
    )
    .orderBy(asc(subscriptions.id));
  const loaded = await readSubscriptions(
    db,
    rows.map(({ id }) => id),
  );
  const outlooks = loaded.map((own) => ({ own, outlook: outlookOf(context, own, billing) }));
  const served = loaded.flatMap(({ row }) => row.householdId ?? []);
  const erasures = await readErasures(db, served);
  const [households, names] = [
    await readHouseholdNames(db, served),
    await readNames(db, outlooks.flatMap(plansNamed), locale),
  ];
  const agreements = new Map<string, string>();
  for (const own of loaded) {
    const name = households.get(own.row.householdId ?? '') ?? '';
    const agreed = await resumePayingAgreement(db, context, own, name, locale);
    if (agreed) agreements.set(own.row.id, agreed.shown);
  }
  return outlooks.map(({ own: { row }, outlook }) => ({
    id: row.id,
    name: households.get(row.householdId ?? '') ?? '',
    plan_name: names.plans.get(row.planId) ?? '',
    state: row.state,
    renews: outlook.renews,
    last_day: lastDayOf(outlook.lastDay, erasures.get(row.householdId), row.zone),
    ends_at_once: row.unpaidSince !== null,
    next_charge: presentCharge(outlook, names),
    resume_agreement: agreements.get(row.id) ?? null,
  }));
}

interface Outlook {
  renews: boolean;
  lastDay: string;
  next: (NextCharge & { planId: string; taxesKnown: boolean; creditCents: number }) | null;
}

/** Service time and next cost of a subscription, by its payer. */
function outlookOf({ config, now }: Context, loaded: Loaded, billing: Billing): Outlook {
  const { row, history } = loaded;
  const today = dayNumber(dayIn(now(), row.zone));
  const [own, rates] = [billed(loaded), shownRates(billing.rates)];
  const day = dayTakenOn(row, today);
  const isCharged = row.renews && row.unpaidSince === null && row.state !== 'disputed';
  const bill = isCharged ? nextBill(own, day, billing.place, rates) : null;
  // A plan that a gift started continues while credit and Maru's part of the gift cover the whole period.
  const ours = beyondGift(bill?.quote.lines ?? [], giftMonthsOf(loaded), billing.credit).cents;
  const isOver = row.endsWithCredit && bill !== null && bill.quote.totalCents > billing.credit + ours;
  const next = bill && !isOver ? chargeOf(own, bill, billing.place, rates) : null;
  const following = next ? periodsOf(history, dayNumber(next.on) + 1).at(-1) : undefined;
  const graceUntil =
    row.unpaidSince === null ? undefined : dayNumber(row.unpaidSince) + config.billing.graceDays;
  // Cancelled while it is unpaid, it ends with its open bill, within minutes.
  const unpaidUntil = graceUntil !== undefined && !row.renews ? Math.min(graceUntil, today + 1) : graceUntil;
  return {
    renews: row.renews && !isOver,
    lastDay: dayText(unpaidUntil === undefined ? lastServed(standingOn(history, day)) : unpaidUntil - 1),
    next: next && {
      ...next,
      planId: following?.pieces[0]?.terms.planId ?? row.planId,
      taxesKnown: billing.rates.state === 'known',
      creditCents: Math.max(0, Math.min(next.cents, billing.credit + ours)),
    },
  };
}

/** Plans whose names an outlook contains. */
const plansNamed = ({ own: { row }, outlook }: { own: Loaded; outlook: Outlook }) => [
  { planId: row.planId },
  { planId: outlook.next?.planId },
];

const presentCharge = ({ next }: Outlook, names: Names) =>
  next && {
    on: next.on,
    cents: next.cents,
    part: next.part,
    plan_name: names.plans.get(next.planId) ?? '',
    taxes_known: next.taxesKnown,
    credit_cents: next.creditCents,
  };

/**
 * The last invoice of a subscription that is neither void nor of an unpaid change. `before`: with a smaller
 * number.
 */
async function readLastInvoice(
  db: Queryable,
  subscriptionId: string,
  before?: number,
): Promise<WholeInvoice | undefined> {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        ne(payments.state, 'void'),
        isNull(payments.abandonedAt),
        before === undefined ? undefined : lt(invoices.number, before),
      ),
    )
    .orderBy(desc(invoices.number))
    .limit(1);
  return row && readInvoice(db, row.id);
}

/** Why an invoice differs from the one before of its subscription, in a sentence; null where it does not, or is void. */
export async function readWhyDifferent(
  db: Queryable,
  own: WholeInvoice,
  names: Names,
  locale: Locale,
): Promise<string | null> {
  const { subscriptionId, number } = own.invoice;
  if (subscriptionId === null || own.payment.state === 'void') return null;
  return whyDifferent(own, await readLastInvoice(db, subscriptionId, number), names, locale);
}

/**
 * The next charge and the last invoice of a subscription, for comparison. Without taxes where those are
 * unknown.
 */
async function readBillsToCompare(
  db: Queryable,
  { next }: Outlook,
  loaded: Loaded,
  { place, rates }: Billing,
): Promise<{ next: Bill; last: Bill } | undefined> {
  const last = next ? await readLastInvoice(db, loaded.row.id) : undefined;
  if (!next || !last) return undefined;
  const day = dayNumber(next.on);
  const own = { ...billed(loaded), periodFrom: day, lines: [], discounts: new Map() };
  const { lines, netCents, totalCents } = quote(own, day, place, shownRates(rates));
  const { invoice } = last;
  return {
    next: { invoice: { totalCents: next.taxesKnown ? totalCents : netCents }, lines },
    last: {
      invoice: { totalCents: next.taxesKnown ? invoice.totalCents : invoice.netCents },
      lines: last.lines,
    },
  };
}

/** A subscription of a household. `billing`: of who pays for it. */
async function presentSubscription(
  context: Context,
  billing: Billing,
  loaded: Loaded,
  locale: Locale,
): Promise<WireSubscription> {
  const { db } = context;
  const { row, history } = loaded;
  const today = dayNumber(dayIn(context.now(), row.zone));
  const { terms } = standingOn(history, today);
  const outlook = outlookOf(context, loaded, billing);
  const bills = await readBillsToCompare(db, outlook, loaded, billing);
  const names = await readNames(db, plansNamed({ own: loaded, outlook }), locale);
  const pause = pauseOf(history, today);
  const erasures = await readErasures(db, [row.householdId]);
  return {
    id: row.id,
    state: row.state,
    plan_id: row.planId,
    price_id: row.priceId,
    plan_name: names.plans.get(row.planId) ?? '',
    price_cents: terms.cents,
    period: terms.months === 12 ? 'yearly' : 'monthly',
    began_on: row.beganOn,
    period_from: row.periodFrom,
    period_to: row.periodTo,
    renews: outlook.renews,
    by_gift: row.endsWithCredit,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    last_day: lastDayOf(outlook.lastDay, erasures.get(row.householdId), row.zone),
    ends_at_once: row.unpaidSince !== null,
    next_charge: presentCharge(outlook, names),
    pause: pause ? { from: dayText(pause.from), to: dayText(pause.to) } : null,
    why_different: whyDifferent(bills?.next, bills?.last, names, locale),
    resume_agreement: (await resumeAgreement(db, context, loaded, locale))?.shown ?? null,
  };
}

/**
 * Changes of the household's subscriptions, the newest first. `shownName`: how the name of another recipient is
 * shown.
 */
export async function readSubscriptionHistory(
  context: Context,
  user: Household,
  locale: Locale,
  shownName = (name: string) => name,
) {
  const { db } = context;
  const rows = await db
    .select({ change: subscriptionChanges, subscription: subscriptions, plan: plans })
    .from(subscriptionChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionChanges.subscriptionId))
    .innerJoin(billingAccounts, eq(billingAccounts.id, subscriptions.accountId))
    .leftJoin(plans, eq(plans.id, subscriptionChanges.planId))
    .where(
      and(
        or(
          eq(subscriptions.householdId, user.householdId),
          eq(billingAccounts.householdId, user.householdId),
        ),
        hasBegun(subscriptions.id, subscriptions.state),
      ),
    )
    .orderBy(desc(subscriptionChanges.day), desc(subscriptionChanges.at), desc(subscriptionChanges.position))
    .limit(200);
  const others = await readHouseholdNames(
    db,
    rows.flatMap(({ subscription: { householdId } }) =>
      householdId && householdId !== user.householdId ? [householdId] : [],
    ),
  );
  const ko = locale === 'ko';
  const nameFor = ({ householdId }: Subscription) => {
    const whose = others.get(householdId ?? '');
    return whose && shownName(whose);
  };
  const stateOf = ({ state }: Subscription) =>
    state === 'ended' ? ('unsubscribed' as const) : ('subscribed' as const);
  const cancelled = [
    ...new Map(rows.map(({ subscription }) => [subscription.id, subscription])).values(),
  ].flatMap((own) => {
    const on = own.cancelledAt && dayIn(own.cancelledAt, own.zone);
    // An unpaid plan ends as soon as it is canceled. Its end is listed instead.
    if (!on || (own.endedAt && dayIn(own.endedAt, own.zone) === on)) return [];
    return {
      id: `${own.id}-cancel`,
      subscription_id: own.id,
      state: stateOf(own),
      kind: 'cancel' as const,
      on,
      text: withName(ko ? '해지 신청' : 'Canceled', nameFor(own), locale),
    };
  });
  const changed = rows.map(({ change, subscription, plan }) => {
    const name = plan ? (ko ? plan.nameKo : plan.nameEn) : '';
    const texts: Record<typeof change.kind, string> = {
      begin: change.trialDays
        ? ko
          ? `${name} 무료 체험 시작`
          : `${name}: free trial began`
        : ko
          ? `${name} 시작`
          : `${name} began`,
      switch: ko ? `이용권 변경: ${name}` : `Changed to ${name}`,
      renew_as: ko ? `다음 기간부터 ${name}` : `${name} from the next period on`,
      billing_day: ko
        ? `결제일을 ${change.dayOfMonth}일로 변경`
        : `Billing day changed to day ${change.dayOfMonth} of the month`,
      pause: ko ? '일시 정지' : 'Paused',
      resume: ko ? '다시 시작' : 'Resumed',
      end: ko ? '종료' : 'Ended',
    };
    return {
      id: `${subscription.id}-${change.position}`,
      subscription_id: subscription.id,
      state: stateOf(subscription),
      kind: change.kind,
      on: change.day,
      text: withName(texts[change.kind], nameFor(subscription), locale),
    };
  });
  return [...cancelled, ...changed].sort((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0));
}
