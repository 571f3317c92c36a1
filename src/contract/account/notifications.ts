/**
 * What an account and its profiles are told, by which channels, and when it is quiet. A new episode is told to the profile whose list
 * has the series; everything else to the user.
 */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { id, ok, pageMeta, pageQuery } from '../wire.ts';

const notificationKind = z.enum(['new_episode', 'notice', 'inquiry_answered', 'security', 'billing']);
export type NotificationKind = z.infer<typeof notificationKind>;

/** `in_app`: the list and the open page. `web_push`: devices that have asked for it. */
const notificationChannel = z.enum(['in_app', 'email', 'web_push']);
export type NotificationChannel = z.infer<typeof notificationChannel>;

export const notification = z.object({
  id,
  kind: notificationKind,
  title: z.string(),
  text: z.string(),
  /** A page of the viewer app. */
  path: z.string(),
  read: z.boolean(),
  created_at: z.string(),
});
export type Notification = z.infer<typeof notification>;

/** What a clock of the household shows, by quarters of an hour. */
const quarter = text(5).regex(/^([01]\d|2[0-3]):(00|15|30|45)$/);
/** From the one until the other, over midnight when it ends earlier than it begins. */
export const quietHours = z.object({ from: quarter, until: quarter });
export type QuietHours = z.infer<typeof quietHours>;

const notificationSettings = z.object({
  kinds: z.array(
    z.object({
      kind: notificationKind,
      in_app: z.boolean(),
      email: z.boolean(),
      web_push: z.boolean(),
      /** Channels that cannot be turned off. */
      locked: z.array(notificationChannel),
    }),
  ),
  quiet_hours: quietHours.nullable(),
  /** Of the household's clocks, as IANA names it. */
  zone: z.string(),
  push: z.object({
    /** What a browser subscribes with (RFC 8292), base64url. */
    public_key: z.string(),
    /** Whether this device gets web push. */
    subscribed: z.boolean(),
  }),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

const profile_id = id;

export const notificationCalls = {
  'GET /api/account/notifications': {
    summary:
      'What the profile, and unless it is a child’s the user, was told in the last 90 days, newest first',
    who: 'profile',
    cache: 'private',
    query: z.object({ profile_id, ...pageQuery(20, 100) }),
    answer: z.object({ data: z.array(notification), meta: pageMeta }),
    errors: ['profile_required'],
  },
  'GET /api/account/notifications/unread': {
    summary: 'How many of them are unread, and which kinds an open page may say aloud now',
    who: 'profile',
    cache: 'private',
    query: z.object({ profile_id }),
    answer: z.object({
      data: z.object({ unread: z.number().int(), aloud: z.array(notificationKind) }),
    }),
    errors: ['profile_required'],
  },
  'POST /api/account/notifications/read': {
    summary: 'Mark one as read, or all',
    who: 'profile',
    cache: 'private',
    body: z.object({ profile_id, id: id.optional() }),
    answer: ok,
    errors: ['profile_required'],
  },
  'GET /api/account/notification-settings': {
    summary: 'What the user wants to be told by which channels, and when it is quiet',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: notificationSettings }),
    errors: [],
  },
  'PUT /api/account/notification-settings': {
    summary: 'Turn one channel of one kind on or off',
    who: 'user',
    cache: 'private',
    body: z.object({ kind: notificationKind, channel: notificationChannel, wanted: z.boolean() }),
    answer: ok,
    errors: [],
  },
  'PUT /api/account/quiet-hours': {
    summary: 'Choose when it is quiet; null for never',
    who: 'user',
    cache: 'private',
    body: z.object({ quiet_hours: quietHours.nullable() }),
    answer: ok,
    errors: [],
  },
  'PUT /api/account/push-subscription': {
    summary:
      'Have web push sent to this device, as the browser’s push service says (RFC 8030), until it is signed out',
    who: 'user',
    cache: 'private',
    body: z.object({
      endpoint: z.url().max(1000),
      /** The browser’s public key and its secret (RFC 8291), base64url. */
      keys: z.object({
        p256dh: text(88).regex(/^[A-Za-z0-9_-]{87}=?$/),
        auth: text(24).regex(/^[A-Za-z0-9_-]{22}(==)?$/),
      }),
    }),
    answer: ok,
    errors: [],
  },
  'DELETE /api/account/push-subscription': {
    summary: 'Send no more web push to this device',
    who: 'user',
    cache: 'private',
    answer: ok,
    errors: [],
  },
  'POST /unsubscribe': {
    summary: 'Stop mail of the kind that the token names: one click, without signing in (RFC 8058)',
    who: 'anyone',
    cache: 'private',
    everywhere: true,
    query: z.object({ token: z.string().max(200) }),
    // Mail programs send a form, in either encoding, whose one field says nothing that the address does not.
    body: 'bytes',
    answer: z.object({ data: z.object({ kind: notificationKind }) }),
    errors: ['not_found'],
  },
} as const satisfies CallTable;
