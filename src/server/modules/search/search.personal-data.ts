/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { column, type PersonalData, shared } from '../../db/personal-data.ts';

export const searchPersonalData: PersonalData = {
  tables: {
    search_queries: { erasure: 'delete', copy: 'searches' },
  },
  sections: [
    {
      name: 'searches',
      ko: '검색 기록',
      en: 'Search history',
      columns: { profile: shared.profile, query: column('검색어', 'Search'), at: column('때', 'Time') },
      query: ({
        householdId,
      }) => sql`select p.name as profile, t.q as query, t.searched_at as at from search_queries t
      left join profiles p on p.id = t.profile_id where t.household_id = ${householdId} order by t.searched_at`,
    },
  ],
};
