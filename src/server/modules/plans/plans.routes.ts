/** Handlers of plans. */
import type { planCalls } from '../../../contract/viewer/plans.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { findAllowance, findPlanPeriod, listPlans } from './plans.service.ts';

export function planRoutes(context: Context): Handlers<typeof planCalls> {
  return {
    'GET /api/plans': {
      tag: 'plans',
      build: async ({ locale }) => ({
        data: (await listPlans(context)).map((row) => ({
          id: row.id,
          price_id: row.priceId,
          name: locale === 'ko' ? row.nameKo : row.nameEn,
          description: locale === 'ko' ? row.descriptionKo : row.descriptionEn,
          price_cents: row.priceCents,
          regular_price_cents: row.regularPriceCents,
          period: row.period,
          devices: row.devices,
          streams: row.streams,
          ad_free: row.adFree,
          max_height: row.maxHeight,
          trial_days: row.trialDays,
          box_quantity: row.boxQuantity,
        })),
      }),
    },
    'GET /api/current-plan': async ({ caller }) => {
      const { householdId } = requireUser(caller);
      const [period, allowance] = await Promise.all([
        findPlanPeriod(context, householdId),
        findAllowance(context, householdId),
      ]);
      return {
        data:
          period && allowance
            ? {
                ad_free: allowance.adFree,
                max_height: allowance.maxHeight,
                plan_id: period.planId,
                starts_at: period.startsAt.toISOString(),
                ends_at: period.endsAt.toISOString(),
              }
            : null,
      };
    },
  };
}
