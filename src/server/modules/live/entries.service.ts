/** Repairs of dated schedules, copies of their days, and moves. Each is one change of staff in the event log. */
import {
  maxProblems,
  maxRepeats,
  maxTimelineDays,
  maxTimelineEntries,
  type ScheduleProblem,
  type TimelineEntry,
} from '../../../contract/admin/channels.ts';
import type { FieldProblem } from '../../../contract/messages.ts';
import { instantsAt, serviceZone, wallClock } from '../../../contract/zone.ts';
import { type Mismatch, mismatchesOf } from '../../../media/schedule.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { CallError, fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { creation, makeChange, type Outcome } from '../../resource/change.ts';
import type { Step } from '../../resource/model.ts';
import { addDays, startOfDay } from '../../zone.ts';
import * as repo from './entries.repo.ts';

type Repair = ScheduleProblem['repairs'][number];
type Problem = Mismatch<repo.Slot>;

const lengthOf = ({ from, until }: Problem) => until.getTime() - from.getTime();

/** How often an entry can play before the next one starts. */
const repeatsBefore = ({ before, after }: Problem) =>
  before.playMs ? Math.floor((after.startsAt.getTime() - before.startsAt.getTime()) / before.playMs) : 0;

function repairsOf(problem: Problem, filler: repo.Filler | undefined): Repair[] {
  if (problem.kind === 'gap')
    return filler && filler.playMs <= lengthOf(problem) ? ['fill', 'shift'] : ['shift'];
  return repeatsBefore(problem) >= 1 ? ['trim', 'shift'] : ['shift'];
}

/** Gaps and overlaps of a channel's dated schedule from now on. Fails with `not_found`. */
export async function listProblems(context: Context, channelId: string): Promise<ScheduleProblem[]> {
  const { db } = context;
  await entityOf(db, channelId);
  const filler = await repo.findFiller(db, channelId);
  const slots = await repo.listSlots(db, channelId, context.now());
  return mismatchesOf(slots)
    .slice(0, maxProblems)
    .map((problem) => ({
      kind: problem.kind,
      from: problem.from.toISOString(),
      until: problem.until.toISOString(),
      before: neighbor(problem.before),
      after: neighbor(problem.after),
      repairs: repairsOf(problem, filler),
    }));
}

const dayMs = 86_400_000;

/** The time line of a channel between two instants. Fails with `not_found`, or if the time is too long. */
export async function listTimeline(
  { db }: Context,
  channelId: string,
  from: Date,
  until: Date,
): Promise<TimelineEntry[]> {
  await entityOf(db, channelId);
  const last = new Date(from.getTime() + maxTimelineDays * dayMs);
  if (until <= from) failField('until', 'after', { date: from.toISOString() });
  if (until > last) failField('until', 'before', { date: last.toISOString() });
  const slots = await repo.listSlotsOn(db, channelId, from, until, maxTimelineEntries);
  return slots.map((slot) => ({
    id: slot.id,
    starts_at: slot.startsAt.toISOString(),
    ends_at: slot.endsAt?.toISOString() ?? null,
    play_ms: slot.playMs,
    repeats: slot.repeats,
    name_ko: slot.nameKo,
    name_en: slot.nameEn,
  }));
}

const neighbor = ({ id, nameKo, nameEn }: repo.Slot) => ({ id, name_ko: nameKo, name_en: nameEn });

/** The resource of a channel's entries. Fails with `not_found`. */
const entityOf = async (db: Queryable, channelId: string): Promise<string> =>
  repo.entriesOf[(await repo.findMedium(db, channelId)) ?? fail('not_found')];

/**
 * Repairs the gap or overlap between two entries. Fails with `conflict` if the schedule has changed, so that the problem or the repair
 * no longer exists.
 */
export async function repairSchedule(
  context: Context,
  staff: StaffMember,
  channelId: string,
  wanted: { before_id: string; after_id: string; repair: Repair },
): Promise<Outcome> {
  const entity = await entityOf(context.db, channelId);
  return await makeChange(
    context,
    staff,
    async (tx) => {
      await repo.lockSchedules(tx, [channelId]);
      const filler = await repo.findFiller(tx, channelId);
      const slots = await repo.listSlots(tx, channelId, context.now());
      const problem = mismatchesOf(slots).find(
        ({ before, after }) => before.id === wanted.before_id && after.id === wanted.after_id,
      );
      if (!problem || !repairsOf(problem, filler).includes(wanted.repair)) return fail('conflict');
      if (wanted.repair === 'fill') return fillSteps(entity, channelId, problem, must(filler, 'filler'));
      if (wanted.repair === 'trim')
        return [
          {
            entity,
            id: problem.before.id,
            action: 'update',
            input: { repeats: repeatsBefore(problem) },
          },
        ];
      const byMs = must(problem.before.endsAt, 'end').getTime() - problem.after.startsAt.getTime();
      return moveSteps(entity, slots.slice(slots.indexOf(problem.after)), byMs);
    },
    { isSave: true },
  );
}

