/** Taxes of a bill: the rates that count at an address on a day, and their amounts. Pure. */

import type { TaxedKind } from '../../adapters/taxes/port.ts';

export interface Rate {
  country: string;
  /** Empty: everywhere in the country. */
  region: string;
  /** As `postalKey` has them; both empty: all. */
  postalFrom: string;
  postalTo: string;
  kind: TaxedKind;
  name: string;
  jurisdiction: string;
  /** Millionths: 5 % is 50,000. */
  ratePpm: number;
  startsOn: string;
  /** The first day without it. */
  endsOn: string | null;
}

/** The part of an address that decides taxes. */
export interface Place {
  country: string;
  region: string;
  postalCode: string;
}

export interface Tax {
  jurisdiction: string;
  name: string;
  ratePpm: number;
  amountCents: number;
}

/** Part of a postal code that ranges consist of: five digits in the US and Mexico, the forward sortation area in Canada. */
export function postalKey(country: string, postalCode: string): string {
  const code = postalCode.replace(/[\s-]/g, '').toUpperCase();
  return code.slice(0, country === 'CA' ? 3 : 5);
}

const postalPatterns: Record<string, RegExp> = { US: /^\d{5}$/, CA: /^[A-Z]\d[A-Z]$/, MX: /^\d{5}$/ };

/** Whether a range can begin or end with this. */
export const isPostalKey = (country: string, key: string): boolean =>
  postalPatterns[country]?.test(key) ?? false;

/**
 * The rates that count at a place on a day, each tax once: of several rows of the same tax the one of the smaller place, then the
 * one that began last. A row of 0 says that nothing is taxed there.
 */
export function ratesFor(
  rates: readonly Rate[],
  { country, region, postalCode, day }: Place & { day: string },
): Rate[] {
  const key = postalKey(country, postalCode);
  const counting = rates.filter(
    (rate) =>
      rate.country === country &&
      (rate.region === '' || rate.region === region) &&
      (rate.postalFrom === '' || (rate.postalFrom <= key && key <= rate.postalTo)) &&
      rate.startsOn <= day &&
      (rate.endsOn === null || day < rate.endsOn),
  );
  const byTax = new Map<string, Rate>();
  for (const rate of counting) {
    const tax = JSON.stringify([rate.kind, rate.jurisdiction, rate.name]);
    const other = byTax.get(tax);
    if (!other || isCloser(rate, other)) byTax.set(tax, rate);
  }
  return [...byTax.values()];
}

const narrowness = ({ region, postalFrom }: Rate): number => (postalFrom !== '' ? 2 : region !== '' ? 1 : 0);

function isCloser(one: Rate, other: Rate): boolean {
  const closer = narrowness(one) - narrowness(other);
  return closer === 0 ? one.startsOn > other.startsOn : closer > 0;
}

/** A rate of an amount, half away from zero, so that a line and its reverse cancel. */
export function taxCents(amountCents: number, ratePpm: number): number {
  const cents = Math.floor((Math.abs(amountCents) * ratePpm + 500_000) / 1_000_000);
  return amountCents < 0 ? 0 - cents : cents;
}

/** The taxes of each line, in the order of the rates. */
export const taxesOf = (
  lines: readonly { kind: TaxedKind; amountCents: number }[],
  rates: readonly Rate[],
): Tax[][] =>
  lines.map(({ kind, amountCents }) =>
    rates
      .filter((rate) => rate.kind === kind && rate.ratePpm > 0)
      .map(({ jurisdiction, name, ratePpm }) => ({
        jurisdiction,
        name,
        ratePpm,
        amountCents: taxCents(amountCents, ratePpm),
      })),
  );
