/**
 * The difference between what the partner has and what we have, as steps of a change. A field is overwritten only while it is still what
 * the partner said last: staff have edited any other, and keep it.
 */
import { createHash } from 'node:crypto';
import { asc, inArray, sql } from 'drizzle-orm';
import {
  clips as clipShape,
  maxInPlaylist,
  playlists as playlistShape,
} from '../../../contract/admin/partner-video.ts';
import type { SyncEntry } from '../../../contract/admin/youtube-syncs.ts';
import { maxSlugLength } from '../../../contract/rules.ts';
import { line, paragraphs } from '../../../contract/text.ts';
import type { SourceVideo, Told } from '../../adapters/partner-video/port.ts';
import type { Queryable } from '../../db/client.ts';
import { creation } from '../../resource/change.ts';
import type { Fields, Step } from '../../resource/model.ts';
import { clips, playlistItems, playlists, sourcePlaylists, sourceVideos } from './partner-video.tables.ts';
import type { Reading } from './source-reading.service.ts';

type ClipRow = typeof clips.$inferSelect;
type PlaylistRow = typeof playlists.$inferSelect;
type SaidOfPlaylist = typeof sourcePlaylists.$inferSelect;
type SaidOfVideo = typeof sourceVideos.$inferSelect;

export interface Difference {
  steps: Step[];
  entries: SyncEntry[];
  unchanged: number;
  /** What the partner says now, to be remembered when the steps are done. */
  said: { playlists: SaidOfPlaylist[]; videos: SaidOfVideo[] };
}

/** Fields of texts, as a row and as the wire call them. */
const texts = {
  title_ko: 'titleKo',
  title_en: 'titleEn',
  description_ko: 'descriptionKo',
  description_en: 'descriptionEn',
} as const;
const ofClips = { ...texts, duration_ms: 'durationMs' } as const;

/** At most so much of a text, in whole characters: the database takes no others. */
const cut = (own: string, max: number) =>
  own
    .normalize('NFC')
    .slice(0, max)
    .replace(/\p{Cs}/gu, '');
const title = (own: string, fallback: string) => line(200).parse(cut(own, 200)) || fallback;
const description = (own: string) => paragraphs(4000).parse(cut(own, 4000));

const textsOf = ({ title: named, description: told }: { title: Told; description: Told }, id: string) => ({
  titleKo: title(named.ko, id),
  titleEn: title(named.en, id),
  descriptionKo: description(told.ko),
  descriptionEn: description(told.en),
});

const maxDurationMs = 86_400_000;

const videoSaid = (video: SourceVideo): SaidOfVideo => ({
  youtubeId: video.youtubeId,
  ...textsOf(video, video.youtubeId),
  durationMs: video.durationMs !== null && video.durationMs <= maxDurationMs ? video.durationMs : null,
  withdrawn: !video.playable,
});

const noTexts = { titleKo: '', titleEn: '', descriptionKo: '', descriptionEn: '' };

/** Of a video whose texts we keep nothing of: a clip that staff have entered, in none of the playlists that are kept. */
const untold = (youtubeId: string): SaidOfVideo => ({
  youtubeId,
  ...noTexts,
  durationMs: null,
  withdrawn: false,
});

/** Whether the partner has told of a video or a playlist: what it tells has a title. */
const isTold = ({ titleKo }: Pick<SaidOfVideo, 'titleKo'>): boolean => titleKo !== '';

/** Lower case, from the English title; the id's hash makes it the only one. */
function slugOf({ titleEn, youtubeId }: Pick<SaidOfVideo, 'titleEn' | 'youtubeId'>): string {
  const hash = createHash('sha256').update(youtubeId).digest('hex').slice(0, 10);
  const words = titleEn
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
    .slice(0, maxSlugLength - hash.length - 1)
    .replace(/-$/, '');
  return words ? `${words}-${hash}` : hash;
}

/** Fields that are still the partner's, or that nobody has filled in, and are said otherwise now. */
function followed<F extends Record<string, string>>(
  fields: F,
  row: Record<F[keyof F], unknown>,
  before: Record<F[keyof F], unknown> | undefined,
  now: Record<F[keyof F], unknown>,
): Fields {
  const input: Fields = {};
  for (const [field, property] of Object.entries(fields) as [string, F[keyof F]][])
    if (
      row[property] !== now[property] &&
      (before ? row[property] === before[property] : isEmpty(row[property]))
    )
      input[field] = now[property];
  return input;
}

const isEmpty = (value: unknown) => value === null || value === '';

/**
 * The clips of a playlist: the partner's order while it is still what the partner said last, else the staff's own with what is new at
 * the end and without what the partner has taken out.
 */
