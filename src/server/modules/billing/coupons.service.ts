/** Coupons in a checkout: found, reserved, then confirmed or released. All of it within the caller's transaction. */
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { CallError, failField } from '../../errors.ts';
import { AddressRateLimit, RateLimit, runWithCode } from '../../security/rate-limit.ts';
import { coupons, couponUses, subscriptions } from './billing.tables.ts';

export type Coupon = typeof coupons.$inferSelect;

const hourMs = 3_600_000;
/** Guesses of codes. One that is known does not count, whether it may be used or not. */
const householdLimit = new RateLimit('coupon_household', 10, hourMs, { code: 'too_many_tries' });
const addressLimit = new AddressRateLimit('coupon_address', 30, hourMs, { code: 'too_many_tries' });

/** Runs work with the code of a coupon that a household has entered. Guesses are limited. */
export async function withTypedCoupon<T>(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  { code, householdId, address }: { code: string; householdId: string; address: string },
  work: () => Promise<T>,
): Promise<T> {
  if (code === '') return work();
  return runWithCode(
    context,
    [householdLimit.of(householdId), addressLimit.of(address)],
    isUnknownCode,
    work,
  );
}

const isUnknownCode = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.fields.coupon_code ?? []).some(({ message }) => message === 'coupon_unknown');

/** The coupon of a code for a payer. Fails with the reason at `coupon_code` if the payer may not use it. */
export async function findCoupon(
  db: Queryable,
  {
    code,
    accountId,
    servedId,
    at,
    isFirst,
  }: {
    code: string;
    /** Undefined for who has no billing account yet. */
    accountId: string | undefined;
    /** The household that the plan is for. */
    servedId: string;
    at: Date;
    /** The household has never had a subscription. */
    isFirst: boolean;
  },
): Promise<Coupon> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, code.normalize('NFC').trim().toUpperCase()), eq(coupons.active, true)));
  if (!coupon) return failField('coupon_code', 'coupon_unknown');
  if (coupon.startsAt && coupon.startsAt > at) failField('coupon_code', 'coupon_not_begun');
  if (coupon.endsAt && coupon.endsAt <= at) failField('coupon_code', 'coupon_over');
  if (coupon.firstOnly && !isFirst) failField('coupon_code', 'coupon_first_only');
  const [use] = accountId
    ? await db
        .select({ checkoutId: subscriptions.id })
        .from(couponUses)
        .leftJoin(
          subscriptions,
          and(
            eq(subscriptions.couponUseId, couponUses.id),
            eq(subscriptions.householdId, servedId),
            eq(subscriptions.state, 'incomplete'),
          ),
        )
        .where(
          and(
            eq(couponUses.couponId, coupon.id),
            eq(couponUses.accountId, accountId),
            ne(couponUses.state, 'released'),
          ),
        )
    : [];
  // Held by the household's own open checkout, which goes on with it or gives it back before another begins.
  if (use?.checkoutId) return coupon;
  if (use) failField('coupon_code', 'coupon_used');
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) failField('coupon_code', 'coupon_used_up');
  return coupon;
}

/** Takes one of a coupon's uses for an account, never more than there are; returns the use's id. A caller that catches its failure must roll back. */
export async function reserveCoupon(
  tx: Transaction,
  { couponId, accountId, at }: { couponId: string; accountId: string; at: Date },
): Promise<string> {
  const [use] = await tx
    .insert(couponUses)
    .values({ couponId, accountId, state: 'reserved', at })
    .onConflictDoNothing()
    .returning({ id: couponUses.id });
  if (!use) return failField('coupon_code', 'coupon_used');
  const [taken] = await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(
      and(
        eq(coupons.id, couponId),
        eq(coupons.active, true),
        or(isNull(coupons.maxUses), lt(coupons.uses, coupons.maxUses)),
      ),
    )
    .returning({ id: coupons.id });
  if (!taken) failField('coupon_code', 'coupon_used_up');
  return use.id;
}

/** Makes a reservation lasting: its checkout is paid, or its trial has begun. */
export async function confirmCouponUse(tx: Transaction, useId: string): Promise<void> {
  await tx
    .update(couponUses)
    .set({ state: 'confirmed' })
    .where(and(eq(couponUses.id, useId), eq(couponUses.state, 'reserved')));
}

/** Releases the reservation of a checkout that was not paid. Safe to repeat. A confirmed use stays. */
export async function releaseCouponUse(tx: Transaction, useId: string): Promise<void> {
  const [use] = await tx
    .update(couponUses)
    .set({ state: 'released' })
    .where(and(eq(couponUses.id, useId), eq(couponUses.state, 'reserved')))
    .returning({ couponId: couponUses.couponId });
  if (!use) return;
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} - 1` })
    .where(eq(coupons.id, use.couponId));
}
