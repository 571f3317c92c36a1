/**
 * Charges what is due to be tried, many at once: their attempts are written in one transaction, asked for one by one, and what was
 * paid is booked in one again. What a kill leaves open in between is read by `settleLost`, like any other attempt.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { GatewayRefused, GatewayUnavailable, type PaymentOutcome } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { must } from '../../must.ts';
import { attempts, billingAccounts, payments } from './billing.tables.ts';
import { tellHousehold } from './notices.service.ts';
import { onPaidMany } from './outcomes.service.ts';
import { openStates } from './payments.repo.ts';
import { apply, endAttempt, refusedAs, requirePayments } from './payments.service.ts';

/** How many are begun together. */
const batchSize = 64;

interface Begun {
  paymentId: string;
  attemptId: string;
  invoiceId: string;
  amountCents: number;
  customerId: string | null;
  gatewayCardId: string;
  gatewayPaymentId: string | null;
  /** The payment was asked for before, and the answer may have been lost. */
  mayExist: boolean;
}

/** Charges until nothing is due, or `signal` stops it. Answers how many were tried. */
export async function chargeDue(context: Context, signal?: AbortSignal): Promise<number> {
  if (!context.payments) return 0;
  let count = 0;
  while (!signal?.aborted) {
    const { begun, seen } = await beginDue(context);
    const isAway = await chargeMany(context, begun);
    count += seen;
    // The card processor answers nobody: the rest is not begun either, and is due at the next run.
    if (seen === 0 || isAway) return count;
  }
  return count;
}

/** Writes an attempt for each payment that is due, with the card of its account. What is being tried waits for the end of that. */
async function beginDue(context: Context): Promise<{ begun: Begun[]; seen: number }> {
  const at = context.now();
  return context.db.transaction(async (tx) => {
    const due = await queryRows<Begun & { cardId: string | null }>(
      tx,
      sql`select p.id as "paymentId", p.invoice_id as "invoiceId", p.amount_cents as "amountCents",
          a.gateway_customer_id as "customerId", c.id as "cardId", c.gateway_card_id as "gatewayCardId",
          p.gateway_payment_id as "gatewayPaymentId", p.gateway_asked_at is not null as "mayExist"
        from billing_payments p join billing_accounts a on a.id = p.account_id
        left join billing_cards c on c.id = a.card_id and c.removed_at is null
        where p.next_try_at <= ${at} and p.state in ('open', 'action', 'processing') and p.method = 'card'
          and not exists (select from billing_attempts t where t.payment_id = p.id and t.outcome is null)
        order by p.next_try_at, p.id limit ${batchSize} for update of p skip locked`,
    );
    if (due.length === 0) return { begun: [], seen: 0 };
    const begun = due.filter(({ cardId }) => cardId !== null).map((own) => ({ ...own, attemptId: newId() }));
    await insertRows(
      tx,
      attempts,
      begun.map(({ attemptId, paymentId, cardId }) => ({
        id: attemptId,
        paymentId,
        cardId: must(cardId, 'card'),
        isOffSession: true,
        at,
      })),
    );
    // Without a card it is not tried by itself any more; a new card is tried at once.
    await tx
      .update(payments)
      .set({ nextTryAt: null })
      .where(
        inArray(
          payments.id,
          due.map(({ paymentId }) => paymentId),
        ),
      );
    await tx.execute(sql`
      update billing_payments p set card_id = c.id, card_brand = c.brand, card_last_four = c.last_four,
        card_expiry_month = c.expiry_month, card_expiry_year = c.expiry_year, card_name = c.name,
        gateway_asked_at = coalesce(p.gateway_asked_at, ${at})
      from billing_accounts a join billing_cards c on c.id = a.card_id
      where a.id = p.account_id and p.id = any(${sql.param(begun.map(({ paymentId }) => paymentId))}::uuid[])`);
    return { begun, seen: due.length };
  });
}

