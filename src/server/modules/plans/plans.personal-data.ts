/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { inLocale } from '../../db/columns.ts';
import { column, type PersonalData } from '../../db/personal-data.ts';

export const plansPersonalData: PersonalData = {
  tables: {
    plans_periods: { erasure: 'delete', copy: 'plans' },
  },
  sections: [
    {
      name: 'plans',
      ko: '이용권',
      en: 'Plans',
      columns: {
        plan: column('이용권', 'Plan'),
        starts_at: column('시작', 'Starts'),
        ends_at: column('끝', 'Ends'),
      },
      query: ({
        householdId,
        locale,
      }) => sql`select ${inLocale(locale, 'n.name')} as plan, t.starts_at, t.ends_at from plans_periods t
      left join plans_plans n on n.id = t.plan_id where t.household_id = ${householdId} order by t.starts_at`,
    },
  ],
};
