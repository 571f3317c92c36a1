/** What people agreed to when they subscribed, changed their plan, let it go on, or bought something once. */
import { desc, eq, or, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { planPrices, plans } from '../plans/plans.tables.ts';
import { billingAccounts, consents, invoices, subscriptions } from './billing.tables.ts';

/** Keeps what was agreed to, word for word. */
export async function recordConsent(tx: Queryable, consent: typeof consents.$inferInsert): Promise<void> {
  await tx.insert(consents).values(consent);
}

/** What the household has agreed to, the newest first; as it was shown, with the plan's name in a language. */
export async function listConsents(db: Queryable, householdId: string, locale: Locale) {
  const rows = await db
    .select({ consent: consents, nameKo: plans.nameKo, nameEn: plans.nameEn })
    .from(consents)
    .leftJoin(subscriptions, eq(subscriptions.id, consents.subscriptionId))
    .leftJoin(invoices, eq(invoices.id, consents.invoiceId))
    .innerJoin(
      billingAccounts,
      or(eq(billingAccounts.id, subscriptions.accountId), eq(billingAccounts.id, invoices.accountId)),
    )
    .innerJoin(planPrices, eq(planPrices.id, consents.priceId))
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(eq(billingAccounts.householdId, householdId))
    .orderBy(desc(consents.at), desc(consents.id))
    .limit(200);
  return rows.map(
    ({ consent: { id, at, locale: language, text, priceCents, totalCents }, nameKo, nameEn }) => ({
      id,
      at: at.toISOString(),
      plan_name: locale === 'ko' ? nameKo : nameEn,
      language,
      text,
      price_cents: priceCents,
      total_cents: totalCents,
    }),
  );
}

/**
 * Deletes what need not be shown any more: it was agreed to three years ago or longer, and its subscription ended a year ago or
 * longer (California Business and Professions Code, section 17602: whichever is later). What was bought once has no end: it is three
 * years. Safe to repeat.
 */
export async function tidyConsents({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db.execute(sql`
    delete from billing_consents c using billing_subscriptions s
    where s.id = c.subscription_id and c.at < ${at}::timestamptz - interval '3 years'
      and s.ended_at < ${at}::timestamptz - interval '1 year'`);
  await db.execute(sql`
    delete from billing_consents where invoice_id is not null and at < ${at}::timestamptz - interval '3 years'`);
}
