/** Stripe, by its own library, which is loaded at the first call. */
import type { Stripe } from 'stripe';
import {
  type BalanceMovement,
  type BrowserSide,
  type Card,
  type CardSetup,
  type Decline,
  type DeclineReason,
  type Dispute,
  EventRefused,
  GatewayRefused,
  GatewayUnavailable,
  type OfferedPlan,
  type OfferedPrice,
  type Page,
  type Payment,
  type PaymentEvent,
  type PaymentOutcome,
  type Payments,
  type Refund,
} from './port.ts';
import { inOurWords, StripeClient } from './stripe-client.ts';

/** An event that was signed longer ago is a copy. Stripe's own bound. */
const maxEventAgeSeconds = 300;
/** Of a list, in one answer. */
const pageSize = 100;

/** Stripe's published advice: the same card will not be accepted again. */
const hardDeclines = new Set([
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
]);
const reasons: Record<string, DeclineReason> = {
  authentication_required: 'authentication',
  authentication_not_handled: 'authentication',
  payment_intent_authentication_failure: 'authentication',
  insufficient_funds: 'funds',
  card_velocity_exceeded: 'funds',
  withdrawal_count_limit_exceeded: 'funds',
  expired_card: 'expired',
  incorrect_cvc: 'security_code',
  invalid_cvc: 'security_code',
  lost_card: 'lost_or_stolen',
  stolen_card: 'lost_or_stolen',
  pickup_card: 'lost_or_stolen',
  processing_error: 'try_again',
  issuer_not_available: 'try_again',
  reenter_transaction: 'try_again',
  try_again_later: 'try_again',
};

function declineOf(error: { code?: string; decline_code?: string }): Decline {
  const { code, decline_code: given } = error;
  const word =
    given && given !== 'generic_decline'
      ? given
      : code && code !== 'card_declined'
        ? code
        : (given ?? 'card_declined');
  return { code: word, isHard: hardDeclines.has(word), reason: reasons[word] ?? 'other' };
}

const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

function cardOf(method: Stripe.PaymentMethod): Card {
  const { card } = method;
  if (!card) throw new GatewayRefused('not_a_card', 'the payment method is not a card');
  return {
    id: method.id,
    brand: card.brand,
    lastFour: card.last4,
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    name: method.billing_details.name,
    fingerprint: card.fingerprint ?? null,
  };
}

function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const clientSecret = intent.client_secret ?? '';
  return {
    id: intent.id,
    invoiceId: intent.metadata.invoice_id ?? null,
    amountCents: intent.amount,
    clientSecret,
    outcome: outcomeOf(intent, clientSecret),
    cardId: idOf(intent.payment_method) ?? intent.last_payment_error?.payment_method?.id ?? null,
  };
}

function outcomeOf(intent: Stripe.PaymentIntent, clientSecret: string): Payment['outcome'] {
  switch (intent.status) {
    case 'succeeded':
      return {
        state: 'succeeded',
        chargeId: idOf(intent.latest_charge) ?? '',
        receivedCents: intent.amount_received,
      };
    case 'processing':
      return { state: 'processing' };
    case 'canceled':
      return { state: 'cancelled' };
    case 'requires_action':
      return { state: 'requires_action', clientSecret };
    default: {
      const { last_payment_error: error } = intent;
      return error ? { state: 'declined', ...declineOf(error) } : { state: 'open', clientSecret };
    }
  }
}

const refundOf = ({ id, status, amount }: Stripe.Refund): Refund => ({
  id,
  state:
    status === 'succeeded'
      ? 'succeeded'
      : status === 'failed' || status === 'canceled'
        ? 'failed'
        : 'pending',
  amountCents: amount,
});

const disputeOf = (dispute: Stripe.Dispute): Dispute => ({
  id: dispute.id,
  paymentId: idOf(dispute.payment_intent),
  chargeId: idOf(dispute.charge) ?? '',
  amountCents: dispute.amount,
  state: dispute.status.startsWith('warning_')
    ? 'inquiry'
    : dispute.status === 'won'
      ? 'won'
      : dispute.status === 'lost'
        ? 'lost'
        : 'open',
  reason: dispute.reason,
  dueAt: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
});

const movementKinds: Record<string, BalanceMovement['kind']> = {
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
  fee: 'fee',
  payout: 'payout',
};

