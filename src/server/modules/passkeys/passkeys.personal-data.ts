/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { column, type PersonalData } from '../../db/personal-data.ts';

export const passkeysPersonalData: PersonalData = {
  tables: {
    passkeys: { erasure: 'delete', copy: 'passkeys' },
    passkeys_challenges: {
      erasure: 'delete',
      copy: { none: 'hashes of questions that are good for five minutes' },
    },
  },
  sections: [
    {
      name: 'passkeys',
      ko: '패스키',
      en: 'Passkeys',
      columns: {
        name: column('이름', 'Name'),
        made_at: column('만든 때', 'Made'),
        last_used_at: column('마지막 사용', 'Last used'),
      },
      query: ({ userId }) => sql`select name, created_at as made_at, last_used_at
      from passkeys where user_id = ${userId} order by created_at`,
    },
  ],
};
