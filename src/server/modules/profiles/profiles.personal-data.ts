/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { inLocale } from '../../db/columns.ts';
import { column, joins, type PersonalData, shared } from '../../db/personal-data.ts';

export const profilesPersonalData: PersonalData = {
  tables: {
    profiles: { erasure: 'delete', copy: 'profiles' },
    profiles_blocked_titles: { erasure: 'delete', copy: 'blocked-titles' },
  },
  sections: [
    {
      name: 'profiles',
      ko: '프로필',
      en: 'Profiles',
      columns: {
        name: column('이름', 'Name'),
        is_kid: column('키즈 프로필', 'Kids profile'),
        age: column('나이', 'Age'),
        maturity: column('시청 등급', 'Maturity rating'),
        has_pin: column('잠금', 'Locked'),
        hours: column('시청 시간', 'Viewing hours'),
        autoplay_next: column('다음 화 자동 재생', 'Plays the next episode'),
        language: column('언어', 'Language'),
        caption_style: column('자막 모양', 'Look of captions'),
        email: column('이메일', 'Email'),
        created_at: column('만든 때', 'Made'),
      },
      query: ({
        householdId,
      }) => sql`select name, is_kid, age, maturity, pin_hash is not null as has_pin, hours,
      autoplay_next, language, caption_style, email, created_at from profiles where household_id = ${householdId} order by created_at`,
    },
    {
      name: 'blocked-titles',
      ko: '보지 않을 콘텐츠',
      en: 'Blocked titles',
      columns: { profile: shared.profile, title: shared.title, at: column('정한 때', 'Since') },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, ${inLocale(locale, 'c.title')} as title, t.created_at as at
      from profiles_blocked_titles t ${joins.ofProfiles(householdId)} ${joins.title} order by t.created_at`,
    },
  ],
};