/** Entries of the filler from the start of a gap, as many as it has room for. */
function fillSteps(entity: string, channelId: string, gap: Problem, filler: repo.Filler): Step[] {
  const steps: Step[] = [];
  let left = Math.floor(lengthOf(gap) / filler.playMs);
  for (let at = gap.from.getTime(); left > 0; ) {
    const repeats = Math.min(left, maxRepeats);
    steps.push(
      creation(entity, {
        channel_id: channelId,
        asset_id: filler.assetId,
        title_ko: filler.nameKo,
        title_en: filler.nameEn,
        starts_at: new Date(at).toISOString(),
        repeats,
      }),
    );
    at += repeats * filler.playMs;
    left -= repeats;
  }
  return steps;
}

const moveSteps = (entity: string, slots: readonly repo.Slot[], byMs: number): Step[] =>
  slots.map(({ id, startsAt }) => ({
    entity,
    id,
    action: 'update',
    input: { starts_at: new Date(startsAt.getTime() + byMs).toISOString() },
  }));

/** Moves a dated entry to an instant, and all that follow it by the same time. Fails with `conflict` for an entry of a loop. */
export async function moveEntries(
  context: Context,
  staff: StaffMember,
  id: string,
  startsAt: Date,
): Promise<Outcome> {
  return await makeChange(
    context,
    staff,
    async (tx) => {
      const entry = (await repo.findEntry(tx, id)) ?? fail('not_found');
      if (!entry.startsAt) return fail('conflict');
      const entity = await entityOf(tx, entry.channelId);
      await repo.lockSchedules(tx, [entry.channelId]);
      const slots = await repo.listSlots(tx, entry.channelId, new Date(entry.startsAt.getTime() - 1));
      const from = slots.findIndex((slot) => slot.id === id);
      return moveSteps(entity, slots.slice(from), startsAt.getTime() - entry.startsAt.getTime());
    },
    { isSave: true },
  );
}

/**
 * Copies the entries that start on a day of the service's zone to another day, at the same wall-clock times. An entry in an hour that
 * the other day skips is left out. Copies all of them, or none if one would overlap with another entry or be in the past.
 */
export async function copyDay(
  context: Context,
  staff: StaffMember,
  channelId: string,
  { from_day: from, to_day: to }: { from_day: string; to_day: string },
): Promise<Outcome> {
  const zone = context.config.serviceZone;
  if (from === to) failField('to_day', 'different', { other: 'from_day' });
  const entity = await entityOf(context.db, channelId);
  try {
    return await makeChange(
      context,
      staff,
      async (tx) => {
        await repo.lockSchedules(tx, [channelId]);
        const day = [startOfDay(from, zone), startOfDay(addDays(from, 1), zone)] as const;
        const slots = await repo.listSlotsOf(tx, channelId, ...day);
        if (slots.length === 0) failField('from_day', 'day_unscheduled');
        const copies = slots.flatMap((slot) => {
          const [minute] = instantsAt(`${to}${wallClock(slot.startsAt, zone).slice(10)}`, zone);
          if (!minute) return [];
          const startsAt = new Date(minute.getTime() + (slot.startsAt.getTime() % 60_000));
          const endsAt =
            slot.endsAt && new Date(startsAt.getTime() + slot.endsAt.getTime() - slot.startsAt.getTime());
          return [{ ...slot, startsAt, endsAt }];
        });
        copies.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
        if (copies.some(({ startsAt }) => startsAt < context.now())) failField('to_day', 'instant_past');
        const overlap = mismatchesOf(copies).find(({ kind }) => kind === 'overlap');
        if (overlap) throw overlaps('to_day', overlap.before);
        return copies.map((copy) =>
          creation(entity, {
            channel_id: channelId,
            programme_id: copy.programmeId,
            episode_id: copy.episodeId,
            asset_id: copy.assetId,
            title_ko: copy.titleKo,
            title_en: copy.titleEn,
            repeats: copy.repeats,
            starts_at: copy.startsAt.toISOString(),
          }),
        );
      },
      { isSave: true },
    );
  } catch (error) {
    // The form has a field for the day, and none for the start of a copy.
    if (error instanceof CallError && error.fields.starts_at)
      throw new CallError(error.code, error.values, { to_day: error.fields.starts_at });
    throw error;
  }
}

/** The problem of an entry that would be on the air together with another one. */
export function overlapProblem({
  nameKo,
  startsAt,
  endsAt,
}: Pick<repo.Slot, 'nameKo' | 'startsAt' | 'endsAt'>): FieldProblem {
  const clock = (at: Date | null) => (at ? wallClock(at, serviceZone).replace('T', ' ') : '');
  const values = { title: nameKo, from: clock(startsAt), until: clock(endsAt) };
  return { message: 'airing_overlaps', values };
}

const overlaps = (field: string, slot: repo.Slot): CallError =>
  new CallError('invalid', {}, { [field]: [overlapProblem(slot)] });

/** Refuses entries that are on the air together with others. Given entries may overlap one another, as a restored channel's do. */
export async function requireNoOverlap(
  tx: Queryable,
  rows: readonly { id: string; channelId: string; startsAt: Date | null }[],
): Promise<void> {
  const dated = rows.filter(({ startsAt }) => startsAt !== null);
  if (dated.length === 0) return;
  const channelIds = [...new Set(dated.map(({ channelId }) => channelId))];
  await repo.lockSchedules(tx, channelIds);
  const other = await repo.findOverlapped(
    tx,
    channelIds,
    dated.map(({ id }) => id),
  );
  if (other) throw overlaps('starts_at', other);
}
