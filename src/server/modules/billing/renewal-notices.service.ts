/**
 * What a household is told of its next charge, and that it was told: by the job that reminds, and at once where its own change
 * leaves less time than that job needs.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { must } from '../../must.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { dayNumber, dayText, type Terms } from './amounts.ts';
import { notices, subscriptionChanges } from './billing.tables.ts';
import { billed, readCredits } from './invoicing.service.ts';
import { type NextCharge, nextCharge } from './next-charge.ts';
import { mailPayers, noticeOnce, type PayerMail } from './notices.service.ts';
import { readPayers } from './payers.service.ts';
import { standingOn } from './standing.ts';
import { appendChange, type Loaded } from './subscriptions.repo.ts';
import { shownRates, type TaxSettings } from './taxes.service.ts';

/** How many days before a yearly renewal it may be told at the latest, and at the earliest: California's rule. */
const [leastDays, mostDays] = [15, 45];

/** What is charged next, and how a mail says it. */
interface Coming {
  next: NextCharge;
  terms: Terms;
  said: Partial<PayerMail['mail']> & { cents: number };
}

/** What subscriptions are charged at their next renewal, with coupons, and with taxes as far as they are known. By subscription. */
export async function readComing(
  tx: Transaction,
  context: TaxSettings & Pick<Context, 'now'>,
  loaded: readonly Loaded[],
): Promise<Map<string, Coming>> {
  const accountIds = loaded.map(({ row }) => row.accountId);
  const payers = await readPayers(tx, context, accountIds);
  const credits = await readCredits(tx, accountIds);
  const found = new Map<string, Coming>();
  for (const own of loaded) {
    const { id, accountId, zone } = own.row;
    const { place, rates } = must(payers.get(accountId), 'payer');
    const today = dayNumber(dayIn(context.now(), zone));
    const next = nextCharge(billed(own), today, place, shownRates(rates));
    if (!next) continue;
    const { terms } = standingOn(own.history, dayNumber(next.on));
    const said = {
      ...sayCharge(next),
      taxes_known: rates.state === 'known',
      uses_credit: (credits.get(accountId) ?? 0) > 0,
    };
    found.set(id, { next, terms, said });
  }
  return found;
}

/** A charge as a mail says it, with what follows where it is for a part of a period. */
export const sayCharge = ({ cents, part }: NextCharge) => ({
  cents,
  ...(part && { part_until: part.until, then_day: part.next.on, then_cents: part.next.cents }),
});

/**
 * Whether it is too early to tell: the whole period that follows the days until another billing day is told with them, not earlier than
 * it may be, as long as there is time for these days.
 */
export const isTooEarly = ({ on, part }: NextCharge, today: string): boolean =>
  part !== null && part.next.on > addDays(today, mostDays) && on > addDays(today, leastDays);

/** Writes down that charges to come were told, and answers those that were not told before. */
export async function noteTold(
  tx: Transaction,
  told: readonly { own: Loaded; next: NextCharge; kind: 'renews' | 'trial_ends' }[],
  at: Date,
): Promise<Set<string>> {
  const charges = told.map(({ own, next, kind }) => ({ subscription: own.row, kind, about: next.on, at }));
  const fresh = await noticeOnce(tx, charges);
  // What was told earlier than it may be is told again.
  const together = told.flatMap(({ own: { row }, next: { part } }) =>
    part && part.next.on <= addDays(dayIn(at, row.zone), mostDays)
      ? [{ subscription: row, kind: 'renews' as const, about: part.next.on, at }]
      : [],
  );
  await noticeOnce(tx, together);
  return new Set(fresh.map(({ subscription }) => subscription.id));
}

type Settings = TaxSettings & Pick<Context, 'now' | 'config'>;

/** What is told of the next charge now, because it is nearer than the job tells of it; undefined: the job does. */
function readNear(context: Settings, { row }: Loaded, coming: Coming | undefined) {
  const isTold = row.state === 'active' || row.state === 'trial' || row.state === 'paused';
  if (!coming || !isTold || !row.renews || row.endsWithCredit || row.unpaidSince !== null) return undefined;
  const kind = row.state === 'trial' ? ('trial_ends' as const) : ('renews' as const);
  if (kind === 'renews' && coming.terms.months !== 12) return undefined;
  const { trialNoticeDays, yearlyNoticeDays } = context.config.billing;
  const days = kind === 'renews' ? yearlyNoticeDays : trialNoticeDays;
  return coming.next.on <= addDays(dayIn(context.now(), row.zone), days) ? { kind, ...coming } : undefined;
}

/**
 * Confirms a change of its household by a mail that says what is renewed when, where that is nearer than it is told of otherwise.
 * `isOther`: the charge is another one than was told; else the same on another day, and a day that was told is not told again.
 */
