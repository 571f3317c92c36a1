import type { Plan } from '../../../contract/viewer/plans.ts';

type Offer = Pick<Plan, 'price_cents'>;

/** The plan that the plans page recommends: the middle price, of two the higher. A single plan is not recommended. */
export const recommendedPlan = <T extends Offer>(plans: readonly T[]): T | undefined =>
  plans.length < 2
    ? undefined
    : [...plans].sort((a, b) => a.price_cents - b.price_cents)[Math.floor(plans.length / 2)];
