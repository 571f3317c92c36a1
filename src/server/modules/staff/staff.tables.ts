import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ViewState } from '../../../contract/admin/office.ts';
import type { FieldGroup, PermissionExceptions, Permissions } from '../../../contract/admin/permissions.ts';
import type { PlacedMenu, StaffLogin } from '../../../contract/admin/session.ts';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { contentPartners } from '../catalog/catalog.tables.ts';

/** A role of staff: its permissions, module by module. */
export const roles = pgTable('staff_roles', {
  id: idColumn(),
  nameKo: text('name_ko').notNull(),
  nameEn: text('name_en').notNull(),
  permissions: jsonb('permissions').$type<Permissions>().notNull(),
  /** Groups of fields that the role may not read. */
  hiddenGroups: text('hidden_groups').array().$type<FieldGroup[]>().notNull().default([]),
  menus: jsonb('menus').$type<PlacedMenu[]>().notNull().default([]),
  ...stamps(),
});

export const staff = pgTable(
  'staff_users',
  {
    id: idColumn(),
    /** Lower case. */
    username: text('username').notNull(),
    name: text('name').notNull(),
    /** Where they are told what waits for them; empty: in the office alone. */
    email: text('email').notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    /** Somebody else has set the password: its owner has to choose their own before anything else. */
    passwordGiven: boolean('password_given').notNull().default(false),
    roleId: uuid('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'restrict' }),
    active: boolean('active').notNull().default(true),
    /** Where this person differs from their role. */
    exceptions: jsonb('exceptions').$type<PermissionExceptions>().notNull().default({}),
    /** Of a content partner's own people: they see nothing but what is their partner's. */
    contentPartnerId: uuid('content_partner_id').references(() => contentPartners.id, {
      onDelete: 'restrict',
    }),
    lastLoginAt: instant('last_login_at'),
    /** The secret shared with the authenticator app, encrypted at rest; stored from the moment it is shown. */
    twoStepSecret: text('two_step_secret'),
    /** Since when a code is required; null until the app has produced a correct one. */
    twoStepSince: instant('two_step_since'),
    /** The last 30 s step whose code was used: a code is valid once. */
    twoStepUsed: integer('two_step_used'),
    /** The unused recovery codes, hashed like passwords. */
    recoveryHashes: text('recovery_hashes').array().notNull().default([]),
    ...stamps(),
  },
  (t) => [uniqueIndex('staff_users_username').on(t.username), index('staff_users_role').on(t.roleId)],
);

/** The office's modules that are switched off, for everybody. */
export const modulesOff = pgTable('staff_modules_off', {
  module: text('module').primaryKey(),
  switchedOffAt: instant('switched_off_at').notNull(),
});

/** What the office remembers for a member of staff: columns, theme and the like. */
export const preferences = pgTable(
  'staff_preferences',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.key] })],
);

/** Saved views of lists: filters, order and columns. With a role, its people see them too; without it again, their maker does. */
export const views = pgTable(
  'staff_views',
  {
    id: idColumn(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    roleId: uuid('role_id').references(() => roles.id, { onDelete: 'set null' }),
    resource: text('resource').notNull(),
    name: text('name').notNull(),
    state: jsonb('state').$type<ViewState>().notNull(),
    ...stamps(),
  },
  (t) => [
    index('staff_views_staff').on(t.staffId, t.resource),
    index('staff_views_role').on(t.roleId, t.resource),
  ],
);

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: idColumn(),
    tokenHash: text('token_hash').notNull(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    /** May do nothing but set up two-step sign-in. */
    twoStepLacking: boolean('two_step_lacking').notNull().default(false),
    ...stamps(),
  },
  (t) => [uniqueIndex('staff_sessions_token').on(t.tokenHash), index('staff_sessions_staff').on(t.staffId)],
);

/** Every sign-in attempt at the office. For an unknown username, only the fact that somebody tried is stored. */
export const staffLogins = pgTable(
  'staff_logins',
  {
    id: idColumn(),
    staffId: uuid('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    outcome: text('outcome').$type<StaffLogin['outcome']>().notNull(),
    deviceName: text('device_name').notNull(),
    address: text('address').notNull(),
    country: text('country').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('staff_logins_staff').on(t.staffId, t.createdAt.desc().nullsFirst()),
    index('staff_logins_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('staff_logins_address').on(t.address, t.createdAt.desc().nullsFirst()),
  ],
);
