/** The entitlement rule of channels: a channel is published while it is active, and cannot be blocked. */
import { eq, type SQL } from 'drizzle-orm';
import { allOf } from '../../db/conditions.ts';
import type { Viewer } from '../../http/caller.ts';
import { isForAudience, type ProgrammeFacts } from '../entitlement/entitlement.ts';
import { liveChannels } from './live.tables.ts';

/** The rule as a condition on `live_channels`. */
export const maySeeChannel = (viewer: Viewer): SQL =>
  allOf(eq(liveChannels.active, true), isForAudience(liveChannels, viewer));

/** The facts of a channel for `decideSee` and `decidePlay`. */
export function channelFacts(channel: {
  active: boolean;
  maturity: number;
  premium: boolean;
  regions: string[] | null;
}): ProgrammeFacts {
  const { active, maturity, premium, regions } = channel;
  const always = { availableFrom: null, availableUntil: null, blocked: false };
  return { published: active, maturity, premium, regions, ...always };
}
