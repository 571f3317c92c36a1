/** The wire shape of a video of the service: every field named. */
import type { PlayableVideo } from '../../../contract/viewer/playback.ts';
import type { Playable } from '../../playable-kind.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import type { PlayableAsset } from '../ingest/ingest.service.ts';
import { presentProgress } from '../viewing/viewing.service.ts';

interface OpenSession {
  id: string;
  /** The signed address of the asset's folder. */
  base: string;
  expiresAt: Date;
  heartbeatSeconds: number;
  /** The address of the license; null for a package that is not encrypted. */
  licenceUrl: string | null;
}

/** Where a player begins. */
export const presentStart = (progress: Extract<Playable, { as: 'video' }>['progress']): number =>
  progress ? presentProgress(progress.position, progress.duration).current_position : 0;

/** Everything that a player needs to begin, for every kind of video. */
export function presentVideo(
  session: OpenSession,
  { itemId, poster, progress }: Extract<Playable, { as: 'video' }>,
  asset: PlayableAsset,
): PlayableVideo {
  return {
    id: session.id,
    item_id: itemId,
    poster: poster ? presentImage(poster.id, poster.color) : null,
    manifest: {
      dash: `${session.base}/${asset.dashManifest}`,
      hls: `${session.base}/${asset.hlsManifest}`,
    },
    licence_url: session.licenceUrl,
    storyboard: asset.storyboard === null ? null : `${session.base}/${asset.storyboard}`,
    captions: asset.captions.map(({ language, label, file }) => ({
      language,
      label,
      url: `${session.base}/${file}`,
    })),
    position_seconds: presentStart(progress),
    duration_seconds: asset.durationMs / 1000,
    heartbeat_seconds: session.heartbeatSeconds,
    expires_at: session.expiresAt.toISOString(),
  };
}
