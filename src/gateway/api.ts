/** As much of Stripe's API as the service uses. Each call runs in one transaction with the record of its idempotency key. */
import { createHmac } from 'node:crypto';
import type { Stripe } from 'stripe';
import {
  type Answer,
  ApiError,
  type Call,
  cents,
  emit,
  get,
  type Handler,
  invalid,
  metadataOf,
  missing,
  type Route,
  refuseUnknown,
  required,
  text,
} from './call.ts';
import { declineTexts, findTestCard, findToken, type TestCard } from './cards.ts';
import { listOf } from './forms.ts';
import * as make from './objects.ts';
import { newId, type Row, type Store, type Thing } from './store.ts';
import { taxHandlers } from './taxes.ts';

interface CardOwn {
  card: TestCard;
  isAuthenticated?: boolean;
}
interface IntentOwn {
  offSession?: boolean;
  /** The charge goes on when its owner has answered. */
  methodId?: string;
}

/** A real number, and any that is not published, goes no further than this. */
function readCard({ params, secret, store }: Call): make.CardDetails {
  const { payment_method_data: data } = params;
  const card = typeof data === 'object' && typeof data.card === 'object' ? data.card : {};
  const details =
    typeof data === 'object' && typeof data.billing_details === 'object' ? data.billing_details : {};
  const number = (text(card, 'number') ?? '').replace(/[\s-]/g, '');
  const found = findTestCard(number);
  const cardError = (code: string, message: string, param: string) =>
    new ApiError(402, { type: 'card_error', code, message, param });
  if (!found) {
    if (!/^\d{12,19}$/.test(number))
      throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
    throw new ApiError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'This is a simulated gateway: it takes test cards alone, and your card was neither charged nor kept.',
      param: 'number',
    });
  }
  const month = Number(text(card, 'exp_month'));
  const given = Number(text(card, 'exp_year'));
  const year = given < 100 ? 2000 + given : given;
  if (!(Number.isInteger(month) && month >= 1 && month <= 12))
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const today = new Date(store.now * 1000);
  const isPast = year * 12 + month - 1 < today.getUTCFullYear() * 12 + today.getUTCMonth();
  if (!Number.isInteger(year) || year > today.getUTCFullYear() + 50 || isPast)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (!/^\d{3,4}$/.test(text(card, 'cvc') ?? ''))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return {
    card: found,
    expMonth: month,
    expYear: year,
    name: text(details, 'name') || null,
    fingerprint: fingerprintOf(secret, number),
  };
}

const fingerprintOf = (secret: string, what: string) =>
  createHmac('sha256', secret).update(what).digest('base64url').replace(/[-_]/g, 'x').slice(0, 16);

/** The card of a call: a saved one, a token for tests, or the number that a browser has sent. */
async function methodOf(call: Call, id: string | undefined): Promise<Row<Stripe.PaymentMethod, CardOwn>> {
  const { store } = call;
  const token = id === undefined ? undefined : findToken(id);
  if (id !== undefined && !token) return get<Stripe.PaymentMethod, CardOwn>(store, 'payment_method', id);
  const details: make.CardDetails = token
    ? {
        card: token,
        expMonth: 12,
        expYear: new Date(store.now * 1000).getUTCFullYear() + 3,
        name: null,
        fingerprint: fingerprintOf(call.secret, token.brand + token.lastFour),
      }
    : readCard(call);
  const body = make.paymentMethod(store.now, details);
  const own: CardOwn = { card: details.card };
  await store.insert(body, own);
  return { body, own };
}

async function attach(
  call: Call,
  method: Row<Stripe.PaymentMethod, CardOwn>,
  customer: unknown,
): Promise<void> {
  if (typeof customer !== 'string' || method.body.customer === customer) return;
  method.body.customer = customer;
  await call.store.save(method);
  await emit(call, 'payment_method.attached', method.body);
}

interface Failure {
  code: string;
  declineCode: string;
  message: string;
}

const failureOf = (code: string, declineCode: string): Failure => ({
  code,
  declineCode,
  message: declineTexts[code] ?? declineTexts[declineCode] ?? 'Your card was declined.',
});

