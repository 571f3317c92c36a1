/** Taxes by place and day, in the back office. */
import { z } from 'zod';
import { addressCountries } from '../addresses.ts';
import type { CallTable } from '../call.ts';
import { day } from '../instants.ts';
import { paragraphs, requiredLine, reshaped, text } from '../text.ts';
import { inGroup } from './field-groups.ts';
import { q } from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

export const taxCountries = addressCountries;
export const taxKinds = ['plan', 'once'] as const;

/** The end of a range of postal codes: five digits in the US, the first three characters in Canada; empty: all. */
const postalKey = reshaped(10, (sent) => sent.normalize('NFC').replace(/\s/g, '').toUpperCase());

export const taxRates = resourceShape({
  name: 'tax-rates',
  module: 'tax-rates',
  fields: {
    country: z.enum(taxCountries),
    /** A state or province, ISO 3166-2 without its country; empty: everywhere in the country. */
    region: text(2)
      .overwrite((sent) => sent.trim().toUpperCase())
      .regex(/^(?:[A-Z]{2})?$/),
    postal_from: postalKey,
    postal_to: postalKey,
    kind: z.enum(taxKinds),
    name: requiredLine(40),
    jurisdiction: requiredLine(40),
    /** Millionths: 5 % is 50,000. */
    rate_ppm: z.number().int().min(0).max(500_000),
    starts_on: day,
    /** The first day without it. */
    ends_on: day.nullable(),
    notes: inGroup('notes', paragraphs(1000)),
  },
  defaults: { region: '', postal_from: '', postal_to: '', ends_on: null, notes: '' },
  /** Its name and place. */
  more: { label: z.string() },
  filter: {
    q,
    country: z.enum(taxCountries).optional(),
    kind: z.enum(taxKinds).optional(),
  },
  sort: ['country', 'region', 'name', 'jurisdiction', 'rate_ppm', 'starts_on', 'created_at', 'updated_at'],
});

export const taxRateCalls = resourceCalls(taxRates) satisfies CallTable;
