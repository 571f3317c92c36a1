/**
 * The invoices of the demo: every household whose plan the history has begun gets the subscription, invoices and payments that go with it.
 * The family and some others pay by card, at the simulated gateway, where it is running; the rest has paid staff by check or in cash, and
 * its plans end with the period that is paid.
 */
import { sql } from 'drizzle-orm';
import type { Context } from '../src/server/context.ts';
import { type Queryable, queryRows, type Transaction } from '../src/server/db/client.ts';
import { newId } from '../src/server/db/columns.ts';
import { insertRows } from '../src/server/db/insert-rows.ts';
import { graceMs } from '../src/server/modules/accounts/deletion.service.ts';
import { dayNumber, dayText, type HistoryChange, periodsOf } from '../src/server/modules/billing/amounts.ts';
import {
  addresses,
  attempts,
  billingAccounts,
  couponUses,
  type payments,
  subscriptionChanges,
  subscriptions,
} from '../src/server/modules/billing/billing.tables.ts';
import { makeLot } from '../src/server/modules/billing/gift-lots.service.ts';
import { type Draft, issueInvoices, quote } from '../src/server/modules/billing/invoicing.service.ts';
import { postAll } from '../src/server/modules/billing/ledger.service.ts';
import { recognizeRevenue } from '../src/server/modules/billing/revenue.service.ts';
import { appendChange, loadSubscriptions } from '../src/server/modules/billing/subscriptions.repo.ts';
import { saveStandings } from '../src/server/modules/billing/subscriptions.service.ts';
import { readRates } from '../src/server/modules/billing/taxes.service.ts';
import { dayIn, startOfDay } from '../src/server/zone.ts';
import {
  type CardKind,
  chargeCards,
  findSimulatedGateway,
  giveCards,
  liveWithCards,
  refundFamily,
} from './load-cards.ts';
import { isLoaded, setLoaded } from './parts.ts';

/** Whose bills: the family's come first, so that whoever signs in at once sees a plan and a year of invoices. */
type Whose = 'family' | 'others';
/** What is written down once bills are there, and once cards have paid them. */
const parts: Record<Whose, [part: string, partOfCards: string]> = {
  family: ['billing-family', 'billing-family-cards'],
  others: ['billing', 'billing-cards'],
};
const dayMs = 86_400_000;
/** So many of the first pay by card, and of the others every twentieth: each payment is two calls of the gateway. */
const payByCard = 8;

const places = [
  { city: 'Los Angeles', region: 'CA', postalCode: '90010', country: 'US' },
  { city: 'Palisades Park', region: 'NJ', postalCode: '07650', country: 'US' },
  { city: 'Portland', region: 'OR', postalCode: '97201', country: 'US' },
  { city: 'Toronto', region: 'ON', postalCode: 'M5V 2T6', country: 'CA' },
  { city: 'Montréal', region: 'QC', postalCode: 'H2Y 1C6', country: 'CA' },
] as const;

interface Home {
  householdId: string;
  planId: string;
  priceId: string;
  cents: number;
  period: 'monthly' | 'yearly';
  startsAt: string;
  isFamily: boolean;
  /** When its account was asked to be deleted, which ends renewal. */
  leavingAt: string | null;
  /** Of a plan that is over. */
  endedAt: string | null;
  accountId: string | null;
  /** The card of those who have given one. */
  card: Card | null;
}

/** A card as payments keep it. */
type Card = Pick<
  typeof payments.$inferInsert,
  'cardBrand' | 'cardLastFour' | 'cardExpiryMonth' | 'cardExpiryYear' | 'cardName'
> & { cardId: string };

