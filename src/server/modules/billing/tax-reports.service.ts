/**
 * Records sales and refunds with the tax provider, for the returns. Each has a row whose id is the reference
 * there. A request is stored before each call, and each call has a key, so that a repetition after a kill or a
 * lost answer takes effect once.
 */
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';
import {
  CalculationExpired,
  type TaxAddress,
  type Taxes,
  TaxesRefused,
  TaxesUnavailable,
} from '../../adapters/taxes/port.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { must } from '../../must.ts';
import { noteSince, taxSinceName } from './address-rates.service.ts';
import { addresses, counters, invoiceLines, invoices, payments, taxReports } from './billing.tables.ts';

type Report = typeof taxReports.$inferSelect;

/** Until when all that was paid has a row, in milliseconds. */
const untilName = 'tax_until';
/** Overlap for payments by another node's clock, or stored late. */
const overlapMs = 3_600_000;
const collectedAtOnce = 1000;
const sentAtOnce = 8;
const batchSize = 200;
/** Delay before a row that is being sent, or could not be sent, is taken again. */
const againMs = 10 * 60_000;
const refusedAgainMs = 86_400_000;
const maxTries = 30;
/** The party calculates by rules of up to 31 days ago. */
const datedMs = 30 * 86_400_000;

/** Records due sales and refunds; `signal` stops it. */
export async function reportTaxes(context: Context, signal?: AbortSignal): Promise<void> {
  const { taxes, db } = context;
  if (!taxes) {
    // With our own rates, sales are recorded nowhere, also if the setting is changed back.
    await db.delete(counters).where(inArray(counters.name, [taxSinceName, untilName]));
    return;
  }
  await collect(context);
  while (!signal?.aborted) {
    const due = await take(context);
    if (due.length === 0) return;
    const sales = due.filter(({ kind }) => kind === 'sale');
    const reversals = due.filter(({ kind }) => kind === 'reversal');
    // A sale has to be recorded before its reversal.
    const isAway = !(await sendAll(context, taxes, sales)) || !(await sendAll(context, taxes, reversals));
    // The rest of the batch is due again later, like unanswered calls.
    if (isAway) return;
  }
}

/** Sends several at once. Answers whether the party has answered all of them; else the rest was not sent. */
async function sendAll(context: Context, taxes: Taxes, reports: Report[]): Promise<boolean> {
  let isAway = false;
  const work = async () => {
    for (let own = reports.shift(); own && !isAway; own = reports.shift())
      if (!(await send(context, taxes, own))) isAway = true;
  };
  await Promise.all(Array.from({ length: sentAtOnce }, work));
  return !isAway;
}

/** Writes a row for each payment and refund since the provider is used. */
async function collect(context: Context): Promise<void> {
  const { db } = context;
  const at = context.now();
  await noteSince(context);
  const known = new Map(
    (
      await db
        .select()
        .from(counters)
        .where(inArray(counters.name, [taxSinceName, untilName]))
    ).map(({ name, value }) => [name, value]),
  );
  const since = must(known.get(taxSinceName), 'since');
  const from = new Date(Math.max(since, (known.get(untilName) ?? since) - overlapMs));
  // A gift is taxed when it is redeemed. An invoice of 0 is no sale.
  await collectAll(context, from, paidSince);
  await collectAll(context, new Date(since), givenBackSince);
  await db
    .insert(counters)
    .values({ name: untilName, value: at.getTime() })
    .onConflictDoUpdate({
      target: counters.name,
      set: { value: sql`greatest(${counters.value}, excluded.value)` },
    });
}

const paidSince = (from: Date) => sql`
  select p.id as "paymentId", null::uuid as "refundId", p.paid_at as at, l.net::int as "netCents", l.tax::int as "taxCents"
  from billing_payments p
  cross join lateral (select sum(amount_cents) as net, sum(tax_cents) as tax from billing_invoice_lines
    where invoice_id = p.invoice_id and kind not in ('gift', 'carried')) l
  where p.state = 'paid' and p.paid_at >= ${from} and l.net <> 0
    and not exists (select from billing_tax_reports r where r.payment_id = p.id and r.refund_id is null)
  order by p.paid_at, p.id limit ${collectedAtOnce}`;

