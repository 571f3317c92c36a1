/**
 * Writes templates into the schedules of their channels, two weeks ahead. Each time of a slot is written once. Entries that staff have
 * changed, deleted or put in its place stay; the rest follows the template.
 */
import { createHash } from 'node:crypto';
import { weekdays } from '../../../contract/admin/channels.ts';
import { instantsAt } from '../../../contract/zone.ts';
import { toleranceMs } from '../../../media/schedule.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { addDays, dayIn } from '../../zone.ts';
import { listSlots, lockSchedules } from './entries.repo.ts';
import * as repo from './templates.repo.ts';

const dayMs = 86_400_000;
const daysAhead = 14;
/** Entries that a template has written are deleted so long after they were on the air. */
const keepItemsMs = 30 * dayMs;
/** Times of slots are kept longer, because the next episode of a series follows from the last one. */
const keepTimesMs = 400 * dayMs;

/** A time of a slot that is due on each channel of its template. */
interface Due {
  slot: repo.Slot;
  startsAt: Date;
}

const signatureOf = (values: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);

type Content = Pick<repo.Item, 'programmeId' | 'episodeId' | 'assetId' | 'titleKo' | 'titleEn' | 'repeats'>;

const contentOf = ({ programmeId, episodeId, assetId, titleKo, titleEn, repeats }: Content): Content => ({
  programmeId,
  episodeId,
  assetId,
  titleKo,
  titleEn,
  repeats,
});

/** The signature of an entry. An entry with another one has been changed by staff. */
export const itemSignature = (item: Content & { startsAt: Date | null }): string =>
  signatureOf([...Object.values(contentOf(item)), item.startsAt?.getTime()]);

const slotSignature = (slot: repo.Slot) => signatureOf([...Object.values(contentOf(slot)), slot.nextEpisode]);

const weekdayOf = (day: string) => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];

/**
 * The times of a template's slots between two instants, in order. A time that a day skips because clocks go forward is left out. A time
 * that comes twice is used once or twice, as the template says.
 */
