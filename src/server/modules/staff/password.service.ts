/** Staff change their own password: at any time, and before anything else while somebody else knows it. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { requireGoodPassword } from '../../security/password-rules.ts';
import { hashPassword, verifyPassword } from '../../security/passwords.ts';
import { endSessions, getStaff, recordStaffChange, requirePassword } from './reauthentication.service.ts';
import { staff } from './staff.tables.ts';

/**
 * Changes the password and ends every other session. It requires the current password, except from a person whose password was
 * set by somebody else: they have just signed in with it, and may do nothing else yet.
 */
export async function changePassword(
  context: Context,
  actor: StaffMember,
  input: { current_password?: string | undefined; password: string; password_confirmation: string },
): Promise<void> {
  if (input.password !== input.password_confirmation) failField('password_confirmation', 'confirmed');
  const row = await getStaff(context.db, actor.id);
  if (!actor.passwordGiven) await requirePassword(context, row, input.current_password, 'current_password');
  requireGoodPassword(context.config, input.password, row);
  if (await verifyPassword(row.passwordHash, input.password))
    failField('password', 'different', { other: 'current_password' });
  const passwordHash = await hashPassword(input.password);
  await context.db.transaction(async (tx) => {
    const changed = await tx
      .update(staff)
      .set({ passwordHash, passwordGiven: false })
      // Somebody else may have set another password meanwhile.
      .where(and(eq(staff.id, row.id), eq(staff.passwordHash, row.passwordHash)))
      .returning({ id: staff.id });
    if (changed.length === 0) fail('conflict');
    await endSessions(context, tx, row.id, actor.sessionId);
    await recordStaffChange(tx, actor, row, { password_hash: ['•••', '•••'] });
  });
}
