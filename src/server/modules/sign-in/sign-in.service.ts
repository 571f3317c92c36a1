/** Signing in and out, and identifying the caller of a bearer token. */
import { asc, eq, sql } from 'drizzle-orm';
import type { SignInMethod } from '../../../contract/account/devices.ts';
import type { ViewingHours } from '../../../contract/account/profiles.ts';
import type { User } from '../../../contract/account/session.ts';
import type { Maturity } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import type { Database, Transaction } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import type { Caller, Viewer } from '../../http/caller.ts';
import { networkOf } from '../../security/network.ts';
import { requireRoomToVerify, verifyPassword } from '../../security/passwords.ts';
import { AddressRateLimit, beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { tokenHash } from '../../security/token.ts';
import { households, users } from '../accounts/accounts.tables.ts';
import { erasedAt } from '../accounts/deletion.service.ts';
import {
  type Client,
  endSessions,
  holdUser,
  noteFailedLogin,
  reauthenticationMs,
  setLastSeen,
  startSession,
} from '../accounts/sessions.service.ts';
import { householdAdFreeText, householdHasPlan } from '../plans/plans.service.ts';
import { presentProfile } from '../profiles/profiles.present.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { isWithinHours } from '../profiles/viewing-hours.service.ts';

/** Failures per account from one address, and per address over all accounts, within a minute. */
const accountLimit = new RateLimit('sign_in_account', 5, 60_000, { resets: true });
const addressLimit = new AddressRateLimit('sign_in_address', 30, 60_000);

type UserRow = typeof users.$inferSelect;

export const guest = (region: string): Caller => ({
  viewer: {
    profileId: undefined,
    maturity: 19,
    hasPlan: false,
    adFree: false,
    region,
    hasBlockedTitles: false,
    changedAt: 0,
    withinHours: true,
  },
  user: undefined,
  profile: undefined,
  staff: undefined,
});

interface CallerRow {
  session_id: string;
  user_id: string;
  household_id: string;
  entered_id: string | null;
  entered_is_kid: boolean | null;
  seen_long_ago: boolean;
  asks_parent_pin: boolean;
  /** Null without a plan. */
  ad_free: boolean | null;
  profile_id: string | null;
  maturity: Maturity | null;
  is_kid: boolean | null;
  has_pin: boolean | null;
  has_blocked: boolean;
  changed_at: Date | null;
  hours: ViewingHours | null;
  zone: string | null;
}

const callerQuery = `
  select s.id as session_id, s.user_id, s.household_id, e.id as entered_id, e.is_kid as entered_is_kid,
    s.last_seen_at < $3::timestamptz - interval '5 minutes' as seen_long_ago,
    ${householdAdFreeText('s.household_id', '$3')} as ad_free,
    p.id as profile_id, p.maturity, p.is_kid, p.pin_hash is not null as has_pin,
    exists (select from profiles_blocked_titles b where b.profile_id = p.id) as has_blocked,
    p.updated_at as changed_at, p.hours, h.zone,
    s.without_secret and e.id is null and h.parent_pin_hash is not null
      and coalesce(s.reauthenticated_at <= $3::timestamptz - interval '${reauthenticationMs} milliseconds', true)
      and exists (select from profiles k where k.household_id = s.household_id and k.is_kid) as asks_parent_pin
  from accounts_sessions s join accounts_users u on u.id = s.user_id and u.suspended_at is null
  join accounts_households h on h.id = s.household_id
  left join profiles e on e.id = s.profile_id and e.household_id = s.household_id
  left join profiles p on p.id = case when e.is_kid then e.id else $2 end and p.household_id = s.household_id
  where s.token_hash = $1 and s.ended_at is null and s.last_seen_at > $3::timestamptz - interval '90 days'`;

/**
 * The caller of a bearer token, in one query. Another household's profile is left out. So is a profile with a PIN that this
 * session has not entered, and an adult's that requires the parent PIN first. A session that has entered a kids profile always acts
 * as that profile, whatever the call names. A device that was not used for 90 days has to sign in again.
 */
export async function identifyViewer(
  context: Context,
  token: string | undefined,
  profileId: string | undefined,
  region: string,
): Promise<Caller> {
  if (!token) return guest(region);
  const { rows } = await context.pool.query<CallerRow>({
    name: 'accounts_caller',
    text: callerQuery,
    values: [tokenHash(token), profileId ?? null, context.now()],
  });
  const row = rows[0];
  if (!row) return guest(region);
  if (row.seen_long_ago) {
    await setLastSeen(context.db, row.session_id, context.now());
  }
  const entered =
    row.profile_id !== null &&
    (!row.has_pin || row.entered_id === row.profile_id) &&
    (!row.asks_parent_pin || row.is_kid === true);
  return {
    viewer: {
      profileId: entered ? (row.profile_id ?? undefined) : undefined,
      maturity: entered ? (row.maturity ?? 19) : 19,
      hasPlan: row.ad_free !== null,
      adFree: row.ad_free === true,
      region,
      hasBlockedTitles: entered && row.has_blocked,
      changedAt: row.changed_at?.getTime() ?? 0,
      withinHours: isWithinHours(context, row.hours, row.zone),
    },
    user: {
      id: row.user_id,
      householdId: row.household_id,
      sessionId: row.session_id,
      enteredProfileId: row.entered_id ?? undefined,
      inKidsProfile: row.entered_is_kid ?? false,
      asksParentPin: row.asks_parent_pin,
    },
    profile:
      entered && row.profile_id
        ? { id: row.profile_id, householdId: row.household_id, isKid: row.is_kid ?? false }
        : undefined,
    staff: undefined,
  };
}

/** The viewer of a profile that was entered before; undefined if the profile was deleted. */
export async function findViewer(
  context: Context,
  profileId: string,
  region: string,
): Promise<Viewer | undefined> {
  const { rows } = await context.pool.query<{
    maturity: Maturity;
    ad_free: boolean | null;
    has_blocked: boolean;
    changed_at: Date;
    hours: ViewingHours;
    zone: string | null;
  }>({
    name: 'accounts_viewer',
    text: `select p.maturity, p.updated_at as changed_at, p.hours,
        (select h.zone from accounts_households h where h.id = p.household_id) as zone,
        ${householdAdFreeText('p.household_id', '$2')} as ad_free,
        exists (select from profiles_blocked_titles b where b.profile_id = p.id) as has_blocked
      from profiles p where p.id = $1`,
    values: [profileId, context.now()],
  });
  const [row] = rows;
  return (
    row && {
      profileId,
      maturity: row.maturity,
      hasPlan: row.ad_free !== null,
      adFree: row.ad_free === true,
      region,
      hasBlockedTitles: row.has_blocked,
      changedAt: row.changed_at.getTime(),
      withinHours: isWithinHours(context, row.hours, row.zone),
    }
  );
}

/** The signed-in user with the household's profiles, and the one that was entered. */
export async function getUser(
  context: Context,
  userId: string,
  enteredProfileId: string | null = null,
): Promise<User> {
  const rows = await readUser(context, userId);
  if (!rows[0]) return fail('login_required');
  return presentUser(context, rows[0].user, rows, enteredProfileId);
}

/** A user with the household's data and each of its profiles, in their order; one row without a profile when it has none. */
const readUser = ({ db, now }: Context, userId: string) =>
  preparedIn(db).user.execute({ userId, now: now() });

function presentUser(
  { config }: Context,
  row: UserRow,
  rows: Awaited<ReturnType<typeof readUser>>,
  enteredProfileId: string | null = null,
): User {
  return {
    id: row.id,
    household_id: row.householdId,
    username: row.username,
    email: row.email,
    deletion_at: row.deletionRequestedAt ? erasedAt(row.deletionRequestedAt).toISOString() : null,
    has_password: row.passwordHash !== null,
    has_active_plan: rows[0]?.hasPlan ?? false,
    has_parent_pin: rows[0]?.hasParentPin ?? false,
    profiles_max: config.maxProfiles,
    profiles: rows.flatMap(({ profile }) => (profile ? [presentProfile(profile)] : [])),
    entered_profile_id: enteredProfileId,
  };
}

/** The queries of every sign-in and every page load: built once, and each connection keeps them parsed and planned. */
function prepareQueries(db: Database) {
  const select = () => db.select().from(users);
  const name = sql.placeholder('name');
  return {
    byEmail: select()
      .where(eq(sql`lower(${users.email})`, name))
      .prepare('accounts_user_by_email'),
    byUsername: select().where(eq(users.username, name)).prepare('accounts_user_by_username'),
    user: db
      .select({
        user: users,
        profile: profiles,
        hasPlan: householdHasPlan(households.id, sql.placeholder('now')),
        hasParentPin: sql<boolean>`${households.parentPinHash} is not null`,
      })
      .from(users)
      .innerJoin(households, eq(households.id, users.householdId))
      .leftJoin(profiles, eq(profiles.householdId, households.id))
      .where(eq(users.id, sql.placeholder('userId')))
      .orderBy(asc(profiles.createdAt), asc(profiles.id))
      .prepare('accounts_user_with_profiles'),
  };
}
const prepared = new WeakMap<Database, ReturnType<typeof prepareQueries>>();

function preparedIn(db: Database): ReturnType<typeof prepareQueries> {
  const queries = prepared.get(db) ?? prepareQueries(db);
  prepared.set(db, queries);
  return queries;
}

/**
 * Finds the account of a username or e-mail address and its password. Fails with the same error, after the same time, whether or
 * not the account exists.
 */
export async function authenticate(
  context: Context,
  credentials: { username: string; password: string },
  client: Client,
): Promise<UserRow> {
  // When many guess simultaneously, most attempts cost no more than this check.
  requireRoomToVerify();
  const name = credentials.username.normalize('NFKC').toLowerCase();
  const { address } = client;
  const key = `${name}|${networkOf(address)}`;
  const attempt = await beginAttempt(context, accountLimit.of(key), addressLimit.of(address));
  const [row] = await preparedIn(context.db)[name.includes('@') ? 'byEmail' : 'byUsername'].execute({ name });
  const right = await attempt.refundIfRejected(verifyPassword(row?.passwordHash, credentials.password));
  if (!right || !row) {
    await noteFailedLogin(context, row, client);
    return fail('credentials');
  }
  if (row.suspendedAt) fail('account_suspended');
  await attempt.succeed();
  return row;
}

/** Signs in by username or e-mail address. */
export const login = async (
  context: Context,
  credentials: { username: string; password: string },
  client: Client,
): Promise<User & { token: string }> => {
  const row = await authenticate(context, credentials, client);
  return signIn(context, row, client, 'password', async (_, held) => requireUnchanged(held, row));
};

/** Fails when the password that was just accepted is not the account's any more. */
export function requireUnchanged(held: UserRow, { passwordHash }: UserRow): void {
  if (held.passwordHash !== passwordHash) fail('credentials');
}

/**
 * Signs in an authenticated user; a new device is notified to the owner. `work` runs in the same transaction with the user locked,
 * so its reads stay valid.
 */
export async function signIn(
  context: Context,
  row: UserRow,
  client: Client,
  method: SignInMethod,
  work: (tx: Transaction, held: UserRow) => Promise<unknown>,
): Promise<User & { token: string }> {
  const begin = context.db.transaction(async (tx) => {
    const held = await holdUser(tx, row.id);
    const begun = await startSession(tx, context, held, client, method);
    await work(tx, held);
    return [held, begun] as const;
  });
  // Reading the household does not wait for the session to be written to disk.
  const [[user, token], rows] = await Promise.all([begin, readUser(context, row.id)]);
  return { ...presentUser(context, user, rows), token };
}

/** Ends a session; its token is invalid from now on. */
export async function logout(
  context: Context,
  user: { householdId: string; sessionId: string },
): Promise<void> {
  await context.db.transaction((tx) => endSessions(tx, context, user, { only: user.sessionId }));
}
