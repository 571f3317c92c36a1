/** A viewing on the wire. */
import type { HistoryEntry } from '../../../contract/account/history.ts';
import type { CustomerViewing } from '../../../contract/admin/customers.ts';
import type { Locale } from '../../../contract/errors.ts';
import { presentEpisodeLine, presentImage } from '../catalog/catalog.present.ts';
import type { HistoryRow, HouseholdHistoryRow } from './history.repo.ts';

/** Season, episode and its name; empty for a movie. */
export const subtitleOf = (row: HistoryRow, locale: Locale) =>
  row.number === null
    ? ''
    : presentEpisodeLine(locale, row.season_number ?? 1, row.number, row.episode_title ?? '');

/** The share of the title that was watched, 0 to 100. */
export const shareOf = (row: HistoryRow) =>
  row.duration_seconds > 0
    ? Math.min(100, Math.round((row.position_seconds / row.duration_seconds) * 100))
    : 0;

/** A viewing as its profile's history shows it. */
export function presentEntry(row: HistoryRow, locale: Locale): HistoryEntry {
  return {
    id: row.id,
    type: row.episode_id ? 'e' : 'm',
    play_id: row.episode_id ?? row.programme_id,
    program_id: row.programme_id,
    slug: row.slug,
    title: row.title,
    subtitle: subtitleOf(row, locale),
    image: presentImage(row.image_id, row.image_color),
    premium: row.premium ? 'Premium' : 'Free',
    skip: row.playable ? '0' : '1',
    started_at: new Date(row.started_at).toISOString(),
    watched_seconds: Math.round(row.watched_seconds),
    position_seconds: Math.round(row.position_seconds),
    percentage: shareOf(row),
  };
}

/** A viewing as staff see it: with who watched. */
export const presentCustomerViewing = (row: HouseholdHistoryRow, locale: Locale): CustomerViewing => ({
  ...presentEntry(row, locale),
  profile_id: row.profile_id,
  profile_name: row.profile_name,
  duration_seconds: Math.round(row.duration_seconds),
});
