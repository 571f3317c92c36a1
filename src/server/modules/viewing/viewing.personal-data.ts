/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { inLocale } from '../../db/columns.ts';
import { column, joins, type PersonalData, shared } from '../../db/personal-data.ts';

export const viewingPersonalData: PersonalData = {
  tables: {
    viewing_my_list: { erasure: 'delete', copy: 'my-list' },
    viewing_ratings: { erasure: 'delete', copy: 'ratings' },
    viewing_history: { erasure: 'delete', copy: 'watch-history' },
    viewing_progress: { erasure: 'delete', copy: 'progress' },
    viewing_dismissed: { erasure: 'delete', copy: 'taken-off-continue-watching' },
    viewing_removed_progress: { erasure: 'delete', copy: 'taken-off-continue-watching' },
  },
  sections: [
    {
      name: 'my-list',
      ko: '찜한 콘텐츠',
      en: 'My List',
      columns: { profile: shared.profile, title: shared.title, at: column('찜한 때', 'Added') },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, t.added_at as at
      from viewing_my_list t ${joins.ofProfiles(householdId)} ${joins.title} order by t.added_at`,
    },
    {
      name: 'ratings',
      ko: '평가한 콘텐츠',
      en: 'Ratings',
      columns: {
        profile: shared.profile,
        title: shared.title,
        rating: column('평가', 'Rating'),
        at: column('평가한 때', 'Rated'),
      },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title,
        case t.value when 1 then 'like' else 'dislike' end as rating, t.rated_at as at
      from viewing_ratings t ${joins.ofProfiles(householdId)} ${joins.title}
      union all
      select p.name, ${inLocale(locale, 'c.title')}, case t.value when 1 then 'like' else 'dislike' end, t.rated_at
      from partner_video_ratings t ${joins.ofProfiles(householdId)} left join partner_video_clips c on c.id = t.clip_id
      order by at`,
    },
    {
      name: 'watch-history',
      ko: '시청 기록',
      en: 'Watch history',
      columns: {
        profile: shared.profile,
        title: shared.title,
        episode: shared.episode,
        started_at: column('보기 시작한 때', 'Started'),
        watched_seconds: column('본 시간(초)', 'Watched (seconds)'),
        position_seconds: shared.position_seconds,
        duration_seconds: shared.duration_seconds,
      },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, e.number as episode, t.started_at,
        t.watched_seconds, t.position_seconds, t.duration_seconds
      from viewing_history t ${joins.ofProfiles(householdId)} ${joins.title} ${joins.episode} order by t.started_at`,
    },
    {
      name: 'progress',
      ko: '이어보기',
      en: 'Continue watching',
      columns: {
        profile: shared.profile,
        title: shared.title,
        episode: shared.episode,
        position_seconds: shared.position_seconds,
        duration_seconds: shared.duration_seconds,
        at: column('마지막으로 본 때', 'Last watched'),
      },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, e.number as episode,
        t.position_seconds, t.duration_seconds, t.updated_at as at
      from viewing_progress t ${joins.ofProfiles(householdId)} ${joins.title} ${joins.episode}
      union all
      select p.name, ${inLocale(locale, 'c.title')}, null, t.position_seconds, t.duration_seconds, t.updated_at
      from partner_video_progress t ${joins.ofProfiles(householdId)} left join partner_video_clips c on c.id = t.clip_id
      order by at`,
    },
    {
      name: 'taken-off-continue-watching',
      ko: '이어보기에서 뺀 콘텐츠',
      en: 'Taken off continue watching',
      columns: { profile: shared.profile, title: shared.title, at: column('뺀 때', 'Taken off') },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, t.dismissed_at as at
      from viewing_dismissed t ${joins.ofProfiles(householdId)} ${joins.title}
      union all
      select p.name, ${inLocale(locale, 'c.title')}, t.removed_at from viewing_removed_progress t ${joins.ofProfiles(householdId)} ${joins.title}
      order by at`,
    },
  ],
};
