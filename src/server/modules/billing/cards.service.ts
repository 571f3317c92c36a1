/**
 * Cards of a household. The number never reaches the server: the browser sends it to the card processor, and
 * only its public facts are read.
 */
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { BillingAddress, SavedCard } from '../../../contract/account/billing.ts';
import { GatewayRefused, type Payments } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { enqueue } from '../../jobs/queue.ts';
import { must } from '../../must.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { users } from '../accounts/accounts.tables.ts';
import { addresses, billingAccounts, cards, subscriptions } from './billing.tables.ts';
import { payByCard, type Tried } from './open-bills.service.ts';
import { asked, maxGatewayTries, requirePayments } from './payments.service.ts';
import { lockAccount } from './subscriptions.repo.ts';

const maxCards = 10;
/** Each one is two calls of the card processor, and a way to try stolen numbers. */
const setupLimit = new RateLimit('card_setup', 10, 3_600_000, { code: 'too_many_tries' });
/** One that is open is given again, which is one call. */
const askLimit = new RateLimit('card_setup_asked', 60, 3_600_000, { code: 'too_many_tries' });

/** Each is a call of the card processor, whatever the setup is. */
const saveLimit = new RateLimit('card_saved', 60, 3_600_000, { code: 'too_many_tries' });

/** The household's customer at the card processor, made where there is none. */
async function requireCustomer(context: Context, user: SignedInUser): Promise<string> {
  const gateway = requirePayments(context);
  const account = await context.db.transaction((tx) => lockAccount(tx, user.householdId));
  if (account.gatewayCustomerId) return account.gatewayCustomerId;
  // Written before the call, because its answer may be lost.
  await context.db
    .update(billingAccounts)
    .set({ gatewayAskedAt: context.now() })
    .where(eq(billingAccounts.id, account.id));
  const [owner] = await context.db.select({ email: users.email }).from(users).where(eq(users.id, user.id));
  const { email } = must(owner, 'user');
  const id = await asked(
    gateway.saveCustomer({
      accountId: account.id,
      email,
      name: null,
      mayExist: account.gatewayAskedAt !== null,
    }),
  );
  await context.db
    .update(billingAccounts)
    .set({ gatewayCustomerId: id })
    .where(eq(billingAccounts.id, account.id));
  return id;
}

/** Begins to save a card; the setup that is open is given again, so a page that is loaded often makes one. */
export async function beginCardSetup(context: Context, user: SignedInUser) {
  const gateway = requirePayments(context);
  await askLimit.consume(context, user.householdId);
  const account = await context.db.transaction((tx) => lockAccount(tx, user.householdId));
  const setup = (await findOpenSetup(gateway, account.cardSetupId)) ?? (await makeSetup(context, user));
  const browser = await gateway.browserSide();
  return {
    setup_id: setup.id,
    client_secret: setup.clientSecret,
    publishable_key: browser.publishableKey,
    script_url: browser.scriptUrl,
  };
}

interface Setup {
  id: string;
  clientSecret: string;
}

/** A setup that the browser can still finish. */
async function findOpenSetup(gateway: Payments, id: string | null): Promise<Setup | undefined> {
  if (id === null) return undefined;
  try {
    const setup = await asked(gateway.readCardSetup(id));
    return setup.state === 'open' || setup.state === 'refused' ? { id, ...setup } : undefined;
  } catch (error) {
    if (error instanceof GatewayRefused && error.isMissing) return undefined;
    throw error;
  }
}

async function makeSetup(context: Context, user: SignedInUser): Promise<Setup> {
  await setupLimit.consume(context, user.householdId);
  const customerId = await requireCustomer(context, user);
  const setup = await asked(requirePayments(context).beginCardSetup({ key: newId(), customerId }));
  await context.db
    .update(billingAccounts)
    .set({ cardSetupId: setup.id })
    .where(eq(billingAccounts.householdId, user.householdId));
  return setup;
}

/**
 * Saves the card of a setup that the browser has finished, which is charged from now on. A card for a checkout
 * is charged later only once that is paid or its trial starts, because a decline must not end a paid plan.
 */
export async function saveCard(
  context: Context,
  user: SignedInUser,
  { setupId, isForCheckout }: { setupId: string; isForCheckout: boolean },
): Promise<SavedCard> {
  const gateway = requirePayments(context);
  await saveLimit.consume(context, user.householdId);
  const account = await context.db.transaction((tx) => lockAccount(tx, user.householdId));
  let setup: Awaited<ReturnType<typeof gateway.readCardSetup>>;
  try {
    setup = await asked(gateway.readCardSetup(setupId));
  } catch (error) {
    if (error instanceof GatewayRefused && error.isMissing) fail('not_found');
    throw error;
  }
  if (setup.state !== 'ready') fail('card_not_ready');
  // Another household's setup is not found.
  if (!account.gatewayCustomerId || setup.customerId !== account.gatewayCustomerId) fail('not_found');
  const { card } = setup;
  const saved = await context.db.transaction(async (tx): Promise<typeof cards.$inferSelect | undefined> => {
    await lockAccount(tx, user.householdId);
    const [known] = await tx.select().from(cards).where(eq(cards.gatewayCardId, card.id));
    // One that was removed is not brought back by the setup that had saved it.
    if (known) return known.removedAt ? fail('not_found') : known;
    const count = await tx.$count(cards, and(eq(cards.accountId, account.id), isNull(cards.removedAt)));
    if (count >= maxCards) {
      await enqueueDetach(tx, card.id);
      return undefined;
    }
    const [row] = await tx
      .insert(cards)
      .values({
        accountId: account.id,
        gatewayCardId: card.id,
        brand: card.brand,
        lastFour: card.lastFour,
        expiryMonth: card.expiryMonth,
        expiryYear: card.expiryYear,
        name: card.name,
        fingerprint: card.fingerprint,
      })
      .returning();
    const own = must(row, 'card');
    await tx
      .update(billingAccounts)
      .set({ cardSetupId: null, ...(isForCheckout ? {} : { cardId: own.id }) })
      .where(eq(billingAccounts.id, account.id));
    return own;
  });
  if (!saved) return fail('card_limit', { max: maxCards });
  if (isForCheckout) return presentCard(saved, account.cardId);
  await payByCard(context, user.householdId, saved.id).catch((error: unknown) =>
    context.log.warn({ err: error }, 'what is open was not tried with a new card'),
  );
  return presentCard(saved, saved.id);
}