function movementOf(own: Stripe.BalanceTransaction): BalanceMovement {
  const { source } = own;
  const known = source && typeof source === 'object' && 'payment_intent' in source ? source : undefined;
  return {
    id: own.id,
    kind: movementKinds[own.reporting_category] ?? 'other',
    amountCents: own.amount,
    feeCents: own.fee,
    netCents: own.net,
    paymentId: idOf(known?.payment_intent),
    sourceId: idOf(source),
    at: new Date(own.created * 1000),
  };
}

const priceOf = (price: Stripe.Price): OfferedPrice => ({
  id: price.id,
  ourPriceId: price.metadata.price_id ?? null,
  amountCents: price.unit_amount ?? 0,
  months:
    price.recurring?.interval_count !== 1
      ? null
      : price.recurring.interval === 'year'
        ? 12
        : price.recurring.interval === 'month'
          ? 1
          : null,
  isActive: price.active,
});

const range = ({ from, to }: { from: Date; to: Date }) => ({
  gte: Math.floor(from.getTime() / 1000),
  lt: Math.floor(to.getTime() / 1000),
});

function aboutOf(object: {
  object?: unknown;
  id?: unknown;
  payment_intent?: unknown;
}): PaymentEvent['about'] {
  const { object: kind, id } = object;
  if (typeof id !== 'string') return { kind: 'other' };
  const paymentId = typeof object.payment_intent === 'string' ? object.payment_intent : null;
  if (kind === 'payment_intent') return { kind: 'payment', paymentId: id };
  if (kind === 'setup_intent') return { kind: 'card_setup', setupId: id };
  if (kind === 'refund') return { kind: 'refund', refundId: id, paymentId };
  if (kind === 'dispute') return { kind: 'dispute', disputeId: id, paymentId };
  if (kind === 'charge' && paymentId) return { kind: 'payment', paymentId };
  return { kind: 'other' };
}

export class StripePayments extends StripeClient implements Payments {
  async browserSide(): Promise<BrowserSide> {
    const { publishableKey, simulator } = await this.access().catch((error) => {
      throw new GatewayUnavailable(error);
    });
    if (!simulator)
      return {
        publishableKey,
        scriptUrl: 'https://js.stripe.com/v3/',
        origins: [
          'https://js.stripe.com',
          'https://*.js.stripe.com',
          'https://hooks.stripe.com',
          'https://api.stripe.com',
        ],
        isSimulated: false,
      };
    const origin = `http://${simulator.host}:${simulator.port}`;
    return { publishableKey, scriptUrl: `${origin}/v3/`, origins: [origin], isSimulated: true };
  }

  async saveCustomer({
    accountId,
    customerId,
    mayExist,
    email,
    name,
  }: Parameters<Payments['saveCustomer']>[0]) {
    const known =
      customerId ?? (mayExist ? await this.search('customers', 'account_id', accountId) : undefined);
    const { id } = known
      ? { id: known }
      : await this.ask((stripe) =>
          // Nothing that may change later: the same key takes the same parameters alone.
          stripe.customers.create(
            { metadata: { account_id: accountId } },
            { idempotencyKey: `customer-${accountId}` },
          ),
        );
    await this.ask((stripe) => stripe.customers.update(id, { email, name: name ?? '' }));
    return id;
  }

  /** What has that id of ours. Idempotency keys are forgotten after a day; this is not. */
  private async search(what: 'customers' | 'paymentIntents', key: string, value: string) {
    const query = `metadata['${key}']:'${value.replaceAll("'", '')}'`;
    const found = await this.ask(
      (stripe): Promise<{ data: { id: string }[] }> =>
        what === 'customers'
          ? stripe.customers.search({ query, limit: 1 })
          : stripe.paymentIntents.search({ query, limit: 1 }),
    );
    return found.data[0]?.id;
  }

