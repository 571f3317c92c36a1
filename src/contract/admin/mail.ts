/** Mail that the service has written. Read only: what was said stays as it was said. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { line } from '../text.ts';
import { inGroup } from './field-groups.ts';
import { type ResourceShape, recordWith, resourceCalls } from './resource.ts';

const states = ['queued', 'sent', 'failed', 'unsent'] as const;

/** What a list has of messages: never what they say. */
export const mail = {
  name: 'mail',
  module: 'mail',
  record: z.object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    to_address: inGroup('personal', z.string()),
    locale: z.enum(['ko', 'en']),
    template: z.string(),
    subject: inGroup('amounts', z.string()),
    state: z.enum(states),
    attempts: z.number().int(),
    error: inGroup('personal', z.string().nullable()),
    sent_at: z.iso.datetime().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A part of a subject, or a whole address. */
    q: line(200).optional(),
    /** Whole, in either case. */
    to_address: line(320).optional(),
    state: z.enum(states).optional(),
  },
  sort: ['created_at'],
  personal: { to_address: 'email', error: 'words', text: 'content', html: 'content' },
} as const satisfies ResourceShape;
const listed = resourceCalls(mail);
const mailRecord = recordWith(mail.record, {
  /** Null while it is masked, after a month, and always for codes and links that open an account. */
  text: inGroup(['personal', 'amounts'], z.string().nullable()),
  html: inGroup(['personal', 'amounts'], z.string().nullable()),
  /** Whether it may be read at all, once it is opened. */
  readable: z.boolean(),
});

export const mailCalls = {
  'GET /api/admin/mail': listed['GET /api/admin/mail'],
  'GET /api/admin/mail/{id}': {
    ...listed['GET /api/admin/mail/{id}'],
    answer: z.object({ data: mailRecord }),
  },
} satisfies CallTable;
