/** Ends the renewal of a subscription: by its household, by who pays, or because a household leaves. */
import { and, eq, inArray, ne, notInArray, or } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { dayIn } from '../../zone.ts';
import { readErasures } from '../accounts/deletion.service.ts';
import { requirePassword } from '../accounts/reauthentication.service.ts';
import { dayNumber, dayText } from './amounts.ts';
import { billingAccounts, invoices, payments, subscriptionChanges, subscriptions } from './billing.tables.ts';
import { readCredits } from './invoicing.service.ts';
import { mailPayers, mailServed } from './notices.service.ts';
import { isGiven, onPaidPlan, onRunning } from './own-plan.service.ts';
import { withdrawPayRequest } from './pay-requests.service.ts';
import { noteCancelled } from './payments.repo.ts';
import { dayTakenOn, lastServed, standingOn } from './standing.ts';
import {
  appendChange,
  type Loaded,
  loadSubscriptions,
  lockAccountById,
  lockAccounts,
} from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';

type Settings = Pick<Context, 'config' | 'now'>;

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

/** The last day that is served: with the household goes what serves it. `erased`: when that is. */
export function lastDayOf(day: string, erased: Date | undefined, zone: string): string {
  const last = erased && dayIn(erased, zone);
  return last !== undefined && last < day ? last : day;
}

/**
 * Cancels within somebody else's transaction; account and subscription are locked. `leavingId`: the household that it ends by.
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
  const today = dayIn(at, row.zone);
  const last = dayText(lastServed(standingOn(loaded.history, dayTakenOn(row, dayNumber(today)))));
  const day = isUnpaid ? today : lastDayOf(last, erased, row.zone);
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
