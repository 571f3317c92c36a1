/** Live TV and radio in the back office: channels and the entries of their schedules. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { day, instant as storableInstant } from '../instants.ts';
import type { ValidationMessage } from '../messages.ts';
import { line, paragraphs, requiredLine, text } from '../text.ts';
import { image, maturity } from '../wire.ts';
import { serviceZone } from '../zone.ts';
import { outcome } from './changes.ts';
import { instant, position, q, regions, slug, uuid, webAddress } from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

/** Numbers that a remote control can send. */
export const maxChannelNumber = 9999;

/** A week: as long as the output of a channel is kept. */
export const maxCatchUpHours = 168;

/** The fields of a channel of TV and of radio. */
const channelFields = {
  number: z.number().int().min(1).max(maxChannelNumber),
  slug,
  name_ko: requiredLine(60),
  name_en: requiredLine(60),
  description_ko: paragraphs(1000),
  description_en: paragraphs(1000),
  /** The language that is spoken. */
  language: z.enum(['ko', 'en']),
  premium: z.boolean(),
  maturity,
  regions,
  landscape_id: uuid.nullable(),
  /** The video that fills gaps of the schedule. */
  filler_id: uuid.nullable(),
  active: z.boolean(),
  /** Whether the channel plays its loop. It plays its dated entries otherwise. */
  loops: z.boolean(),
  /** The template that writes the dated entries. */
  template_id: uuid.nullable(),
  /** The outside stream that the channel repeats in place of its schedule. */
  stream_url: webAddress.nullable(),
};
const channelDefaults = {
  description_ko: '',
  description_en: '',
  language: 'ko' as const,
  premium: false,
  maturity: 0 as const,
  regions: null,
  landscape_id: null,
  filler_id: null,
  active: false,
  loops: true,
  template_id: null,
  stream_url: null,
};
/** Why the source of a relay is not on air. */
const relayProblems = [
  'private_address',
  'no_answer',
  'refused',
  'not_media',
  'no_picture',
  'no_sound',
  'silent',
  'ended',
  'failed',
] as const;
export const relayStates = ['waiting', 'on_air', 'filler', 'silent'] as const;
const channelMore = {
  landscape: image.nullable(),
  entry_count: z.number().int(),
  position,
  /** The state of the relay of a channel with a live streaming address. */
  relay_state: z.enum(relayStates).nullable(),
  relay_since: z.string().nullable(),
  /** Why the source is not on air. */
  relay_problem: z.enum(relayProblems).nullable(),
  /** The title that the source sends. */
  relay_title: z.string(),
};
const channelFilter = {
  q,
  template_id: uuid.optional(),
  active: z.stringbool().optional(),
  premium: z.stringbool().optional(),
};
const channelSort = ['position', 'number', 'name_ko', 'name_en', 'created_at', 'updated_at'] as const;

export const channels = resourceShape({
  name: 'channels',
  module: 'channels',
  fields: {
    ...channelFields,
    /** Whether programs can be watched from their start, and again for some hours after their end. */
    catch_up: z.boolean(),
    catch_up_hours: z.number().int().min(1).max(maxCatchUpHours),
  },
  defaults: { ...channelDefaults, catch_up: false, catch_up_hours: maxCatchUpHours },
  more: channelMore,
  filter: { ...channelFilter, catch_up: z.stringbool().optional() },
  sort: channelSort,
});

export const radioChannels = resourceShape({
  name: 'radio-channels',
  module: 'channels',
  fields: {
    ...channelFields,
    /** `audio`: the channel plays only the sound of its entries. */
    file_type: z.enum(['audio', 'video']),
    content_partner_id: uuid.nullable(),
    /** The broadcast that the channel repeats or accompanies, and its page. */
    broadcast_name: line(100),
    broadcast_url: webAddress.nullable(),
  },
  defaults: {
    ...channelDefaults,
    file_type: 'audio',
    content_partner_id: null,
    broadcast_name: '',
    broadcast_url: null,
  },
  more: channelMore,
  filter: {
    ...channelFilter,
    file_type: z.enum(['audio', 'video']).optional(),
    content_partner_id: uuid.optional(),
  },
  sort: channelSort,
});

