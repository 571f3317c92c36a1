/**
 * Paying for another household's plan. A household without a plan sends a link, and its reader can pay. The link reveals the name of
 * the household and the plan, and nothing else.
 */
import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import { CallError, fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { AddressRateLimit, RateLimit, runWithCode } from '../../security/rate-limit.ts';
import { requireStaying } from '../accounts/deletion.service.ts';
import { findOffer, type Offer } from '../plans/plans.service.ts';
import { plans } from '../plans/plans.tables.ts';
import { payRequests } from './billing.tables.ts';
import { makeCode, typedCode } from './gift-codes.ts';
import { awaitCheckout, findRunning, lockAccount } from './subscriptions.repo.ts';

const dayMs = 86_400_000;
const ttlMs = 14 * dayMs;
const askLimit = new RateLimit('pay_request', 10, dayMs, { code: 'too_many_tries' });
/** Guesses of codes. A right one does not count. */
const householdLimit = new RateLimit('pay_request_household', 20, 3_600_000, { code: 'too_many_tries' });
const addressLimit = new AddressRateLimit('pay_request_address', 60, 3_600_000, { code: 'too_many_tries' });

/** Makes a link for the payment of a plan, valid for two weeks. It replaces the household's earlier link. */
export async function askToPay(context: Context, user: SignedInUser, planId: string): Promise<void> {
  await askLimit.consume(context, user.householdId);
  const at = context.now();
  await context.db.transaction(async (tx) => {
    await lockAccount(tx, user.householdId);
    await requireStaying(tx, user.householdId);
    // A payment locks the account of who pays. Its subscription is locked here, so a link is not made while the plan begins.
    await awaitCheckout(tx, user.householdId);
    if (await findRunning(tx, user.householdId)) fail('already_subscribed');
    const offer = await findOffer(tx, { planId, at });
    if (!offer || offer.period === 'once') return fail('not_found');
    const values = { code: makeCode(), planId, expiresAt: new Date(at.getTime() + ttlMs) };
    await tx
      .insert(payRequests)
      .values({ householdId: user.householdId, ...values })
      .onConflictDoUpdate({ target: payRequests.householdId, set: values });
    return undefined;
  });
}

/** Withdraws what a household asks for; a link that was sent is good for nothing then. */
export const withdrawPayRequest = (db: Queryable, householdId: string) =>
  db.delete(payRequests).where(eq(payRequests.householdId, householdId));

/** The valid request of a household, with the names of the plan. */
export async function readOwnPayRequest({ db, now }: Pick<Context, 'db' | 'now'>, householdId: string) {
  const [row] = await db
    .select({ request: payRequests, nameKo: plans.nameKo, nameEn: plans.nameEn })
    .from(payRequests)
    .innerJoin(plans, eq(plans.id, payRequests.planId))
    .where(and(eq(payRequests.householdId, householdId), gt(payRequests.expiresAt, now())));
  return row;
}

/** The household that will be served, and the plan. */
export interface PayRequest {
  householdId: string;
  name: string;
  offer: Offer;
}

/** The request of a code. Unknown, expired, paid and withdrawn ones end alike, and so does that of who is leaving. */
export async function findPayRequest(db: Queryable, code: string, at: Date): Promise<PayRequest> {
  const [row] = await db
    .select({ householdId: payRequests.householdId, planId: payRequests.planId })
    .from(payRequests)
    .where(and(eq(payRequests.code, typedCode(code)), gt(payRequests.expiresAt, at)));
  const { householdId, planId } = row ?? fail('pay_request_gone');
  const offer = (await findOffer(db, { planId, at })) ?? fail('pay_request_gone');
  const name = (await readHouseholdNames(db, [householdId])).get(householdId);
  return { householdId, name: name ?? fail('pay_request_gone'), offer };
}

/** The code of a request that a household has opened, and the household's network address. */
interface OpenedCode {
  code: string;
  householdId: string;
  address: string;
}

/** Runs work with the code of a request. Guesses are limited. Without a code the work runs at once. */
export async function withPayRequest<T>(
  context: Context,
  { code, householdId, address }: OpenedCode,
  work: () => Promise<T>,
): Promise<T> {
  if (code === '') return work();
  return runWithCode(context, [householdLimit.of(householdId), addressLimit.of(address)], isGone, work);
}

const isGone = (error: unknown): boolean => error instanceof CallError && error.code === 'pay_request_gone';

/** The request of a code for the household that opens the link. */
export const openPayRequest = (context: Context, opened: OpenedCode): Promise<PayRequest> =>
  withPayRequest(context, opened, () => findPayRequest(context.db, opened.code, context.now()));

/** The name that a household goes by: its first profile's, or the username of who has none yet. Null once it is erased. */
export const householdName = (householdId: SQLWrapper): SQL<string | null> => sql`(select coalesce(
    (select p.name from profiles p where p.household_id = u.household_id order by p.is_kid, p.created_at, p.id limit 1),
    u.username) from accounts_users u where u.household_id = ${householdId} order by u.created_at, u.id limit 1)`;

/** The names that households go by. */
export async function readHouseholdNames(
  db: Queryable,
  householdIds: readonly string[],
): Promise<Map<string, string>> {
  if (householdIds.length === 0) return new Map();
  const rows = await queryRows<{ id: string; name: string | null }>(
    db,
    sql`select h.id, ${householdName(sql`h.id`)} as name from accounts_households h
      where h.id = any(${sql.param([...householdIds])}::uuid[])`,
  );
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** The household that is served, if another one pays. */
export interface Served {
  householdId: string;
  name: string;
}

/** Served households by the id of a subscription or of an invoice. Only subscriptions that another household pays for. */
export async function readServed(db: Queryable, ids: readonly string[]): Promise<Map<string, Served>> {
  if (ids.length === 0) return new Map();
  const given = sql`join billing_accounts a on a.id = s.account_id
    where s.household_id is not null and a.household_id is distinct from s.household_id`;
  const rows = await queryRows<{ id: string; householdId: string }>(
    db,
    sql`select s.id, s.household_id as "householdId" from billing_subscriptions s ${given}
        and s.id = any(${sql.param([...ids])}::uuid[])
      union all
      select i.id, s.household_id from billing_invoices i join billing_subscriptions s on s.id = i.subscription_id ${given}
        and i.id = any(${sql.param([...ids])}::uuid[])`,
  );
  const names = await readHouseholdNames(
    db,
    rows.map(({ householdId }) => householdId),
  );
  return new Map(
    rows.map(({ id, householdId }) => [id, { householdId, name: names.get(householdId) ?? '' }]),
  );
}

/** Ends the requests of households that have a plan. Returns the households that had one. */
export async function endPayRequests(
  tx: Transaction,
  householdIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (householdIds.length === 0) return new Set();
  const ended = await tx
    .delete(payRequests)
    .where(isOneOf(payRequests.householdId, householdIds))
    .returning({ householdId: payRequests.householdId });
  return new Set(ended.map(({ householdId }) => must(householdId, 'household')));
}
