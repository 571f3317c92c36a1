/** The tax rates that are kept, and what becomes of an address that has none. */
import { asc } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/client.ts';
import { failField } from '../../errors.ts';
import { taxRates } from './billing.tables.ts';
import { type Place, type Rate, ratesFor } from './taxes.ts';

/** All rates: some hundreds of rows at the most. In the order in which they stand on an invoice. */
export const readRates = (db: Queryable): Promise<Rate[]> =>
  db
    .select()
    .from(taxRates)
    .orderBy(asc(taxRates.country), asc(taxRates.region), asc(taxRates.name), asc(taxRates.id));

/**
 * The rates at a place on a day. A place without any is sold to without tax, or refused at `field`, as `MARU_TAX_UNKNOWN` says: none
 * is known there, which is not the same as a rate of 0.
 */
export function requireRates(
  config: Pick<Config, 'taxUnknown'>,
  rates: readonly Rate[],
  place: Place & { day: string },
  field = 'postal_code',
): Rate[] {
  const own = ratesFor(rates, place);
  if (own.length === 0 && config.taxUnknown === 'refuse') failField(field, 'tax_unknown');
  return own;
}