export const presentCard = (row: typeof cards.$inferSelect, defaultId: string | null): SavedCard => ({
  id: row.id,
  brand: row.brand,
  last_four: row.lastFour,
  expiry_month: row.expiryMonth,
  expiry_year: row.expiryYear,
  name: row.name ?? '',
  is_default: row.id === defaultId,
});

/** The household's cards, the first saved first. */
export const listCards = ({ db }: Pick<Context, 'db'>, accountId: string) =>
  db
    .select()
    .from(cards)
    .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)))
    .orderBy(asc(cards.id));

/** A card of the household. Another household's card is not found. */
async function requireCard(tx: Transaction, accountId: string, cardId: string) {
  const [row] = await tx
    .select()
    .from(cards)
    .where(and(eq(cards.id, cardId), eq(cards.accountId, accountId), isNull(cards.removedAt)));
  return row ?? fail('not_found');
}

/** Charges this card from now on, and retries open invoices with it. */
export async function setDefaultCard(
  context: Context,
  user: SignedInUser,
  cardId: string,
): Promise<Tried | undefined> {
  await context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, user.householdId);
    await requireCard(tx, account.id, cardId);
    await tx.update(billingAccounts).set({ cardId }).where(eq(billingAccounts.id, account.id));
  });
  return payByCard(context, user.householdId, cardId);
}

/** Removes a card here, and by a job at the card processor. The one that a subscription needs stays. */
export async function removeCard(context: Context, user: SignedInUser, cardId: string): Promise<void> {
  requirePayments(context);
  await context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, user.householdId);
    const own = await requireCard(tx, account.id, cardId);
    if (account.cardId === cardId) {
      const needed = await tx.$count(
        subscriptions,
        and(
          eq(subscriptions.accountId, account.id),
          ne(subscriptions.state, 'ended'),
          eq(subscriptions.renews, true),
        ),
      );
      if (needed > 0) fail('card_in_use');
      await tx.update(billingAccounts).set({ cardId: null }).where(eq(billingAccounts.id, account.id));
    }
    await tx.update(cards).set({ removedAt: context.now() }).where(eq(cards.id, cardId));
    await enqueueDetach(tx, own.gatewayCardId);
  });
}

/** Forgets a card at the card processor. */
export const detachCardJobName = 'billing_detach_card';
const enqueueDetach = (tx: Transaction, gatewayCardId: string) =>
  enqueue(tx, { name: detachCardJobName }, { gatewayCardId }, { maxAttempts: maxGatewayTries });

/** Deletes a customer, with its cards, at the card processor: the account is erased here. */
export const forgetCustomerJobName = 'billing_forget_customer';
export const enqueueForgetCustomer = (tx: Transaction, customer: GoneCustomer) =>
  enqueue(tx, { name: forgetCustomerJobName }, customer, { maxAttempts: maxGatewayTries });

/** The customer of an erased account at the card processor; null: the answer that has its id was lost. */
export interface GoneCustomer {
  accountId: string;
  gatewayCustomerId: string | null;
}

/** Each new one is a row that stays, and a possible call of the tax provider. */
const addressLimit = new RateLimit('billing_address', 40, 3_600_000, { code: 'too_many_tries' });

/** Sets where bills go to. An address is never changed, so earlier invoices keep theirs; the same again is the same one. */
export const setAddress = (
  context: Context,
  { householdId }: Pick<SignedInUser, 'householdId'>,
  given: BillingAddress,
): Promise<void> =>
  context.db.transaction(async (tx) =>
    setAddressLocked(tx, context, await lockAccount(tx, householdId), householdId, given),
  );

/** `setAddress` within the caller's transaction. The account is locked. */
export async function setAddressLocked(
  tx: Transaction,
  context: Context,
  account: Pick<typeof billingAccounts.$inferSelect, 'id'>,
  householdId: string,
  given: BillingAddress,
): Promise<void> {
  const { name, line1, line2, city, region, country, phone } = given;
  if (!context.config.billingCountries.includes(country)) failField('country', 'choose');
  const postal = given.postal_code.toUpperCase().replaceAll(' ', '');
  const postalCode = country === 'CA' ? `${postal.slice(0, 3)} ${postal.slice(3)}` : postal;
  const [known] = await tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(
      and(
        eq(addresses.accountId, account.id),
        eq(addresses.name, name),
        eq(addresses.line1, line1),
        eq(addresses.line2, line2),
        eq(addresses.city, city),
        eq(addresses.region, region),
        eq(addresses.postalCode, postalCode),
        eq(addresses.country, country),
        eq(addresses.phone, phone),
      ),
    )
    .limit(1);
  const addressId = known?.id ?? newId();
  if (!known) {
    await addressLimit.consume({ ...context, db: tx }, householdId);
    const accountId = account.id;
    await tx
      .insert(addresses)
      .values({ id: addressId, accountId, name, line1, line2, city, region, postalCode, country, phone });
  }
  await tx.update(billingAccounts).set({ addressId }).where(eq(billingAccounts.id, account.id));
}
