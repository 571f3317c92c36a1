import type { catalogCalls, Programme } from '../../../contract/viewer/catalog.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers, SharedRequest } from '../../http/bind.ts';
import { presentCard, presentEpisode, presentImage, presentLeaving } from './catalog.present.ts';
import * as repo from './catalog.repo.ts';
import { categoryDevice, listCategories, newestByCategory, requireVisible } from './catalog.service.ts';
import { type EpisodeToPlay, findEpisodeToPlay } from './episode-to-play.service.ts';
import { listNewest } from './lists.repo.ts';
import { maxTitles, newestPage } from './lists.service.ts';

type Calls = typeof catalogCalls;

/** Handlers of the viewer's catalogue calls. */
export function catalogRoutes(context: Context): Handlers<Calls> {
  const { db } = context;

  const requireCategory = async (locale: 'ko' | 'en', idOrSlug: string) =>
    (await repo.findCategory(db, locale, context.now(), idOrSlug)) ?? fail('not_found');

  const buildDetails = async ({
    query,
    viewer,
    locale,
  }: SharedRequest<Calls['GET /api/program/details']>): Promise<{ data: Programme }> => {
    const now = context.now();
    const row = await requireVisible(context, viewer, locale, query.id);
    const first = row.kind === 'series' ? await findEpisodeToPlay(db, now, row.id, undefined) : undefined;
    return {
      data: {
        ...presentCard(row, now),
        banner_thumbs: presentImage(row.banner_id, row.banner_color),
        synopsis: row.synopsis,
        category:
          row.category_slug && row.category_name
            ? { slug: row.category_slug, name: row.category_name }
            : null,
        sub_category:
          row.sub_category_slug && row.sub_category_name
            ? { slug: row.sub_category_slug, name: row.sub_category_name }
            : null,
        genres: row.genres,
        content_partner:
          row.partner_slug && row.partner_name ? { slug: row.partner_slug, name: row.partner_name } : null,
        casts: row.credits.map((credit) => ({
          id: credit.id,
          slug: credit.slug,
          name: credit.name,
          image: presentImage(credit.avatar_id, credit.color),
          role: credit.role,
        })),
        release_year: row.release_year,
        duration_seconds: row.asset_duration_ms === null ? null : Math.round(row.asset_duration_ms / 1000),
        status: row.status,
        ...presentLeaving(row.leaves_at, locale, context.config.serviceZone),
        seasons: row.seasons,
        episodes_total: row.seasons.reduce((sum, season) => sum + season.episodes, 0),
        play: playTarget(row, first, 0),
      },
    };
  };

  /** The shared details with a profile's own facts: like, My List, and what the button plays from where. */
  const personaliseDetails = async (
    profileId: string,
    { data }: { data: Programme },
  ): Promise<{ data: Programme }> => {
    const [progress, own] = await Promise.all([
      context.personalFacts.listProgress(profileId, data.id),
      context.personalFacts.find(profileId, data.id),
    ]);
    let { play } = data;
    if (play?.type === 'e' && progress.size > 0) {
      const next = await findEpisodeToPlay(db, context.now(), data.id, profileId);
      if (next)
        play = { ...play, id: next.id, season_number: next.season_number, episode_number: next.number };
    }
    const at = play && progress.get(play.id);
    if (play && at) play = { ...play, current_position: at.current_position };
    return { data: { ...data, ...own, play } };
  };

  const listEpisodes = async ({ query, viewer, locale }: SharedRequest<Calls['GET /api/videos/details']>) => {
    const now = context.now();
    const programme = await requireVisible(context, viewer, locale, query.id);
    if (programme.kind === 'movie') {
      const at = programme.available_from ?? programme.listed_at;
      const film = {
        id: programme.id,
        title: programme.title,
        synopsis: programme.synopsis,
        number: 1,
        season_number: 1,
        released_at: at,
        landscape_id: programme.landscape_id,
        landscape_color: programme.landscape_color,
        playable: programme.playable,
        duration_ms: programme.asset_duration_ms,
      };
      const card = presentEpisode(film, programme, locale, now, context.config.serviceZone);
      return { data: [{ ...card, type: 'm' as const }], meta: pageMeta(query, 1) };
    }
    const { episodes, total } = await repo.listEpisodes(db, locale, now, programme.id, {
      season: query.season,
      by: query.sort_by,
      order: query.sort_order,
      ...pageWindow(query),
    });
    return {
      data: episodes.map((row) => presentEpisode(row, programme, locale, now, context.config.serviceZone)),
      meta: pageMeta(query, total),
    };
  };

  return {
    'GET /api/categories': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => ({
        data: await listCategories(context, locale, query.device, viewer),
      }),
    },
    'GET /api/stb-categories': {
      tag: 'catalog',
      build: async ({ locale }) => {
        const all = await repo.listStbCategories(db, locale, context.now());
        const present = ({ id, name, icon_id, icon_color }: (typeof all)[number]) => ({
          id,
          name,
          icon: presentImage(icon_id, icon_color),
        });
        return {
          data: all
            .filter(({ parent_id }) => parent_id === null)
            .map((own) => ({
              ...present(own),
              subCategories: all.filter(({ parent_id }) => parent_id === own.id).map(present),
            })),
        };
      },
    },
    'GET /api/genres': {
      tag: 'catalog',
      build: async ({ locale }) => ({ data: await repo.listGenres(db, locale, context.now()) }),
    },
    'GET /api/program/details': {
      tag: 'catalog',
      build: (request) => buildDetails(request),
      personal: (_request, profileId, shared) => personaliseDetails(profileId, shared),
    },
    'GET /api/videos/details': {
      tag: 'catalog',
      build: listEpisodes,
      personal: async (_request, profileId, shared) => {
        const programmeId = shared.data[0]?.program_id;
        if (!programmeId) return shared;
        const progress = await context.personalFacts.listProgress(profileId, programmeId);
        return { ...shared, data: shared.data.map((card) => ({ ...card, ...progress.get(card.id) })) };
      },
    },
    'GET /api/video/similar': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const now = context.now();
        const programme = await requireVisible(context, viewer, locale, query.id);
        const rows = await repo.listSimilar(db, viewer, locale, now, programme.id, query.content_to_show);
        return { data: rows.map((row) => presentCard(row, now)) };
      },
    },
    'GET /api/videos/new-release': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const category = query.category_id ? await requireCategory(locale, query.category_id) : undefined;
        const sub = query.sub_category_id ? await requireCategory(locale, query.sub_category_id) : undefined;
        const source = { categoryId: category?.id, subCategoryId: sub?.id, released: true } as const;
        return newestPage(context, viewer, locale, source, query, maxTitles.newReleases);
      },
    },
    'GET /api/category/home': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const now = context.now();
        const category = await requireCategory(locale, query.id);
        const [all, cards] = await Promise.all([
          repo.listCategories(db, locale, now, categoryDevice(query.device)),
          listNewest(db, viewer, locale, now, { categoryId: category.id }, { limit: 12, offset: 0 }),
        ]);
        const ids = cards.map((card) => card.id);
        const titles = await repo.listTitlesById(db, viewer, locale, now, ids);
        const shown =
          titles.find((row) => row.banner_id && row.playable) ?? titles.find((row) => row.banner_id);
        return {
          data: {
            id: category.id,
            slug: category.slug,
            name: category.name,
            name_en: category.name_en,
            meta_title: category.meta_title,
            subCategories: all
              .filter((child) => child.parent_id === category.id)
              .map(({ id, slug, name, icon_id, icon_color }) => ({
                id,
                slug,
                name,
                icon: presentImage(icon_id, icon_color),
              })),
            banner: shown
              ? {
                  ...presentCard(shown, now),
                  banner_thumbs: presentImage(shown.banner_id, shown.banner_color),
                }
              : null,
          },
        };
      },
    },
    'GET /api/category/items': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const category = await requireCategory(locale, query.id);
        const children = (
          await repo.listCategories(db, locale, context.now(), categoryDevice(query.device))
        ).filter((child) => child.parent_id === category.id);
        const groups = await newestByCategory(
          context,
          viewer,
          locale,
          'sub_category_id',
          children.map((child) => child.id),
          query.sub_per_page,
          1000,
        );
        return {
          data: children.flatMap(({ id, slug, name, name_en }) => {
            const group = groups.get(id);
            if (!group) return [];
            return [
              { id, slug, name, name_en, parent_id: category.id, total: group.total, videos: group.cards },
            ];
          }),
        };
      },
    },
  };
}

function playTarget(
  row: repo.ProgrammeRow,
  episode: EpisodeToPlay | undefined,
  position: number,
): Programme['play'] {
  if (!row.playable) return null;
  if (row.kind === 'movie') {
    return { type: 'm', id: row.id, current_position: position, season_number: null, episode_number: null };
  }
  if (!episode) return null;
  return {
    type: 'e',
    id: episode.id,
    current_position: position,
    season_number: episode.season_number,
    episode_number: episode.number,
  };
}
