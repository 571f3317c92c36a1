/**
 * What households, their banks, the card processor and staff do in generated histories, each act as a page would: it asks first and confirms
 * what it was told. An act answers how it ended; undefined where there was nothing to do.
 */
import { randomUUID } from 'node:crypto';
import { signEvent } from '../src/gateway/webhooks.ts';
import { newToken, tokenHash } from '../src/server/security/token.ts';
import { addDays, dayIn } from '../src/server/zone.ts';
import { addCard, address, type BillingApi, type buildPayer, changePlan, resumePlan } from './billing.ts';
import type { buildPlan } from './build.ts';

/** A plan with its prices in the order in which they begin; each new one is dearer or cheaper than the first. */
export type Plan = Awaited<ReturnType<typeof buildPlan>> & { prices: { id: string; startsAt: Date }[] };

/** Somebody who pays, with what was done so far, for whoever has to find out why a history fails. */
export type Household = Awaited<ReturnType<typeof buildPayer>> & {
  accountId: string;
  /** Its first profile, by whose name others know it, and how often that was given another name. */
  profileId: string;
  names: number;
  journal: string[];
  /** When it asked for its deletion, while that is not cancelled. */
  leftAt: Date | undefined;
  /** When staff suspended its only customer, until they take it back. */
  suspendedAt: Date | undefined;
};

/** A name that only this household has, another each time: what is left of it once it is erased is found by it. */
export const nameOf = (index: number, times: number): string => `Mina${index}of${times}`;

/** How an act has ended; `code` where it was refused. */
export interface Ended {
  status: number;
  code?: string | undefined;
}

/** A page of a bank that is open. */
interface BankPage {
  who: Household;
  invoiceId: string;
  secret: string;
  /** When it is answered, and how; a page that is left is answered never. */
  at: number;
  how: 'complete' | 'fail' | 'leave';
}

/** Places that are taxed differently: by two taxes, by one, by none, and by Canada's. */
const places = [
  {},
  { city: 'Albany', region: 'NY', postal_code: '12207' },
  { city: 'Portland', region: 'OR', postal_code: '97201' },
  { city: 'Toronto', region: 'ON', postal_code: 'M5V 3L9', country: 'CA' as const },
  { city: 'Montréal', region: 'QC', postal_code: 'H2X 1Y4', country: 'CA' as const },
];

/** Taxes of these places, in millionths. */
export const rates = ['plan', 'once'].flatMap((kind) =>
  (
    [
      ['US', 'CA', 'State', 'US-CA', 72_500],
      ['US', 'CA', 'Local', 'US-CA-LA', 9_975],
      ['US', 'NY', 'State', 'US-NY', 40_000],
      ['CA', '', 'GST', 'CA', 50_000],
      ['CA', 'QC', 'QST', 'CA-QC', 99_750],
    ] as const
  ).map(([country, region, name, jurisdiction, ratePpm]) => ({
    country,
    region,
    kind,
    name,
    jurisdiction,
    ratePpm,
  })),
);

/** One that charges, two that are declined (softly, for good), one that its bank always asks for, and one whose charges are disputed. */
const numbers = [
  '4242424242424242',
  '4242424242424242',
  '4000000000000341',
  '4000000000004954',
  '4000002760003184',
  '4000000000000259',
];

const dayMs = 86_400_000;

