import { customerCalls } from '../../../contract/admin/customers.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { isId } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { requireStaff } from '../../http/caller.ts';
import { logListed, recordEvent, recordRead } from '../../resource/event-log.ts';
import type { AskedList } from '../../resource/list-source.ts';
import { type Authorized, authorize } from '../../security/permission.ts';
import { announceEnded } from '../accounts/devices.service.ts';
import { enqueueReset } from '../accounts/recovery.service.ts';
import { endSessions } from '../accounts/sessions.service.ts';
import { setUser } from '../accounts/users.service.ts';
import { listHouseholdHistory } from '../viewing/history.service.ts';
import { sumWatched } from '../viewing/viewing.service.ts';
import * as repo from './customers.repo.ts';

const watchedMs = 30 * 86_400_000;
const done = { data: { ok: true } } as const;

type Changes = Record<string, [unknown, unknown]>;

const presentRow = (row: repo.FoundUser) => ({
  id: row.id,
  household_id: row.household_id,
  username: row.username,
  email: row.email,
  created_at: new Date(row.created_at).toISOString(),
  suspended_at: row.suspended_at && new Date(row.suspended_at).toISOString(),
});

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

  /** A customer whom a member of staff looks at, which is written down. */
  const read = async (caller: Caller, id: string) => {
    const user = (await repo.findUser(db, id)) ?? fail('not_found');
    await recordRead(context, {
      staff: requireStaff(caller),
      module: 'customers',
      entity: 'customers',
      entityId: id,
      label: user.username,
    });
    return user;
  };

  const { query, answer } = customerCalls['GET /api/admin/customers'];
  const asked = ({ q, ids }: AskedList) => ({
    q: (q as string | undefined) || undefined,
    ids: ids?.split(',').filter(isId),
  });
  context.lists.set('customers', {
    module: 'customers',
    isPersonal: true,
    fields: answer.shape.data.element.shape,
    query,
    count: (sent) => repo.countCustomers(db, asked(sent)),
    async *batches(sent) {
      for await (const rows of repo.customerBatches(db, asked(sent), sent.order)) yield rows.map(presentRow);
    },
  });

  return {
    'GET /api/admin/customers': async ({ query, caller }) => {
      const ids = query.ids?.split(',').filter(isId);
      const { rows, total } = await repo.listCustomers(
        db,
        { q: query.q || undefined, ids },
        { order: query.order, ...pageWindow(query) },
      );
      logListed(context.log, {
        staff: requireStaff(caller),
        module: 'customers',
        rows: rows.length,
      });
      return {
        data: rows.map(presentRow),
        meta: pageMeta(query, total),
      };
    },
    'GET /api/admin/customers/{id}': async ({ params, caller }) => {
      const user = await read(caller, params.id);
      const now = context.now();
      const [household, watched] = await Promise.all([
        repo.readHousehold(db, user, now),
        sumWatched(db, user.householdId, new Date(now.getTime() - watchedMs)),
      ]);
      return {
        data: {
          id: user.id,
          household_id: user.householdId,
          username: user.username,
          email: user.email,
          created_at: user.createdAt.toISOString(),
          suspended_at: user.suspendedAt?.toISOString() ?? null,
          deletion_requested_at: user.deletionRequestedAt?.toISOString() ?? null,
          email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
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
        },
      };
    },
    'GET /api/admin/customers/{id}/history': async ({ params, query, locale, caller }) => {
      const { householdId } = await read(caller, params.id);
      return listHouseholdHistory(db, householdId, locale, query);
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
