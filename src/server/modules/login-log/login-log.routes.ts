import type { LoginRecord, loginLogCalls } from '../../../contract/admin/logins.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { logListed, recordRead } from '../../resource/event-log.ts';
import { addDays, startOfDay } from '../../zone.ts';
import * as repo from './login-log.repo.ts';

const presentLogin = ({ created_at, address, country, ...row }: repo.LoginRow): LoginRecord => ({
  ...row,
  created_at: new Date(created_at).toISOString(),
  address: address ?? '',
  country: country ?? '',
});

/** Handlers of the login log. */
export function loginLogRoutes(context: Context): Handlers<typeof loginLogCalls> {
  const { db, config } = context;
  return {
    'GET /api/admin/logins': async ({ query, caller }) => {
      const { ids, q, kind, succeeded, address, from, until, order } = query;
      const { rows, total } = await repo.listLogins(
        db,
        ids
          ? { ids: ids.split(',').filter(isId) }
          : {
              name: q?.trim(),
              kind,
              succeeded,
              address,
              from: from ? startOfDay(from, config.serviceZone) : undefined,
              before: until ? startOfDay(addDays(until, 1), config.serviceZone) : undefined,
            },
        { order, ...pageWindow(query) },
      );
      logListed(context.log, { staff: requireStaff(caller), module: 'logins', rows: rows.length });
      return { data: rows.map(presentLogin), meta: pageMeta(query, total) };
    },
    'GET /api/admin/logins/{id}': async ({ params, caller }) => {
      const { rows } = await repo.listLogins(
        db,
        { ids: [params.id] },
        { order: 'desc', limit: 1, offset: 0 },
      );
      const row = rows[0] ?? fail('not_found');
      await recordRead(context, {
        staff: requireStaff(caller),
        module: 'logins',
        entity: 'logins',
        entityId: row.id,
        label: row.kind,
      });
      return { data: presentLogin(row) };
    },
  };
}