const errorOf = (failure: Failure, method: Stripe.PaymentMethod, chargeId?: string) => ({
  type: 'card_error' as const,
  code: failure.code,
  decline_code: failure.declineCode,
  message: failure.message,
  payment_method: method,
  ...(chargeId && { charge: chargeId }),
});

const nextAction = (call: Call, id: string) => ({
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${call.origin}/v3/challenge/${id}` },
});

/** Saving a card. */
async function confirmSetup(call: Call): Promise<Answer> {
  const { store, params, id } = call;
  refuseUnknown(params, ['payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk']);
  const row = await get<Stripe.SetupIntent, IntentOwn>(store, 'setup_intent', id);
  const { body, own } = row;
  if (body.status === 'succeeded' || body.status === 'canceled')
    throw new ApiError(
      400,
      {
        type: 'invalid_request_error',
        code: 'setup_intent_unexpected_state',
        message: `This SetupIntent is ${body.status}, so it cannot be confirmed.`,
        setup_intent: body,
      },
      true,
    );
  const method = await methodOf(call, text(params, 'payment_method'));
  requireOwner(method.body, body.customer);
  const { decline, authentication } = method.own.card;
  if (decline?.at === 'setup') {
    const failure = failureOf(decline.code, decline.declineCode);
    body.status = 'requires_payment_method';
    body.payment_method = null;
    body.last_setup_error = errorOf(
      failure,
      method.body,
    ) as unknown as Stripe.SetupIntent['last_setup_error'];
    await store.save(row);
    await emit(call, 'setup_intent.setup_failed', body);
    return { status: 402, body: { error: { ...errorOf(failure, method.body), setup_intent: body } } };
  }
  body.payment_method = method.body.id;
  body.last_setup_error = null;
  if (authentication) {
    body.status = 'requires_action';
    body.next_action = nextAction(call, body.id) as unknown as Stripe.SetupIntent['next_action'];
    own.methodId = method.body.id;
    await store.save(row);
    await emit(call, 'setup_intent.requires_action', body);
    return { status: 200, body };
  }
  return { status: 200, body: await finishSetup(call, row, method) };
}

async function finishSetup(
  call: Call,
  row: Row<Stripe.SetupIntent, IntentOwn>,
  method: Row<Stripe.PaymentMethod, CardOwn>,
): Promise<Stripe.SetupIntent> {
  await attach(call, method, row.body.customer);
  row.body.status = 'succeeded';
  row.body.next_action = null;
  await call.store.save(row);
  await emit(call, 'setup_intent.succeeded', row.body);
  return row.body;
}

function requireOwner(method: Stripe.PaymentMethod, customer: unknown): void {
  if (method.customer !== null && method.customer !== customer)
    throw invalid('The payment method belongs to another customer.', { param: 'payment_method' });
}

/** Charging a card. */
async function confirmPayment(call: Call): Promise<Answer> {
  const { store, params, id } = call;
  refuseUnknown(params, [
    'payment_method',
    'payment_method_data',
    'off_session',
    'return_url',
    'use_stripe_sdk',
    'setup_future_usage',
  ]);
  const row = await get<Stripe.PaymentIntent, IntentOwn>(store, 'payment_intent', id);
  const { body, own } = row;
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(body.status))
    throw unexpected(body, 'confirmed');
  const method = await methodOf(call, text(params, 'payment_method'));
  requireOwner(method.body, body.customer);
  if (text(params, 'setup_future_usage') === 'off_session') body.setup_future_usage = 'off_session';
  const offSession = text(params, 'off_session') === 'true';
  const { authentication } = method.own.card;
  const needsOwner =
    authentication === 'always' || (authentication === 'unless_saved' && !method.own.isAuthenticated);
  own.offSession = offSession;
  own.methodId = method.body.id;
  if (needsOwner && offSession)
    return chargeCard(call, row, method, failureOf('authentication_required', 'authentication_required'));
  if (needsOwner) {
    body.status = 'requires_action';
    body.payment_method = method.body.id;
    body.last_payment_error = null;
    body.next_action = nextAction(call, body.id) as unknown as Stripe.PaymentIntent['next_action'];
    await store.save(row);
    await emit(call, 'payment_intent.requires_action', body);
    return { status: 200, body };
  }
  return chargeCard(call, row, method, undefined);
}

const unexpected = (body: Stripe.PaymentIntent, what: string) =>
  new ApiError(
    400,
    {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent is ${body.status}, so it cannot be ${what}.`,
      payment_intent: body,
    },
    true,
  );

