/** Stripe Tax, by the same library and keys as card payments. */
import type { Stripe } from 'stripe';
import { GatewayRefused, GatewayUnavailable } from '../payments/port.ts';
import { StripeClient } from '../payments/stripe-client.ts';
import {
  CalculationExpired,
  PlaceUnknown,
  type TaxAddress,
  type TaxedKind,
  type Taxes,
  TaxesRefused,
  TaxesUnavailable,
  type TaxRate,
} from './port.ts';

/** Stripe's codes of what is sold: audio-visual works, streamed, by subscription and otherwise. */
const taxCodes: Record<TaxedKind, string> = { plan: 'txcd_10402200', once: 'txcd_10402000' };

/**
 * What rates are read from, in cents: so much that a cent of tax is a tenth of a millionth. By what is taxed there of this amount,
 * partly taxed amounts and rates such as 9.975 % come out right.
 */
const referenceCents = 10_000_000;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

const paramsOf = (
  address: TaxAddress,
  lines: readonly { kind: TaxedKind; amountCents: number }[],
): Stripe.Tax.CalculationCreateParams => ({
  currency: 'usd',
  customer_details: {
    address: {
      line1: address.line1 ?? '',
      city: address.city ?? '',
      state: address.region,
      postal_code: address.postalCode,
      country: address.country,
    },
    address_source: 'billing',
  },
  line_items: lines.map(({ kind, amountCents }) => ({
    amount: amountCents,
    reference: kind,
    tax_code: taxCodes[kind],
    tax_behavior: 'exclusive',
  })),
});

type Breakdown = NonNullable<Stripe.Tax.CalculationLineItem['tax_breakdown']>[number];

function jurisdictionOf({ jurisdiction: { country, display_name: name, level, state } }: Breakdown): string {
  if (level === 'country') return country;
  const region = state ? `${country}-${state}` : country;
  return level === 'state' ? region : `${region} ${name}`.slice(0, 80);
}

/** The rates of a line; taxes of the same name and jurisdiction are one. */
function ratesOf(
  kind: TaxedKind,
  { amount, tax_breakdown: taxes }: Stripe.Tax.CalculationLineItem,
): TaxRate[] {
  const found = new Map<string, TaxRate & { cents: number }>();
  for (const tax of taxes ?? []) {
    // Nothing is known of such a place, which is not the same as a rate of 0.
    if (tax.taxability_reason === 'not_supported') continue;
    const jurisdiction = jurisdictionOf(tax);
    const name = (tax.tax_rate_details?.display_name ?? '').slice(0, 80);
    const key = JSON.stringify([jurisdiction, name]);
    const cents = (found.get(key)?.cents ?? 0) + tax.amount;
    found.set(key, { kind, jurisdiction, name, cents, ratePpm: Math.round((cents * 1_000_000) / amount) });
  }
  return [...found.values()].map(({ cents, ...rate }) => rate);
}

/** Taxes by Stripe Tax. */
export class StripeTaxes extends StripeClient implements Taxes {
  /** Puts what goes wrong into the words of this port. */
  private async say<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await this.ask(work);
    } catch (error) {
      if (error instanceof GatewayUnavailable) throw new TaxesUnavailable(error.cause ?? error);
      if (!(error instanceof GatewayRefused)) throw error;
      const { code, message } = error;
      if (code === 'customer_tax_location_invalid') throw new PlaceUnknown(code, message);
      // The account is not ready for Stripe Tax: nothing can be said of any address.
      if (code === 'stripe_tax_inactive') throw new TaxesUnavailable(error);
      throw new TaxesRefused(code, message);
    }
  }

  async ratesAt(address: TaxAddress): Promise<TaxRate[]> {
    const kinds = Object.keys(taxCodes) as TaxedKind[];
    const lines = kinds.map((kind) => ({ kind, amountCents: referenceCents }));
    const { line_items: items } = await this.say((stripe) =>
      stripe.tax.calculations.create({
        ...paramsOf(address, lines),
        expand: ['line_items.data.tax_breakdown'],
      }),
    );
    return kinds.flatMap((kind) => {
      const item = items?.data.find(({ reference }) => reference === kind);
      if (!item?.tax_breakdown) throw new TaxesUnavailable(`no taxes of the line ${kind} were answered`);
      return ratesOf(kind, item);
    });
  }

  async calculateSale({ key, address, lines, soldAt }: Parameters<Taxes['calculateSale']>[0]) {
    const { id, tax_amount_exclusive: taxCents } = await this.say((stripe) =>
      stripe.tax.calculations.create(
        { ...paramsOf(address, lines), ...(soldAt && { tax_date: seconds(soldAt) }) },
        { idempotencyKey: `tax-calculation-${key}` },
      ),
    );
    if (id === null) throw new TaxesUnavailable('the calculation was not kept');
    return { calculationId: id, taxCents };
  }

  async recordSale({ reference, calculationId, soldAt }: Parameters<Taxes['recordSale']>[0]) {
    try {
      return recordedOf(
        await this.say((stripe) =>
          stripe.tax.transactions.createFromCalculation(
            {
              calculation: calculationId,
              reference,
              ...(soldAt && { posted_at: seconds(soldAt) }),
              expand: ['line_items'],
            },
            { idempotencyKey: `tax-sale-${reference}-${calculationId}` },
          ),
        ),
      );
    } catch (error) {
      if (error instanceof TaxesRefused && ['resource_missing', 'expired'].includes(error.code))
        throw new CalculationExpired(error.code, error.message);
      throw error;
    }
  }

  async recordReversal({ reference, saleId, amountCents }: Parameters<Taxes['recordReversal']>[0]) {
    return recordedOf(
      await this.say((stripe) =>
        stripe.tax.transactions.createReversal(
          {
            original_transaction: saleId,
            reference,
            expand: ['line_items'],
            ...(amountCents === null
              ? { mode: 'full' as const }
              : { mode: 'partial' as const, flat_amount: -amountCents }),
          },
          { idempotencyKey: `tax-reversal-${reference}-${amountCents ?? 'full'}` },
        ),
      ),
    );
  }
}

const recordedOf = ({ id, line_items: items }: Stripe.Tax.Transaction) => ({
  id,
  taxCents: (items?.data ?? []).reduce((sum, { amount_tax: cents }) => sum + cents, 0),
});
