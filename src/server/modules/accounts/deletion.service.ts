/** Deletion of accounts. A request can be canceled for 90 days. Then the account is erased (`eraseJobName`). */
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

/** Job that erases due accounts. A deletion request enqueues it for the time of the erasure. */
export const eraseJobName = 'accounts_erase';

/** Time in which a deletion can be canceled. */
export const graceMs = 90 * 86_400_000;
const freshMs = 10 * 60_000;

/** Time of erasure for a deletion requested at this time. */
export const erasedAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + graceMs);

/** Stores a deletion request and returns the time of erasure. If there is an earlier request, that one counts. */
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

/** Whether a household has a user who has not requested deletion and is not suspended. */
export async function isStaying(db: Queryable, householdId: string): Promise<boolean> {
  const staying = await db.$count(
    users,
    and(eq(users.householdId, householdId), isNull(users.deletionRequestedAt), isNull(users.suspendedAt)),
  );
  return staying > 0;
}

/**
 * Erasure times of the households in which every user has requested deletion. The map leaves out other
 * households and erased ones (null).
 */
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

/**
 * Fails with `household_leaving` if a household must not be charged, now or later. No user of it stays, or it
 * is erased (null).
 */
export async function requireStaying(db: Queryable, householdId: string | null): Promise<void> {
  if (householdId === null || !(await isStaying(db, householdId))) fail('household_leaving');
}

/**
 * Ends the renewal of a household's plan once no user of the household stays. Call it after the user's
 * request is written. Concurrent calls wait for each other, so that the last one sees that no user stays.
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
 * Requests deletion for a session that signed in by password within 10 minutes, or that is re-authenticated
 * by a code. A session that an attacker has taken, that was left open or that started without a secret is not
 * enough.
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
