/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { inLocale } from '../../db/columns.ts';
import { column, type PersonalData, shared } from '../../db/personal-data.ts';

export const adsPersonalData: PersonalData = {
  tables: {
    ads_impressions: { erasure: { anonymise: ['household_id'] }, copy: 'ads' },
    ads_clicks: { erasure: { anonymise: ['household_id'] }, copy: 'ads' },
    ads_visits: { erasure: 'delete', copy: 'ads' },
  },
  sections: [
    {
      name: 'ads',
      ko: '광고',
      en: 'Ads',
      columns: { what: column('종류', 'Kind'), title: shared.title, at: column('때', 'Time') },
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
  ],
};