const givenBackSince = (since: Date) => sql`
  select f.payment_id as "paymentId", f.id as "refundId", f.at, f.tax_cents - f.amount_cents as "netCents",
    -f.tax_cents as "taxCents"
  from billing_refunds f
  where f.state = 'succeeded' and f.at >= ${since}
    and exists (select from billing_payments p join billing_invoice_lines l on l.invoice_id = p.invoice_id
      where p.id = f.payment_id and l.kind <> 'gift')
    and not exists (select from billing_tax_reports r where r.refund_id = f.id)
  order by f.at, f.id limit ${collectedAtOnce}`;

/** Collects from an instant on, some at a time, and goes on where the last of them were. */
async function collectAll(context: Context, since: Date, question: typeof paidSince): Promise<void> {
  const { db } = context;
  for (let from = since; ; ) {
    const found = await queryRows<
      Pick<Report, 'paymentId' | 'refundId' | 'netCents' | 'taxCents'> & { at: string }
    >(db, question(from));
    if (found.length === 0) return;
    const at = context.now();
    await db
      .insert(taxReports)
      .values(
        found.map((own) => ({
          ...own,
          id: newId(),
          at: new Date(own.at),
          kind: own.netCents > 0 ? ('sale' as const) : ('reversal' as const),
          state: 'waiting' as const,
          nextTryAt: at,
        })),
      )
      // Another run has found it too.
      .onConflictDoNothing();
    if (found.length < collectedAtOnce) return;
    from = new Date(must(found.at(-1), 'row').at);
  }
}

/** Takes due rows, so that no other run sends them. After a kill they are due again. */
function take({ db, now }: Context): Promise<Report[]> {
  const at = now();
  return db
    .update(taxReports)
    .set({ nextTryAt: new Date(at.getTime() + againMs) })
    .where(
      inArray(
        taxReports.id,
        sql`(select id from billing_tax_reports where next_try_at <= ${at}
          order by next_try_at, id limit ${batchSize} for update skip locked)`,
      ),
    )
    .returning();
}

/** Sends one. Answers whether the party has answered. */
async function send(context: Context, taxes: Taxes, report: Report): Promise<boolean> {
  try {
    await (report.kind === 'sale' ? sendSale : sendReversal)(context, taxes, report);
    return true;
  } catch (error) {
    if (error instanceof TaxesUnavailable) {
      context.log.warn({ reason: String(error.cause) }, 'sales cannot be recorded for their taxes');
      return false;
    }
    if (!(error instanceof TaxesRefused)) {
      context.log.error({ err: error, reportId: report.id }, 'a sale could not be recorded for its taxes');
      return true;
    }
    await failReport(context, report, error.code, refusedAgainMs);
    return true;
  }
}

const setReport = (
  { db }: Context,
  { id }: Pick<Report, 'id'>,
  values: Partial<typeof taxReports.$inferInsert>,
) => db.update(taxReports).set(values).where(eq(taxReports.id, id));

/** Keeps why it was not recorded. `againMs`: null, where trying it again would change nothing. */
const failReport = (context: Context, report: Report, failure: string, inMs: number | null) =>
  setReport(context, report, {
    state: 'failed',
    failure: failure.slice(0, 100),
    tries: report.tries + 1,
    nextTryAt:
      inMs === null || report.tries + 1 >= maxTries ? null : new Date(context.now().getTime() + inMs),
  });

const recorded = (context: Context, report: Report, done: { id: string; taxCents: number }) =>
  setReport(context, report, {
    state: 'recorded',
    transactionId: done.id,
    theirTaxCents: done.taxCents,
    failure: null,
    nextTryAt: null,
    recordedAt: context.now(),
  });

async function sendSale(context: Context, taxes: Taxes, report: Report): Promise<void> {
  const isDated = report.at.getTime() > context.now().getTime() - datedMs;
  const soldAt = isDated ? report.at : null;
  let { calculationId } = report;
  if (calculationId === null) {
    const sale = await readSale(context, report);
    if (!sale) return void (await failReport(context, report, 'no_address', null));
    const calculations = report.calculations + 1;
    const made = await taxes.calculateSale({ key: `${report.id}-${calculations}`, ...sale, soldAt });
    calculationId = made.calculationId;
    // Before the sale is recorded: after a kill it is recorded from the same calculation.
    await setReport(context, report, { calculationId, calculations, theirTaxCents: made.taxCents });
  }
  try {
    await recorded(context, report, await taxes.recordSale({ reference: report.id, calculationId, soldAt }));
  } catch (error) {
    if (!(error instanceof CalculationExpired)) throw error;
    await setReport(context, report, { calculationId: null, nextTryAt: context.now() });
  }
}

