/** Playback of a partner's clip: a video that is hosted here, or only the address of the partner's player. */
import { fail } from '../../errors.ts';
import { decidePlay } from '../entitlement/entitlement.ts';
import type { PlayableKind } from '../playback/playable-kind.ts';
import { clipInPlaylist, findClipToPlay } from './partner-video.service.ts';

export const clipKind: PlayableKind = {
  types: ['y'],
  async choose(context, { viewer, locale, now }, { id, playlist }) {
    const asked = { viewer, locale };
    const { row, facts } = (await findClipToPlay(context, asked, id)) ?? fail('not_found');
    const decision = decidePlay(viewer, facts, now);
    if (decision !== 'play') fail(decision);
    const place = await clipInPlaylist(context, asked, row.id, playlist ?? undefined);
    if (row.youtube_id !== null) {
      const settings = new URLSearchParams({ autoplay: '1', hl: locale, playsinline: '1', rel: '0' });
      const address = `https://www.youtube-nocookie.com/embed/${row.youtube_id}?${settings}`;
      return { as: 'frame', answer: { type: 'youtube', item_id: row.id, address, ...place } };
    }
    if (row.asset_id === null) fail('not_ready');
    const { landscape_id, landscape_color, position_seconds, duration_seconds } = row;
    return {
      as: 'video',
      plays: { clipId: row.id },
      premium: facts.premium,
      itemId: row.id,
      assetId: row.asset_id,
      poster: landscape_id === null ? undefined : { id: landscape_id, color: landscape_color },
      progress:
        position_seconds === null || duration_seconds === null
          ? undefined
          : { position: position_seconds, duration: duration_seconds },
      present: (video) => ({ ...video, type: 'y', ...place }),
    };
  },
  mayGoOn(context, { viewer, locale, now }, { clipId }) {
    if (!clipId) return undefined;
    return findClipToPlay(context, { viewer, locale }, clipId).then(
      (clip) => clip !== undefined && decidePlay(viewer, clip.facts, now) === 'play',
    );
  },
};
