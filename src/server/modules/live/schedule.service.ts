/** The schedule: what is released on which day of the service's zone. */
import type { Locale } from '../../../contract/errors.ts';
import type { ScheduledSeries } from '../../../contract/viewer/live.ts';
import type { Card } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import { groupBy } from '../../group-by.ts';
import type { Viewer } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { addDays, dayIn, startOfDay, weekdayName } from '../../zone.ts';
import { presentEpisodeLine, presentImage } from '../catalog/catalog.present.ts';
import { announcedCardsById } from '../catalog/catalog.service.ts';
import { listScheduled, type ScheduledRow } from './schedule.repo.ts';

/** From yesterday, for viewers who missed it, to a week from today, so that a weekly series is always listed. */
const daysBefore = 1;
const daysAfter = 7;

export interface Day {
  day: string;
  date: string;
  today: boolean;
  categories: { category: { ko_name: string; en_name: string }; cards: ScheduledSeries[] }[];
}

/** A card of one programme, or of one of its videos, made from everything that is released that day. */
type CardOf = (programme: Card, rows: ScheduledRow[], locale: Locale, now: Date) => ScheduledSeries;

/** `no` for what has been released, `yes` for what will be, and `skip` for a title whose page cannot be opened yet. */
function upcomingOf(rows: ScheduledRow[], now: Date): Card['upcoming'] {
  if (rows.every(({ at }) => at <= now)) return 'no';
  return rows.every(({ open }) => open) ? 'yes' : 'skip';
}

const linesOf = (rows: ScheduledRow[], locale: Locale) =>
  rows.flatMap(({ season_number, episode_number, episode_title }) =>
    episode_number === null
      ? []
      : [presentEpisodeLine(locale, season_number ?? 1, episode_number, episode_title ?? '')],
  );

const programmeCard: CardOf = (programme, rows, locale, now) => ({
  ...programme,
  upcoming: upcomingOf(rows, now),
  starts_at: must(rows[0], 'airing').at.toISOString(),
  episodes: linesOf(rows, locale),
});

const videoCard: CardOf = (programme, rows, locale, now) => {
  const card = programmeCard(programme, rows, locale, now);
  const [row] = rows;
  if (!row?.episode_id) return card;
  return {
    ...card,
    id: row.episode_id,
    type: 'e',
    description: row.episode_synopsis ?? '',
    new_series: false,
    preview_image_thumbs:
      presentImage(row.episode_image_id, row.episode_image_color) ?? programme.preview_image_thumbs,
    current_episode_text: null,
  };
};

/** The days of the schedule; `per` says whether a card is a programme's or a video's. */
export async function listDays(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  per: 'programme' | 'video',
): Promise<Day[]> {
  const now = context.now();
  const zone = context.config.serviceZone;
  const today = dayIn(now, zone);
  const dates = Array.from({ length: daysBefore + 1 + daysAfter }, (_, index) =>
    addDays(today, index - daysBefore),
  );
  const from = startOfDay(addDays(today, -daysBefore), zone);
  const to = startOfDay(addDays(today, daysAfter + 1), zone);
  const rows = await listScheduled(context.db, viewer, locale, now, from, to);
  const ids = [...new Set(rows.map(({ programme_id }) => programme_id))];
  const cards = await announcedCardsById(context, viewer, locale, ids);
  const byDay = groupBy(rows, ({ at }) => dayIn(at, zone));
  const cardOf = per === 'programme' ? programmeCard : videoCard;
  return dates.map((date) => ({
    day: weekdayName(date, locale),
    date,
    today: date === today,
    categories: [...groupBy(byDay.get(date) ?? [], ({ category_id }) => category_id).values()].flatMap(
      (ofCategory) => {
        const { category_ko: ko_name, category_en: en_name } = must(ofCategory[0], 'airing');
        const groups = groupBy(ofCategory, ({ programme_id, episode_id }) =>
          per === 'programme' ? programme_id : (episode_id ?? programme_id),
        );
        const made = [...groups.values()].flatMap((own) => {
          // A series that opens with its first episodes is announced by them.
          const episodes = own.filter(({ episode_id }) => episode_id !== null);
          const programme = cards.get(must(own[0], 'airing').programme_id);
          return programme ? [cardOf(programme, episodes.length > 0 ? episodes : own, locale, now)] : [];
        });
        return made.length > 0 ? [{ category: { ko_name, en_name }, cards: made }] : [];
      },
    ),
  }));
}