export function mergeOrder(current: string[], last: string[], now: string[]): string[] {
  if (JSON.stringify(current) === JSON.stringify(last)) return now;
  const [had, has, own] = [new Set(last), new Set(now), new Set(current)];
  return [
    ...current.filter((id) => !had.has(id) || has.has(id)),
    ...now.filter((id) => !had.has(id) && !own.has(id)),
  ].slice(0, maxInPlaylist);
}

/** Finds the difference. With `lock` the records stay as they are until the transaction ends; with `hidesNew` no new clip is published. */
export async function findDifference(
  db: Queryable,
  reading: Reading,
  { lock, hidesNew }: { lock: boolean; hidesNew: boolean },
): Promise<Difference> {
  const asked = [...reading.asked];
  // Locked in the order of their ids, as every change does.
  const ofPlaylists = db.select().from(playlists).orderBy(playlists.id);
  const allPlaylists: PlaylistRow[] = lock ? await ofPlaylists.for('update') : await ofPlaylists;
  const ofAsked = db
    .select()
    .from(clips)
    .where(sql`${clips.youtubeId} = any(${sql.param(asked)}::text[])`)
    .orderBy(clips.id);
  const clipRows: ClipRow[] = lock ? await ofAsked.for('update') : await ofAsked;
  // Of one that is kept only since the reading began nothing was read: it would look empty, or gone.
  const kept = allPlaylists
    .filter(({ synced, playListId }) => synced && reading.kept.has(playListId))
    .sort((a, b) => a.position - b.position);
  const [items, saidPlaylists, saidVideos] = [
    await db
      .select()
      .from(playlistItems)
      .where(
        inArray(
          playlistItems.playlistId,
          kept.map(({ id }) => id),
        ),
      )
      .orderBy(asc(playlistItems.position), asc(playlistItems.clipId)),
    await db.select().from(sourcePlaylists),
    await db
      .select()
      .from(sourceVideos)
      .where(sql`${sourceVideos.youtubeId} = any(${sql.param(asked)}::text[])`),
  ];
  const lastOfPlaylist = new Map(saidPlaylists.map((said) => [said.playListId, said]));
  const lastOfVideo = new Map(saidVideos.map((said) => [said.youtubeId, said]));
  const clipOf = new Map(clipRows.map((row) => [row.youtubeId ?? '', row]));
  const inPlaylists = new Set([...reading.items.values()].flat());

  const difference: Difference = {
    steps: [],
    entries: [],
    unchanged: 0,
    said: { playlists: [], videos: [] },
  };
  const first: Step[] = [];
  const creations: Step[] = [];
  const updates: Step[] = [];
  const last: Step[] = [];

  // Playlists of the channels that nobody has seen here: staff choose which of them are kept.
  const known = new Set(allPlaylists.map(({ playListId }) => playListId));
  for (const found of reading.playlists.values()) {
    if (known.has(found.playListId) || lastOfPlaylist.has(found.playListId)) continue;
    const told = textsOf(found, found.playListId);
    const input = { play_list_id: found.playListId, ...onWire(texts, told), published: false };
    creations.push(creation(playlistShape.name, input));
    difference.said.playlists.push({
      playListId: found.playListId,
      ...told,
      youtubeIds: [],
      withdrawn: false,
    });
    difference.entries.push(entryOf('playlists', null, found.playListId, told, 'new', []));
  }

  // Clips.
  const newIds = new Map<string, string>();
  for (const playlist of kept) {
    for (const youtubeId of reading.items.get(playlist.playListId) ?? []) {
      const video = reading.videos.get(youtubeId);
      // One that the partner has told of before, and that is no clip, was deleted here.
      if (!video?.playable || clipOf.has(youtubeId) || lastOfVideo.has(youtubeId) || newIds.has(youtubeId))
        continue;
      const now = videoSaid(video);
      const published = playlist.publishNew && !hidesNew;
      const step = creation(clipShape.name, {
        slug: slugOf(now),
        youtube_id: youtubeId,
        category_id: playlist.categoryId,
        ...onWire(ofClips, now),
        published,
        available_from: video.publishedAt.toISOString(),
      });
      newIds.set(youtubeId, step.id);
      creations.push(step);
      difference.said.videos.push(now);
      difference.entries.push(
        entryOf('clips', null, youtubeId, now, 'new', [
          { field: 'published', before: null, after: published },
        ]),
      );
    }
  }
  for (const row of clipRows) {
    const youtubeId = row.youtubeId ?? '';
    const video = reading.videos.get(youtubeId);
    const before = lastOfVideo.get(youtubeId);
    const isKept = (before !== undefined && isTold(before)) || inPlaylists.has(youtubeId);
    if (!video?.playable) {
      if (!before?.withdrawn)
        difference.said.videos.push({ ...(before ?? untold(youtubeId)), withdrawn: true });
      if (!row.published) {
        difference.unchanged += 1;
        continue;
      }
      updates.push({ entity: clipShape.name, id: row.id, action: 'update', input: { published: false } });
      difference.entries.push(
        entryOf('clips', row.id, youtubeId, row, 'withdrawn', [
          { field: 'published', before: true, after: false },
        ]),
      );
      continue;
    }
    const now = videoSaid(video);
    const input = isKept ? followed(ofClips, row, before && isTold(before) ? before : undefined, now) : {};
    if (isKept) difference.said.videos.push(now);
    else if (before?.withdrawn) difference.said.videos.push({ ...before, withdrawn: false });
    const isChanged = Object.keys(input).length > 0;
    const isBack = before?.withdrawn && !row.published;
    if (isChanged) updates.push({ entity: clipShape.name, id: row.id, action: 'update', input });
    if (isChanged || isBack)
      difference.entries.push(
        entryOf(
          'clips',
          row.id,
          youtubeId,
          row,
          isBack ? 'returned' : 'changed',
          fieldsOf(ofClips, row, input),
        ),
      );
    else difference.unchanged += 1;
  }

  // Playlists that are kept.
  const idOf = (youtubeId: string) => clipOf.get(youtubeId)?.id ?? newIds.get(youtubeId);
  const idsOf = (youtubeIds: string[]) => youtubeIds.flatMap((youtubeId) => idOf(youtubeId) ?? []);
  const fresh = new Set(newIds.values());
  for (const row of kept) {
    const { playListId } = row;
    const found = reading.playlists.get(playListId);
    const before = lastOfPlaylist.get(playListId);
    if (!found) {
      if (!before?.withdrawn)
        difference.said.playlists.push({
          ...(before ?? { playListId, ...noTexts, youtubeIds: [] }),
          withdrawn: true,
        });
      if (!row.published) {
        difference.unchanged += 1;
        continue;
      }
      updates.push({ entity: playlistShape.name, id: row.id, action: 'update', input: { published: false } });
      difference.entries.push(
        entryOf('playlists', row.id, playListId, row, 'withdrawn', [
          { field: 'published', before: true, after: false },
        ]),
      );
      continue;
    }
    const youtubeIds = reading.items.get(playListId) ?? [];
    const now = { playListId, ...textsOf(found, playListId), youtubeIds, withdrawn: false };
    difference.said.playlists.push(now);
    const input = followed(texts, row, before && isTold(before) ? before : undefined, now);
    const current = items.filter(({ playlistId }) => playlistId === row.id).map(({ clipId }) => clipId);
    // What was no clip then, such as a private video, was in no order of ours.
    const lastIds = idsOf(before?.youtubeIds ?? []).filter((id) => !fresh.has(id));
    const merged = mergeOrder(current, lastIds, idsOf(youtubeIds));
    const fields = fieldsOf(texts, row, input);
    if (JSON.stringify(merged) !== JSON.stringify(current)) {
      fields.push({ field: 'clip_ids', before: current.length, after: merged.length });
      // Without the new ones first, which are yet to be made: so the change can be undone step by step.
      const old = merged.filter((id) => !fresh.has(id));
      if (JSON.stringify(old) !== JSON.stringify(current)) input.clip_ids = old;
      if (old.length !== merged.length)
        last.push({ entity: playlistShape.name, id: row.id, action: 'update', input: { clip_ids: merged } });
    }
    if (Object.keys(input).length > 0)
      first.push({ entity: playlistShape.name, id: row.id, action: 'update', input });
    const isBack = before?.withdrawn && !row.published;
    if (fields.length > 0 || isBack)
      difference.entries.push(
        entryOf('playlists', row.id, playListId, row, isBack ? 'returned' : 'changed', fields),
      );
    else difference.unchanged += 1;
  }

  difference.steps = [...first, ...creations, ...updates, ...last];
  return difference;
}

const onWire = <F extends Record<string, string>>(fields: F, row: Record<F[keyof F], unknown>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, property]) => [field, row[property as F[keyof F]]]));

const fieldsOf = (fields: Record<string, string>, row: object, input: Fields): SyncEntry['fields'] =>
  Object.entries(fields)
    .filter(([field]) => field in input)
    .map(([field, property]) => ({
      field,
      before: shown((row as Record<string, unknown>)[property]),
      after: shown(input[field]),
    }));

/** Enough of a text to tell what has changed. */
const maxShown = 300;
const shown = (value: unknown): string | number | null =>
  typeof value === 'string' ? value.slice(0, maxShown) : typeof value === 'number' ? value : null;

const entryOf = (
  resource: SyncEntry['resource'],
  id: string | null,
  sourceId: string,
  { titleKo, titleEn }: Pick<ClipRow, 'titleKo' | 'titleEn'>,
  change: SyncEntry['change'],
  fields: SyncEntry['fields'],
): SyncEntry => ({
  resource,
  id,
  source_id: sourceId,
  title_ko: titleKo,
  title_en: titleEn,
  change,
  fields,
});
