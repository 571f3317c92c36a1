/** Reads and writes inquiries and what was written in them. */
import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import type { Authorized, Owned } from '../../security/permission.ts';
import { users } from '../accounts/accounts.tables.ts';
import { staff } from '../staff/staff.tables.ts';
import { inquiries, inquiryAttachments, inquiryMessages } from './inquiries.tables.ts';

export type InquiryRow = typeof inquiries.$inferSelect;
type MessageRow = typeof inquiryMessages.$inferSelect;
export type AttachmentRow = typeof inquiryAttachments.$inferSelect;
export type WrittenRow = MessageRow & { attachments: AttachmentRow[] };
/** Locks a household's inquiries and messages until the transaction ends, because their number per day is limited. */
export async function lockHousehold(tx: Queryable, householdId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`inquiries:${householdId}`}, 0))`);
}

export async function countInquiriesSince(db: Queryable, householdId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(inquiries)
    .where(and(eq(inquiries.householdId, householdId), gt(inquiries.createdAt, since)));
  return row?.total ?? 0;
}

/** How many messages a household has written since an instant. */
export async function countMessagesSince(db: Queryable, householdId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(inquiryMessages)
    .where(
      and(
        eq(inquiryMessages.householdId, householdId),
        gt(inquiryMessages.createdAt, since),
        isNull(inquiryMessages.staffName),
      ),
    );
  return row?.total ?? 0;
}

export async function findInquiry(db: Queryable, id: string, lock = false): Promise<InquiryRow | undefined> {
  const query = db.select().from(inquiries).where(eq(inquiries.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

export async function findMessage(db: Queryable, id: string): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(inquiryMessages).where(eq(inquiryMessages.id, id));
  return row;
}

export async function insertInquiry(tx: Queryable, row: typeof inquiries.$inferInsert): Promise<void> {
  await tx.insert(inquiries).values(row);
}

export async function insertMessage(tx: Queryable, row: typeof inquiryMessages.$inferInsert): Promise<void> {
  await tx.insert(inquiryMessages).values(row);
}

/** Attaches files that the household has sent to one of its messages; returns how many were attached. */
export async function claimAttachments(
  tx: Queryable,
  { householdId, id }: Pick<MessageRow, 'householdId' | 'id'>,
  attachmentIds: string[],
): Promise<number> {
  if (attachmentIds.length === 0) return 0;
  const claimed = await tx
    .update(inquiryAttachments)
    .set({ messageId: id })
    .where(
      and(
        inArray(inquiryAttachments.id, attachmentIds),
        eq(inquiryAttachments.householdId, householdId),
        isNull(inquiryAttachments.messageId),
      ),
    )
    .returning({ id: inquiryAttachments.id });
  return claimed.length;
}

export async function setInquiry(
  tx: Queryable,
  { id }: Owned<InquiryRow> | Authorized<InquiryRow>,
  values: Partial<InquiryRow>,
): Promise<void> {
  await tx.update(inquiries).set(values).where(eq(inquiries.id, id));
}

/** All messages of an inquiry, in order, with the files. */
export async function listMessages(db: Queryable, inquiryId: string): Promise<WrittenRow[]> {
  const messages = await db
    .select()
    .from(inquiryMessages)
    .where(eq(inquiryMessages.inquiryId, inquiryId))
    .orderBy(asc(inquiryMessages.createdAt), asc(inquiryMessages.id));
  const files =
    messages.length === 0
      ? []
      : await db
          .select()
          .from(inquiryAttachments)
          .where(
            inArray(
              inquiryAttachments.messageId,
              messages.map(({ id }) => id),
            ),
          )
          .orderBy(asc(inquiryAttachments.createdAt), asc(inquiryAttachments.id));
  return messages.map((message) => ({
    ...message,
    attachments: files.filter(({ messageId }) => messageId === message.id),
  }));
}

export async function findAttachment(db: Queryable, id: string): Promise<AttachmentRow | undefined> {
  const [row] = await db.select().from(inquiryAttachments).where(eq(inquiryAttachments.id, id));
  return row;
}

/** A file that a message was sent with, and the inquiry it belongs to. */
export async function findSentAttachment(
  db: Queryable,
  id: string,
): Promise<{ attachment: AttachmentRow; inquiry: InquiryRow } | undefined> {
  const [row] = await db
    .select({ attachment: inquiryAttachments, inquiry: inquiries })
    .from(inquiryAttachments)
    .innerJoin(inquiryMessages, eq(inquiryMessages.id, inquiryAttachments.messageId))
    .innerJoin(inquiries, eq(inquiries.id, inquiryMessages.inquiryId))
    .where(eq(inquiryAttachments.id, id));
  return row;
}

interface Window {
  limit: number;
  offset: number;
}

/** A household's inquiries, newest first, and how many there are. */
export async function listOfHousehold(
  db: Queryable,
  householdId: string,
  { limit, offset }: Window,
): Promise<{ rows: InquiryRow[]; total: number }> {
  const own = eq(inquiries.householdId, householdId);
  const [rows, [all]] = await Promise.all([
    db
      .select()
      .from(inquiries)
      .where(own)
      .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(inquiries).where(own),
  ]);
  return { rows, total: all?.total ?? 0 };
}

/** Whose inquiries are, and who has taken them on, for rows in their order. */
export async function peopleOf(
  db: Queryable,
  rows: Pick<InquiryRow, 'userId' | 'assignedTo'>[],
): Promise<{ username: string; email: string; assigned_name: string }[]> {
  const ids = (all: (string | null)[]) => [...new Set(all.filter((id) => id !== null))];
  const [customers, assignees] = await Promise.all([
    db
      .select({ id: users.id, username: users.username, email: users.email })
      .from(users)
      .where(inArray(users.id, ids(rows.map(({ userId }) => userId)))),
    db
      .select({ id: staff.id, name: staff.name })
      .from(staff)
      .where(inArray(staff.id, ids(rows.map(({ assignedTo }) => assignedTo)))),
  ]);
  return rows.map(({ userId, assignedTo }) => {
    const customer = customers.find(({ id }) => id === userId);
    return {
      username: customer?.username ?? '',
      email: customer?.email ?? '',
      assigned_name: assignees.find(({ id }) => id === assignedTo)?.name ?? '',
    };
  });
}
