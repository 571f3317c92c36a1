/** Inquiries in the back office: reading, answering, closing, and answers written beforehand. */
import { z } from 'zod';
import { inquiryMessage, inquiryStates, inquirySummary, inquiryTypes } from '../account/inquiries.ts';
import type { CallTable } from '../call.ts';
import { line, paragraphs, requiredLine } from '../text.ts';
import { pageMeta, pageQuery } from '../wire.ts';
import { resourceCalls, resourceShape } from './resource.ts';

const params = z.object({ id: z.uuid() });
/** The `updated_at` of the record that it was made from: what was written meanwhile has to be read first. */
const made_from = { updated_at: z.string() };

const inquiryRow = inquirySummary.extend({
  updated_at: z.string(),
  /** The customer; null when the account was deleted. */
  user_id: z.string().nullable(),
  username: z.string(),
  email: z.string(),
  household_id: z.string(),
  /** The language it was asked in. */
  locale: z.enum(['ko', 'en']),
  assigned_to: z.string().nullable(),
  assigned_name: z.string(),
});
const inquiryRecord = inquiryRow.extend({
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
  'GET /api/admin/inquiries': {
    summary: 'A page of inquiries',
    who: { module: 'inquiries', action: 'read' },
    cache: 'private',
    query: z.object({
      ...pageQuery(25, 1000),
      sort: z.enum(['created_at', 'updated_at']).default('created_at'),
      order: z.enum(['asc', 'desc']).default('desc'),
      ids: z.string().max(4000).optional(),
      /** A part of the title, of the username or of the e-mail address. */
      q: line(200).optional(),
      status: z.enum(inquiryStates).optional(),
      type: z.enum(inquiryTypes).optional(),
      /** `me`, `nobody`; everybody's without. */
      assigned: z.enum(['me', 'nobody']).optional(),
      household_id: z.uuid().optional(),
    }),
    answer: z.object({ data: z.array(inquiryRow), meta: pageMeta }),
    errors: [],
  },
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
