/** Erases accounts whose grace period has ended, with everything that the modules have declared to be personal data. */
import { and, eq, lte, ne } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { erasePersonalData, personalData } from '../../db/personal-data.ts';
import { queueMail } from '../mail/mail.service.ts';
import { households, users } from './accounts.tables.ts';
import { graceMs } from './deletion.service.ts';

/**
 * Erases every account whose 90 days have passed; one at a time, so that a killed process leaves each account either whole or
 * erased.
 */
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
  // Locked: the owner may be cancelling at this moment.
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
  const erased = { userId, householdId, email, isLast: !other };
  await erasePersonalData(tx, context.registries.get(personalData), erased, context);
  if (!other) await tx.delete(households).where(eq(households.id, householdId));
  await tx.delete(users).where(eq(users.id, userId));
  await queueMail(tx, context, { to: email, locale, template: 'account_erased', values: {} });
  return 1;
}
