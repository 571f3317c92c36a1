/** A pause of a subscription: unused days come back exactly. */
import type { Context } from '../../context.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { addDays, dayIn } from '../../zone.ts';
import { requirePassword } from '../accounts/reauthentication.service.ts';
import { dayNumber, type HistoryChange } from './amounts.ts';
import { subscriptionChanges } from './billing.tables.ts';
import { isSettledDown, onOwn } from './own-plan.service.ts';
import { confirmRenewal, postponeUntoldPrice } from './renewal-notices.service.ts';
import { appendChange, removeChangesFrom } from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';

const maxPauseDays = 180;

/** Pauses from a day on, until the first day with service again. Every unused day comes back. */
export async function pauseMembership(
  context: Context,
  user: SignedInUser,
  { from, to, password }: { from: string; to: string; password?: string | undefined },
): Promise<void> {
  await requirePassword(context, user, password);
  await onOwn(context, user, async (tx, loaded) => {
    const { row } = loaded;
    const at = context.now();
    const today = dayIn(at, row.zone);
    if (from <= today || from > addDays(today, 365)) failField('from', 'pause_days', { max: maxPauseDays });
    if (to <= from) failField('to', 'after', { date: from });
    if (to > addDays(from, maxPauseDays)) failField('to', 'pause_days', { max: maxPauseDays });
    const isTrial = row.state === 'trial';
    if (isTrial || !isSettledDown(loaded) || pauseOf(loaded.history, dayNumber(today)))
      fail('not_changeable');
    const by = { by: 'customer' as const, at };
    await insertRows(tx, subscriptionChanges, [
      appendChange(loaded, { kind: 'pause', day: dayNumber(from) }, by),
      appendChange(loaded, { kind: 'resume', day: dayNumber(to) }, by),
    ]);
    await saveStandings(tx, context, [loaded], at);
    await confirmRenewal(tx, context, loaded, { isOther: false });
  });
}

/** The pause that runs on a day or is to come. */
export function pauseOf(
  history: readonly HistoryChange[],
  today: number,
): { from: number; to: number } | undefined {
  // A pause may begin within another, as for non-payment. A resume ends the one that began last.
  const begun: number[] = [];
  for (const { kind, day } of history) {
    if (kind === 'pause') begun.push(day);
    if (kind !== 'resume') continue;
    const from = begun.pop();
    if (from !== undefined && day > today) return { from, to: day };
  }
  return undefined;
}

/** Ends a pause today, or takes back one that is to come. */
export async function endPause(
  context: Context,
  user: SignedInUser,
  password: string | undefined,
): Promise<void> {
  await requirePassword(context, user, password);
  await onOwn(context, user, async (tx, loaded) => {
    const at = context.now();
    const today = dayNumber(dayIn(at, loaded.row.zone));
    if (loaded.row.disputedSince !== null) fail('not_changeable');
    const pause = pauseOf(loaded.history, today) ?? fail('not_changeable');
    const isRunning = pause.from <= today;
    await removeChangesFrom(
      tx,
      loaded,
      ({ kind, day }) =>
        (kind === 'resume' && day === pause.to) || (!isRunning && kind === 'pause' && day === pause.from),
    );
    if (isRunning)
      await insertRows(tx, subscriptionChanges, [
        appendChange(loaded, { kind: 'resume', day: today }, { by: 'customer', at }),
      ]);
    await postponeUntoldPrice(tx, context, loaded);
    await saveStandings(tx, context, [loaded], at);
    await confirmRenewal(tx, context, loaded, { isOther: false });
  });
}
