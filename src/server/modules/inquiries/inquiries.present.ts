/** The wire shapes of inquiries: every field named. */
import type { Inquiry, InquiryAttachment, InquirySummary } from '../../../contract/account/inquiries.ts';
import type { InquiryRecord } from '../../../contract/admin/inquiries.ts';
import type { AttachmentRow, InquiryRow, WrittenRow } from './inquiries.repo.ts';

export function presentAttachment(row: AttachmentRow): InquiryAttachment {
  return {
    id: row.id,
    name: row.name,
    kind: row.contentType === 'application/pdf' ? 'pdf' : 'image',
    size_bytes: row.sizeBytes,
  };
}

export function presentSummary(row: InquiryRow): InquirySummary {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    answered_at: row.answeredAt?.toISOString() ?? null,
  };
}

const presentMessage = (message: WrittenRow) => ({
  id: message.id,
  author: message.staffName === null ? ('customer' as const) : ('staff' as const),
  body: message.body,
  created_at: message.createdAt.toISOString(),
  attachments: message.attachments.map(presentAttachment),
});

/** An inquiry as its household sees it: without the name of the member of staff who answered. */
export function presentInquiry(row: InquiryRow, messages: WrittenRow[]): Inquiry {
  return { ...presentSummary(row), messages: messages.map(presentMessage) };
}

/** Messages as staff see them. */
export const presentMessages = (messages: WrittenRow[]): InquiryRecord['messages'] =>
  messages.map((message) => ({ ...presentMessage(message), staff_name: message.staffName ?? '' }));
