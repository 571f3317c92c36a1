/** Signed-in devices: start, end and stored data of sessions. */
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { SignInMethod } from '../../../contract/account/devices.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import type { Client } from '../../http/client.ts';
import { newToken, tokenHash } from '../../security/token.ts';
import { notify } from '../notifications/notifications.service.ts';
import { sessions, users } from './accounts.tables.ts';

export type { Client } from '../../http/client.ts';

type UserRow = typeof users.$inferSelect;

/** How long logins are stored. */
export const loginRetentionMs = 365 * 86_400_000;

/** How long re-authentication by a code from the mailbox is valid. */
export const reauthenticationMs = 15 * 60_000;

/**
 * Locks a user while a session of theirs begins, before any of their sessions is read. A transaction that
 * ends all of them and this one wait for each other. Fails with `account_suspended` when the user is
 * suspended by then.
 */
export async function holdUser(tx: Queryable, userId: string): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('share');
  if (!row) return fail('login_required');
  if (row.suspendedAt) fail('account_suspended');
  return row;
}

/**
 * Begins a session on a device for a user who is locked (`holdUser`) or new, and notifies them when the
 * device is new. Returns its token, which is never stored; an earlier token is not accepted here.
 */
export async function startSession(
  tx: Queryable,
  context: Context,
  user: Pick<UserRow, 'id' | 'householdId'>,
  client: Client,
  method: SignInMethod = 'password',
): Promise<string> {
  const token = newToken();
  const id = newId();
  const now = context.now();
  const { device, deviceName, address, country } = client;
  const owner = sql`${user.id}::uuid, ${user.householdId}::uuid`;
  const from = sql`${deviceName}, ${address}, ${country}, ${now}::timestamptz`;
  const earlier = sql`select from accounts_logins where user_id = ${user.id} and succeeded`;
  // One statement, so that all of it sees the earlier state. The very first login is not notified. A session
  // older than the stored logins shows that there were earlier ones.
  const [found] = await queryRows<{ is_new: boolean }>(
    tx,
    sql`
    with session as (
      insert into accounts_sessions
        (user_id, household_id, device_name, address, country, created_at, id, token_hash, device, last_seen_at, without_secret)
      values (${owner}, ${from}, ${id}, ${tokenHash(token)}, ${device}, ${now}, ${method !== 'password'})),
    login as (
      insert into accounts_logins
        (user_id, household_id, device_name, address, country, created_at, id, session_id, method, succeeded)
      values (${owner}, ${from}, ${newId()}, ${id}, ${method}, true))
    select case when exists (${earlier})
      then not exists (${earlier} and device_name = ${deviceName} and country is not distinct from ${country})
      else exists (select from accounts_sessions where user_id = ${user.id}
        and created_at < ${new Date(now.getTime() - loginRetentionMs)}) end as is_new`,
    'prepared',
  );
  if (found?.is_new) {
    await notify(tx, context, {
      cause: 'new_sign_in',
      subjectId: id,
      values: { at: now, device: deviceName, address, country, method },
      audience: { userId: user.id },
    });
  }
  return token;
}

/**
 * Records a failed sign-in. The work is the same whether or not the account exists. The commit does not wait
 * for the disk, so that an attacker's guesses do not slow down other sign-ins. If the database's machine
 * fails, the last records may be lost.
 */
export async function noteFailedLogin(
  { db, now }: Pick<Context, 'db' | 'now'>,
  user: Pick<UserRow, 'id' | 'householdId'> | undefined,
  { deviceName, address, country }: Client,
  method: SignInMethod = 'password',
): Promise<void> {
  await queryRows(
    db,
    sql`
    with unflushed as (select set_config('synchronous_commit', 'off', true))
    insert into accounts_logins
      (id, user_id, household_id, method, succeeded, device_name, address, country, created_at)
    select ${newId()}::uuid, ${user?.id ?? null}::uuid, ${user?.householdId ?? null}::uuid, ${method}, false, ${deviceName},
      ${address}, ${country}, ${now()}::timestamptz from unflushed`,
    'prepared',
  );
}

/** Owner of sessions: one user, or all users of a household. */
export type Owner = { userId: string } | { householdId: string };

/** Locks users, always in the same order. Where the household is locked as well, the users are locked before it. */
export async function lockUsers(tx: Queryable, owner: Owner): Promise<void> {
  const whose = 'userId' in owner ? eq(users.id, owner.userId) : eq(users.householdId, owner.householdId);
  await tx.select({ id: users.id }).from(users).where(whose).orderBy(asc(users.id)).for('update');
}

/** Which sessions of their owner are ended: all, all but one, one, or those in a profile. */
export type Ending = 'all' | { except: string } | { only: string } | { inProfile: string };

/**
 * Ends sessions that have not ended, with their playback sessions and web push; returns which. Their tokens
 * are invalid once the transaction commits. Users are locked before their sessions, here and wherever
 * sessions begin (`holdUser`).
 */
export async function endSessions(
  tx: Transaction,
  context: Pick<Context, 'now' | 'hooks'>,
  owner: Owner,
  which: Ending,
): Promise<string[]> {
  await lockUsers(tx, owner);
  const own =
    'userId' in owner ? eq(sessions.userId, owner.userId) : eq(sessions.householdId, owner.householdId);
  const chosen =
    which === 'all'
      ? undefined
      : 'only' in which
        ? eq(sessions.id, which.only)
        : 'inProfile' in which
          ? eq(sessions.profileId, which.inProfile)
          : ne(sessions.id, which.except);
  const endedAt = context.now();
  const ended = await tx
    .update(sessions)
    .set({ endedAt })
    .where(and(own, isNull(sessions.endedAt), chosen))
    .returning({ id: sessions.id });
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await context.hooks.sessionsEnded(tx, ids, endedAt);
  return ids;
}

/** Whether the session began by password and has not been removed from its profile since. */
export async function beganByPassword(db: Queryable, { sessionId }: SignedInUser): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.withoutSecret, false)));
  return found.length > 0;
}

/** Removes all devices but one from a profile, and marks that no secret has been entered on them since. */
export async function leaveProfile(tx: Queryable, profileId: string, exceptSession?: string): Promise<void> {
  const elsewhere = exceptSession === undefined ? undefined : ne(sessions.id, exceptSession);
  await tx
    .update(sessions)
    .set({ profileId: null, withoutSecret: true })
    .where(and(eq(sessions.profileId, profileId), elsewhere));
}

/** Stores which profile was entered on a device. Re-authentication belongs to the previous profile and is dropped. */
export async function setEntered(db: Queryable, sessionId: string, profileId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ profileId, reauthenticatedAt: null })
    .where(and(eq(sessions.id, sessionId), sql`${sessions.profileId} is distinct from ${profileId}`));
}

/** Stores when a device was last used. */
export async function setLastSeen(db: Queryable, sessionId: string, lastSeenAt: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, sessionId));
}
