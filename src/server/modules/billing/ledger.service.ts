/** The ledger: every cent that moves, written once, in entries that sum to 0. US dollars. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { type LedgerAccount, ledgerEntries, ledgerTransactions } from './billing.tables.ts';

export interface LedgerEntry {
  account: LedgerAccount;
  /** Debits are positive, credits negative. */
  amountCents: number;
  billingAccountId?: string | undefined;
  jurisdiction?: string | undefined;
}

interface Posting {
  cause: string;
  causeId: string;
  at: Date;
  entries: LedgerEntry[];
}

const written = ({ account, amountCents, billingAccountId, jurisdiction }: LedgerEntry) => ({
  account,
  amountCents,
  billingAccountId: billingAccountId ?? null,
  jurisdiction: jurisdiction ?? null,
});

/**
 * Posts a transaction. The same cause with the same entries again is nothing; with other entries it is an error, and nothing is
 * posted. Entries of 0 are left out.
 */
export async function post(tx: Transaction, { cause, causeId, at, entries }: Posting): Promise<void> {
  const rows = entries.filter(({ amountCents }) => amountCents !== 0).map(written);
  if (rows.length === 0) return;
  const id = newId();
  const made = await tx
    .insert(ledgerTransactions)
    .values({ id, at, cause, causeId })
    .onConflictDoNothing()
    .returning({ id: ledgerTransactions.id });
  if (made.length > 0) {
    await tx
      .insert(ledgerEntries)
      .values(rows.map((row, position) => ({ ...row, transactionId: id, position })));
    return;
  }
  const posted = await tx
    .select({
      account: ledgerEntries.account,
      amountCents: ledgerEntries.amountCents,
      billingAccountId: ledgerEntries.billingAccountId,
      jurisdiction: ledgerEntries.jurisdiction,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(sql`${ledgerTransactions.cause} = ${cause} and ${ledgerTransactions.causeId} = ${causeId}`)
    .orderBy(asc(ledgerEntries.position));
  if (JSON.stringify(posted) !== JSON.stringify(rows))
    throw new Error(`ledger: ${cause} ${causeId} was posted with other entries`);
}

/** The balance of each account of the ledger; of one billing account when it is named. Those of 0 are left out. */
export async function readBalances(
  db: Queryable,
  billingAccountId?: string,
): Promise<Partial<Record<LedgerAccount, number>>> {
  const rows = await db
    .select({
      account: ledgerEntries.account,
      cents: sql<number>`sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(billingAccountId === undefined ? undefined : eq(ledgerEntries.billingAccountId, billingAccountId))
    .groupBy(ledgerEntries.account);
  return Object.fromEntries(
    rows.filter(({ cents }) => cents !== 0).map(({ account, cents }) => [account, cents]),
  );
}
