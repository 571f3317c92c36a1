/**
 * The one rule for every door: may this viewer see, and may this viewer play, this programme or episode now? It stands
 * here twice, as SQL for lists and as a function for single decisions; a property test holds the two together.
 */
import { and, eq, gt, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Maturity } from '../../../contract/wire.ts';
import { liveChannels } from '../live/live.tables.ts';
import { clips, withdrawnTitle } from '../partner-video/partner-video.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { episodes, programmes } from './catalog.tables.ts';

/** Who asks. A guest has no profile and sees every grade, but plays nothing. */
export interface Viewer {
  profileId: string | undefined;
  /** The highest grade that may be seen. */
  maturity: Maturity;
  hasPlan: boolean;
  /** Country of the request, ISO 3166-1 alpha-2. */
  region: string;
  /** Whether this profile has blocked titles; only then are they looked up. */
  hasBlockedTitles: boolean;
  /** When the profile was last changed, in milliseconds: answers kept for its blocked titles end with that. */
  changedAt: number;
  /** Whether now lies in the profile's viewing hours. They limit playing alone: what there is may be looked at. */
  withinHours: boolean;
}

/** A window of publication, as programmes and episodes both have. */
export interface Publication {
  published: boolean;
  availableFrom: Date | null;
  availableUntil: Date | null;
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

const isOpen = (item: Publication, now: Date) =>
  item.published &&
  (item.availableFrom === null || item.availableFrom <= now) &&
  (item.availableUntil === null || item.availableUntil > now);

/** Whether it may be shown to this viewer at all: `yes`, or the reason it is kept from them. */
export function decideSee(
  viewer: Viewer,
  programme: ProgrammeFacts,
  now: Date,
  episode?: Publication,
): 'yes' | 'maturity_blocked' | 'not_found' {
  if (!isOpen(programme, now) || (episode && !isOpen(episode, now))) return 'not_found';
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
  episode?: Publication,
): Decision {
  const see = decideSee(viewer, programme, now, episode);
  if (see !== 'yes') return see;
  if (!viewer.profileId) return 'login_required';
  if (programme.premium && !viewer.hasPlan) return 'plan_required';
  if (!viewer.withinHours) return 'outside_hours';
  return 'play';
}

const openSql = (table: typeof programmes | typeof episodes | typeof clips, now: Date): SQL =>
  and(
    eq(table.published, true),
    or(isNull(table.availableFrom), lte(table.availableFrom, now)),
    or(isNull(table.availableUntil), gt(table.availableUntil, now)),
  ) as SQL;

const announcedSql = (table: typeof programmes | typeof episodes, now: Date): SQL =>
  and(eq(table.published, true), or(isNull(table.availableUntil), gt(table.availableUntil, now))) as SQL;

const notBlocked = (viewer: Viewer): SQL | undefined =>
  viewer.hasBlockedTitles && viewer.profileId
    ? sql`not exists (select from profiles_blocked_titles b where b.profile_id = ${viewer.profileId} and b.programme_id = ${programmes.id})`
    : undefined;

/** The rule as a condition on `catalog_programmes`: `decideSee` is `yes`. */
export function maySeeProgramme(viewer: Viewer, now: Date): SQL {
  return and(
    openSql(programmes, now),
    lte(programmes.maturity, viewer.maturity),
    sql`(${programmes.regions} is null or ${viewer.region} = any(${programmes.regions}))`,
    notBlocked(viewer),
  ) as SQL;
}

/** The episode's own part of the rule, as a condition on `catalog_episodes`; its programme's is asked beside it. */
export function maySeeEpisode(now: Date): SQL {
  return openSql(episodes, now);
}

/**
 * The rule for what is yet to come, as a condition on `catalog_programmes`: all of it but the opening, so that a title may be
 * announced to those who will be allowed to see it.
 */
export function mayAnnounceProgramme(viewer: Viewer, now: Date): SQL {
  return and(
    announcedSql(programmes, now),
    lte(programmes.maturity, viewer.maturity),
    sql`(${programmes.regions} is null or ${viewer.region} = any(${programmes.regions}))`,
    notBlocked(viewer),
  ) as SQL;
}

/** The same for an episode's own part. */
export function mayAnnounceEpisode(now: Date): SQL {
  return announcedSql(episodes, now);
}

/**
 * The rule for somebody who is told and does not ask, as a condition on `catalog_programmes` and `profiles`: a household is where
 * one of its devices has signed in.
 */
export function mayBeToldOfProgramme(now: Date): SQL {
  return and(
    openSql(programmes, now),
    lte(programmes.maturity, profiles.maturity),
    sql`(${programmes.regions} is null or exists (select from accounts_users u
      join accounts_sessions s on s.user_id = u.id and s.ended_at is null
      where u.household_id = ${profiles.householdId} and s.country = any(${programmes.regions})))`,
    sql`not exists (select from profiles_blocked_titles b
      where b.profile_id = ${profiles.id} and b.programme_id = ${programmes.id})`,
  ) as SQL;
}

/** The rule as a condition on `live_channels`: a channel is published while it is active, and nobody blocks one. */
export function maySeeChannel(viewer: Viewer): SQL {
  return and(
    eq(liveChannels.active, true),
    lte(liveChannels.maturity, viewer.maturity),
    sql`(${liveChannels.regions} is null or ${viewer.region} = any(${liveChannels.regions}))`,
  ) as SQL;
}

/** The facts of a channel for `decideSee` and `decidePlay`. */
export function channelFacts(channel: {
  active: boolean;
  maturity: number;
  premium: boolean;
  regions: string[] | null;
}): ProgrammeFacts {
  const { active, maturity, premium, regions } = channel;
  const always = { availableFrom: null, availableUntil: null, blocked: false };
  return { published: active, maturity, premium, regions, ...always };
}

/** The rule as a condition on `partner_video_clips`: nobody blocks one, and one that its partner has withdrawn is not there. */
export function maySeeClip(viewer: Viewer, now: Date): SQL {
  return and(
    openSql(clips, now),
    lte(clips.maturity, viewer.maturity),
    sql`(${clips.regions} is null or ${viewer.region} = any(${clips.regions}))`,
    ne(clips.titleKo, withdrawnTitle),
    ne(clips.titleEn, withdrawnTitle),
  ) as SQL;
}

/** The facts of a clip for `decideSee` and `decidePlay`. */
export function clipFacts(
  clip: Omit<ProgrammeFacts, 'blocked'> & { titles: readonly string[] },
): ProgrammeFacts {
  const { titles, ...facts } = clip;
  return { ...facts, published: facts.published && !titles.includes(withdrawnTitle), blocked: false };
}

/** The rule's last part as a condition: whether this viewer, who may see it, may also play it. */
export function mayPlayProgramme(viewer: Viewer): SQL {
  if (!viewer.profileId || !viewer.withinHours) return sql`false`;
  return viewer.hasPlan ? sql`true` : sql`not ${programmes.premium}`;
}

/** What kept answers of this viewer depend on. Two viewers with the same text are shown the same lists. */
export function audienceKey(viewer: Viewer): string {
  const own = viewer.hasBlockedTitles ? `${viewer.profileId}@${viewer.changedAt}` : '';
  return `${viewer.maturity}|${viewer.region}|${viewer.hasPlan ? 'plan' : ''}|${own}`;
}
