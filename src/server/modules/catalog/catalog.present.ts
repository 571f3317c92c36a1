/** The catalogue's wire shapes: every field named. */
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../../contract/errors.ts';
import type { Cast } from '../../../contract/viewer/lists.ts';
import type { Card, EpisodeCard, Image, VideoCard } from '../../../contract/wire.ts';
import type { CardRow, EpisodeRow } from './catalog.repo.ts';
import type { PersonRow, VideoRow } from './lists.repo.ts';

const dayMs = 86_400_000;
const newSeriesMs = 30 * dayMs;
const newEpisodeMs = 7 * dayMs;

/** The address of a stored image without its size, with its dominant colour. */
export function presentImage(id: string | null, color: string | null): Image | null {
  return id ? { url: `/images/${id}`, color: color ?? '#14181d' } : null;
}

/** The personal fields of a cached answer: empty, and replaced for a profile. */
export const nothingPersonal = { like: 0, my_list: false, percentage: 0, current_position: 0 } as const;

/** A programme as a card. */
export function presentCard(row: CardRow, now: Date): Card {
  const since = (at: Date | null) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  const series = row.kind === 'series';
  const newEpisode = series && since(row.latest_episode_at) < newEpisodeMs;
  return {
    id: row.id,
    slug: row.slug,
    type: series ? 's' : 'm',
    name: row.title,
    title: row.title,
    description: row.synopsis,
    premium: row.premium ? 'Premium' : 'Free',
    maturity: row.maturity,
    new_series: !newEpisode && since(row.listed_at) < newSeriesMs,
    new_episode: newEpisode,
    preview_image_thumbs: presentImage(row.landscape_id, row.landscape_color),
    big_preview_image_thumbs: presentImage(row.portrait_id, row.portrait_color),
    release_date: row.release_year === null ? null : String(row.release_year),
    upcoming: row.status === 'upcoming' && !row.playable ? 'yes' : 'no',
    skip: row.playable ? '0' : '1',
    program_id: row.id,
    category_id: row.category_id,
    sub_category_id: row.sub_category_id,
    current_episode_text: series
      ? `${row.episode_count} / ${Math.max(row.episodes_planned ?? 0, row.episode_count)}`
      : null,
    ...nothingPersonal,
  };
}

/** A title's newest video: an episode under its series' name and text, or the movie. */
export function presentVideo(row: VideoRow, locale: Locale, now: Date, zone: string): VideoCard {
  const card = presentCard(row, now);
  const duration_seconds = row.duration_ms === null ? null : Math.round(row.duration_ms / 1000);
  if (row.episode_id === null) {
    return {
      ...card,
      episode_name: null,
      episode_number: null,
      season_number: null,
      episode_created: null,
      episode_created_hr: null,
      duration_seconds,
    };
  }
  const day = row.episode_at && presentDay(row.episode_at, locale, zone);
  return {
    ...card,
    id: row.episode_id,
    type: 'e',
    description: row.episode_synopsis || row.synopsis,
    preview_image_thumbs:
      presentImage(row.episode_landscape_id, row.episode_landscape_color) ?? card.preview_image_thumbs,
    episode_name: row.episode_title,
    episode_number: row.episode_number,
    season_number: row.season_number,
    episode_created: day?.iso ?? null,
    episode_created_hr: day?.text ?? null,
    duration_seconds,
  };
}

/** Full years between a birth day and the day it is now in a zone. */
function presentAge(birthDate: string, now: Date, zone: string): number {
  const today = formatDay(now, 'ko', zone).iso;
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return Math.max(0, today.slice(5) < birthDate.slice(5) ? years - 1 : years);
}

/** A person's own page, with the cards of their titles. */
export function presentCast(row: PersonRow, videos: Card[], now: Date, zone: string): Cast {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    avatar: presentImage(row.avatar_id, row.avatar_color),
    profession: row.profession,
    dob: row.birth_date,
    age: row.birth_date === null ? null : presentAge(row.birth_date, now, zone),
    videos,
  };
}

interface Day {
  /** `YYYY-MM-DD`. */
  iso: string;
  /** Written out in the language. */
  text: string;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();
/** Days by instant. Formatting takes longer than the rest of an episode, and the same episodes are shown again and again. */
const days = new LRUCache<string, Day>({ max: 5000 });

/** A day in a zone. */
export function presentDay(at: Date, locale: Locale, zone: string): Day {
  const key = `${at.getTime()}|${locale}|${zone}`;
  const known = days.get(key);
  if (known) return known;
  const day = formatDay(at, locale, zone);
  days.set(key, day);
  return day;
}

function formatDay(at: Date, locale: Locale, zone: string): Day {
  const format = (key: string, language: string, options: Intl.DateTimeFormatOptions) => {
    const id = `${key}|${zone}`;
    const found = dayFormats.get(id) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: zone });
    dayFormats.set(id, found);
    return found.format(at);
  };
  return {
    iso: format('iso', 'en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }),
    text:
      locale === 'ko'
        ? format('ko', 'ko-KR', { year: 'numeric', month: 'long', day: 'numeric' })
        : format('en', 'en-US', { year: 'numeric', month: 'short', day: 'numeric' }),
  };
}

/** The last day to watch what leaves at an instant: when that is midnight, the day before. */
export function presentLastDay(until: Date, locale: Locale, zone: string) {
  const { iso, text } = presentDay(new Date(until.getTime() - 1), locale, zone);
  return { leaving_on: iso, leaving_on_hr: text };
}

/** The same of a title that may stay; both are null unless it leaves soon. */
export const presentLeaving = (at: Date | null, locale: Locale, zone: string) =>
  at === null ? { leaving_on: null, leaving_on_hr: null } : presentLastDay(at, locale, zone);

/** An episode in its programme's list. */
export function presentEpisode(
  row: EpisodeRow,
  programme: CardRow,
  locale: Locale,
  now: Date,
  zone: string,
): EpisodeCard {
  const at = row.released_at;
  const day = presentDay(at, locale, zone);
  return {
    ...presentCard(programme, now),
    id: row.id,
    type: 'e',
    description: row.synopsis,
    new_series: false,
    new_episode: now.getTime() - at.getTime() < newEpisodeMs,
    preview_image_thumbs:
      presentImage(row.landscape_id, row.landscape_color) ??
      presentImage(programme.landscape_id, programme.landscape_color),
    upcoming: 'no',
    skip: row.playable ? '0' : '1',
    program_id: programme.id,
    current_episode_text: null,
    episode_name: row.title,
    episode_number: row.number,
    season_number: row.season_number,
    episode_created: day.iso,
    episode_created_hr: day.text,
    duration_seconds: row.duration_ms === null ? null : Math.round(row.duration_ms / 1000),
  };
}

/** Season, episode and its name, as the player and the guide show them. */
export function presentEpisodeLine(locale: Locale, season: number, number: number, title: string): string {
  const place = locale === 'ko' ? `시즌 ${season} ${number}화` : `S${season} E${number}`;
  return title ? `${place} · ${title}` : place;
}
