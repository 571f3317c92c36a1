/** Customers in the back office: finding them, what there is of them, and what staff may do for or against them. */
import { z } from 'zod';
import { signInMethod } from '../account/devices.ts';
import { historyEntry } from '../account/history.ts';
import { gender } from '../account/identity.ts';
import type { CallTable } from '../call.ts';
import { day } from '../instants.ts';
import { line } from '../text.ts';
import { maturity, ok, pageMeta, pageQuery } from '../wire.ts';
import { inGroup } from './field-groups.ts';
import { uuid } from './fields.ts';
import { platforms } from './payments.ts';
import { maskedWhole, type ResourceShape, recordWith, resourceCalls } from './resource.ts';

const params = z.object({ id: z.uuid() });
const personal = <T extends z.ZodType>(type: T): T => inGroup('personal', type);

/** Who has an account. */
export const customers = {
  name: 'customers',
  module: 'customers',
  record: z.object({
    /** The user's. */
    id: z.uuid(),
    household_id: z.uuid(),
    /** The name by which staff speak of a customer: no personal data, for whoever has it has nothing else. */
    username: z.string(),
    email: personal(z.string()),
    /** E.164. */
    phone: personal(z.string().nullable()),
    /** What they have said of themselves. */
    birth_date: personal(maskedWhole(day).nullable()),
    gender: personal(maskedWhole(gender).nullable()),
    locale: z.enum(['ko', 'en']),
    /** Null: not within the last year, from no device that is known. */
    last_login_at: z.iso.datetime().nullable(),
    /** The plan that the household has now, whoever pays; of several the one that ends first. */
    plan_id: uuid.nullable(),
    /** Where the household’s last subscription was begun. */
    platform: z.enum(platforms).nullable(),
    created_at: z.iso.datetime(),
    /** Since when nobody may sign in with it. */
    suspended_at: z.iso.datetime().nullable(),
    deletion_requested_at: z.iso.datetime().nullable(),
    /** When the mailbox was proven; null while it has not been. */
    email_verified_at: z.iso.datetime().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A part of the username (the beginning, when shorter than three letters); a whole e-mail address, telephone number or id. */
    q: line(200).optional(),
    /** Whole, in either case. */
    email: line(320).optional(),
    /** Whole, in E.164 or as it is dialled in Korea. */
    phone: line(40).optional(),
    /** Part of it. */
    email_like: line(200).optional(),
    /** Whether nobody may sign in with it. */
    suspended: z.stringbool().optional(),
    /** Who has one of these plans now. */
    plan_id_in: z.string().max(4000).optional(),
    /** Whether they have none now. */
    plan_id_empty: z.stringbool().optional(),
  },
  sort: ['created_at', 'username'],
  logged: { reason: inGroup('notes', z.string()) },
  personal: {
    email: 'email',
    phone: 'phone',
    birth_date: 'whole',
    gender: 'whole',
    'profiles.name': 'name',
    profile_name: 'name',
  },
} as const satisfies ResourceShape;
const listed = resourceCalls(customers);

const customerRecord = recordWith(customers.record, {
  /** Until when a plan runs; null without one. */
  plan_until: z.string().nullable(),
  profiles: z.array(
    z.object({
      id: z.string(),
      name: personal(z.string()).optional(),
      is_kid: z.boolean(),
      maturity,
      has_pin: z.boolean(),
    }),
  ),
  /** Devices, the last used first: at most twenty. */
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      created_at: z.string(),
      last_seen_at: z.string(),
      ended_at: z.string().nullable(),
    }),
  ),
  /** Right and wrong tries to sign in, the newest first: at most twenty. */
  logins: z.array(
    z.object({
      id: z.string(),
      method: signInMethod,
      succeeded: z.boolean(),
      device: z.string(),
      /** ISO 3166-1 alpha-2; empty when it is not known. */
      country: z.string(),
      created_at: z.string(),
    }),
  ),
  /** What the whole household has watched in the last thirty days. */
  watched: z.object({
    seconds: z.number().int(),
    viewings: z.number().int(),
    last_at: z.string().nullable(),
  }),
});

/** A viewing of one of the household's profiles, whatever that profile may see today. The title is empty when it is gone. */
const customerViewing = historyEntry.extend({
  profile_id: z.string(),
  profile_name: personal(z.string()).optional(),
  duration_seconds: z.number().int(),
});
export type CustomerViewing = z.infer<typeof customerViewing>;

const change = { who: { module: 'customers', action: 'update' }, cache: 'private', params } as const;

export const customerCalls = {
  'GET /api/admin/customers': listed['GET /api/admin/customers'],
  'GET /api/admin/customers/{id}': {
    summary: 'One customer with household, devices and what was watched',
    who: { module: 'customers', action: 'read' },
    cache: 'private',
    params,
    answer: z.object({ data: customerRecord }),
    errors: ['not_found'],
  },
  'GET /api/admin/customers/{id}/history': {
    summary:
      'What the profiles of this customer’s household have watched, newest first: every viewing of a minute or more, or to the end',
    who: { module: 'customers', action: 'read' },
    cache: 'private',
    params,
    query: z.object(pageQuery(20, 100)),
    answer: z.object({ data: z.array(customerViewing), meta: pageMeta }),
    errors: ['not_found'],
  },
  'POST /api/admin/customers/{id}/sign-out': {
    summary: 'End every session of this customer',
    ...change,
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/admin/customers/{id}/reset-password': {
    summary: 'Send this customer a link to set a new password; nobody here learns or chooses it',
    ...change,
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/admin/customers/{id}/verify-email': {
    summary: 'Take this customer’s mailbox as proven',
    ...change,
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/admin/customers/{id}/suspend': {
    summary: 'Keep this customer from signing in, and end every session',
    ...change,
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/admin/customers/{id}/unsuspend': {
    summary: 'Let this customer sign in again',
    ...change,
    answer: ok,
    errors: ['not_found'],
  },
} as const satisfies CallTable;
