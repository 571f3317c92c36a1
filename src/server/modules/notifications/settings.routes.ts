import type { notificationCalls } from '../../../contract/account/notifications.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { requireUser } from '../../http/caller.ts';
import * as repo from './notifications.repo.ts';
import { sayEvent } from './notifications.texts.ts';
import { getSettings, setChoice, setQuietHours, shownKinds } from './settings.service.ts';
import { unsubscribe } from './unsubscribe.service.ts';
import { subscribe, unsubscribeDevice } from './web-push.service.ts';

const done = { data: { ok: true } } as const;
/** As long as notifications are listed. */
const ttlMs = 90 * 86_400_000;

/** The profile, and the user as well unless it is a kids profile. */
function recipientsOf(caller: Caller): string[] {
  const profile = caller.profile ?? fail('profile_required');
  const user = requireUser(caller);
  return profile.isKid || user.inKidsProfile ? [profile.id] : [profile.id, user.id];
}

/** Handlers of notifications and of their settings. */
export function notificationSettingsRoutes(context: Context): Handlers<typeof notificationCalls> {
  const readerOf = async (caller: Caller) => {
    const recipientIds = recipientsOf(caller);
    const { shown, aloud } = await shownKinds(context, requireUser(caller).id);
    const now = context.now();
    const since = new Date(now.getTime() - ttlMs);
    const viewer = { ...caller.viewer, profileId: caller.profile?.id };
    return { reader: { viewer, recipientIds, kinds: shown, since, now }, aloud };
  };
  return {
    'GET /api/account/notifications': async ({ query, caller, locale }) => {
      const { reader } = await readerOf(caller);
      const { rows, total } = await repo.listNotifications(context.db, reader, pageWindow(query));
      return {
        data: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          ...sayEvent(row, locale),
          read: row.readAt !== null,
          created_at: row.createdAt.toISOString(),
        })),
        meta: pageMeta(query, total),
      };
    },
    'GET /api/account/notifications/unread': async ({ caller }) => {
      const { reader, aloud } = await readerOf(caller);
      return { data: { unread: await repo.countUnread(context.db, reader), aloud } };
    },
    'POST /api/account/notifications/read': async ({ body, caller }) => {
      await repo.markRead(context.db, recipientsOf(caller), body.id, context.now());
      return done;
    },
    'GET /api/account/notification-settings': async ({ caller }) => ({
      data: await getSettings(context, requireUser(caller)),
    }),
    'PUT /api/account/notification-settings': async ({ body, caller }) => {
      await setChoice(context, requireUser(caller).id, body);
      return done;
    },
    'PUT /api/account/quiet-hours': async ({ body, caller }) => {
      await setQuietHours(context, requireUser(caller).id, body.quiet_hours);
      return done;
    },
    'PUT /api/account/push-subscription': async ({ body, caller }) => {
      await subscribe(context, requireUser(caller), body);
      return done;
    },
    'DELETE /api/account/push-subscription': async ({ caller }) => {
      await unsubscribeDevice(context, requireUser(caller).sessionId);
      return done;
    },
    'POST /unsubscribe': async ({ query, body }) => {
      // The content of the form is not needed, but the connection can be reused only once it has been read.
      body.resume();
      return { data: { kind: await unsubscribe(context, query.token) } };
    },
  };
}
