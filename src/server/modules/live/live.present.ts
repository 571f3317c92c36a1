/** The wire shapes of live TV and radio: every field named. */
import type { Locale } from '../../../contract/errors.ts';
import type { Airing, Channel } from '../../../contract/viewer/live.ts';
import { presentEpisodeLine, presentImage } from '../catalog/catalog.present.ts';
import type { ChannelRow, ShownRow } from './live.repo.ts';

/** An entry of the guide. An item that the viewer may not see shows only its time. */
export function presentAiring(
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  row: ShownRow,
  locale: Locale,
): Airing {
  const time = { starts_at: new Date(startsAt).toISOString(), ends_at: new Date(endsAt).toISOString() };
  if (!row.visible) {
    return {
      ...time,
      title: '',
      subtitle: '',
      programme: null,
      maturity: row.maturity,
      image: null,
      hidden: true,
    };
  }
  return {
    ...time,
    title: row.title,
    subtitle:
      row.episode_number === null
        ? ''
        : presentEpisodeLine(locale, row.season_number ?? 1, row.episode_number, row.episode_title ?? ''),
    programme:
      row.programme_id && row.programme_slug
        ? {
            id: row.programme_id,
            slug: row.programme_slug,
            type: row.programme_kind === 'movie' ? 'm' : 's',
          }
        : null,
    maturity: row.maturity,
    image: presentImage(row.image_id, row.image_color),
    hidden: false,
  };
}

/** An airing of a channel that repeats an outside stream. */
export const presentRelayAiring = (
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  { name, maturity }: ChannelRow,
): Airing => ({
  starts_at: startsAt.toISOString(),
  ends_at: endsAt.toISOString(),
  title: name,
  subtitle: '',
  programme: null,
  maturity,
  image: null,
  hidden: false,
});

/** The fields of a channel in every response. */
export function presentChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    slug: row.slug,
    type: row.medium === 'radio' ? 'r' : 't',
    number: row.number,
    name: row.name,
    premium: row.premium ? 'Premium' : 'Free',
    maturity: row.maturity,
    preview_image_thumbs: presentImage(row.landscape_id, row.landscape_color),
    skip: row.ready ? '0' : '1',
    catch_up_hours: row.catch_up && !row.relayed ? row.catch_up_hours : null,
  };
}
