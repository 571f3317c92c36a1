/**
 * Two-step sign-in of staff: a code of an authenticator app after the password. Setting it up shows a secret, which takes effect
 * once the app has produced a correct code; recovery codes replace a lost phone, each of them once.
 */
import { randomBytes } from 'node:crypto';
import { and, arrayContains, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Permissions } from '../../../contract/admin/permissions.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { hashPassword, verifyPassword } from '../../security/passwords.ts';
import { beginAttempt } from '../../security/rate-limit.ts';
import { seal, unseal } from '../../security/sealed.ts';
import {
  codeLimit,
  endSessions,
  getStaff,
  reauthenticationLimit,
  recordStaffChange,
  requirePassword,
  type StaffRow,
} from './reauthentication.service.ts';
import { staff, staffSessions } from './staff.tables.ts';

const purpose = 'staff two-step';
const recoveryCodes = 10;
const recoveryLetters = 10;

/** Recovery codes are read from paper: characters that look alike are treated as equal, and spaces and hyphens are ignored. */
const plainCode = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('0', 'O').replaceAll('1', 'I');

/** RFC 6238 with SHA-1, six digits and steps of 30 s, as every authenticator app implements it. */
const totpOf = (secret: Buffer, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), ...named });

/**
 * The step that a code belongs to: the current one or one of its two neighbours, because clocks differ. Undefined when it belongs
 * to none.
 */
export function findStep(secret: Buffer, code: string, now: Date): number | undefined {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Whether somebody with these permissions needs the second step: a person who may grant permissions is an administrator. */
export function needsTwoStep(context: Context, permissions: Permissions): boolean {
  const wanted = context.config.staffTwoStep;
  if (wanted !== 'administrators') return wanted === 'everyone';
  return [permissions.staff, permissions.roles].every((actions) => actions?.includes('update'));
}

/** Whether the code is a correct code of the app, or one of the unused recovery codes; either is used up by this. */
export async function acceptCode(context: Context, row: StaffRow, code: string): Promise<boolean> {
  const { db, config } = context;
  if (!row.twoStepSecret) return false;
  const step = findStep(unseal(config.secret, purpose, row.twoStepSecret), code, context.now());
  // One statement each: when the same code is sent twice simultaneously, it is accepted once.
  if (step !== undefined) {
    const used = await db
      .update(staff)
      .set({ twoStepUsed: step })
      .where(and(eq(staff.id, row.id), or(isNull(staff.twoStepUsed), lt(staff.twoStepUsed, step))))
      .returning({ id: staff.id });
    return used.length > 0;
  }
  const plain = plainCode(code);
  if (plain.length !== recoveryLetters) return false;
  for (const hash of row.recoveryHashes) {
    if (!(await verifyPassword(hash, plain))) continue;
    const used = await db
      .update(staff)
      .set({ recoveryHashes: sql`array_remove(${staff.recoveryHashes}, ${hash})` })
      .where(and(eq(staff.id, row.id), arrayContains(staff.recoveryHashes, [hash])))
      .returning({ id: staff.id });
    return used.length > 0;
  }
  return false;
}

/**
 * Begins the set-up: returns a new secret, as text and as the address of a QR code. It requires the password, except from a
 * person who has just entered it and may do nothing else yet.
 */
export async function beginTwoStep(
  context: Context,
  actor: StaffMember,
  password: string | undefined,
  locale: Locale,
): Promise<{ secret: string; uri: string }> {
  const row = await getStaff(context.db, actor.id);
  if (!actor.twoStepLacking) await requirePassword(context, row, password);
  if (row.twoStepSince) fail('conflict');
  const secret = randomBytes(20);
  await context.db
    .update(staff)
    .set({ twoStepSecret: seal(context.config.secret, purpose, secret), twoStepUsed: null })
    .where(and(eq(staff.id, row.id), isNull(staff.twoStepSince)));
  const totp = totpOf(secret, { issuer: context.config.brand[locale], label: row.username });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Completes the set-up with a code of the app, and returns the recovery codes, which are shown only once. Other sessions of that
 * person end; this one gains the permissions of the role.
 */
export async function confirmTwoStep(context: Context, actor: StaffMember, code: string): Promise<string[]> {
  const attempt = await beginAttempt(context, reauthenticationLimit.of(actor.id));
  const shown = await getStaff(context.db, actor.id);
  if (!shown.twoStepSecret || shown.twoStepSince) fail('conflict');
  const secret = unseal(context.config.secret, purpose, shown.twoStepSecret);
  const step = findStep(secret, code, context.now());
  if (step === undefined) failField('code', 'app_code');
  const codes = Array.from({ length: recoveryCodes }, () =>
    new Secret({ size: 10 }).base32.slice(0, recoveryLetters),
  );
  const recoveryHashes = await attempt.refundIfRejected(
    Promise.all(codes.map((each) => hashPassword(plainCode(each)))),
  );
  await context.db.transaction(async (tx) => {
    const [row] = await tx.select().from(staff).where(eq(staff.id, actor.id)).for('update');
    // Another page may have shown another secret meanwhile.
    if (row?.twoStepSecret !== shown.twoStepSecret || row.twoStepSince) fail('conflict');
    await tx
      .update(staff)
      .set({
        twoStepSince: context.now(),
        twoStepUsed: step,
        recoveryHashes,
      })
      .where(eq(staff.id, row.id));
    await tx
      .update(staffSessions)
      .set({ twoStepLacking: false })
      .where(eq(staffSessions.id, actor.sessionId));
    await endSessions(context, tx, row.id, actor.sessionId);
    await recordStaffChange(tx, actor, row, { two_step: [false, true] });
  });
  await attempt.succeed();
  return codes.map((each) => `${each.slice(0, 5)}-${each.slice(5)}`);
}

/**
 * Removes two-step sign-in, permanently or to set it up with another phone. Somebody whose role needs it may do nothing else in
 * this session until it is set up again. It requires the password and a code: a session that was left open, or a password that
 * was found out, is not enough. Other sessions of that person end.
 */
export async function removeTwoStep(
  context: Context,
  actor: StaffMember,
  isNeeded: boolean,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const row = await getStaff(context.db, actor.id);
  await requirePassword(context, row, password);
  if (row.twoStepSince) {
    const attempt = await beginAttempt(context, codeLimit.of(row.id));
    if (!(await attempt.refundIfRejected(acceptCode(context, row, code)))) failField('code', 'app_code');
    await attempt.succeed();
  }
  await context.db.transaction(async (tx) => {
    await forget(tx, actor, row);
    await endSessions(context, tx, row.id, actor.sessionId);
    await tx
      .update(staffSessions)
      .set({ twoStepLacking: isNeeded })
      .where(eq(staffSessions.id, actor.sessionId));
  });
}

/** Removes the second step of somebody who has lost their phone and recovery codes; their sessions end. */
export async function resetTwoStep(
  context: Context,
  tx: Queryable,
  actor: StaffMember,
  row: StaffRow,
): Promise<void> {
  await forget(tx, actor, row);
  await endSessions(context, tx, row.id);
}

async function forget(tx: Queryable, actor: StaffMember, row: StaffRow): Promise<void> {
  const changed = await tx
    .update(staff)
    .set({ twoStepSecret: null, twoStepSince: null, twoStepUsed: null, recoveryHashes: [] })
    .where(and(eq(staff.id, row.id), isNotNull(staff.twoStepSince)))
    .returning({ id: staff.id });
  if (changed.length > 0) await recordStaffChange(tx, actor, row, { two_step: [true, false] });
}
