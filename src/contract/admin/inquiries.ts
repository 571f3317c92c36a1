/** Inquiries in the back office: reading, answering, closing, and answers written beforehand. */
import { z } from 'zod';
import { inquiryMessage, inquiryStates, inquirySummary, inquiryTypes } from '../account/inquiries.ts';
import type { CallTable } from '../call.ts';
import { line, paragraphs, requiredLine } from '../text.ts';
import { inGroup } from './field-groups.ts';
import { type ResourceShape, recordWith, resourceCalls, resourceShape } from './resource.ts';

const params = z.object({ id: z.uuid() });
/** The `updated_at` of the record that it was made from: what was written meanwhile has to be read first. */
const made_from = { updated_at: z.string() };

/** What customers have asked. */
export const inquiries = {
  name: 'inquiries',
  module: 'inquiries',
  record: inquirySummary.extend({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    answered_at: z.iso.datetime().nullable(),
    /** The customer; null when the account was deleted. */
    user_id: z.uuid().nullable(),
    username: z.string(),
    email: inGroup('personal', z.string()),
    household_id: z.uuid(),
    /** The language it was asked in. */
    locale: z.enum(['ko', 'en']),
    assigned_to: z.uuid().nullable(),
    assigned_name: z.string(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A part of the title or of the username; a customer's whole e-mail address or telephone number. */
    q: line(200).optional(),
    status: z.enum(inquiryStates).optional(),
    type: z.enum(inquiryTypes).optional(),
    /** `me`, `nobody`; everybody's without. */
    assigned: z.enum(['me', 'nobody']).optional(),
    household_id: z.uuid().optional(),
    /** A part of the customer's. */
    username_like: line(200).optional(),
    /** Whether the account was deleted. */
    username_empty: z.stringbool().optional(),
  },
  sort: ['created_at', 'updated_at'],
  personal: { email: 'email' },
} as const satisfies ResourceShape;
const listed = resourceCalls(inquiries);
const inquiryRecord = recordWith(inquiries.record, {
  messages: z.array(inquiryMessage.extend({ staff_name: z.string() })),
});
export type InquiryRecord = z.infer<typeof inquiryRecord>;
const one = z.object({ data: inquiryRecord });

export const cannedAnswers = resourceShape({
  name: 'canned-answers',
  module: 'inquiries',
  fields: {
    name_ko: requiredLine(80),
    name_en: requiredLine(80),
    body_ko: paragraphs(5000).min(1),
    body_en: paragraphs(5000).min(1),
  },
  filter: { q: line(200).optional() },
  sort: ['name_ko', 'name_en', 'created_at'],
});

export const adminInquiryCalls = {
  'GET /api/admin/inquiries': listed['GET /api/admin/inquiries'],
  'GET /api/admin/inquiries/{id}': {
    summary: 'One inquiry with all that was written',
    who: { module: 'inquiries', action: 'read' },
    cache: 'private',
    params,
    answer: one,
    errors: ['not_found'],
  },
  'PATCH /api/admin/inquiries/{id}': {
    summary: 'Close or reopen an inquiry, or say whose it is',
    who: { module: 'inquiries', action: 'update' },
    cache: 'private',
    params,
    body: z.object({
      closed: z.boolean().optional(),
      /** Mine, or nobody's. */
      mine: z.boolean().optional(),
      ...made_from,
    }),
    answer: one,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/inquiries/{id}/answer': {
    summary: 'Answer: the household hears of it by push and by mail',
    who: { module: 'inquiries', action: 'update' },
    cache: 'private',
    params,
    body: z.object({ answer: paragraphs(5000).min(1), close: z.boolean().default(false), ...made_from }),
    answer: one,
    errors: ['not_found', 'conflict', 'inquiry_closed'],
  },
  'GET /api/admin/inquiries/attachments/{id}': {
    summary: 'A file that a customer has sent, to keep: never to be shown as a page',
    who: { module: 'inquiries', action: 'read' },
    cache: 'private',
    params,
    answer: 'bytes',
    errors: ['not_found'],
  },
  ...resourceCalls(cannedAnswers),
} satisfies CallTable;
