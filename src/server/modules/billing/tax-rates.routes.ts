import { taxRates as shape, type taxRateCalls } from '../../../contract/admin/tax-rates.ts';
import type { Context } from '../../context.ts';
import { failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { resource } from '../../resource/resource.ts';
import { taxRates } from './billing.tables.ts';
import { isPostalKey } from './taxes.ts';

const labelOf = (row: typeof taxRates.$inferSelect): string =>
  `${row.name} ${row.jurisdiction} ${row.ratePpm / 10_000}%`;

/** Tax rates in the back office. A bill keeps the taxes that it was made with. */
export const taxRateRoutes = (context: Context): Handlers<typeof taxRateCalls> =>
  resource(context, shape, taxRates, {
    search: [taxRates.name, taxRates.jurisdiction, taxRates.region, taxRates.notes],
    label: { of: ['name', 'jurisdiction', 'ratePpm'], text: labelOf },
    present: async (_db, rows) => rows.map((row) => ({ label: labelOf(row) })),
    values: async (values, { before }) => {
      const { country = 'US', postalFrom = '', postalTo = '', startsOn, endsOn } = { ...before, ...values };
      const ends = { postal_from: postalFrom, postal_to: postalTo };
      if (postalFrom !== '' || postalTo !== '') {
        for (const [field, key] of Object.entries(ends)) {
          if (key === '') failField(field, 'postal_range');
          if (!isPostalKey(country, key)) failField(field, country === 'CA' ? 'postal_ca' : 'postal_us');
        }
        if (postalTo < postalFrom) failField('postal_to', 'postal_order');
      }
      if (startsOn && endsOn && endsOn <= startsOn) failField('ends_on', 'after', { date: startsOn });
      return values;
    },
  });
