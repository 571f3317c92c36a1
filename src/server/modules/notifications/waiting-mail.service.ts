/** Decides whether mail that was delayed, by quiet hours or a mail server, is still to be sent. */
import { sql } from 'drizzle-orm';
import type { WaitingMail } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { usualChannels } from './channels.ts';
import { isEpisodeOut, isNoticeOut } from './notifications.repo.ts';

/**
 * Whether a message's reader still wants it, still uses that address, and the message is still true. A message that belongs to no
 * event is always sent.
 */
export async function isMailWanted(
  tx: Queryable,
  { eventId, userId, toAddress }: WaitingMail,
  now: Date,
): Promise<boolean> {
  if (eventId === null) return true;
  const address = toAddress.toLowerCase();
  const rows = await queryRows(
    tx,
    sql`select e.id from notifications_events e
      join accounts_users u on u.id = ${userId}
      left join notifications_choices c on c.user_id = u.id and c.kind = e.kind and c.channel = 'email'
      where e.id = ${eventId}
        and coalesce(c.wanted, (${JSON.stringify(usualChannels)}::jsonb -> e.kind ->> 'email')::boolean)
        and (lower(u.email) = ${address} or exists (
          select from profiles p join notifications n on n.event_id = e.id and n.recipient_id = p.id
          where p.household_id = u.household_id and lower(p.email) = ${address} and not p.is_kid))
        and (e.cause <> 'new_episode' or exists (
          select from profiles join notifications n on n.event_id = e.id and n.recipient_id = profiles.id
          where profiles.household_id = u.household_id and lower(coalesce(profiles.email, u.email)) = ${address}
            and not profiles.is_kid and ${isEpisodeOut(sql`e.subject_id`, now)}))
        and (e.cause <> 'notice' or ${isNoticeOut(sql`e.subject_id`)})`,
  );
  return rows.length > 0;
}
