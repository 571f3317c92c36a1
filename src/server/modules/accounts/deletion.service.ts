/** Deleting an account: asked for, to be cancelled for 90 days, then erased with everything of its household. */
import { and, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { enqueue } from '../../jobs/queue.ts';
import { removeExports } from '../data-exports/export-files.service.ts';
import { removeHouseholdFiles } from '../inquiries/attachments.service.ts';
import { inquiries } from '../inquiries/inquiries.tables.ts';
import { eraseMailTo, queueMail } from '../mail/mail.service.ts';
import { forgetInEvents } from '../staff/events.service.ts';
import { codes, households, sessions, signUps, users } from './accounts.tables.ts';
import { requireProof } from './owner.service.ts';
import { beganByPassword } from './sessions.service.ts';

/** Erases the accounts that are due; put into the queue for the instant at which one will be. */
export const eraseJobName = 'accounts_erase';

const graceMs = 90 * 86_400_000;
const freshMs = 10 * 60_000;

/** When an account that was asked for then is erased. */
export const erasedAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + graceMs);

/** Remembers that the account is to be deleted, and answers when it will be; asked again, the first request counts. */
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

/**
 * As `requestDeletion`, for who has signed in by the password a moment ago, or has proved by a code whose session it is: one that
 * was taken over, lies open somewhere, or began without a secret is not enough.
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
  if (!fresh || !(await beganByPassword(context.db, user))) await requireProof(context, user);
  await requestDeletion(context, user.id);
}

/** Keeps the account after all. */
export async function cancelDeletion({ db, log }: Context, userId: string): Promise<void> {
  const cancelled = await db
    .update(users)
    .set({ deletionRequestedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
    .returning({ id: users.id });
  if (cancelled.length > 0) log.warn({ userId }, 'account deletion cancelled');
}

/** Erases every account whose 90 days are over; one after the other, so that a kill leaves each whole or gone. */
export async function eraseDueAccounts(context: Context): Promise<number> {
  const due = new Date(context.now().getTime() - graceMs);
  const found = await context.db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletionRequestedAt, due));
  let erased = 0;
  for (const { id } of found) {
    const gone = await context.db.transaction((tx) => erase(tx, context, id, due));
    if (gone > 0) context.log.warn({ userId: id }, 'account erased');
    erased += gone;
  }
  return erased;
}

async function erase(tx: Transaction, context: Context, userId: string, due: Date): Promise<number> {
  // Locked: somebody may just be cancelling.
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), lte(users.deletionRequestedAt, due)))
    .for('update');
  if (!user) return 0;
  const { householdId, email, locale } = user;
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.householdId, householdId), ne(users.id, userId)))
    .limit(1);
  await removeExports(tx, userId);
  const asked = await tx
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(other ? eq(inquiries.userId, userId) : eq(inquiries.householdId, householdId));
  await forgetInEvents(tx, [userId, ...asked.map(({ id }) => id)]);
  await eraseRows(tx, 'user_id', sql`= ${userId}`);
  if (!other) {
    // By the profiles first: some tables know nothing else of a household.
    await eraseRows(tx, 'profile_id', sql`in (select id from profiles where household_id = ${householdId})`);
    await eraseRows(tx, 'household_id', sql`= ${householdId}`);
    await tx.delete(households).where(eq(households.id, householdId));
    await removeHouseholdFiles(tx, householdId);
  }
  await tx.delete(users).where(eq(users.id, userId));
  await tx.delete(codes).where(eq(codes.target, email));
  await tx.delete(signUps).where(eq(signUps.email, email));
  await eraseMailTo(tx, email);
  await queueMail(tx, context, { to: email, locale, template: 'account_erased', values: {} });
  return 1;
}

/**
 * Deletes from every table that has such a column: a table of a module that comes later is not forgotten. Profiles and users are
 * left to their household, which takes along what refers to them.
 */
async function eraseRows(
  tx: Queryable,
  column: 'user_id' | 'profile_id' | 'household_id',
  which: ReturnType<typeof sql>,
): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('profiles', 'accounts_users')
      and a.atttypid = 'uuid'::regtype
    order by c.relname`);
  for (const { name } of rows)
    await tx.execute(sql`delete from ${sql.identifier(name)} where ${sql.identifier(column)} ${which}`);
}