/** The one place where money is taken. */
async function chargeCard(
  call: Call,
  row: Row<Stripe.PaymentIntent, IntentOwn>,
  method: Row<Stripe.PaymentMethod, CardOwn>,
  given: Failure | undefined,
): Promise<Answer> {
  const { store } = call;
  const { body } = row;
  const { decline, dispute } = method.own.card;
  const { card } = method.body;
  const today = new Date(store.now * 1000);
  const isExpired =
    card && card.exp_year * 12 + card.exp_month - 1 < today.getUTCFullYear() * 12 + today.getUTCMonth();
  const failure =
    given ??
    (decline && failureOf(decline.code, decline.declineCode)) ??
    (isExpired ? failureOf('expired_card', 'expired_card') : undefined);
  const charge = make.charge(store.now, body, method.body, failure);
  body.latest_charge = charge.id;
  body.next_action = null;
  if (failure) {
    await store.insert(charge);
    const error = errorOf(failure, method.body, charge.id);
    body.status = 'requires_payment_method';
    body.payment_method = null;
    body.last_payment_error = error as unknown as Stripe.PaymentIntent['last_payment_error'];
    await store.save(row);
    await emit(call, 'charge.failed', charge);
    await emit(call, 'payment_intent.payment_failed', body);
    return { status: 402, body: { error: { ...error, payment_intent: body } } };
  }
  const movement = await store.insert(
    make.balanceTransaction(store.now, {
      amount: body.amount,
      fee: make.feeOf(body.amount),
      source: charge.id,
      type: 'charge',
      reporting_category: 'charge',
      description: body.description,
    }),
  );
  charge.balance_transaction = movement.id;
  charge.disputed = dispute !== undefined;
  await store.insert(charge);
  if (body.setup_future_usage) await attach(call, method, body.customer);
  body.status = 'succeeded';
  body.payment_method = method.body.id;
  body.amount_received = body.amount;
  body.last_payment_error = null;
  await store.save(row);
  await emit(call, 'charge.succeeded', charge);
  await emit(call, 'payment_intent.succeeded', body);
  if (dispute) await openDispute(call, charge, dispute);
  return { status: 200, body };
}

async function openDispute(
  call: Call,
  charge: Stripe.Charge,
  what: { reason: string; isInquiry?: boolean | undefined },
) {
  const { store } = call;
  const dispute = make.dispute(store.now, charge, what);
  if (!what.isInquiry) {
    const movement = make.balanceTransaction(store.now, {
      amount: -dispute.amount,
      fee: make.disputeFee,
      source: dispute.id,
      type: 'adjustment',
      reporting_category: 'dispute',
      description: `Chargeback withdrawal for ${charge.id}`,
    });
    dispute.balance_transactions = [await store.insert(movement)];
  }
  await store.insert(dispute);
  await emit(call, 'charge.dispute.created', dispute);
  if (!what.isInquiry) await emit(call, 'charge.dispute.funds_withdrawn', dispute);
}

/** How a dispute ends. What was withdrawn comes back when it is won; its fee does not. */
export async function endDispute(call: Call, isWon: boolean): Promise<Answer> {
  const { store } = call;
  const row = await get<Stripe.Dispute>(store, 'dispute', call.id);
  const { body } = row;
  if (!['needs_response', 'warning_needs_response', 'under_review'].includes(body.status))
    throw invalid('This dispute is already closed.', {});
  if (isWon && body.balance_transactions.length > 0) {
    const movement = make.balanceTransaction(store.now, {
      amount: body.amount,
      fee: 0,
      source: body.id,
      type: 'adjustment',
      reporting_category: 'dispute_reversal',
      description: `Chargeback reversal for ${body.id}`,
    });
    body.balance_transactions.push(await store.insert(movement));
  }
  body.status = body.status.startsWith('warning_') ? 'warning_closed' : isWon ? 'won' : 'lost';
  await store.save(row);
  await emit(call, 'charge.dispute.closed', body);
  if (isWon) await emit(call, 'charge.dispute.funds_reinstated', body);
  return { status: 200, body };
}

