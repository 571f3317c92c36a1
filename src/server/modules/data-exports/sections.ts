/**
 * What is in a copy of somebody's data: every table that holds rows of a user or a household, by the file that its rows go to. No
 * hash, no token, and of another person of the household nothing that is theirs alone.
 */

import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { inLocale } from '../../db/columns.ts';

/** Whose data it is. */
export interface Owner {
  userId: string;
  householdId: string;
  /** The language of titles, headings and the note that comes with it. */
  locale: Locale;
}

export interface Section {
  /** The file's name without its ending, and the rows' name in the JSON. */
  name: string;
  ko: string;
  en: string;
  /** The tables whose rows are in it. */
  tables: string[];
  /** What is read of them, and what it is called above a column; in the order of the columns. */
  columns: Record<string, readonly [ko: string, en: string]>;
  query(owner: Owner): SQL;
}

/** Tables of users and households that are in no copy, and why. */
export const exceptedTables: Record<string, string> = {
  accounts_resets: 'nothing but hashes of links that are good for an hour',
  accounts_activations: 'hashes of codes of ten minutes; what they let in is among the devices',
  passkeys_challenges: 'hashes of questions that are good for five minutes',
  social_login_visits:
    'ways to another service and who came back, of half an hour and forgotten within the next; what came of them is linked or not',
};

const at = (ko: string, en: string) => [ko, en] as const;
const profile = at('프로필', 'Profile');
const title = at('제목', 'Title');
const episode = at('회차', 'Episode');
const seconds = {
  position_seconds: at('본 위치(초)', 'Position (seconds)'),
  duration_seconds: at('길이(초)', 'Length (seconds)'),
};

/** Where an attachment `a` stands in the archive: numbered, because several may have one name. */
export const attachmentFile = sql`'attachments/' || lpad((row_number() over (order by a.created_at, a.id))::text, 3, '0') || '-' || a.name`;

/** The rows of a table of profiles, with the profile's name. */
const ofProfiles = (householdId: string) =>
  sql`join profiles p on p.id = t.profile_id and p.household_id = ${householdId}`;
const withTitle = sql`left join catalog_programmes c on c.id = t.programme_id`;
const withEpisode = sql`left join catalog_episodes e on e.id = t.episode_id`;

