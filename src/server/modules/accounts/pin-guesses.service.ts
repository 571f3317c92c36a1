/**
 * Failed attempts at a PIN, of a profile or of a household's parents. They are counted in the database since the last correct
 * one, so that neither time, nor a restart, nor another node gives a child more attempts.
 */
import { asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import { must } from '../../must.ts';
import { notify } from '../notifications/notifications.service.ts';
import { users } from './accounts.tables.ts';

/** Which PIN: a profile's own, or the parent PIN of a household. */
export type PinOf = { profileId: string } | { householdId: string };

const freeTries = 5;
/** The waiting time after the fifth failed attempt, the sixth and so on; later ones wait as long as the last entry. */
const waitMinutes = [1, 5, 15, 60];
/** Failed attempts until the PIN alone is no longer accepted: by then one guesser in five hundred has found it. */
const maxPinFailures = 20;

interface Guesses {
  hash: string | null;
  failures: number;
  failed_at: Date | null;
}

/**
 * The columns of a PIN. They are written by SQL because counting is no change of a profile and must not invalidate its cached
 * responses.
 */
const columnsOf = (of: PinOf) =>
  'profileId' in of
    ? {
        from: sql`profiles where id = ${of.profileId}`,
        hash: sql`pin_hash`,
        failures: sql`pin_failures`,
        failedAt: sql`pin_failed_at`,
        table: sql`profiles`,
        own: sql`id = ${of.profileId}`,
      }
    : {
        from: sql`accounts_households where id = ${of.householdId}`,
        hash: sql`parent_pin_hash`,
        failures: sql`parent_pin_failures`,
        failedAt: sql`parent_pin_failed_at`,
        table: sql`accounts_households`,
        own: sql`id = ${of.householdId}`,
      };

async function setGuesses(
  db: Queryable,
  of: PinOf,
  { failures, failedAt }: { failures: number; failedAt: Date | null },
): Promise<void> {
  const column = columnsOf(of);
  await db.execute(sql`
    update ${column.table} set ${column.failures} = ${failures}, ${column.failedAt} = ${failedAt} where ${column.own}`);
}

/** Resets the count of failed attempts: the PIN's owner has shown who they are. */
export async function forgetGuesses(db: Queryable, of: PinOf): Promise<void> {
  const column = columnsOf(of);
  await db.execute(sql`
    update ${column.table} set ${column.failures} = 0, ${column.failedAt} = null
    where ${column.own} and ${column.failures} > 0`);
}

/** Whether the PIN has been wrong so often that it is no longer accepted. */
export async function isGuessedOut(db: Queryable, of: PinOf): Promise<boolean> {
  const column = columnsOf(of);
  const [row] = await queryRows<{ failures: number }>(
    db,
    sql`select ${column.failures} as failures from ${column.from}`,
  );
  return (row?.failures ?? 0) >= maxPinFailures;
}

const waitMs = (failures: number): number =>
  failures < freeTries
    ? 0
    : must(waitMinutes[Math.min(failures - freeTries, waitMinutes.length - 1)], 'wait') * 60_000;

/** An attempt in progress: it counts as failed until the PIN proves correct. */
interface Guess {
  hash: string | null;
  /** Failed attempts, including this one. */
  failures: number;
  /** Refunds the attempt: the PIN was never checked. */
  refund: () => Promise<void>;
}

/**
 * Begins an attempt. It is counted before the PIN is checked, so that two simultaneous attempts count as two. Returns undefined
 * when the PIN is no longer accepted; fails with the seconds left while the next attempt has to wait.
 */
export async function beginGuess(context: Context, of: PinOf): Promise<Guess | undefined> {
  const { db } = context;
  const column = columnsOf(of);
  return db.transaction(async (tx) => {
    const [row] = await queryRows<Guesses>(
      tx,
      sql`select ${column.hash} as hash, ${column.failures} as failures, ${column.failedAt} as failed_at
          from ${column.from} for no key update`,
    );
    const { hash, failures, failed_at } = row ?? fail('not_found');
    // Read once the row is locked: an attempt that waited for the lock is later than the one before.
    const now = context.now();
    if (failures >= maxPinFailures) return undefined;
    const failedAt = failed_at && new Date(failed_at);
    const leftMs = (failedAt?.getTime() ?? 0) + waitMs(failures) - now.getTime();
    if (leftMs > 0) fail('too_many_tries', { seconds: Math.ceil(leftMs / 1000) });
    await setGuesses(tx, of, { failures: failures + 1, failedAt: now });
    return {
      hash,
      failures: failures + 1,
      refund: () =>
        db
          .execute(
            sql`update ${column.table} set ${column.failures} = greatest(${column.failures} - 1, 0),
                ${column.failedAt} = case when ${column.failures} = ${failures + 1} then ${failedAt} else ${column.failedAt} end
                where ${column.own}`,
          )
          .then(() => undefined),
    };
  });
}

/** Records a failed attempt that makes the next one wait, and notifies the household's users when it was the last one allowed. */
export async function noteWrongGuess(
  context: Context,
  of: PinOf,
  { failures }: Guess,
  about: { householdId: string; profile: string | null },
): Promise<void> {
  if (failures < freeTries) return;
  context.log.warn({ ...of, failures }, 'PIN guessed');
  if (failures < maxPinFailures) return;
  await context.db.transaction(async (tx) => {
    const owners = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.householdId, about.householdId))
      .orderBy(asc(users.id));
    for (const { id } of owners) {
      await notify(tx, context, {
        cause: 'pin_guessed',
        subjectId: newId(),
        values: { at: context.now(), profile: about.profile },
        audience: { userId: id },
      });
    }
  });
}
