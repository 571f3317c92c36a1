/** Bills that wait to be paid, when something comes that can pay them: credit, or another card. */
import { and, asc, eq, gt, inArray, isNull, notExists } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { attempts, billingAccounts, invoices, payments } from './billing.tables.ts';
import { readCredits } from './invoicing.service.ts';
import { onPaid } from './outcomes.service.ts';
import { openStates } from './payments.repo.ts';
import { charge, enqueueEndAtGateway, type PaymentEnd, payInsteadOfBank } from './payments.service.ts';

const isOpenRenewal = and(
  inArray(payments.state, ['open', 'action']),
  // What comes by other means already waits for the card processor alone.
  eq(payments.method, 'card'),
  isNull(payments.abandonedAt),
  gt(payments.amountCents, 0),
);

/** The oldest open renewal that a household pays for: what credit would pay first. */
export async function findOldestOpen(db: Queryable, householdId: string) {
  const [open] = await db
    .select({
      accountId: payments.accountId,
      invoiceId: payments.invoiceId,
      subscriptionId: payments.subscriptionId,
      amountCents: payments.amountCents,
      taxCents: invoices.taxCents,
    })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .innerJoin(billingAccounts, eq(billingAccounts.id, payments.accountId))
    .where(and(eq(billingAccounts.householdId, householdId), isOpenRenewal))
    .orderBy(asc(payments.id))
    .limit(1);
  return open;
}

/** What more than a gift an open renewal takes, in cents, where that is taxes alone: they are ours. Else 0. */
export async function taxesBeyond(
  db: Queryable,
  open: NonNullable<Awaited<ReturnType<typeof findOldestOpen>>>,
  giftCents: number,
): Promise<number> {
  const credit = (await readCredits(db, [open.accountId])).get(open.accountId) ?? 0;
  const beyond = open.amountCents - Math.max(0, credit) - giftCents;
  return beyond > 0 && beyond <= open.taxCents ? beyond : 0;
}

/**
 * Pays open renewals of an account by its credit, the oldest first, each whole; what its card is being tried for is left to that, and
 * one that was left at the bank's page is paid once that has ended. The account is locked. Answers the payments that were paid.
 */
export async function payByCredit(tx: Transaction, context: Context, accountId: string): Promise<string[]> {
  let credit = (await readCredits(tx, [accountId])).get(accountId) ?? 0;
  if (credit <= 0) return [];
  const running = tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.paymentId, payments.id), isNull(attempts.outcome)));
  const open = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), isOpenRenewal, notExists(running)))
    .orderBy(asc(payments.id))
    .for('update');
  const paid: string[] = [];
  for (const payment of open) {
    if (payment.amountCents > credit) break;
    credit -= payment.amountCents;
    if (payment.state === 'action') {
      await payInsteadOfBank(tx, payment.id, { method: 'credit' });
      continue;
    }
    await onPaid(tx, context, payment, { method: 'credit', at: context.now() });
    // No page of the bank that was left open may pay it once more.
    if (payment.gatewayPaymentId || payment.gatewayAskedAt) await enqueueEndAtGateway(tx, payment.id);
    paid.push(payment.id);
  }
  return paid;
}

/** What became of an open invoice that was tried. */
export interface Tried {
  end: PaymentEnd;
  invoiceId: string;
}

/**
 * Tries the renewals of a household that are not paid with a card, the oldest first, until one is not paid by it; the job tries the
 * others. Answers the last that was tried here.
 */
export async function payByCard(
  context: Context,
  householdId: string,
  cardId: string,
): Promise<Tried | undefined> {
  const open = await context.db
    .select({ id: payments.id, invoiceId: payments.invoiceId })
    .from(payments)
    .innerJoin(billingAccounts, eq(billingAccounts.id, payments.accountId))
    .where(
      and(
        eq(billingAccounts.householdId, householdId),
        isNull(payments.abandonedAt),
        inArray(payments.state, [...openStates]),
      ),
    )
    .orderBy(asc(payments.id));
  for (const [index, { id, invoiceId }] of open.entries()) {
    const end = await charge(context, { paymentId: id, cardId, isOffSession: false });
    const others = open.slice(index + 1).map((other) => other.id);
    if (end.state === 'paid' && others.length > 0) continue;
    if (others.length > 0)
      await context.db
        .update(payments)
        .set({ nextTryAt: context.now() })
        .where(and(inArray(payments.id, others), eq(payments.state, 'open'), isNull(payments.abandonedAt)));
    return { end, invoiceId };
  }
  return undefined;
}
