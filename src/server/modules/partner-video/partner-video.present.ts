/** The wire shapes of partner video: every field named. */
import type { Locale } from '../../../contract/errors.ts';
import type { Clip, Playlist } from '../../../contract/viewer/partner-video.ts';
import type { Context } from '../../context.ts';
import { nothingPersonal, presentDay, presentImage } from '../catalog/catalog.present.ts';
import type { ClipRow, PlaylistRow } from './partner-video.repo.ts';

const newMs = 7 * 86_400_000;

/** A clip as a card. `playlist` is the playlist it is shown in, when that differs from the row's. */
export function presentClip(
  row: ClipRow,
  { config, now }: Pick<Context, 'config' | 'now'>,
  locale: Locale,
  playlist?: string,
): Clip {
  const day = presentDay(row.listed_at, locale, config.serviceZone);
  return {
    id: row.id,
    slug: row.slug,
    type: 'y',
    name: row.title,
    title: row.title,
    description: row.description,
    premium: row.premium ? 'Premium' : 'Free',
    maturity: row.maturity,
    new_series: false,
    new_episode: now().getTime() - row.listed_at.getTime() < newMs,
    preview_image_thumbs: presentImage(row.landscape_id, row.landscape_color),
    big_preview_image_thumbs: null,
    release_date: day.iso,
    upcoming: 'no',
    skip: row.ready ? '0' : '1',
    program_id: row.id,
    category_id: row.category_id,
    sub_category_id: row.sub_category_id,
    current_episode_text: row.place === null ? null : `${row.place} / ${row.created}`,
    ...nothingPersonal,
    youtube_id: row.youtube_id,
    playlist: playlist ?? row.play_list_id,
    episode_created: day.iso,
    episode_created_hr: day.text,
    duration_seconds: row.duration_ms === null ? null : Math.round(row.duration_ms / 1000),
  };
}

/** A playlist with the clips that came with it. */
export function presentPlaylist(
  row: PlaylistRow,
  context: Pick<Context, 'config' | 'now'>,
  locale: Locale,
): Playlist {
  return {
    id: row.id,
    play_list_id: row.play_list_id,
    title: row.title,
    description: row.description,
    current_episode_text: `${row.current} / ${row.created}`,
    videos: row.clips.map((clip) => presentClip(clip, context, locale)),
  };
}
