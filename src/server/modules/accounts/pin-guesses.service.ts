/**
 * Wrong PINs, of a profile and of a household's parents alike: counted in the database since the last right one, so that neither
 * time, nor a restart, nor another node gives a child another four digits to try.
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
/** How long the next try waits after the fifth wrong one, the sixth and so on; after later ones as long as after the last. */
const waitMinutes = [1, 5, 15, 60];
/** Wrong ones until the PIN alone is no longer taken: one guesser in five hundred is right before that. */
const maxPinFailures = 20;

interface Guesses {
  hash: string | null;
  failures: number;
  failed_at: Date | null;
}

/** The columns of a PIN. By SQL: counting is no change of a profile, whose cached answers it would drop. */
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

/** The PIN's owner has shown who they are: wrong ones of before count no longer. */
export async function forgetGuesses(db: Queryable, of: PinOf): Promise<void> {
  const column = columnsOf(of);
  await db.execute(sql`
    update ${column.table} set ${column.failures} = 0, ${column.failedAt} = null
    where ${column.own} and ${column.failures} > 0`);
}

/** Whether the PIN was wrong so often that it is no longer taken. */
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

/** A guess under way: it counts as wrong until it has shown to be right. */
interface Guess {
  hash: string | null;
  /** Wrong ones with this one. */
  failures: number;
  /** The PIN was not checked: the attempt does not count. */
  refund: () => Promise<void>;
}

/**
 * Begins a guess: counted before anybody looks whether it is right, so that two at once are two. Undefined when the PIN is no longer
 * taken; fails with the seconds left while the next one has to wait.
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
    // Once the row is ours: a guess that waited for it comes after the one before.
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

/** Writes down a wrong guess that makes the next one wait, and tells the household's users of the one that was the last. */
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
