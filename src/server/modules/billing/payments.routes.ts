import { asc, eq, isNotNull, isNull, like, type SQL, sql } from 'drizzle-orm';
import { type paymentCalls, payments as shape } from '../../../contract/admin/payments.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { isId } from '../../db/columns.ts';
import { boundedIds } from '../../db/conditions.ts';
import { holds } from '../../db/search-text.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { beginsWith, contains } from '../../resource/list-filters.ts';
import { listing } from '../../resource/listing.ts';
import { users } from '../accounts/accounts.tables.ts';
import { findsUsers, hasEmail, hasPhone, isNamed, ofSearch } from '../accounts/find-users.service.ts';
import {
  addresses,
  attempts,
  billingAccounts,
  cards,
  disputes,
  invoices,
  payments,
  refunds,
} from './billing.tables.ts';
import { digitsOf } from './invoice-numbers.ts';
import { readBill, readInvoice } from './invoices.service.ts';
import { paymentList as list } from './payment-list.view.ts';
import { isOpen } from './payments.repo.ts';
import type { PaymentEnd } from './payments.service.ts';
import { isDisputed, refundableCents, returnableCredit } from './refunds.service.ts';
import { findPlanOf } from './returned-money.service.ts';
import { chargeByStaff, receivePayment, refundByStaff, setNotes, voidByStaff } from './staff.service.ts';
import { cardWords, declineWordsForStaff, expiryWords } from './words.ts';

const ok = { data: { ok: true as const } };

/** Payments of households whose people are meant, however many. */
const ofUsers = (condition: SQL): SQL =>
  sql`${list.accountId} in (select a.id from ${billingAccounts} a
    where a.household_id in (select ${users.householdId} from ${users} where ${condition}))`;

/** Payments whose bill was sent to such an address, however many: a city may be that of every third. */
const toAddress = (condition: SQL): SQL =>
  sql`${list.addressId} in (select ${addresses.id} from ${addresses} where ${condition})`;

/** Payments without an address, or with one that was erased with its household. */
const isWithoutAddress = (is: boolean): SQL =>
  is
    ? sql`${list.invoiceId} in (select i.id from ${invoices} i where i.address_id is null
        union all select i.id from billing_addresses d join ${invoices} i on i.address_id = d.id where d.name is null)`
    : sql`${list.addressId} is not null
        and not exists (select from billing_addresses d where d.id = ${list.addressId} and d.name is null)`;

/** Payments of accounts that are so. */
const ofAccounts = (condition: SQL): SQL =>
  sql`exists (select from ${billingAccounts} a where a.id = ${list.accountId} and ${condition})`;
const isOfNobody = (is: boolean): SQL => ofAccounts(sql`a.household_id is ${is ? sql`` : sql`not `}null`);

/** Payments of subscriptions that renew on such a day. An unpaid subscription has no such day. */
const renewing = (condition: SQL): SQL =>
  sql`${list.subscriptionId} in (select s.id from billing_subscriptions s
    where s.renews and s.state <> 'ended' and s.unpaid_since is null and ${condition})`;

/** The payment with a number, as it is written or without its beginning. */
function hasNumber(text: string): SQL | undefined {
  const digits = digitsOf(text);
  return digits
    ? sql`${list.invoiceId} = any(array(select id from billing_invoices where number = ${digits}::bigint))`
    : undefined;
}

/**
 * Payments of users who match a search. They are found first, by their own index. A bound applies, because no
 * index covers the result.
 */
const ofMeant = (find: (text: string) => SQL | undefined) => (text: string) => {
  const meant = find(text);
  if (!meant) return undefined;
  const households = boundedIds(sql`select ${users.householdId} from ${users} where ${meant}`, ofSearch);
  return sql`${list.accountId} = any(array(select a.id from ${billingAccounts} a where a.household_id = any(${households})))`;
};

/** Payments whose bill has this name: it is personal data, so it is found as a whole. */
const isBilledTo = (name: string): SQL => {
  const accounts = sql`select ${addresses.accountId} from ${addresses}
    where lower(${addresses.name}) = ${name.trim().normalize('NFC').toLowerCase()}`;
  return sql`${list.accountId} = any(${boundedIds(accounts, ofSearch)})`;
};

