/** Keeping a save for later: it is tried now, as the save that it will be, and what is live stays as it is. */
import { and, asc, eq, inArray, max } from 'drizzle-orm';
import { TransactionRollbackError } from 'drizzle-orm/errors';
import { isWallClock, maxChangesOfRelease } from '../../../contract/admin/releases.ts';
import type { Locale } from '../../../contract/errors.ts';
import { instantsAt, offsetOf } from '../../../contract/zone.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { CallError, fail, failField } from '../../errors.ts';
import { problemsOf } from '../../field-problems.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { creation, makeChange, modelOfEntity, plain, snapshotsById } from '../../resource/change.ts';
import { recordChanges } from '../../resource/event-log.ts';
import { type Fields, findRows, type ResourceModel } from '../../resource/model.ts';
import { hides } from '../../security/permission.ts';
import {
  type ChangeRow,
  listChanges,
  makeThoseThatFit,
  type ReleaseRow,
  requireMayMake,
  requireOpen,
  stepOf,
} from './apply.service.ts';
import { plannedChanges, releases } from './releases.tables.ts';

/** What is to be done with a record, as a save sends it. */
export interface Planned {
  entity: string;
  id?: string | undefined;
  action: 'create' | 'update' | 'delete';
  fields: Fields;
  release_id?: string | undefined;
  name?: string | undefined;
  applies_at?: string | undefined;
  zone: 'service' | 'Asia/Seoul';
}

/**
 * The instant that is meant. A time without an offset is one of that clock; when the clock skips it or shows it twice, it fails and names
 * the field.
 */
export function resolveInstant(at: string, zone: string): Date {
  if (!isWallClock(at)) return new Date(at);
  const [first, second] = instantsAt(at, zone);
  if (!first) failField('applies_at', 'hour_skipped');
  if (second)
    failField('applies_at', 'hour_doubled', { first: offsetOf(first, zone), second: offsetOf(second, zone) });
  return first;
}

/** Fails, naming the field, unless an instant is yet to come. */
export function requireFuture({ now }: Pick<Context, 'now'>, at: Date): void {
  if (at <= now()) failField('applies_at', 'instant_past');
}

/** Keeps a save for later. It fails as the save itself would fail now. */
export async function planChange(
  context: Context,
  staff: StaffMember,
  { entity, action, zone, ...asked }: Planned,
  locale: Locale,
): Promise<{ change: ChangeRow; release: ReleaseRow }> {
  // A release within a release would be applied by the permissions of nobody.
  if (entity === 'releases') fail('not_found');
  const model = modelOfEntity(context, entity);
  const { input, since } = parse(model, action, asked.fields);
  const id = action === 'create' ? newId() : (asked.id ?? failField('id', 'required'));
  return context.db.transaction(async (tx) => {
    const joined = asked.release_id ? await lockOpen(tx, asked.release_id) : undefined;
    const appliesAt =
      joined?.appliesAt ??
      resolveInstant(
        asked.applies_at ?? failField('applies_at', 'required'),
        zone === 'service' ? context.config.serviceZone : zone,
      );
    if (!joined) requireFuture(context, appliesAt);
    const others = joined ? await listChanges(tx, joined.id) : [];
    const existing = others.find((own) => own.entity === entity && own.entityId === id);
    if (!existing && others.length >= maxChangesOfRelease)
      failField('release_id', 'max_items', { max: maxChangesOfRelease });
    const merged = merge(existing, action, input);
    const { label, before } = await tryOut(tx, async (trial) => {
      const everything = { ...staff, may: () => true, hiddenFields: {} };
      await makeThoseThatFit(
        context,
        trial,
        everything,
        others.filter((own) => own !== existing),
      );
      // It is called as it is now; what is yet to be made, as it will be.
      const [row] = await findRows(trial, model, [id]);
      const now =
        row && merged.action === 'update' ? (await snapshotsById(trial, model, [row])).get(id) : undefined;
      const step = stepOf({ entity, entityId: id, ...merged, before: {} }, true);
      const { changes } = await makeChange(
        context,
        staff,
        [step.action === 'update' ? { ...step, since } : step],
        { within: trial, isSave: true },
      );
      const own = changes.find((change) => change.entity === entity && change.id === id);
      if (!own) failField('fields', 'no_change');
      return {
        label: row ? model.options.label(row) : own.label,
        before: Object.fromEntries(
          Object.keys(now ? merged.fields : {}).map((field) => [
            field,
            field in input || !existing ? plain(now?.[field] ?? null) : (existing.before[field] ?? null),
          ]),
        ),
      };
    });
    const release = joined ?? (await makeRelease(context, tx, staff, asked.name ?? label, appliesAt, locale));
    const values = {
      label,
      ...merged,
      before,
      staffId: staff.id,
      staffName: staff.name,
      reason: null,
      updatedAt: context.now(),
    };
    const change = existing
      ? await tx.update(plannedChanges).set(values).where(eq(plannedChanges.id, existing.id)).returning()
      : await tx
          .insert(plannedChanges)
          .values({
            ...values,
            releaseId: release.id,
            entity,
            entityId: id,
            position: await nextPosition(tx, release.id),
            createdAt: context.now(),
          })
          .returning();
    if (joined) await logPlanned(context, tx, staff, release, [null, label]);
    return { change: must(change[0], 'change'), release };
  });
}

