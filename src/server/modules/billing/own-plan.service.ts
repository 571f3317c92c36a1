/** A running subscription for a call that changes it: found, locked, and told to open pages afterwards. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { billingAccounts, subscriptions } from './billing.tables.ts';
import { announcePlan } from './notices.service.ts';
import {
  findRunning,
  type Loaded,
  loadSubscriptions,
  lockAccount,
  lockAccountById,
  lockAccounts,
} from './subscriptions.repo.ts';

/** Whether a subscription is paid for and renews, so that it can be changed. */
export const isSettledDown = ({ row }: Loaded): boolean =>
  row.renews && row.unpaidSince === null && (row.state === 'active' || row.state === 'trial');

/** The household that pays for a subscription; null: it is gone. */
export async function payerOf(db: Queryable, { id }: { id: string }) {
  const [row] = await db
    .select({ accountId: billingAccounts.id, householdId: billingAccounts.householdId })
    .from(subscriptions)
    .innerJoin(billingAccounts, eq(billingAccounts.id, subscriptions.accountId))
    .where(eq(subscriptions.id, id));
  return must(row, 'subscription');
}

/** Whether somebody else pays for it than who is served. */
export const isGiven = async (db: Queryable, row: Loaded['row']): Promise<boolean> =>
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
export const onOwn = <T>(
  context: Context,
  { householdId }: SignedInUser,
  work: (tx: Transaction, loaded: Loaded) => Promise<T>,
): Promise<T> =>
  onRunning(context, householdId, async (tx, loaded) => {
    if (await isGiven(tx, loaded.row)) fail('not_yours_to_change');
    return work(tx, loaded);
  });

/** Runs something on a running plan of somebody else that a household pays for, with it and the account locked. */
export async function onPaidPlan(
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