const ended: Record<Exclude<PaymentEnd['state'], 'declined'>, Record<Locale, string>> = {
  paid: { ko: '결제했어요.', en: 'It was paid.' },
  action: {
    ko: '카드사가 카드 주인의 확인을 요청했어요. 고객에게 확인 링크를 보냈어요.',
    en: 'The bank asks for the card’s owner. The customer was sent a link to confirm.',
  },
  waiting: {
    ko: '아직 결과를 몰라요. 잠시 뒤에 다시 확인해 주세요.',
    en: 'The outcome isn’t known yet. Please look again in a moment.',
  },
  void: { ko: '취소했어요.', en: 'It was canceled.' },
};

/** Outcome of a payment as text. */
const told = (end: PaymentEnd, locale: Locale) => ({
  data: {
    state: end.state,
    message: end.state === 'declined' ? declineWordsForStaff(end.reason, locale) : ended[end.state][locale],
  },
});

const refunded: Record<(typeof refunds.$inferSelect)['state'], Record<Locale, string>> = {
  succeeded: { ko: '환불했어요.', en: 'It was refunded.' },
  pending: {
    ko: '환불을 접수했어요. 카드사가 처리하고 있어요.',
    en: 'The refund is on its way at the bank.',
  },
  asked: {
    ko: '환불을 접수했어요. 카드사와 연결되면 처리돼요.',
    en: 'The refund is noted. It is made as soon as the card processor can be reached.',
  },
  failed: { ko: '카드사가 환불을 거절했어요.', en: 'The card processor refused the refund.' },
};