export const sections: Section[] = [
  {
    name: 'account',
    ko: '계정',
    en: 'Account',
    tables: ['accounts_users', 'accounts_households'],
    columns: {
      username: at('아이디', 'Username'),
      email: at('이메일', 'Email'),
      phone: at('전화번호', 'Phone'),
      language: at('메일 언어', 'Language of mail'),
      zone: at('시간대', 'Time zone'),
      email_verified_at: at('이메일을 확인한 때', 'Email confirmed'),
      terms_agreed_at: at('약관에 동의한 때', 'Terms agreed'),
      deletion_requested_at: at('삭제를 신청한 때', 'Deletion requested'),
      suspended_at: at('이용이 정지된 때', 'Suspended'),
      created_at: at('가입한 때', 'Joined'),
    },
    query: ({ userId }) => sql`select u.username, u.email, u.phone, u.locale as language, h.zone,
      u.email_verified_at, u.terms_agreed_at, u.deletion_requested_at, u.suspended_at, u.created_at
      from accounts_users u join accounts_households h on h.id = u.household_id where u.id = ${userId}`,
  },
  {
    name: 'plans',
    ko: '이용권',
    en: 'Plans',
    tables: ['plans_periods'],
    columns: {
      plan: at('이용권', 'Plan'),
      starts_at: at('시작', 'Starts'),
      ends_at: at('끝', 'Ends'),
    },
    query: ({
      householdId,
      locale,
    }) => sql`select ${inLocale(locale, 'n.name')} as plan, t.starts_at, t.ends_at from plans_periods t
      left join plans_plans n on n.id = t.plan_id where t.household_id = ${householdId} order by t.starts_at`,
  },
  {
    name: 'devices',
    ko: '로그인한 기기',
    en: 'Devices',
    tables: ['accounts_sessions'],
    columns: {
      device: at('기기', 'Device'),
      address: at('IP 주소', 'IP address'),
      country: at('지역', 'Country'),
      signed_in_at: at('로그인한 때', 'Logged in'),
      last_used_at: at('마지막 사용', 'Last used'),
      ended_at: at('로그아웃한 때', 'Logged out'),
    },
    query: ({ userId }) => sql`select device_name as device, address, country, created_at as signed_in_at,
      last_seen_at as last_used_at, ended_at from accounts_sessions where user_id = ${userId} order by created_at`,
  },
  {
    name: 'logins',
    ko: '로그인 기록',
    en: 'Login history',
    tables: ['accounts_logins'],
    columns: {
      at: at('때', 'Time'),
      succeeded: at('성공', 'Succeeded'),
      way: at('방법', 'Way'),
      device: at('기기', 'Device'),
      address: at('IP 주소', 'IP address'),
      country: at('지역', 'Country'),
    },
    query: ({
      userId,
    }) => sql`select created_at as at, succeeded, way, device_name as device, address, country
      from accounts_logins where user_id = ${userId} order by created_at`,
  },
  {
    name: 'linked-accounts',
    ko: '연결된 계정',
    en: 'Linked accounts',
    tables: ['social_login_identities'],
    columns: {
      service: at('서비스', 'Service'),
      subject: at('서비스의 회원 식별자', 'Identifier at the service'),
      email: at('이메일', 'Email'),
      linked_at: at('연결한 때', 'Linked'),
      last_used_at: at('마지막 사용', 'Last used'),
    },
    query: ({
      userId,
    }) => sql`select provider as service, subject, email, created_at as linked_at, last_used_at
      from social_login_identities where user_id = ${userId} order by created_at`,
  },
  {
    name: 'passkeys',
    ko: '패스키',
    en: 'Passkeys',
    tables: ['passkeys'],
    columns: {
      name: at('이름', 'Name'),
      made_at: at('만든 때', 'Made'),
      last_used_at: at('마지막 사용', 'Last used'),
    },
    query: ({ userId }) => sql`select name, created_at as made_at, last_used_at
      from passkeys where user_id = ${userId} order by created_at`,
  },
  {
    name: 'sign-outs',
    ko: '로그아웃 기록',
    en: 'Logouts',
    tables: ['accounts_session_actions'],
    columns: { at: at('때', 'Time'), plan: at('이용권 종류', 'Kind of user') },
    query: ({ userId }) => sql`select t.created_at as at, t.user_type as plan from accounts_session_actions t
      join accounts_sessions s on s.id = t.session_id where s.user_id = ${userId} order by t.created_at`,
  },
  {
    name: 'profiles',
    ko: '프로필',
    en: 'Profiles',
    tables: ['profiles'],
    columns: {
      name: at('이름', 'Name'),
      is_kid: at('키즈 프로필', 'Kids profile'),
      age: at('나이', 'Age'),
      maturity: at('시청 등급', 'Maturity rating'),
      has_pin: at('잠금', 'Locked'),
      hours: at('시청 시간', 'Viewing hours'),
      autoplay_next: at('다음 화 자동 재생', 'Plays the next episode'),
      language: at('언어', 'Language'),
      email: at('이메일', 'Email'),
      created_at: at('만든 때', 'Made'),
    },
    query: ({
      householdId,
    }) => sql`select name, is_kid, age, maturity, pin_hash is not null as has_pin, hours,
      autoplay_next, language, email, created_at from profiles where household_id = ${householdId} order by created_at`,
  },
  {
    name: 'blocked-titles',
    ko: '보지 않을 콘텐츠',
    en: 'Blocked titles',
    tables: ['profiles_blocked_titles'],
    columns: { profile, title, at: at('정한 때', 'Since') },
    query: ({
      householdId,
      locale,
    }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, t.created_at as at
      from profiles_blocked_titles t ${ofProfiles(householdId)} ${withTitle} order by t.created_at`,
  },
  {
    name: 'my-list',
    ko: '찜한 콘텐츠',
    en: 'My List',
    tables: ['viewing_my_list'],
    columns: { profile, title, at: at('찜한 때', 'Added') },
    query: ({
      householdId,
      locale,
    }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, t.added_at as at
      from viewing_my_list t ${ofProfiles(householdId)} ${withTitle} order by t.added_at`,
  },
  {
    name: 'ratings',
    ko: '평가한 콘텐츠',
    en: 'Ratings',
    tables: ['viewing_ratings', 'partner_video_ratings'],
    columns: { profile, title, rating: at('평가', 'Rating'), at: at('평가한 때', 'Rated') },
    query: ({ householdId, locale }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title,
        case t.value when 1 then 'like' else 'dislike' end as rating, t.rated_at as at
      from viewing_ratings t ${ofProfiles(householdId)} ${withTitle}
      union all
      select p.name, ${inLocale(locale, 'c.title')}, case t.value when 1 then 'like' else 'dislike' end, t.rated_at
      from partner_video_ratings t ${ofProfiles(householdId)} left join partner_video_clips c on c.id = t.clip_id
      order by at`,
  },
  {
    name: 'watch-history',
    ko: '시청 기록',
    en: 'Watch history',
    tables: ['viewing_history'],
    columns: {
      profile,
      title,
      episode,
      started_at: at('보기 시작한 때', 'Started'),
      watched_seconds: at('본 시간(초)', 'Watched (seconds)'),
      ...seconds,
    },
    query: ({
      householdId,
      locale,
    }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, e.number as episode, t.started_at,
        t.watched_seconds, t.position_seconds, t.duration_seconds
      from viewing_history t ${ofProfiles(householdId)} ${withTitle} ${withEpisode} order by t.started_at`,
  },
  {
    name: 'progress',
    ko: '이어보기',
    en: 'Continue watching',
    tables: ['playback_progress', 'partner_video_progress'],
    columns: { profile, title, episode, ...seconds, at: at('마지막으로 본 때', 'Last watched') },
    query: ({
      householdId,
      locale,
    }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, e.number as episode,
        t.position_seconds, t.duration_seconds, t.updated_at as at
      from playback_progress t ${ofProfiles(householdId)} ${withTitle} ${withEpisode}
      union all
      select p.name, ${inLocale(locale, 'c.title')}, null, t.position_seconds, t.duration_seconds, t.updated_at
      from partner_video_progress t ${ofProfiles(householdId)} left join partner_video_clips c on c.id = t.clip_id
      order by at`,
  },
  {
    name: 'taken-off-continue-watching',
    ko: '이어보기에서 뺀 콘텐츠',
    en: 'Taken off continue watching',
    tables: ['viewing_set_aside', 'viewing_removed_progress'],
    columns: { profile, title, at: at('뺀 때', 'Taken off') },
    query: ({
      householdId,
      locale,
    }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, t.set_aside_at as at
      from viewing_set_aside t ${ofProfiles(householdId)} ${withTitle}
      union all
      select p.name, ${inLocale(locale, 'c.title')}, t.removed_at from viewing_removed_progress t ${ofProfiles(householdId)} ${withTitle}
      order by at`,
  },
  {
    name: 'playback',
    ko: '재생',
    en: 'Playback',
    tables: ['playback_sessions'],
    columns: {
      profile,
      title,
      episode,
      device: at('기기', 'Device'),
      country: at('지역', 'Country'),
      started_at: at('시작', 'Started'),
      ended_at: at('끝', 'Ended'),
    },
    query: ({
      householdId,
      locale,
    }) => sql`select p.name as profile, coalesce(${inLocale(locale, 'c.title')}, ${inLocale(locale, 'y.title')}, ${inLocale(locale, 'l.name')}) as title,
        e.number as episode, t.device, t.region as country, t.started_at, t.ended_at
      from playback_sessions t left join profiles p on p.id = t.profile_id ${withTitle} ${withEpisode}
      left join partner_video_clips y on y.id = t.clip_id left join live_channels l on l.id = t.channel_id
      where t.household_id = ${householdId} order by t.started_at`,
  },
  {
    name: 'searches',
    ko: '검색 기록',
    en: 'Search history',
    tables: ['search_queries'],
    columns: { profile, query: at('검색어', 'Search'), at: at('때', 'Time') },
    query: ({
      householdId,
    }) => sql`select p.name as profile, t.q as query, t.searched_at as at from search_queries t
      left join profiles p on p.id = t.profile_id where t.household_id = ${householdId} order by t.searched_at`,
  },
  {
    name: 'inquiries',
    ko: '문의',
    en: 'Inquiries',
    tables: ['inquiries', 'inquiries_messages'],
    columns: {
      title,
      state: at('상태', 'State'),
      by: at('쓴 사람', 'Written by'),
      message: at('내용', 'Message'),
      at: at('때', 'Time'),
    },
    query: ({ userId }) => sql`select t.title, t.status as state,
        case when m.staff_name is null then 'customer' else 'staff' end as by, m.body as message, m.created_at as at
      from inquiries t join inquiries_messages m on m.inquiry_id = t.id where t.user_id = ${userId} order by m.created_at`,
  },
  {
    name: 'attachments',
    ko: '문의 첨부 파일',
    en: 'Attachments of inquiries',
    tables: ['inquiries_attachments'],
    columns: {
      file: at('파일', 'File'),
      type: at('형식', 'Type'),
      bytes: at('크기(바이트)', 'Size (bytes)'),
      at: at('때', 'Time'),
    },
    query: ({ userId }) => sql`select ${attachmentFile} as file, a.content_type as type,
        a.size_bytes as bytes, a.created_at as at
      from inquiries_attachments a join inquiries_messages m on m.id = a.message_id join inquiries t on t.id = m.inquiry_id
      where t.user_id = ${userId} order by a.created_at, a.id`,
  },
  {
    name: 'notifications',
    ko: '알림',
    en: 'Notifications',
    tables: ['notifications', 'notifications_events'],
    columns: {
      profile,
      kind: at('종류', 'Kind'),
      about: at('내용', 'About'),
      at: at('때', 'Time'),
      read_at: at('읽은 때', 'Read'),
    },
    query: ({ userId, householdId }) => sql`select p.name as profile, e.cause as kind, e."values" as about,
        t.created_at as at, t.read_at
      from notifications t join notifications_events e on e.id = t.event_id left join profiles p on p.id = t.profile_id
      where t.user_id = ${userId} or p.household_id = ${householdId} order by t.created_at`,
  },
  {
    name: 'notification-settings',
    ko: '알림 설정',
    en: 'Notification settings',
    tables: ['notifications_choices', 'notifications_quiet_hours', 'notifications_subscriptions'],
    columns: {
      setting: at('설정', 'Setting'),
      way: at('방법', 'Way'),
      value: at('값', 'Value'),
      at: at('정한 때', 'Since'),
    },
    query: ({ userId }) => sql`select kind as setting, way, wanted::text as value, changed_at as at
      from notifications_choices where user_id = ${userId}
      union all
      select 'quiet_hours', null, quiet_from || '-' || quiet_until, null from notifications_quiet_hours where user_id = ${userId}
      union all
      select 'push_device', 'web_push', s.device_name, t.created_at from notifications_subscriptions t
      join accounts_sessions s on s.id = t.session_id where t.user_id = ${userId}`,
  },
  {
    name: 'mail',
    ko: '보내 드린 메일',
    en: 'Mail we sent',
    tables: ['mail_messages'],
    columns: { to: at('받는 주소', 'To'), subject: at('제목', 'Subject'), at: at('때', 'Time') },
    query: ({ userId }) => sql`select m.to_address as to, m.subject, m.created_at as at from accounts_users u
      join mail_messages m on m.user_id = u.id or m.user_id is null and lower(m.to_address) = lower(u.email)
      where u.id = ${userId} order by m.created_at`,
  },
  {
    name: 'ads',
    ko: '광고',
    en: 'Ads',
    tables: ['ads_impressions', 'ads_clicks', 'ads_visits'],
    columns: { what: at('종류', 'Kind'), title, at: at('때', 'Time') },
    query: ({
      householdId,
      locale,
    }) => sql`select 'seen' as what, ${inLocale(locale, 'a.title')} as title, t.happened_at as at
      from ads_impressions t left join ads_ads a on a.id = t.ad_id where t.household_id = ${householdId}
      union all
      select 'opened', ${inLocale(locale, 'a.title')}, t.happened_at from ads_clicks t left join ads_ads a on a.id = t.ad_id
      where t.household_id = ${householdId}
      union all
      select 'visit', null, t.happened_at from ads_visits t where t.household_id = ${householdId}
      order by at`,
  },
  {
    name: 'data-exports',
    ko: '데이터 내려받기',
    en: 'Copies of data',
    tables: ['data_exports'],
    columns: { requested_at: at('요청한 때', 'Asked'), ready_at: at('준비된 때', 'Ready') },
    query: ({ userId }) =>
      sql`select requested_at, ready_at from data_exports where user_id = ${userId} order by requested_at`,
  },
];
