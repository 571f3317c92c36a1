/** Payers, and the facts of them that decide a bill: address, card, credit and the zone of their days. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import { failField } from '../../errors.ts';
import { households } from '../accounts/accounts.tables.ts';
import { addresses, billingAccounts } from './billing.tables.ts';
import { readCreditKinds, usableCredit } from './invoicing.service.ts';
import { type KnownRates, readKnownRates, type TaxSettings } from './taxes.service.ts';
import type { Place } from './taxes.ts';

/** Address of an account's invoices, and its means of payment. */
export interface Payer {
  id: string;
  cardId: string | null;
  addressId: string | null;
  place: Place;
  /** The taxes at the address, as far as they are known. */
  rates: KnownRates;
}

/** Place of a payer without an address: the country of the service, without state taxes. */
export const noPlace: Place = { country: 'US', region: '', postalCode: '' };

const selectPayers = (db: Queryable) =>
  db
    .select({
      id: billingAccounts.id,
      cardId: billingAccounts.cardId,
      addressId: billingAccounts.addressId,
      country: addresses.country,
      region: addresses.region,
      postalCode: addresses.postalCode,
    })
    .from(billingAccounts)
    .leftJoin(addresses, eq(addresses.id, billingAccounts.addressId));

function payerOf(
  { id, cardId, addressId, country, region, postalCode }: Awaited<ReturnType<typeof selectPayers>>[number],
  ratesOf: Awaited<ReturnType<typeof readKnownRates>>,
): Payer {
  const place = country ? { country, region: region ?? '', postalCode: postalCode ?? '' } : noPlace;
  return { id, cardId, addressId, place, rates: ratesOf(addressId, place) };
}

/** Those who pay, by their accounts. */
export async function readPayers(
  db: Queryable,
  context: TaxSettings,
  accountIds: readonly string[],
): Promise<Map<string, Payer>> {
  const rows = await selectPayers(db).where(isOneOf(billingAccounts.id, accountIds));
  const ratesOf = await readKnownRates(
    context,
    db,
    rows.map(({ addressId }) => addressId),
  );
  return new Map(rows.map((row) => [row.id, payerOf(row, ratesOf)]));
}

/** Facts of a payer that decide a bill. */
export interface Billing extends Omit<Payer, 'id'> {
  /** Undefined for a household that has no billing account yet. */
  accountId: string | undefined;
  /** Credit that pays for plans, in cents. */
  credit: number;
  /** Its part that pays for anything. The rest comes from gifts. */
  freeCredit: number;
}

/** Reads the facts of a payer: of an account, such as a subscription's, or of a household. */
export async function readBilling(
  db: Queryable,
  context: TaxSettings,
  of: { accountId: string } | { householdId: string; accountId?: undefined },
): Promise<Billing> {
  const [row] = await selectPayers(db).where(
    of.accountId === undefined
      ? eq(billingAccounts.householdId, of.householdId)
      : eq(billingAccounts.id, of.accountId),
  );
  const ratesOf = await readKnownRates(context, db, row ? [row.addressId] : []);
  const { id: accountId, ...payer } = row
    ? payerOf(row, ratesOf)
    : { id: undefined, cardId: null, addressId: null, place: noPlace, rates: ratesOf(null, noPlace) };
  const credit = accountId ? (await readCreditKinds(db, [accountId])).get(accountId) : undefined;
  return {
    ...payer,
    accountId,
    credit: credit ? usableCredit(credit, true) : 0,
    freeCredit: credit ? usableCredit(credit, false) : 0,
  };
}

/** Fails without an address, which decides taxes and is printed on the invoice. */
export function requireAddress({ addressId }: Pick<Billing, 'addressId'>): void {
  if (addressId === null) failField('address', 'no_address');
}

/** How much of a total credit pays, in cents. */
export const creditFor = ({ credit }: Pick<Billing, 'credit'>, totalCents: number): number =>
  Math.max(0, Math.min(credit, totalCents));

/** The zone in which a household's days are counted. */
export async function zoneOf({ config }: Context, db: Queryable, householdId: string): Promise<string> {
  const [row] = await db
    .select({ zone: households.zone })
    .from(households)
    .where(eq(households.id, householdId));
  return row?.zone ?? config.serviceZone;
}
