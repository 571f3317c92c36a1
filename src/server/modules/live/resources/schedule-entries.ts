import { isNotNull, isNull, sql } from 'drizzle-orm';
import { radioEntries, scheduleEntries } from '../../../../contract/admin/channels.ts';
import { serviceZone, wallClock } from '../../../../contract/zone.ts';
import type { Context } from '../../../context.ts';
import { failField } from '../../../errors.ts';
import { foundBy } from '../../../resource/found-by.ts';
import { type ResourceOptions, resource } from '../../../resource/resource.ts';
import { findMedium, listEntryFacts } from '../entries.repo.ts';
import { requireNoOverlap } from '../entries.service.ts';
import { checkImportedEntries, entryColumns } from '../entry-imports.service.ts';
import { enqueueRefresh } from '../jobs/live.jobs.ts';
import type { Medium } from '../live.repo.ts';
import { liveChannels, liveItems } from '../live.tables.ts';
import { listOrigins } from '../templates.repo.ts';
import { itemSignature } from '../templates.service.ts';
import { readXmltv } from '../xmltv-reading.ts';
import { checkContent } from './content.ts';

/** An entry that was deleted since the list was read. */
const unknown = { state: 'no_video' as const, playMs: null, nameKo: '', nameEn: '' };

/** The fields from which the time on the air follows. */
const timing = ['channelId', 'startsAt', 'repeats', 'programmeId', 'episodeId', 'assetId'] as const;

/** Refuses a start that has passed. */
export function requireFuture({ now }: Context, startsAt: Date): void {
  if (startsAt <= now()) failField('starts_at', 'instant_past');
}

/** The options of entries of a medium's channels. */
const optionsOf = (context: Context, medium: Medium) =>
  ({
    tag: 'live',
    only: sql`exists (select from ${liveChannels} c where c.id = ${liveItems.channelId} and c.medium = ${medium})`,
    order: { position: liveItems.position, within: liveItems.channelId },
    partOf: { column: 'channelId', of: medium === 'radio' ? 'radio-channels' : 'channels' },
    search: [liveItems.titleKo, liveItems.titleEn],
    finds: { programme_id: foundBy(context, liveItems.programmeId, 'programmes') },
    where: {
      dated: (isDated) => (isDated ? isNotNull(liveItems.startsAt) : isNull(liveItems.startsAt)),
    },
    imports: {
      key: ['channel_id', 'starts_at'],
      columns: entryColumns(medium),
      readText: readXmltv,
      check: (db, entries) => checkImportedEntries(db, entries, context.now()),
    },
    label: {
      of: ['startsAt', 'position', 'titleKo'],
      text: ({ startsAt, position, titleKo }) =>
        [startsAt ? wallClock(startsAt, serviceZone).replace('T', ' ') : `#${position}`, titleKo]
          .join(' ')
          .trim(),
    },
    present: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const facts = await listEntryFacts(db, context.now(), ids);
      const origins = await listOrigins(db, ids);
      return rows.map((row) => {
        const { id, repeats, startsAt } = row;
        const written = origins.get(id);
        const { state, playMs, nameKo, nameEn } = facts.get(id) ?? unknown;
        const durationMs = playMs === null ? null : playMs * repeats;
        return {
          state,
          name_ko: nameKo,
          name_en: nameEn,
          duration_ms: durationMs,
          ends_at:
            startsAt && durationMs !== null ? new Date(startsAt.getTime() + durationMs).toISOString() : null,
          origin:
            written === undefined
              ? ('staff' as const)
              : written === itemSignature(row)
                ? ('template' as const)
                : ('changed' as const),
        };
      });
    },
    values: async (values, { tx, before, once }) => {
      const after = { ...before, ...values };
      const { channelId } = after;
      if (values.channelId && channelId) {
        const found = await once(`medium ${channelId}`, () => findMedium(tx, channelId));
        if (found !== medium) failField('channel_id', 'exists');
      }
      // A new entry is checked by its call, because an undo and a restore create past entries again.
      if (before && values.startsAt && values.startsAt.getTime() !== before.startsAt?.getTime())
        requireFuture(context, values.startsAt);
      await checkContent(values, after, { tx, once });
      return values;
    },
    // Runs after the rows are written, so that a change of several entries is checked as a whole.
    saveRest: async (saved, { tx }) => {
      const moved = saved.filter(
        ({ row, before }) => !before || timing.some((field) => String(row[field]) !== String(before[field])),
      );
      await requireNoOverlap(
        tx,
        moved.map(({ row }) => row),
      );
      return saved.map(() => ({}));
    },
    afterChange: (_rows, { tx }) => enqueueRefresh(tx),
  }) satisfies ResourceOptions<typeof scheduleEntries, typeof liveItems>;

export const scheduleEntryResource = (context: Context) =>
  resource(context, scheduleEntries, liveItems, optionsOf(context, 'tv'));

export const radioEntryResource = (context: Context) =>
  resource(context, radioEntries, liveItems, optionsOf(context, 'radio'));
