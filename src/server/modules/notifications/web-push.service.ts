/** Registers devices for web push, and sends it to them. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { NotificationKind } from '../../../contract/account/notifications.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { usualChannels } from './channels.ts';
import { isEpisodeOut, isNoticeOut } from './notifications.repo.ts';
import type { WebPushPayload } from './notifications.service.ts';
import { pushSubscriptions } from './notifications.tables.ts';
import { sayEvent } from './notifications.texts.ts';

const daySeconds = 86_400;

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Registers this session's device for web push. Earlier sessions of that browser get none there any more. */
export async function subscribe(
  { db, webPush, now }: Context,
  user: SignedInUser,
  { endpoint, keys }: Subscription,
): Promise<void> {
  if (!webPush.accepts(endpoint)) failField('endpoint', 'regex');
  const { p256dh, auth } = keys;
  await db.transaction(async (tx) => {
    await tx
      .delete(pushSubscriptions)
      .where(
        or(
          eq(pushSubscriptions.sessionId, user.sessionId),
          and(eq(pushSubscriptions.auth, auth), eq(pushSubscriptions.endpoint, endpoint)),
        ),
      );
    await tx
      .insert(pushSubscriptions)
      .values({ sessionId: user.sessionId, userId: user.id, endpoint, p256dh, auth, createdAt: now() })
      .onConflictDoNothing();
  });
}

/** Stops web push to this session's device. */
export async function unsubscribeDevice({ db }: Pick<Context, 'db'>, sessionId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId));
}

/** Stops web push to devices that were signed out. */
export async function unsubscribeDevices(tx: Queryable, sessionIds: string[]): Promise<void> {
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.sessionId, sessionIds));
}

interface DueRow {
  kind: NotificationKind;
  cause: string;
  values: Record<string, unknown>;
  locale: Locale;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Sends one notification to one device, unless meanwhile it was read, turned off, withdrawn or forbidden, or the device was
 * signed out. When it is sent twice, the second replaces the first: in the push service by its topic, on the device by its tag.
 */
export async function sendWebPush(
  { db, webPush, now }: Context,
  { notificationId, subscriptionId }: WebPushPayload,
): Promise<void> {
  const [due] = await queryRows<DueRow>(
    db,
    sql`select e.kind, e.cause, e."values", coalesce(profiles.language, u.locale) as locale, s.endpoint, s.p256dh, s.auth
      from notifications n
      join notifications_events e on e.id = n.event_id
      join notifications_subscriptions s on s.id = ${subscriptionId}
      join accounts_sessions d on d.id = s.session_id and d.ended_at is null
      join accounts_users u on u.id = s.user_id and u.suspended_at is null
      left join profiles on profiles.id = n.profile_id
      left join profiles entered on entered.id = d.profile_id
      left join notifications_choices c on c.user_id = u.id and c.kind = e.kind and c.channel = 'web_push'
      where n.id = ${notificationId} and n.read_at is null
        and case when n.profile_id is null then not coalesce(entered.is_kid, false) else d.profile_id = n.profile_id end
        and coalesce(c.wanted, (${JSON.stringify(usualChannels)}::jsonb -> e.kind ->> 'web_push')::boolean)
        and (e.cause <> 'new_episode' or ${isEpisodeOut(sql`e.subject_id`, now())})
        and (e.cause <> 'notice' or ${isNoticeOut(sql`e.subject_id`)})`,
  );
  if (!due) return;
  const { title, text, path } = sayEvent(due, due.locale);
  const became = await webPush.send(due, {
    payload: JSON.stringify({ id: notificationId, title, text, path, lang: due.locale }),
    topic: Buffer.from(notificationId.replaceAll('-', ''), 'hex').toString('base64url'),
    ttlSeconds: due.kind === 'notice' ? 7 * daySeconds : 2 * daySeconds,
    urgency: due.kind === 'security' ? 'high' : 'normal',
  });
  if (became === 'gone') await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
}
