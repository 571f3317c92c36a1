/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { inLocale } from '../../db/columns.ts';
import { column, joins, type PersonalData, shared } from '../../db/personal-data.ts';

export const livePersonalData: PersonalData = {
  tables: { live_channel_favorites: { erasure: 'delete', copy: 'favorite-channels' } },
  sections: [
    {
      name: 'favorite-channels',
      ko: '즐겨찾는 채널',
      en: 'Favorite channels',
      columns: {
        profile: shared.profile,
        channel: column('채널', 'Channel'),
        at: column('추가한 때', 'Added'),
      },
      query: ({
        householdId,
        locale,
      }) => sql`select p.name as profile, ${inLocale(locale, 'c.name')} as channel, t.added_at as at
      from live_channel_favorites t ${joins.ofProfiles(householdId)} join live_channels c on c.id = t.channel_id
      order by t.added_at`,
    },
  ],
};
