/** The ledger: every cent that moves, written once, in entries that sum to 0. US dollars. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { type LedgerAccount, ledgerEntries, ledgerTransactions } from './billing.tables.ts';

export interface LedgerEntry {
  account: LedgerAccount;
  /** Debits are positive, credits negative. */
  amountCents: number;
  billingAccountId?: string | null | undefined;
  jurisdiction?: string | null | undefined;
}

export interface Posting {
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

/** Posts a transaction; see `postAll`. */
export const post = (tx: Transaction, posting: Posting): Promise<void> => postAll(tx, [posting]);

/**
 * Posts transactions. The same cause with the same entries again is nothing; with other entries it is an error, and nothing is
 * posted. Entries of 0 are left out.
 */
export async function postAll(tx: Transaction, postings: readonly Posting[]): Promise<void> {
  const given = postings
    .map(({ entries, ...posting }) => ({
      ...posting,
      id: newId(),
      rows: entries.filter(({ amountCents }) => amountCents !== 0).map(written),
    }))
    .filter(({ rows }) => rows.length > 0);
  if (given.length === 0) return;
  const made = new Set(
    (
      await queryRows<{ id: string }>(
        tx,
        sql`insert into billing_transactions (id, at, cause, cause_id)
          select id, at, cause, cause_id from jsonb_populate_recordset(null::billing_transactions, ${JSON.stringify(
            given.map(({ id, at, cause, causeId }) => ({ id, at, cause, cause_id: causeId })),
          )}::jsonb) on conflict (cause, cause_id) do nothing returning id`,
      )
    ).map(({ id }) => id),
  );
  await insertRows(
    tx,
    ledgerEntries,
    given
      .filter(({ id }) => made.has(id))
      .flatMap(({ id, rows }) => rows.map((row, position) => ({ transactionId: id, position, ...row }))),
  );
  for (const { id, cause, causeId, rows } of given)
    if (!made.has(id)) await requireSame(tx, cause, causeId, rows);
}

async function requireSame(
  tx: Transaction,
  cause: string,
  causeId: string,
  rows: ReturnType<typeof written>[],
): Promise<void> {
  if (JSON.stringify(await readEntries(tx, cause, causeId)) !== JSON.stringify(rows))
    throw new Error(`ledger: ${cause} ${causeId} was posted with other entries`);
}

/** The entries that a cause has posted, in their order. */
const readEntries = (tx: Transaction, cause: string, causeId: string) =>
  tx
    .select({
      account: ledgerEntries.account,
      amountCents: ledgerEntries.amountCents,
      billingAccountId: ledgerEntries.billingAccountId,
      jurisdiction: ledgerEntries.jurisdiction,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(and(eq(ledgerTransactions.cause, cause), eq(ledgerTransactions.causeId, causeId)))
    .orderBy(asc(ledgerEntries.position));

/** Posts the reverse of what a cause has posted, as `<cause>_void`; the same again is nothing, and so is a cause without entries. */
export async function reverse(
  tx: Transaction,
  { cause, causeId, at }: { cause: string; causeId: string; at: Date },
): Promise<void> {
  const entries = await readEntries(tx, cause, causeId);
  await post(tx, {
    cause: `${cause}_void`,
    causeId,
    at,
    entries: entries.map(({ amountCents, ...entry }) => ({ ...entry, amountCents: -amountCents })),
  });
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
