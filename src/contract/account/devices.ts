/** Where a household is signed in, watches, and has signed in before. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { providerNames } from '../providers.ts';
import { accountPassword, ok, pageMeta, pageQuery } from '../wire.ts';

/** The known facts about a device; each may be empty. `name` is e.g. "Chrome · Windows". */
const from = { name: z.string(), address: z.string(), country: z.string() };

export const device = z.object({
  id: z.string(),
  ...from,
  signed_in_at: z.string(),
  /** To within five minutes. */
  last_used_at: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

const streamingDevice = z.object({
  id: z.string(),
  name: z.string(),
  /** The profile that watched; empty when it was deleted. */
  profile_name: z.string(),
  /** The title that was watched; empty when it was deleted. */
  title: z.string(),
  started_at: z.string(),
  watching: z.boolean(),
});
export type StreamingDevice = z.infer<typeof streamingDevice>;

/** How somebody signs in: by the password, a passkey, a code that a television showed, or another service. */
export const signInMethod = z.enum(['password', 'passkey', 'tv', ...providerNames]);
export type SignInMethod = z.infer<typeof signInMethod>;

const loginRecord = z.object({
  id: z.string(),
  ...from,
  method: signInMethod,
  succeeded: z.boolean(),
  created_at: z.string(),
});
export type LoginRecord = z.infer<typeof loginRecord>;

export const deviceCalls = {
  'GET /api/account/devices': {
    summary: 'Where the household is signed in, the last used first',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(device) }),
    errors: [],
  },
  'DELETE /api/account/devices/{id}': {
    summary: 'Sign a device out; what it plays ends, and its open pages hear of it',
    who: 'user',
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/account/sign-out-all': {
    summary: 'Sign out everywhere, here too',
    who: 'user',
    cache: 'private',
    body: z.object({ password: accountPassword }),
    answer: ok,
    errors: ['identity_required', 'too_many_tries'],
  },
  'GET /api/account/streaming-devices': {
    summary: 'What the household has played on which devices in the last 90 days, the newest first',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(streamingDevice) }),
    errors: [],
  },
  'GET /api/account/logins': {
    summary: 'When somebody signed in to the account, or tried to, in the last year',
    who: 'user',
    cache: 'private',
    query: z.object(pageQuery(20, 100)),
    answer: z.object({ data: z.array(loginRecord), meta: pageMeta }),
    errors: [],
  },
  'POST /api/session-action': {
    summary:
      'Tell the viewing analytics that a session is over; taken once, up to a minute after it has ended',
    who: 'anyone',
    cache: 'private',
    body: z.object({
      action: z.literal('sign_out'),
      username: z.string().max(254),
      household_id: z.uuid(),
      email: z.string().max(254),
      /** What is kept, of this as of the others, is what the service knows itself: PLUS with a running plan, else FREE. */
      user_type: z.literal('PLUS'),
    }),
    answer: ok,
    errors: ['login_required', 'not_found'],
  },
} as const satisfies CallTable;
