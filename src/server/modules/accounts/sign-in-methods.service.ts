/** The sign-in methods of an account: password, other services, passkeys. At least one always remains. */
import { and, eq, inArray } from 'drizzle-orm';
import type { ProviderName } from '../../../contract/providers.ts';
import { configuredProviders } from '../../adapters/identity-providers/open.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { passkeys } from '../passkeys/passkeys.tables.ts';
import { identities } from '../social-login/social-login.tables.ts';
import { users } from './accounts.tables.ts';

/**
 * Refuses to remove the last sign-in method. It is called in the transaction that removes the method, before the removal. A
 * service that is no longer configured does not count as a method. The user is locked meanwhile, so that two simultaneous
 * removals do not each count on the other's method. Returns the user, who is to be notified.
 */
export async function requireAnotherMethod(
  tx: Transaction,
  { config }: Pick<Context, 'config'>,
  userId: string,
  leaving: ProviderName | 'passkey',
): Promise<typeof users.$inferSelect> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user) fail('login_required');
  if (user.passwordHash !== null) return user;
  const others = configuredProviders(config).filter((provider) => provider !== leaving);
  const services = await tx.$count(
    identities,
    and(eq(identities.userId, userId), inArray(identities.provider, others)),
  );
  const keys = await tx.$count(passkeys, eq(passkeys.userId, userId));
  if (services + keys - (leaving === 'passkey' ? 1 : 0) < 1) fail('last_sign_in_method');
  return user;
}
