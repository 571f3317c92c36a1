/** Stripe's own library, loaded at the first call: who it speaks for and where, and what goes wrong in our words. */
import type { Stripe } from 'stripe';
import { GatewayRefused, GatewayUnavailable } from './port.ts';

/** How Stripe knows us, and where it is. */
export interface StripeAccess {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The simulator; nothing else stands elsewhere. */
  simulator?: { host: string; port: number };
}

/** Longer than any answer takes; a card's bank may take seconds. */
const maxAnswerMs = 20_000;
/** How often, and how long, it waits for another call that does the same. */
const maxRounds = 12;
const roundMs = 250;
/** One client of the library for each adapter that asks Stripe something. */
export class StripeClient {
  protected readonly access: () => Promise<StripeAccess>;
  private client: Promise<Stripe> | undefined;
  private clientOf = '';

  constructor(access: () => Promise<StripeAccess>) {
    this.access = access;
  }

  /** The library, on the address of now: a simulator that was started again may stand elsewhere. */
  protected async stripe(): Promise<Stripe> {
    const { secretKey, simulator } = await this.access().catch((error) => {
      throw new GatewayUnavailable(error);
    });
    const wanted = `${secretKey} ${simulator?.host} ${simulator?.port}`;
    if (!this.client || wanted !== this.clientOf) {
      this.clientOf = wanted;
      this.client = import('stripe').then(
        ({ Stripe: Library }) =>
          new Library(secretKey, {
            // What was not answered is asked about, or tried again by its own id; the library would not tell us. It still
            // repeats once, by the same key, what was sent on a connection that was then closed.
            maxNetworkRetries: 0,
            timeout: maxAnswerMs,
            telemetry: false,
            ...(simulator && { ...simulator, protocol: 'http' as const }),
          }),
      );
    }
    return this.client;
  }

  /** Makes a call, and puts what goes wrong into our words. */
  protected async ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.stripe();
    for (let round = 1; ; round += 1)
      try {
        return await work(stripe);
      } catch (error) {
        // The same is being done for somebody else, such as a second tab; once it is done, its answer is ours too.
        if (round > maxRounds || !isUnderWay(error)) throw await inOurWords(error);
        await new Promise((resolve) => setTimeout(resolve, roundMs));
      }
  }
}

/** Whether another call with the same key is being answered. */
const isUnderWay = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'idempotency_key_in_use';

/** `GatewayRefused` where the answer says that nothing was done; `GatewayUnavailable` where it does not. */
export async function inOurWords(error: unknown): Promise<Error> {
  if (error instanceof GatewayRefused || error instanceof GatewayUnavailable) return error;
  const { Stripe: Library } = await import('stripe');
  const { errors } = Library;
  if (!(error instanceof errors.StripeError)) return error as Error;
  const status = error.statusCode ?? 0;
  // 409: another call with the same key, or on the same thing, is under way. 401 and 403: our keys are wrong, so nothing can be said.
  const isRefused = status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);
  if (!isRefused) return new GatewayUnavailable(error);
  return new GatewayRefused(
    error.code ?? error.type,
    error.message,
    status === 404 || error.code === 'resource_missing',
  );
}