/** The lines of a sale and its address; undefined without an address. */
async function readSale(
  { db }: Context,
  { paymentId }: Report,
): Promise<{ address: TaxAddress; lines: { kind: 'plan' | 'once'; amountCents: number }[] } | undefined> {
  const [row] = await db
    .select({
      invoiceId: invoices.id,
      addressId: addresses.id,
      line1: addresses.line1,
      city: addresses.city,
      region: invoices.region,
      postalCode: invoices.postalCode,
      country: invoices.country,
    })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .leftJoin(addresses, eq(addresses.id, invoices.addressId))
    .where(eq(payments.id, paymentId));
  const { invoiceId, addressId, ...address } = must(row, 'invoice');
  if (addressId === null) return undefined;
  const lines = await db
    .select({ kind: invoiceLines.kind, amountCents: invoiceLines.amountCents })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.invoiceId, invoiceId), notInArray(invoiceLines.kind, ['gift', 'carried'])));
  // Credited days and discounts belong to the plan. An invoice has lines of a plan or of one charge, never of
  // both.
  const isOnce = lines.some(({ kind }) => kind === 'once');
  return {
    address,
    lines: [
      {
        kind: isOnce ? 'once' : 'plan',
        amountCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      },
    ],
  };
}

async function sendReversal(context: Context, taxes: Taxes, report: Report): Promise<void> {
  const sale = await findSale(context, report);
  // The sale is older than the use of the provider, so that there is nothing to reverse.
  if (!sale) return void (await failReport(context, report, 'no_sale', null));
  // Its turn comes with the sale's; it is due again in a while.
  const { transactionId } = sale;
  if (sale.state !== 'recorded' || transactionId === null) return;
  const asked = report.saleId ? report.askedCents : await decideReversal(context, report, sale.id);
  if (asked !== null && asked <= 0) return void (await failReport(context, report, 'nothing_left', null));
  const reversal = { reference: report.id, saleId: transactionId, amountCents: asked };
  await recorded(context, report, await taxes.recordReversal(reversal));
}

/** The sale to reverse: of the same payment, or for an invoice below 0 the last sale of its subscription. */
async function findSale({ db }: Context, report: Report): Promise<Report | undefined> {
  if (report.saleId) {
    const [own] = await db.select().from(taxReports).where(eq(taxReports.id, report.saleId));
    return own;
  }
  if (report.refundId) {
    const [own] = await db
      .select()
      .from(taxReports)
      .where(
        and(
          eq(taxReports.paymentId, report.paymentId),
          eq(taxReports.kind, 'sale'),
          isNull(taxReports.refundId),
        ),
      );
    return own;
  }
  const [last] = await db
    .select({ report: taxReports })
    .from(taxReports)
    .innerJoin(payments, eq(payments.id, taxReports.paymentId))
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        eq(taxReports.kind, 'sale'),
        sql`${taxReports.at} <= ${report.at}`,
        sql`${invoices.subscriptionId} = (select i.subscription_id from billing_payments p
          join billing_invoices i on i.id = p.invoice_id where p.id = ${report.paymentId})`,
      ),
    )
    .orderBy(desc(taxReports.at), desc(taxReports.id))
    .limit(1);
  return last?.report;
}

/**
 * Amount of a reversal in the provider's books. Its cents may differ from ours, so the last part is the
 * remainder there. Null: all of it. Stored before the call.
 */
const decideReversal = (context: Context, report: Report, saleId: string): Promise<number | null> =>
  context.db.transaction(async (tx) => {
    // Two parts of the same sale wait for each other.
    const [locked] = await tx.select().from(taxReports).where(eq(taxReports.id, saleId)).for('update');
    const sale = must(locked, 'sale');
    const earlier = await tx
      .select()
      .from(taxReports)
      .where(and(eq(taxReports.saleId, saleId), ne(taxReports.id, report.id), isNotNull(taxReports.saleId)));
    const theirs = sale.netCents + (sale.theirTaxCents ?? 0);
    const left = earlier.reduce((sum, { askedCents }) => sum - (askedCents ?? theirs), theirs);
    const oursLeft = [report, ...earlier].reduce(
      (sum, { netCents, taxCents }) => sum + netCents + taxCents,
      sale.netCents + sale.taxCents,
    );
    const wanted = -(report.netCents + report.taxCents);
    const askedCents = oursLeft > 0 ? Math.min(wanted, left) : earlier.length === 0 ? null : left;
    await tx.update(taxReports).set({ saleId, askedCents }).where(eq(taxReports.id, report.id));
    return askedCents;
  });
