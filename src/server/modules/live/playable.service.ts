/** Playback of a channel of TV or radio: it has no length and no position, and its addresses are the channel's. */
import { fail } from '../../errors.ts';
import type { PlayableKind } from '../../playable-kind.ts';
import { decidePlay } from '../entitlement/entitlement.ts';
import { channelFacts } from './channel-rights.service.ts';
import { presentChannel } from './live.present.ts';
import { channelPrefix, findChannel, isOnAir } from './live.service.ts';

export const channelKind: PlayableKind = {
  types: ['t', 'r'],
  async choose(context, { viewer, locale, now }, { type, id }) {
    const medium = type === 'r' ? 'radio' : 'tv';
    const channel = (await findChannel(context, locale, medium, id)) ?? fail('not_found');
    const decision = decidePlay(viewer, channelFacts(channel), now);
    if (decision !== 'play') fail(decision);
    if (!(await isOnAir(context, channel.id))) fail('not_ready');
    return {
      as: 'stream',
      plays: { channelId: channel.id },
      premium: channel.premium,
      prefix: channelPrefix(channel.id),
      present: (stream) => {
        const wire = presentChannel(channel);
        return { ...stream, type: wire.type, channel: wire };
      },
    };
  },
  mayGoOn(context, { viewer, locale, now }, { channelId }) {
    if (!channelId) return undefined;
    return findChannel(context, locale, null, channelId).then(
      (channel) => channel !== undefined && decidePlay(viewer, channelFacts(channel), now) === 'play',
    );
  },
};
