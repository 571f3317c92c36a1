/** Telling people what concerns them: what has happened is written in the transaction that has cause for it; who hears of it follows from that. */
import { eq, sql } from 'drizzle-orm';
import type { NotificationKind, QuietHours } from '../../../contract/account/notifications.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { enqueue, enqueueMany } from '../../jobs/queue.ts';
import { type MailValues, queueMails } from '../mail/mail.service.ts';
import { notificationEvents } from './notifications.tables.ts';
import { type Cause, causes } from './notifications.texts.ts';
import { quietUntil } from './quiet-hours.service.ts';
import * as recipients from './recipients.repo.ts';
import { unsubscribeUrl } from './unsubscribe.service.ts';

export const fanOutJobName = 'notifications_fan_out';
export const tellPagesJobName = 'notifications_tell_pages';
export const webPushJobName = 'notifications_web_push';

/** Profiles or users that one transaction tells. */
const batchSize = 1000;
const beforeAll = '00000000-0000-0000-0000-000000000000';
/** As long as a session lasts without use. */
const unusedMs = 90 * 86_400_000;
/** With the queue's back-off, some hours: news is old then. */
const pushLimit = 8;

/** One user, or those that are too many for one transaction. */
type Audience = { userId: string } | CrowdAudience;
type CrowdAudience = { everyone: true } | { followersOf: string };

export interface FanOutPayload {
  eventId: string;
  audience: CrowdAudience;
  after: string;
}

export interface WebPushPayload {
  notificationId: string;
  subscriptionId: string;
}

interface NotifyInput<C extends Cause> {
  cause: C;
  /** What it is about: told once for each, however often it is said. */
  subjectId: string;
  values: MailValues[C];
  audience: Audience;
  /** Where its mail goes instead, and in which language. */
  mail?: { to?: string; locale?: Locale };
}

/**
 * Tells an audience. One user is told in the caller's transaction, with mail and web push put in by it; a crowd by a job that the
 * transaction puts in, batch after batch.
 */
export async function notify<C extends Cause>(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  { cause, subjectId, values, audience, mail = {} }: NotifyInput<C>,
): Promise<void> {
  const { kind } = causes[cause];
  const event = { id: newId(), kind, cause, subjectId, values, createdAt: context.now() };
  const user = 'userId' in audience ? audience.userId : null;
  const { rows } = await tx.execute(sql`
    insert into notifications_events (id, kind, cause, subject_id, "values", household_id, user_id, created_at)
    values (${event.id}, ${kind}, ${cause}, ${subjectId}, ${JSON.stringify(values)}::jsonb,
      (select household_id from accounts_users where id = ${user}), ${user}, ${event.createdAt})
    on conflict (cause, subject_id) do nothing returning id`);
  if (rows.length === 0) return;
  if ('userId' in audience) {
    const { told } = await recipients.tellUser(tx, event, audience.userId);
    await reach(tx, context, event, told, mail);
    await enqueue(tx, { name: tellPagesJobName }, { eventId: event.id });
  } else {
    const payload: FanOutPayload = { eventId: event.id, audience, after: beforeAll };
    await enqueue(tx, { name: fanOutJobName }, payload);
  }
}

interface Happened {
  id: string;
  kind: NotificationKind;
  cause: Cause;
  values: MailValues[Cause];
  createdAt: Date;
}

/** Puts in the mail and the web push of what was just told. */
async function reach(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  { id, kind, cause, values }: Happened,
  told: string[],
  mail: { to?: string; locale?: Locale } = {},
): Promise<void> {
  if (told.length === 0) return;
  const now = context.now();
  // A batch has few different hours, and each takes some looking at clocks.
  const ends = new Map<string, Date | undefined>();
  const waitsUntil = ({ zone, quiet_from, quiet_until }: recipients.Quiet): Date | undefined => {
    if (!quiet_from || !quiet_until) return undefined;
    const hours: QuietHours = { from: quiet_from, until: quiet_until };
    const own = zone ?? context.config.serviceZone;
    const key = `${own} ${hours.from} ${hours.until}`;
    if (!ends.has(key)) ends.set(key, quietUntil(now, hours, own));
    return ends.get(key);
  };
  const readers = await recipients.listMailReaders(tx, told, kind);
  await queueMails(
    tx,
    context,
    readers.map((reader) => ({
      to: mail.to ?? reader.address,
      userId: reader.user_id,
      // Mail about security goes whatever has been chosen, and to the address that it was written to.
      eventId: kind === 'security' ? undefined : id,
      locale: mail.locale ?? reader.locale,
      template: cause,
      values,
      unsubscribeUrl: unsubscribeUrl(context, reader.user_id, kind),
      sendAt: kind === 'security' ? undefined : waitsUntil(reader),
    })),
  );
  const devices = await recipients.listDevices(tx, told, kind, new Date(now.getTime() - unusedMs));
  await enqueueMany<WebPushPayload>(
    tx,
    { name: webPushJobName },
    devices.map((device) => ({
      payload: { notificationId: device.notification_id, subscriptionId: device.subscription_id },
      runAt: waitsUntil(device),
    })),
    { maxAttempts: pushLimit },
  );
}

/** Tells the next batch of a crowd, and puts in the one after it: each whole or not at all. */
export async function fanOut(context: Context, { eventId, audience, after }: FanOutPayload): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [event] = await tx.select().from(notificationEvents).where(eq(notificationEvents.id, eventId));
    if (!event) return;
    const { told, last } =
      'everyone' in audience
        ? await recipients.tellEveryone(tx, event, { after, limit: batchSize })
        : await recipients.tellFollowers(tx, event, {
            programmeId: audience.followersOf,
            after,
            limit: batchSize,
          });
    await reach(tx, context, event as unknown as Happened, told);
    if (last === undefined) return;
    const next: FanOutPayload = { eventId, audience, after: last };
    await enqueue(tx, { name: fanOutJobName }, next);
  });
}
