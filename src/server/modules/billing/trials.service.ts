/** Trials: one for each card and for each mailbox, in whichever household. */
import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { users } from '../accounts/accounts.tables.ts';
import { cards, trialCards, trialMailboxes } from './billing.tables.ts';

type Settings = Pick<Context, 'config'>;

/** A keyed hash: it does not reveal the card or the mailbox, and cannot be compared without the secret. */
const hashOf = ({ config }: Settings, text: string): string =>
  createHmac('sha256', config.secret).update(text).digest('base64url');

const cardKey = (fingerprint: string) => `trial-card:${fingerprint}`;

async function fingerprintOf(db: Queryable, cardId: string): Promise<string | undefined> {
  const [card] = await db.select({ fingerprint: cards.fingerprint }).from(cards).where(eq(cards.id, cardId));
  return card?.fingerprint ?? undefined;
}

/** The mailbox of an address: without the tag after a plus sign, and for Gmail without dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).toLowerCase().split('+')[0] ?? '';
  const host = email.slice(at + 1).toLowerCase();
  return host === 'gmail.com' || host === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`;
}

async function mailboxKey(db: Queryable, userId: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return `trial-mailbox:${mailboxOf(user?.email ?? '')}`;
}

/**
 * Serializes checkouts with the same card or the same mailbox, so that each sees the trial of the one before. Locks
 * follow those of accounts and precede all others.
 */
export async function lockTrials(
  tx: Transaction,
  { cardId, userId }: { cardId: string | null; userId: string },
): Promise<void> {
  const fingerprint = cardId === null ? undefined : await fingerprintOf(tx, cardId);
  const keys = [await mailboxKey(tx, userId), ...(fingerprint ? [cardKey(fingerprint)] : [])];
  for (const key of keys) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Whether the mailbox of a user has had a trial in any household. */
export async function isTrialMailbox(db: Queryable, context: Settings, userId: string): Promise<boolean> {
  const [had] = await db
    .select({ at: trialMailboxes.at })
    .from(trialMailboxes)
    .where(eq(trialMailboxes.hash, hashOf(context, await mailboxKey(db, userId))));
  return had !== undefined;
}

/** Records that the mailbox of a user has had its trial. */
export async function keepTrialMailbox(
  tx: Transaction,
  context: Settings & Pick<Context, 'now'>,
  userId: string,
): Promise<void> {
  const hash = hashOf(context, await mailboxKey(tx, userId));
  await tx.insert(trialMailboxes).values({ hash, at: context.now() }).onConflictDoNothing();
}

/** Whether another household, also an erased one, has had a trial with a card of the account. */
export async function isTrialCard(
  db: Queryable,
  context: Settings,
  { cardId, accountId }: { cardId: string; accountId: string | undefined },
): Promise<boolean> {
  const fingerprint = await fingerprintOf(db, cardId);
  if (!fingerprint) return false;
  const [row] = await queryRows<{ had: boolean }>(
    db,
    sql`select mine.id is not null and (
          exists (select from billing_cards o
            join billing_subscriptions s on s.account_id = o.account_id
            join billing_changes c on c.subscription_id = s.id and c.trial_days > 0
            where o.fingerprint = mine.fingerprint and o.account_id <> mine.account_id)
          or exists (select from billing_trial_cards t where t.hash = ${hashOf(context, cardKey(fingerprint))})) as had
      from billing_cards mine where mine.id = ${cardId} and mine.account_id = ${accountId ?? null}`,
  );
  return row?.had ?? false;
}

/** Records that an account had a trial with its cards, before an erasure deletes their fingerprints. */
export async function keepTrialCards(
  tx: Transaction,
  context: Settings & Pick<Context, 'now'>,
  householdId: string,
): Promise<void> {
  const rows = await queryRows<{ fingerprint: string }>(
    tx,
    sql`select distinct o.fingerprint from billing_cards o join billing_accounts a on a.id = o.account_id
      where a.household_id = ${householdId} and o.fingerprint is not null
        and exists (select from billing_subscriptions s join billing_changes c on c.subscription_id = s.id
          where s.account_id = a.id and c.trial_days > 0)`,
  );
  // In order, so that two erasures do not wait for each other.
  const hashes = rows.map(({ fingerprint }) => hashOf(context, cardKey(fingerprint))).sort();
  if (hashes.length === 0) return;
  await tx
    .insert(trialCards)
    .values(hashes.map((hash) => ({ hash, at: context.now() })))
    .onConflictDoUpdate({ target: trialCards.hash, set: { at: context.now() } });
}
