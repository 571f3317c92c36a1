/** Lists a household's signed-in devices, its streams and its login history, and ends sessions from another device. */

import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Device, LoginRecord, StreamingDevice } from '../../../contract/account/devices.ts';
import type { Locale } from '../../../contract/errors.ts';
import { appEvent } from '../../adapters/push/port.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { tokenHash } from '../../security/token.ts';
import { householdHasPlan } from '../plans/plans.service.ts';
import { logins, sessionActions, sessions, users } from './accounts.tables.ts';
import { requirePassword } from './reauthentication.service.ts';
import { endSessions, loginRetentionMs } from './sessions.service.ts';

const dayMs = 86_400_000;
const unusedMs = 90 * dayMs;
/** A client reports its sign-out just after it has happened. */
const lateMs = 60_000;
const maxStreams = 50;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** The household's signed-in devices. */
export async function listDevices(context: Context, user: SignedInUser): Promise<Device[]> {
  const rows = await context.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.householdId, user.householdId),
        isNull(sessions.endedAt),
        gt(sessions.lastSeenAt, before(context.now(), unusedMs)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.deviceName,
    address: row.address ?? '',
    country: row.country ?? '',
    signed_in_at: row.createdAt.toISOString(),
    last_used_at: row.lastSeenAt.toISOString(),
    current: row.id === user.sessionId,
  }));
}

/** Tells the household's open pages to check whether they are still signed in, and makes the push server authorise them again. */
export async function announceEnded({ push, log }: Context, householdId: string): Promise<void> {
  const channel = `private-household.${householdId}` as const;
  try {
    await push.broadcast(appEvent(channel, 'SessionsEnded', {}));
    await push.rejoin(channel);
    await push.rejoin(`presence-household.${householdId}`);
  } catch (error) {
    // The tokens are invalid in any case: pages notice at their next call.
    log.warn({ err: error }, 'open pages could not be told that their sessions have ended');
  }
}

/** Signs one of the household's devices out. */
export async function endDevice(context: Context, user: SignedInUser, id: string): Promise<void> {
  const ended = await context.db.transaction((tx) =>
    endSessions(tx, context, { householdId: user.householdId }, { only: id }),
  );
  if (ended.length === 0) fail('not_found');
  await announceEnded(context, user.householdId);
}

/** Signs the household out everywhere. */
export async function endAllDevices(
  context: Context,
  user: SignedInUser,
  password: string | undefined,
): Promise<void> {
  await requirePassword(context, user, password);
  await context.db.transaction((tx) => endSessions(tx, context, { householdId: user.householdId }, 'all'));
  await announceEnded(context, user.householdId);
}

interface StreamRow {
  id: string;
  name: string | null;
  profile_name: string | null;
  title: string | null;
  started_at: Date;
  watching: boolean;
}

/** The recent playbacks of the household, with their devices. */
export async function listStreamingDevices(
  context: Context,
  { householdId }: SignedInUser,
  locale: Locale,
): Promise<StreamingDevice[]> {
  const now = context.now();
  const rows = await queryRows<StreamRow>(
    context.db,
    sql`select s.id, coalesce(d.device_name, k.name) as name, p.name as profile_name, s.started_at,
        coalesce(${inLocale(locale, 't.title')}, ${inLocale(locale, 'c.title')}, ${inLocale(locale, 'l.name')}) as title,
        s.ended_at is null and s.heartbeat_at > ${before(now, 45_000)} as watching
      from playback_sessions s
      left join accounts_sessions d on d.id = s.session_id
      left join playback_player_links k on k.id = s.player_link_id
      left join profiles p on p.id = s.profile_id
      left join catalog_programmes t on t.id = s.programme_id
      left join partner_video_clips c on c.id = s.clip_id
      left join live_channels l on l.id = s.channel_id
      where s.household_id = ${householdId} and s.started_at > ${before(now, unusedMs)}
      order by s.started_at desc, s.id desc limit ${maxStreams}`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? '',
    profile_name: row.profile_name ?? '',
    title: row.title ?? '',
    started_at: row.started_at.toISOString(),
    watching: row.watching,
  }));
}

/** A page of the account's login history. */
export async function listLogins(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id }: SignedInUser,
  query: { page: number; per_page: number },
): Promise<{ data: LoginRecord[]; meta: ReturnType<typeof pageMeta> }> {
  const own = and(eq(logins.userId, id), gt(logins.createdAt, before(now(), loginRetentionMs)));
  const { limit, offset } = pageWindow(query);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(logins)
      .where(own)
      .orderBy(desc(logins.createdAt), desc(logins.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(logins).where(own),
  ]);
  const data = rows.map((row) => ({
    id: row.id,
    name: row.deviceName,
    address: row.address ?? '',
    country: row.country ?? '',
    method: row.method,
    succeeded: row.succeeded,
    created_at: row.createdAt.toISOString(),
  }));
  return { data, meta: pageMeta(query, totals[0]?.total ?? 0) };
}

/** Stores for the viewing analytics that the session of a token has ended; once, however often it is reported. */
export async function noteSignOut(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string | undefined,
  householdId: string,
): Promise<void> {
  if (!token) fail('login_required');
  const [session] = await db
    .select({
      id: sessions.id,
      householdId: sessions.householdId,
      username: users.username,
      email: users.email,
      hasPlan: householdHasPlan(sessions.householdId, now()),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash(token)),
        or(isNull(sessions.endedAt), gt(sessions.endedAt, before(now(), lateMs))),
      ),
    );
  if (!session) fail('login_required');
  if (session.householdId !== householdId) fail('not_found');
  const { id, username, email, hasPlan } = session;
  await db
    .insert(sessionActions)
    .values({
      sessionId: id,
      householdId,
      username,
      email,
      userType: hasPlan ? 'PLUS' : 'FREE',
      action: 'sign_out',
    })
    .onConflictDoNothing();
}

/** Deletes logins that are more than a year old. */
export async function purgeLogins({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.delete(logins).where(lt(logins.createdAt, before(now(), loginRetentionMs)));
}
