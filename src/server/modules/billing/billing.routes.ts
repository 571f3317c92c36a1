/** Handlers of billing for households, and of the card processor's events. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { billingCalls, PaymentEnd as WireEnd } from '../../../contract/account/billing.ts';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import type { Locale } from '../../../contract/errors.ts';
import { EventRefused, GatewayUnavailable } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { isHandheld } from '../../http/client.ts';
import { readMembership, readSubscriptionHistory, readWhyDifferent, yearAgo } from './account.service.ts';
import { cancelMembership } from './cancelling.service.ts';
import { beginCardSetup, removeCard, saveCard, setAddress, setDefaultCard } from './cards.service.ts';
import { confirmCheckout, quoteCheckout } from './checkout.service.ts';
import { makeInvoicePdf } from './invoice-pdf.ts';
import {
  invoiceState,
  readBill,
  readBillTo,
  readInvoice,
  readInvoices,
  readNames,
  readRefunds,
  sellerLines,
  summaryOf,
} from './invoices.service.ts';
import { enqueueDispute } from './jobs/billing.jobs.ts';
import { endPause, pauseMembership } from './pausing.service.ts';
import { readServed } from './pay-requests.service.ts';
import { charge, discardPayment, enqueueSettle, type PaymentEnd, settleAsked } from './payments.service.ts';
import { changeMembership, quoteChange } from './plan-changes.service.ts';
import { resumeMembership } from './resuming.service.ts';
import { billWords, declineWords, withName } from './words.ts';

const ok = { data: { ok: true as const } };

/** Where a household asks for something that it pays. */
export const platformOf = (request: FastifyRequest): PaymentPlatform =>
  isHandheld(request) ? 'mobile' : 'web';

/** How a payment has ended, in words. */
export function wireEnd(end: PaymentEnd, invoiceId: string | null, locale: Locale): WireEnd {
  const none = { client_secret: null, message: null, invoice_id: invoiceId };
  switch (end.state) {
    case 'paid':
    case 'waiting':
      return { ...none, state: end.state };
    case 'action':
      return { ...none, state: 'action', client_secret: end.clientSecret };
    case 'declined':
      return { ...none, state: 'declined', message: declineWords(end.reason, locale) };
    case 'void':
      return fail('payment_void');
  }
}

