/** Imports of dated schedule entries: the columns of a file, and the problems between its rows. */
import { sql } from 'drizzle-orm';
import type { FieldProblem } from '../../../contract/messages.ts';
import { mismatchesOf } from '../../../media/schedule.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { groupBy } from '../../group-by.ts';
import type { ImportColumn, PlannedRecord } from '../../resource/importing.ts';
import { itemJoins, itemNames, playMs } from './entries.repo.ts';
import { overlapProblem } from './entries.service.ts';
import type { Medium } from './live.repo.ts';

/** The number in the name of an episode, as exports have it: `1-12 First Snow`. */
const episodeNumberOf = (text: string): string => /^(?:\d+-)?(\d+)(?:\s|화|회|$)/.exec(text)?.[1] ?? text;

/** The columns of a file of entries. Further columns, such as a number, an end or a length, are not read: they follow from the video. */
export const entryColumns = (medium: Medium): readonly ImportColumn[] => [
  {
    name: 'channel',
    ko: '채널',
    en: 'Channel',
    example: '1',
    field: 'channel_id',
    refers: {
      resource: medium === 'radio' ? 'radio-channels' : 'channels',
      by: ['number', 'slug', 'name_ko', 'name_en', 'id'],
    },
  },
  { name: 'starts_at', ko: '시작', en: 'Starts', example: '2026-12-24 21:00:00' },
  {
    name: 'programme',
    ko: '프로그램',
    en: 'Program',
    example: 'my-series',
    field: 'programme_id',
    refers: { resource: 'programmes', by: ['slug', 'title_ko', 'title_en', 'id'] },
  },
  {
    name: 'episode',
    ko: '회차',
    en: 'Episode',
    example: '1',
    field: 'episode_id',
    refers: {
      resource: 'episodes',
      by: ['number', 'title_ko', 'title_en', 'id'],
      within: { programme_id: 'programme' },
    },
    reads: episodeNumberOf,
  },
  {
    name: 'asset',
    ko: '영상',
    en: 'Video',
    example: '',
    field: 'asset_id',
    refers: { resource: 'assets', by: ['file_name', 'id'] },
  },
  { name: 'title_ko', ko: '방송 제목 (한국어)', en: 'Title on air (Korean)', example: '' },
  { name: 'title_en', ko: '방송 제목 (영어)', en: 'Title on air (English)', example: '' },
  { name: 'repeats', ko: '반복 횟수', en: 'Times in a row', example: '1' },
];

/** The lengths and names of entries before they are stored, by their place in the list. */
function listLengths(
  db: Queryable,
  entries: readonly PlannedRecord[],
): Promise<{ place: number; playMs: number | null; nameKo: string }[]> {
  const ids = (field: string) =>
    sql`${sql.param(entries.map(({ fields }) => fields[field] ?? null))}::uuid[]`;
  const titles = (field: string) =>
    sql`${sql.param(entries.map(({ fields }) => fields[field] ?? ''))}::text[]`;
  return queryRows(
    db,
    sql`select i.place::int, ${playMs} as "playMs", ${itemNames}
      from unnest(${ids('programme_id')}, ${ids('episode_id')}, ${ids('asset_id')}, ${titles('title_ko')}, ${titles('title_en')})
        with ordinality as i (programme_id, episode_id, asset_id, title_ko, title_en, place) ${itemJoins}`,
  );
}

/**
 * The problems of the entries of a file: a new start that has passed, and an overlap with another row. Overlaps with stored entries
 * are found when the entries are written.
 */
export async function checkImportedEntries(
  db: Queryable,
  entries: readonly PlannedRecord[],
  now: Date,
): Promise<Map<string, Record<string, FieldProblem[]>>> {
  const problems = new Map<string, Record<string, FieldProblem[]>>();
  if (entries.length === 0) return problems;
  const lengths = new Map((await listLengths(db, entries)).map((row) => [row.place, row]));
  const slots = entries.map(({ id, isNew, fields }, at) => {
    const { playMs: length = null, nameKo = '' } = lengths.get(at + 1) ?? {};
    const startsAt = new Date(String(fields.starts_at));
    const endsAt =
      length === null ? null : new Date(startsAt.getTime() + length * Number(fields.repeats ?? 1));
    return { id, isNew, channelId: String(fields.channel_id), startsAt, endsAt, nameKo };
  });
  for (const { id, isNew, startsAt } of slots)
    if (isNew && startsAt <= now) problems.set(id, { starts_at: [{ message: 'instant_past', values: {} }] });
  for (const ofChannel of groupBy(slots, ({ channelId }) => channelId).values()) {
    const sorted = ofChannel.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
    for (const { kind, before, after } of mismatchesOf(sorted))
      if (kind === 'overlap' && !problems.has(after.id))
        problems.set(after.id, { starts_at: [overlapProblem(before)] });
  }
  return problems;
}
