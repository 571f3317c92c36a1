/** Playback of a channel of TV or radio, live or one airing from its start. It has no position, and its addresses are the channel's. */
import { hlsManifest } from '../../../media/packager.ts';
import { fail } from '../../errors.ts';
import type { PlayableKind } from '../../playable-kind.ts';
import { airingPrefix, chooseAiring } from './catch-up.service.ts';
import { channelPrefix, isOnAir } from './channel-files.service.ts';
import { decidePlayChannel, needsPlan } from './channel-rights.service.ts';
import { presentChannel } from './live.present.ts';
import { findChannel } from './live.service.ts';

export const channelKind: PlayableKind = {
  types: ['t', 'r'],
  async choose(context, asked, { type, id, airing: from, device }) {
    const { viewer, locale, now } = asked;
    const medium = type === 'r' ? 'radio' : 'tv';
    const channel = (await findChannel(context, locale, medium, id)) ?? fail('not_found');
    const decision = await decidePlayChannel(context, { viewer, now }, channel, device);
    if (decision !== 'play') fail(decision);
    const airing = from ? await chooseAiring(context, asked, channel, Date.parse(from)) : null;
    if (!airing && !(await isOnAir(context, channel.id))) fail('not_ready');
    const premium = needsPlan(channel, viewer.region);
    return {
      as: 'stream',
      plays: { channelId: channel.id },
      premium,
      prefix: channelPrefix(channel.id),
      manifest: airing ? `${airingPrefix(Date.parse(airing.starts_at))}/${hlsManifest}` : hlsManifest,
      present: (stream) => {
        const wire = presentChannel({ ...channel, premium });
        return { ...stream, type: wire.type, channel: wire, airing };
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
