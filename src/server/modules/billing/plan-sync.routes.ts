import type { ComparedPlan, planSyncCalls } from '../../../contract/admin/plan-sync.ts';
import { GatewayRefused, GatewayUnavailable, type Payments } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { listPricedPlans, setGatewayIds } from '../plans/plans.service.ts';
import { comparePlans, countDifferences, type OwnPlan } from './plan-sync.ts';

/** Handlers of the plan sync. A sync can be repeated: what is there already is found by our ids, and nothing is made twice. */
export function planSyncRoutes(context: Context): Handlers<typeof planSyncCalls> {
  const compare = async (payments: Payments) =>
    comparePlans(await listOwnPlans(context), await payments.listPlans());
  return {
    'GET /api/admin/plan-sync': () =>
      withPayments(context, async (payments) => answer(await compare(payments))),
    'POST /api/admin/plan-sync': ({ caller }) =>
      withPayments(context, async (payments) => {
        const before = await compare(payments);
        for (const plan of before)
          if (plan.plan_id !== null) await push(context, payments, plan, plan.plan_id);
        const differences = countDifferences(before);
        if (differences > 0)
          await recordEvent(context.db, {
            staff: requireStaff(caller),
            module: 'plan-sync',
            action: 'sync',
            entity: 'plan-sync',
            entityId: null,
            label: '',
            changes: { differences: [differences, 0] },
          });
        return answer(await compare(payments));
      }),
  };
}

const answer = (plans: ComparedPlan[]) => ({ data: { plans, differences: countDifferences(plans) } });

/** What the processor cannot say is an answer of its own. */
async function withPayments<T>({ payments }: Context, work: (payments: Payments) => Promise<T>): Promise<T> {
  if (!payments) return fail('payments_not_set');
  try {
    return await work(payments);
  } catch (error) {
    if (error instanceof GatewayUnavailable) return fail('payments_away');
    if (error instanceof GatewayRefused) return fail('payments_refused', { reason: error.message });
    throw error;
  }
}

/** What is charged once is a payment there and no plan. */
async function listOwnPlans(context: Context): Promise<OwnPlan[]> {
  const plans = await listPricedPlans(context);
  return plans.flatMap(({ id, nameKo, nameEn, active, period, priceId, priceCents }) =>
    period === 'once'
      ? []
      : [
          {
            id,
            nameKo,
            nameEn,
            active,
            months: period === 'yearly' ? (12 as const) : (1 as const),
            price: priceId === null || priceCents === null ? null : { id: priceId, priceCents },
          },
        ],
  );
}

/** Makes a plan and its prices there what they are here, and notes their ids. */
async function push(context: Context, payments: Payments, plan: ComparedPlan, planId: string): Promise<void> {
  const productId =
    plan.state === 'same' && plan.gateway_id
      ? plan.gateway_id
      : await payments.savePlan({
          planId,
          id: plan.gateway_id ?? undefined,
          name: plan.name_en ?? '',
          isActive: plan.active ?? false,
        });
  const priceIds: Record<string, string> = {};
  for (const price of plan.prices) {
    if (price.price_id === null) continue;
    if (price.state === 'missing')
      priceIds[price.price_id] = await payments.createPrice({
        ourPriceId: price.price_id,
        productId,
        amountCents: price.amount_cents,
        months: price.months === 12 ? 12 : 1,
      });
    else if (price.gateway_id) {
      if (price.state === 'different') await payments.setPriceActive(price.gateway_id, price.active ?? false);
      if (price.active) priceIds[price.price_id] = price.gateway_id;
    }
  }
  await setGatewayIds(context.db, { planId, gatewayId: productId, priceIds });
}
