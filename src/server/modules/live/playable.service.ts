/** Playback of a channel of TV or radio: it has no length and no position, and its addresses are the channel's. */
import { fail } from '../../errors.ts';
import type { PlayableKind } from '../../playable-kind.ts';
import { decidePlayChannel, needsPlan } from './channel-rights.service.ts';
import { presentChannel } from './live.present.ts';
import { channelPrefix, findChannel, isOnAir } from './live.service.ts';

export const channelKind: PlayableKind = {
  types: ['t', 'r'],
  async choose(context, { viewer, locale, now }, { type, id, device }) {
    const medium = type === 'r' ? 'radio' : 'tv';
    const channel = (await findChannel(context, locale, medium, id)) ?? fail('not_found');
    const decision = await decidePlayChannel(context, { viewer, now }, channel, device);
    if (decision !== 'play') fail(decision);
    if (!(await isOnAir(context, channel.id))) fail('not_ready');
    const premium = needsPlan(channel, viewer.region);
    return {
      as: 'stream',
      plays: { channelId: channel.id },
      premium,
      prefix: channelPrefix(channel.id),
      present: (stream) => {
        const wire = presentChannel({ ...channel, premium });
        return { ...stream, type: wire.type, channel: wire };
      },
    };
  },
  mayGoOn(context, { viewer, locale, now }, { channelId, device }) {
    if (!channelId) return undefined;
    return findChannel(context, locale, null, channelId).then(
      async (channel) =>
        channel !== undefined &&
        (await decidePlayChannel(context, { viewer, now }, channel, device)) === 'play',
    );
  },
};
