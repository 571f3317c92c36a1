/** Reads notifications and marks them as read. */

import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { NotificationKind } from '../../../contract/account/notifications.ts';
import type { Queryable } from '../../db/client.ts';
import { allOf } from '../../db/conditions.ts';
import type { Viewer } from '../../http/caller.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { isEpisodeOpen, mayBeTold, maySee } from '../entitlement/entitlement.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { notificationEvents, notifications } from './notifications.tables.ts';

interface NotificationRow {
  id: string;
  kind: NotificationKind;
  cause: string;
  values: Record<string, unknown>;
  readAt: Date | null;
  createdAt: Date;
}

/** The owner of the list: a profile, and its user unless the profile is a child's. */
export interface Reader {
  viewer: Viewer;
  recipientIds: string[];
  kinds: NotificationKind[];
  since: Date;
  now: Date;
}

/** Whether a notice has not been withdrawn since people were notified of it. */
export const isNoticeOut = (id: SQLWrapper): SQL =>
  sql`exists (select from support_notices o where o.id = ${id} and o.published)`;

/** Whether an episode is published for the profile of the row `profiles`, which is not the caller. */
export const isEpisodeOut = (id: SQLWrapper, now: Date): SQL =>
  sql`exists (select from catalog_episodes join catalog_programmes on ${eq(programmes.id, episodes.programmeId)}
    where ${eq(episodes.id, id)} and ${isEpisodeOpen(episodes, now)} and ${mayBeTold(programmes, profiles, now)})`;

/** The listed notifications. An episode that the profile may not see any more, and a notice that was withdrawn, are left out. */
const listed = ({ viewer, recipientIds, kinds, since, now }: Reader): SQL =>
  allOf(
    inArray(notifications.recipientId, recipientIds),
    gt(notifications.createdAt, since),
    inArray(notificationEvents.kind, kinds),
    or(
      ne(notificationEvents.cause, 'new_episode'),
      sql`exists (select from catalog_episodes join catalog_programmes on ${eq(programmes.id, episodes.programmeId)}
        where ${eq(episodes.id, notificationEvents.subjectId)} and ${isEpisodeOpen(episodes, now)} and ${maySee(programmes, viewer, now)})`,
    ),
    or(ne(notificationEvents.cause, 'notice'), isNoticeOut(notificationEvents.subjectId)),
  );

/** A page of a reader's notifications, newest first, and how many there are. */
export async function listNotifications(
  db: Queryable,
  reader: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  if (reader.kinds.length === 0) return { rows: [], total: 0 };
  const own = eq(notificationEvents.id, notifications.eventId);
  const [rows, [all]] = await Promise.all([
    db
      .select({
        id: notifications.id,
        kind: notificationEvents.kind,
        cause: notificationEvents.cause,
        values: notificationEvents.values,
        readAt: notifications.readAt,
        createdAt: notifications.createdAt,
      })
      .from(notifications)
      .innerJoin(notificationEvents, own)
      .where(listed(reader))
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: count() })
      .from(notifications)
      .innerJoin(notificationEvents, own)
      .where(listed(reader)),
  ]);
  return { rows, total: all?.total ?? 0 };
}

/** How many of them are unread. */
export async function countUnread(db: Queryable, reader: Reader): Promise<number> {
  if (reader.kinds.length === 0) return 0;
  const [row] = await db
    .select({ unread: count() })
    .from(notifications)
    .innerJoin(notificationEvents, eq(notificationEvents.id, notifications.eventId))
    .where(and(isNull(notifications.readAt), listed(reader)));
  return row?.unread ?? 0;
}

/** Marks notifications of recipients as read: one, or all. */
export async function markRead(
  db: Queryable,
  recipientIds: string[],
  id: string | undefined,
  at: Date,
): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: at })
    .where(
      and(
        inArray(notifications.recipientId, recipientIds),
        isNull(notifications.readAt),
        id ? eq(notifications.id, id) : undefined,
      ),
    );
}
