/** Staff signing in to the back office. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { ok } from '../wire.ts';
import { type Permissions, staffActions, staffModules } from './permissions.ts';

const modules = Object.keys(staffModules) as [keyof typeof staffModules, ...(keyof typeof staffModules)[]];
export const permissions = z.partialRecord(z.enum(modules), z.array(z.enum(staffActions))) as z.ZodType<
  Permissions,
  Permissions
>;

export const staffIdentity = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role_name: z.string(),
  permissions,
});
export type StaffIdentity = z.infer<typeof staffIdentity>;

export const staffSessionCalls = {
  'POST /api/admin/login': {
    summary: 'Sign in to the back office',
    who: 'anyone',
    cache: 'private',
    body: z.object({
      username: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(256),
    }),
    answer: z.object({ data: staffIdentity.extend({ token: z.string() }) }),
    errors: ['credentials', 'too_many_logins'],
  },
  'GET /api/admin/me': {
    summary: 'The signed-in member of staff and what they may do',
    who: 'staff',
    cache: 'private',
    answer: z.object({ data: staffIdentity }),
    errors: [],
  },
  'POST /api/admin/logout': {
    summary: 'End this session',
    who: 'staff',
    cache: 'private',
    answer: ok,
    errors: [],
  },
} as const satisfies CallTable;
