/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { column, type PersonalData } from '../../db/personal-data.ts';

export const socialLoginPersonalData: PersonalData = {
  tables: {
    social_login_identities: { erasure: 'delete', copy: 'linked-accounts' },
    social_login_authorizations: {
      erasure: 'delete',
      copy: { none: 'ways to another service, of half an hour; what came of them is linked or not' },
    },
  },
  sections: [
    {
      name: 'linked-accounts',
      ko: '연결된 계정',
      en: 'Linked accounts',
      columns: {
        service: column('서비스', 'Service'),
        subject: column('서비스의 회원 식별자', 'Identifier at the service'),
        email: column('이메일', 'Email'),
        linked_at: column('연결한 때', 'Linked'),
        last_used_at: column('마지막 사용', 'Last used'),
      },
      query: ({
        userId,
      }) => sql`select provider as service, subject, email, created_at as linked_at, last_used_at
      from social_login_identities where user_id = ${userId} order by created_at`,
    },
  ],
};
