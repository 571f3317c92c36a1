/** The members of a household's presence channel. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { sessions } from '../accounts/accounts.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';

/**
 * A member in the protocol's form: the profile that the device has entered, or, before it has entered one, the user and the
 * device's name.
 */
export async function getMember({ db }: Context, user: SignedInUser) {
  const [row] = await db
    .select({ profileId: profiles.id, name: profiles.name, deviceName: sessions.deviceName })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.profileId))
    .where(eq(sessions.id, user.sessionId));
  return { user_id: row?.profileId ?? user.id, user_info: { name: row?.name ?? row?.deviceName ?? '' } };
}
