/** The catalogue in the back office: programmes, seasons, episodes, people, categories, genres, artwork. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { imageWidths } from '../images.ts';
import type { ValidationMessage } from '../messages.ts';
import { longestSlug, slugPattern } from '../rules.ts';
import { text } from '../text.ts';
import { image, maturity } from '../wire.ts';
import { resourceCalls } from './resource.ts';

/** One line of text: NFC, trimmed, without control characters. */
export const line = (max: number) =>
  text(max).overwrite((sent) =>
    sent
      .normalize('NFC')
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  );
export const requiredLine = (max: number) => line(max).min(1);
export const paragraphs = (max: number) =>
  text(max).overwrite((sent) =>
    sent
      .normalize('NFC')
      .replace(/[^\P{Cc}\n]+/gu, ' ')
      .trim(),
  );
export const slug = text(longestSlug)
  .min(1)
  .regex(slugPattern, 'slug' satisfies ValidationMessage);
const uuid = z.uuid();
/** An instant and a day of the calendar that the database has, too: it knows no year 0. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
/** Beyond it years have five digits, which the driver writes in a form that the database does not read. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');
const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= firstInstant && Date.parse(text) <= lastInstant)
  .nullable();
const day = z.iso.date().refine((date) => date >= '0001-01-01');
const stamps = { created_at: z.string(), updated_at: z.string() };
const made_from = { updated_at: z.string().optional() };
const q = z.string().max(200).optional();

const programmeFields = {
  kind: z.enum(['series', 'movie']),
  slug,
  title_ko: requiredLine(200),
  title_en: requiredLine(200),
  synopsis_ko: paragraphs(4000),
  synopsis_en: paragraphs(4000),
  category_id: uuid,
  sub_category_id: uuid.nullable(),
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
  /** The video of a movie; null for a series. */
  asset_id: uuid.nullable(),
  portrait_id: uuid.nullable(),
  landscape_id: uuid.nullable(),
  banner_id: uuid.nullable(),
  credits: z.array(z.object({ person_id: uuid, role_ko: line(100), role_en: line(100) })).max(100),
};
const programmeDefaults = {
  synopsis_ko: programmeFields.synopsis_ko.default(''),
  synopsis_en: programmeFields.synopsis_en.default(''),
  sub_category_id: programmeFields.sub_category_id.default(null),
  genre_ids: programmeFields.genre_ids.default([]),
  premium: programmeFields.premium.default(false),
  maturity: maturity.default(0),
  status: programmeFields.status.default('upcoming'),
  release_year: programmeFields.release_year.default(null),
  episodes_planned: programmeFields.episodes_planned.default(null),
  published: programmeFields.published.default(false),
  available_from: instant.default(null),
  available_until: instant.default(null),
  asset_id: programmeFields.asset_id.default(null),
  portrait_id: programmeFields.portrait_id.default(null),
  landscape_id: programmeFields.landscape_id.default(null),
  banner_id: programmeFields.banner_id.default(null),
  credits: programmeFields.credits.default([]),
};
export const programmeRecord = z.object({
  id: z.string(),
  ...programmeFields,
  ...stamps,
  portrait: image.nullable(),
  landscape: image.nullable(),
  banner: image.nullable(),
  episode_count: z.number().int(),
});

const seasonFields = {
  programme_id: uuid,
  number: z.number().int().min(1).max(999),
  name_ko: line(100),
  name_en: line(100),
};
export const seasonRecord = z.object({
  id: z.string(),
  ...seasonFields,
  ...stamps,
  episode_count: z.number().int(),
});

const episodeFields = {
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
};
export const episodeRecord = z.object({
  id: z.string(),
  ...episodeFields,
  ...stamps,
  programme_id: z.string(),
  season_number: z.number().int(),
  landscape: image.nullable(),
  asset_state: z.string().nullable(),
});

const personFields = {
  slug,
  name_ko: requiredLine(100),
  name_en: requiredLine(100),
  profession_ko: line(60),
  profession_en: line(60),
  birth_date: day.nullable(),
  avatar_id: uuid.nullable(),
};
const categoryFields = {
  slug,
  parent_id: uuid.nullable(),
  name_ko: requiredLine(60),
  name_en: requiredLine(60),
  meta_title_ko: line(150),
  meta_title_en: line(150),
  position: z.number().int().min(0).max(10_000),
};
const genreFields = {
  slug,
  parent_id: uuid.nullable(),
  name_ko: requiredLine(60),
  name_en: requiredLine(60),
};

