/** How plans and prices at the card processor differ from ours, purely. */
import type { ComparedPlan, ComparedPrice } from '../../../contract/admin/plan-sync.ts';
import type { OfferedPlan, OfferedPrice } from '../../adapters/payments/port.ts';

/** A plan of ours that is paid by the month or year, with its price in force. */
export interface OwnPlan {
  id: string;
  nameKo: string;
  nameEn: string;
  active: boolean;
  months: 1 | 12;
  /** Null: none is in force. */
  price: { id: string; priceCents: number } | null;
}

/** Our plans in their order, then those that only the processor has. */
export function comparePlans(own: readonly OwnPlan[], offered: readonly OfferedPlan[]): ComparedPlan[] {
  const known = new Set<string>();
  const compared = own.flatMap((plan) => {
    const there = offered.find(({ planId }) => planId === plan.id);
    if (there) known.add(there.id);
    const active = plan.active && plan.price !== null;
    // What was never offered need not be known there.
    if (!there && !active) return [];
    return [comparePlan(plan, active, there)];
  });
  const unknown = offered
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, name, isActive, prices }): ComparedPlan => ({
        plan_id: null,
        gateway_id: id,
        name_ko: null,
        name_en: null,
        gateway_name: name,
        active: null,
        gateway_active: isActive,
        state: 'unknown',
        prices: prices.filter((price) => price.isActive).map(unknownPrice),
      }),
    );
  return [...compared, ...unknown];
}

function comparePlan(plan: OwnPlan, active: boolean, there: OfferedPlan | undefined): ComparedPlan {
  const isSame = there && there.name === plan.nameEn && there.isActive === active;
  return {
    plan_id: plan.id,
    gateway_id: there?.id ?? null,
    name_ko: plan.nameKo,
    name_en: plan.nameEn,
    gateway_name: there?.name ?? null,
    active,
    gateway_active: there?.isActive ?? null,
    state: !there ? 'missing' : isSame ? 'same' : 'different',
    prices: comparePrices(plan, there?.prices ?? []),
  };
}

/** The price in force, and what else is offered there: an earlier price of ours, or one that is not ours. */
function comparePrices({ price, months }: OwnPlan, offered: readonly OfferedPrice[]): ComparedPrice[] {
  const isIt = (one: OfferedPrice) =>
    price !== null &&
    one.ourPriceId === price.id &&
    one.amountCents === price.priceCents &&
    one.months === months;
  const candidates = offered.filter(isIt);
  const it = candidates.find(({ isActive }) => isActive) ?? candidates[0];
  const compared: ComparedPrice[] = price
    ? [
        {
          price_id: price.id,
          gateway_id: it?.id ?? null,
          amount_cents: price.priceCents,
          months,
          active: true,
          gateway_active: it?.isActive ?? null,
          state: !it ? 'missing' : it.isActive ? 'same' : 'different',
        },
      ]
    : [];
  for (const other of offered) {
    if (other === it || !other.isActive) continue;
    compared.push(
      other.ourPriceId === null
        ? unknownPrice(other)
        : { ...unknownPrice(other), price_id: other.ourPriceId, active: false, state: 'different' },
    );
  }
  return compared;
}

const unknownPrice = ({ id, amountCents, months, isActive }: OfferedPrice): ComparedPrice => ({
  price_id: null,
  gateway_id: id,
  amount_cents: amountCents,
  months,
  active: null,
  gateway_active: isActive,
  state: 'unknown',
});

/** How many plans and prices a sync changes. */
export const countDifferences = (plans: readonly ComparedPlan[]): number =>
  plans
    .flatMap((plan) => [plan, ...plan.prices])
    .filter(({ state }) => state === 'missing' || state === 'different').length;
