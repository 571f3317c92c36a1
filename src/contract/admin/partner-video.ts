/** Partner video in the back office: categories, playlists with their clips in order, clips. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import type { ValidationMessage } from '../messages.ts';
import { paragraphs, requiredLine, text } from '../text.ts';
import { image, maturity } from '../wire.ts';
import {
  lack,
  lacks,
  position,
  publicationDefaults,
  publicationFields,
  q,
  regions,
  slug,
  uuid,
} from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

const published = z.stringbool().optional();

export const partnerCategories = resourceShape({
  name: 'partner-categories',
  module: 'partner-video',
  fields: {
    slug,
    parent_id: uuid.nullable(),
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    ...publicationFields,
  },
  defaults: { parent_id: null, ...publicationDefaults },
  more: { position },
  filter: { q, parent_id: uuid.optional(), top: z.stringbool().optional(), published },
  sort: ['position', 'name_ko', 'name_en', 'created_at', 'updated_at'],
});

/** The partner's own name of a video. */
const youtubeId = text(20).regex(/^[A-Za-z0-9_-]{6,20}$/, 'regex' satisfies ValidationMessage);

/** The partner's name of a video in an address of theirs; any other text as it is. */
export const youtubeIdOf = (entry: string): string =>
  /(?:[?&]v=|youtu\.be\/|\/shorts\/)([A-Za-z0-9_-]{6,20})/.exec(entry)?.[1] ?? entry.trim();

export const clips = resourceShape({
  name: 'clips',
  module: 'partner-video',
  fields: {
    slug,
    title_ko: requiredLine(200),
    title_en: requiredLine(200),
    description_ko: paragraphs(4000),
    description_en: paragraphs(4000),
    category_id: uuid,
    sub_category_id: uuid.nullable(),
    /** The partner's video, or one of ours; with neither it is still being prepared. */
    youtube_id: youtubeId.nullable(),
    asset_id: uuid.nullable(),
    /** Its length, when no video of ours has one. */
    duration_ms: z.number().int().min(0).max(86_400_000).nullable(),
    landscape_id: uuid.nullable(),
    premium: z.boolean(),
    maturity,
    regions,
    ...publicationFields,
  },
  defaults: {
    description_ko: '',
    description_en: '',
    sub_category_id: null,
    youtube_id: null,
    asset_id: null,
    duration_ms: null,
    landscape_id: null,
    premium: false,
    maturity: 0,
    regions: null,
    ...publicationDefaults,
  },
  more: { landscape: image.nullable(), listed_at: z.string(), lacks },
  filter: {
    q,
    category_id: uuid.optional(),
    playlist_id: uuid.optional(),
    premium: z.stringbool().optional(),
    asset_id: uuid.optional(),
    published,
    /** Of the newest `maxCheckedForLacks` that are published, the ones that lack it. */
    lacks: lack.optional(),
  },
  sort: ['listed_at', 'title_ko', 'title_en', 'created_at', 'updated_at'],
});

export const maxInPlaylist = 1000;

export const playlists = resourceShape({
  name: 'playlists',
  module: 'partner-video',
  fields: {
    /** The partner's own id of it. */
    play_list_id: text(64)
      .min(1)
      .regex(/^[A-Za-z0-9_-]+$/, 'regex' satisfies ValidationMessage)
      // Stands for the playlist of everything in addresses.
      .refine((sent) => sent !== 'all', 'slug_reserved' satisfies ValidationMessage),
    title_ko: requiredLine(200),
    title_en: requiredLine(200),
    description_ko: paragraphs(4000),
    description_en: paragraphs(4000),
    clips_planned: z.number().int().min(0).max(10_000).nullable(),
    /** Whether the sync keeps it as it is at the partner. */
    synced: z.boolean(),
    /** Where the sync puts its new clips, and whether viewers see them at once. */
    category_id: uuid.nullable(),
    publish_new: z.boolean(),
    /** In the order of the playlist. */
    clip_ids: z.array(uuid).max(maxInPlaylist),
    ...publicationFields,
  },
  defaults: {
    description_ko: '',
    description_en: '',
    clips_planned: null,
    synced: false,
    category_id: null,
    publish_new: false,
    clip_ids: [],
    ...publicationDefaults,
  },
  more: { position, lacks },
  filter: { q, published, synced: z.stringbool().optional(), lacks: lack.optional() },
  sort: ['position', 'title_ko', 'title_en', 'created_at', 'updated_at'],
});

export const adminPartnerVideoCalls = {
  ...resourceCalls(partnerCategories),
  ...resourceCalls(clips),
  ...resourceCalls(playlists),
} satisfies CallTable;
