/** Staff signing in to the back office. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { keysOf } from '../keys.ts';
import { minStaffPasswordLength } from '../rules.ts';
import { line, text } from '../text.ts';
import { ok, pageMeta, pageQuery } from '../wire.ts';
import {
  fieldGroups,
  type PermissionExceptions,
  type Permissions,
  staffActions,
  staffModules,
} from './permissions.ts';

export const permissions = z.partialRecord(
  z.enum(keysOf(staffModules)),
  z.array(z.enum(staffActions)),
) as z.ZodType<Permissions, Permissions>;

const actions = z.array(z.enum(staffActions)).max(staffActions.length);
export const permissionExceptions = z.partialRecord(
  z.enum(keysOf(staffModules)),
  z.object({ give: actions.optional(), take: actions.optional() }),
) as z.ZodType<PermissionExceptions, PermissionExceptions>;

export const hiddenGroups = z.array(z.enum(fieldGroups)).max(fieldGroups.length);

/** A menu's place and name for a role. The order of the list is the order of the menus; those that it leaves out come after. */
const placedMenu = z.object({
  resource: z.string().min(1).max(40),
  /** Empty: its own name. */
  name_ko: line(40),
  name_en: line(40),
  /** Empty: its own group. */
  group_ko: line(40),
  group_en: line(40),
  hidden: z.boolean(),
});
export type PlacedMenu = z.output<typeof placedMenu>;
export const placedMenus = z.array(placedMenu).max(200);

const staffIdentity = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role_id: z.string(),
  role_name: z.string(),
  /** The content partner whose titles alone this person sees; null: those of all. */
  content_partner_id: z.string().nullable(),
  /** What this person may do, all told. */
  permissions,
  /** Groups of fields that the role hides. */
  hidden_groups: hiddenGroups,
  /** Fields and filters of these groups, by resource. */
  hidden_fields: z.record(z.string(), z.array(z.string())),
  menus: placedMenus,
  /** The resources whose deleted records this person can have back. */
  restorable: z.array(z.string()),
  /** By resource the field that publishes its records, where there is one: changing it needs the permission to publish. */
  publishes: z.record(z.string(), z.string()),
  /** Somebody else has set the password: this session may do nothing until its owner has chosen their own. */
  password_given: z.boolean(),
  two_step: z.object({
    /** Since when a code is asked for at sign-in; null while it is not. */
    since: z.string().nullable(),
    /** Whether the role may not go without. */
    needed: z.boolean(),
    /** This session may do nothing until it is set up. */
    lacking: z.boolean(),
    /** How many are left. */
    recovery_codes: z.number().int(),
  }),
});
export type StaffIdentity = z.infer<typeof staffIdentity>;

/** A password of staff. The server also refuses passwords that are too easy to guess. */
export const staffPassword = z.string().min(minStaffPasswordLength).max(256);

/** A try to sign in to the office. */
const staffLogin = z.object({
  id: z.string(),
  /** A wrong code came after the right password. */
  outcome: z.enum(['signed_in', 'wrong_password', 'wrong_code']),
  /** As its owner knows it: "Chrome · Windows"; empty when it did not say. */
  device: z.string(),
  address: z.string(),
  /** ISO 3166-1 alpha-2; empty when it is not known. */
  country: z.string(),
  created_at: z.string(),
});
export type StaffLogin = z.infer<typeof staffLogin>;

/** A page of tries to sign in, the newest first. */
export const staffLogins = {
  query: z.object(pageQuery(20, 100)),
  answer: z.object({ data: z.array(staffLogin), meta: pageMeta }),
};

export const staffSessionCalls = {
  'POST /api/admin/login': {
    summary: 'Sign in to the back office',
    who: 'anyone',
    everywhere: true,
    cache: 'private',
    body: z.object({
      username: text(254).trim().min(1),
      password: z.string().min(1).max(256),
      /** Of the authenticator app, or a recovery code; after `code_required`. */
      code: z.string().max(40).optional(),
    }),
    answer: z.object({ data: staffIdentity.extend({ token: z.string() }) }),
    errors: ['credentials', 'code_required', 'too_many_logins'],
  },
  'POST /api/admin/password': {
    summary: 'Change the own password; other sessions end',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({
      /** Needed but by somebody who has just signed in with a password that they were given. */
      current_password: z.string().max(256).optional(),
      password: staffPassword,
      password_confirmation: z.string().max(256),
    }),
    answer: ok,
    errors: ['conflict', 'too_many_logins'],
  },
  'POST /api/admin/two-step': {
    summary: 'Begin to set two-step sign-in up: a secret for the authenticator app',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({ password: z.string().max(256).optional() }),
    answer: z.object({
      data: z.object({
        /** Base32, to type. */
        secret: z.string(),
        /** The same as an address, for a QR code. */
        uri: z.string(),
      }),
    }),
    errors: ['conflict', 'too_many_logins'],
  },
  'POST /api/admin/two-step/confirm': {
    summary: 'Set two-step sign-in up with a first code; answers recovery codes, this once',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({ code: text(40).trim().min(1) }),
    answer: z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) }),
    errors: ['conflict', 'too_many_logins'],
  },
  'POST /api/admin/two-step/remove': {
    summary:
      'End two-step sign-in by the password and a code of the app or a recovery code; whose role needs it sets it up anew before anything else',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({ password: z.string().min(1).max(256), code: text(40).trim().min(1) }),
    answer: ok,
    errors: ['too_many_logins'],
  },
  'GET /api/admin/me': {
    summary: 'The signed-in member of staff and what they may do',
    who: 'staff',
    scoped: true,
    cache: 'private',
    answer: z.object({ data: staffIdentity }),
    errors: [],
  },
  'GET /api/admin/me/logins': {
    summary: 'Who tried to sign in as the signed-in member of staff, from where, within a year',
    who: 'staff',
    scoped: true,
    cache: 'private',
    ...staffLogins,
    errors: [],
  },
  'POST /api/admin/logout': {
    summary: 'End this session',
    who: 'staff',
    scoped: true,
    cache: 'private',
    answer: ok,
    errors: [],
  },
} as const satisfies CallTable;
