/** The jobs of notifications: telling large audiences, open pages and devices, and deleting old notifications. */
import { eq, sql } from 'drizzle-orm';
import { appEvent } from '../../../adapters/push/port.ts';
import { defineJob } from '../../../jobs/queue.ts';
import {
  type FanOutPayload,
  fanOut,
  fanOutJobName,
  tellPagesJobName,
  type WebPushPayload,
  webPushJobName,
} from '../notifications.service.ts';
import { notificationEvents } from '../notifications.tables.ts';
import { sendWebPush } from '../web-push.service.ts';

const dayMs = 86_400_000;
const ttlMs = 90 * dayMs;
/** Rows that one statement deletes. */
const atOnce = 10_000;

export const fanOutJob = defineJob<FanOutPayload>(fanOutJobName, (payload, context) =>
  fanOut(context, payload),
);

export const webPushJob = defineJob<WebPushPayload>(webPushJobName, (payload, context) =>
  sendWebPush(context, payload),
);

/**
 * Makes the open pages of a household fetch what is new. The message itself contains nothing, because a child may be at one of
 * the pages.
 */
export const tellPagesJob = defineJob<{ eventId: string }>(
  tellPagesJobName,
  async ({ eventId }, { db, push }) => {
    const [event] = await db
      .select({ kind: notificationEvents.kind, householdId: notificationEvents.householdId })
      .from(notificationEvents)
      .where(eq(notificationEvents.id, eventId));
    if (!event?.householdId) return;
    const channel = `private-household.${event.householdId}` as const;
    await push.broadcast(appEvent(channel, 'Notified', { kind: event.kind }));
  },
);

/** Deletes notifications older than 90 days, and devices whose session has ended. */
export const tidyNotificationsJob = defineJob<Record<string, never>>(
  'notifications_tidy',
  async (_payload, context) => {
    const { db, now } = context;
    const before = new Date(now().getTime() - ttlMs);
    for (let gone = atOnce; gone === atOnce; ) {
      const result = await db.execute(sql`delete from notifications where id in (
        select id from notifications where created_at < ${before} limit ${atOnce})`);
      gone = result.rowCount ?? 0;
    }
    await db.execute(sql`delete from notifications_events where created_at < ${before}`);
    await db.execute(sql`delete from notifications_subscriptions s using accounts_sessions d
      where d.id = s.session_id and (d.ended_at is not null or d.last_seen_at < ${before})`);
  },
);
