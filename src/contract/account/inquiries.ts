/** Inquiries: a household writes to the service's people, they answer, and it goes on until it is closed. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { paragraphs, requiredLine } from '../text.ts';
import { id, pageMeta, pageQuery } from '../wire.ts';

export const inquiryTypes = ['service', 'payment', 'sign_in', 'content', 'technical', 'other'] as const;
export type InquiryType = (typeof inquiryTypes)[number];

/** Received: it waits for an answer. Answered: the customer may write again. Closed: no more messages are accepted. */
export const inquiryStates = ['received', 'answered', 'closed'] as const;
export type InquiryState = (typeof inquiryStates)[number];

/** Most files with one message, and most bytes of each. */
export const maxAttachments = 5;
export const attachmentBytes = 10 * 2 ** 20;

const inquiryAttachment = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'pdf']),
  size_bytes: z.number().int(),
});
export type InquiryAttachment = z.infer<typeof inquiryAttachment>;

export const inquiryMessage = z.object({
  id: z.string(),
  author: z.enum(['customer', 'staff']),
  body: z.string(),
  created_at: z.string(),
  attachments: z.array(inquiryAttachment),
});

const summary = {
  id: z.string(),
  type: z.enum(inquiryTypes),
  title: z.string(),
  status: z.enum(inquiryStates),
  created_at: z.string(),
  answered_at: z.string().nullable(),
};
export const inquirySummary = z.object(summary);
export type InquirySummary = z.infer<typeof inquirySummary>;
export const inquiry = z.object({ ...summary, messages: z.array(inquiryMessage) });
export type Inquiry = z.infer<typeof inquiry>;

const written = {
  /** Made by the client, so that sending again after a lost answer does not write twice. */
  id,
  body: paragraphs(5000).min(1),
  attachment_ids: z.array(id).max(maxAttachments).default([]),
};
const one = z.object({ data: inquiry });

export const inquiryCalls = {
  'GET /api/account/inquiries': {
    summary: 'The household’s inquiries, newest first',
    who: 'user',
    cache: 'private',
    query: z.object(pageQuery(20, 100)),
    answer: z.object({ data: z.array(inquirySummary), meta: pageMeta }),
    errors: [],
  },
  'GET /api/account/inquiries/{id}': {
    summary: 'One inquiry with all that was written',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: one,
    errors: ['not_found'],
  },
  'POST /api/account/inquiries': {
    summary: 'Ask; at most ten times in 24 hours',
    who: 'user',
    cache: 'private',
    body: z.object({ ...written, type: z.enum(inquiryTypes), title: requiredLine(120) }),
    answer: one,
    errors: ['inquiry_limit', 'conflict'],
  },
  'POST /api/account/inquiries/{id}/messages': {
    summary: 'Write again, as long as it is not closed',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    body: z.object(written),
    answer: one,
    errors: ['not_found', 'inquiry_closed', 'inquiry_limit', 'conflict'],
  },
  'POST /api/account/inquiry-attachments': {
    summary:
      'Send a file for a message to come: JPEG, PNG, WebP or PDF by its content, at most 10 MB. Forgotten after a day without one',
    who: 'user',
    cache: 'private',
    query: z.object({ name: z.string().max(255).default('') }),
    body: 'bytes',
    answer: z.object({ data: inquiryAttachment }),
    errors: ['too_large', 'invalid_file', 'inquiry_limit', 'too_many_tries'],
  },
  'GET /api/account/inquiry-attachments/{id}': {
    summary: 'A file of one of the household’s messages, to keep: never to be shown as a page',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: 'bytes',
    errors: ['not_found'],
  },
} as const satisfies CallTable;
