import type { Clip, Playlist } from '../../../contract/viewer/partner-video.ts';
import type { SchemaData } from '../../page-head.ts';

/** ISO 8601 duration. */
const duration = (seconds: number) => `PT${Math.floor(seconds / 60)}M${Math.round(seconds % 60)}S`;

/** A clip in schema.org's words. */
function clipData(clip: Clip, origin: string): SchemaData {
  const address = clip.playlist ? `/watch/y/${clip.id}/${clip.playlist}` : `/watch/y/${clip.id}`;
  return {
    '@type': 'VideoObject',
    name: clip.title,
    description: clip.description || clip.title,
    url: origin + address,
    uploadDate: clip.episode_created,
    isAccessibleForFree: clip.premium === 'Free',
    ...(clip.preview_image_thumbs
      ? { thumbnailUrl: `${origin}${clip.preview_image_thumbs.url}/800.webp` }
      : {}),
    ...(clip.duration_seconds ? { duration: duration(clip.duration_seconds) } : {}),
    ...(clip.youtube_id ? { embedUrl: `https://www.youtube-nocookie.com/embed/${clip.youtube_id}` } : {}),
  };
}

/** A playlist in schema.org's words: a list of its first clips. `origin` has no slash at the end. */
export function playlistData(playlist: Playlist, clips: readonly Clip[], origin: string): SchemaData {
  return {
    '@type': 'ItemList',
    name: playlist.title,
    itemListElement: clips.map((clip, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: clipData(clip, origin),
    })),
  };
}
