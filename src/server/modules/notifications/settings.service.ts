/** A user's notification settings: kinds, channels and quiet hours. */
import { eq, sql } from 'drizzle-orm';
import type {
  NotificationChannel,
  NotificationKind,
  NotificationSettings,
  QuietHours,
} from '../../../contract/account/notifications.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { households, users } from '../accounts/accounts.tables.ts';
import { allKinds, lockedChannels, usualChannels } from './channels.ts';
import { notificationChoices, notificationQuietHours, pushSubscriptions } from './notifications.tables.ts';
import { quietUntil } from './quiet-hours.service.ts';

async function wishesOf(db: Queryable, userId: string) {
  const [choices, [row]] = await Promise.all([
    db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId)),
    db
      .select({
        zone: households.zone,
        from: notificationQuietHours.quietFrom,
        until: notificationQuietHours.quietUntil,
      })
      .from(users)
      .innerJoin(households, eq(households.id, users.householdId))
      .leftJoin(notificationQuietHours, eq(notificationQuietHours.userId, users.id))
      .where(eq(users.id, userId)),
  ]);
  const wants = (kind: NotificationKind, channel: NotificationChannel) =>
    choices.find((own) => own.kind === kind && own.channel === channel)?.wanted ??
    usualChannels[kind][channel];
  const quietHours: QuietHours | null = row?.from && row.until ? { from: row.from, until: row.until } : null;
  return { wants, quietHours, zone: row?.zone ?? null };
}

/** Everything that the settings page shows. */
export async function getSettings(
  { db, config, webPush }: Context,
  user: SignedInUser,
): Promise<NotificationSettings> {
  const [{ wants, quietHours, zone }, subscribed] = await Promise.all([
    wishesOf(db, user.id),
    db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.sessionId, user.sessionId)),
  ]);
  return {
    kinds: allKinds.map((kind) => ({
      kind,
      in_app: wants(kind, 'in_app'),
      email: wants(kind, 'email'),
      web_push: wants(kind, 'web_push'),
      locked: lockedChannels[kind],
    })),
    quiet_hours: quietHours,
    zone: zone ?? config.serviceZone,
    push: { public_key: webPush.publicKey, subscribed: subscribed.length > 0 },
  };
}

/** The kinds that a user's list shows, and those that may make a sound now: none during quiet hours. */
export async function shownKinds(
  { db, config, now }: Context,
  userId: string,
): Promise<{ shown: NotificationKind[]; aloud: NotificationKind[] }> {
  const { wants, quietHours, zone } = await wishesOf(db, userId);
  const shown = allKinds.filter((kind) => wants(kind, 'in_app'));
  return { shown, aloud: quietUntil(now(), quietHours, zone ?? config.serviceZone) ? [] : shown };
}

/** Turns one channel of one kind on or off; does nothing for a deleted user. */
export async function setChoice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
  { kind, channel, wanted }: { kind: NotificationKind; channel: NotificationChannel; wanted: boolean },
): Promise<void> {
  if (lockedChannels[kind].includes(channel)) failField('channel', 'in');
  await db.execute(sql`
    insert into notifications_choices (user_id, kind, channel, wanted, changed_at)
    select id, ${kind}, ${channel}, ${wanted}, ${now()} from accounts_users where id = ${userId}
    on conflict (user_id, kind, channel) do update set wanted = excluded.wanted, changed_at = excluded.changed_at`);
}

/** Sets the quiet hours; null for none. */
export async function setQuietHours(
  { db }: Pick<Context, 'db'>,
  userId: string,
  hours: QuietHours | null,
): Promise<void> {
  if (!hours) {
    await db.delete(notificationQuietHours).where(eq(notificationQuietHours.userId, userId));
    return;
  }
  if (hours.from === hours.until) failField('quiet_hours.until', 'hours_same');
  const values = { quietFrom: hours.from, quietUntil: hours.until };
  await db
    .insert(notificationQuietHours)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: notificationQuietHours.userId, set: values });
}
