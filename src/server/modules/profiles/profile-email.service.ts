/** A profile's own e-mail address for its notices, proved by a code that is sent there. */
import { eq } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { checkCode, codeMinutes, makeCode, resendSeconds } from '../accounts/codes.service.ts';
import { mailboxLimit } from '../accounts/users.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import * as repo from './profiles.repo.ts';
import { profiles } from './profiles.tables.ts';

/** Codes that one account may have sent within an hour, over all of its profiles. */
const userLimit = new RateLimit('profile_email_user', 10, 3_600_000, { code: 'too_many_tries' });

const subjectOf = (profileId: string) => ({ purpose: 'profile_email' as const, subjectId: profileId });

/**
 * Sends a code to the new address of a profile; the previous code becomes void. The current address stays until the new one is
 * proved.
 */
export async function askForEmail(
  context: Context,
  user: SignedInUser,
  profileId: string,
  email: string,
  locale: Locale,
): Promise<{ email: string; resend_seconds: number }> {
  if (!(await repo.findProfile(context.db, user.householdId, profileId))) fail('not_found');
  await context.db.transaction(async (tx) => {
    const code = await makeCode(tx, context, { ...subjectOf(profileId), target: email });
    await beginAttempt({ ...context, db: tx }, userLimit.of(user.id), mailboxLimit.of(email));
    const values = { code, minutes: codeMinutes };
    await queueMail(tx, context, {
      to: email,
      userId: user.id,
      locale,
      template: 'profile_email_code',
      values,
    });
  });
  return { email, resend_seconds: resendSeconds };
}

/** Checks the code, and stores the address that it went to as the profile's. */
export async function proveEmail(
  context: Context,
  householdId: string,
  profileId: string,
  code: string,
): Promise<string> {
  if (!(await repo.findProfile(context.db, householdId, profileId))) fail('not_found');
  const email = await checkCode(context, subjectOf(profileId), code);
  await context.db.update(profiles).set({ email }).where(eq(profiles.id, profileId));
  return email;
}

/** Removes a profile's address. */
export async function removeEmail(context: Context, householdId: string, profileId: string): Promise<void> {
  if (!(await repo.findProfile(context.db, householdId, profileId))) fail('not_found');
  await context.db.update(profiles).set({ email: null }).where(eq(profiles.id, profileId));
}
