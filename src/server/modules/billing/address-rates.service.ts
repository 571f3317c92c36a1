/**
 * Asks the outside party that knows taxes for the rates at addresses, and keeps what it says. Always outside of transactions: what
 * is calculated within them is by what was kept (`readKnownRates`).
 */
import { and, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import { PlaceUnknown, type Taxes, TaxesUnavailable } from '../../adapters/taxes/port.ts';
import type { Context } from '../../context.ts';
import { CallError } from '../../errors.ts';
import { beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { type AddressRate, addresses, addressRates, billingAccounts, counters } from './billing.tables.ts';

/** What is younger is not asked for again. */
const freshMs = 86_400_000;
/** How many addresses are asked for at once. */
const atOnce = 8;
/** While the party answers nothing, renewals do not ask it again for so long: a million of them would wait for nothing. */
const awayMs = 60_000;
/** How long a page that only shows something waits. */
const patienceMs = 2000;
/**
 * How often a household may have the party asked, which costs money: each address of somebody is asked for once a day, so this is
 * reached by giving other addresses again and again.
 */
const askLimit = new RateLimit('tax_rates', 30, 3_600_000, { code: 'too_many_tries' });

type Address = Pick<
  typeof addresses.$inferSelect,
  'id' | 'line1' | 'city' | 'region' | 'postalCode' | 'country'
>;
/** Null: there is no such place. Undefined: the party cannot say. */
type Said = AddressRate[] | null | undefined;

interface Asking {
  /** By address: who asks for the same shares the answer. */
  running: Map<string, Promise<boolean>>;
  /** Until when renewals do not ask. */
  awayUntil: number;
}

const askingOf = new WeakMap<Taxes, Asking>();

function stateOf(taxes: Taxes): Asking {
  const known = askingOf.get(taxes);
  if (known) return known;
  const fresh = { running: new Map(), awayUntil: 0 };
  askingOf.set(taxes, fresh);
  return fresh;
}

/** Since when sales are recorded with the outside party, in milliseconds. */
export const taxSinceName = 'tax_since';

/** Writes down that sales are recorded from now on. */
export const noteSince = ({ db, now }: Pick<Context, 'db' | 'now'>) =>
  db.insert(counters).values({ name: taxSinceName, value: now().getTime() }).onConflictDoNothing();

/** Whose need it is. A household may ask so often; renewals ask while they are answered. */
type Asker = { accountId: string } | 'renewals';

/**
 * Has the rates at addresses asked for where none are kept or they are older than a day. Never rejects because the party cannot
 * say: what is known afterwards, is read.
 */
export async function ensureRates(
  context: Context,
  addressIds: readonly (string | null)[],
  { asker }: { asker: Asker },
): Promise<void> {
  const { taxes, db } = context;
  if (!taxes) return;
  const state = stateOf(taxes);
  const at = context.now();
  const since = new Date(at.getTime() - freshMs);
  const ids = [...new Set(addressIds)].filter((id) => id !== null);
  if (ids.length === 0) return;
  const wanted = await db
    .select({
      id: addresses.id,
      line1: addresses.line1,
      city: addresses.city,
      region: addresses.region,
      postalCode: addresses.postalCode,
      country: addresses.country,
    })
    .from(addresses)
    .where(
      and(
        inArray(addresses.id, ids),
        notExists(
          db
            .select({ one: sql`1` })
            .from(addressRates)
            .where(and(eq(addressRates.addressId, addresses.id), gt(addressRates.askedAt, since))),
        ),
      ),
    );
  if (wanted.length === 0) return;
  if (asker === 'renewals' && at.getTime() < state.awayUntil) return;
  const queue = [...wanted];
  let isAway = false;
  const work = async () => {
    for (let own = queue.shift(); own && !isAway; own = queue.shift())
      if (!(await askOnce(context, taxes, own, { asker, since }))) isAway = true;
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, wanted.length) }, work));
  if (isAway) state.awayUntil = at.getTime() + awayMs;
}

interface Question {
  asker: Asker;
  /** What was said since then is not asked for again. */
  since: Date;
}

/** Asks about an address, once for all who want to know at the same time. Answers false where the party cannot say. */
function askOnce(context: Context, taxes: Taxes, address: Address, question: Question): Promise<boolean> {
  const { running } = stateOf(taxes);
  const known = running.get(address.id);
  if (known) return known;
  const asked = askAndKeep(context, taxes, address, question).finally(() => running.delete(address.id));
  running.set(address.id, asked);
  return asked;
}

async function askAndKeep(
  context: Context,
  taxes: Taxes,
  address: Address,
  { asker, since }: Question,
): Promise<boolean> {
  const { db } = context;
  // Somebody else may have asked meanwhile.
  const isKept = and(eq(addressRates.addressId, address.id), gt(addressRates.askedAt, since));
  if ((await db.$count(addressRates, isKept)) > 0) return true;
  if (asker !== 'renewals' && !(await mayAsk(context, asker.accountId))) return true;
  // Before anything is sold by what it says.
  await noteSince(context);
  const askedAt = context.now();
  const rates = await ask(context, taxes, address);
  if (rates === undefined) return false;
  await db
    .insert(addressRates)
    .values({ addressId: address.id, askedAt, rates })
    .onConflictDoUpdate({ target: addressRates.addressId, set: { askedAt, rates } });
  return true;
}

async function mayAsk(context: Context, accountId: string): Promise<boolean> {
  try {
    await beginAttempt(context, askLimit.of(accountId));
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}

async function ask({ log }: Context, taxes: Taxes, { id, ...address }: Address): Promise<Said> {
  try {
    return await taxes.ratesAt(address);
  } catch (error) {
    if (error instanceof PlaceUnknown) return null;
    // A refusal is nothing that an address can be blamed for: it says no more than silence.
    if (error instanceof TaxesUnavailable)
      log.warn({ reason: String(error.cause) }, 'taxes cannot be asked for');
    else log.error({ err: error, addressId: id }, 'the taxes of an address were refused');
    return undefined;
  }
}

/** Has the rates asked for of an account, or of a household's own. */
export async function ensureRatesOf(
  context: Context,
  of: { accountId: string } | { householdId: string; accountId?: undefined },
): Promise<void> {
  if (!context.taxes) return;
  const [row] = await context.db
    .select({ accountId: billingAccounts.id, addressId: billingAccounts.addressId })
    .from(billingAccounts)
    .where(
      of.accountId === undefined
        ? eq(billingAccounts.householdId, of.householdId)
        : eq(billingAccounts.id, of.accountId),
    );
  if (row) await ensureRates(context, [row.addressId], { asker: row });
}

/** The same for a page that only shows something: it does not wait for long, and is served without. */
export async function ensureRatesSoon(
  context: Context,
  of: Parameters<typeof ensureRatesOf>[1],
): Promise<void> {
  if (!context.taxes) return;
  let timer: NodeJS.Timeout | undefined;
  const asked = ensureRatesOf(context, of).catch((error) =>
    context.log.error({ err: error }, 'taxes could not be asked for'),
  );
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([asked, waited]);
  clearTimeout(timer);
}
