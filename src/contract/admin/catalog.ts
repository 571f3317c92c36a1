/** The catalogue in the back office: programmes, seasons, episodes, people, categories, genres, artwork. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { imageWidths } from '../images.ts';
import { day } from '../instants.ts';
import { keysOf } from '../keys.ts';
import { line, paragraphs, requiredLine } from '../text.ts';
import { image, maturity } from '../wire.ts';
import {
  instant,
  lack,
  lacks,
  openDefaults,
  position,
  publicationDefaults,
  publicationFields,
  q,
  regions,
  slug,
  uuid,
} from './fields.ts';
import { viewState } from './office.ts';
import { resourceCalls, resourceShape } from './resource.ts';

const programmeFields = {
  kind: z.enum(['series', 'movie']),
  slug,
  title_ko: requiredLine(200),
  title_en: requiredLine(200),
  synopsis_ko: paragraphs(4000),
  synopsis_en: paragraphs(4000),
  category_id: uuid,
  sub_category_id: uuid.nullable(),
  content_partner_id: uuid.nullable(),
  genre_ids: z.array(uuid).max(20),
  premium: z.boolean(),
  maturity,
  status: z.enum(['completed', 'upcoming']),
  release_year: z.number().int().min(1900).max(2100).nullable(),
  /** How many episodes the whole series will have; null when not known. */
  episodes_planned: z.number().int().min(0).max(10_000).nullable(),
  published: z.boolean(),
  available_from: instant,
  available_until: instant,
  /** Countries of the service where it may be shown; null: all of them. */
  regions,
  /** The video of a movie; null for a series. */
  asset_id: uuid.nullable(),
  portrait_id: uuid.nullable(),
  landscape_id: uuid.nullable(),
  banner_id: uuid.nullable(),
  credits: z.array(z.object({ person_id: uuid, role_ko: line(100), role_en: line(100) })).max(100),
};
/** The devices that a category may be for. */
export const categoryDevices = ['pc', 'mobile', 'stb'] as const;
export type CategoryDevice = (typeof categoryDevices)[number];

export const programmes = resourceShape({
  name: 'programmes',
  module: 'programmes',
  fields: programmeFields,
  defaults: {
    synopsis_ko: '',
    synopsis_en: '',
    sub_category_id: null,
    content_partner_id: null,
    genre_ids: [],
    premium: false,
    maturity: 0,
    status: 'upcoming',
    release_year: null,
    episodes_planned: null,
    published: false,
    available_from: null,
    available_until: null,
    regions: null,
    asset_id: null,
    portrait_id: null,
    landscape_id: null,
    banner_id: null,
    credits: [],
  },
  more: {
    portrait: image.nullable(),
    landscape: image.nullable(),
    banner: image.nullable(),
    episode_count: z.number().int(),
    lacks,
  },
  filter: {
    q,
    kind: z.enum(['series', 'movie']).optional(),
    category_id: uuid.optional(),
    content_partner_id: uuid.optional(),
    published: z.stringbool().optional(),
    premium: z.stringbool().optional(),
    asset_id: uuid.optional(),
    /** The records that lack it among the newest `maxCheckedForLacks` published ones, those that start later included. */
    lacks: lack.optional(),
  },
  sort: ['updated_at', 'title_ko', 'title_en', 'release_year', 'created_at', 'maturity', 'available_from'],
});

export const seasons = resourceShape({
  name: 'seasons',
  module: 'programmes',
  fields: {
    programme_id: uuid,
    number: z.number().int().min(1).max(999),
    name_ko: line(100),
    name_en: line(100),
    /** The preview: stands for episodes without a still of their own. */
    landscape_id: uuid.nullable(),
    ...publicationFields,
  },
  defaults: { name_ko: '', name_en: '', landscape_id: null, ...openDefaults },
  more: { episode_count: z.number().int(), landscape: image.nullable(), lacks },
  /** `q`: what the programme is called. */
  filter: {
    q,
    programme_id: uuid.optional(),
    published: z.stringbool().optional(),
    /** The records that lack it among the newest `maxCheckedForLacks` published ones. */
    lacks: lack.optional(),
  },
  sort: ['number', 'created_at'],
});

export const episodes = resourceShape({
  name: 'episodes',
  module: 'programmes',
  fields: {
    season_id: uuid,
    number: z.number().int().min(1).max(9999),
    title_ko: requiredLine(200),
    title_en: requiredLine(200),
    synopsis_ko: paragraphs(4000),
    synopsis_en: paragraphs(4000),
    published: z.boolean(),
    available_from: instant,
    available_until: instant,
    asset_id: uuid.nullable(),
    landscape_id: uuid.nullable(),
  },
  defaults: {
    synopsis_ko: '',
    synopsis_en: '',
    published: false,
    available_from: null,
    available_until: null,
    asset_id: null,
    landscape_id: null,
  },
  more: {
    programme_id: z.string(),
    season_number: z.number().int(),
    landscape: image.nullable(),
    asset_state: z.string().nullable(),
    lacks,
  },
  filter: {
    q,
    season_id: uuid.optional(),
    programme_id: uuid.optional(),
    published: z.stringbool().optional(),
    asset_id: uuid.optional(),
    /** The records that lack it among the newest `maxCheckedForLacks` published ones. */
    lacks: lack.optional(),
  },
  sort: ['number', 'created_at', 'updated_at', 'title_ko', 'title_en'],
});

