/** Coupons as staff keep them, and as a checkout uses them. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { address } from '../../../../test/billing.ts';
import {
  buildBillingAccount,
  buildCoupon,
  buildPlan,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import type { CallError } from '../../errors.ts';
import { confirmCouponUse, findCoupon, releaseCouponUse, reserveCoupon } from './coupons.service.ts';
import { discountCents } from './coupons.ts';

let api: TestApi;
let db: TestApi['db'];
let who: { token: string };
beforeAll(async () => {
  api = await openTestApi();
  ({ db } = api);
  who = { token: (await buildStaff(db)).token };
});

const at = new Date();
const around = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const reserve = (couponId: string, accountId: string) =>
  db.transaction((tx) => reserveCoupon(tx, { couponId, accountId, at }));
const usesOf = async (id: string) =>
  (await api.pool.query('select uses from billing_coupons where id = $1', [id])).rows[0].uses as number;
/** The text of a refusal at `coupon_code`. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: CallError) => error.fields.coupon_code?.[0]?.message,
  );

describe('a coupon in a checkout', () => {
  const find = (code: string, accountId?: string, isFirst = true) =>
    findCoupon(db, { code, accountId, servedId: randomUUID(), at, isFirst });

  test('is found by its code however it is typed, and refused with a reason of its own', async () => {
    const account = await buildBillingAccount(db);
    const open = await buildCoupon(db, { code: 'SPRING-10' });
    expect(await find(' spring-10 ')).toMatchObject({ id: open.id, percentOff: 10 });
    await buildCoupon(db, { code: 'INACTIVE', active: false });
    await buildCoupon(db, { code: 'TO-COME', startsAt: around(1) });
    await buildCoupon(db, { code: 'OVER', endsAt: at });
    await buildCoupon(db, { code: 'USED-UP', maxUses: 2, uses: 2 });
    await buildCoupon(db, { code: 'FIRST', firstOnly: true });
    await reserve(open.id, account.id);
    const reasons = await Promise.all(
      ['NOBODY', 'INACTIVE', 'TO-COME', 'OVER', 'USED-UP'].map((code) => refusal(find(code))),
    );
    expect(reasons).toEqual([
      'coupon_unknown',
      'coupon_unknown',
      'coupon_not_begun',
      'coupon_over',
      'coupon_used_up',
    ]);
    expect(await refusal(find('FIRST', undefined, false))).toBe('coupon_first_only');
    expect(await find('FIRST')).toBeDefined();
    expect(await refusal(find('SPRING-10', account.id))).toBe('coupon_used');
  });

  test('is had once by an account, and given back once', async () => {
    const { id } = await buildCoupon(db, { maxUses: 5 });
    const account = await buildBillingAccount(db);
    const use = await reserve(id, account.id);
    expect(await refusal(reserve(id, account.id))).toBe('coupon_used');
    expect(await usesOf(id)).toBe(1);
    for (let again = 0; again < 2; again += 1) await db.transaction((tx) => releaseCouponUse(tx, use));
    expect(await usesOf(id)).toBe(0);
    const next = await reserve(id, account.id);
    for (let again = 0; again < 2; again += 1) await db.transaction((tx) => confirmCouponUse(tx, next));
    await db.transaction((tx) => releaseCouponUse(tx, next));
    await db.transaction((tx) => confirmCouponUse(tx, use));
    expect(await usesOf(id)).toBe(1);
    const { rows } = await api.pool.query(
      'select state from billing_coupon_uses where coupon_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ state }) => state)).toEqual(['released', 'confirmed']);
  });
});

test('a discount is half-up, and between nothing and what is due', () => {
  expect(discountCents({ percentOff: 10, amountOffCents: null }, 1499)).toBe(150);
  expect(discountCents({ percentOff: 50, amountOffCents: null }, 1)).toBe(1);
  expect(discountCents({ percentOff: 100, amountOffCents: null }, 1499)).toBe(1499);
  expect(discountCents({ percentOff: null, amountOffCents: 500 }, 1499)).toBe(500);
  expect(discountCents({ percentOff: null, amountOffCents: 5000 }, 1499)).toBe(1499);
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000, max: 100_000_000 }),
      fc.oneof(
        fc.record({ percentOff: fc.integer({ min: 1, max: 100 }), amountOffCents: fc.constant(null) }),
        fc.record({ percentOff: fc.constant(null), amountOffCents: fc.integer({ min: 1, max: 1_000_000 }) }),
      ),
      (due, discount) => {
        const cents = discountCents(discount, due);
        return Number.isInteger(cents) && cents >= 0 && cents <= Math.max(0, due);
      },
    ),
  );
});

test('a code is guessed ten times an hour by a household; one that is known counts nothing', async () => {
  const [user, other] = [await buildUser(db), await buildUser(db)];
  const plan = await buildPlan(db, { priceCents: 1500 });
  await buildCoupon(db, { code: 'KNOWN-10' });
  await buildCoupon(db, { code: 'KNOWN-OVER', endsAt: around(-1) });
  await api.call('PUT /api/account/billing-address', { token: user.token, body: address });
  const wanted = { plan_id: plan.id, price_id: plan.priceId };
  const quote = async (coupon_code: string, { token } = user) =>
    (await api.call('POST /api/account/checkout-quotes', { token, body: { ...wanted, coupon_code } })).status;
  const confirm = async (coupon_code: string) =>
    (
      await api.call('POST /api/account/checkouts', {
        token: user.token,
        body: { key: randomUUID(), ...wanted, card_id: null, coupon_code, charge_cents: 0, agreement: '' },
      })
    ).body.code;
  for (let round = 0; round < 12; round += 1) {
    expect(await quote('known-10')).toBe(200);
    expect(await quote('KNOWN-OVER')).toBe(422);
  }
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await quote(`GUESS-${guess}`)).toBe(422);
    expect(await confirm(`GUESS-${guess}`)).toBe('invalid');
  }
  expect(await quote('GUESS-10')).toBe(429);
  expect(await confirm('GUESS-10')).toBe('too_many_tries');
  // Without a code nothing is guessed.
  expect(await quote('')).toBe(200);
  expect(await quote('GUESS-10', other)).toBe(422);
});

describe('coupons in the office', () => {
  const input = { name: '봄맞이', code: 'office-1', percent_off: 15, active: true };
  const create = async (body: object) =>
    (await api.call('POST /api/admin/coupons', { ...who, body: { ...input, ...body } })).body;
  const problems = async (body: object) =>
    Object.keys(((await create(body)) as { errors?: object }).errors ?? {});

  test('have one code each, in upper case, and one kind of discount', async () => {
    const { data } = await create({});
    expect(data).toMatchObject({ code: 'OFFICE-1', duration: 'once', duration_months: null, uses: 0 });
    const taken = (await create({ code: ' Office-1 ' })) as { errors?: Record<string, string[]> };
    expect(taken.errors?.code).toEqual(['이미 사용 중입니다.']);
    for (const code of ['AB', 'A B C', 'ÄÖÜ', 'A'.repeat(41)])
      expect(await problems({ code })).toEqual(['code']);
    const other = { code: 'OTHER' };
    expect(await problems({ ...other, percent_off: null })).toEqual(['percent_off']);
    expect(await problems({ ...other, amount_off_cents: 500 })).toEqual(['amount_off_cents']);
    for (const percent_off of [0, 101, -5, 12.5])
      expect(await problems({ ...other, percent_off })).toEqual(['percent_off']);
    expect(await problems({ ...other, percent_off: null, amount_off_cents: -1 })).toEqual([
      'amount_off_cents',
    ]);
    expect(await problems({ ...other, duration: 'months' })).toEqual(['duration_months']);
    expect(await problems({ ...other, starts_at: around(5), ends_at: around(5) })).toEqual(['ends_at']);
    expect(await problems({ ...other, max_uses: 0 })).toEqual(['max_uses']);
  });

  test('keep their discount and stay once somebody has used them, while the rest can be changed', async () => {
    const coupon = await buildCoupon(db, { maxUses: 5 });
    const params = { id: coupon.id };
    for (let uses = 0; uses < 2; uses += 1) await reserve(coupon.id, (await buildBillingAccount(db)).id);
    const change = (body: object) => api.call('PATCH /api/admin/coupons/{id}', { ...who, params, body });
    expect((await change({ percent_off: 20 })).body.errors).toHaveProperty('percent_off');
    expect((await change({ duration: 'forever' })).body.errors).toHaveProperty('duration');
    expect((await change({ max_uses: 1 })).body.errors).toHaveProperty('max_uses');
    const changed = await change({ max_uses: 2, name: '거의 끝', active: false });
    expect(changed.body.data).toMatchObject({ max_uses: 2, name: '거의 끝', active: false, uses: 2 });
    const undone = await api.call('POST /api/admin/undo', {
      ...who,
      body: { event_id: changed.body.event_id ?? '' },
    });
    expect(undone.status).toBe(200);
    expect((await api.call('DELETE /api/admin/coupons/{id}', { ...who, params })).body.code).toBe('in_use');
  });
});