  async beginCardSetup({ key, customerId }: Parameters<Payments['beginCardSetup']>[0]) {
    const setup = await this.ask((stripe) =>
      stripe.setupIntents.create(
        { customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
        { idempotencyKey: `setup-${key}` },
      ),
    );
    return { id: setup.id, clientSecret: setup.client_secret ?? '' };
  }

  async readCardSetup(setupId: string): Promise<CardSetup> {
    const setup = await this.ask((stripe) =>
      stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] }),
    );
    const clientSecret = setup.client_secret ?? '';
    const { payment_method: method, last_setup_error: error } = setup;
    if (setup.status === 'succeeded' && method && typeof method === 'object')
      return { state: 'ready', card: cardOf(method), customerId: idOf(setup.customer) };
    if (setup.status === 'canceled') return { state: 'cancelled' };
    if (setup.status === 'requires_payment_method' && error)
      return { state: 'refused', code: declineOf(error).code, clientSecret };
    return { state: 'open', clientSecret };
  }

  async listCards(customerId: string): Promise<Card[]> {
    const list = await this.ask((stripe) =>
      stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: pageSize }),
    );
    return list.data.map(cardOf);
  }

  async deleteCustomer({ accountId, customerId }: Parameters<Payments['deleteCustomer']>[0]): Promise<void> {
    const id = customerId ?? (await this.search('customers', 'account_id', accountId));
    if (id === undefined) return;
    try {
      await this.ask((stripe) => stripe.customers.del(id));
    } catch (error) {
      if (!(error instanceof GatewayRefused && error.isMissing)) throw error;
    }
  }

  async detachCard(cardId: string): Promise<void> {
    try {
      await this.ask((stripe) => stripe.paymentMethods.detach(cardId));
    } catch (error) {
      if (!(error instanceof GatewayRefused)) throw error;
      const method = await this.ask((stripe) => stripe.paymentMethods.retrieve(cardId)).catch((own) => {
        if (own instanceof GatewayRefused && own.isMissing) return undefined;
        throw own;
      });
      if (method?.customer) throw error;
    }
  }

  async openPayment(payment: Parameters<Payments['openPayment']>[0]): Promise<Payment> {
    const { invoiceId, customerId, amountCents, mayExist, savesCard } = payment;
    const found = mayExist ? await this.search('paymentIntents', 'invoice_id', invoiceId) : undefined;
    if (found) return this.readPayment(found);
    return paymentOf(
      await this.ask((stripe) =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'usd',
            customer: customerId,
            allowed_payment_method_types: ['card'],
            metadata: { invoice_id: invoiceId },
            ...(savesCard && { setup_future_usage: 'off_session' as const }),
          },
          { idempotencyKey: `payment-${invoiceId}` },
        ),
      ),
    );
  }

  async confirmPayment(attempt: Parameters<Payments['confirmPayment']>[0]): Promise<PaymentOutcome> {
    const stripe = await this.stripe();
    try {
      const intent = await stripe.paymentIntents.confirm(
        attempt.paymentId,
        { payment_method: attempt.cardId, off_session: attempt.isOffSession },
        { idempotencyKey: attempt.attemptId },
      );
      return paymentOf(intent).outcome;
    } catch (error) {
      const { Stripe: Library } = await import('stripe');
      const { errors } = Library;
      if (error instanceof errors.StripeCardError) return { state: 'declined', ...declineOf(error) };
      if (
        error instanceof errors.StripeInvalidRequestError &&
        error.code === 'payment_intent_unexpected_state'
      )
        return (await this.readPayment(attempt.paymentId)).outcome;
      const ours = await inOurWords(error);
      // Too many requests: this one was not looked at.
      const isUndone = error instanceof errors.StripeRateLimitError;
      if (ours instanceof GatewayUnavailable && !isUndone) return { state: 'unknown' };
      throw ours;
    }
  }

  async readPayment(paymentId: string): Promise<Payment> {
    return paymentOf(await this.ask((stripe) => stripe.paymentIntents.retrieve(paymentId)));
  }

  async cancelPayment(paymentId: string): Promise<Payment> {
    try {
      return paymentOf(await this.ask((stripe) => stripe.paymentIntents.cancel(paymentId)));
    } catch (error) {
      if (!(error instanceof GatewayRefused)) throw error;
      const payment = await this.readPayment(paymentId);
      if (payment.outcome.state === 'cancelled') return payment;
      throw error;
    }
  }

  async refund(refund: Parameters<Payments['refund']>[0]): Promise<Refund> {
    const { refundId, paymentId, amountCents, mayExist } = refund;
    if (mayExist) {
      const made = await this.ask((stripe) =>
        all(stripe.refunds.list({ payment_intent: paymentId, limit: pageSize })),
      );
      const found = made.find(({ metadata }) => metadata?.refund_id === refundId);
      if (found) return refundOf(found);
    }
    return refundOf(
      await this.ask((stripe) =>
        stripe.refunds.create(
          { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } },
          { idempotencyKey: `refund-${refundId}` },
        ),
      ),
    );
  }

  async readRefund(id: string): Promise<Refund> {
    return refundOf(await this.ask((stripe) => stripe.refunds.retrieve(id)));
  }

  async readDispute(id: string): Promise<Dispute> {
    return disputeOf(await this.ask((stripe) => stripe.disputes.retrieve(id)));
  }

  async disputes(within: { from: Date; to: Date }, after?: string): Promise<Page<Dispute>> {
    const page = await this.ask((stripe) =>
      stripe.disputes.list({
        created: range(within),
        limit: pageSize,
        ...(after && { starting_after: after }),
      }),
    );
    return { items: page.data.map(disputeOf), next: page.has_more ? page.data.at(-1)?.id : undefined };
  }

  async balanceMovements(within: { from: Date; to: Date }, after?: string): Promise<Page<BalanceMovement>> {
    const page = await this.ask((stripe) =>
      stripe.balanceTransactions.list({
        created: range(within),
        limit: pageSize,
        expand: ['data.source'],
        ...(after && { starting_after: after }),
      }),
    );
    return { items: page.data.map(movementOf), next: page.has_more ? page.data.at(-1)?.id : undefined };
  }

  async readEvent(body: Buffer, signature: string | undefined): Promise<PaymentEvent> {
    const { webhookSecret, secretKey } = await this.access().catch((error) => {
      throw new GatewayUnavailable(error);
    });
    const stripe = await this.stripe();
    const verify = (tolerance: number) => {
      try {
        // 0 stands for any age.
        return (
          stripe.webhooks.signature?.verifyHeader(body, signature ?? '', webhookSecret, tolerance) ?? false
        );
      } catch {
        return false;
      }
    };
    if (!signature || !verify(0)) throw new EventRefused('forged');
    if (!verify(maxEventAgeSeconds)) throw new EventRefused('old');
    let event: Partial<Stripe.Event>;
    try {
      event = JSON.parse(body.toString('utf8'));
    } catch {
      throw new EventRefused('broken');
    }
    const { id, type, data, livemode } = event ?? {};
    if (
      typeof id !== 'string' ||
      typeof type !== 'string' ||
      typeof data?.object !== 'object' ||
      !data.object
    )
      throw new EventRefused('broken');
    if (livemode !== /^[sr]k_live_/.test(secretKey)) throw new EventRefused('foreign');
    return { id, type, about: aboutOf(data.object) };
  }

  async listPlans(): Promise<OfferedPlan[]> {
    const [products, prices] = await this.ask((stripe) =>
      Promise.all([
        all(stripe.products.list({ limit: pageSize })),
        all(stripe.prices.list({ limit: pageSize })),
      ]),
    );
    return products.map((product) => ({
      id: product.id,
      planId: product.metadata.plan_id ?? null,
      name: product.name,
      isActive: product.active,
      prices: prices.filter(({ product: of }) => idOf(of) === product.id).map(priceOf),
    }));
  }

  async savePlan({ planId, id, name, isActive }: Parameters<Payments['savePlan']>[0]): Promise<string> {
    // The id is ours, so a plan cannot be made twice, however late a call is repeated.
    const own = id ?? `maru_${planId}`;
    const update = () => this.ask((stripe) => stripe.products.update(own, { name, active: isActive }));
    try {
      await update();
    } catch (error) {
      if (id || !(error instanceof GatewayRefused && error.isMissing)) throw error;
      try {
        await this.ask((stripe) =>
          stripe.products.create({ id: own, name, active: isActive, metadata: { plan_id: planId } }),
        );
      } catch (made) {
        if (!(made instanceof GatewayRefused && made.code === 'resource_already_exists')) throw made;
        await update();
      }
    }
    return own;
  }

  async createPrice(price: Parameters<Payments['createPrice']>[0]): Promise<string> {
    const { ourPriceId, productId, amountCents, months } = price;
    const made = await this.ask((stripe) =>
      stripe.prices.create(
        {
          product: productId,
          currency: 'usd',
          unit_amount: amountCents,
          recurring: { interval: months === 12 ? 'year' : 'month' },
          metadata: { price_id: ourPriceId },
        },
        { idempotencyKey: `price-${ourPriceId}` },
      ),
    );
    return made.id;
  }

  async setPriceActive(priceId: string, isActive: boolean): Promise<void> {
    await this.ask((stripe) => stripe.prices.update(priceId, { active: isActive }));
  }
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const own of list) found.push(own);
  return found;
}
