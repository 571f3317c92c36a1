/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { inLocale } from '../../db/columns.ts';
import { column, joins, type PersonalData, shared } from '../../db/personal-data.ts';

export const playbackPersonalData: PersonalData = {
  tables: {
    playback_sessions: { erasure: 'delete', copy: 'playback' },
    playback_errors: { erasure: 'delete', copy: 'playback-errors' },
    playback_player_links: { erasure: 'delete', copy: 'player-links' },
  },
  sections: [
    {
      name: 'playback',
      ko: '재생',
      en: 'Playback',
      columns: {
        profile: shared.profile,
        title: shared.title,
        episode: shared.episode,
        device: column('기기', 'Device'),
        country: column('지역', 'Country'),
        started_at: column('시작', 'Started'),
        ended_at: column('끝', 'Ended'),
      },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, coalesce(${inLocale(locale, 'c.title')}, ${inLocale(locale, 'y.title')}, ${inLocale(locale, 'l.name')}) as title,
        e.number as episode, t.device, t.region as country, t.started_at, t.ended_at
      from playback_sessions t left join profiles p on p.id = t.profile_id ${joins.title} ${joins.episode}
      left join partner_video_clips y on y.id = t.clip_id left join live_channels l on l.id = t.channel_id
      where t.household_id = ${householdId} order by t.started_at`,
    },
    {
      name: 'playback-errors',
      ko: '재생 오류',
      en: 'Playback errors',
      columns: {
        title: shared.title,
        episode: shared.episode,
        device: column('기기', 'Device'),
        browser: column('브라우저', 'Browser'),
        kind: column('종류', 'Kind'),
        code: column('코드', 'Code'),
        created_at: column('일시', 'Time'),
      },
      query: ({
        householdId,
        locale,
      }) => sql`select coalesce(${inLocale(locale, 'c.title')}, ${inLocale(locale, 'y.title')}, ${inLocale(locale, 'l.name')}) as title,
        e.number as episode, t.device, t.browser, t.kind, t.code, t.created_at
      from playback_errors t ${joins.title} ${joins.episode}
      left join partner_video_clips y on y.id = t.clip_id left join live_channels l on l.id = t.channel_id
      where t.household_id = ${householdId} order by t.created_at`,
    },
    {
      name: 'player-links',
      ko: '다른 플레이어 주소',
      en: 'Addresses for other players',
      columns: {
        name: column('이름', 'Name'),
        profile: shared.profile,
        created_at: column('만든 때', 'Created'),
        last_used_at: column('마지막 사용', 'Last used'),
      },
      query: ({ householdId }) => sql`select t.name, p.name as profile, t.created_at, t.last_used_at
      from playback_player_links t ${joins.ofProfiles(householdId)} order by t.created_at`,
    },
  ],
};