/** Handlers of payments in the back office. */
export function paymentRoutes(context: Context): Handlers<typeof paymentCalls> {
  const { db } = context;
  const {
    list: listPayments,
    read,
    show,
  } = listing(context, shape, list, {
    large: {
      viewOf: [payments],
      common: [
        ...['customer_id', 'username', 'email', 'name', 'address', 'city', 'state', 'zip'].map(
          (field) => `${field}_empty=false`,
        ),
        ...['notes', 'paid_by', 'check_number', 'next_try_at', 'cancelled_at'].map(
          (field) => `${field}_empty=true`,
        ),
        ...['credit_cents', 'refunded_cents', 'untaxed_cents', 'failures'].map((field) => `${field}_max`),
        ...['next_payment_on', 'phone', 'card_last_four', 'card_name'].map((field) => `${field}_empty`),
      ],
      filled: ['number', 'country', 'total_cents'],
      // An account whose latest payment is known has one.
      atLeast: {
        last_paid_at_from: (at) => sql`select from ${billingAccounts} where last_paid_at >= ${at}`,
        last_paid_at_until: (at) => sql`select from ${billingAccounts} where last_paid_at <= ${at}`,
      },
      seldom: { created_at: ['notes', 'paid_by', 'check_number'] },
    },
    label: 'number',
    search: [],
    finds: {
      number: hasNumber,
      id: (text) => (isId(text.trim()) ? eq(list.id, text.trim()) : undefined),
      customer_id: [ofMeant(findsUsers.id), ofMeant(findsUsers.household)],
      username: ofMeant(findsUsers.username),
      email: ofMeant(findsUsers.email),
      phone: ofMeant(findsUsers.phone),
      name: isBilledTo,
    },
    where: {
      number_like: (number) => hasNumber(number) ?? sql`false`,
      username_like: (part) => ofUsers(isNamed(part)),
      customer_id_in: (ids) =>
        ofUsers(sql`${users.id} = any(${sql.param(ids.split(',').filter(isId))}::uuid[])`),
      email: (email) => ofUsers(hasEmail(email)),
      phone: (phone) => ofUsers(hasPhone(phone)),
      email_like: (part) => ofUsers(sql`lower(${users.email}) like ${contains(part.toLowerCase())}`),
      phone_like: (part) => ofUsers(sql`${users.phone} like ${contains(part)}`),
      name_like: (part) => toAddress(holds(addresses.name, part)),
      address_like: (part) =>
        toAddress(sql`(${holds(addresses.line1, part)} or ${holds(addresses.line2, part)})`),
      city_like: (part) => toAddress(holds(addresses.city, part)),
      name_empty: isWithoutAddress,
      address_empty: isWithoutAddress,
      city_empty: isWithoutAddress,
      customer_id_empty: isOfNobody,
      username_empty: isOfNobody,
      email_empty: isOfNobody,
      phone_empty: (is) => (is ? isNull(list.phone) : isNotNull(list.phone)),
      state_like: (region) => eq(list.state, region.trim().toUpperCase()),
      country_like: (country) => eq(list.country, country.trim().toUpperCase()),
      zip_like: (code) => like(list.zip, beginsWith(code.trim().toUpperCase())),
      card_name_like: (name) => sql`lower(${list.cardName}) = ${name.normalize('NFC').trim().toLowerCase()}`,
      notes_like: (part) => sql`(${list.notes} <> '' and ${holds(list.notes, part)})`,
      next_payment_on_from: (day) => renewing(sql`s.period_to >= ${day}`),
      next_payment_on_until: (day) => renewing(sql`s.period_to <= ${day}`),
      // A payment without a subscription, such as a bought gift, has none either.
      next_payment_on_empty: (is) => (is ? sql`(${renewing(sql`true`)}) is not true` : renewing(sql`true`)),
      last_paid_at_from: (at) => ofAccounts(sql`a.last_paid_at >= ${at}`),
      last_paid_at_until: (at) => ofAccounts(sql`a.last_paid_at <= ${at}`),
      last_paid_at_empty: (is) => ofAccounts(sql`a.last_paid_at is ${is ? sql`` : sql`not `}null`),
      card_last_four_like: (number) => eq(list.cardLastFour, number),
      check_number_like: (number) => eq(list.checkNumber, number),
    },
  });

  /** Fields that only the page of a payment has. */
  const whole = async (id: string, locale: Locale) => {
    const [row] = await db
      .select({ payment: payments, cardId: billingAccounts.cardId })
      .from(payments)
      .innerJoin(billingAccounts, eq(billingAccounts.id, payments.accountId))
      .where(eq(payments.id, id));
    const { payment, cardId } = row ?? fail('not_found');
    const invoice = await readInvoice(db, payment.invoiceId);
    const [bill, tries, given, contested, postings, refundable, credit, plan, disputed] = await Promise.all([
      readBill(db, invoice, locale),
      db
        .select({ attempt: attempts, brand: cards.brand, lastFour: cards.lastFour })
        .from(attempts)
        .innerJoin(cards, eq(cards.id, attempts.cardId))
        .where(eq(attempts.paymentId, id))
        .orderBy(asc(attempts.at))
        .limit(100),
      db.select().from(refunds).where(eq(refunds.paymentId, id)).orderBy(asc(refunds.at)),
      db.select().from(disputes).where(eq(disputes.paymentId, id)).orderBy(asc(disputes.at)),
      queryRows<{
        id: string;
        at: Date;
        cause: string;
        account: string;
        jurisdiction: string | null;
        cents: number;
      }>(
        db,
        sql`select t.id || '-' || e.position as id, t.at, t.cause, e.account, e.jurisdiction, e.amount_cents as cents
          from billing_transactions t join billing_entries e on e.transaction_id = t.id
          where (t.cause, t.cause_id) in (
            select own.cause || ended.suffix, own.id from (
              select 'invoice' as cause, ${payment.invoiceId}::text as id
              union all select 'gift_months', ${payment.invoiceId}::text
              union all select 'payment', ${id}::text union all select 'credit_used', ${id}::text
              union all select 'refund', r.id::text from billing_refunds r where r.payment_id = ${id}
              union all select 'gift_refunded', g.id::text from billing_gifts g where g.invoice_id = ${payment.invoiceId}
              union all select 'dispute', d.id::text from billing_disputes d where d.payment_id = ${id}
            ) own cross join (values (''), ('_void'), ('_won')) as ended (suffix))
          order by t.at, t.id, e.position`,
      ),
      refundableCents(db, payment),
      returnableCredit(db, payment),
      findPlanOf(db, payment),
      isDisputed(db, payment),
    ]);
    const main = invoice.lines.findLast(({ kind, sign }) => kind === 'plan' && sign === 1);
    return {
      bill,
      plan_price_cents: main?.priceCents ?? null,
      discount_cents: invoice.lines
        // A withdrawn discount of an earlier invoice is a line of the bill.
        .filter(({ kind, amountCents }) => kind === 'discount' && amountCents < 0)
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
      refundable_cents: refundable,
      returnable_credit_cents: credit,
      is_disputed: disputed,
      plan_runs: plan !== undefined,
      pays_running_period: plan?.isCurrent ?? false,
      credit_returned: payment.creditReturnedAt && {
        amount_cents: payment.creditCents,
        at: payment.creditReturnedAt.toISOString(),
      },
      card: [cardWords(payment), expiryWords(payment)].filter(Boolean).join(' · '),
      void_asked:
        isOpen(payment) && payment.voidStaffName !== null
          ? { staff_name: payment.voidStaffName, reason: payment.voidReason ?? '' }
          : null,
      failure: payment.failureReason ? declineWordsForStaff(payment.failureReason, locale) : '',
      has_card: cardId !== null,
      attempts: tries.map(({ attempt: { id: attemptId, at, outcome, code }, brand, lastFour }) => ({
        id: attemptId,
        at: at.toISOString(),
        outcome,
        code,
        card: cardWords({ cardBrand: brand, cardLastFour: lastFour }),
      })),
      refunds: given.map((refund) => ({
        id: refund.id,
        at: refund.at.toISOString(),
        amount_cents: refund.amountCents,
        tax_cents: refund.taxCents,
        state: refund.state,
        reason: refund.reason,
        staff_name: refund.staffName,
      })),
      disputes: contested.map((dispute) => ({
        id: dispute.id,
        at: dispute.at.toISOString(),
        amount_cents: dispute.amountCents,
        state: dispute.state,
        reason: dispute.reason,
        due_at: dispute.dueAt?.toISOString() ?? null,
      })),
      postings: postings.map(({ id: entryId, at, cause, account, jurisdiction, cents }) => ({
        id: entryId,
        at: new Date(at).toISOString(),
        cause,
        account,
        jurisdiction,
        amount_cents: cents,
      })),
    };
  };

  return {
    'GET /api/admin/payments': listPayments,
    'GET /api/admin/payments/{id}': async ({ params, ...request }) => {
      const payment = await read(params.id, request);
      const more = await whole(params.id, request.locale);
      return { data: { ...payment, ...show(params.id, more, request.caller) } };
    },
    'PATCH /api/admin/payments/{id}': async ({ params, body, caller }) => {
      await setNotes(context, requireStaff(caller), params.id, body.notes);
      return ok;
    },
    'POST /api/admin/payments/{id}/refunds': async ({ params, body, caller, locale }) => {
      const state = await refundByStaff(context, requireStaff(caller), params.id, {
        amountCents: body.amount_cents,
        refundableCents: body.refundable_cents,
        reason: body.reason,
        endsPlan: body.ends_plan,
      });
      return { data: { state, message: must(refunded[state], 'words')[locale] } };
    },
    'POST /api/admin/payments/{id}/charge': async ({ params, caller, locale }) =>
      told(await chargeByStaff(context, requireStaff(caller), params.id), locale),
    'POST /api/admin/payments/{id}/void': async ({ params, body, caller, locale }) =>
      told(await voidByStaff(context, requireStaff(caller), params.id, body.reason), locale),
    'POST /api/admin/payments/{id}/receive': async ({ params, body, caller }) => {
      await receivePayment(context, requireStaff(caller), params.id, {
        method: body.method,
        checkNumber: body.check_number,
        paidBy: body.paid_by,
        notes: body.notes,
      });
      return ok;
    },
  };
}
