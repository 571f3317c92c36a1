/** Six-digit codes that prove the ownership of a mailbox: sent, sent again, and checked. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail, failField } from '../../errors.ts';
import { codes } from './accounts.tables.ts';

export const codeMinutes = 10;
export const resendSeconds = 60;
/** Wrong attempts until a code is void, and codes per hour for one subject. */
const maxTries = 5;
const maxSends = 5;
const sendsMs = 3_600_000;

/** What a code is for. */
type CodePurpose = 'sign_up' | 'identity' | 'email' | 'profile_email' | 'social_login';
interface Subject {
  purpose: CodePurpose;
  subjectId: string;
}

const hashOf = ({ config }: Pick<Context, 'config'>, { purpose, subjectId }: Subject, code: string) =>
  createHmac('sha256', config.secret).update(`code:${purpose}:${subjectId}:${code}`).digest('base64url');

/**
 * Makes a new code for a subject; the previous code becomes void. Fails with `wait` within a minute of the previous code, and
 * with `too_many_tries` after five in an hour. The caller sends the code in the same transaction.
 */
export async function makeCode(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  subject: Subject & { target: string },
): Promise<string> {
  const now = context.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = hashOf(context, subject, code);
  const { purpose, subjectId, target } = subject;
  const [had] = await tx
    .select()
    .from(codes)
    .where(and(eq(codes.purpose, purpose), eq(codes.subjectId, subjectId)))
    .for('update');
  const first = { purpose, subjectId, target, codeHash, tries: 0, sends: 1, firstSentAt: now, sentAt: now };
  if (!had) {
    // Two simultaneous requests: the second has to wait like any other repeated request.
    const made = await tx.insert(codes).values(first).onConflictDoNothing().returning({ id: codes.id });
    if (made.length === 0) fail('wait', { seconds: resendSeconds });
    return code;
  }
  const waitMs = had.sentAt.getTime() + resendSeconds * 1000 - now.getTime();
  if (waitMs > 0) fail('wait', { seconds: Math.ceil(waitMs / 1000) });
  const windowMs = had.firstSentAt.getTime() + sendsMs - now.getTime();
  if (windowMs > 0 && had.sends >= maxSends) fail('too_many_tries', { seconds: Math.ceil(windowMs / 1000) });
  await tx
    .update(codes)
    .set(windowMs > 0 ? { target, codeHash, tries: 0, sends: had.sends + 1, sentAt: now } : first)
    .where(eq(codes.id, had.id));
  return code;
}

/**
 * Checks a code and returns what it proves; a code is valid once. Each attempt is counted before it is checked, so a thousand
 * simultaneous attempts are worth no more than five.
 */
export async function checkCode(context: Context, subject: Subject, code: string): Promise<string> {
  const { db } = context;
  const since = new Date(context.now().getTime() - codeMinutes * 60_000);
  const [row] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(
      and(
        eq(codes.purpose, subject.purpose),
        eq(codes.subjectId, subject.subjectId),
        lt(codes.tries, maxTries),
        gt(codes.sentAt, since),
      ),
    )
    .returning();
  if (!row) failField('code', 'code_over');
  const given = Buffer.from(hashOf(context, subject, code));
  if (!timingSafeEqual(given, Buffer.from(row.codeHash))) failField('code', 'code');
  // Marks the code as used; only one of two simultaneous attempts succeeds. The row is not deleted, because the number of codes
  // sent still counts.
  const used = await db
    .update(codes)
    .set({ tries: maxTries, codeHash: 'used' })
    .where(and(eq(codes.id, row.id), eq(codes.codeHash, row.codeHash)))
    .returning({ id: codes.id });
  if (used.length === 0) failField('code', 'code_over');
  return row.target;
}

/** Deletes codes that have expired. */
export async function purgeCodes({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.delete(codes).where(lt(codes.sentAt, new Date(now().getTime() - sendsMs)));
}