/** What was entered, as the save would check it; fields that are not read again, such as a password, are not kept. */
function parse(
  { shape }: ResourceModel,
  action: Planned['action'],
  fields: Fields,
): { input: Fields; since: string | undefined } {
  if (action === 'delete') return { input: {}, since: undefined };
  const parsed = shape[action].safeParse(fields);
  if (!parsed.success) throw new CallError('invalid', {}, problemsOf(parsed.error.issues, fields));
  const { updated_at: since, ...input } = parsed.data as Fields & { updated_at?: string };
  for (const field of Object.keys(input))
    if (!(field in shape.record.shape) || !(field in shape.create.shape)) failField(field, 'not_planned');
  return { input, since };
}

/** What a change of a record becomes when another one joins it in the same release. */
function merge(
  existing: ChangeRow | undefined,
  action: Planned['action'],
  input: Fields,
): Pick<ChangeRow, 'action' | 'fields'> {
  if (action === 'update' && existing && existing.action !== 'delete')
    return { action: existing.action, fields: { ...existing.fields, ...input } };
  if (action === 'delete' && existing?.action === 'create') failField('action', 'in');
  return { action, fields: input };
}

/** Runs something in a transaction that is taken back. */
async function tryOut<T>(tx: Transaction, run: (trial: Transaction) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await tx.transaction(async (trial) => {
      result = { value: await run(trial) };
      trial.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return must(result, 'result').value;
}

async function lockOpen(tx: Transaction, id: string): Promise<ReleaseRow> {
  const [release] = await tx.select().from(releases).where(eq(releases.id, id)).for('update');
  if (!release) failField('release_id', 'exists');
  requireOpen(release, 'release_id');
  return release;
}

/** A new release, by the kit: with its entry of the event log, by which planning it is undone. */
async function makeRelease(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  name: string,
  appliesAt: Date,
  locale: Locale,
): Promise<ReleaseRow> {
  const step = creation('releases', { name, applies_at: appliesAt.toISOString(), status: 'planned' });
  await makeChange(context, staff, [step], { within: tx, isSave: true });
  const [release] = await tx.update(releases).set({ locale }).where(eq(releases.id, step.id)).returning();
  return must(release, 'release');
}

async function nextPosition(tx: Transaction, releaseId: string): Promise<number> {
  const [own] = await tx
    .select({ last: max(plannedChanges.position) })
    .from(plannedChanges)
    .where(eq(plannedChanges.releaseId, releaseId));
  return (own?.last ?? 0) + 1;
}

/** Logs that a change has joined a release, or left it, by its record's name alone: what it says may not be everybody's to read. */
async function logPlanned(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  { id, name }: ReleaseRow,
  planned: [before: string | null, after: string | null],
): Promise<void> {
  await recordChanges(tx, {
    at: context.now(),
    staff,
    module: 'releases',
    entity: 'releases',
    entityId: id,
    action: 'update',
    label: name,
    undoes: undefined,
    changes: [
      { entity: 'releases', id, label: name, action: 'update', changes: { planned_change: planned } },
    ],
  });
}

/** Takes a change out of a release that has yet to be applied. */
export async function removeChange(
  context: Context,
  staff: StaffMember,
  { releaseId, changeId }: { releaseId: string; changeId: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [release] = await tx.select().from(releases).where(eq(releases.id, releaseId)).for('update');
    if (!release) fail('not_found');
    requireOpen(release, 'status');
    const [change] = await tx
      .delete(plannedChanges)
      .where(and(eq(plannedChanges.id, changeId), eq(plannedChanges.releaseId, releaseId)))
      .returning();
    if (!change) fail('not_found');
    await logPlanned(context, tx, staff, release, [change.label, null]);
  });
}

/** At most so many planned changes of a record are shown with it. */
const maxOfRecord = 50;

/** What is planned for a record and has yet to be applied, the next first. */
export async function listPlannedOf(
  context: Context,
  staff: StaffMember,
  { entity, id }: { entity: string; id: string },
): Promise<{ change: ChangeRow; release: ReleaseRow }[]> {
  const model = modelOfEntity(context, entity);
  if (!staff.may(model.shape.module, 'read')) fail('not_permitted');
  return context.db
    .select({ change: plannedChanges, release: releases })
    .from(plannedChanges)
    .innerJoin(releases, eq(releases.id, plannedChanges.releaseId))
    .where(
      and(
        eq(plannedChanges.entityId, id),
        eq(plannedChanges.entity, entity),
        inArray(releases.status, ['planned', 'waiting']),
      ),
    )
    .orderBy(asc(releases.appliesAt), asc(releases.id))
    .limit(maxOfRecord);
}

/** Fails unless the member of staff may make every change of a release, before its instant is set. */
export async function requireMayMakeAll(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  releaseId: string,
): Promise<void> {
  requireMayMake(context, staff, await listChanges(tx, releaseId));
}

/** Field → [before, after] of a planned change, without what the reader may not see. */
export function readableChanges(
  staff: StaffMember,
  { entity, action, fields, before }: ChangeRow,
): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => !hides(staff, entity, field))
      .filter(([, value]) => action !== 'create' || !isEmpty(value))
      .map(([field, value]) => [field, [before[field] ?? null, value]]),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
