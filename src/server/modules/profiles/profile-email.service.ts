/** An e-mail address of a profile's own, for its notices: proven by a code of six digits that is sent there. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { fail, failField } from '../../http/errors.ts';
import { queueMail } from '../mail/mail.service.ts';
import * as repo from './profiles.repo.ts';
import { profileEmails } from './profiles.tables.ts';

const codeMinutes = 10;
const resendMs = 60_000;
/** Wrong ones until a code counts no longer, and codes an hour for one profile. */
const mostTries = 5;
const mostSends = 5;
const sendsMs = 3_600_000;

const hashOf = ({ config }: Context, profileId: string, code: string) =>
  createHmac('sha256', config.secret).update(`profile-email:${profileId}:${code}`).digest('base64url');

/**
 * Sends a code to the address that a profile is to have; the one before counts no longer. What the profile had stays until the
 * new one is proven.
 */
export async function askForEmail(
  context: Context,
  householdId: string,
  profileId: string,
  email: string,
  locale: Locale,
): Promise<void> {
  const now = context.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await context.db.transaction(async (tx) => {
    // Two at once: the second waits, and then has to wait its minute.
    await repo.lockHousehold(tx, householdId);
    if (!(await repo.findProfile(tx, householdId, profileId))) fail('not_found');
    const [had] = await tx.select().from(profileEmails).where(eq(profileEmails.profileId, profileId));
    let sends = 1;
    let firstSentAt = now;
    if (had) {
      const waitMs = had.sentAt.getTime() + resendMs - now.getTime();
      if (waitMs > 0) fail('wait', { seconds: Math.ceil(waitMs / 1000) });
      const windowMs = had.firstSentAt.getTime() + sendsMs - now.getTime();
      if (windowMs > 0) {
        if (had.sends >= mostSends) fail('too_many_tries', { seconds: Math.ceil(windowMs / 1000) });
        sends = had.sends + 1;
        firstSentAt = had.firstSentAt;
      }
    }
    const asked = { pending: email, codeHash: hashOf(context, profileId, code), tries: 0, sends };
    const values = { ...asked, firstSentAt, sentAt: now };
    await tx
      .insert(profileEmails)
      .values({ profileId, ...values })
      .onConflictDoUpdate({ target: profileEmails.profileId, set: values });
    await queueMail(tx, context, {
      to: email,
      locale,
      template: 'profile_email_code',
      values: { code, minutes: codeMinutes },
    });
  });
}

/** Checks the code, and gives the profile the address that it went to. Each try counts before it is judged. */
export async function proveEmail(
  context: Context,
  householdId: string,
  profileId: string,
  code: string,
): Promise<string> {
  const { db } = context;
  if (!(await repo.findProfile(db, householdId, profileId))) fail('not_found');
  const since = new Date(context.now().getTime() - codeMinutes * 60_000);
  const [row] = await db
    .update(profileEmails)
    .set({ tries: sql`${profileEmails.tries} + 1` })
    .where(
      and(
        eq(profileEmails.profileId, profileId),
        isNotNull(profileEmails.pending),
        lt(profileEmails.tries, mostTries),
        gt(profileEmails.sentAt, since),
      ),
    )
    .returning();
  if (!row?.pending || !row.codeHash) failField('code', 'code_over');
  const [given, right] = [hashOf(context, profileId, code), row.codeHash].map((text) => Buffer.from(text));
  if (!timingSafeEqual(given as Buffer, right as Buffer)) failField('code', 'code');
  await db
    .update(profileEmails)
    .set({ email: row.pending, pending: null, codeHash: null })
    .where(and(eq(profileEmails.profileId, profileId), eq(profileEmails.codeHash, row.codeHash)));
  return row.pending;
}

/** Takes a profile's address away. How many codes were sent still counts. */
export async function removeEmail(context: Context, householdId: string, profileId: string): Promise<void> {
  if (!(await repo.findProfile(context.db, householdId, profileId))) fail('not_found');
  await context.db
    .update(profileEmails)
    .set({ email: null, pending: null, codeHash: null })
    .where(eq(profileEmails.profileId, profileId));
}
