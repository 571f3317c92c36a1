/** The functions of the catalogue for other modules. */
import type { SQL } from 'drizzle-orm';
import type { CategoryDevice } from '../../../contract/admin/catalog.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Category } from '../../../contract/viewer/catalog.ts';
import type { FoundPerson } from '../../../contract/viewer/search.ts';
import type { Card, Device, EpisodeCard } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Viewer } from '../../http/caller.ts';
import { decideSee, type ProgrammeFacts } from '../entitlement/entitlement.ts';
import { presentCard, presentEpisode, presentImage } from './catalog.present.ts';
import * as repo from './catalog.repo.ts';
import { categories } from './catalog.tables.ts';

/** The facts of a programme row that the entitlement rule reads. */
export function factsOf(row: repo.ProgrammeRow): ProgrammeFacts {
  return {
    published: row.published,
    availableFrom: row.available_from,
    availableUntil: row.available_until,
    maturity: row.maturity,
    premium: row.premium,
    regions: row.regions,
    blocked: row.blocked,
  };
}

/** The programme, or an error that says why this viewer may not see it. */
export async function requireVisible(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  idOrSlug: string,
): Promise<repo.ProgrammeRow> {
  const now = context.now();
  const row = await repo.findProgramme(context.db, viewer, locale, now, idOrSlug);
  if (!row) fail('not_found');
  const decision = decideSee(viewer, factsOf(row), now);
  if (decision !== 'yes') fail(decision);
  return row;
}

/** Whether the category of a query is open, and the one above it. */
export const isCategoryOpen = (now: Date): SQL => repo.isOpenInTree(categories, now);

/** The category device of a device. */
export const categoryDevice = (device: Device): CategoryDevice =>
  device === 'web' ? 'pc' : device === 'stb' ? 'stb' : 'mobile';

/**
 * The open categories of a device in their order, each with its sub-categories. A viewer below the highest grade has only those with
 * titles for it.
 */
export async function listCategories(
  context: Context,
  locale: Locale,
  device: Device = 'web',
  viewer?: Viewer,
): Promise<Category[]> {
  const isLimited = viewer !== undefined && viewer.maturity < 19;
  const all = await repo.listCategories(
    context.db,
    locale,
    context.now(),
    categoryDevice(device),
    isLimited ? viewer : undefined,
  );
  return all
    .filter((category) => category.parent_id === null)
    .map(({ id, slug, name, meta_title, icon_id, icon_color }) => ({
      id,
      slug,
      name,
      meta_title,
      icon: presentImage(icon_id, icon_color),
      subCategories: all
        .filter((child) => child.parent_id === id)
        .map((child) => ({
          id: child.id,
          slug: child.slug,
          name: child.name,
          icon: presentImage(child.icon_id, child.icon_color),
        })),
    }));
}

export type { CardRow } from './catalog.repo.ts';

/** Columns and joins for another module's query of cards (`presentCard`). `catalog_programmes` is in its scope. */
export const cardParts = (locale: Locale, now: Date) => ({
  columns: repo.cardColumns(locale, now),
  joins: repo.cardJoins,
});

/** Cards by programme id; those the viewer may not see are absent. */
export async function cardsById(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  ids: string[],
): Promise<Map<string, Card>> {
  const now = context.now();
  const rows = await repo.listCardsById(context.db, viewer, locale, now, ids);
  return new Map(rows.map((row) => [row.id, presentCard(row, now)]));
}

/** Cards by programme id of what the viewer may see, now or once it opens. */
export async function announcedCardsById(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  ids: string[],
): Promise<Map<string, Card>> {
  const now = context.now();
  const rows = await repo.listCardsById(context.db, viewer, locale, now, ids, true);
  return new Map(rows.map((row) => [row.id, presentCard(row, now)]));
}

/** Cards of the series that had a new episode last. */
export async function latestSeries(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  limit: number,
): Promise<Card[]> {
  const now = context.now();
  const rows = await repo.listLatestSeries(context.db, viewer, locale, now, limit);
  return rows.map((row) => presentCard(row, now));
}

/** Newest cards of several categories at once: category id → its cards and how many there are, counted to `countTo`. */
export async function newestByCategory(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  by: 'category_id' | 'sub_category_id',
  categoryIds: string[],
  limit: number,
  countTo: number,
): Promise<Map<string, { cards: Card[]; total: number }>> {
  const now = context.now();
  const rows = await repo.listNewestByCategory(
    context.db,
    viewer,
    locale,
    now,
    by,
    categoryIds,
    limit,
    countTo,
  );
  const groups = new Map<string, { cards: Card[]; total: number }>();
  for (const row of rows) {
    const group = groups.get(row.group_id) ?? { cards: [], total: row.group_total };
    group.cards.push(presentCard(row, now));
    groups.set(row.group_id, group);
  }
  return groups;
}

/** Programmes the viewer may see, by id, for pages that show more of them than a card. */
export async function titlesById(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  ids: string[],
): Promise<Map<string, repo.TitleRow>> {
  const rows = await repo.listTitlesById(context.db, viewer, locale, context.now(), ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Episodes by id, as cards; those the viewer may not see are absent. */
export async function episodeCardsById(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  ids: string[],
): Promise<Map<string, EpisodeCard>> {
  const now = context.now();
  const episodes = await repo.listEpisodesById(context.db, locale, now, ids);
  const programmeIds = [...new Set(episodes.map((episode) => episode.programme_id))];
  const rows = await repo.listCardsById(context.db, viewer, locale, now, programmeIds);
  const programmes = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    episodes.flatMap((episode) => {
      const programme = programmes.get(episode.programme_id);
      if (!programme) return [];
      return [[episode.id, presentEpisode(episode, programme, locale, now, context.config.serviceZone)]];
    }),
  );
}

/** Open people by id. */
export async function peopleById(
  context: Context,
  locale: Locale,
  ids: string[],
): Promise<Map<string, FoundPerson>> {
  const rows = await repo.listPeopleById(context.db, locale, context.now(), ids);
  return new Map(
    rows.map(({ avatar_id, color, ...person }) => [
      person.id,
      { ...person, image: presentImage(avatar_id, color) },
    ]),
  );
}