/** What the owner of a card has answered to its bank. */
export async function answerChallenge(call: Call, isComplete: boolean): Promise<Answer> {
  const { store, id, clientSecret } = call;
  const isSetup = id.startsWith('seti_');
  const row = await get<Stripe.SetupIntent | Stripe.PaymentIntent, IntentOwn>(
    store,
    isSetup ? 'setup_intent' : 'payment_intent',
    id,
  );
  if (clientSecret !== row.body.client_secret) throw missing(row.body.object, id);
  if (row.body.status !== 'requires_action') return { status: 200, body: row.body };
  const method = await get<Stripe.PaymentMethod, CardOwn>(store, 'payment_method', row.own.methodId ?? '');
  if (row.body.object === 'setup_intent') {
    const setup = row as Row<Stripe.SetupIntent, IntentOwn>;
    if (isComplete) {
      method.own.isAuthenticated = true;
      await store.save(method);
      return { status: 200, body: await finishSetup(call, setup, method) };
    }
    const failure = { ...failureOf('setup_intent_authentication_failure', 'authentication_required') };
    failure.message = 'We are unable to authenticate your payment method.';
    setup.body.status = 'requires_payment_method';
    setup.body.next_action = null;
    setup.body.payment_method = null;
    setup.body.last_setup_error = {
      ...errorOf(failure, method.body),
      type: 'invalid_request_error',
    } as unknown as Stripe.SetupIntent['last_setup_error'];
    await store.save(setup);
    await emit(call, 'setup_intent.setup_failed', setup.body);
    return { status: 200, body: setup.body };
  }
  const payment = row as Row<Stripe.PaymentIntent, IntentOwn>;
  if (isComplete) {
    if (payment.body.setup_future_usage) {
      method.own.isAuthenticated = true;
      await store.save(method);
    }
    await chargeCard(call, payment, method, undefined);
    return { status: 200, body: payment.body };
  }
  const failure = failureOf('payment_intent_authentication_failure', 'authentication_required');
  failure.message = 'We are unable to authenticate your payment method.';
  payment.body.status = 'requires_payment_method';
  payment.body.next_action = null;
  payment.body.payment_method = null;
  payment.body.last_payment_error = errorOf(
    failure,
    method.body,
  ) as unknown as Stripe.PaymentIntent['last_payment_error'];
  await store.save(payment);
  await emit(call, 'payment_intent.payment_failed', payment.body);
  return { status: 200, body: payment.body };
}

