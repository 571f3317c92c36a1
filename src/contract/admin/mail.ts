/** Mail that the service has written. Read only: what was said stays as it was said. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { line } from '../text.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

const mailRecord = z.object({
  id: z.string(),
  created_at: z.string(),
  to_address: z.string(),
  mail_locale: z.enum(['ko', 'en']),
  template: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'unsent']),
  attempts: z.number().int(),
  error: z.string().nullable(),
  sent_at: z.string().nullable(),
  /** Null in lists, after a month, and always for codes and links that open an account. */
  text: z.string().nullable(),
  html: z.string().nullable(),
});

/** Its rows are read by a query of their own. */
export const mailShape = {
  name: 'mail',
  module: 'mail',
  record: mailRecord,
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** Part of an address or of a subject. */
    q: line(200).optional(),
    state: z.enum(['queued', 'sent', 'failed', 'unsent']).optional(),
  },
  sort: ['created_at'],
} as const satisfies ResourceShape;
const mail = resourceCalls(mailShape);

export const mailCalls = {
  'GET /api/admin/mail': mail['GET /api/admin/mail'],
  'GET /api/admin/mail/{id}': mail['GET /api/admin/mail/{id}'],
} satisfies CallTable;
