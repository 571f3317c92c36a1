/** Usernames and mailboxes of accounts, and the rate limit of mail to a mailbox. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { refusalOf } from '../../db/refusal.ts';
import { failField } from '../../errors.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { households, users } from './accounts.tables.ts';

const hourMs = 3_600_000;
/** Messages to one mailbox within an hour, over all ways to sign up. */
export const mailboxLimit = new RateLimit('mailbox', 5, hourMs, { code: 'too_many_tries' });

/** The account of an e-mail address. */
export async function findUserByEmail(
  db: Queryable,
  email: string,
): Promise<typeof users.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row;
}

/** Whether the username is taken. */
export async function isUsernameTaken(db: Queryable, username: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.username, username));
  return found.length > 0;
}

/** Whether an account has the e-mail address. */
export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return found.length > 0;
}

/** Turns a conflict over the username or the address into an error at its field. */
export const naming = <T>(making: Promise<T>): Promise<T> =>
  making.catch((error: unknown) => {
    const constraint = refusalOf(error)?.constraint;
    if (constraint === 'accounts_users_username') failField('username', 'username_taken');
    if (constraint === 'accounts_users_email') failField('email', 'email_taken');
    throw error;
  });

/** The values of a new account; its mailbox has been proved to be theirs. */
export type NewAccount = Pick<
  typeof users.$inferInsert,
  'username' | 'email' | 'phone' | 'passwordHash' | 'locale' | 'termsAgreedAt'
>;

/** Makes household and user together. */
export async function insertAccount(
  tx: Queryable,
  { username, email, phone, passwordHash, locale, termsAgreedAt }: NewAccount,
  now: Date,
): Promise<{ householdId: string; userId: string }> {
  const householdId = newId();
  const userId = newId();
  await tx.insert(households).values({ id: householdId });
  await tx.insert(users).values({
    id: userId,
    householdId,
    username,
    email,
    phone,
    passwordHash,
    locale,
    emailVerifiedAt: now,
    termsAgreedAt,
    createdAt: now,
  });
  return { householdId, userId };
}

/** Changes what staff may change of a user. */
export async function setUser(
  tx: Queryable,
  id: string,
  values: { emailVerifiedAt?: Date; suspendedAt?: Date | null },
): Promise<void> {
  await tx.update(users).set(values).where(eq(users.id, id));
}