export function slotTimesBetween<S extends Pick<repo.Slot, 'weekday' | 'startTime'>>(
  {
    zone,
    period,
    doubledHour,
    slots,
  }: Pick<repo.Template, 'zone' | 'period' | 'doubledHour'> & { slots: S[] },
  from: Date,
  until: Date,
): { slot: S; startsAt: Date }[] {
  const times: { slot: S; startsAt: Date }[] = [];
  for (let day = dayIn(from, zone); day <= dayIn(until, zone); day = addDays(day, 1)) {
    for (const slot of slots) {
      if (period === 'weekly' && slot.weekday !== weekdayOf(day)) continue;
      const instants = instantsAt(`${day}T${slot.startTime.slice(0, 5)}`, zone);
      for (const minute of doubledHour === 'twice' ? instants : instants.slice(0, 1)) {
        const startsAt = new Date(minute.getTime() + Number(slot.startTime.slice(6, 8)) * 1000);
        if (startsAt > from && startsAt <= until) times.push({ slot, startsAt });
      }
    }
  }
  return times.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** Lengths and names of slots, and the episodes of series. */
interface Contents {
  facts: Awaited<ReturnType<typeof repo.listSlotFacts>>;
  episodes: Map<string, repo.Episode[]>;
}

/** The episode after another one, or the first. */
function episodeAfter(
  episodes: readonly repo.Episode[],
  lastId: string | undefined,
): repo.Episode | undefined {
  const at = episodes.findIndex(({ id }) => id === lastId);
  return episodes[(at + 1) % episodes.length];
}

/** Writes the template of a channel, or of all channels. Returns the number of channels whose schedule has changed. */
export async function applyTemplates(context: Context, channelId: string | null = null): Promise<number> {
  const now = context.now();
  const templates = await repo.listTemplates(context.db);
  const slots = [...templates.values()].flatMap((template) => template.slots);
  const seriesIds = slots.flatMap(({ nextEpisode, programmeId }) => (nextEpisode ? (programmeId ?? []) : []));
  const contents = {
    facts: await repo.listSlotFacts(
      context.db,
      slots.map(({ id }) => id),
    ),
    episodes: await repo.listPlayableEpisodes(context.db, now, [...new Set(seriesIds)]),
  };
  const until = new Date(now.getTime() + daysAhead * dayMs);
  const dueOf = new Map(
    [...templates].map(([id, template]) => [id, slotTimesBetween(template, now, until)] as const),
  );
  let changed = 0;
  for (const { id, templateId } of await repo.listTemplateChannels(context.db, now, channelId)) {
    const due = (templateId && dueOf.get(templateId)) || [];
    await context.db.transaction(async (tx) => {
      if (await applyTo(tx, now, id, due, contents)) changed += 1;
    });
  }
  await repo.forgetTimes(
    context.db,
    new Date(now.getTime() - keepItemsMs),
    new Date(now.getTime() - keepTimesMs),
  );
  return changed;
}

async function applyTo(
  tx: Queryable,
  now: Date,
  channelId: string,
  due: readonly Due[],
  { facts, episodes }: Contents,
): Promise<boolean> {
  await lockSchedules(tx, [channelId]);
  const keyOf = (slotId: string, startsAt: Date) => `${slotId} ${startsAt.getTime()}`;
  const times = await repo.listSlotTimes(tx, channelId, now);
  const isUnchanged = ({ time, item }: (typeof times)[number]) =>
    item !== null && itemSignature(item) === time.written;
  const unchanged = new Set(times.filter(isUnchanged).map(({ time }) => time.itemId));
  const timeOf = new Map(times.map(({ time }) => [keyOf(time.slotId, time.startsAt), time]));
  const byStaff = (await listSlots(tx, channelId, now)).filter(({ id }) => !unchanged.has(id));
  const last = await repo.listLastEpisodes(tx, channelId, now);
  const keep = new Set<string>();
  const written: Parameters<typeof repo.insertTimes>[2][number][] = [];
  for (const { slot, startsAt } of due) {
    const seriesId = slot.nextEpisode ? slot.programmeId : null;
    const time = timeOf.get(keyOf(slot.id, startsAt));
    // Staff have changed or deleted this entry.
    if (time && !unchanged.has(time.itemId)) {
      keep.add(time.itemId);
      if (time.seriesId && time.episodeId) last.set(time.seriesId, time.episodeId);
      continue;
    }
    const episode = seriesId ? episodeAfter(episodes.get(seriesId) ?? [], last.get(seriesId)) : undefined;
    if (seriesId && !episode) continue;
    const playMs = episode?.playMs ?? facts.get(slot.id)?.playMs ?? 0;
    const endsAt = startsAt.getTime() + playMs * slot.repeats;
    // The entry of staff has this time.
    if (byStaff.some((other) => overlaps(other, startsAt.getTime(), endsAt))) continue;
    if (seriesId && episode) last.set(seriesId, episode.id);
    const signature = slotSignature(slot);
    if (time && time.slot === signature && time.episodeId === (episode?.id ?? null)) {
      keep.add(time.itemId);
      continue;
    }
    const item = {
      ...contentOf(slot),
      id: newId(),
      channelId,
      position: 0,
      startsAt,
      ...(episode ? { episodeId: episode.id } : {}),
    };
    written.push({
      item,
      time: {
        channelId,
        slotId: slot.id,
        startsAt,
        itemId: item.id,
        seriesId,
        episodeId: episode?.id ?? null,
        slot: signature,
        written: itemSignature(item),
      },
    });
  }
  const gone = times.map(({ time }) => time.itemId).filter((itemId) => !keep.has(itemId));
  const deleted = gone.filter((itemId) => unchanged.has(itemId));
  await repo.deleteTimes(tx, channelId, gone);
  await repo.deleteItems(tx, deleted);
  await repo.insertTimes(tx, channelId, written);
  return deleted.length + written.length > 0;
}

/** Whether an entry of staff is on the air between two instants. One whose length is unknown has its start only. */
const overlaps = (
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date | null },
  from: number,
  until: number,
): boolean =>
  startsAt.getTime() < Math.max(until - toleranceMs, from + 1) &&
  (endsAt ?? new Date(startsAt.getTime() + 1)).getTime() > from + (endsAt ? toleranceMs : 0);
