/** The wire shape of a playback session: every field named. */
import type { Locale } from '../../../contract/errors.ts';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import type {
  ChannelSession,
  ClipSession,
  FrameSession,
  VideoSession,
} from '../../../contract/viewer/playback.ts';
import { dashManifest, hlsManifest } from '../../../media/packager.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import type { PlayableAsset } from '../ingest/ingest.service.ts';
import { presentEpisodeLine as episodeLine, presentChannel } from '../live/live.present.ts';
import type { findChannel } from '../live/live.service.ts';
import { presentProgress } from '../viewing/viewing.service.ts';
import type { NextEpisode, PlayTarget } from './playback.repo.ts';

interface OpenSession {
  id: string;
  /** The signed address of the asset's folder. */
  base: string;
  expiresAt: Date;
  heartbeatSeconds: number;
  encrypted: boolean;
}

/** What plays a video of ours. */
function presentPlayable(
  session: OpenSession,
  itemId: string,
  asset: PlayableAsset,
  { poster, progress }: Pick<PlayTarget, 'poster' | 'progress'>,
) {
  return {
    id: session.id,
    item_id: itemId,
    poster: poster ? presentImage(poster.id, poster.color) : null,
    manifest: { dash: `${session.base}/${dashManifest}`, hls: `${session.base}/${hlsManifest}` },
    licence_url: session.encrypted ? `/api/playback/sessions/${session.id}/licence` : null,
    storyboard: `${session.base}/${asset.storyboard}`,
    captions: asset.captions.map(({ language, label, file }) => ({
      language,
      label,
      url: `${session.base}/${file}`,
    })),
    position_seconds: progress ? presentProgress(progress.position, progress.duration).current_position : 0,
    duration_seconds: asset.durationMs / 1000,
    heartbeat_seconds: session.heartbeatSeconds,
    expires_at: session.expiresAt.toISOString(),
  };
}

/** Everything a player needs to begin. */
export function presentSession(
  session: OpenSession,
  target: PlayTarget,
  asset: PlayableAsset,
  next: NextEpisode | undefined,
  locale: Locale,
): VideoSession {
  const { programme, episode } = target;
  return {
    ...presentPlayable(session, episode?.id ?? programme.id, asset, target),
    type: episode ? 'e' : 'm',
    programme: {
      id: programme.id,
      slug: programme.slug,
      type: programme.kind === 'series' ? 's' : 'm',
      title: programme.title,
    },
    subtitle: episode ? episodeLine(locale, episode.seasonNumber, episode.number, episode.title) : '',
    next: next
      ? {
          type: 'e',
          id: next.id,
          title: episodeLine(locale, next.season_number, next.number, next.title),
          image: presentImage(next.image_id, next.image_color),
        }
      : null,
  };
}

/** Everything a player needs to begin a clip that is hosted here. */
export function presentClipSession(
  session: OpenSession,
  { clip, next }: { clip: Clip; next: Clip | null },
  asset: PlayableAsset,
  target: Pick<PlayTarget, 'poster' | 'progress'>,
): ClipSession {
  return { ...presentPlayable(session, clip.id, asset, target), type: 'y', clip, next };
}

/** What a frame with the partner's player needs. */
export function presentFrame(
  youtubeId: string,
  { clip, next }: { clip: Clip; next: Clip | null },
  locale: Locale,
): FrameSession {
  const settings = new URLSearchParams({ autoplay: '1', hl: locale, playsinline: '1', rel: '0' });
  return {
    type: 'youtube',
    item_id: clip.id,
    address: `https://www.youtube-nocookie.com/embed/${youtubeId}?${settings}`,
    clip,
    next,
  };
}

/** What a player needs to join a channel. `base` is the signed address of the channel. */
export function presentChannelSession(
  session: { id: string; base: string; expiresAt: Date; heartbeatSeconds: number; now: Date },
  channel: NonNullable<Awaited<ReturnType<typeof findChannel>>>,
): ChannelSession {
  return {
    id: session.id,
    type: 't',
    channel: presentChannel(channel),
    manifest: { hls: `${session.base}/${hlsManifest}` },
    now: session.now.toISOString(),
    heartbeat_seconds: session.heartbeatSeconds,
    expires_at: session.expiresAt.toISOString(),
  };
}
