/** What every card processor has to keep to: the simulated one always, Stripe's test mode when there is a key for it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/database.ts';
import { openTestGateway } from '../../../../test/gateway.ts';
import { readConfig } from '../../config.ts';
import { EventRefused, GatewayRefused, GatewayUnavailable, type Payments } from './port.ts';
import { StripePayments } from './stripe.ts';

interface Subject {
  payments: Payments;
  /** What the browser's script does: a card is given by its name for tests. */
  confirmSetup(setupId: string, card: string): Promise<void>;
}

const realKey = process.env.STRIPE_TEST_SECRET_KEY;

async function openSimulated(): Promise<Subject> {
  const { url } = await openTestDatabase({ empty: true });
  const { payments, ask } = await openTestGateway(url);
  return {
    payments,
    async confirmSetup(id, card) {
      await ask('POST', `/v1/setup_intents/${id}/confirm`, { payment_method: card });
    },
  };
}

async function openReal(): Promise<Subject> {
  const secretKey = realKey ?? '';
  if (!/^[sr]k_test_/.test(secretKey)) throw new Error('STRIPE_TEST_SECRET_KEY has to be a key of test mode');
  const access = { secretKey, publishableKey: 'pk_test_unused', webhookSecret: 'whsec_unused' };
  return {
    payments: new StripePayments(async () => access),
    async confirmSetup(id, card) {
      await fetch(`https://api.stripe.com/v1/setup_intents/${id}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ payment_method: card }),
      });
    },
  };
}

const subjects: [string, () => Promise<Subject>, boolean][] = [
  ['the simulated gateway', openSimulated, false],
  ['Stripe in test mode (STRIPE_TEST_SECRET_KEY)', openReal, realKey === undefined],
];

for (const [name, open, isSkipped] of subjects) {
  describe.skipIf(isSkipped)(name, () => {
    let payments: Payments;
    let subject: Subject;
    beforeAll(async () => {
      subject = await open();
      ({ payments } = subject);
    });

    const newCustomer = () =>
      payments.saveCustomer({ accountId: randomUUID(), email: 'seoyeon@example.com', name: '김서연' });
    const saveCard = async (customerId: string, card: string) => {
      const { id } = await payments.beginCardSetup({ key: randomUUID(), customerId });
      await subject.confirmSetup(id, card);
      return payments.readCardSetup(id);
    };
    const newPayment = (customerId: string, amountCents = 1299) =>
      payments.openPayment({ invoiceId: randomUUID(), customerId, amountCents });
    const pay = async (card: string, isOffSession: boolean) => {
      const customerId = await newCustomer();
      const setup = await saveCard(customerId, card);
      if (setup.state !== 'ready') throw new Error(`the card is ${setup.state}`);
      const payment = await newPayment(customerId);
      const outcome = await payments.confirmPayment({
        attemptId: randomUUID(),
        paymentId: payment.id,
        cardId: setup.card.id,
        isOffSession,
      });
      return { customerId, card: setup.card, payment, outcome };
    };

    test('knows one customer for an account, however often it is asked', async () => {
      const accountId = randomUUID();
      const first = await payments.saveCustomer({ accountId, email: 'a@example.com', name: 'A' });
      expect(await payments.saveCustomer({ accountId, email: 'b@example.com', name: null })).toBe(first);
      expect(
        await payments.saveCustomer({ accountId, customerId: first, email: 'c@example.com', name: 'C' }),
      ).toBe(first);
    });

    test('saves a card that the browser gave, and lists and detaches it', async () => {
      const customerId = await newCustomer();
      const { id, clientSecret } = await payments.beginCardSetup({
        key: 'k'.concat(randomUUID()),
        customerId,
      });
      expect(await payments.readCardSetup(id)).toEqual({ state: 'open', clientSecret });
      await subject.confirmSetup(id, 'pm_card_visa');
      const setup = await payments.readCardSetup(id);
      expect(setup).toMatchObject({ state: 'ready', customerId, card: { brand: 'visa', lastFour: '4242' } });
      const cards = await payments.listCards(customerId);
      expect(cards).toHaveLength(1);
      expect(cards[0]?.fingerprint).toMatch(/\w{8}/);
      await payments.detachCard(cards[0]?.id ?? '');
      await payments.detachCard(cards[0]?.id ?? '');
      expect(await payments.listCards(customerId)).toEqual([]);
    });

    test('forgets a customer with its cards, once, and keeps what was paid', async () => {
      const { customerId, payment } = await pay('pm_card_visa', true);
      const gone = { accountId: randomUUID(), customerId };
      await payments.deleteCustomer(gone);
      await payments.deleteCustomer(gone);
      await expect(payments.beginCardSetup({ key: randomUUID(), customerId })).rejects.toThrow(
        GatewayRefused,
      );
      expect((await payments.readPayment(payment.id)).outcome.state).toBe('succeeded');
    });

    test('forgets a customer whose id was lost, by the account that it was made for', async () => {
      const accountId = randomUUID();
      const customerId = await payments.saveCustomer({ accountId, email: 'lost@example.com', name: null });
      await payments.deleteCustomer({ accountId: randomUUID(), customerId: null });
      const isGone = async () => {
        await payments.deleteCustomer({ accountId, customerId: null });
        return payments.beginCardSetup({ key: randomUUID(), customerId }).then(
          () => false,
          (error: unknown) => error instanceof GatewayRefused,
        );
      };
      // Stripe finds what is new within a minute.
      await expect.poll(isGone, { timeout: 90_000, interval: 1000 }).toBe(true);
    }, 100_000);

    test('says which saved card a bank refuses', async () => {
      const setup = await saveCard(await newCustomer(), 'pm_card_visa_chargeDeclinedInsufficientFunds');
      expect(setup).toMatchObject({ state: 'refused', code: 'insufficient_funds' });
    });

    test('takes money once for an attempt, and never twice for a payment', async () => {
      const { payment, card, outcome } = await pay('pm_card_visa', true);
      expect(outcome).toMatchObject({ state: 'succeeded', receivedCents: 1299 });
      const again = await payments.confirmPayment({
        attemptId: randomUUID(),
        paymentId: payment.id,
        cardId: card.id,
        isOffSession: true,
      });
      expect(again).toEqual(outcome);
      expect((await payments.readPayment(payment.id)).outcome).toEqual(outcome);
      await expect(payments.cancelPayment(payment.id)).rejects.toThrow(GatewayRefused);
    });

    test('has one payment for an invoice', async () => {
      const customerId = await newCustomer();
      const asked = { invoiceId: randomUUID(), customerId, amountCents: 999 };
      const first = await payments.openPayment(asked);
      expect(first).toMatchObject({
        invoiceId: asked.invoiceId,
        amountCents: 999,
        outcome: { state: 'open' },
      });
      expect((await payments.openPayment(asked)).id).toBe(first.id);
      expect((await payments.cancelPayment(first.id)).outcome.state).toBe('cancelled');
      expect((await payments.cancelPayment(first.id)).outcome.state).toBe('cancelled');
    });

    test('says why a card was declined, and lets another try follow', async () => {
      const { payment, outcome, customerId } = await pay('pm_card_chargeCustomerFail', true);
      expect(outcome).toEqual({ state: 'declined', code: 'generic_decline', isHard: false, reason: 'other' });
      expect((await payments.readPayment(payment.id)).outcome).toEqual(outcome);
      const setup = await saveCard(customerId, 'pm_card_mastercard');
      if (setup.state !== 'ready') throw new Error('not ready');
      const again = {
        attemptId: randomUUID(),
        paymentId: payment.id,
        cardId: setup.card.id,
        isOffSession: true,
      };
      expect((await payments.confirmPayment(again)).state).toBe('succeeded');
    });

    test('gives money back in parts, once for each id, and never more than was taken', async () => {
      const { payment } = await pay('pm_card_visa', true);
      const refundId = randomUUID();
      const first = await payments.refund({ refundId, paymentId: payment.id, amountCents: 500 });
      expect(first).toMatchObject({ amountCents: 500, state: 'succeeded' });
      expect(await payments.refund({ refundId, paymentId: payment.id, amountCents: 500 })).toEqual(first);
      expect(await payments.readRefund(first.id)).toEqual(first);
      const refund = (amountCents: number) =>
        payments.refund({ refundId: randomUUID(), paymentId: payment.id, amountCents });
      await expect(refund(800)).rejects.toThrow(GatewayRefused);
      expect((await refund(799)).state).toBe('succeeded');
      await expect(refund(1)).rejects.toMatchObject({ code: 'charge_already_refunded' });
    });

    test('lists what its balance changed by, page by page', async () => {
      const from = new Date(Date.now() - 3_600_000);
      const { payment } = await pay('pm_card_visa', true);
      await payments.refund({ refundId: randomUUID(), paymentId: payment.id, amountCents: 299 });
      const to = new Date(Date.now() + 3_600_000);
      const page = await payments.balanceMovements({ from, to });
      const own = page.items.filter(({ paymentId }) => paymentId === payment.id);
      expect(own.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
        ['refund', -299],
        ['charge', 1299],
      ]);
      for (const { netCents, amountCents, feeCents } of page.items)
        expect(netCents).toBe(amountCents - feeCents);
    });

    test('keeps plans and prices', async () => {
      const planId = randomUUID();
      const id = await payments.savePlan({ planId, name: 'Basic', isActive: true });
      expect(await payments.savePlan({ planId, name: 'Basic+', isActive: true })).toBe(id);
      const price = { ourPriceId: randomUUID(), productId: id, amountCents: 1299, months: 1 as const };
      const priceId = await payments.createPrice(price);
      expect(await payments.createPrice(price)).toBe(priceId);
      await payments.setPriceActive(priceId, false);
      expect((await payments.listPlans()).find((own) => own.planId === planId)).toEqual({
        id,
        planId,
        name: 'Basic+',
        isActive: true,
        prices: [
          { id: priceId, ourPriceId: price.ourPriceId, amountCents: 1299, months: 1, isActive: false },
        ],
      });
      await payments.savePlan({ planId, id, name: 'Basic+', isActive: false });
    });

    test('refuses what is unknown, and amounts that are no whole cents', async () => {
      await expect(payments.readPayment('pi_unknown')).rejects.toMatchObject({ isMissing: true });
      await expect(payments.readDispute('du_unknown')).rejects.toThrow(GatewayRefused);
      const customerId = await newCustomer();
      await expect(newPayment(customerId, 12.5)).rejects.toThrow(GatewayRefused);
      await expect(newPayment(customerId, 0)).rejects.toThrow(GatewayRefused);
      await expect(newPayment(customerId, -100)).rejects.toThrow(GatewayRefused);
    });

    test('does not believe an event that it has not signed', async () => {
      for (const signature of [undefined, '', 't=1,v1=00', 'nonsense'])
        await expect(payments.readEvent(Buffer.from('{}'), signature)).rejects.toThrow(EventRefused);
    });
  });
}

test('a processor that cannot be reached cannot say', async () => {
  const access = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' };
  const gone = new StripePayments(async () => ({ ...access, simulator: { host: '127.0.0.1', port: 1 } }));
  await expect(gone.readPayment('pi_1')).rejects.toThrow(GatewayUnavailable);
  const attempt = { attemptId: 'a', paymentId: 'pi_1', cardId: 'pm_1', isOffSession: true };
  expect(await gone.confirmPayment(attempt)).toEqual({ state: 'unknown' });
});

test('the configuration takes all three keys or none, and says what is missing', () => {
  const read = (env: Record<string, string>) => readConfig({ MARU_SECRET: 'x'.repeat(32), ...env });
  const all = {
    STRIPE_SECRET_KEY: 'sk_test_1234567890',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
  };
  expect(read({}).stripe).toBeUndefined();
  expect(read(all).stripe?.secretKey).toBe('sk_test_1234567890');
  expect(() => read({ ...all, STRIPE_WEBHOOK_SECRET: '' })).toThrow(
    'STRIPE_SECRET_KEY is set, so STRIPE_WEBHOOK_SECRET is needed too.',
  );
  expect(() => read({ ...all, STRIPE_PUBLISHABLE_KEY: 'sk_test_1234567890' })).toThrow(
    'STRIPE_PUBLISHABLE_KEY',
  );
  expect(() => read({ ...all, STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890' })).toThrow('same mode');
});
