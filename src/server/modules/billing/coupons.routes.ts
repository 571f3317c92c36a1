import { type couponCalls, coupons as shape } from '../../../contract/admin/coupons.ts';
import type { Context } from '../../context.ts';
import { failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { resource } from '../../resource/resource.ts';
import { coupons } from './billing.tables.ts';

/** What bills that are still to come follow from. */
const terms = ['percentOff', 'amountOffCents', 'duration', 'durationMonths'] as const;
const fieldOf = {
  percentOff: 'percent_off',
  amountOffCents: 'amount_off_cents',
  duration: 'duration',
  durationMonths: 'duration_months',
} as const;

/** Coupons in the back office. One that was used keeps its discount, and is not deleted. */
export const couponRoutes = (context: Context): Handlers<typeof couponCalls> =>
  resource(context, shape, coupons, {
    unique: { billing_coupons_code: 'code' },
    search: [coupons.name, coupons.code],
    publishes: 'active',
    label: 'code',
    values: async (sent, { before }) => {
      const after = { ...before, ...sent };
      const isOfMonths = after.duration === 'months';
      if (isOfMonths && !after.durationMonths) failField('duration_months', 'required');
      const values = { ...sent, ...(isOfMonths ? {} : { durationMonths: null }) };
      const { percentOff, amountOffCents, startsAt, endsAt, maxUses } = after;
      if (percentOff && amountOffCents) failField('amount_off_cents', 'coupon_one');
      if (!percentOff && !amountOffCents) failField('percent_off', 'coupon_one');
      if (startsAt && endsAt && endsAt <= startsAt) failField('ends_at', 'window_order');
      if (before && before.uses > 0) {
        const changed = terms.find((term) => values[term] !== undefined && values[term] !== before[term]);
        if (changed) failField(fieldOf[changed], 'coupon_fixed');
        if (maxUses && maxUses < before.uses) failField('max_uses', 'min_number', { min: before.uses });
      }
      return values;
    },
  });
