/**
 * The personal data of billing. Payments are kept for as long as the law requires, without the names. Tables without
 * names need no declaration: `billing_trial_cards` and `billing_trial_mailboxes` have keyed hashes only.
 */
import { type SQL, sql } from 'drizzle-orm';
import { queryRows, type Transaction } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';
import { column, type PersonalData } from '../../db/personal-data.ts';
import { forgetFieldsInEvents } from '../../resource/event-log.ts';
import { forgetNamedInMail } from '../mail/mail.service.ts';
import { forgetNamedInNotifications } from '../notifications/notifications.service.ts';
import { endErased } from './cancelling.service.ts';
import { enqueueForgetCustomer, type GoneCustomer } from './cards.service.ts';
import { isAgreedBy, isCharged, shownText } from './consents.service.ts';
import { hasBegun } from './subscriptions.repo.ts';
import { keepTrialCards } from './trials.service.ts';

const dollars = (cents: string) => sql.raw(`round(${cents} / 100.0, 2)`);
const ofHousehold = (householdId: string): SQL =>
  sql`join billing_accounts a on a.id = t.account_id and a.household_id = ${householdId}`;

/**
 * Deletes the name of an erased household in mail and notifications of its payers. The texts that payers accepted
 * contain no name.
 */
async function forgetServed(tx: Transaction, householdId: string): Promise<void> {
  const payers = await queryRows<{ id: string }>(
    tx,
    sql`select distinct u.id from billing_subscriptions s join billing_accounts a on a.id = s.account_id
      join accounts_users u on u.household_id = a.household_id
      where s.household_id = ${householdId} and a.household_id <> s.household_id`,
  );
  const payerIds = payers.map(({ id }) => id);
  await forgetNamedInMail(tx, payerIds, householdId);
  await forgetNamedInNotifications(tx, payerIds, householdId);
}