/** Maximum number of channels in a group. */
export const maxGroupChannels = 500;

export const radioGroups = resourceShape({
  name: 'radio-groups',
  module: 'channels',
  fields: {
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    channel_ids: z.array(uuid).max(maxGroupChannels),
    published: z.boolean(),
  },
  defaults: { channel_ids: [], published: false },
  more: { position },
  filter: { q, published: z.stringbool().optional() },
  sort: ['position', 'name_ko', 'name_en', 'created_at', 'updated_at'],
});

export const maxRepeats = 1000;

/** Whether an entry can be shown. Its title may be closed or deleted, and its video not ready or unfit for live TV. */
const entryState = z.enum(['ready', 'closed', 'no_video', 'unfit']);

/** The title or video of an entry of a schedule, or of a slot of a template. */
const contentFields = {
  programme_id: uuid.nullable(),
  /** One of the program's episodes. */
  episode_id: uuid.nullable(),
  /** A video in place of the title's own, or of none. */
  asset_id: uuid.nullable(),
  /** The names of a video without a title. */
  title_ko: line(200),
  title_en: line(200),
  /** How often it plays in a row. */
  repeats: z.number().int().min(1).max(maxRepeats),
};
const contentDefaults = {
  programme_id: null,
  episode_id: null,
  asset_id: null,
  title_ko: '',
  title_en: '',
  repeats: 1,
};

/** The parts of an entry of a schedule of TV and of radio. */
const entryParts = {
  fields: {
    channel_id: uuid,
    ...contentFields,
    /** When a dated entry begins. An entry of the loop has none. */
    starts_at: instant,
  },
  defaults: { ...contentDefaults, starts_at: null },
  more: {
    position,
    /** The names of its title, with the number of its episode, or its own. */
    name_ko: z.string(),
    name_en: z.string(),
    /** Its length with all repeats; null while its video is not ready. */
    duration_ms: z.number().int().nullable(),
    ends_at: z.string().nullable(),
    state: entryState,
    /** Written by a template, and changed since by staff or not. */
    origin: z.enum(['staff', 'template', 'changed']),
  },
  filter: { q, channel_id: uuid.optional(), dated: z.stringbool().optional() },
  sort: ['position', 'starts_at', 'created_at', 'updated_at'] as const,
};

export const scheduleEntries = resourceShape({ name: 'schedule-entries', module: 'channels', ...entryParts });
export const radioEntries = resourceShape({ name: 'radio-entries', module: 'channels', ...entryParts });

/** Time zones that a template can have. */
export const templateZones = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Anchorage',
  'Pacific/Honolulu',
  'Asia/Seoul',
] as const;
export type TemplateZone = (typeof templateZones)[number];

export const liveTemplates = resourceShape({
  name: 'live-templates',
  module: 'channels',
  fields: {
    name: requiredLine(60),
    /** `weekly`: each slot has a weekday. `daily`: its slots are in each day. */
    period: z.enum(['daily', 'weekly']),
    /** The time zone of its times. */
    zone: z.enum(templateZones),
    /** How often a slot plays whose time comes twice because clocks go back. */
    doubled_hour: z.enum(['once', 'twice']),
  },
  defaults: { period: 'weekly', zone: serviceZone, doubled_hour: 'once' },
  more: { slot_count: z.number().int(), channel_count: z.number().int() },
  filter: { q, period: z.enum(['daily', 'weekly']).optional() },
  sort: ['name', 'created_at', 'updated_at'],
});

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** A time of the day on a 24-hour clock; `06:00` is stored as `06:00:00`. */
const timeOfDay = text(8)
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'regex' satisfies ValidationMessage)
  .overwrite((sent) => (sent.length === 5 ? `${sent}:00` : sent));

export const templateSlots = resourceShape({
  name: 'template-slots',
  module: 'channels',
  fields: {
    template_id: uuid,
    /** A slot of a daily template has none. */
    weekday: z.enum(weekdays).nullable(),
    start_time: timeOfDay,
    ...contentFields,
    /** Each time the next episode of the series is played, in place of one episode. */
    next_episode: z.boolean(),
  },
  defaults: { ...contentDefaults, weekday: null, next_episode: false },
  more: {
    /** The place in the day or the week. */
    second: z.number().int(),
    name_ko: z.string(),
    name_en: z.string(),
    /** Its length with all repeats; null for the next episode of a series, and while its video is not ready. */
    duration_ms: z.number().int().nullable(),
  },
  filter: { q, template_id: uuid.optional() },
  sort: ['second', 'created_at', 'updated_at'],
});

