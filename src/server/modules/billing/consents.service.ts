/** What people agreed to when they subscribed, changed their plan, let it go on, or bought something once. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import type { Offer } from '../plans/plans.service.ts';
import { planPrices, plans } from '../plans/plans.tables.ts';
import { billingAccounts, consents, invoices, subscriptions } from './billing.tables.ts';
import { householdName } from './pay-requests.service.ts';
import { agreementWords, namePlace, shownAgreement } from './words.ts';

/** What is agreed to about the renewals of a price, and what is charged now for it. */
export const renewalWords = (
  { config }: Context,
  offer: Offer,
  {
    firstCents,
    nextOn,
    wholeFrom,
    locale,
    isForOther = false,
  }: {
    firstCents: number | null;
    nextOn: string | null;
    wholeFrom: string | null;
    locale: Locale;
    isForOther?: boolean;
  },
): string =>
  agreementWords(
    {
      plan: locale === 'ko' ? offer.nameKo : offer.nameEn,
      period: offer.period,
      priceCents: offer.priceCents,
      firstCents,
      trialDays: 0,
      nextOn,
      wholeFrom,
      brand: config.brand[locale],
      isForOther,
    },
    locale,
  );

/** Keeps what was agreed to, word for word. */
export async function recordConsent(tx: Queryable, consent: typeof consents.$inferInsert): Promise<void> {
  await tx.insert(consents).values(consent);
}

/** The name of who is served by what was agreed to, a subscription. */
const servedName = householdName(subscriptions.householdId);

/** The words as they are shown, in a query that joins the subscriptions. */
export const shownText: SQL = sql`replace(${consents.text}, ${namePlace}, case ${consents.locale}
  when 'ko' then coalesce(${servedName} || '님', '다른 분') else coalesce(${servedName}, 'Somebody else') end)`;

/** What was agreed to last of a subscription and a price, or of what is bought once; undefined: nothing. */
export async function findAgreed(
  db: Queryable,
  {
    subscriptionId,
    invoiceId,
    priceId,
  }: { subscriptionId: string | null; invoiceId: string; priceId: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ text: consents.text, locale: consents.locale, name: servedName })
    .from(consents)
    .leftJoin(subscriptions, eq(subscriptions.id, consents.subscriptionId))
    .where(
      and(
        subscriptionId === null
          ? eq(consents.invoiceId, invoiceId)
          : eq(consents.subscriptionId, subscriptionId),
        eq(consents.priceId, priceId),
      ),
    )
    .orderBy(desc(consents.at), desc(consents.id))
    .limit(1);
  return row && shownAgreement(row.text, row.name, row.locale);
}

/** That a household has agreed to it. Arrays, so that both are looked up by their index: a join by either would read all there are. */
export const isAgreedBy = (householdId: string): SQL => {
  const account = sql`(select id from ${billingAccounts} where household_id = ${householdId})`;
  return sql`(${consents.subscriptionId} = any(array(select id from ${subscriptions} where account_id = ${account}))
    or ${consents.invoiceId} = any(array(select id from ${invoices} where account_id = ${account})))`;
};

/** That nothing was to be charged with it, or that it was paid: the payment of a subscription was made at the same instant. */
export const isCharged = sql<boolean>`(${consents.totalCents} = 0
  or exists (select from billing_payments p where p.state = 'paid' and p.invoice_id = ${consents.invoiceId})
  or exists (select from billing_payments p where p.state = 'paid' and p.subscription_id = ${consents.subscriptionId}
    and p.created_at = ${consents.at}))`;

/**
 * What the household has agreed to, the newest first; as it was shown, with the plan's name in a language. `shownName`: how a text is
 * shown that names who else is served.
 */
export async function listConsents(
  db: Queryable,
  householdId: string,
  locale: Locale,
  shownName: (text: string) => string,
) {
  const rows = await db
    .select({
      consent: consents,
      nameKo: plans.nameKo,
      nameEn: plans.nameEn,
      isCharged,
      name: servedName,
    })
    .from(consents)
    .leftJoin(subscriptions, eq(subscriptions.id, consents.subscriptionId))
    .innerJoin(planPrices, eq(planPrices.id, consents.priceId))
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(isAgreedBy(householdId))
    .orderBy(desc(consents.at), desc(consents.id))
    .limit(200);
  return rows.map(
    ({
      consent: { id, at, locale: language, text, priceCents, totalCents },
      nameKo,
      nameEn,
      isCharged: wasCharged,
      name,
    }) => {
      const shown = shownAgreement(text, name, language);
      return {
        id,
        at: at.toISOString(),
        plan_name: locale === 'ko' ? nameKo : nameEn,
        language,
        text: name !== null && text.includes(namePlace) ? shownName(shown) : shown,
        price_cents: priceCents,
        total_cents: wasCharged ? totalCents : null,
      };
    },
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