export const people = resourceShape({
  name: 'people',
  module: 'people',
  fields: {
    slug,
    name_ko: requiredLine(100),
    name_en: requiredLine(100),
    profession_ko: line(60),
    profession_en: line(60),
    birth_date: day.nullable(),
    avatar_id: uuid.nullable(),
    ...publicationFields,
  },
  defaults: { profession_ko: '', profession_en: '', birth_date: null, avatar_id: null, ...openDefaults },
  more: { avatar: image.nullable(), lacks },
  filter: {
    q,
    published: z.stringbool().optional(),
    /** The records that lack it among the newest `maxCheckedForLacks` published ones. */
    lacks: lack.optional(),
  },
  sort: ['name_ko', 'name_en', 'created_at', 'updated_at'],
});

export const categories = resourceShape({
  name: 'categories',
  module: 'categories',
  fields: {
    slug,
    parent_id: uuid.nullable(),
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    meta_title_ko: line(150),
    meta_title_en: line(150),
    icon_id: uuid.nullable(),
    devices: z.array(z.enum(categoryDevices)).min(1).max(categoryDevices.length),
    ...publicationFields,
  },
  defaults: {
    parent_id: null,
    meta_title_ko: '',
    meta_title_en: '',
    icon_id: null,
    devices: [...categoryDevices],
    ...openDefaults,
  },
  more: { icon: image.nullable(), position },
  filter: {
    q,
    parent_id: uuid.optional(),
    top: z.stringbool().optional(),
    published: z.stringbool().optional(),
  },
  sort: ['position', 'name_ko', 'name_en', 'created_at'],
});

export const genres = resourceShape({
  name: 'genres',
  module: 'genres',
  fields: {
    slug,
    parent_id: uuid.nullable(),
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    ...publicationFields,
  },
  defaults: { parent_id: null, ...openDefaults },
  filter: {
    q,
    parent_id: uuid.optional(),
    top: z.stringbool().optional(),
    published: z.stringbool().optional(),
  },
  sort: ['name_ko', 'name_en', 'created_at'],
});

/** "CP": who programmes come from. */
export const contentPartners = resourceShape({
  name: 'content-partners',
  module: 'content-partners',
  fields: { slug, name_ko: requiredLine(60), name_en: requiredLine(60) },
  more: { programme_count: z.number().int() },
  filter: { q },
  sort: ['name_ko', 'name_en', 'created_at', 'updated_at'],
});

export const stbCategories = resourceShape({
  name: 'stb-categories',
  module: 'stb-categories',
  fields: {
    parent_id: uuid.nullable(),
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    icon_id: uuid.nullable(),
    ...publicationFields,
  },
  defaults: { parent_id: null, icon_id: null, ...publicationDefaults },
  more: { icon: image.nullable(), position },
  filter: {
    q,
    parent_id: uuid.optional(),
    top: z.stringbool().optional(),
    published: z.stringbool().optional(),
  },
  sort: ['position', 'name_ko', 'name_en', 'created_at', 'updated_at'],
});

const maxInRow = 200;

/** A copy of a saved view of the programmes. */
const rowView = viewState.omit({ columns: true }).extend({ name: requiredLine(60) });
export type RowView = z.output<typeof rowView>;

export const customRows = resourceShape({
  name: 'custom-rows',
  module: 'home',
  fields: {
    slug,
    title_ko: requiredLine(100),
    title_en: requiredLine(100),
    /** In the order of the row; not shown while it has a view. */
    programme_ids: z.array(uuid).max(maxInRow),
    /** The row shows its current matches. Null: the programs chosen by hand. */
    view: rowView.nullable(),
    ...publicationFields,
  },
  defaults: { programme_ids: [], view: null, ...publicationDefaults },
  more: {
    /** Fields of the view that a list of programs no longer has. The row is empty until the view is chosen again. */
    lost_fields: z.array(z.string()),
  },
  filter: { q, published: z.stringbool().optional() },
  sort: ['updated_at', 'title_ko', 'title_en', 'created_at'],
});

export const adminCatalogCalls = {
  ...resourceCalls(contentPartners),
  ...resourceCalls(stbCategories),
  ...resourceCalls(customRows),
  'GET /api/admin/regions': {
    summary: 'The countries where the service is, ISO 3166-1 alpha-2',
    who: 'staff',
    scoped: true,
    cache: 'private',
    answer: z.object({ data: z.array(z.string()) }),
    errors: [],
  },
  ...resourceCalls(programmes),
  ...resourceCalls(seasons),
  ...resourceCalls(episodes),
  ...resourceCalls(people),
  ...resourceCalls(categories),
  ...resourceCalls(genres),
  'POST /api/admin/artworks': {
    summary:
      'Upload an image (JPEG, PNG, WebP or AVIF, at most 20 MB). It is cut to the kind’s shape and stored in its widths; a logo must have exactly 350 × 197 pixels. For staff who may create or change a record with such a picture',
    who: 'staff',
    cache: 'private',
    query: z.object({ kind: z.enum(keysOf(imageWidths)) }),
    body: 'bytes',
    answer: z.object({ data: image.extend({ id: z.string() }) }),
    errors: ['not_permitted', 'too_large', 'invalid_file'],
  },
} satisfies CallTable;