const repair = z.enum(['fill', 'trim', 'shift']);
const params = z.object({ id: uuid });
const neighbor = z.object({ id: uuid, name_ko: z.string(), name_en: z.string() });

/** Two neighboring entries of a dated schedule that leave a gap between them, or overlap. */
const problem = z.object({
  kind: z.enum(['gap', 'overlap']),
  from: z.string(),
  until: z.string(),
  before: neighbor,
  after: neighbor,
  /**
   * `fill` puts the filler into a gap. `trim` takes repeats from the entry before. `shift` moves the entry after, and all that follow,
   * to the end of the entry before.
   */
  repairs: z.array(repair),
});
export type ScheduleProblem = z.output<typeof problem>;

/** A dated entry on a time line. */
const timelineEntry = z.object({
  id: z.string(),
  starts_at: z.string(),
  /** Null while its video is not ready. */
  ends_at: z.string().nullable(),
  /** Its length played once, in milliseconds; null while its video is not ready. */
  play_ms: z.number().int().nullable(),
  repeats: z.number().int(),
  name_ko: z.string(),
  name_en: z.string(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** Maximum length of a time line, and maximum number of its entries. */
export const maxTimelineDays = 32;
export const maxTimelineEntries = 2000;

/** Maximum number of gaps and overlaps in an answer. */
export const maxProblems = 100;

export const adminChannelCalls = {
  ...resourceCalls(channels),
  ...resourceCalls(scheduleEntries),
  ...resourceCalls(radioChannels),
  ...resourceCalls(radioEntries),
  ...resourceCalls(radioGroups),
  ...resourceCalls(liveTemplates),
  ...resourceCalls(templateSlots),
  'GET /api/admin/channels/{id}/schedule-problems': {
    summary:
      'Gaps and overlaps of the dated schedule of a TV or radio channel from now on, the earliest first',
    who: { module: 'channels', action: 'read' },
    cache: 'private',
    params,
    answer: z.object({ data: z.array(problem) }),
    errors: ['not_found'],
  },
  'GET /api/admin/channels/{id}/timeline': {
    summary: 'The dated entries of a TV or radio channel that are on between two instants, in order of time',
    who: { module: 'channels', action: 'read' },
    cache: 'private',
    params,
    query: z.object({ from: storableInstant, until: storableInstant }),
    answer: z.object({ data: z.array(timelineEntry) }),
    errors: ['not_found'],
  },
  'POST /api/admin/channels/{id}/schedule-repairs': {
    summary: 'Repair a gap or an overlap between two entries of a channel’s dated schedule',
    who: { module: 'channels', action: 'update' },
    cache: 'private',
    params,
    body: z.object({ before_id: uuid, after_id: uuid, repair }),
    answer: outcome,
    errors: ['not_found', 'conflict'],
  },
  'GET /api/admin/channels/{id}/schedule.xml': {
    summary:
      'The dated schedule of a TV or radio channel from a day ago on, as XMLTV. An import reads it again',
    who: { module: 'channels', action: 'export' },
    cache: 'private',
    params,
    answer: 'bytes',
    errors: ['not_found'],
  },
  'POST /api/admin/channels/{id}/day-copies': {
    summary: 'Copy the entries of a day to another day, at the same wall-clock times: all of them, or none',
    who: { module: 'channels', action: 'create' },
    cache: 'private',
    params,
    body: z.object({ from_day: day, to_day: day }),
    answer: outcome,
    errors: ['not_found'],
  },
  'POST /api/admin/schedule-entries/{id}/moves': {
    summary: 'Move a dated entry, and all that follow it on its channel by the same time',
    who: { module: 'channels', action: 'update' },
    cache: 'private',
    params,
    body: z.object({ starts_at: storableInstant }),
    answer: outcome,
    errors: ['not_found', 'conflict'],
  },
} satisfies CallTable;
