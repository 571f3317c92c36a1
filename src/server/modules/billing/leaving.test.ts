/** Households whose members all leave: refused payments, ended plans and mails. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  type BillingApi,
  buildPayer,
  buildSubscriber,
  householdReads,
  openBillingApi,
  resumePlan,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff, buildUser } from '../../../../test/build.ts';
import { countWaiting, untilWaiting } from '../../../../test/locks.ts';
import { eraseDueAccounts } from '../accounts/erasure.service.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
let yearly: Awaited<ReturnType<typeof buildPlan>>;
let staff: string;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { nameEn: 'Monthly', priceCents: 1500 });
  yearly = await buildPlan(api.db, { nameEn: 'Yearly', period: 'yearly', priceCents: 15000 });
  staff = (await buildStaff(api.db)).token;
  await staffSince(start);
});
const staffSince = (at: Date) =>
  api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [at]);

const { hasPlan, invoicesOf, membership, taken } = householdReads(() => api);
type User = { id: string; token: string; password: string; householdId: string };

const requestDeletion = async ({ token, password }: User) =>
  expect((await api.call('POST /api/account/deletion', { token, body: { password } })).status).toBe(200);
const cancelDeletion = ({ token }: User) => api.call('POST /api/account/deletion/cancel', { token });
const suspend = async ({ id }: User) =>
  expect(
    (await api.call('POST /api/admin/customers/{id}/suspend', { token: staff, params: { id } })).status,
  ).toBe(200);
const gift = async (months = 1) => {
  const { rows } = await api.pool.query<{ code: string }>(
    `insert into billing_gifts (id, code, plan_id, months, amount_cents, lot, state, created_at, updated_at)
      values (gen_random_uuid(), upper(substr(translate(gen_random_uuid()::text, '-01', ''), 1, 16)), $1, $2, 1500, gen_random_uuid()::text, 'open', now(), now())
      returning code`,
    [monthly.id, months],
  );
  return rows[0]?.code ?? '';
};
const redeem = async ({ token }: User, code?: string) =>
  api.call('POST /api/account/gifts/redeem', { token, body: { code: code ?? (await gift()) } });
const resumeByStaff = ({ id }: User) =>
  api.call('POST /api/admin/customers/{id}/resume-subscription', {
    token: staff,
    params: { id },
    body: { reason: 'They asked for it' },
  });
const beginByStaff = ({ id }: User) =>
  api.call('POST /api/admin/customers/{id}/subscriptions', {
    token: staff,
    params: { id },
    body: {
      plan_id: monthly.id,
      price_id: monthly.priceId,
      charge_cents: 1500,
      method: 'cash',
      check_number: '',
      paid_by: '',
      notes: '',
    },
  });
const mailsOf = async ({ id }: User) =>
  (
    await api.pool.query<{ subject: string; text: string }>(
      `select subject, text from mail_messages where user_id = $1 and template = 'billing' order by id`,
      [id],
    )
  ).rows;
const leaving = { status: 409, body: { code: 'household_leaving' } };

test('of a year that goes on after the erasure, the last day that is told is the one that is served', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, yearly);
  await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [user.id]);
  expect((await membership(user)).subscription?.last_day).toBe('2028-01-30');
  await requestDeletion(user);
  expect((await membership(user)).subscription?.last_day).toBe('2027-05-01');
  const last = (await mailsOf(user)).at(-1);
  expect(last?.text).toContain('May 1, 2027');
  expect(last?.text).not.toContain('2028');
  expect((await cancelDeletion(user)).status).toBe(200);
  expect((await membership(user)).subscription?.last_day).toBe('2028-01-30');
});

test('who has asked for their deletion begins, resumes and changes nothing that is charged until they cancel it', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  await requestDeletion(user);
  const refused = await resumePlan(api, user);
  expect(refused).toMatchObject(leaving);
  expect(refused.body.message).toContain('취소');
  const change = { kind: 'plan', price_id: yearly.priceId } as const;
  expect(
    await api.call('POST /api/account/membership/quotes', { token: user.token, body: { change } }),
  ).toMatchObject(leaving);
  expect(await redeem(user)).toMatchObject(leaving);
  expect(await resumeByStaff(user)).toMatchObject(leaving);
  await runUntil(api, start, new Date('2027-03-05T20:00:00Z'));
  expect(await taken(user)).toBe(1500);
  // Its plan has ended: nothing begins either.
  expect(await hasPlan(user)).toBe(false);
  expect(await subscribe(api, user, yearly)).toMatchObject(leaving);
  expect(
    await api.call('POST /api/account/checkouts', {
      token: user.token,
      body: {
        key: randomUUID(),
        plan_id: yearly.id,
        price_id: yearly.priceId,
        card_id: user.cardId,
        charge_cents: 15000,
        agreement: 'x',
      },
    }),
  ).toMatchObject(leaving);
  expect(await redeem(user)).toMatchObject(leaving);
  expect(
    await api.call('POST /api/account/pay-requests', { token: user.token, body: { plan_id: monthly.id } }),
  ).toMatchObject(leaving);
  await staffSince(api.context.now());
  expect(await beginByStaff(user)).toMatchObject(leaving);
  await staffSince(start);
  expect(await taken(user)).toBe(1500);
  expect((await cancelDeletion(user)).status).toBe(200);
  expect((await subscribe(api, user, yearly)).body.data.state).toBe('paid');
});

test('who is suspended is renewed by nobody, and is sold nothing by staff', async () => {
  api.setNow(start);
  const [user, other] = [await buildSubscriber(api, monthly), await buildUser(api.db)];
  await suspend(user);
  await suspend(other);
  const refused = await resumeByStaff(user);
  expect(refused).toMatchObject(leaving);
  expect(await beginByStaff(other)).toMatchObject(leaving);
  await runUntil(api, start, new Date('2027-03-05T20:00:00Z'));
  expect(await taken(user)).toBe(1500);
});

test('the last two of a household who ask for their deletion at the same moment end its renewal', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  const second = await buildUser(api.db, { householdId: user.householdId });
  expect(await membership(user)).toMatchObject({ is_leaving: false, subscription: { renews: true } });
  // Neither can end before the other has begun: no mail is written meanwhile.
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('lock table mail_messages in share mode');
  const asked = Promise.all([requestDeletion(user), requestDeletion(second)]);
  await expect.poll(() => countWaiting(api.pool), untilWaiting).toBe(2);
  await holder.query('commit');
  holder.release();
  await asked;
  expect(await membership(user)).toMatchObject({ is_leaving: true, subscription: { renews: false } });
});

test('a household goes on while somebody of it stays', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  const [second, third] = [
    await buildUser(api.db, { householdId: user.householdId }),
    await buildUser(api.db, { householdId: user.householdId }),
  ];
  await requestDeletion(user);
  expect((await membership(user)).subscription?.renews).toBe(true);
  await api.call('POST /api/account/membership/cancel', {
    token: user.token,
    body: { password: user.password },
  });
  expect((await resumePlan(api, user)).status).toBe(200);
  await suspend(second);
  expect((await membership(user)).subscription?.renews).toBe(true);
  // The last one.
  await requestDeletion(third);
  expect((await membership(user)).subscription?.renews).toBe(false);
  expect(await resumePlan(api, third)).toMatchObject(leaving);
  expect((await cancelDeletion(third)).status).toBe(200);
  expect((await resumePlan(api, user)).status).toBe(200);
});

test('nobody who is leaving pays for somebody else, and staff resume nothing that they would pay', async () => {
  api.setNow(start);
  const [asker, payer] = [await buildUser(api.db), await buildPayer(api)];
  const ask = () =>
    api.call('POST /api/account/pay-requests', { token: asker.token, body: { plan_id: monthly.id } });
  const accept = async () => {
    const code = (await membership(asker)).pay_request?.code ?? '';
    const wanted = { plan_id: monthly.id, price_id: monthly.priceId, pay_request: code };
    const quoted = await api.call('POST /api/account/checkout-quotes', { token: payer.token, body: wanted });
    if (quoted.status !== 200) return quoted as never;
    const { bill, agreement } = quoted.body.data;
    return api.call('POST /api/account/checkouts', {
      token: payer.token,
      body: {
        key: randomUUID(),
        ...wanted,
        card_id: payer.cardId,
        charge_cents: bill.charge_cents,
        agreement,
      },
    });
  };
  expect((await ask()).status).toBe(200);
  await requestDeletion(payer);
  expect(await accept()).toMatchObject(leaving);
  await cancelDeletion(payer);
  expect((await accept()).body.data.state).toBe('paid');
  await requestDeletion(payer);
  expect((await membership(asker)).given_plan?.renews).toBe(false);
  expect(await resumeByStaff(asker)).toMatchObject(leaving);
  await runUntil(api, start, new Date('2027-03-05T20:00:00Z'));
  expect(await taken(payer)).toBe(1500);
});

test('the mail of a plan that ends by leaving does not invite to take it back', async () => {
  api.setNow(start);
  for (const end of ['deletion', 'cancel'] as const) {
    const user = await buildSubscriber(api, monthly);
    await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [user.id]);
    if (end === 'deletion') await requestDeletion(user);
    else
      await api.call('POST /api/account/membership/cancel', {
        token: user.token,
        body: { password: user.password },
      });
    const mail = (await mailsOf(user)).at(-1);
    expect(mail?.text).toContain('February 27, 2027');
    expect(mail?.text.includes('undo the cancellation with one button')).toBe(end === 'cancel');
    expect(mail?.text.includes('cancel the deletion')).toBe(end === 'deletion');
  }
});

test('who leaves with nothing but an open checkout is not told of a plan', async () => {
  api.setNow(start);
  const user = await buildPayer(api, { number: '4000000000000341' });
  expect((await subscribe(api, user, monthly)).body.data.state).toBe('declined');
  await requestDeletion(user);
  expect(await mailsOf(user)).toEqual([]);
  await runUntil(api, start, new Date('2027-02-02T20:00:00Z'));
  const [invoice] = await invoicesOf(user);
  expect(invoice?.state).toBe('cancel');
  expect(await mailsOf(user)).toEqual([]);
});

test('an erased household has no subscription left that could be invoiced, and what it pays for others is served to its end', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, yearly);
  const asker = await buildUser(api.db);
  await api.call('POST /api/account/pay-requests', { token: asker.token, body: { plan_id: yearly.id } });
  const code = (await membership(asker)).pay_request?.code ?? '';
  const wanted = { plan_id: yearly.id, price_id: yearly.priceId, pay_request: code };
  const quoted = await api.call('POST /api/account/checkout-quotes', { token: user.token, body: wanted });
  const paid = await api.call('POST /api/account/checkouts', {
    token: user.token,
    body: {
      key: randomUUID(),
      ...wanted,
      card_id: user.cardId,
      charge_cents: quoted.body.data.bill.charge_cents,
      agreement: quoted.body.data.agreement,
    },
  });
  expect(paid.body.data.state).toBe('paid');
  await requestDeletion(user);
  const { rows: accounts } = await api.pool.query<{ id: string }>(
    'select id from billing_accounts where household_id = $1',
    [user.householdId],
  );
  const account = accounts[0]?.id;
  // As it was left by what went wrong before.
  await api.pool.query(
    'update billing_subscriptions set renews = true, cancelled_at = null where account_id = $1',
    [account],
  );
  api.setNow(new Date('2027-05-02T20:00:00Z'));
  expect(await eraseDueAccounts(api.context)).toBeGreaterThan(0);
  const standing = async () =>
    (
      await api.pool.query(
        `select state, renews, household_id from billing_subscriptions where account_id = $1 order by id`,
        [account],
      )
    ).rows;
  expect(await standing()).toEqual([
    { state: 'ended', renews: false, household_id: null },
    { state: 'active', renews: false, household_id: asker.householdId },
  ]);
  await api.pool.query(`update accounts_sessions set last_seen_at = '2027-05-02T20:00:00Z'`);
  expect(await hasPlan(asker)).toBe(true);
  await runUntil(api, new Date('2028-01-30T20:00:00Z'), new Date('2028-02-02T20:00:00Z'));
  expect(await hasPlan(asker)).toBe(false);
  expect((await standing()).map(({ state }) => state)).toEqual(['ended', 'ended']);
  const { rows } = await api.pool.query(
    'select count(*)::int as invoices from billing_invoices where account_id = $1',
    [account],
  );
  expect(rows).toEqual([{ invoices: 2 }]);
});
