/** Cards with which the service was tried: a trial is had once with a card, whoever gives it. */
import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { cards, trialCards } from './billing.tables.ts';

type Settings = Pick<Context, 'config'>;

/** Nobody can tell from it which card it was, and without the secret not even whether it was a given one. */
const hashOf = ({ config }: Settings, fingerprint: string): string =>
  createHmac('sha256', config.secret).update(`trial-card:${fingerprint}`).digest('base64url');

async function fingerprintOf(db: Queryable, cardId: string): Promise<string | undefined> {
  const [card] = await db.select({ fingerprint: cards.fingerprint }).from(cards).where(eq(cards.id, cardId));
  return card?.fingerprint ?? undefined;
}

/**
 * Lets households that begin a plan with the same card wait for each other, so that each sees the trial of the one before. After
 * their accounts, before anything else.
 */
export async function lockTrialCard(tx: Transaction, cardId: string): Promise<void> {
  const fingerprint = await fingerprintOf(tx, cardId);
  if (fingerprint)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`trial-card:${fingerprint}`}, 0))`);
}

/** Whether somebody else has tried the service with the same card of an account, or somebody who is erased. */
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
          or exists (select from billing_trial_cards t where t.hash = ${hashOf(context, fingerprint)})) as had
      from billing_cards mine where mine.id = ${cardId} and mine.account_id = ${accountId ?? null}`,
  );
  return row?.had ?? false;
}

/** Keeps that an account which is erased has had a trial with its cards. Before their fingerprints go. */
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
  const hashes = rows.map(({ fingerprint }) => hashOf(context, fingerprint)).sort();
  if (hashes.length === 0) return;
  await tx
    .insert(trialCards)
    .values(hashes.map((hash) => ({ hash, at: context.now() })))
    .onConflictDoUpdate({ target: trialCards.hash, set: { at: context.now() } });
}
