/** Playback of a live channel: it has no length and no position, and its addresses are the channel's. */
import { fail } from '../../errors.ts';
import type { PlayableKind } from '../../playable-kind.ts';
import { decidePlay } from '../entitlement/entitlement.ts';
import { channelFacts } from './channel-rights.service.ts';
import { presentChannel } from './live.present.ts';
import { channelPrefix, findChannel, isOnAir } from './live.service.ts';

export const channelKind: PlayableKind = {
  types: ['t'],
  async choose(context, { viewer, locale, now }, { id }) {
    const channel = (await findChannel(context, locale, id)) ?? fail('not_found');
    const decision = decidePlay(viewer, channelFacts(channel), now);
    if (decision !== 'play') fail(decision);
    if (!(await isOnAir(context, channel.id))) fail('not_ready');
    return {
      as: 'stream',
      plays: { channelId: channel.id },
      premium: channel.premium,
      prefix: channelPrefix(channel.id),
      present: (stream) => ({ ...stream, type: 't', channel: presentChannel(channel) }),
    };
  },
  mayGoOn(context, { viewer, locale, now }, { channelId }) {
    if (!channelId) return undefined;
    return findChannel(context, locale, channelId).then(
      (channel) => channel !== undefined && decidePlay(viewer, channelFacts(channel), now) === 'play',
    );
  },
};