/** Charges what was begun. Answers whether the card processor was away for all of it. */
async function chargeMany(context: Context, begun: readonly Begun[]): Promise<boolean> {
  const queue = [...begun];
  let away = 0;
  const paid: (Begun & { gatewayPaymentId: string })[] = [];
  const work = async () => {
    for (let own = queue.pop(); own; own = queue.pop()) {
      try {
        const { outcome, gatewayPaymentId } = await ask(context, own);
        if (outcome?.state === 'succeeded') paid.push({ ...own, gatewayPaymentId });
        else {
          if (!outcome) away += 1;
          if (gatewayPaymentId) await rememberGatewayId(context, own.paymentId, gatewayPaymentId);
          if (outcome) await apply(context, own.paymentId, outcome, { attemptId: own.attemptId });
        }
      } catch (error) {
        if (error instanceof GatewayUnavailable) away += 1;
        context.log.warn({ err: error, paymentId: own.paymentId }, 'a payment could not be tried');
      }
    }
  };
  await Promise.all(Array.from({ length: context.config.billing.chargesAtOnce }, work));
  await bookPaid(context, paid);
  return begun.length > 0 && away === begun.length;
}

const rememberGatewayId = (context: Context, paymentId: string, gatewayPaymentId: string) =>
  context.db.update(payments).set({ gatewayPaymentId }).where(eq(payments.id, paymentId));

/** Asks the card processor. No outcome: it is not known, and is read later. No id: it has refused to make the payment. */
async function ask(
  context: Context,
  own: Begun,
): Promise<{ outcome: Exclude<PaymentOutcome, { state: 'unknown' }> | undefined; gatewayPaymentId: string }> {
  const gateway = requirePayments(context);
  const { attemptId, invoiceId, amountCents, customerId, mayExist } = own;
  let gatewayPaymentId = own.gatewayPaymentId ?? '';
  try {
    if (!gatewayPaymentId)
      gatewayPaymentId = (
        await gateway.openPayment({
          invoiceId,
          customerId: must(customerId, 'customer'),
          amountCents,
          mayExist,
        })
      ).id;
    const outcome = await gateway.confirmPayment({
      attemptId,
      paymentId: gatewayPaymentId,
      cardId: own.gatewayCardId,
      isOffSession: true,
    });
    return { outcome: outcome.state === 'unknown' ? undefined : outcome, gatewayPaymentId };
  } catch (error) {
    if (error instanceof GatewayRefused) return { outcome: refusedAs(error), gatewayPaymentId };
    // Certainly not asked of the card: it is tried again in a while.
    if (error instanceof GatewayUnavailable || !gatewayPaymentId)
      await endAttempt(context, attemptId, 'not_made');
    throw error;
  }
}

/** Books what was paid, in one transaction: accounts first, then payments, as everybody locks them. */
async function bookPaid(
  context: Context,
  paid: readonly { paymentId: string; gatewayPaymentId: string }[],
): Promise<void> {
  if (paid.length === 0) return;
  const ids = paid.map(({ paymentId }) => paymentId);
  const booked = await context.db.transaction(async (tx) => {
    const at = context.now();
    await tx
      .select({ id: billingAccounts.id })
      .from(billingAccounts)
      .where(
        inArray(
          billingAccounts.id,
          tx.select({ id: payments.accountId }).from(payments).where(inArray(payments.id, ids)),
        ),
      )
      .orderBy(asc(billingAccounts.id))
      .for('update');
    const rows = await tx
      .select()
      .from(payments)
      .where(inArray(payments.id, ids))
      .orderBy(asc(payments.id))
      .for('update');
    const open = rows.filter(({ state }) => (openStates as readonly string[]).includes(state));
    await tx.execute(sql`
      update billing_payments p set gateway_payment_id = given.gateway_payment_id
      from jsonb_to_recordset(${JSON.stringify(
        paid.map(({ paymentId, gatewayPaymentId }) => ({
          id: paymentId,
          gateway_payment_id: gatewayPaymentId,
        })),
      )}::jsonb) as given(id uuid, gateway_payment_id text) where p.id = given.id`);
    await tx.execute(sql`
      update billing_attempts set outcome = 'succeeded', read_at = ${at}
      where payment_id = any(${sql.param(open.map(({ id }) => id))}::uuid[]) and outcome is null`);
    await onPaidMany(tx, context, open, { method: 'card', at });
    return open;
  });
  // A renewal that succeeds at once changes nothing that an open page shows.
  for (const { id, firstFailedAt } of booked) if (firstFailedAt) await tellHousehold(context, id);
}
