/** Playback of a partner's clip: a video that is hosted here, or the address of the partner's player. */
import type { Locale } from '../../../contract/errors.ts';
import { fail } from '../../errors.ts';
import type { PlayableKind } from '../../playable-kind.ts';
import { decidePlay } from '../entitlement/entitlement.ts';
import { clipInPlaylist, findClipToPlay } from './partner-video.service.ts';

/** The partner's player of a video. It says to our page where it is (`enablejsapi`). */
function frameAddress(youtubeId: string, locale: Locale, start: number): string {
  const settings = new URLSearchParams({
    autoplay: '1',
    enablejsapi: '1',
    hl: locale,
    playsinline: '1',
    rel: '0',
    start: `${start}`,
  });
  return `https://www.youtube-nocookie.com/embed/${youtubeId}?${settings}`;
}

export const clipKind: PlayableKind = {
  types: ['y'],
  async choose(context, { viewer, locale, now }, { id, playlist }) {
    const asked = { viewer, locale };
    const { row, facts } = (await findClipToPlay(context, asked, id)) ?? fail('not_found');
    const decision = decidePlay(viewer, facts, now);
    if (decision !== 'play') fail(decision);
    const place = await clipInPlaylist(context, asked, row.id, playlist ?? undefined);
    const { youtube_id, landscape_id, landscape_color, position_seconds, duration_seconds } = row;
    const progress =
      position_seconds === null || duration_seconds === null
        ? undefined
        : { position: position_seconds, duration: duration_seconds };
    if (youtube_id !== null) {
      return {
        as: 'frame',
        plays: { clipId: row.id },
        durationSeconds: row.duration_ms === null ? null : row.duration_ms / 1000,
        progress,
        present: (frame) => ({
          ...frame,
          type: 'youtube',
          item_id: row.id,
          address: frameAddress(youtube_id, locale, frame.position_seconds),
          ...place,
        }),
      };
    }
    if (row.asset_id === null) fail('not_ready');
    return {
      as: 'video',
      plays: { clipId: row.id },
      premium: facts.premium,
      itemId: row.id,
      assetId: row.asset_id,
      poster: landscape_id === null ? undefined : { id: landscape_id, color: landscape_color },
      progress,
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
