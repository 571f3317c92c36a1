/** The personal data of this module. */
import { eq, sql } from 'drizzle-orm';
import { column, type PersonalData, shared } from '../../db/personal-data.ts';
import { forgetInEvents } from '../../resource/event-log.ts';
import { removeHouseholdFiles } from './attachments.service.ts';
import { inquiries } from './inquiries.tables.ts';

/** The path of an attachment `a` in the archive: numbered, because several may have the same name. */
const attachmentFile = sql`'attachments/' || lpad((row_number() over (order by a.created_at, a.id))::text, 3, '0') || '-' || a.name`;

export const inquiriesPersonalData: PersonalData = {
  tables: {
    inquiries: { erasure: 'delete', copy: 'inquiries' },
    inquiries_messages: { erasure: 'with_parent', copy: 'inquiries' },
    inquiries_attachments: { erasure: 'with_parent', copy: 'attachments' },
  },
  sections: [
    {
      name: 'inquiries',
      ko: '문의',
      en: 'Inquiries',
      columns: {
        title: shared.title,
        state: column('상태', 'State'),
        by: column('쓴 사람', 'Written by'),
        message: column('내용', 'Message'),
        at: column('때', 'Time'),
      },
      query: ({ userId }) => sql`select t.title, t.status as state,
        case when m.staff_name is null then 'customer' else 'staff' end as by, m.body as message, m.created_at as at
      from inquiries t join inquiries_messages m on m.inquiry_id = t.id where t.user_id = ${userId} order by m.created_at`,
    },
    {
      name: 'attachments',
      ko: '문의 첨부 파일',
      en: 'Attachments of inquiries',
      columns: {
        file: column('파일', 'File'),
        type: column('형식', 'Type'),
        bytes: column('크기(바이트)', 'Size (bytes)'),
        at: column('때', 'Time'),
      },
      query: ({ userId }) => sql`select ${attachmentFile} as file, a.content_type as type,
        a.size_bytes as bytes, a.created_at as at
      from inquiries_attachments a join inquiries_messages m on m.id = a.message_id join inquiries t on t.id = m.inquiry_id
      where t.user_id = ${userId} order by a.created_at, a.id`,
    },
  ],
  files: ({ userId }) => sql`select ${attachmentFile} as file, a.storage_key as key
    from inquiries_attachments a join inquiries_messages m on m.id = a.message_id
    join inquiries t on t.id = m.inquiry_id where t.user_id = ${userId} order by a.created_at, a.id`,
  async erase(tx, { userId, householdId, isLast }) {
    const asked = await tx
      .select({ id: inquiries.id })
      .from(inquiries)
      .where(isLast ? eq(inquiries.householdId, householdId) : eq(inquiries.userId, userId));
    await forgetInEvents(
      tx,
      asked.map(({ id }) => id),
    );
    if (isLast) await removeHouseholdFiles(tx, householdId);
  },
};
