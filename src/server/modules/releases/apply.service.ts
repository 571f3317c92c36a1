/**
 * Applies releases. All changes of a release are made in one transaction with one event log entry, or none is
 * made. A release with a refused change waits, and the makers of its changes are notified.
 */
import { and, asc, eq, inArray, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { announceChange } from '../../cache/changes.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { CallError, fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { dropCached, makeChange, type Outcome, type Refusal } from '../../resource/change.ts';
import { hidesField } from '../../resource/hidden-fields.ts';
import { findRows, needsPublish, publicationOf, type Step } from '../../resource/model.ts';
import { presentReason } from '../../resource/reason.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { queueMail } from '../mail/mail.service.ts';
import { findStaffMember } from '../staff/staff.service.ts';
import { staff as staffTable } from '../staff/staff.tables.ts';
import { plannedChanges, type Reason, releases } from './releases.tables.ts';

export type ReleaseRow = typeof releases.$inferSelect;
export type ChangeRow = typeof plannedChanges.$inferSelect;

/** The changes of a release, in the order in which they are made. */
export const listChanges = (db: Queryable, releaseId: string): Promise<ChangeRow[]> =>
  db
    .select()
    .from(plannedChanges)
    .where(eq(plannedChanges.releaseId, releaseId))
    .orderBy(asc(plannedChanges.position), asc(plannedChanges.id));

/** Whether a staff member may read the resource of a change. */
export function mayRead(
  context: Pick<Context, 'registries'>,
  staff: StaffMember,
  { entity }: Pick<ChangeRow, 'entity'>,
): boolean {
  const module = resourcesOf(context).get(entity)?.shape.module;
  return module !== undefined && staff.may(module, 'read');
}

/**
 * Whether a staff member may make a change today. This covers the action, each field, and publishing if the
 * change publishes.
 */
async function mayMake(
  context: Pick<Context, 'registries'>,
  db: Queryable,
  staff: StaffMember,
  { entity, entityId: id, action, fields }: ChangeRow,
): Promise<boolean> {
  const model = resourcesOf(context).get(entity);
  if (!model || staff.contentPartnerId !== null || !staff.may(model.shape.module, action)) return false;
  // Hidden fields only block updates, as in a save. A new record has every field.
  if (
    action === 'update' &&
    Object.keys(fields).some((field) => hidesField(staff, model.shape.record, field))
  )
    return false;
  if (action === 'delete' || staff.may(model.shape.module, 'publish')) return true;
  // Reads the current publication state, because the record may have been published since the change was planned.
  const [row] = action === 'update' ? await findRows(db, model, [id]) : [];
  return !(await needsPublish(db, model, { id, input: fields, before: publicationOf(model, row) }));
}

/** Fails with `not_permitted` unless the staff member may make all of the changes. */
export async function requireMayMake(
  context: Context,
  db: Queryable,
  staff: StaffMember,
  changes: readonly ChangeRow[],
): Promise<void> {
  for (const change of changes) if (!(await mayMake(context, db, staff, change))) fail('not_permitted');
}

/**
 * A change as a step. `anyway` also overwrites later changes. `by` is the staff member whose permission is
 * checked.
 */
export function stepOf(
  change: Pick<ChangeRow, 'entity' | 'entityId' | 'action' | 'fields' | 'before'> & { label?: string },
  anyway: boolean,
  by?: StaffMember,
): Step {
  const { entity, entityId: id, action, fields: input, before, label } = change;
  const common = { entity, id, label, ...(by ? { by } : {}) };
  if (action === 'create') return { ...common, action, input };
  if (action === 'delete') return { ...common, action };
  return { ...common, action, input, ...(anyway ? {} : { expected: before }) };
}

/** The makers of changes, by their ids. */
type Makers = ReadonlyMap<string, StaffMember>;

const makerOf = (makers: Makers, { staffId }: ChangeRow): StaffMember | undefined =>
  makers.get(staffId ?? '');

/**
 * Staff members for applying a release. The log names the `executor`. Each change is made with the permission
 * of its maker. `reasons` has the changes whose maker is missing or not permitted.
 */
async function makersOf(
  context: Context,
  db: Queryable,
  release: ReleaseRow,
  changes: readonly ChangeRow[],
): Promise<{ executor: StaffMember | undefined; makers: Makers; reasons: Map<string, Reason> }> {
  const ids = new Set(
    [release.staffId, ...changes.map(({ staffId }) => staffId)].filter((id) => id !== null),
  );
  const found = await Promise.all([...ids].map((id) => findStaffMember(context, id)));
  const makers = new Map(found.flatMap((maker) => (maker ? [[maker.id, maker] as const] : [])));
  const reasons = new Map<string, Reason>();
  for (const change of changes) {
    const maker = makerOf(makers, change);
    if (!maker) reasons.set(change.id, reasonOf('maker_gone'));
    else if (!(await mayMake(context, db, maker, change)))
      reasons.set(change.id, reasonOf('maker_not_permitted'));
  }
  const executor = makers.get(release.staffId ?? '');
  if (!executor) for (const { id } of changes) reasons.set(id, reasonOf('maker_gone'));
  return { executor, makers, reasons };
}

const reasonOf = (code: Reason['code']): Reason => ({ code, values: {}, fields: {} });

/** Refusals by change. A refusal of a companion of a deleted record counts for the delete. */
function reasonsOf(changes: readonly ChangeRow[], refused: readonly Refusal[]): Map<string, Reason> {
  const reasons = new Map<string, Reason>();
  for (const { entity, id, error } of refused) {
    const change =
      changes.find((own) => own.entity === entity && own.entityId === id) ??
      changes.find(({ action }) => action === 'delete');
    if (change) reasons.set(change.id, { code: error.code, values: error.values, fields: error.fields });
  }
  return reasons;
}

interface Done {
  status: 'applied' | 'waiting';
  outcome?: Outcome;
}

/**
 * Applies every due release, ordered by instant and creation. Only one worker runs at a time, so that no
 * release overtakes an earlier one. A release's changes and its new status are one transaction, so that a
 * killed worker cannot cause a second run.
 */
export async function applyDueReleases(context: Context): Promise<{ applied: number; waiting: number }> {
  const counts = { applied: 0, waiting: 0 };
  const failed: { id: string; error: unknown }[] = [];
  for (;;) {
    let current: string | undefined;
    try {
      const done = await context.db.transaction(async (tx) => {
        const release = await lockNext(
          context,
          tx,
          failed.map(({ id }) => id),
        );
        if (!release) return undefined;
        current = release.id;
        return applyOrWait(context, tx, release);
      });
      if (!done) break;
      counts[done.status] += 1;
      if (done.outcome) dropCached(context, done.outcome.changes);
      else context.responseCache.drop('catalog');
    } catch (error) {
      // This is a failure of the database, not of a change. The loop continues, and the next run retries this
      // release.
      if (!current) throw error;
      failed.push({ id: current, error });
    }
  }
  const [first] = failed;
  if (first) throw first.error;
  return counts;
}

/** Locks the first due release. Undefined if there is none, or while another worker applies releases. */
async function lockNext(
  context: Context,
  tx: Transaction,
  except: string[],
): Promise<ReleaseRow | undefined> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('releases_apply', 0)) as mine`,
  );
  if (!rows[0]?.mine) return undefined;
  const [release] = await tx
    .select()
    .from(releases)
    .where(
      and(
        eq(releases.status, 'planned'),
        lte(releases.appliesAt, context.now()),
        except.length > 0 ? notInArray(releases.id, except) : undefined,
      ),
    )
    .orderBy(asc(releases.appliesAt), asc(releases.createdAt), asc(releases.id))
    .limit(1)
    .for('update');
  return release;
}

async function applyOrWait(context: Context, tx: Transaction, release: ReleaseRow): Promise<Done> {
  const changes = await listChanges(tx, release.id);
  const { executor, makers, reasons } = await makersOf(context, tx, release, changes);
  if (reasons.size === 0 && executor) {
    try {
      const steps = changes.map((change) => stepOf(change, false, makerOf(makers, change)));
      const outcome = await makeSteps(context, tx, executor, release, steps);
      if (outcome.refused.length === 0) return { status: 'applied', outcome };
      for (const [id, reason] of reasonsOf(changes, outcome.refused)) reasons.set(id, reason);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { change, why } = await findCause(context, tx, executor, changes, {
        stepOf: (own) => stepOf(own, false, makerOf(makers, own)),
        error,
      });
      reasons.set(change.id, { code: why.code, values: why.values, fields: why.fields });
    }
  }
  await wait(context, tx, release, changes, reasons);
  // A waiting release removes no title. Cached catalog answers may still show its titles as leaving.
  await announceChange(tx, 'catalog');
  return { status: 'waiting' };
}

/**
 * Finds the first change that makes the whole list fail, and its error. Halves the list and rolls each
 * attempt back.
 */
async function findCause(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  changes: readonly ChangeRow[],
  { stepOf: step, error }: { stepOf: (change: ChangeRow) => Step; error: CallError },
): Promise<{ change: ChangeRow; why: CallError }> {
  let fitting = 0;
  let failing = changes.length;
  let why = error;
  while (failing - fitting > 1) {
    const middle = (fitting + failing) >> 1;
    try {
      await makeChange(context, staff, changes.slice(0, middle).map(step), { within: tx, isDryRun: true });
      fitting = middle;
    } catch (found) {
      if (!(found instanceof CallError)) throw found;
      failing = middle;
      why = found;
    }
  }
  return { change: must(changes[fitting], 'a change'), why };
}

/** Makes the changes of a release in a transaction and marks the release as applied. Makes none if one is refused. */
const makeSteps = (
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  release: ReleaseRow,
  steps: Step[],
): Promise<Outcome> =>
  makeChange(context, staff, steps, {
    within: tx,
    label: release.name,
    record: async (own, { eventId }) => {
      await own
        .update(releases)
        .set({ status: 'applied', appliedAt: context.now(), eventId, updatedAt: context.now() })
        .where(eq(releases.id, release.id));
      await own.update(plannedChanges).set({ reason: null }).where(eq(plannedChanges.releaseId, release.id));
    },
  });

/**
 * Lets a release wait until a staff member decides. Notifies the makers of the release and of its changes by
 * mail.
 */
async function wait(
  context: Context,
  tx: Transaction,
  release: ReleaseRow,
  changes: readonly ChangeRow[],
  reasons: ReadonlyMap<string, Reason>,
): Promise<void> {
  await tx
    .update(releases)
    .set({ status: 'waiting', updatedAt: context.now() })
    .where(eq(releases.id, release.id));
  for (const { id } of changes)
    await tx
      .update(plannedChanges)
      .set({ reason: reasons.get(id) ?? null })
      .where(eq(plannedChanges.id, id));
  const makers = [release.staffId, ...changes.map(({ staffId }) => staffId)].filter((id) => id !== null);
  if (makers.length === 0) return;
  const told = await tx
    .select({ id: staffTable.id, email: staffTable.email })
    .from(staffTable)
    .where(and(inArray(staffTable.id, makers), eq(staffTable.active, true)));
  const { locale } = release;
  for (const { id, email } of told) {
    const maker = await findStaffMember(context, id);
    if (!email || !maker) continue;
    await queueMail(tx, context, {
      to: email,
      locale,
      template: 'release_waiting',
      values: {
        id: release.id,
        name: release.name,
        at: release.appliesAt,
        reasons: changes.flatMap((change) => {
          const reason = change.staffId === id ? reasons.get(change.id) : undefined;
          return reason ? [`${change.label}: ${inWords(reason, locale)}`] : [];
        }),
        // Leaves out the changes of other makers whose records this maker may not read.
        others: changes.flatMap((change) =>
          change.staffId !== id && reasons.has(change.id) && mayRead(context, maker, change)
            ? [change.label]
            : [],
        ),
      },
    });
  }
}

/** A reason as one line: the errors of its fields, or else the general message. */
function inWords(reason: Reason, locale: Locale): string {
  const { message, errors } = presentReason(reason, locale);
  const told = [...new Set(Object.values(errors).flat())];
  return told.length > 0 ? told.join(' ') : message;
}

/** Applies a release now as the calling staff member. If changes are refused, returns them and changes nothing. */
export async function applyNow(
  context: Context,
  staff: StaffMember,
  id: string,
  { anyway }: { anyway: boolean },
): Promise<Outcome> {
  const outcome = await context.db.transaction(async (tx) => {
    const [release] = await tx.select().from(releases).where(eq(releases.id, id)).for('update');
    if (!release) fail('not_found');
    requireOpen(release, 'status');
    const changes = await listChanges(tx, id);
    await requireMayMake(context, tx, staff, changes);
    const step = (change: ChangeRow) => stepOf(change, anyway);
    try {
      return await makeSteps(context, tx, staff, release, changes.map(step));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { change, why } = await findCause(context, tx, staff, changes, { stepOf: step, error });
      const { entity, entityId, label } = change;
      return { changes: [], refused: [{ entity, id: entityId, label, error: why }], eventId: null };
    }
  });
  dropCached(context, outcome.changes);
  return outcome;
}

/** Fails, naming the field, when a release is applied or cancelled. */
export function requireOpen({ status }: Pick<ReleaseRow, 'status'>, field: string): void {
  if (status === 'applied') failField(field, 'release_applied');
  if (status === 'cancelled') failField(field, 'release_cancelled');
}

/**
 * Forecasts the service at an instant. Makes all planned changes due by then, and those of one release
 * regardless of its date. The caller rolls the transaction back. Refused changes are left out without a
 * notification. `isShown` selects the resources whose changes are made.
 */
export async function applyPlannedWithin(
  context: Context,
  tx: Transaction,
  until: Date,
  releaseId: string | null = null,
  isShown: (entity: string) => boolean = () => true,
): Promise<void> {
  const due = await tx
    .select()
    .from(releases)
    .where(
      or(
        and(eq(releases.status, 'planned'), lte(releases.appliesAt, until)),
        releaseId === null
          ? undefined
          : and(inArray(releases.status, ['planned', 'waiting']), eq(releases.id, releaseId)),
      ),
    )
    .orderBy(asc(releases.appliesAt), asc(releases.createdAt), asc(releases.id));
  for (const release of due) {
    const changes = await listChanges(tx, release.id);
    const { executor, makers, reasons } = await makersOf(context, tx, release, changes);
    if (executor)
      await makeThoseThatFit(
        context,
        tx,
        executor,
        changes.filter(({ id, entity }) => !reasons.has(id) && isShown(entity)),
        makers,
      );
  }
}

/** Makes the changes that are not refused. With `makers`, each change is made with the permission of its maker. */
export async function makeThoseThatFit(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  changes: readonly ChangeRow[],
  makers: Makers = new Map(),
): Promise<void> {
  const make = async (some: readonly ChangeRow[]): Promise<boolean> => {
    try {
      const steps = some.map((change) => stepOf(change, false, makerOf(makers, change)));
      await makeChange(context, staff, steps, { within: tx, refused: 'skip' });
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return false;
    }
  };
  // A refusal of the whole list, for example for a forbidden module, needs a separate attempt for each change.
  if (!(await make(changes))) for (const change of changes) await make([change]);
}