export function billingRoutes(context: Context): Handlers<typeof billingCalls> {
  const { db } = context;
  return {
    'GET /api/account/membership': async ({ caller, locale }) => ({
      data: await readMembership(context, requireUser(caller), locale),
    }),
    'PUT /api/account/billing-address': async ({ caller, body }) => {
      await setAddress(context, requireUser(caller), body);
      return ok;
    },
    'POST /api/account/cards/setups': async ({ caller }) => ({
      data: await beginCardSetup(context, requireUser(caller)),
    }),
    'POST /api/account/cards': async ({ caller, body }) => ({
      data: await saveCard(context, requireUser(caller), {
        setupId: body.setup_id,
        isForCheckout: body.for_checkout,
      }),
    }),
    'POST /api/account/cards/{id}/default': async ({ caller, params, locale }) => {
      const tried = await setDefaultCard(context, requireUser(caller), params.id);
      return { data: tried ? wireEnd(tried.end, tried.invoiceId, locale) : null };
    },
    'DELETE /api/account/cards/{id}': async ({ caller, params }) => {
      await removeCard(context, requireUser(caller), params.id);
      return ok;
    },
    'POST /api/account/checkout-quotes': async ({ caller, body, locale, request }) => {
      const checkout = await quoteCheckout(
        context,
        { user: requireUser(caller), address: request.ip },
        {
          planId: body.plan_id,
          couponCode: body.coupon_code,
          payRequest: body.pay_request,
          byCredit: body.by_credit,
          cardId: body.card_id,
        },
        locale,
      );
      const { offer, quote } = checkout;
      const names = await readNames(db, quote.lines, locale);
      return {
        data: {
          plan_name: locale === 'ko' ? offer.nameKo : offer.nameEn,
          period: offer.period,
          price_id: offer.priceId,
          price_cents: offer.priceCents,
          bill: billWords(quote, checkout.parts, names, locale),
          credit_pays: checkout.creditPays,
          by_credit: checkout.endsWithCredit,
          trial_days: checkout.trialDays,
          next_charge: checkout.nextCharge,
          agreement: checkout.agreement,
          needs_address: checkout.addressId === null,
          for_name: checkout.served.name,
        },
      };
    },
    'POST /api/account/checkouts': async ({ caller, body, locale, request }) => {
      const { end, invoiceId } = await confirmCheckout(
        context,
        { user: requireUser(caller), address: request.ip },
        {
          key: body.key,
          platform: platformOf(request),
          planId: body.plan_id,
          priceId: body.price_id,
          couponCode: body.coupon_code,
          payRequest: body.pay_request,
          byCredit: body.by_credit,
          cardId: body.card_id,
          chargeCents: body.charge_cents,
          agreement: body.agreement,
        },
        locale,
      );
      return { data: wireEnd(end, invoiceId, locale) };
    },
    'POST /api/account/invoices/{id}/settle': async ({ caller, params, locale }) => {
      const { payment, invoice } = await readInvoice(db, params.id, requireUser(caller).householdId);
      return { data: wireEnd(await settleAsked(context, payment), invoice.id, locale) };
    },
    'POST /api/account/invoices/{id}/pay': async ({ caller, params, body, locale }) => {
      const { payment, invoice } = await readInvoice(db, params.id, requireUser(caller).householdId);
      const end = await charge(context, {
        paymentId: payment.id,
        cardId: body.card_id,
        isOffSession: false,
      });
      return { data: wireEnd(end, invoice.id, locale) };
    },
    'POST /api/account/invoices/{id}/discard': async ({ caller, params }) => {
      const { payment } = await readInvoice(db, params.id, requireUser(caller).householdId);
      await discardPayment(context, payment);
      return ok;
    },
    'POST /api/account/membership/quotes': async ({ caller, body, locale }) => {
      const quoted = await quoteChange(context, requireUser(caller), body.change, locale);
      const names = await readNames(db, quoted.quote.lines, locale);
      return {
        data: {
          price_id: quoted.priceId,
          agreement: quoted.agreement,
          bill: billWords(quoted.quote, quoted.parts, names, locale),
          when: quoted.when,
          on: quoted.on,
          next_charge: quoted.nextCharge,
          needs_address: quoted.needsAddress,
        },
      };
    },
    'POST /api/account/membership/changes': async ({ caller, body, locale, request }) => {
      const confirmed = {
        wanted: body.change,
        chargeCents: body.charge_cents,
        agreement: body.agreement,
        platform: platformOf(request),
        password: body.password,
      };
      const { end, invoiceId } = await changeMembership(context, requireUser(caller), confirmed, locale);
      return { data: wireEnd(end, invoiceId, locale) };
    },
    'POST /api/account/membership/cancel': async ({ caller, body }) => {
      await cancelMembership(context, requireUser(caller), body.password);
      return ok;
    },
    'POST /api/account/membership/resume': async ({ caller, body, locale }) => {
      const { agreement, password } = body;
      await resumeMembership(context, requireUser(caller), { agreement, password }, locale);
      return ok;
    },
    'POST /api/account/membership/pause': async ({ caller, body }) => {
      await pauseMembership(context, requireUser(caller), body);
      return ok;
    },
    'DELETE /api/account/membership/pause': async ({ caller, body }) => {
      await endPause(context, requireUser(caller), body.password);
      return ok;
    },
    'GET /api/account/invoices': async ({ caller, locale }) => {
      const found = await readInvoices(context, requireUser(caller).householdId, yearAgo(context.now()));
      const names = await readNames(
        db,
        found.flatMap(({ lines }) => lines),
        locale,
      );
      const served = await readServed(
        db,
        found.map(({ invoice }) => invoice.id),
      );
      return {
        data: found.map((own) => {
          const summary = summaryOf(own, names, locale);
          return { ...summary, text: withName(summary.text, served.get(own.invoice.id)?.name, locale) };
        }),
      };
    },
    'GET /api/account/invoices/{id}': async ({ caller, params, locale }) => {
      const own = await readInvoice(db, params.id, requireUser(caller).householdId);
      const names = await readNames(db, own.lines, locale);
      const { payment, invoice } = own;
      const summary = summaryOf(own, names, locale);
      const served = await readServed(db, [invoice.id]);
      return {
        data: {
          ...summary,
          text: withName(summary.text, served.get(invoice.id)?.name, locale),
          bill: await readBill(db, own, locale),
          why_different: await readWhyDifferent(db, own, names, locale),
          due_on: invoice.dueOn,
          bill_to: await readBillTo(db, invoice, locale),
          seller: sellerLines(context.config),
          refunds: (await readRefunds(db, payment.id)).map(({ amountCents, at }) => ({
            amount_cents: amountCents,
            at: at.toISOString(),
          })),
          credit_returned: payment.creditReturnedAt && {
            amount_cents: payment.creditCents,
            at: payment.creditReturnedAt.toISOString(),
          },
          can_pay: invoiceState(payment) === 'open',
          message:
            payment.failureReason && payment.state !== 'paid'
              ? declineWords(payment.failureReason, locale)
              : null,
        },
      };
    },
    'GET /api/account/invoices/{id}/pdf': async ({ caller, params, locale, reply }) => {
      const { householdId } = requireUser(caller);
      const { name, bytes } = await makeInvoicePdf(context, { id: params.id, householdId, locale });
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(bytes);
    },
    'GET /api/account/subscription-history': async ({ caller, locale }) => ({
      data: await readSubscriptionHistory(context, requireUser(caller), locale),
    }),
  };
}

/** An event is some kilobytes; the library that reads it takes no more of a stranger's time than its signature. */
const maxEventBytes = 256 * 1024;

/** Receives events of the card processor. The state that is read afterwards counts. */
export function servePaymentEvents(app: FastifyInstance, context: Context): void {
  void app.register(async (events) => {
    events.removeAllContentTypeParsers();
    events.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxEventBytes },
      (_request, body, done) => done(null, body),
    );
    events.post('/api/payment-events', { schema: { hide: true } }, async (request, reply) => {
      const { payments } = context;
      if (!payments || !Buffer.isBuffer(request.body)) return fail('not_found');
      const signature = request.headers['stripe-signature'];
      try {
        const { about } = await payments.readEvent(
          request.body,
          typeof signature === 'string' ? signature : undefined,
        );
        const paymentId = 'paymentId' in about ? about.paymentId : null;
        if (paymentId) await enqueueSettle(context.db, paymentId);
        if (about.kind === 'dispute') await enqueueDispute(context.db, about.disputeId);
      } catch (error) {
        if (error instanceof EventRefused) {
          request.log.warn({ problem: error.problem }, 'a payment event was refused');
          return reply.status(400).send({ message: error.problem });
        }
        if (error instanceof GatewayUnavailable) return fail('payments_away');
        throw error;
      }
      return reply.send({ received: true });
    });
  });
}
