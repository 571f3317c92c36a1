/**
 * The one rule for every door: may this viewer see, and may this viewer play, this title now? It stands here twice, as SQL over
 * columns that the caller names and as a function for single decisions; a property test holds the two together.
 */
import { eq, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { allOf } from '../../db/conditions.ts';
import type { Viewer } from '../../http/caller.ts';
import { seasons } from '../catalog/catalog.tables.ts';

/** A window of publication, as programmes and episodes both have. */
export interface Publication {
  published: boolean;
  availableFrom: Date | null;
  availableUntil: Date | null;
}

/** An episode is open while its season is open, too. */
export interface EpisodePublication extends Publication {
  season: Publication;
}

/** The facts of a programme that the rule reads. */
export interface ProgrammeFacts extends Publication {
  maturity: number;
  premium: boolean;
  regions: string[] | null;
  /** Whether this viewer's profile has blocked it. */
  blocked: boolean;
}

/** `see`: it may be shown. The rest say why it may not be played, and what would help. */
type Decision =
  | 'play'
  | 'login_required'
  | 'plan_required'
  | 'outside_hours'
  | 'maturity_blocked'
  | 'not_found';

const isOpenAt = (item: Publication, now: Date) =>
  item.published &&
  (item.availableFrom === null || item.availableFrom <= now) &&
  (item.availableUntil === null || item.availableUntil > now);

/** Whether it may be shown to this viewer: `yes`, or the reason why not. */
export function decideSee(
  viewer: Viewer,
  programme: ProgrammeFacts,
  now: Date,
  episode?: EpisodePublication,
): 'yes' | 'maturity_blocked' | 'not_found' {
  if (![programme, ...(episode ? [episode, episode.season] : [])].every((part) => isOpenAt(part, now)))
    return 'not_found';
  if (programme.regions !== null && !programme.regions.includes(viewer.region)) return 'not_found';
  if (programme.blocked) return 'not_found';
  if (programme.maturity > viewer.maturity) return 'maturity_blocked';
  return 'yes';
}

/** Whether this viewer may play it now. Free titles need a profile in its viewing hours; premium ones a plan too. */
export function decidePlay(
  viewer: Viewer,
  programme: ProgrammeFacts,
  now: Date,
  episode?: EpisodePublication,
): Decision {
  const see = decideSee(viewer, programme, now, episode);
  if (see !== 'yes') return see;
  if (!viewer.profileId) return 'login_required';
  if (programme.premium && !viewer.hasPlan) return 'plan_required';
  if (!viewer.withinHours) return 'outside_hours';
  return 'play';
}

/** The columns of a publication window. */
interface WindowColumns {
  published: SQLWrapper;
  availableFrom: SQLWrapper;
  availableUntil: SQLWrapper;
}

/** The columns that say for whom a title is. */
interface AudienceColumns {
  maturity: SQLWrapper;
  regions: SQLWrapper;
}

/** The columns of a title; `id` is what profiles block. */
interface TitleColumns extends WindowColumns, AudienceColumns {
  id: SQLWrapper;
}

const hasNotEnded = ({ availableUntil }: WindowColumns, now: Date | SQL) =>
  sql`(${availableUntil} is null or ${availableUntil} > ${now})`;

/** Whether the publication window is open. */
export const isOpen = (columns: WindowColumns, now: Date | SQL): SQL =>
  allOf(
    eq(columns.published, true),
    or(isNull(columns.availableFrom), lte(columns.availableFrom, now)),
    hasNotEnded(columns, now),
  );

/** Whether the window is open or will open: what is published may be announced. */
export const isAnnounced = (columns: WindowColumns, now: Date | SQL): SQL =>
  allOf(eq(columns.published, true), hasNotEnded(columns, now));

const season = alias(seasons, 'season');

/** Whether the window of an episode and that of its season are open. */
export const isEpisodeOpen = (episode: WindowColumns & { seasonId: SQLWrapper }, now: Date | SQL): SQL =>
  allOf(
    isOpen(episode, now),
    sql`exists (select from ${seasons} season where season.id = ${episode.seasonId} and ${isOpen(season, now)})`,
  );

/** Whether the title is for this viewer's grade and country. */
export const isForAudience = ({ maturity, regions }: AudienceColumns, viewer: Viewer): SQL =>
  allOf(lte(maturity, viewer.maturity), sql`(${regions} is null or ${viewer.region} = any(${regions}))`);

const isNotBlocked = ({ id }: TitleColumns, viewer: Viewer): SQL | undefined =>
  viewer.hasBlockedTitles && viewer.profileId
    ? sql`not exists (select from profiles_blocked_titles b where b.profile_id = ${viewer.profileId} and b.programme_id = ${id})`
    : undefined;

/** The rule as a condition: `decideSee` is `yes`. Of an episode it is asked of its programme, and `isEpisodeOpen` of the episode. */
export const maySee = (title: TitleColumns, viewer: Viewer, now: Date): SQL =>
  allOf(isOpen(title, now), isForAudience(title, viewer), isNotBlocked(title, viewer));

/** The rule without the opening: a title that is yet to come may be announced to those who will be allowed to see it. */
export const mayAnnounce = (title: TitleColumns, viewer: Viewer, now: Date): SQL =>
  allOf(isAnnounced(title, now), isForAudience(title, viewer), isNotBlocked(title, viewer));

/**
 * The rule for a profile that is told and does not ask. A household is in the countries where one of its devices has signed in.
 */
export const mayBeTold = (
  title: TitleColumns,
  profile: { id: SQLWrapper; householdId: SQLWrapper; maturity: SQLWrapper },
  now: Date,
): SQL =>
  allOf(
    isOpen(title, now),
    lte(title.maturity, profile.maturity),
    sql`(${title.regions} is null or exists (select from accounts_users u
      join accounts_sessions s on s.user_id = u.id and s.ended_at is null
      where u.household_id = ${profile.householdId} and s.country = any(${title.regions})))`,
    sql`not exists (select from profiles_blocked_titles b
      where b.profile_id = ${profile.id} and b.programme_id = ${title.id})`,
  );
