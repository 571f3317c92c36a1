/** The recipients of an event, and how they are reached: a batch at a time, each by one query regardless of its size. */

import { sql } from 'drizzle-orm';
import type { NotificationKind } from '../../../contract/account/notifications.ts';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { programmes } from '../catalog/catalog.tables.ts';
import { mayBeTold } from '../entitlement/entitlement.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { usualChannels } from './channels.ts';

/** The rows that were added, and the last recipient of the batch; without `last` there are no more. */
interface Batch {
  told: string[];
  last: string | undefined;
}

interface EventRow {
  id: string;
  createdAt: Date;
}

const batchOf = async (tx: Queryable, query: ReturnType<typeof sql>): Promise<Batch> => {
  const [row] = await queryRows<{ told: string[] | null; last: string | null }>(tx, query);
  return { told: row?.told ?? [], last: row?.last ?? undefined };
};

/** Notifies one user. */
export const tellUser = (tx: Queryable, event: EventRow, userId: string): Promise<Batch> =>
  batchOf(
    tx,
    sql`with told as (
      insert into notifications (event_id, household_id, user_id, created_at)
      select ${event.id}, household_id, id, ${event.createdAt} from accounts_users where id = ${userId}
      on conflict (event_id, recipient_id) do nothing returning id)
    select array_agg(id) as told, null::uuid as last from told`,
  );

/** Notifies the users whose ids come after the given one. */
export const tellEveryone = (
  tx: Queryable,
  event: EventRow,
  { after, limit }: { after: string; limit: number },
): Promise<Batch> =>
  batchOf(
    tx,
    sql`with asked as materialized (
      select id, household_id, suspended_at from accounts_users where id > ${after} order by id limit ${limit}),
    told as (
      insert into notifications (event_id, household_id, user_id, created_at)
      select ${event.id}, household_id, id, ${event.createdAt} from asked where suspended_at is null
      on conflict (event_id, recipient_id) do nothing returning id)
    select (select array_agg(id) from told) as told, (select id from asked order by id desc limit 1) as last`,
  );

/** Notifies the profiles after the given one that have a title in their list and may see it. */
export const tellFollowers = (
  tx: Queryable,
  event: EventRow,
  { programmeId, after, limit }: { programmeId: string; after: string; limit: number },
): Promise<Batch> =>
  batchOf(
    tx,
    sql`with asked as materialized (
      select profile_id from viewing_my_list where programme_id = ${programmeId} and profile_id > ${after}
      order by profile_id limit ${limit}),
    told as (
      insert into notifications (event_id, household_id, profile_id, created_at)
      select ${event.id}, profiles.household_id, profiles.id, ${event.createdAt}
      from asked join profiles on profiles.id = asked.profile_id
        join catalog_programmes on catalog_programmes.id = ${programmeId}
      where ${mayBeTold(programmes, profiles, event.createdAt)}
      on conflict (event_id, recipient_id) do nothing returning id)
    select (select array_agg(id) from told) as told,
      (select profile_id from asked order by profile_id desc limit 1) as last`,
  );

/** The reader's quiet hours. */
export interface Quiet {
  zone: string | null;
  quiet_from: string | null;
  quiet_until: string | null;
}

/**
 * Which of the notified recipients get mail, at which address and in which language. A profile's own address takes precedence
 * over the account's; a child gets none.
 */
export const listMailReaders = (
  tx: Queryable,
  told: string[],
  kind: NotificationKind,
): Promise<(Quiet & { user_id: string; address: string; locale: Locale })[]> =>
  queryRows(
    tx,
    sql`select distinct on (n.id, lower(coalesce(p.email, u.email))) u.id as user_id,
        coalesce(p.email, u.email) as address, coalesce(p.language, u.locale) as locale,
        h.zone, q.quiet_from, q.quiet_until
      from notifications n
      join accounts_users u on u.household_id = n.household_id
        and (u.id = n.user_id or n.user_id is null and u.suspended_at is null)
      join accounts_households h on h.id = n.household_id
      left join profiles p on p.id = n.profile_id
      left join notifications_choices c on c.user_id = u.id and c.kind = ${kind} and c.channel = 'email'
      left join notifications_quiet_hours q on q.user_id = u.id
      where n.id = any(${sql.param(told)}::uuid[]) and coalesce(c.wanted, ${usualChannels[kind].email})
        and not coalesce(p.is_kid, false)
      order by n.id, lower(coalesce(p.email, u.email)), u.created_at`,
  );

/**
 * Which devices get web push for it: for a profile, those that have entered it; for a user, all of theirs but those in a kids
 * profile. A device that was signed out or not used for 90 days gets none.
 */
export const listDevices = (
  tx: Queryable,
  told: string[],
  kind: NotificationKind,
  usedSince: Date,
): Promise<(Quiet & { notification_id: string; subscription_id: string })[]> =>
  queryRows(
    tx,
    sql`select n.id as notification_id, s.id as subscription_id, h.zone, q.quiet_from, q.quiet_until
      from notifications n
      join accounts_users u on u.household_id = n.household_id and (u.id = n.user_id or n.user_id is null)
      join accounts_households h on h.id = n.household_id
      join notifications_subscriptions s on s.user_id = u.id
      join accounts_sessions d on d.id = s.session_id and d.ended_at is null and d.last_seen_at > ${usedSince}
      left join profiles e on e.id = d.profile_id
      left join notifications_choices c on c.user_id = u.id and c.kind = ${kind} and c.channel = 'web_push'
      left join notifications_quiet_hours q on q.user_id = u.id
      where n.id = any(${sql.param(told)}::uuid[]) and u.suspended_at is null
        and coalesce(c.wanted, ${usualChannels[kind].web_push})
        and case when n.profile_id is null then not coalesce(e.is_kid, false) else d.profile_id = n.profile_id end`,
  );
