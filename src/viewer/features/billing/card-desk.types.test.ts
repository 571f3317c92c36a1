/** What the compiler says of the card processor's interface as its library declares it: it has all that the page calls. */
import type {
  Stripe,
  StripeConstructor,
  StripeElements,
  StripePaymentElement,
  // The library as a whole declares a global of its own.
} from '@stripe/stripe-js/dist/stripe-js';
import { expectTypeOf, test } from 'vitest';
import type { CardElement, CardElements, CardProcessor } from './card-desk.ts';

type Ours = NonNullable<Window['Stripe']>;
type Processor = CardProcessor<StripeElements>;

test('the library has every part that the page uses', () => {
  expectTypeOf<StripePaymentElement>().toExtend<CardElement>();
  expectTypeOf<StripeElements>().toExtend<CardElements>();
  expectTypeOf<Stripe>().toExtend<Processor>();
  expectTypeOf<ReturnType<StripeConstructor>>().toExtend<Processor>();
});

test('what the page gives is what the library takes, not only a part of it', () => {
  expectTypeOf<Parameters<Ours>>().toExtend<Parameters<StripeConstructor>>();
  // Never called. Methods are compared in both directions, calls in one.
  const calls = (
    stripe: Stripe,
    ...[fields, setup, action]: [
      ...Parameters<Processor['elements']>,
      ...Parameters<Processor['confirmSetup']>,
      ...Parameters<Processor['handleNextAction']>,
    ]
  ) => {
    const element = stripe.elements(fields).create('payment');
    element.on('ready', () => undefined);
    element.mount(document.body);
    // @ts-expect-error: there is no such event.
    element.on('mounted', () => undefined);
    // @ts-expect-error: the library goes elsewhere always, or only where it has to.
    stripe.confirmSetup({ ...setup, redirect: 'sometimes' });
    return [stripe.confirmSetup(setup), stripe.handleNextAction(action)];
  };
  expectTypeOf<Awaited<ReturnType<typeof calls>[number]>>().toExtend<{
    error?: { type?: string; message?: string };
  }>();
});
