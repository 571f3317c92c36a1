/** Staff users, their roles, and the log of what they changed. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { keysOf } from '../keys.ts';
import type { ValidationMessage } from '../messages.ts';
import { line, requiredLine, text } from '../text.ts';
import { ok, pageMeta, pageQuery } from '../wire.ts';
import { staffModules } from './permissions.ts';
import { type ResourceShape, resourceCalls, resourceShape } from './resource.ts';
import {
  hiddenGroups,
  permissionExceptions,
  permissions,
  placedMenus,
  staffLogins,
  staffPassword,
} from './session.ts';

const isEmail = (sent: string): boolean => z.email().safeParse(sent).success;

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
    /** Where they are told what waits for them; empty: in the office alone. */
    email: text(254)
      .trim()
      .toLowerCase()
      .refine((sent) => sent === '' || isEmail(sent), 'email' satisfies ValidationMessage),
    role_id: z.uuid(),
    active: z.boolean(),
    /** Where this person differs from their role. */
    exceptions: permissionExceptions,
    /** Of a content partner's own people: they see nothing but what is their partner's. */
    content_partner_id: z.uuid().nullable(),
  },
  defaults: { email: '', active: true, exceptions: {}, content_partner_id: null },
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
  fields: {
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    permissions,
    /** Groups of fields that the role may not read. */
    hidden_groups: hiddenGroups,
    /** The office's menus as this role has them. */
    menus: placedMenus,
  },
  defaults: { hidden_groups: [], menus: [] },
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
  /** Null: several records. */
  entity_id: z.string().nullable(),
  /** A name for the thing changed, as it was then. */
  label: z.string(),
  /** Field → [before, after]; secrets are never here. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** How many records were changed; 0 for reading. */
  records: z.number().int(),
  /** The entry that this one undoes, and the one that undoes it. */
  undoes: z.string().nullable(),
  undone_by: z.string().nullable(),
  /** Whether the caller can have it undone. Fields that have been changed since are only found by undoing it. */
  can_undo: z.boolean(),
  /** Why not: the code of the error that undoing it answers. Null where it can be, and for reading, which changes nothing. */
  cannot_undo_reason: z.enum(['cannot_undo', 'already_undone', 'not_permitted']).nullable(),
});

/** One record of a change that touched several. */
const eventRecordChange = eventRecord
  .pick({ entity: true, label: true, action: true, changes: true })
  .extend({
    entity_id: z.string(),
  });

export const events = {
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
    label_like: line(200).optional(),
  },
  sort: ['created_at'],
} as const satisfies ResourceShape;
const eventCalls = resourceCalls(events);

const module = z.enum(keysOf(staffModules));

export const staffCalls = {
  'GET /api/admin/modules': {
    summary: 'The modules of the back office, and which are switched on',
    who: { module: 'roles', action: 'read' },
    cache: 'private',
    answer: z.object({
      data: z.array(z.object({ module, active: z.boolean(), permanent: z.boolean() })),
    }),
    errors: [],
  },
  'PUT /api/admin/modules/{module}': {
    summary: 'Switch a module on or off, for everybody at once; staff and roles stay on',
    who: { module: 'roles', action: 'update' },
    cache: 'private',
    params: z.object({ module }),
    body: z.object({ active: z.boolean() }),
    answer: ok,
    errors: ['not_found'],
  },
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
  'GET /api/admin/events': eventCalls['GET /api/admin/events'],
  'GET /api/admin/events/{id}': eventCalls['GET /api/admin/events/{id}'],
  'GET /api/admin/events/{id}/records': {
    summary: 'The records that a change of several touched, in the order in which they were changed',
    who: { module: 'events', action: 'read' },
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    /** `entity_id`: what it changed of that record alone. */
    query: z.object({ entity_id: z.uuid().optional(), ...pageQuery(50, 200) }),
    answer: z.object({ data: z.array(eventRecordChange), meta: pageMeta }),
    errors: ['not_found'],
  },
} satisfies CallTable;
