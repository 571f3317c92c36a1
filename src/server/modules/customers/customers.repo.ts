/** Reads what there is of one customer. */

import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { logins, sessions, users } from '../accounts/accounts.tables.ts';
import { findPaidUntil } from '../plans/plans.service.ts';
import { profiles } from '../profiles/profiles.tables.ts';

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: Queryable, id: string, lock = false): Promise<UserRow | undefined> {
  const query = db.select().from(users).where(eq(users.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
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