/** The acts of generated histories. `random`: below a number, always the same sequence. */
export function makeActs(
  api: BillingApi,
  given: {
    random: (max: number) => number;
    plans: readonly Plan[];
    once: Plan;
    coupons: readonly { id: string; code: string }[];
    zones: readonly (string | null)[];
    staff: string;
    households: readonly Household[];
  },
) {
  const { random, plans, once, coupons, zones, staff, households } = given;
  const { call, gateway, pool } = api;
  const now = () => api.context.now();
  const pick = <T>(from: readonly T[]): T | undefined => from[random(from.length)];
  /** A plan as its page has it: at the price in force. */
  const offered = (own: Plan): Plan => ({
    ...own,
    priceId: own.prices.findLast(({ startsAt }) => startsAt <= now())?.id ?? own.priceId,
  });
  const plan = () => offered(pick(plans) ?? once);
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows;
  const ended = ({ status, body }: { status: number; body: unknown }): Ended => ({
    status,
    code:
      (body as { code?: string; data?: { state?: string } })?.code ??
      (body as { data?: { state?: string } })?.data?.state,
  });

  const pages: BankPage[] = [];
  /** Keeps the page of a bank where an answer opens one. */
  const atBank = <T extends { status: number; body: unknown }>(who: Household, answered: T): T => {
    const { data } = answered.body as {
      data?: { state?: string; client_secret?: string; invoice_id?: string };
    };
    if (data?.state === 'action' && data.client_secret && data.invoice_id)
      pages.push({
        who,
        invoiceId: data.invoice_id,
        secret: data.client_secret,
        // At once, later that day, or days later.
        at: now().getTime() + [0, 0, 4 * 3_600_000, dayMs, 3 * dayMs][random(5)]!,
        how: (['complete', 'complete', 'fail', 'leave'] as const)[random(4)]!,
      });
    return answered;
  };

  const byStaff = async () => {
    await pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [now()]);
    return staff;
  };
  const openPayment = async ({ accountId }: Household) =>
    pick(
      await rows<{ id: string; invoiceId: string }>(
        `select id, invoice_id as "invoiceId" from billing_payments
          where account_id = $1 and state in ('open', 'action', 'processing') order by id`,
        [accountId],
      ),
    );
  const settle = ({ token }: Household, invoiceId: string) =>
    call('POST /api/account/invoices/{id}/settle', { token, params: { id: invoiceId } });

  const savedCards = ({ accountId }: Household) =>
    rows<{ id: string }>(
      'select id from billing_cards where account_id = $1 and removed_at is null order by created_at, id',
      [accountId],
    );

  const checkout = async (who: Household, wanted: Plan): Promise<Ended> => {
    const body = {
      plan_id: wanted.id,
      price_id: wanted.priceId,
      card_id: who.cardId,
      coupon_code: random(3) === 0 ? (pick(coupons)?.code ?? '') : '',
    };
    const quoted = await call('POST /api/account/checkout-quotes', { token: who.token, body });
    if (quoted.status !== 200) return ended(quoted);
    const { price_id, bill, agreement } = quoted.body.data;
    const key = randomUUID();
    const press = () =>
      call('POST /api/account/checkouts', {
        token: who.token,
        body: { ...body, price_id, key, charge_cents: bill.charge_cents, agreement },
      });
    // Some press twice.
    const answers = await Promise.all([press(), ...(random(5) === 0 ? [press()] : [])]);
    // Which of them was first differs from run to run: what was done stands before what was refused, and `action` before all.
    const stateOf = ({ body: { data } }: (typeof answers)[number]) => data?.state ?? '';
    const [asked = answers[0]] = answers.toSorted(
      (a, b) => a.status - b.status || stateOf(a).localeCompare(stateOf(b)),
    );
    if (asked.body.code === 'amount_changed')
      throw new Error('what was quoted a moment ago was refused for its amount or its words');
    return ended(atBank(who, asked));
  };

  /** What costs something, now or later: refused to who has asked for their deletion. */
  const charging = {
    subscribe: (who: Household) => checkout(who, plan()),
    async changePlan(who: Household): Promise<Ended> {
      const { quoted, changed } = await changePlan(api, who, { kind: 'plan', price_id: plan().priceId });
      if (changed?.body.code === 'amount_changed')
        throw new Error('what was quoted a moment ago was refused for its amount or its words');
      return ended(changed ? atBank(who, changed) : quoted);
    },
    async changeBillingDay(who: Household): Promise<Ended> {
      const day = 1 + random(31);
      const { quoted, changed } = await changePlan(api, who, { kind: 'billing_day', day_of_month: day });
      return ended(changed ?? quoted);
    },
    resume: async (who: Household) => ended(await resumePlan(api, who)),
    async redeem({ token }: Household): Promise<Ended | undefined> {
      const gift = pick(
        await rows<{ code: string }>(
          `select code from billing_gifts where state = 'open' order by created_at, id`,
        ),
      );
      return (
        gift && ended(await call('POST /api/account/gifts/redeem', { token, body: { code: gift.code } }))
      );
    },
    async askToPay(who: Household): Promise<Ended | undefined> {
      const wanted = plan();
      const asked = await call('POST /api/account/pay-requests', {
        token: who.token,
        body: { plan_id: wanted.id },
      });
      if (asked.status !== 200) return ended(asked);
      const payer = pick(households.filter((other) => other !== who && !other.leftAt && !other.suspendedAt));
      const code = (await call('GET /api/account/membership', { token: who.token })).body.data.pay_request
        ?.code;
      if (!payer || !code) return undefined;
      const body = { plan_id: wanted.id, price_id: wanted.priceId, pay_request: code };
      const quoted = await call('POST /api/account/checkout-quotes', { token: payer.token, body });
      if (quoted.status !== 200) return ended(quoted);
      const { price_id, bill, agreement } = quoted.body.data;
      const paid = await call('POST /api/account/checkouts', {
        token: payer.token,
        body: {
          ...body,
          price_id,
          key: randomUUID(),
          card_id: payer.cardId,
          charge_cents: bill.charge_cents,
          agreement,
        },
      });
      payer.journal.push(`${now().toISOString()} pays for ${who.accountId}: ${paid.status}`);
      return ended(atBank(payer, paid));
    },
    async beginByStaff({ id }: Household): Promise<Ended> {
      const { id: plan_id } = plan();
      const about = { token: await byStaff(), params: { id } };
      const quoted = await call('POST /api/admin/customers/{id}/subscription-quotes', {
        ...about,
        body: { plan_id },
      });
      if (quoted.status !== 200) return ended(quoted);
      const { price_id, bill } = quoted.body.data;
      return ended(
        await call('POST /api/admin/customers/{id}/subscriptions', {
          ...about,
          body: {
            plan_id,
            price_id,
            charge_cents: bill.charge_cents,
            method: 'cash',
            check_number: '',
            paid_by: '',
          },
        }),
      );
    },
    async payAgain({ token, password }: Household): Promise<Ended | undefined> {
      const { body } = await call('GET /api/account/membership', { token });
      const ending = pick(body.data.pays_for.filter(({ resume_agreement }) => resume_agreement !== null));
      return (
        ending &&
        ended(
          await call('POST /api/account/paid-plans/{id}/resume', {
            token,
            params: { id: ending.id },
            body: { agreement: ending.resume_agreement ?? '', password },
          }),
        )
      );
    },
    resumeByStaff: async ({ id }: Household): Promise<Ended> =>
      ended(
        await call('POST /api/admin/customers/{id}/resume-subscription', {
          token: await byStaff(),
          params: { id },
          body: { reason: 'They called' },
        }),
      ),
  };

  const others = {
    buyOnce: (who: Household) => checkout(who, offered(once)),
    async buyGift(who: Household): Promise<Ended> {
      const wanted = plan();
      const body = {
        plan_id: wanted.id,
        months: wanted.period === 'yearly' ? (12 as const) : ([1, 3] as const)[random(2)]!,
      };
      const quoted = await call('POST /api/account/gift-quotes', { token: who.token, body });
      if (quoted.status !== 200) return ended(quoted);
      const { bill, agreement } = quoted.body.data;
      const bought = await call('POST /api/account/gifts', {
        token: who.token,
        body: {
          ...body,
          key: randomUUID(),
          card_id: who.cardId,
          charge_cents: bill.charge_cents,
          agreement,
        },
      });
      return ended(atBank(who, bought));
    },
    cancel: async ({ token, password }: Household) =>
      ended(await call('POST /api/account/membership/cancel', { token, body: { password } })),
    async pause({ token, password }: Household): Promise<Ended> {
      const today = dayIn(now(), api.context.config.serviceZone);
      const from = addDays(today, 1 + random(20));
      const body = { from, to: addDays(from, 1 + random(40)), password };
      return ended(await call('POST /api/account/membership/pause', { token, body }));
    },
    endPause: async ({ token, password }: Household) =>
      ended(await call('DELETE /api/account/membership/pause', { token, body: { password } })),
    async addCard(who: Household): Promise<Ended> {
      // Some expire within the history.
      const expires =
        random(3) === 0 ? dayIn(new Date(now().getTime() + random(300) * dayMs), 'UTC') : undefined;
      who.cardId = await addCard(api, who, pick(numbers), { expires });
      return { status: 200 };
    },
    async removeCard(who: Household): Promise<Ended | undefined> {
      const kept = await savedCards(who);
      const card = pick(kept);
      if (!card) return undefined;
      const removed = await call('DELETE /api/account/cards/{id}', { token: who.token, params: card });
      const other = kept.find(({ id }) => id !== card.id);
      if (removed.status === 200 && other) who.cardId = other.id;
      return ended(removed);
    },
    async chooseCard(who: Household): Promise<Ended | undefined> {
      const card = pick(await savedCards(who));
      if (!card) return undefined;
      who.cardId = card.id;
      return ended(
        atBank(who, await call('POST /api/account/cards/{id}/default', { token: who.token, params: card })),
      );
    },
    async rename(who: Household): Promise<Ended> {
      const name = nameOf(households.indexOf(who), who.names + 1);
      const params = { id: who.profileId };
      const renamed = await call('PATCH /api/account/profiles/{id}', {
        token: who.token,
        params,
        body: { name },
      });
      who.names += 1;
      return ended(renamed);
    },
    /** To another zone: as its viewing hours say it. */
    async changeZone({ householdId }: Household): Promise<Ended> {
      await pool.query('update accounts_households set zone = $2 where id = $1', [householdId, pick(zones)]);
      return { status: 200 };
    },
    giveAddress: async ({ id, ...who }: Household): Promise<Ended> =>
      ended(
        await call('PUT /api/admin/customers/{id}/billing-address', {
          token: await byStaff(),
          params: { id },
          body: {
            ...address,
            ...pick(places),
            name: nameOf(
              households.findIndex((own) => own.id === id),
              who.names,
            ),
          },
        }),
      ),
    async move(who: Household): Promise<Ended> {
      const { token } = who;
      const body = { ...address, ...pick(places), name: nameOf(households.indexOf(who), who.names) };
      return ended(await call('PUT /api/account/billing-address', { token, body }));
    },
    async stopPaying({ token, password, accountId, householdId }: Household): Promise<Ended | undefined> {
      const paid = pick(
        await rows<{ id: string }>(
          `select id from billing_subscriptions where account_id = $1 and household_id <> $2 and renews and state <> 'ended' order by id`,
          [accountId, householdId],
        ),
      );
      return (
        paid &&
        ended(
          await call('POST /api/account/paid-plans/{id}/cancel', {
            token,
            params: paid,
            body: { password },
          }),
        )
      );
    },
    async refund({ accountId }: Household): Promise<Ended | undefined> {
      const paid = pick(
        await rows<{ id: string; left: number; gift: boolean }>(
          `select p.id, p.amount_cents - p.refunded_cents - coalesce((select sum(r.amount_cents) from billing_refunds r
                where r.payment_id = p.id and r.state in ('asked', 'pending')), 0)::int as left,
              exists (select from billing_gifts g where g.invoice_id = p.invoice_id) as gift
            from billing_payments p where p.account_id = $1 and p.state = 'paid' and p.method <> 'promotion'
              and p.amount_cents > p.refunded_cents order by p.id`,
          [accountId],
        ),
      );
      if (!paid || paid.left <= 0) return undefined;
      const part = paid.gift || random(3) === 0 ? paid.left : 1 + random(paid.left);
      return ended(
        await call('POST /api/admin/payments/{id}/refunds', {
          token: await byStaff(),
          params: { id: paid.id },
          body: { amount_cents: part, refundable_cents: paid.left, reason: 'They asked for it' },
        }),
      );
    },
    giveCredit: async ({ id }: Household): Promise<Ended> =>
      ended(
        await call('POST /api/admin/customers/{id}/credits', {
          token: await byStaff(),
          params: { id },
          body: { key: randomUUID(), amount_cents: 1 + random(4000), reason: 'Sorry' },
        }),
      ),
    cancelByStaff: async ({ id }: Household): Promise<Ended> =>
      ended(
        await call('POST /api/admin/customers/{id}/cancel-subscription', {
          token: await byStaff(),
          params: { id },
          body: { reason: 'They called' },
        }),
      ),
    /** The bank decides a dispute that is open. */
    async decideDispute(): Promise<Ended | undefined> {
      const dispute = pick(
        await rows<{ id: string }>(
          `select body->>'id' as id from gateway.objects where object = 'dispute' and body->>'status' = 'needs_response' order by seq`,
        ),
      );
      return dispute && ended(await gateway.control(`/test/disputes/${dispute.id}/${pick(['win', 'lose'])}`));
    },
  };

  /** What is done about a bill that is open. */
  const onBills = {
    async payOpen(who: Household): Promise<Ended | undefined> {
      const open = await openPayment(who);
      return (
        open &&
        ended(
          atBank(
            who,
            await call('POST /api/account/invoices/{id}/pay', {
              token: who.token,
              params: { id: open.invoiceId },
              body: { card_id: who.cardId },
            }),
          ),
        )
      );
    },
    async receive(who: Household): Promise<Ended | undefined> {
      const open = await openPayment(who);
      const method = pick(['check', 'cash', 'promotion', 'credit'] as const) ?? 'check';
      return (
        open &&
        ended(
          await call('POST /api/admin/payments/{id}/receive', {
            token: await byStaff(),
            params: { id: open.id },
            body: { method, check_number: method === 'check' ? '1047' : '', paid_by: '', notes: '' },
          }),
        )
      );
    },
    async chargeByStaff(who: Household): Promise<Ended | undefined> {
      const open = await openPayment(who);
      return (
        open &&
        ended(
          await call('POST /api/admin/payments/{id}/charge', {
            token: await byStaff(),
            params: { id: open.id },
          }),
        )
      );
    },
    async voidByStaff(who: Household): Promise<Ended | undefined> {
      const open = await openPayment(who);
      return (
        open &&
        ended(
          await call('POST /api/admin/payments/{id}/void', {
            token: await byStaff(),
            params: { id: open.id },
            body: { reason: 'They asked for it' },
          }),
        )
      );
    },
  };

  const leave = async (who: Household): Promise<Ended> => {
    const { token, password } = who;
    const asked = await call('POST /api/account/deletion', { token, body: { password } });
    if (asked.status === 200) who.leftAt = now();
    return ended(asked);
  };
  const stay = async (who: Household): Promise<Ended> => {
    const kept = await call('POST /api/account/deletion/cancel', { token: who.token });
    if (kept.status === 200) who.leftAt = undefined;
    return ended(kept);
  };

  /** Staff suspend the only customer of a household, which is charged for nothing meanwhile, and take it back. */
  const suspend = async (who: Household): Promise<Ended> => {
    const params = { id: who.id };
    const done = await call('POST /api/admin/customers/{id}/suspend', { token: await byStaff(), params });
    if (done.status === 200) who.suspendedAt = now();
    return ended(done);
  };
  const unsuspend = async (who: Household): Promise<Ended> => {
    const params = { id: who.id };
    const done = await call('POST /api/admin/customers/{id}/unsuspend', { token: await byStaff(), params });
    if (done.status !== 200) return ended(done);
    who.suspendedAt = undefined;
    // Every session has ended: it signs in anew.
    who.token = newToken();
    await pool.query(
      `insert into accounts_sessions (id, token_hash, user_id, household_id, device)
        values (gen_random_uuid(), $1, $2, $3, 'web')`,
      [tokenHash(who.token), who.id, who.householdId],
    );
    return ended(done);
  };

  /** What staff do about what is sold, for everybody. */
  const selling = {
    async newPrice(): Promise<Ended | undefined> {
      const own = pick(plans);
      if (!own) return undefined;
      const startsAt = new Date(now().getTime() + (1 + random(60)) * dayMs);
      const body = {
        plan_id: own.id,
        price_cents: Math.round((own.priceCents * (80 + random(60))) / 100),
        regular_price_cents: null,
        starts_at: startsAt.toISOString(),
      };
      const made = await call('POST /api/admin/plan-prices', { token: await byStaff(), body });
      if (made.status === 200) {
        own.prices.push({ id: made.body.data.id ?? '', startsAt });
        own.prices.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
      }
      return ended(made);
    },
    /** What is not offered comes back before another goes. */
    async offer(): Promise<Ended | undefined> {
      const [gone] = await rows<{ id: string }>('select id from plans_plans where not active');
      const params = gone ?? pick(plans);
      const body = { active: gone !== undefined };
      return (
        params && ended(await call('PATCH /api/admin/plans/{id}', { token: await byStaff(), params, body }))
      );
    },
    /** The same of coupons; some end by themselves. */
    async offerCoupon(): Promise<Ended | undefined> {
      const [gone] = await rows<{ id: string }>(
        'select id from billing_coupons where not active or ends_at <= $1',
        [now()],
      );
      const params = gone ?? pick(coupons);
      const ends_at = new Date(now().getTime() + random(60) * dayMs).toISOString();
      const body = gone ? { active: true, ends_at: null } : pick([{ active: false }, { ends_at }]);
      return (
        params &&
        body &&
        ended(await call('PATCH /api/admin/coupons/{id}', { token: await byStaff(), params, body }))
      );
    },
    /** A rate ends on a day, and another begins on it, or a month later. */
    async changeTax(): Promise<Ended | undefined> {
      const rate = pick(
        await rows<{ id: string }>(
          'select id from billing_tax_rates where ends_on is null order by created_at, id',
        ),
      );
      if (!rate) return undefined;
      const about = { token: await byStaff(), params: rate };
      const ends_on = addDays(dayIn(now(), api.context.config.serviceZone), 1 + random(30));
      const read = await call('GET /api/admin/tax-rates/{id}', about);
      const changed = await call('PATCH /api/admin/tax-rates/{id}', { ...about, body: { ends_on } });
      if (changed.status !== 200) return ended(changed);
      const { country, region, kind, name, jurisdiction } = read.body.data;
      return ended(
        await call('POST /api/admin/tax-rates', {
          token: about.token,
          body: {
            country: country!,
            region: region!,
            kind: kind!,
            name: name!,
            jurisdiction: jurisdiction!,
            rate_ppm: 20_000 + random(90_000),
            starts_on: random(3) === 0 ? addDays(ends_on, 30) : ends_on,
          },
        }),
      );
    },
    async makeLot(): Promise<Ended> {
      const wanted = plan();
      const body = {
        lot: `Lot ${randomUUID()}`,
        plan_id: wanted.id,
        months: wanted.period === 'yearly' ? (12 as const) : (3 as const),
        count: 4,
        expires_at: new Date(now().getTime() + 300 * dayMs).toISOString(),
      };
      return ended(await call('POST /api/admin/gift-lots', { token: await byStaff(), body }));
    },
    async voidGift(): Promise<Ended | undefined> {
      const findOpen = () =>
        rows<{ id: string }>(
          `select id from billing_gifts where state = 'open' and bought_by is null and expires_at > $1
            order by id limit 1`,
          [now()],
        );
      let [params] = await findOpen();
      if (!params) {
        // Many households redeem a lot sooner than one of its codes is made void.
        await selling.makeLot();
        [params] = await findOpen();
      }
      return (
        params && ended(await call('POST /api/admin/gifts/{id}/void', { token: await byStaff(), params }))
      );
    },
  };

  /** Banks' pages that are answered by now. Some of their owners come back to our page, of others an event or a job hears. */
  const answerBanks = async () => {
    const due = pages.filter(({ at }) => at <= now().getTime());
    for (const page of due) {
      pages.splice(pages.indexOf(page), 1);
      const { who, invoiceId, secret, how } = page;
      who.journal.push(`${now().toISOString()} bank page of ${invoiceId}: ${how}`);
      if (how === 'leave') continue;
      const [id = ''] = secret.split('_secret_');
      await gateway.fromBrowser('POST', `/v3/challenge/${id}/${how}`, { client_secret: secret });
      if (random(2) === 0) await settle(who, invoiceId);
    }
  };

  /**
   * Some events of the card processor come now: in any order, some twice, some late, and most of them never. It sends none by itself, as
   * nobody could say when they come.
   */
  const hearEvents = async () => {
    const { webhookSecret } = await gateway.simulator.access();
    for (let left = random(4); left > 0; left -= 1) {
      const [event] = await rows<{ body: object }>(
        `select body from gateway.objects where object = 'event' order by seq desc limit 1 offset $1`,
        [random(200)],
      );
      if (!event) continue;
      const text = JSON.stringify(event.body);
      const { statusCode } = await api.app.inject({
        method: 'POST',
        url: '/api/payment-events',
        headers: {
          'stripe-signature': signEvent(text, webhookSecret),
          'content-type': 'application/json',
        },
        payload: text,
      });
      if (statusCode !== 200) throw new Error(`an event was answered ${statusCode}`);
    }
  };

  return { charging, others, onBills, selling, leave, stay, suspend, unsuspend, answerBanks, hearEvents };
}
