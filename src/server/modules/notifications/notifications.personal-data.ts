/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { column, type PersonalData, shared } from '../../db/personal-data.ts';

export const notificationsPersonalData: PersonalData = {
  tables: {
    notifications: { erasure: 'delete', copy: 'notifications' },
    notifications_events: { erasure: 'with_parent', copy: 'notifications' },
    notifications_choices: { erasure: 'delete', copy: 'notification-settings' },
    notifications_quiet_hours: { erasure: 'delete', copy: 'notification-settings' },
    notifications_subscriptions: { erasure: 'delete', copy: 'notification-settings' },
  },
  sections: [
    {
      name: 'notifications',
      ko: '알림',
      en: 'Notifications',
      columns: {
        profile: shared.profile,
        kind: column('종류', 'Kind'),
        about: column('내용', 'About'),
        at: column('때', 'Time'),
        read_at: column('읽은 때', 'Read'),
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
      columns: {
        setting: column('설정', 'Setting'),
        channel: column('방법', 'Channel'),
        value: column('값', 'Value'),
        at: column('정한 때', 'Since'),
      },
      query: ({ userId }) => sql`select kind as setting, channel, wanted::text as value, changed_at as at
      from notifications_choices where user_id = ${userId}
      union all
      select 'quiet_hours', null, quiet_from || '-' || quiet_until, null from notifications_quiet_hours where user_id = ${userId}
      union all
      select 'push_device', 'web_push', s.device_name, t.created_at from notifications_subscriptions t
      join accounts_sessions s on s.id = t.session_id where t.user_id = ${userId}`,
    },
  ],
};
