/** Keeping a save for later: it is tried now, as the save that it will be, and what is live stays as it is. */

import { and, asc, eq, inArray, max } from 'drizzle-orm';
import { TransactionRollbackError } from 'drizzle-orm/errors';
import type { BulkChange } from '../../../contract/admin/changes.ts';
import { isWallClock, maxChangesOfRelease } from '../../../contract/admin/releases.ts';
import type { Locale } from '../../../contract/errors.ts';
import { instantsAt, offsetOf } from '../../../contract/zone.ts';
import { announceChange } from '../../cache/changes.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { CallError, fail, failField } from '../../errors.ts';
import { problemsOf } from '../../field-problems.ts';
import { type StaffMember, withEveryPermission } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { bulkSteps, type Selection, selectedIds } from '../../resource/bulk.ts';
import {
  creation,
  makeChange,
  modelOfEntity,
  plain,
  type Refusal,
  snapshotsById,
} from '../../resource/change.ts';
import { recordChanges } from '../../resource/event-log.ts';
import { hidesField } from '../../resource/hidden-fields.ts';
import type { NamedRecord } from '../../resource/labels.ts';
import { labelOfRow } from '../../resource/labels.ts';
import { type Fields, findRows, type ResourceModel } from '../../resource/model.ts';
import { resourcesOf } from '../../resource/registry.ts';
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
export interface Planned extends When {
  entity: string;
  id?: string | undefined;
  action: 'create' | 'update' | 'delete';
  fields: Fields;
}

