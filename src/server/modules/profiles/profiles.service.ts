/** A household's profiles. */
import { and, eq } from 'drizzle-orm';
import type { Profile } from '../../../contract/account/profiles.ts';
import type { Context } from '../../context.ts';
import { Attempts } from '../../http/attempts.ts';
import { fail } from '../../http/errors.ts';
import { verifyPassword } from '../../http/passwords.ts';
import { sessions } from '../accounts/accounts.tables.ts';
import { presentProfile } from './profiles.present.ts';
import { profiles } from './profiles.tables.ts';

/** Wrong PINs per profile within a minute. */
const pinAttempts = new Attempts(5, 60_000);

/** Makes a profile of the household the session's own; one with a PIN asks for it. */
export async function enterProfile(
  context: Context,
  user: { householdId: string; sessionId: string },
  profileId: string,
  pin: string | undefined,
  wrongPin: () => never,
): Promise<Profile> {
  const [row] = await context.db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, profileId), eq(profiles.householdId, user.householdId)));
  if (!row) fail('not_found');
  if (row.pinHash !== null) {
    if (pin === undefined) wrongPin();
    pinAttempts.begin(row.id, context.now());
    if (!(await verifyPassword(row.pinHash, pin))) wrongPin();
    pinAttempts.forget(row.id);
  }
  await context.db.update(sessions).set({ profileId: row.id }).where(eq(sessions.id, user.sessionId));
  return presentProfile(row);
}
