/** Groups of radio in the back office: the viewers whom channels are for, and the ads of a break. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { requiredLine } from '../text.ts';
import { device } from '../wire.ts';
import { maxGroupChannels } from './channels.ts';
import { q, regions, uuid } from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

const maxPlans = 100;

/** The devices that a player reports. */
export const playerDevices = device.unwrap().options;

export const radioServiceGroups = resourceShape({
  name: 'radio-service-groups',
  module: 'channels',
  fields: {
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    channel_ids: z.array(uuid).max(maxGroupChannels),
    /** A viewer needs one of these plans. Empty: no plan is needed. */
    plan_ids: z.array(uuid).max(maxPlans),
    /** Empty: all devices. */
    devices: z.array(z.enum(playerDevices)).max(playerDevices.length),
    regions,
    active: z.boolean(),
  },
  defaults: { channel_ids: [], plan_ids: [], devices: [], regions: null, active: false },
  filter: { q, active: z.stringbool().optional() },
  sort: ['created_at', 'name_ko', 'name_en', 'updated_at'],
});

/** Maximum number of ads in a group. */
export const maxGroupAds = 200;

export const radioAdGroups = resourceShape({
  name: 'radio-ad-groups',
  module: 'channels',
  fields: {
    title_ko: requiredLine(100),
    title_en: requiredLine(100),
    /** Audio files without a picture, in their order. */
    asset_ids: z.array(uuid).max(maxGroupAds),
    published: z.boolean(),
  },
  defaults: { asset_ids: [], published: false },
  more: { ad_count: z.number().int() },
  filter: { q, published: z.stringbool().optional() },
  sort: ['created_at', 'title_ko', 'title_en', 'updated_at'],
});

export const adminRadioGroupCalls = {
  ...resourceCalls(radioServiceGroups),
  ...resourceCalls(radioAdGroups),
} satisfies CallTable;
