/** The rules of inquiries: how much a household may write, who may write when, and who is notified of an answer. */
import type { InquiryType } from '../../../contract/account/inquiries.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail, failField } from '../../errors.ts';
import type { SignedInUser, StaffMember } from '../../http/caller.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { type Authorized, authorize, type Owned, requireOwned } from '../../security/permission.ts';
import { notify } from '../notifications/notifications.service.ts';
import * as repo from './inquiries.repo.ts';

const dayMs = 86_400_000;
const inquiriesPerDay = 10;
const messagesPerDay = 50;

export interface Written {
  /** Made by the client: the same id again is the same message. */
  id: string;
  body: string;
  attachment_ids: string[];
}

/** An inquiry of the household; another household's is not found. */
export async function getOwnInquiry(
  context: Context,
  householdId: string,
  id: string,
): Promise<Owned<repo.InquiryRow>> {
  return requireOwned(householdId, await repo.findInquiry(context.db, id));
}

async function write(
  tx: Transaction,
  message: Parameters<typeof repo.insertMessage>[1] & { id: string },
  attachmentIds: string[],
): Promise<void> {
  await repo.insertMessage(tx, message);
  const wanted = [...new Set(attachmentIds)];
  if ((await repo.claimAttachments(tx, message, wanted)) < wanted.length)
    failField('attachment_ids', 'attachment_gone');
}

/** Creates an inquiry. Its id is also that of the question; sending it again returns the existing inquiry. */
export async function ask(
  context: Context,
  user: SignedInUser,
  locale: Locale,
  question: Written & { type: InquiryType; title: string },
): Promise<repo.InquiryRow> {
  const { householdId } = user;
  const { id } = question;
  await context.db.transaction(async (tx) => {
    await repo.lockHousehold(tx, householdId);
    const before = await repo.findInquiry(tx, id);
    if (before && before.householdId !== householdId) fail('conflict');
    if (before) return;
    const now = context.now();
    const since = new Date(now.getTime() - dayMs);
    if ((await repo.countInquiriesSince(tx, householdId, since)) >= inquiriesPerDay) fail('inquiry_limit');
    const { type, title, body, attachment_ids } = question;
    await repo.insertInquiry(tx, {
      id,
      householdId,
      userId: user.id,
      type,
      title,
      locale,
      createdAt: now,
      updatedAt: now,
    });
    await write(tx, { id, inquiryId: id, householdId, body, createdAt: now }, attachment_ids);
  });
  return getOwnInquiry(context, householdId, id);
}

/** Adds a message to an inquiry, which then waits for an answer. */
export async function writeAgain(
  context: Context,
  { householdId }: SignedInUser,
  inquiryId: string,
  { id, body, attachment_ids }: Written,
): Promise<repo.InquiryRow> {
  await context.db.transaction(async (tx) => {
    await repo.lockHousehold(tx, householdId);
    const row = requireOwned(householdId, await repo.findInquiry(tx, inquiryId, true));
    const before = await repo.findMessage(tx, id);
    if (before && before.inquiryId !== inquiryId) fail('conflict');
    if (before) return;
    if (row.status === 'closed') fail('inquiry_closed');
    const now = context.now();
    const since = new Date(now.getTime() - dayMs);
    if ((await repo.countMessagesSince(tx, householdId, since)) >= messagesPerDay) fail('inquiry_limit');
    await write(tx, { id, inquiryId, householdId, body, createdAt: now }, attachment_ids);
    await repo.setInquiry(tx, row, { status: 'received', updatedAt: now });
  });
  return getOwnInquiry(context, householdId, inquiryId);
}

/** Locks the inquiry in the state that a member of staff has read; fails when it was changed since. */
async function lockAsRead(
  tx: Transaction,
  staff: StaffMember,
  id: string,
  readAt: string,
): Promise<Authorized<repo.InquiryRow>> {
  const row = (await repo.findInquiry(tx, id, true)) ?? fail('not_found');
  if (Date.parse(readAt) !== row.updatedAt.getTime()) fail('conflict');
  return authorize(staff, 'inquiries', 'update', row);
}

/** Answers an inquiry; the customer is notified. */
export async function answer(
  context: Context,
  staff: StaffMember,
  id: string,
  { answer: body, close, updated_at }: { answer: string; close: boolean; updated_at: string },
): Promise<void> {
  const messageId = newId();
  await context.db.transaction(async (tx) => {
    const row = await lockAsRead(tx, staff, id, updated_at);
    if (row.status === 'closed') fail('inquiry_closed');
    const now = context.now();
    const status = close ? ('closed' as const) : ('answered' as const);
    const { householdId } = row;
    await repo.insertMessage(tx, {
      id: messageId,
      inquiryId: id,
      householdId,
      staffName: staff.name,
      body,
      createdAt: now,
    });
    await repo.setInquiry(tx, row, {
      status,
      answeredAt: now,
      assignedTo: row.assignedTo ?? staff.id,
      updatedAt: now,
    });
    await recordEvent(tx, {
      staff,
      module: 'inquiries',
      action: 'answer',
      entity: 'inquiries',
      entityId: id,
      label: row.title,
      changes: { state: [row.status, status], body: [null, body] },
    });
    if (row.userId)
      await notify(tx, context, {
        cause: 'inquiry_answered',
        subjectId: messageId,
        values: { id, title: row.title },
        audience: { userId: row.userId },
        mail: { locale: row.locale },
      });
  });
}

/** Closes, reopens or takes over an inquiry. */
export async function changeInquiry(
  context: Context,
  staff: StaffMember,
  id: string,
  {
    closed,
    mine,
    updated_at,
  }: { closed?: boolean | undefined; mine?: boolean | undefined; updated_at: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockAsRead(tx, staff, id, updated_at);
    const values: Partial<repo.InquiryRow> = {};
    if (closed === true) values.status = 'closed';
    // Reopening restores the earlier state: answered, or still waiting.
    if (closed === false && row.status === 'closed') values.status = row.answeredAt ? 'answered' : 'received';
    if (mine !== undefined) values.assignedTo = mine ? staff.id : null;
    const changes: Record<string, [unknown, unknown]> = {};
    if (values.status && values.status !== row.status) changes.state = [row.status, values.status];
    if (mine !== undefined && values.assignedTo !== row.assignedTo)
      changes.assigned_to = [row.assignedTo, values.assignedTo];
    if (Object.keys(changes).length === 0) return;
    await repo.setInquiry(tx, row, { ...values, updatedAt: context.now() });
    await recordEvent(tx, {
      staff,
      module: 'inquiries',
      action: 'update',
      entity: 'inquiries',
      entityId: id,
      label: row.title,
      changes,
    });
  });
}