/** When it is to be done: with a release that there is, or at an instant. */
interface When {
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

/** Keeps a save for later. It fails as the save itself would fail now. What viewers are told to leave may be another by it. */
export async function planChange(
  context: Context,
  staff: StaffMember,
  { entity, action, ...asked }: Planned,
  locale: Locale,
): Promise<{ change: ChangeRow; release: ReleaseRow }> {
  // A release within a release would be applied by the permissions of nobody.
  if (entity === 'releases') fail('not_found');
  const model = modelOfEntity(context, entity);
  const { input, since } = parse(model, action, asked.fields);
  const id = action === 'create' ? newId() : (asked.id ?? failField('id', 'required'));
  const planned = await context.db.transaction(async (tx) => {
    const { joined, appliesAt, others } = await openRelease(context, tx, asked);
    const existing = others.find((own) => own.entity === entity && own.entityId === id);
    if (!existing && others.length >= maxChangesOfRelease)
      failField('release_id', 'max_items', { max: maxChangesOfRelease });
    const merged = merge(existing, action, input);
    const { label, before } = await tryOut(tx, async (trial) => {
      await makeThoseThatFit(
        context,
        trial,
        withEveryPermission(staff),
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
        label: row ? labelOfRow(model, row) : own.label,
        before: Object.fromEntries(
          Object.keys(now ? merged.fields : {}).map((field) => [
            field,
            field in input || !existing ? plain(now?.[field] ?? null) : (existing.before[field] ?? null),
          ]),
        ),
      };
    });
    const name = asked.name ?? nameOf(1, locale);
    const release = joined ?? (await makeRelease(context, tx, staff, name, appliesAt, locale));
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
    if (joined) {
      if (!existing) await recount(tx, joined, [others.length, others.length + 1]);
      await logPlanned(context, tx, staff, release, [null, { entity, id, label }]);
    }
    await announceChange(tx, 'catalog');
    return { change: must(change[0], 'change'), release };
  });
  context.responseCache.drop('catalog');
  return planned;
}

/** The release that a change joins, locked, with the changes it has; or the instant of a new one. */
async function openRelease(
  context: Context,
  tx: Transaction,
  { release_id, applies_at, zone }: When,
): Promise<{ joined: ReleaseRow | undefined; appliesAt: Date; others: ChangeRow[] }> {
  if (release_id) {
    const joined = await lockOpen(tx, release_id);
    return { joined, appliesAt: joined.appliesAt, others: await listChanges(tx, joined.id) };
  }
  const appliesAt = resolveInstant(
    applies_at ?? failField('applies_at', 'required'),
    zone === 'service' ? context.config.serviceZone : zone,
  );
  requireFuture(context, appliesAt);
  return { joined: undefined, appliesAt, others: [] };
}

/** A change of many records that is kept for later. */
export interface PlannedMany extends Selection, When {
  resource: string;
  change: BulkChange;
  refused: 'stop' | 'skip';
}

/**
 * Keeps a change of many records for later, each as a change of the release. It is tried now, after what the release has already: what
 * would be refused is answered, and with `stop` nothing is planned then.
 */
export async function planMany(
  context: Context,
  staff: StaffMember,
  { resource: entity, change, refused: onRefusal, ...asked }: PlannedMany,
  locale: Locale,
): Promise<{ release: ReleaseRow | null; planned: number; refused: Refusal[] }> {
  if (entity === 'releases') fail('not_found');
  const model = modelOfEntity(context, entity);
  if (change.action !== 'delete')
    requireKept(model, change.action === 'update' ? Object.keys(change.fields) : [change.field]);
  const outcome = await context.db.transaction(async (tx) => {
    const { joined, appliesAt, others } = await openRelease(context, tx, asked);
    const ids = await selectedIds(tx, model, staff, asked, change);
    const existing = new Map(others.filter((own) => own.entity === entity).map((own) => [own.entityId, own]));
    const tried = await tryOut(tx, async (trial) => {
      await makeThoseThatFit(context, trial, withEveryPermission(staff), others);
      const rows = await findRows(trial, model, ids);
      const now = await snapshotsById(trial, model, rows);
      const steps = await bulkSteps(trial, model, staff, ids, change);
      const made = await makeChange(context, staff, steps, { within: trial, refused: 'skip' });
      const changed = new Set(made.changes.filter((own) => own.entity === entity).map(({ id }) => id));
      return {
        refused: made.refused,
        steps: steps.filter(({ id }) => changed.has(id)),
        now,
        labels: new Map(rows.map((row) => [row.id, labelOfRow(model, row)])),
      };
    });
    const { refused, steps } = tried;
    if (refused.length > 0 && onRefusal === 'stop') return { release: null, planned: 0, refused };
    if (steps.length === 0) {
      if (refused.length === 0) failField('change', 'no_change');
      return { release: null, planned: 0, refused };
    }
    if (others.length + steps.filter(({ id }) => !existing.has(id)).length > maxChangesOfRelease)
      failField('release_id', 'max_items', { max: maxChangesOfRelease });
    const planned = steps.map((step) => {
      const input = step.action === 'delete' ? {} : step.input;
      const old = existing.get(step.id);
      const merged = merge(old, step.action, input);
      const snapshot = tried.now.get(step.id);
      const before = (field: string) =>
        old && field in old.fields ? (old.before[field] ?? null) : plain(snapshot?.[field] ?? null);
      return {
        entityId: step.id,
        label: tried.labels.get(step.id) ?? '',
        ...merged,
        before:
          merged.action === 'update'
            ? Object.fromEntries(Object.keys(merged.fields).map((field) => [field, before(field)]))
            : {},
      };
    });
    const name = asked.name ?? nameOf(planned.length, locale);
    const release = joined ?? (await makeRelease(context, tx, staff, name, appliesAt, locale));
    const now = context.now();
    const common = { staffId: staff.id, staffName: staff.name, reason: null, updatedAt: now };
    const replaced = planned.filter(({ entityId }) => existing.has(entityId));
    if (replaced.length > 0)
      await tx.delete(plannedChanges).where(
        inArray(
          plannedChanges.id,
          replaced.map(({ entityId }) => must(existing.get(entityId), 'the change').id),
        ),
      );
    const next = await nextPosition(tx, release.id);
    await tx.insert(plannedChanges).values(
      planned.map((own, at) => {
        const old = existing.get(own.entityId);
        return {
          ...own,
          ...common,
          ...(old ? { id: old.id } : {}),
          releaseId: release.id,
          entity,
          position: old?.position ?? next + at,
          createdAt: old?.createdAt ?? now,
        };
      }),
    );
    const [first] = planned;
    if (joined) await recount(tx, joined, [others.length, others.length + planned.length - replaced.length]);
    if (joined && first)
      await logPlanned(context, tx, staff, release, [
        null,
        { entity, id: first.entityId, label: first.label, more: planned.length - 1 },
      ]);
    await announceChange(tx, 'catalog');
    return { release, planned: planned.length, refused };
  });
  context.responseCache.drop('catalog');
  return outcome;
}

/** What a release is called whose maker gives it no name: all who read releases read it, so it names no record. */
function nameOf(changes: number, locale: Locale): string {
  if (locale === 'ko') return `변경 ${changes}개`;
  return changes === 1 ? '1 change' : `${changes} changes`;
}

/** Keeps the number in the name of a release that nobody has named: how many changes it had, and has. */
async function recount(
  tx: Transaction,
  { id, name, locale }: ReleaseRow,
  [before, after]: [before: number, after: number],
): Promise<void> {
  if (name === nameOf(before, locale) && after !== before)
    await tx
      .update(releases)
      .set({ name: nameOf(after, locale) })
      .where(eq(releases.id, id));
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
  requireKept({ shape }, Object.keys(input));
  return { input, since };
}

/** Fails for a field that is not read again. */
function requireKept({ shape }: Pick<ResourceModel, 'shape'>, fields: readonly string[]): void {
  for (const field of fields)
    if (!(field in shape.record.shape) || !(field in shape.create.shape)) failField(field, 'not_planned');
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

/** The record of a change, and of how many more there were with it. */
type PlannedRecord = NamedRecord & { more?: number };

/** Logs that a change has joined a release, or left it, by its record alone: what it says may not be everybody's to read. */
async function logPlanned(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  { id, name }: ReleaseRow,
  planned: [before: PlannedRecord | null, after: PlannedRecord | null],
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
    const left = await tx.$count(plannedChanges, eq(plannedChanges.releaseId, releaseId));
    await recount(tx, release, [left + 1, left]);
    await logPlanned(context, tx, staff, release, [
      { entity: change.entity, id: change.entityId, label: change.label },
      null,
    ]);
    await announceChange(tx, 'catalog');
  });
  context.responseCache.drop('catalog');
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
  await requireMayMake(context, tx, staff, await listChanges(tx, releaseId));
}

/** Field → [before, after] of a planned change, without what the reader may not see. */
export function readableChanges(
  context: Pick<Context, 'registries'>,
  staff: StaffMember,
  { entity, action, fields, before }: ChangeRow,
): Record<string, [unknown, unknown]> {
  const record = resourcesOf(context).get(entity)?.shape.record ?? { shape: {} };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => !hidesField(staff, record, field))
      .filter(([, value]) => action !== 'create' || !isEmpty(value))
      .map(([field, value]) => [field, [before[field] ?? null, value]]),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