async function refund(call: Call): Promise<Answer> {
  const { store, params } = call;
  refuseUnknown(params, ['payment_intent', 'charge', 'amount', 'reason', 'metadata']);
  const intent = await get<Stripe.PaymentIntent>(store, 'payment_intent', required(params, 'payment_intent'));
  const chargeId = intent.body.latest_charge;
  if (intent.body.status !== 'succeeded' || typeof chargeId !== 'string')
    throw invalid(`This PaymentIntent does not have a successful charge to refund.`, {});
  const row = await get<Stripe.Charge>(store, 'charge', chargeId);
  const charge = row.body;
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount === undefined ? left : cents(params, 'amount');
  const refuse = (code: string, message: string) => {
    throw new ApiError(400, { type: 'invalid_request_error', code, message }, true);
  };
  if (charge.disputed)
    refuse('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  if (left === 0) refuse('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (amount < 1 || amount > left)
    refuse(
      'amount_too_large',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
    );
  const body = make.refund(store.now, {
    amount,
    charge: charge.id,
    payment_intent: intent.body.id,
    metadata: metadataOf(params),
    reason: null,
    customer: intent.body.customer,
    payment_method: charge.payment_method,
  });
  const movement = make.balanceTransaction(store.now, {
    amount: -amount,
    fee: 0,
    source: body.id,
    type: 'refund',
    reporting_category: 'refund',
    description: `REFUND FOR CHARGE`,
  });
  body.balance_transaction = movement.id;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  await store.insert(movement);
  await store.insert(body);
  await store.save(row);
  await emit(call, 'refund.created', body);
  await emit(call, 'charge.refunded', charge);
  return { status: 200, body };
}

const retrieve =
  (object: string) =>
  async ({ store, id, clientSecret }: Call): Promise<Answer> => {
    const { body } = await get<Thing & { client_secret?: string }>(store, object, id);
    if (clientSecret !== undefined && clientSecret !== body.client_secret) throw missing(object, id);
    return { status: 200, body };
  };

const list =
  (object: string, url: string, filters: string[] = []) =>
  async ({ store, params }: Call): Promise<Answer> => {
    refuseUnknown(params, ['limit', 'starting_after', 'ending_before', 'created', ...filters]);
    const limit = params.limit === undefined ? 10 : cents(params, 'limit');
    if (limit < 1 || limit > 100) throw invalid('This limit must be between 1 and 100.', { param: 'limit' });
    const { created } = params;
    const bound = (name: string, more: number) => {
      if (typeof created !== 'object' || created[name] === undefined) return undefined;
      const value = Number(created[name]);
      if (!Number.isSafeInteger(value)) throw invalid('Invalid integer', { param: 'created' });
      return value + more;
    };
    const { data, hasMore } = await store.list(object, {
      limit,
      after: text(params, 'starting_after'),
      before: text(params, 'ending_before'),
      from: bound('gte', 0) ?? bound('gt', 1),
      to: bound('lt', 0) ?? bound('lte', 1),
      equals: Object.fromEntries(filters.map((name) => [name, text(params, name)])),
    });
    return { status: 200, body: { object: 'list', data, has_more: hasMore, url } };
  };

const search =
  (object: string, url: string) =>
  async ({ store, params }: Call): Promise<Answer> => {
    refuseUnknown(params, ['query', 'limit', 'page']);
    const [, key, value] = /^metadata\['([\w-]+)'\]:'([^']*)'$/.exec(required(params, 'query')) ?? [];
    if (key === undefined || value === undefined)
      throw invalid('The simulated gateway searches metadata alone.', { param: 'query' });
    const limit = params.limit === undefined ? 10 : Math.min(100, cents(params, 'limit'));
    const data = await store.withMetadata(object, { [key]: value }, limit);
    return { status: 200, body: { object: 'search_result', data, has_more: false, next_page: null, url } };
  };

/** Changes fields of an object that may be changed. */
const update =
  <T extends Thing & { metadata: Stripe.Metadata | null }>(
    object: T['object'],
    fields: string[],
    event: string,
  ) =>
  async (call: Call): Promise<Answer> => {
    const { store, params, id } = call;
    refuseUnknown(params, [...fields, 'metadata']);
    const row = await get<T>(store, object, id);
    for (const name of fields) {
      const value = text(params, name);
      if (value === undefined) continue;
      const now = (row.body as Record<string, unknown>)[name];
      Object.assign(row.body, {
        [name]: typeof now === 'boolean' ? value === 'true' : value === '' ? null : value,
      });
    }
    for (const [key, value] of Object.entries(metadataOf(params))) {
      row.body.metadata ??= {};
      if (value === '') delete row.body.metadata[key];
      else row.body.metadata[key] = value;
    }
    if ('updated' in row.body) Object.assign(row.body, { updated: store.now });
    await store.save(row);
    await emit(call, event, row.body);
    return { status: 200, body: row.body };
  };

async function created(call: Call, event: string, body: Thing): Promise<Answer> {
  await call.store.insert(body);
  await emit(call, event, body);
  return { status: 200, body };
}

async function customerOf({ store, params }: Call): Promise<string | null> {
  const id = text(params, 'customer');
  return id === undefined ? null : (await getCustomer(store, id)).body.id;
}

/** A customer that is not deleted. */
async function getCustomer(store: Store, id: string) {
  const row = await get<Stripe.Customer>(store, 'customer', id);
  if ('deleted' in row.body) throw missing('customer', id);
  return row;
}

/** Of a deleted customer the id is left; its cards are detached. */
async function deleteCustomer(call: Call): Promise<Answer> {
  const { store } = call;
  const row = await getCustomer(store, call.id);
  const cards = await store.list<Stripe.PaymentMethod>('payment_method', {
    equals: { customer: call.id },
    limit: 100,
  });
  for (const { id } of cards.data) {
    const method = await get<Stripe.PaymentMethod>(store, 'payment_method', id);
    method.body.customer = null;
    await store.save(method);
  }
  await emit(call, 'customer.deleted', row.body);
  const body: Stripe.DeletedCustomer = { id: call.id, object: 'customer', deleted: true };
  await store.save({ ...row, body });
  return { status: 200, body };
}

