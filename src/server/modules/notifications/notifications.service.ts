/** Notifies people of events. An event is written in the transaction that causes it; its recipients follow from the event. */
import { eq, sql } from 'drizzle-orm';
import type { NotificationKind, QuietHours } from '../../../contract/account/notifications.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
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

/** Profiles or users that are notified in one transaction. */
const batchSize = 1000;
const beforeAll = '00000000-0000-0000-0000-000000000000';
/** How long a session stays valid without use. */
const unusedMs = 90 * 86_400_000;
/** With the queue's back-off this takes some hours; by then the notification is out of date. */
const pushLimit = 8;

/** One user, or an audience that is too large for one transaction. */
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
  /** The subject of the event: it is notified once for each subject, however often it is announced. */
  subjectId: string;
  values: MailValues[C];
  audience: Audience;
  /** The address that its mail goes to instead, and the language. */
  mail?: { to?: string; locale?: Locale };
}

/**
 * Notifies an audience. One user is notified in the caller's transaction, which also enqueues mail and web push. A large audience
 * is notified batch by batch, by a job that the transaction enqueues.
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

/**
 * Notifies users, each of an event of their own, by as many queries for all as for one. Whoever calls writes the mail about it.
 * A user who is gone is left out.
 */
export async function notifyEach<C extends Cause>(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  cause: C,
  events: readonly { userId: string; values: MailValues[C] }[],
): Promise<void> {
  if (events.length === 0) return;
  const { kind } = causes[cause];
  const rows = events.map(({ userId, values }) => ({ id: newId(), user_id: userId, values }));
  const written = await queryRows<{ id: string; eventId: string }>(
    tx,
    sql`with events as (
      insert into notifications_events (id, kind, cause, subject_id, "values", household_id, user_id, created_at)
      select own.id, ${kind}, ${cause}, own.id, own."values", u.household_id, u.id, ${context.now()}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as own(id uuid, user_id uuid, "values" jsonb)
        join accounts_users u on u.id = own.user_id
      returning id, household_id, user_id, created_at)
    insert into notifications (event_id, household_id, user_id, created_at)
    select id, household_id, user_id, created_at from events returning id, event_id as "eventId"`,
  );
  await pushToDevices(
    tx,
    context,
    kind,
    written.map(({ id }) => id),
  );
  await enqueueMany(
    tx,
    { name: tellPagesJobName },
    written.map(({ eventId }) => ({ payload: { eventId } })),
  );
}

interface Happened {
  id: string;
  kind: NotificationKind;
  cause: Cause;
  values: MailValues[Cause];
  createdAt: Date;
}

/** When the quiet hours that are now end, for readers who share few of them: computing when each ends is expensive. */
function quietEnds({ config }: Pick<Context, 'config'>, now: Date) {
  const ends = new Map<string, Date | undefined>();
  return ({ zone, quiet_from, quiet_until }: recipients.Quiet): Date | undefined => {
    if (!quiet_from || !quiet_until) return undefined;
    const hours: QuietHours = { from: quiet_from, until: quiet_until };
    const own = zone ?? config.serviceZone;
    const key = `${own} ${hours.from} ${hours.until}`;
    if (!ends.has(key)) ends.set(key, quietUntil(now, hours, own));
    return ends.get(key);
  };
}

/** Enqueues the mail and the web push of the notifications just written. */
async function reach(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  { id, kind, cause, values }: Happened,
  told: string[],
  mail: { to?: string; locale?: Locale } = {},
): Promise<void> {
  if (told.length === 0) return;
  const waitsUntil = quietEnds(context, context.now());
  const readers = await recipients.listMailReaders(tx, told, kind);
  await queueMails(
    tx,
    context,
    readers.map((reader) => ({
      to: mail.to ?? reader.address,
      userId: reader.user_id,
      // Mail about security is sent regardless of the user's choices, and to the address that it was written for.
      eventId: kind === 'security' ? undefined : id,
      locale: mail.locale ?? reader.locale,
      template: cause,
      values,
      unsubscribeUrl: unsubscribeUrl(context, reader.user_id, kind),
      sendAt: kind === 'security' ? undefined : waitsUntil(reader),
    })),
  );
  await pushToDevices(tx, context, kind, told, waitsUntil);
}

/** Enqueues the web push of notifications of a kind just written. */
async function pushToDevices(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  kind: NotificationKind,
  told: string[],
  waitsUntil = quietEnds(context, context.now()),
): Promise<void> {
  if (told.length === 0) return;
  const usedSince = new Date(context.now().getTime() - unusedMs);
  const devices = await recipients.listDevices(tx, told, kind, usedSince);
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

/** Notifies the next batch of an audience and enqueues the one after it, in one transaction. */
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

/** Deletes what people were notified of about a household that is erased, under whatever name. */
export async function forgetNamedInNotifications(
  tx: Queryable,
  userIds: readonly string[],
  householdId: string,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.execute(sql`delete from notifications_events
    where user_id = any(${sql.param([...userIds])}::uuid[]) and "values" ->> 'for_id' = ${householdId}`);
}
