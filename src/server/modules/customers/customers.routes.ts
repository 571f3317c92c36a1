import { isNotNull, isNull, not, sql } from 'drizzle-orm';
import { type customerCalls, customers as shape } from '../../../contract/admin/customers.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { isId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { requireStaff } from '../../http/caller.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { contains } from '../../resource/list-filters.ts';
import { listing } from '../../resource/listing.ts';
import { type Authorized, authorize } from '../../security/permission.ts';
import { users } from '../accounts/accounts.tables.ts';
import { endRenewalOf } from '../accounts/deletion.service.ts';
import { announceEnded } from '../accounts/devices.service.ts';
import { findsUsers, hasEmail, hasPhone } from '../accounts/find-users.service.ts';
import { enqueueReset } from '../accounts/recovery.service.ts';
import { endSessions } from '../accounts/sessions.service.ts';
import { setUser } from '../accounts/users.service.ts';
import { householdHasPlan, householdsOnPlans } from '../plans/plans.service.ts';
import { listHouseholdHistory } from '../viewing/history.service.ts';
import { sumWatched } from '../viewing/viewing.service.ts';
import * as repo from './customers.repo.ts';

const watchedMs = 30 * 86_400_000;
const done = { data: { ok: true } } as const;

type Changes = Record<string, [unknown, unknown]>;

/** Handlers of customers in the back office. */
export function customerRoutes(context: Context): Handlers<typeof customerCalls> {
  const { db } = context;
  /** Changes a customer and writes it down; what changes nothing is not written. */
  const change = (
    caller: Caller,
    id: string,
    action: 'sign_out' | 'reset_password' | 'verify_email' | 'suspend' | 'unsuspend',
    work: (tx: Transaction, user: Authorized<repo.UserRow>) => Promise<Changes | undefined>,
  ) =>
    db.transaction(async (tx) => {
      const staff = requireStaff(caller);
      const found = (await repo.findUser(tx, id, true)) ?? fail('not_found');
      const user = authorize(staff, 'customers', 'update', found);
      const changes = await work(tx, user);
      if (!changes) return user;
      await recordEvent(tx, {
        staff,
        module: 'customers',
        action,
        entity: 'customers',
        entityId: id,
        label: user.username,
        changes,
      });
      return user;
    });
  /** Ends all sessions of a customer; answers how many there were. */
  const endAll = async (tx: Transaction, user: Authorized<repo.UserRow>) =>
    (await endSessions(tx, context, { userId: user.id }, 'all')).length;

  const onPlans = (ids: string) => householdsOnPlans(ids.split(',').filter(isId), context.now());

  const { list, read, show } = listing(context, shape, users, {
    large: {
      common: [
        'suspended=false',
        'suspended_at_empty=true',
        'deletion_requested_at_empty=true',
        'phone_empty',
        'locale',
        'birth_date_empty=true',
        'plan_id_empty',
      ],
      filled: ['username', 'email'],
      unasked: ['last_login_at', 'platform'],
      // Everybody of a household that has a plan is a customer.
      atLeast: { plan_id_in: onPlans },
    },
    label: 'username',
    present: (db, rows) => repo.listStandings(db, rows, context.now()),
    search: [users.username],
    finds: {
      id: findsUsers.id,
      household_id: findsUsers.household,
      email: findsUsers.email,
      phone: findsUsers.phone,
      username: findsUsers.username,
    },
    where: {
      email: hasEmail,
      phone: hasPhone,
      email_like: (part) => sql`lower(${users.email}) like ${contains(part.toLowerCase())}`,
      plan_id_in: (ids) => sql`${users.householdId} in (${onPlans(ids)})`,
      plan_id_empty: (isEmpty) => {
        const hasPlan = householdHasPlan(users.householdId, context.now());
        return isEmpty ? not(hasPlan) : hasPlan;
      },
      suspended: (is) => (is ? isNotNull(users.suspendedAt) : isNull(users.suspendedAt)),
    },
  });

  return {
    'GET /api/admin/customers': list,
    'GET /api/admin/customers/{id}': async ({ params, ...request }) => {
      const customer = await read(params.id, request);
      const user = (await repo.findUser(db, params.id)) ?? fail('not_found');
      const now = context.now();
      const [household, watched] = await Promise.all([
        repo.readHousehold(db, user, now),
        sumWatched(db, user.householdId, new Date(now.getTime() - watchedMs)),
      ]);
      const more = {
        plan_until: household.planUntil?.toISOString() ?? null,
        profiles: household.profiles.map((profile) => ({
          id: profile.id,
          name: profile.name,
          is_kid: profile.isKid,
          maturity: profile.maturity,
          has_pin: profile.pinHash !== null,
        })),
        sessions: household.sessions.map((session) => ({
          id: session.id,
          device: session.deviceName || session.device,
          created_at: session.createdAt.toISOString(),
          last_seen_at: session.lastSeenAt.toISOString(),
          ended_at: session.endedAt?.toISOString() ?? null,
        })),
        logins: household.logins.map((each) => ({
          id: each.id,
          method: each.method,
          succeeded: each.succeeded,
          device: each.deviceName,
          country: each.country ?? '',
          created_at: each.createdAt.toISOString(),
        })),
        watched,
      };
      return { data: { ...customer, ...show(user.id, more, request.caller) } };
    },
    'GET /api/admin/customers/{id}/history': async ({ params: { id }, query, ...request }) => {
      const { household_id } = await read(id, request);
      const { data, meta } = await listHouseholdHistory(db, household_id, request.locale, query);
      return { data: data.map((viewing) => show(id, viewing, request.caller)), meta };
    },
    'POST /api/admin/customers/{id}/sign-out': async ({ params, caller }) => {
      const { householdId } = await change(caller, params.id, 'sign_out', async (tx, user) => {
        const ended = await endAll(tx, user);
        return ended > 0 ? { sessions: [ended, 0] } : undefined;
      });
      await announceEnded(context, householdId);
      return done;
    },
    'POST /api/admin/customers/{id}/reset-password': async ({ params, caller }) => {
      await change(caller, params.id, 'reset_password', async (tx, user) => {
        await enqueueReset(tx, { email: user.email, locale: user.locale });
        return {};
      });
      return done;
    },
    'POST /api/admin/customers/{id}/verify-email': async ({ params, caller }) => {
      await change(caller, params.id, 'verify_email', async (tx, user) => {
        if (user.emailVerifiedAt) return undefined;
        const now = context.now();
        await setUser(tx, user.id, { emailVerifiedAt: now });
        return { email_verified_at: [null, now.toISOString()] };
      });
      return done;
    },
    'POST /api/admin/customers/{id}/suspend': async ({ params, caller }) => {
      const { householdId } = await change(caller, params.id, 'suspend', async (tx, user) => {
        if (user.suspendedAt) return undefined;
        const now = context.now();
        await setUser(tx, user.id, { suspendedAt: now });
        await endRenewalOf(tx, context, user.householdId);
        const ended = await endAll(tx, user);
        return { suspended_at: [null, now.toISOString()], sessions: [ended, 0] };
      });
      await announceEnded(context, householdId);
      return done;
    },
    'POST /api/admin/customers/{id}/unsuspend': async ({ params, caller }) => {
      await change(caller, params.id, 'unsuspend', async (tx, user) => {
        if (!user.suspendedAt) return undefined;
        await setUser(tx, user.id, { suspendedAt: null });
        return { suspended_at: [user.suspendedAt.toISOString(), null] };
      });
      return done;
    },
  };
}
