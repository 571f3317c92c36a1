/** What routes and other modules may ask of the catalogue's lists. */
import type { Locale } from '../../../contract/errors.ts';
import type { LeavingCard } from '../../../contract/viewer/lists.ts';
import type { Card, PageMeta, VideoCard } from '../../../contract/wire.ts';
import { encodeResponse } from '../../cache/response-cache.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import type { Viewer } from '../../http/caller.ts';
import { audienceKey } from '../../http/caller.ts';
import { presentCard, presentLastDay, presentVideo } from './catalog.present.ts';
import * as repo from './lists.repo.ts';
import { findsOf } from './row-views.service.ts';

/**
 * How many titles a list may have; beyond, the oldest are left out and found by searching. Every page is built within the
 * time that one may take, however deep it lies: see `npm run bench lists`.
 */
export const maxTitles = {
  newReleases: 1000,
  newInGenre: 300,
  free: 1000,
  genre: 1500,
  subCategory: 6000,
  contentPartner: 3000,
  leaving: 300,
} as const;

interface PageQuery {
  page: number;
  per_page: number;
}

/** The part of a page that lies within the first `maxCount`. */
function windowOf(query: PageQuery, maxCount: number): { limit: number; offset: number } {
  const { limit, offset } = pageWindow(query);
  return { limit: Math.max(0, Math.min(limit, maxCount - offset)), offset: Math.min(offset, maxCount) };
}

/** How long a list is for everyone of an audience: counted once for all its pages. */
async function cachedTotal(
  context: Context,
  viewer: Viewer,
  list: unknown[],
  count: () => Promise<number>,
): Promise<number> {
  const key = `total|${audienceKey(viewer)}|${JSON.stringify(list)}`;
  const { identity } = await context.responseCache.get(key, 'catalog', async () =>
    encodeResponse(await count()),
  );
  return Number(identity.toString());
}

/** A page of the newest titles of a source; the list ends at `maxCount`. */
export async function newestPage(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  source: repo.Source,
  query: PageQuery,
  maxCount: number,
): Promise<{ data: Card[]; meta: PageMeta }> {
  const now = context.now();
  const [rows, total] = await Promise.all([
    repo.listNewest(context.db, viewer, locale, now, source, windowOf(query, maxCount)),
    cachedTotal(context, viewer, ['titles', source, maxCount], () =>
      repo.countNewest(context.db, viewer, now, source, maxCount),
    ),
  ]);
  return { data: rows.map((row) => presentCard(row, now)), meta: pageMeta(query, total) };
}

/** A page of the newest videos of a source, one of each title; the list ends at `maxCount`. */
export async function newestVideosPage(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  source: repo.Source,
  query: PageQuery,
  maxCount: number,
): Promise<{ data: VideoCard[]; meta: PageMeta }> {
  const now = context.now();
  const zone = context.config.serviceZone;
  const [rows, total] = await Promise.all([
    repo.listNewestVideos(context.db, viewer, locale, now, source, windowOf(query, maxCount)),
    cachedTotal(context, viewer, ['videos', source, maxCount], () =>
      repo.countNewestVideos(context.db, viewer, now, source, maxCount),
    ),
  ]);
  return { data: rows.map((row) => presentVideo(row, locale, now, zone)), meta: pageMeta(query, total) };
}

/** A page of the titles that leave soon, those that leave first first. */
export async function leavingPage(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  query: PageQuery,
): Promise<{ data: LeavingCard[]; meta: PageMeta }> {
  const now = context.now();
  const [rows, total] = await Promise.all([
    repo.listLeaving(context.db, viewer, locale, now, windowOf(query, maxTitles.leaving)),
    cachedTotal(context, viewer, ['leaving'], () =>
      repo.countLeaving(context.db, viewer, now, maxTitles.leaving),
    ),
  ]);
  const { serviceZone } = context.config;
  return {
    data: rows.map((row) => ({
      ...presentCard(row, now),
      ...presentLastDay(row.leaves_at, locale, serviceZone),
    })),
    meta: pageMeta(query, total),
  };
}

const freePages = 3;

/** A page of today's free videos; there are at most three. */
export function freeVideosToday(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  categoryId: string | undefined,
  query: PageQuery,
): Promise<{ data: VideoCard[]; meta: PageMeta }> {
  const source = { free: true, categoryId } as const;
  return newestVideosPage(context, viewer, locale, source, query, freePages * query.per_page);
}

/** Several custom rows at once: row id → its first cards and how many there are. */
export async function customRowCards(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  customRowIds: string[],
  limit: number,
): Promise<Map<string, { cards: Card[]; total: number }>> {
  const now = context.now();
  const views = await repo.listRowViews(context.db, customRowIds);
  const byHand = customRowIds.filter((id) => !views.some((own) => own.id === id));
  const [chosen, ...found] = await Promise.all([
    repo.listCustomRowItems(context.db, viewer, locale, now, byHand, limit),
    ...views.map(async ({ id, view }) => {
      const finds = findsOf(context, view);
      const cards = finds ? await repo.listFound(context.db, viewer, locale, now, finds, limit) : [];
      return cards.map((card) => ({ ...card, row_id: id }));
    }),
  ]);
  const groups = new Map<string, { cards: Card[]; total: number }>();
  for (const row of [...chosen, ...found.flat()]) {
    const group = groups.get(row.row_id) ?? { cards: [], total: row.row_total };
    group.cards.push(presentCard(row, now));
    groups.set(row.row_id, group);
  }
  return groups;
}