export const billingPersonalData: PersonalData = {
  tables: {
    billing_accounts: {
      erasure: { anonymise: ['household_id'] },
      copy: { none: 'an id that says nothing of anybody' },
    },
    billing_addresses: { erasure: { keep: 'emptied with its billing account, below' }, copy: 'addresses' },
    billing_address_rates: { erasure: 'with_parent', copy: { none: 'the tax rates of a place' } },
    billing_pay_requests: { erasure: 'delete', copy: { none: 'a link that is good for two weeks' } },
    billing_rehearsal_changes: {
      erasure: { keep: 'amounts of a subscription that names nobody then, until the next rehearsal' },
      copy: { none: 'a calculation in advance, which charges nothing' },
    },
    billing_subscriptions: { erasure: { anonymise: ['household_id'] }, copy: 'subscriptions' },
  },
  sections: [
    {
      name: 'subscriptions',
      ko: '구독',
      en: 'Subscriptions',
      columns: {
        plan: column('이용권', 'Plan'),
        began_on: column('시작한 날', 'Began on'),
        period_to: column('다음 기간이 시작하는 날', 'Next period begins on'),
        cancelled_at: column('해지 신청', 'Canceled'),
        ended_at: column('종료', 'Ended'),
      },
      query: ({ householdId, locale }) => sql`
        select ${inLocale(locale, 'n.name')} as plan, t.began_on, t.period_to, t.cancelled_at, t.ended_at
        from billing_subscriptions t join plans_plans n on n.id = t.plan_id
        where t.household_id = ${householdId} and ${hasBegun(sql`t.id`, sql`t.state`)} order by t.began_on`,
    },
    {
      name: 'agreements',
      ko: '동의한 내용',
      en: 'Agreements',
      columns: {
        at: column('동의', 'Agreed'),
        text: column('내용', 'Text'),
        price: column('가격(달러)', 'Price (US dollars)'),
        total: column('그때 결제한 금액(달러)', 'Charged then (US dollars)'),
      },
      query: ({ householdId }) => sql`
        select at, ${shownText} as text, ${dollars('billing_consents.price_cents')} as price,
          case when ${isCharged} then ${dollars('total_cents')} end as total
        from billing_consents left join billing_subscriptions on billing_subscriptions.id = billing_consents.subscription_id
        where ${isAgreedBy(householdId)} order by at`,
    },
    {
      name: 'invoices',
      ko: '청구서',
      en: 'Invoices',
      columns: {
        number: column('번호', 'Number'),
        issued_at: column('발행', 'Issued'),
        total: column('합계(달러)', 'Total (US dollars)'),
        tax: column('세금(달러)', 'Tax (US dollars)'),
        method: column('결제 수단', 'Payment method'),
        card: column('카드 끝 네 자리', 'Last four of the card'),
        paid_at: column('결제', 'Paid'),
        refunded: column('환불(달러)', 'Refunded (US dollars)'),
        credit_returned: column('돌려받은 적립금(달러)', 'Credit returned (US dollars)'),
      },
      query: ({ householdId }) => sql`
        select t.number, t.issued_at, ${dollars('t.total_cents')} as total, ${dollars('t.tax_cents')} as tax,
          p.method, p.card_last_four as card, p.paid_at, ${dollars('p.refunded_cents')} as refunded,
          case when p.credit_returned_at is not null then ${dollars('p.credit_cents')} end as credit_returned
        from billing_invoices t ${ofHousehold(householdId)} join billing_payments p on p.invoice_id = t.id
        order by t.number`,
    },
    {
      name: 'gifts',
      ko: '선물 코드',
      en: 'Gift codes',
      columns: {
        plan: column('이용권', 'Plan'),
        months: column('개월', 'Months'),
        amount: column('금액(달러)', 'Amount (US dollars)'),
        bought_at: column('구매', 'Bought'),
        redeemed_at: column('사용', 'Redeemed'),
      },
      query: ({ householdId, locale }) => sql`
        select ${inLocale(locale, 'n.name')} as plan, t.months, ${dollars('t.amount_cents')} as amount,
          case when t.bought_by = a.id then t.created_at end as bought_at,
          case when t.redeemed_by = a.id then t.redeemed_at end as redeemed_at
        from billing_gifts t join billing_accounts a on a.household_id = ${householdId} and a.id in (t.bought_by, t.redeemed_by)
        join plans_plans n on n.id = t.plan_id where t.state in ('open', 'redeemed') order by t.id`,
    },
    {
      name: 'cards',
      ko: '카드',
      en: 'Cards',
      columns: {
        brand: column('종류', 'Brand'),
        last_four: column('끝 네 자리', 'Last four'),
        expires: column('만료', 'Expires'),
        name: column('카드에 적힌 이름', 'Name on card'),
        removed_at: column('삭제', 'Removed'),
      },
      query: ({ householdId }) => sql`
        select t.brand, t.last_four, t.expiry_month || '/' || t.expiry_year as expires, t.name, t.removed_at
        from billing_cards t ${ofHousehold(householdId)} order by t.id`,
    },
    {
      name: 'addresses',
      ko: '청구지 주소',
      en: 'Billing addresses',
      columns: {
        name: column('이름', 'Name'),
        line1: column('주소', 'Address'),
        line2: column('상세 주소', 'Apartment'),
        city: column('도시', 'City'),
        region: column('주', 'State or province'),
        postal_code: column('우편번호', 'Postal code'),
        country: column('국가', 'Country'),
        phone: column('전화번호', 'Phone'),
      },
      query: ({ householdId }) => sql`
        select t.name, t.line1, t.line2, t.city, t.region, t.postal_code, t.country, t.phone
        from billing_addresses t ${ofHousehold(householdId)} order by t.id`,
    },
  ],
  async erase(tx, { householdId, isLast }, context) {
    if (!isLast) return;
    await endErased(tx, context, householdId);
    await forgetServed(tx, householdId);
    const account = sql`(select id from billing_accounts where household_id = ${householdId})`;
    await tx.execute(sql`update billing_addresses set name = null, line1 = null, line2 = null, city = null, phone = null
      where account_id = ${account}`);
    await tx.execute(sql`delete from billing_address_rates
      where address_id in (select id from billing_addresses where account_id = ${account})`);
    const [customer] = await queryRows<GoneCustomer>(
      tx,
      sql`update billing_accounts a set gateway_customer_id = null, gateway_asked_at = null from billing_accounts was
        where a.id = ${account} and was.id = a.id and (was.gateway_customer_id is not null or was.gateway_asked_at is not null)
        returning a.id as "accountId", was.gateway_customer_id as "gatewayCustomerId"`,
    );
    if (customer) await enqueueForgetCustomer(tx, customer);
    await keepTrialCards(tx, context, householdId);
    await tx.execute(sql`update billing_cards set name = null, fingerprint = null, removed_at = coalesce(removed_at, now())
      where account_id = ${account}`);
    const payments = await queryRows<{ id: string }>(
      tx,
      sql`update billing_payments set card_name = null, paid_by = null, notes = '', void_reason = null
        where account_id = ${account} returning id`,
    );
    const ids = payments.map(({ id }) => id);
    await tx.execute(
      sql`update billing_refunds set reason = '' where payment_id = any(${sql.param(ids)}::uuid[])`,
    );
    await forgetFieldsInEvents(tx, ids, ['notes', 'reason']);
  },
};
