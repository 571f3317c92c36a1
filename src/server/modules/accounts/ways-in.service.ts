/** What signs in to an account: its password, other services, passkeys. There is always one left. */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { fail } from '../../http/errors.ts';
import { passkeys } from '../passkeys/passkeys.tables.ts';
import { identities } from '../social-login/social-login.tables.ts';
import { users } from './accounts.tables.ts';

/**
 * Refuses to take away the only way that is left; asked in the transaction that takes it away, before it does. The user is locked
 * meanwhile, so that two of these do not each count on the other's. Answers the user, who is to be told.
 */
export async function requireAnotherWayIn(
  tx: Transaction,
  userId: string,
): Promise<typeof users.$inferSelect> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user) fail('login_required');
  const [counted] = await tx
    .select({
      others: sql<number>`((select count(*) from ${identities} where ${identities.userId} = ${userId})
        + (select count(*) from ${passkeys} where ${passkeys.userId} = ${userId}))::int`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (user.passwordHash === null && (counted?.others ?? 0) < 2) fail('last_way_in');
  return user;
}
