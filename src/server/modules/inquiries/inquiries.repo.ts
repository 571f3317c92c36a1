/** Reads and writes inquiries and what was written in them. */
import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import type { Authorized, Owned } from '../../security/permission.ts';
import { users } from '../accounts/accounts.tables.ts';
import { staff } from '../staff/staff.tables.ts';
import { inquiries, inquiryAttachments, inquiryMessages } from './inquiries.tables.ts';

export type InquiryRow = typeof inquiries.$inferSelect;
type MessageRow = typeof inquiryMessages.$inferSelect;
export type AttachmentRow = typeof inquiryAttachments.$inferSelect;
export type WrittenRow = MessageRow & { attachments: AttachmentRow[] };
export type StaffRow = InquiryRow & {
  username: string | null;
  email: string | null;
  assignedName: string | null;
};

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

interface StaffFilter {
  ids?: string[] | undefined;
  pattern?: string | undefined;
  status?: InquiryRow['status'] | undefined;
  type?: InquiryRow['type'] | undefined;
  /** Null: assigned to nobody. */
  assignedTo?: string | null | undefined;
  householdId?: string | undefined;
}

const forStaff = (db: Queryable) =>
  db
    .select({ inquiry: inquiries, username: users.username, email: users.email, assignedName: staff.name })
    .from(inquiries)
    .leftJoin(users, eq(users.id, inquiries.userId))
    .leftJoin(staff, eq(staff.id, inquiries.assignedTo));

/** A page of all inquiries, with their customers and assignees. */
export async function listForStaff(
  db: Queryable,
  filter: StaffFilter,
  sort: { by: 'created_at' | 'updated_at'; order: 'asc' | 'desc' } & Window,
): Promise<{ rows: StaffRow[]; total: number }> {
  const where: SQL | undefined = and(
    filter.ids && inArray(inquiries.id, filter.ids),
    filter.pattern
      ? or(
          ilike(inquiries.title, filter.pattern),
          ilike(users.username, filter.pattern),
          ilike(users.email, filter.pattern),
        )
      : undefined,
    filter.status && eq(inquiries.status, filter.status),
    filter.type && eq(inquiries.type, filter.type),
    filter.householdId ? eq(inquiries.householdId, filter.householdId) : undefined,
    filter.assignedTo === undefined
      ? undefined
      : filter.assignedTo === null
        ? isNull(inquiries.assignedTo)
        : eq(inquiries.assignedTo, filter.assignedTo),
  );
  const direction = sort.order === 'asc' ? asc : desc;
  const column = sort.by === 'updated_at' ? inquiries.updatedAt : inquiries.createdAt;
  const [found, [all]] = await Promise.all([
    forStaff(db)
      .where(where)
      .orderBy(direction(column), direction(inquiries.id))
      .limit(sort.limit)
      .offset(sort.offset),
    db
      .select({ total: count() })
      .from(inquiries)
      .leftJoin(users, eq(users.id, inquiries.userId))
      .where(where),
  ]);
  return { rows: found.map(({ inquiry, ...rest }) => ({ ...inquiry, ...rest })), total: all?.total ?? 0 };
}

export async function findForStaff(db: Queryable, id: string): Promise<StaffRow | undefined> {
  const [found] = await forStaff(db).where(eq(inquiries.id, id));
  return (
    found && {
      ...found.inquiry,
      username: found.username,
      email: found.email,
      assignedName: found.assignedName,
    }
  );
}
