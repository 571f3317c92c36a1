/** Reads what there is of one customer. */

import { desc, eq, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { logins, sessions, users } from '../accounts/accounts.tables.ts';
import { findPaidUntil } from '../plans/plans.service.ts';
import { profiles } from '../profiles/profiles.tables.ts';

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: Queryable, id: string, lock = false): Promise<UserRow | undefined> {
  const query = db.select().from(users).where(eq(users.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

/** Of customers, in their order: when they last signed in, which plan their household has, and where its last subscription was begun. */
export async function listStandings(
  db: Queryable,
  customers: { id: string }[],
  now: Date,
): Promise<{ last_login_at: string | null; plan_id: string | null; platform: PaymentPlatform | null }[]> {
  const rows = await queryRows<{
    id: string;
    lastLoginAt: Date | null;
    planId: string | null;
    platform: PaymentPlatform | null;
  }>(
    db,
    sql`select u.id,
      coalesce(
        (select created_at from accounts_logins where user_id = u.id and succeeded order by created_at desc limit 1),
        (select max(created_at) from accounts_sessions where user_id = u.id)) as "lastLoginAt",
      (select plan_id from plans_periods where household_id = u.household_id and starts_at <= ${now} and ends_at > ${now}
        order by ends_at limit 1) as "planId",
      (select platform from billing_subscriptions where household_id = u.household_id order by id desc limit 1) as platform
    from accounts_users u where u.id = any(${sql.param(customers.map(({ id }) => id))}::uuid[])`,
    'prepared',
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return customers.map(({ id }) => {
    const found = byId.get(id);
    return {
      last_login_at: found?.lastLoginAt?.toISOString() ?? null,
      plan_id: found?.planId ?? null,
      platform: found?.platform ?? null,
    };
  });
}

/** What hangs on a customer: profiles, the last devices, and until when a plan runs. */
export async function readHousehold(db: Queryable, user: UserRow, now: Date) {
  const [own, devices, planUntil, tries] = await Promise.all([
    db
      .select()
      .from(profiles)
      .where(eq(profiles.householdId, user.householdId))
      .orderBy(profiles.createdAt, profiles.id),
    db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user.id))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
      .limit(20),
    findPaidUntil({ db, now: () => now }, user.householdId),
    db
      .select()
      .from(logins)
      .where(eq(logins.userId, user.id))
      .orderBy(desc(logins.createdAt), desc(logins.id))
      .limit(20),
  ]);
  return { profiles: own, sessions: devices, planUntil: planUntil ?? null, logins: tries };
}