export async function confirmRenewal(
  tx: Transaction,
  context: Settings,
  own: Loaded,
  { isOther }: { isOther: boolean },
): Promise<void> {
  const { row } = own;
  const coming = (await readComing(tx, context, [own])).get(row.id);
  if (!coming) return;
  const { next, terms, said } = coming;
  const tell = (mail: Pick<PayerMail['mail'], 'kind' | 'cents'>) =>
    mailPayers(tx, context, [
      {
        accountId: row.accountId,
        planId: terms.planId,
        subscriptionId: row.id,
        mail: { ...mail, day: next.on, invoice_id: null },
      },
    ]);
  const near = readNear(context, own, coming);
  if (near) {
    const isNews = await isNewSinceLast(tx, row.id, near.kind, next.on);
    await noteTold(tx, [{ own, next, kind: near.kind }], context.now());
    if (isNews)
      await tx
        .update(notices)
        .set({ at: context.now() })
        .where(
          and(eq(notices.subscriptionId, row.id), eq(notices.kind, near.kind), eq(notices.about, next.on)),
        );
    if (isOther || isNews) await tell({ kind: near.kind === 'renews' ? 'changed' : near.kind, ...said });
    return;
  }
  // A new price that was told for another day. Of one that is further away than it is told the job tells in its time.
  const isFar = next.on > addDays(dayIn(context.now(), row.zone), context.config.billing.priceNoticeDays);
  if (isOther || isFar || row.endsWithCredit) return;
  if (terms.planId !== row.planId || terms.priceId === row.priceId) return;
  if (!(await isNewSinceLast(tx, row.id, 'price', `${terms.priceId} ${next.on}`))) return;
  const about = `${terms.priceId} ${next.on} ${context.now().toISOString()}`;
  await noticeOnce(tx, [{ subscription: row, kind: 'price', about, at: context.now() }]);
  await tell({ kind: 'price', cents: terms.cents });
}

/**
 * Whether a subscription was last told something else of a kind, so that a day to which a charge comes back is told again. `about`: a day,
 * or a price and a day.
 */
async function isNewSinceLast(
  tx: Transaction,
  subscriptionId: string,
  kind: 'renews' | 'trial_ends' | 'price',
  about: string,
): Promise<boolean> {
  const [{ isNews } = { isNews: true }] = await queryRows<{ isNews: boolean }>(
    tx,
    sql`select not coalesce(bool_or(starts_with(about, ${about})), false) as "isNews" from (
      select about, at, max(at) over () as last from billing_notices where subscription_id = ${subscriptionId} and kind = ${kind}
    ) own where at = last`,
  );
  return isNews;
}

/**
 * Keeps the price before for the next renewal where a change of the household brings that nearer than a new price was told, or before the
 * day from which it counts: that one is told anew, for the renewal after it. So it is with the price of another plan that is to come; the
 * running plan's is announced no more where another is to come. The history is changed already; `saveStandings` follows.
 */
export async function postponeUntoldPrice(tx: Transaction, context: Settings, own: Loaded): Promise<void> {
  const { row, history } = own;
  const at = context.now();
  const today = dayNumber(dayIn(at, row.zone));
  const { period, terms } = standingOn(history, today);
  const switched = history.findLastIndex(({ kind }) => kind === 'switch');
  const coming = history
    .slice(switched + 1)
    .flatMap((change) => (change.kind === 'renew_as' && change.day >= period.from ? change.terms : []));
  const asked = [...new Set(coming.map(({ priceId }) => priceId))].filter((id) => id !== terms.priceId);
  if (asked.length === 0) return;
  const inTime = addDays(dayText(period.to), -context.config.billing.leastPriceNoticeDays);
  const untimely = new Set(
    (
      await queryRows<{ id: string }>(
        tx,
        sql`select p.id from plans_prices p join billing_notices n on n.subscription_id = ${row.id}
            and n.kind = 'price' and starts_with(n.about, p.id::text)
          where p.id = any(${sql.param(asked)}::uuid[]) group by p.id
          having min((n.at at time zone ${row.zone})::date) > ${inTime}::date
            or p.starts_at > ${startOfDay(dayText(period.to), row.zone)}`,
      )
    ).map(({ id }) => id),
  );
  for (const priceId of untimely)
    await tx
      .delete(notices)
      .where(
        and(
          eq(notices.subscriptionId, row.id),
          eq(notices.kind, 'price'),
          sql`starts_with(${notices.about}, ${priceId})`,
        ),
      );
  const next = standingOn(history, period.to).terms;
  if (!untimely.has(next.priceId)) return;
  // What its household has chosen at this price itself has none before it.
  const kept = [terms, ...coming].findLast(
    ({ planId, priceId }) => planId === next.planId && !untimely.has(priceId),
  );
  if (!kept) return;
  await insertRows(tx, subscriptionChanges, [
    appendChange(own, { kind: 'renew_as', day: today, terms: kept }, { by: 'service', at }),
  ]);
  row.nextPriceId = kept.priceId === terms.priceId ? null : kept.priceId;
}

/** Notes that the next charge has been told by another mail, where it is near. */
export async function noteRenewalTold(tx: Transaction, context: Settings, own: Loaded): Promise<void> {
  const near = readNear(context, own, (await readComing(tx, context, [own])).get(own.row.id));
  if (near) await noteTold(tx, [{ own, ...near }], context.now());
}
