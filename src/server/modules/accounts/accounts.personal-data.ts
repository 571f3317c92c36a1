/** The personal data of this module. */
import { eq, sql } from 'drizzle-orm';
import { column, type PersonalData } from '../../db/personal-data.ts';
import { forgetInEvents } from '../../resource/event-log.ts';
import { logins } from './accounts.tables.ts';

export const accountsPersonalData: PersonalData = {
  tables: {
    accounts_users: { erasure: 'delete', copy: 'account' },
    accounts_households: { erasure: 'delete', copy: 'account' },
    accounts_sessions: { erasure: 'delete', copy: 'devices' },
    accounts_logins: { erasure: 'delete', copy: 'logins' },
    accounts_session_actions: { erasure: 'delete', copy: 'sign-outs' },
    accounts_resets: { erasure: 'delete', copy: { none: 'hashes of links that are good for an hour' } },
    accounts_activations: {
      erasure: 'delete',
      copy: { none: 'hashes of codes of ten minutes; what they let in is among the devices' },
    },
    accounts_codes: {
      erasure: 'with_parent',
      emailColumn: 'target',
      copy: { none: 'hashes of codes that are good for minutes' },
    },
  },
  sections: [
    {
      name: 'account',
      ko: '계정',
      en: 'Account',
      columns: {
        username: column('아이디', 'Username'),
        email: column('이메일', 'Email'),
        phone: column('전화번호', 'Phone'),
        birth_date: column('생년월일', 'Birth date'),
        gender: column('성별', 'Gender'),
        language: column('메일 언어', 'Language of mail'),
        zone: column('시간대', 'Time zone'),
        email_verified_at: column('이메일을 확인한 때', 'Email confirmed'),
        terms_agreed_at: column('약관에 동의한 때', 'Terms agreed'),
        deletion_requested_at: column('삭제를 신청한 때', 'Deletion requested'),
        suspended_at: column('이용이 정지된 때', 'Suspended'),
        created_at: column('가입한 때', 'Joined'),
      },
      query: ({
        userId,
      }) => sql`select u.username, u.email, u.phone, u.birth_date, u.gender, u.locale as language, h.zone,
      u.email_verified_at, u.terms_agreed_at, u.deletion_requested_at, u.suspended_at, u.created_at
      from accounts_users u join accounts_households h on h.id = u.household_id where u.id = ${userId}`,
    },
    {
      name: 'devices',
      ko: '로그인한 기기',
      en: 'Devices',
      columns: {
        device: column('기기', 'Device'),
        address: column('IP 주소', 'IP address'),
        country: column('지역', 'Country'),
        signed_in_at: column('로그인한 때', 'Logged in'),
        last_used_at: column('마지막 사용', 'Last used'),
        ended_at: column('로그아웃한 때', 'Logged out'),
      },
      query: ({ userId }) => sql`select device_name as device, address, country, created_at as signed_in_at,
      last_seen_at as last_used_at, ended_at from accounts_sessions where user_id = ${userId} order by created_at`,
    },
    {
      name: 'logins',
      ko: '로그인 기록',
      en: 'Login history',
      columns: {
        at: column('때', 'Time'),
        succeeded: column('성공', 'Succeeded'),
        method: column('방법', 'Method'),
        device: column('기기', 'Device'),
        address: column('IP 주소', 'IP address'),
        country: column('지역', 'Country'),
      },
      query: ({
        userId,
      }) => sql`select created_at as at, succeeded, method, device_name as device, address, country
      from accounts_logins where user_id = ${userId} order by created_at`,
    },
    {
      name: 'sign-outs',
      ko: '로그아웃 기록',
      en: 'Logouts',
      columns: { at: column('때', 'Time'), plan: column('이용권 종류', 'Kind of user') },
      query: ({
        userId,
      }) => sql`select t.created_at as at, t.user_type as plan from accounts_session_actions t
      join accounts_sessions s on s.id = t.session_id where s.user_id = ${userId} order by t.created_at`,
    },
  ],
  async erase(tx, { userId }) {
    const tries = await tx.select({ id: logins.id }).from(logins).where(eq(logins.userId, userId));
    await forgetInEvents(tx, [userId, ...tries.map(({ id }) => id)]);
  },
};
