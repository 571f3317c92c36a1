/** The home page in the back office: its sections and the slides of its main banner. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { requiredLine } from '../text.ts';
import { position, publicationDefaults, publicationFields, q, uuid } from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

export const sectionTypes = ['category', 'free', 'row', 'tv', 'radio', 'ad', 'youtube', 'leaving'] as const;

export const homeSections = resourceShape({
  name: 'home-sections',
  module: 'home',
  fields: {
    type: z.enum(sectionTypes),
    name_ko: requiredLine(100),
    name_en: requiredLine(100),
    /** The content of sections of type `category` and `row`; null for other types. */
    category_id: uuid.nullable(),
    custom_row_id: uuid.nullable(),
    ...publicationFields,
  },
  defaults: { category_id: null, custom_row_id: null, ...publicationDefaults },
  more: { position },
  filter: { q, type: z.enum(sectionTypes).optional(), published: z.stringbool().optional() },
  sort: ['position', 'name_ko', 'name_en', 'created_at', 'updated_at'],
});

export const homeBanners = resourceShape({
  name: 'home-banners',
  module: 'home',
  fields: { programme_id: uuid, auto_preview: z.boolean(), ...publicationFields },
  defaults: { auto_preview: true, ...publicationDefaults },
  more: {
    /** The programme's title. */
    title_ko: z.string(),
    title_en: z.string(),
    position,
  },
  /** `q`: what the programme is called. */
  filter: { q, programme_id: uuid.optional(), published: z.stringbool().optional() },
  sort: ['position', 'created_at', 'updated_at'],
});

export const adminHomeCalls = {
  ...resourceCalls(homeSections),
  ...resourceCalls(homeBanners),
} satisfies CallTable;