const secret = (handler: Handler): Route => ({ handler });
const browser = (handler: Handler): Route => ({ handler, isPublic: true });

/** Method and path → what answers; `:` stands for an id. */
export const routes: Record<string, Route> = {
  'POST /v1/customers': secret(async (call) => {
    refuseUnknown(call.params, ['email', 'name', 'metadata']);
    const body = make.customer(call.store.now, metadataOf(call.params));
    body.email = text(call.params, 'email') ?? null;
    body.name = text(call.params, 'name') ?? null;
    return created(call, 'customer.created', body);
  }),
  'GET /v1/customers/search': secret(search('customer', '/v1/customers/search')),
  'GET /v1/customers/:': secret(retrieve('customer')),
  'POST /v1/customers/:': secret(async (call) => {
    await getCustomer(call.store, call.id);
    return update<Stripe.Customer>('customer', ['email', 'name'], 'customer.updated')(call);
  }),
  'DELETE /v1/customers/:': secret(deleteCustomer),

  'POST /v1/setup_intents': secret(async (call) => {
    refuseUnknown(call.params, ['customer', 'usage', 'allowed_payment_method_types', 'metadata']);
    const body = make.setupIntent(call.store.now, {
      customer: await customerOf(call),
      usage: text(call.params, 'usage') ?? 'off_session',
      metadata: metadataOf(call.params),
    });
    return created(call, 'setup_intent.created', body);
  }),
  'GET /v1/setup_intents/:': browser(retrieve('setup_intent')),
  'POST /v1/setup_intents/:/confirm': browser(confirmSetup),

  'GET /v1/payment_methods': secret(list('payment_method', '/v1/payment_methods', ['customer', 'type'])),
  'GET /v1/payment_methods/:': secret(retrieve('payment_method')),
  'POST /v1/payment_methods/:/detach': secret(async (call) => {
    const row = await get<Stripe.PaymentMethod>(call.store, 'payment_method', call.id);
    if (row.body.customer === null)
      throw invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    row.body.customer = null;
    await call.store.save(row);
    await emit(call, 'payment_method.detached', row.body);
    return { status: 200, body: row.body };
  }),

  'POST /v1/payment_intents': secret(async (call) => {
    const { params, store } = call;
    refuseUnknown(params, [
      'amount',
      'currency',
      'customer',
      'allowed_payment_method_types',
      'metadata',
      'setup_future_usage',
      'description',
    ]);
    const amount = cents(params, 'amount');
    if (required(params, 'currency') !== 'usd')
      throw invalid('The simulated gateway takes US dollars alone.', { param: 'currency' });
    if (amount < 50)
      throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
    const body = make.paymentIntent(store.now, {
      amount,
      currency: 'usd',
      customer: await customerOf(call),
      metadata: metadataOf(params),
      description: text(params, 'description') ?? null,
      setup_future_usage: text(params, 'setup_future_usage') === 'off_session' ? 'off_session' : null,
    });
    return created(call, 'payment_intent.created', body);
  }),
  'GET /v1/payment_intents/search': secret(search('payment_intent', '/v1/payment_intents/search')),
  'GET /v1/payment_intents': secret(list('payment_intent', '/v1/payment_intents', ['customer'])),
  'GET /v1/payment_intents/:': browser(retrieve('payment_intent')),
  'POST /v1/payment_intents/:/confirm': browser(confirmPayment),
  'POST /v1/payment_intents/:/cancel': secret(async (call) => {
    const row = await get<Stripe.PaymentIntent>(call.store, 'payment_intent', call.id);
    const { body } = row;
    if (body.status === 'succeeded' || body.status === 'canceled') throw unexpected(body, 'canceled');
    body.status = 'canceled';
    body.canceled_at = call.store.now;
    body.next_action = null;
    await call.store.save(row);
    await emit(call, 'payment_intent.canceled', body);
    return { status: 200, body };
  }),

  'GET /v1/charges/:': secret(retrieve('charge')),
  'POST /v1/refunds': secret(refund),
  'GET /v1/refunds': secret(list('refund', '/v1/refunds', ['payment_intent', 'charge'])),
  'GET /v1/refunds/:': secret(retrieve('refund')),

  'GET /v1/disputes': secret(list('dispute', '/v1/disputes', ['payment_intent', 'charge'])),
  'GET /v1/disputes/:': secret(retrieve('dispute')),
  /** As in Stripe's test mode, the words of the evidence decide. */
  'POST /v1/disputes/:': secret(async (call) => {
    const { evidence } = call.params;
    const words = typeof evidence === 'object' ? text(evidence, 'uncategorized_text') : undefined;
    if (words === 'winning_evidence') return endDispute(call, true);
    if (words === 'losing_evidence') return endDispute(call, false);
    return retrieve('dispute')(call);
  }),
  'POST /v1/disputes/:/close': secret((call) => endDispute(call, false)),

  'GET /v1/balance_transactions': secret(
    list('balance_transaction', '/v1/balance_transactions', ['type', 'source']),
  ),
  'GET /v1/balance_transactions/:': secret(retrieve('balance_transaction')),
  'GET /v1/events': secret(list('event', '/v1/events', ['type'])),
  'GET /v1/events/:': secret(retrieve('event')),

  'GET /v1/products': secret(list('product', '/v1/products', ['active'])),
  'POST /v1/products': secret(async (call) => {
    const { params, store } = call;
    refuseUnknown(params, ['id', 'name', 'active', 'description', 'metadata']);
    const id = text(params, 'id') ?? newId('prod');
    if (await store.find('product', id))
      throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
    const body = make.product(store.now, {
      id,
      name: required(params, 'name'),
      active: text(params, 'active') !== 'false',
      description: text(params, 'description') ?? null,
      metadata: metadataOf(params),
    });
    return created(call, 'product.created', body);
  }),
  'GET /v1/products/:': secret(retrieve('product')),
  'POST /v1/products/:': secret(
    update<Stripe.Product>('product', ['name', 'active', 'description'], 'product.updated'),
  ),

  'GET /v1/prices': secret(list('price', '/v1/prices', ['product', 'active'])),
  'POST /v1/prices': secret(async (call) => {
    const { params, store } = call;
    refuseUnknown(params, ['product', 'currency', 'unit_amount', 'recurring', 'active', 'metadata']);
    const { body: product } = await get<Stripe.Product>(store, 'product', required(params, 'product'));
    const interval = typeof params.recurring === 'object' ? text(params.recurring, 'interval') : undefined;
    if (interval !== undefined && interval !== 'month' && interval !== 'year')
      throw invalid('Invalid recurring[interval]: must be one of month or year', {
        param: 'recurring[interval]',
      });
    const body = make.price(store.now, {
      product: product.id,
      unitAmount: cents(params, 'unit_amount'),
      interval: interval ?? null,
      active: text(params, 'active') !== 'false',
      metadata: metadataOf(params),
    });
    return created(call, 'price.created', body);
  }),
  'GET /v1/prices/:': secret(retrieve('price')),
  'POST /v1/prices/:': secret(update<Stripe.Price>('price', ['active'], 'price.updated')),

  ...Object.fromEntries(Object.entries(taxHandlers).map(([name, handler]) => [name, secret(handler)])),
};

/** Puts objects where their ids are, for the paths that a call names. */
export async function expand({ store, params }: Call, body: unknown): Promise<void> {
  for (const path of listOf(params.expand).slice(0, 5)) {
    let things = [body];
    const parts = path.split('.').slice(0, 4);
    for (const [index, part] of parts.entries()) {
      const next: unknown[] = [];
      for (const thing of things) {
        if (typeof thing !== 'object' || thing === null || !(part in thing)) continue;
        const holder = thing as Record<string, unknown>;
        const value = holder[part];
        if (typeof value === 'string' && index === parts.length - 1) {
          const object = objectOf[value.split('_')[0] ?? ''];
          const found = object && (await store.find(object, value));
          if (found) holder[part] = found.body;
        } else if (Array.isArray(value)) next.push(...value);
        else next.push(value);
      }
      things = next;
    }
  }
}

const objectOf: Record<string, string> = {
  cus: 'customer',
  pm: 'payment_method',
  seti: 'setup_intent',
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  txn: 'balance_transaction',
  prod: 'product',
  price: 'price',
};