export const adminCatalogCalls = {
  ...resourceCalls({
    name: 'programmes',
    module: 'programmes',
    record: programmeRecord,
    create: z.object({ ...programmeFields, ...programmeDefaults }),
    update: z.object({ ...programmeFields, ...made_from }).partial(),
    filter: {
      q,
      kind: z.enum(['series', 'movie']).optional(),
      category_id: uuid.optional(),
      published: z.stringbool().optional(),
      premium: z.stringbool().optional(),
      asset_id: uuid.optional(),
    },
    sort: ['updated_at', 'title_ko', 'title_en', 'release_year', 'created_at', 'maturity', 'available_from'],
  }),
  ...resourceCalls({
    name: 'seasons',
    module: 'programmes',
    record: seasonRecord,
    create: z.object({
      ...seasonFields,
      name_ko: seasonFields.name_ko.default(''),
      name_en: seasonFields.name_en.default(''),
    }),
    update: z.object({ ...seasonFields, ...made_from }).partial(),
    filter: { programme_id: uuid.optional() },
    sort: ['number', 'created_at'],
  }),
  ...resourceCalls({
    name: 'episodes',
    module: 'programmes',
    record: episodeRecord,
    create: z.object({
      ...episodeFields,
      synopsis_ko: episodeFields.synopsis_ko.default(''),
      synopsis_en: episodeFields.synopsis_en.default(''),
      published: z.boolean().default(false),
      available_from: instant.default(null),
      available_until: instant.default(null),
      asset_id: episodeFields.asset_id.default(null),
      landscape_id: episodeFields.landscape_id.default(null),
    }),
    update: z.object({ ...episodeFields, ...made_from }).partial(),
    filter: {
      q,
      season_id: uuid.optional(),
      programme_id: uuid.optional(),
      published: z.stringbool().optional(),
      asset_id: uuid.optional(),
    },
    sort: ['number', 'created_at', 'updated_at', 'title_ko', 'title_en'],
  }),
  ...resourceCalls({
    name: 'people',
    module: 'people',
    record: z.object({ id: z.string(), ...personFields, ...stamps, avatar: image.nullable() }),
    create: z.object({
      ...personFields,
      profession_ko: personFields.profession_ko.default(''),
      profession_en: personFields.profession_en.default(''),
      birth_date: personFields.birth_date.default(null),
      avatar_id: personFields.avatar_id.default(null),
    }),
    update: z.object({ ...personFields, ...made_from }).partial(),
    filter: { q },
    sort: ['name_ko', 'name_en', 'created_at', 'updated_at'],
  }),
  ...resourceCalls({
    name: 'categories',
    module: 'categories',
    // Whatever order is in the table has to be readable; only what staff enter is bounded.
    record: z.object({ id: z.string(), ...categoryFields, position: z.number().int(), ...stamps }),
    create: z.object({
      ...categoryFields,
      parent_id: categoryFields.parent_id.default(null),
      meta_title_ko: categoryFields.meta_title_ko.default(''),
      meta_title_en: categoryFields.meta_title_en.default(''),
      position: categoryFields.position.default(0),
    }),
    update: z.object({ ...categoryFields, ...made_from }).partial(),
    filter: { q, parent_id: uuid.optional(), top: z.stringbool().optional() },
    sort: ['position', 'name_ko', 'name_en', 'created_at'],
  }),
  ...resourceCalls({
    name: 'genres',
    module: 'genres',
    record: z.object({ id: z.string(), ...genreFields, ...stamps }),
    create: z.object({ ...genreFields, parent_id: genreFields.parent_id.default(null) }),
    update: z.object({ ...genreFields, ...made_from }).partial(),
    filter: { q, parent_id: uuid.optional(), top: z.stringbool().optional() },
    sort: ['name_ko', 'name_en', 'created_at'],
  }),
  'POST /api/admin/artworks': {
    summary:
      'Upload an image (JPEG, PNG, WebP or AVIF, at most 20 MB); it is cut to the kind’s shape and kept in its widths. For staff who may change what it is for: cast for an avatar, programs for the rest',
    who: 'staff',
    cache: 'private',
    query: z.object({ kind: z.enum(Object.keys(imageWidths) as [keyof typeof imageWidths]) }),
    body: 'bytes',
    answer: z.object({ data: image.extend({ id: z.string() }) }),
    errors: ['not_permitted', 'too_large', 'invalid_file'],
  },
} satisfies CallTable;
