/** Who signed in or tried to: staff and customers in one log. Read only. */

import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { day } from '../instants.ts';
import { line } from '../text.ts';
import { q } from './fields.ts';
import { resourceCalls } from './resource.ts';

export const loginRecord = z.object({
  id: z.string(),
  created_at: z.string(),
  kind: z.enum(['staff', 'customer']),
  /** The member of staff or the customer; null and empty when no such name exists. */
  account_id: z.string().nullable(),
  name: z.string(),
  outcome: z.enum(['signed_in', 'wrong_password', 'wrong_code', 'failed']),
  /** How a customer signed in, or staff: by the password. */
  method: z.string(),
  device: z.string(),
  address: z.string(),
  country: z.string(),
});
export type LoginRecord = z.infer<typeof loginRecord>;

const logins = resourceCalls({
  name: 'logins',
  module: 'logins',
  record: loginRecord,
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** Part of a username, or of the name of staff. */
    q,
    kind: z.enum(['staff', 'customer']).optional(),
    succeeded: z.stringbool().optional(),
    /** The whole network address. */
    address: line(45).optional(),
    /** Days in the service's zone, both included. */
    from: day.optional(),
    until: day.optional(),
  },
  sort: ['created_at'],
});

export const loginLogCalls = {
  'GET /api/admin/logins': {
    ...logins['GET /api/admin/logins'],
    summary:
      'Who signed in or tried to, the newest first; counted and paged to 10,000, beyond which filters find',
  },
  'GET /api/admin/logins/{id}': logins['GET /api/admin/logins/{id}'],
} satisfies CallTable;
