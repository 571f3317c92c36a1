/** The tax rates that are kept, what is known of the taxes of an address, and what becomes of an address that has none. */
import { and, asc, gt } from 'drizzle-orm';
import type { TaxedKind } from '../../adapters/taxes/port.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import { fail, failField } from '../../errors.ts';
import { type AddressRate, addressRates, taxRates } from './billing.tables.ts';
import { type Place, type Rate, ratesFor } from './taxes.ts';

/** All rates: some hundreds of rows at the most. In the order in which they stand on an invoice. */
export const readRates = (db: Queryable): Promise<Rate[]> =>
  db
    .select()
    .from(taxRates)
    .orderBy(asc(taxRates.country), asc(taxRates.region), asc(taxRates.name), asc(taxRates.id));

/**
 * What is known of the taxes of somebody who pays. `unknown`: they cannot be said now. `nowhere`: who knows taxes finds no such
 * place.
 */
export type KnownRates =
  | { state: 'known'; rates: readonly Rate[] }
  | { state: 'unknown' }
  | { state: 'nowhere' };

/** How long what an outside party has said is used, where it cannot say anything newer. */
const weekMs = 7 * 86_400_000;

const none: KnownRates = { state: 'known', rates: [] };

/** Who says the taxes, and how long that is used. */
export type TaxSettings = Pick<Context, 'taxes' | 'now'> & { usableMs?: number };

/**
 * What is known of the taxes of addresses: of all by our own rows, which are read once, or of each what the outside party has said
 * lately. Nobody is asked here.
 */
export async function readKnownRates(
  { taxes, now, usableMs = weekMs }: TaxSettings,
  db: Queryable,
  addressIds: readonly (string | null)[],
): Promise<(addressId: string | null, place: Place) => KnownRates> {
  if (!taxes) {
    const own: KnownRates = { state: 'known', rates: await readRates(db) };
    return () => own;
  }
  const ids = addressIds.filter((id) => id !== null);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(addressRates)
          .where(
            and(
              isOneOf(addressRates.addressId, ids),
              gt(addressRates.askedAt, new Date(now().getTime() - usableMs)),
            ),
          );
  const kept = new Map(rows.map(({ addressId, rates }) => [addressId, rates]));
  return (addressId, place) => {
    // Without an address there is no place to be taxed at.
    if (addressId === null) return none;
    const rates = kept.get(addressId);
    if (rates === undefined) return { state: 'unknown' };
    return rates === null ? { state: 'nowhere' } : { state: 'known', rates: rates.map(rateAt(place)) };
  };
}

/** A rate that was said of an address, as one of a place: it counts there whatever the day. */
const rateAt =
  ({ country }: Place) =>
  (rate: AddressRate): Rate => ({
    ...rate,
    country,
    region: '',
    postalFrom: '',
    postalTo: '',
    startsOn: '1970-01-01',
    endsOn: null,
  });

/** The rates that somebody is quoted and charged by; where they are not known, nothing is sold. */
export function requireKnown(known: KnownRates): readonly Rate[] {
  if (known.state === 'unknown') return fail('taxes_away');
  if (known.state === 'nowhere') return failField('address', 'tax_place');
  return known.rates;
}

/** The rates of what is only shown, by what is known. */
export const shownRates = (known: KnownRates): readonly Rate[] =>
  known.state === 'known' ? known.rates : [];

/**
 * The rates that a renewal is charged by; undefined: it has to wait. What has no place is sold without tax, or waits, as
 * `MARU_TAX_UNKNOWN` says: nobody is there to correct the address.
 */
export function renewalRates(
  { taxUnknown }: Pick<Config, 'taxUnknown'>,
  known: KnownRates,
): readonly Rate[] | undefined {
  if (known.state === 'known') return known.rates;
  return known.state === 'nowhere' && taxUnknown === 'allow' ? [] : undefined;
}

/**
 * The rates of a kind at a place on a day. A place without any is sold to without tax, or refused, as `MARU_TAX_UNKNOWN` says: none
 * is known there, which is not the same as a rate of 0.
 */
export function requireRates(
  config: Pick<Config, 'taxUnknown'>,
  rates: readonly Rate[],
  place: Place & { day: string },
  kind: TaxedKind = 'plan',
): Rate[] {
  const own = ratesFor(rates, place).filter((rate) => rate.kind === kind);
  if (own.length === 0 && config.taxUnknown === 'refuse') failField('address', 'tax_unknown');
  return own;
}
