/** Deletes an account: on request, cancellable for 90 days, then erased with everything of its household. */
import { and, eq, gt, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { enqueue } from '../../jobs/queue.ts';
import { queueMail } from '../mail/mail.service.ts';
import { households, sessions, users } from './accounts.tables.ts';
import { requireReauthentication } from './reauthentication.service.ts';
import { beganByPassword } from './sessions.service.ts';

/** Erases the accounts that are due. It is enqueued for the instant at which an account will be. */
export const eraseJobName = 'accounts_erase';

/** How long a deletion may be cancelled. */
export const graceMs = 90 * 86_400_000;
const freshMs = 10 * 60_000;

/** When an account whose deletion was requested at that time is erased. */
export const erasedAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + graceMs);

/**
 * Stores that the account is to be deleted, and returns the time of erasure. When it is requested again, the first request
 * counts.
 */
export async function requestDeletion(context: Context, userId: string): Promise<Date> {
  const now = context.now();
  return context.db.transaction(async (tx) => {
    const [fresh] = await tx
      .update(users)
      .set({ deletionRequestedAt: now })
      .where(and(eq(users.id, userId), isNull(users.deletionRequestedAt)))
      .returning();
    if (fresh) {
      const values = { at: erasedAt(now) };
      await endRenewalOf(tx, context, fresh.householdId);
      await queueMail(tx, context, {
        to: fresh.email,
        userId,
        locale: fresh.locale,
        template: 'deletion_requested',
        values,
      });
      await enqueue(tx, { name: eraseJobName }, {}, { runAt: erasedAt(now) });
      context.log.warn({ userId }, 'account deletion requested');
      return erasedAt(now);
    }
    const [row] = await tx
      .select({ requestedAt: users.deletionRequestedAt })
      .from(users)
      .where(eq(users.id, userId));
    return erasedAt(row?.requestedAt ?? now);
  });
}

/** Whether somebody of a household stays: has not asked for their deletion, and is not suspended. */
export async function isStaying(db: Queryable, householdId: string): Promise<boolean> {
  const staying = await db.$count(
    users,
    and(eq(users.householdId, householdId), isNull(users.deletionRequestedAt), isNull(users.suspendedAt)),
  );
  return staying > 0;
}

/** When households are erased of which everybody has asked for their deletion; others are not in it, nor those that are gone (null). */
export async function readErasures(
  db: Queryable,
  householdIds: readonly (string | null)[],
): Promise<Map<string | null, Date>> {
  const ids = householdIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.householdId, last: max(users.deletionRequestedAt) })
    .from(users)
    .where(isOneOf(users.householdId, ids))
    .groupBy(users.householdId)
    .having(sql`bool_and(${users.deletionRequestedAt} is not null)`);
  return new Map(rows.flatMap(({ id, last }) => (last ? [[id, erasedAt(last)] as const] : [])));
}

/** Refuses what would be charged, now or later, to a household of which nobody stays, or to one that is gone (null). */
export async function requireStaying(db: Queryable, householdId: string | null): Promise<void> {
  if (householdId === null || !(await isStaying(db, householdId))) fail('household_leaving');
}

/**
 * Nothing is charged for a household any more once nobody of it stays. Who leaves is written already; those who leave at the same
 * moment wait for each other here, so that the last one sees that nobody stays.
 */
export async function endRenewalOf(tx: Transaction, context: Context, householdId: string): Promise<void> {
  await tx
    .select({ id: households.id })
    .from(households)
    .where(eq(households.id, householdId))
    .for('no key update');
  if (!(await isStaying(tx, householdId))) await context.hooks.householdLeaving(context, tx, householdId);
}

/**
 * As `requestDeletion`, but requires that the session signed in by password a moment ago or is re-authenticated by a code. A
 * session that was taken over, was left open or began without a secret is not enough.
 */
export async function requestDeletionFreshly(context: Context, user: SignedInUser): Promise<void> {
  const [fresh] = await context.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, user.sessionId),
        gt(sessions.createdAt, new Date(context.now().getTime() - freshMs)),
      ),
    );
  if (!fresh || !(await beganByPassword(context.db, user))) await requireReauthentication(context, user);
  await requestDeletion(context, user.id);
}

/** Cancels the deletion. */
export async function cancelDeletion({ db, log }: Context, userId: string): Promise<void> {
  const cancelled = await db
    .update(users)
    .set({ deletionRequestedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
    .returning({ id: users.id });
  if (cancelled.length > 0) log.warn({ userId }, 'account deletion cancelled');
}
