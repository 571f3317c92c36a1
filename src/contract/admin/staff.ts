/** Staff users, their roles, and the log of what they changed. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { line, requiredLine } from './catalog.ts';
import { resourceCalls, resourceShape } from './resource.ts';
import { permissions, staffLogins, staffPassword } from './session.ts';

export const staff = resourceShape({
  name: 'staff',
  module: 'staff',
  fields: {
    username: text(60)
      .trim()
      .toLowerCase()
      .min(3)
      .regex(/^[a-z0-9._@-]+$/),
    name: requiredLine(60),
    role_id: z.uuid(),
    active: z.boolean(),
  },
  defaults: { active: true },
  more: { role_name: z.string(), two_step: z.boolean(), last_login_at: z.string().nullable() },
  createMore: { password: staffPassword },
  /** `two_step: false` turns two-step sign-in off for a member of staff who has lost their phone. */
  updateMore: { password: staffPassword, two_step: z.literal(false) },
  filter: {
    q: line(200).optional(),
    role_id: z.uuid().optional(),
    active: z.stringbool().optional(),
  },
  sort: ['username', 'name', 'created_at', 'last_login_at'],
});

export const roles = resourceShape({
  name: 'roles',
  module: 'roles',
  fields: { name_ko: requiredLine(60), name_en: requiredLine(60), permissions },
  more: { staff_count: z.number().int() },
  filter: { q: line(200).optional() },
  sort: ['name_ko', 'name_en', 'created_at'],
});

const eventRecord = z.object({
  id: z.string(),
  created_at: z.string(),
  staff_id: z.string().nullable(),
  staff_name: z.string(),
  module: z.string(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  /** A name for the thing changed, as it was then. */
  label: z.string(),
  /** Field → [before, after]; secrets are never here. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});

const events = resourceCalls({
  name: 'events',
  module: 'events',
  record: eventRecord,
  create: z.object({}),
  update: z.object({}),
  filter: {
    q: line(200).optional(),
    staff_id: z.uuid().optional(),
    entity: z.string().max(40).optional(),
    entity_id: z.uuid().optional(),
    action: z.string().max(40).optional(),
    /** Whether anything was changed: reading changes nothing. */
    changed: z.stringbool().optional(),
  },
  sort: ['created_at'],
});

export const staffCalls = {
  ...resourceCalls(staff),
  'GET /api/admin/staff/{id}/logins': {
    summary: 'Who tried to sign in as this member of staff, from where, within a year',
    who: { module: 'staff', action: 'read' },
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    ...staffLogins,
    errors: ['not_found'],
  },
  ...resourceCalls(roles),
  'GET /api/admin/events': events['GET /api/admin/events'],
  'GET /api/admin/events/{id}': events['GET /api/admin/events/{id}'],
} satisfies CallTable;
