/** The personal data of this module. */
import { eq, sql } from 'drizzle-orm';
import { column, type PersonalData } from '../../db/personal-data.ts';
import { forgetInEvents } from '../../resource/event-log.ts';
import { mailMessages } from './mail.tables.ts';

export const mailPersonalData: PersonalData = {
  tables: {
    mail_messages: { erasure: 'delete', emailColumn: 'to_address', copy: 'mail' },
  },
  sections: [
    {
      name: 'mail',
      ko: '보내 드린 메일',
      en: 'Mail we sent',
      columns: {
        to: column('받는 주소', 'To'),
        subject: column('제목', 'Subject'),
        at: column('때', 'Time'),
      },
      query: ({
        userId,
      }) => sql`select m.to_address as to, m.subject, m.created_at as at from accounts_users u
      join mail_messages m on m.user_id = u.id or m.user_id is null and lower(m.to_address) = lower(u.email)
      where u.id = ${userId} order by m.created_at`,
    },
  ],
  // Staff may have named somebody in the reason for which they read a message.
  async erase(tx, { userId }) {
    const sent = await tx
      .select({ id: mailMessages.id })
      .from(mailMessages)
      .where(eq(mailMessages.userId, userId));
    await forgetInEvents(
      tx,
      sent.map(({ id }) => id),
    );
  },
};
