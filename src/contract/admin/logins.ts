/** Who signed in or tried to: staff and customers in one log. Read only. */

import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { line } from '../text.ts';
import { inGroup } from './field-groups.ts';
import { q } from './fields.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

const kinds = ['staff', 'customer'] as const;

/** Right and wrong tries to sign in. */
export const logins = {
  name: 'logins',
  module: 'logins',
  record: z.object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    kind: z.enum(kinds),
    /** The member of staff or the customer; null and empty when no such name exists. */
    account_id: z.uuid().nullable(),
    name: z.string(),
    outcome: z.enum(['signed_in', 'wrong_password', 'wrong_code', 'failed']),
    /** How a customer signed in, or staff: by the password. */
    method: z.string(),
    device: z.string(),
    address: inGroup('personal', z.string().nullable()),
    /** ISO 3166-1 alpha-2; null when it is not known. */
    country: z.string().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** Part of a username, or of the name of staff. */
    q,
    name_like: q,
    name_empty: z.stringbool().optional(),
    /** Whole. */
    country_like: line(20).optional(),
    kind: z.enum(kinds).optional(),
    succeeded: z.stringbool().optional(),
    /** The whole network address. */
    address: line(45).optional(),
  },
  sort: ['created_at'],
  personal: { address: 'address' },
} as const satisfies ResourceShape;
export type LoginRecord = z.infer<typeof logins.record>;
const calls = resourceCalls(logins);

export const loginLogCalls = {
  'GET /api/admin/logins': calls['GET /api/admin/logins'],
  'GET /api/admin/logins/{id}': calls['GET /api/admin/logins/{id}'],
} satisfies CallTable;