/** Loads it once: that of the family at any time, that of others after the households of the history are there. */
export async function loadDemoBilling(context: Context, whose: Whose): Promise<void> {
  const [part, partOfCards] = parts[whose];
  const isAgain = await isLoaded(context.db, part);
  if (isAgain && (await isLoaded(context.db, partOfCards))) return;
  const gateway = await findSimulatedGateway(context);
  if (!isAgain) {
    if (gateway) await giveCards(context, await cardHomes(context, whose));
    await context.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(721004555)`);
      if (await isLoaded(tx, part)) return;
      await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
      await bill(tx, context, whose);
      await setLoaded(tx, part);
    });
  }
  if (gateway) {
    await chargeCards(context, gateway, { isAgain });
    if (whose === 'family') await refundFamily(context);
    else await liveWithCards(context, gateway);
  }
  // It is posted once for a day, so what the family’s bills have earned waits for those of the others.
  if (whose === 'others') await recognizeRevenue(context);
  await setLoaded(context.db, partOfCards);
}

/** Who gives a card: the family, those who began first, each twentieth of the others, the one that began last, whose bank takes its payment back, and one without money. */
async function cardHomes(context: Context, whose: Whose) {
  const homes = runningOf(await listHomes(context.db, context.now(), whose));
  const declined = declinedHome(context, homes);
  return homes.flatMap(({ householdId, isFamily }, index) => {
    const kind: CardKind | undefined = isFamily
      ? 'pays'
      : index === homes.length - 1
        ? 'is disputed'
        : householdId === declined
          ? 'is declined'
          : index < payByCard || index % 20 === 10
            ? 'pays'
            : undefined;
    return kind ? [{ householdId, name: nameOf(isFamily, index), kind }] : [];
  });
}

const runningOf = (homes: readonly Home[]) => homes.filter(({ endedAt }) => endedAt === null);

/** The household whose card has no money: its plan was renewed some days ago. */
function declinedHome({ config, now }: Context, homes: readonly Home[]): string | undefined {
  const today = dayNumber(dayIn(now(), config.serviceZone));
  const found = homes.slice(payByCard, -1).find((home) => {
    const periods = periodsOf(historyOf(home, config.serviceZone), today + 1);
    const renewed = periods.length > 2 ? periods.at(-1) : undefined;
    return renewed && today - renewed.from > 0 && today - renewed.from < 6;
  });
  return found?.householdId;
}

/** What a household has of a plan: it began, and went on. */
const historyOf = (home: Home, zone: string): HistoryChange[] => [
  {
    kind: 'begin',
    day: dayNumber(dayIn(new Date(home.startsAt), zone)),
    terms: {
      planId: home.planId,
      priceId: home.priceId,
      cents: home.cents,
      months: home.period === 'yearly' ? 12 : 1,
    },
    trialDays: 0,
  },
];

const nameOf = (isFamily: boolean, index: number) => (isFamily ? '김서연' : `Demo ${index}`);

/** How staff have been paid, and where a plan was bought that is paid so. */
const receivedBy = (index: number) => ({
  method: index % 4 === 1 ? ('cash' as const) : ('check' as const),
  platform: index % 3 === 2 ? ('in_app' as const) : ('cms' as const),
});

/**
 * Households whose plan is running, then those whose plan is over, each in the order in which they began. The family pays by the month. Whose
 * account is about to be erased keeps the plan that was given.
 */
const listHomes = (db: Queryable, now: Date, whose: Whose): Promise<Home[]> =>
  queryRows(
    db,
    sql`select * from (
      select distinct on (o.household_id) o.household_id as "householdId", p.id as "planId", pr.id as "priceId", pr.price_cents as cents,
        p.period, o.starts_at as "startsAt", u.username = 'family' as "isFamily", a.id as "accountId",
        u.deletion_requested_at as "leavingAt", case when o.ends_at <= ${now} then o.ends_at end as "endedAt",
        (select json_build_object('cardId', c.id, 'cardBrand', c.brand, 'cardLastFour', c.last_four, 'cardExpiryMonth', c.expiry_month,
          'cardExpiryYear', c.expiry_year, 'cardName', c.name) from billing_cards c where c.id = a.card_id) as card
      from plans_periods o join accounts_users u on u.household_id = o.household_id
      join plans_plans p on p.id = case when u.username = 'family'
        then (select id from plans_plans where active and period = 'monthly' order by position, id limit 1) else o.plan_id end
        and p.period in ('monthly', 'yearly')
      cross join lateral (select id, price_cents from plans_prices where plan_id = p.id and starts_at <= ${now} order by starts_at desc limit 1) pr
      left join billing_accounts a on a.household_id = o.household_id
      where (u.username = 'family') = ${whose === 'family'} and o.subscription_id is null and o.starts_at < ${now}
        and (o.ends_at <= ${now} or u.deletion_requested_at is null or u.deletion_requested_at > ${new Date(now.getTime() - graceMs)})
        and o.starts_at > ${now}::timestamptz - interval '400 days'
        and not exists (select from billing_subscriptions s where s.household_id = o.household_id)
      order by o.household_id, o.starts_at) found
      order by "endedAt" is not null, "startsAt", "householdId"`,
  );

async function bill(tx: Transaction, context: Context, whose: Whose): Promise<void> {
  const now = context.now();
  const zone = context.config.serviceZone;
  const today = dayNumber(dayIn(now, zone));
  const homes = await listHomes(tx, now, whose);
  const running = runningOf(homes);
  const declined = declinedHome(context, running);
  const rates = await readRates(tx);
  const [coupon] = await queryRows<{ id: string; percentOff: number | null; amountOffCents: number | null }>(
    tx,
    sql`select id, percent_off as "percentOff", amount_off_cents as "amountOffCents" from billing_coupons where active order by code limit 1`,
  );
  const rows = {
    accounts: [] as (typeof billingAccounts.$inferInsert)[],
    addresses: [] as (typeof addresses.$inferInsert)[],
    uses: [] as (typeof couponUses.$inferInsert)[],
    subscriptions: [] as (typeof subscriptions.$inferInsert)[],
    changes: [] as (typeof subscriptionChanges.$inferInsert)[],
  };
  const over: { household_id: string; subscription_id: string; ends_at: Date }[] = [];
  const drafts: Due[] = [];
  for (const [index, home] of homes.entries()) {
    const place = places[index % places.length] ?? places[0];
    const { card, leavingAt } = home;
    const [accountId, addressId, id] = [home.accountId ?? newId(), newId(), newId()];
    const began = dayIn(new Date(home.startsAt), zone);
    const history = historyOf(home, zone);
    const periods = periodsOf(
      history,
      home.endedAt ? dayNumber(dayIn(new Date(home.endedAt), zone)) : today + 1,
    );
    const last = periods.at(-1);
    if (!last) continue;
    const endedAt = home.endedAt ? startOfDay(dayText(last.to), zone) : null;
    // Of every fiftieth the last payment has not come; some have cancelled; some began with a coupon.
    const isUnpaid =
      !card && !home.isFamily && !endedAt && !leavingAt && index % 50 === 7 && today - last.from < 20;
    const isCancelled = !home.isFamily && (endedAt !== null || leavingAt !== null || index % 20 === 3);
    const cancelledAt = new Date(
      leavingAt ??
        Math.min(now.getTime(), startOfDay(dayText(last.from), zone).getTime() + (1 + (index % 20)) * dayMs),
    );
    const { method, platform } = receivedBy(index);
    const use = coupon && !home.isFamily && index % 20 === 5 ? newId() : null;
    if (!home.accountId) rows.accounts.push({ id: accountId, householdId: home.householdId });
    rows.addresses.push({
      id: addressId,
      accountId,
      name: nameOf(home.isFamily, index),
      line1: `${100 + index} Main St`,
      line2: '',
      phone: '',
      ...place,
    });
    if (use && coupon)
      rows.uses.push({
        id: use,
        couponId: coupon.id,
        accountId,
        state: 'confirmed',
        at: new Date(home.startsAt),
      });
    rows.subscriptions.push({
      id,
      accountId,
      householdId: home.householdId,
      state: endedAt ? 'ended' : isUnpaid ? 'unpaid' : 'active',
      platform: card ? 'web' : platform,
      zone,
      planId: home.planId,
      priceId: home.priceId,
      beganOn: began,
      periodFrom: dayText(last.from),
      periodTo: dayText(last.to),
      renews: isUnpaid || (card !== null && !isCancelled),
      cancelledAt: isCancelled ? cancelledAt : null,
      endedAt,
      unpaidSince: isUnpaid ? dayText(last.from) : null,
      couponUseId: use,
    });
    const own = { history: [], positions: [], row: { id } };
    for (const change of history)
      rows.changes.push(appendChange(own, change, { by: 'customer', at: new Date(home.startsAt) }));
    if (endedAt) {
      rows.changes.push(
        appendChange(own, { kind: 'end', day: last.to }, { by: 'customer', at: cancelledAt }),
      );
      over.push({ household_id: home.householdId, subscription_id: id, ends_at: endedAt });
    }
    for (const period of periods) {
      const own = {
        subscriptionId: id,
        periodFrom: period.from,
        history,
        lines: [],
        discounts: new Map(),
        coupon: use && coupon ? { ...coupon, duration: 'once' as const, durationMonths: null } : undefined,
      };
      const isOpen = isUnpaid && period === last;
      // Whose card has no money, or whose bank takes it back, has paid by check before.
      const isLate = !home.isFamily && (home.householdId === declined || home === running.at(-1));
      const by = card && (!isLate || period === last) ? card : null;
      const at = new Date(
        Math.min(now.getTime(), startOfDay(dayText(period.from), zone).getTime() + 9 * 3_600_000),
      );
      drafts.push({
        at,
        isOpen: isOpen || by !== null,
        cardId: by?.cardId,
        draft: {
          quote: quote(own, period.from, place, rates),
          accountId,
          subscriptionId: id,
          addressId,
          place,
          dueOn: dayText(period.from),
          payment: by
            ? { platform: 'web', method: 'card', state: 'open', gatewayAskedAt: now, ...by }
            : {
                platform,
                method: isOpen ? 'card' : method,
                state: isOpen ? 'open' : 'paid',
                paidAt: isOpen ? null : at,
                checkNumber: isOpen || method === 'cash' ? null : String(1000 + drafts.length),
                firstFailedAt: isOpen ? at : null,
                failures: isOpen ? 1 : 0,
                failureReason: isOpen ? 'no_card' : null,
              },
        },
      });
    }
  }
  await insertRows(tx, billingAccounts, rows.accounts);
  await insertRows(tx, addresses, rows.addresses);
  await tx.execute(
    sql`update billing_accounts a set address_id = d.id from billing_addresses d where d.account_id = a.id and a.address_id is null`,
  );
  await insertRows(tx, couponUses, rows.uses);
  if (coupon)
    await tx.execute(
      sql`update billing_coupons set uses = uses + ${rows.uses.length} where id = ${coupon.id}`,
    );
  await insertRows(tx, subscriptions, rows.subscriptions);
  await insertRows(tx, subscriptionChanges, rows.changes);
  await issue(tx, drafts, now);
  // What the history has given for nothing is now given by these subscriptions.
  const served = running.map(({ householdId }) => householdId);
  const given = await queryRows<{ household_id: string; starts_at: string }>(
    tx,
    sql`delete from plans_periods where subscription_id is null and starts_at < ${now} and ends_at > ${now} and household_id = any(${sql.param(served)}::uuid[])
      returning household_id, starts_at`,
  );
  const loaded = await loadSubscriptions(
    tx,
    rows.subscriptions.flatMap(({ id, state }) => (id && state !== 'ended' ? id : [])),
  );
  await saveStandings(tx, context, loaded, now);
  // They have been served since it began: a row goes on for as long as its plan does.
  await tx.execute(sql`
    update plans_periods p set starts_at = least(p.starts_at, g.starts_at)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(household_id uuid, starts_at timestamptz)
    where p.household_id = g.household_id and p.subscription_id is not null
      and p.starts_at = (select min(o.starts_at) from plans_periods o where o.household_id = g.household_id and o.subscription_id is not null)`);
  // What is over was served by its subscription to the end of the last period that was paid.
  await tx.execute(sql`
    update plans_periods p set subscription_id = o.subscription_id, ends_at = o.ends_at
    from jsonb_to_recordset(${JSON.stringify(over)}::jsonb) as o(household_id uuid, subscription_id uuid, ends_at timestamptz)
    where p.household_id = o.household_id and p.subscription_id is null`);
  const [plan] = homes;
  if (plan && whose === 'others')
    await makeLot(tx, {
      at: now,
      planId: plan.planId,
      months: plan.period === 'yearly' ? 12 : 3,
      lot: 'Demo',
      count: 20,
      expiresAt: null,
    });
}

interface Due {
  at: Date;
  draft: Draft;
  isOpen: boolean;
  /** The card that is charged for it afterwards. */
  cardId: string | undefined;
}

/** Issues them in the order of their days, books what was paid, and begins what a card is to pay. */
async function issue(tx: Transaction, drafts: readonly Due[], now: Date): Promise<void> {
  const begun: (typeof attempts.$inferInsert)[] = [];
  const byTime = new Map<number, typeof drafts>();
  for (const own of drafts.toSorted((a, b) => +a.at - +b.at))
    byTime.set(+own.at, [...(byTime.get(+own.at) ?? []), own]);
  for (const [time, own] of byTime) {
    const at = new Date(time);
    const issued = await issueInvoices(
      tx,
      own.map(({ draft }) => draft),
      at,
    );
    await postAll(
      tx,
      issued.flatMap((one, index) => {
        const { draft, isOpen, cardId } = own[index] ?? {};
        if (one && cardId && one.amountCents > 0)
          begun.push({ id: newId(), paymentId: one.paymentId, cardId, isOffSession: true, at: now });
        if (!one || !draft || isOpen || one.amountCents === 0) return [];
        const { amountCents, paymentId } = one;
        return {
          cause: 'payment',
          causeId: paymentId,
          at,
          entries: [
            {
              account: draft.payment.method === 'cash' ? ('cash' as const) : ('checks' as const),
              amountCents,
            },
            { account: 'receivable' as const, amountCents: -amountCents, billingAccountId: draft.accountId },
          ],
        };
      }),
    );
  }
  await insertRows(tx, attempts, begun);
}
