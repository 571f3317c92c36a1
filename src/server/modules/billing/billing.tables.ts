import { index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { households } from '../accounts/accounts.tables.ts';

/**
 * Who pays. A household has one; when it is erased its money stays here, of nobody, for the years that the law asks.
 */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    id: idColumn(),
    householdId: uuid('household_id').references(() => households.id, { onDelete: 'set null' }),
    ...stamps(),
  },
  (t) => [uniqueIndex('billing_accounts_household').on(t.householdId)],
);

/**
 * The accounts of the ledger. What is owed to us, and what we have: `receivable`, `gateway` (at the card processor), `cash`,
 * `checks`. What we owe: `deferred` (paid for days that have not been served), `tax`, `credit` (of a customer), `gifts` (not
 * redeemed). What was earned and lost: `revenue`, `refunds`, `promotions`, `disputes`, `fees`.
 */
export const ledgerAccounts = [
  'receivable',
  'gateway',
  'cash',
  'checks',
  'deferred',
  'tax',
  'credit',
  'gifts',
  'revenue',
  'refunds',
  'promotions',
  'disputes',
  'fees',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** Money that moved, once for each cause. The database refuses to change or delete one, and entries that do not sum to 0. */
export const ledgerTransactions = pgTable(
  'billing_transactions',
  {
    id: idColumn(),
    /** When it is true: by the service's clock. */
    at: instant('at').notNull(),
    /** What caused it, such as `invoice` or `payment`, and which one. */
    cause: text('cause').notNull(),
    causeId: text('cause_id').notNull(),
  },
  (t) => [
    uniqueIndex('billing_transactions_cause').on(t.cause, t.causeId),
    index('billing_transactions_at').on(t.at),
  ],
);

/** The entries of a transaction: debits are positive, credits negative. */
export const ledgerEntries = pgTable(
  'billing_entries',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id, { onDelete: 'restrict' }),
    position: smallint('position').notNull(),
    account: text('account', { enum: ledgerAccounts }).notNull(),
    billingAccountId: uuid('billing_account_id').references(() => billingAccounts.id, {
      onDelete: 'restrict',
    }),
    /** Of `tax`: whose it is, such as `US-CA`. */
    jurisdiction: text('jurisdiction'),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.transactionId, t.position] }),
    index('billing_entries_account').on(t.billingAccountId, t.account),
  ],
);
