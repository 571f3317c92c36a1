/** What all changes of staff credentials share: asking for the password again, ending other sessions, and the event log. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { verifyPassword } from '../../security/passwords.ts';
import { beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { staff, staffSessions } from './staff.tables.ts';

export type StaffRow = typeof staff.$inferSelect;

/** Wrong codes and passwords of a signed-in member of staff, within a minute. */
export const reauthenticationLimit = new RateLimit('staff_reauthentication', 5, 60_000, { resets: true });

/** Codes per member of staff within an hour, over all addresses: somebody who has the password could use many addresses. */
export const codeLimit = new RateLimit('staff_code', 10, 3_600_000, { resets: true });

/** The signed-in member of staff; fails with `login_required` when they were deleted. */
export async function getStaff(db: Queryable, id: string): Promise<StaffRow> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id));
  return row ?? fail('login_required');
}

/** Fails at `field` unless the password is that person's. */
export async function requirePassword(
  context: Context,
  row: StaffRow,
  password: string | undefined,
  field = 'password',
): Promise<void> {
  const attempt = await beginAttempt(context, reauthenticationLimit.of(row.id));
  const right = await attempt.refundIfRejected(verifyPassword(row.passwordHash, password ?? ''));
  if (!right) failField(field, 'password');
  await attempt.succeed();
}

/** Ends the sessions of a member of staff, except one. */
export async function endSessions(
  context: Context,
  tx: Queryable,
  staffId: string,
  but?: string,
): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ endedAt: context.now() })
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        isNull(staffSessions.endedAt),
        but === undefined ? undefined : ne(staffSessions.id, but),
      ),
    );
}

/** Logs what was changed of a member of staff. */
export const recordStaffChange = (
  tx: Queryable,
  actor: StaffMember,
  row: StaffRow,
  changes: Record<string, [unknown, unknown]>,
): Promise<void> =>
  recordEvent(tx, {
    staff: actor,
    module: 'staff',
    action: 'update',
    entity: 'staff',
    entityId: row.id,
    label: row.username,
    changes,
  });
