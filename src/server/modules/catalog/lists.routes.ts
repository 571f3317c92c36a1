import type { Locale } from '../../../contract/errors.ts';
import { filterLetters } from '../../../contract/letters.ts';
import type { listCalls } from '../../../contract/viewer/lists.ts';
import type { VideoCard } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { presentCard, presentCast } from './catalog.present.ts';
import { findCategory } from './catalog.repo.ts';
import * as repo from './lists.repo.ts';
import {
  customRowCards,
  freeVideosToday,
  leavingPage,
  maxTitles,
  newestPage,
  newestVideosPage,
} from './lists.service.ts';

const maxShows = 300;
const maxInCustomRow = 200;
const maxInSubGenre = 100;

/** Handlers of the catalogue's lists. */
export function listRoutes(context: Context): Handlers<typeof listCalls> {
  const { db } = context;

  const requireGenre = async (locale: Locale, idOrSlug: string) =>
    (await repo.findGenre(db, locale, context.now(), idOrSlug)) ?? fail('not_found');

  /** A profile's own facts in cards of videos: likes and My List are the title's, progress is the video's. */
  const personaliseVideos = async <T extends { data: VideoCard[] }>(
    _request: unknown,
    profileId: string,
    shared: T,
  ): Promise<T> => {
    const [own, progress] = await Promise.all([
      context.personalFacts.list(profileId),
      context.personalFacts.listProgressOfItems(
        profileId,
        shared.data.map((card) => card.id),
      ),
    ]);
    return {
      ...shared,
      data: shared.data.map((card) => {
        const title = own.get(card.program_id);
        const at = progress.get(card.id);
        return {
          ...card,
          ...(title && { like: title.like, my_list: title.my_list }),
          ...at,
        };
      }),
    };
  };

  return {
    'GET /api/filter-names': {
      tag: 'catalog',
      build: async () => {
        const named = (locale: Locale) =>
          filterLetters[locale].map((letter) => ({ s: letter, name: letter }));
        return { ko_filter: named('ko'), en_filter: named('en') };
      },
    },
    'GET /api/free-videos': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const category = query.category_id
          ? ((await findCategory(db, locale, context.now(), query.category_id)) ?? fail('not_found'))
          : undefined;
        return freeVideosToday(context, viewer, locale, category?.id, query);
      },
      personal: personaliseVideos,
    },
    'GET /api/videos/free-videos': {
      tag: 'catalog',
      build: ({ query, viewer, locale }) =>
        newestVideosPage(context, viewer, locale, { free: true }, query, maxTitles.free),
      personal: personaliseVideos,
    },
    'GET /api/videos/leaving-soon': {
      tag: 'catalog',
      build: ({ query, viewer, locale }) => leavingPage(context, viewer, locale, query),
    },
    'GET /api/custom-row': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const row = (await repo.findCustomRow(db, locale, context.now(), query.row_id)) ?? fail('not_found');
        const groups = await customRowCards(context, viewer, locale, [row.id], maxInCustomRow);
        return { data: { ...row, videos: groups.get(row.id)?.cards ?? [] } };
      },
    },
    'GET /api/sub-category/items': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const [category, sub] = await Promise.all([
          findCategory(db, locale, context.now(), query.category_id),
          findCategory(db, locale, context.now(), query.sub_category_id),
        ]);
        if (!category || sub?.parent_id !== category.id) fail('not_found');
        const page = { page: query.current_page, per_page: query.per_page };
        const source = { subCategoryId: sub.id };
        const maxCount = maxTitles.subCategory;
        const { data, meta } = await newestPage(context, viewer, locale, source, page, maxCount);
        const { id, slug, name, name_en, meta_title } = sub;
        return {
          data: {
            id,
            slug,
            name,
            name_en,
            meta_title,
            parent_id: category.id,
            category: { id: category.id, slug: category.slug, name: category.name },
            videos: data,
          },
          meta,
        };
      },
    },
    'GET /api/cast-details': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const now = context.now();
        const person = (await repo.findPerson(db, locale, now, query.id)) ?? fail('not_found');
        const rows = await repo.listShowsOf(db, viewer, locale, now, person.id, maxShows);
        const cards = rows.map((row) => presentCard(row, now));
        return { data: presentCast(person, cards, now, context.config.serviceZone) };
      },
    },
    'GET /api/genre/details': {
      tag: 'catalog',
      build: async ({ query, locale }) => ({ data: await requireGenre(locale, query.id) }),
    },
    'GET /api/genre/video-items': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const genre = await requireGenre(locale, query.id);
        return newestPage(context, viewer, locale, { genreId: genre.id }, query, maxTitles.genre);
      },
    },
    'GET /api/genre/latest-episodes': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const genre = await requireGenre(locale, query.id);
        return newestVideosPage(context, viewer, locale, { genreId: genre.id }, query, maxTitles.newInGenre);
      },
      personal: personaliseVideos,
    },
    'GET /api/sub-genre/items': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const now = context.now();
        const [genre, sub] = await Promise.all([
          requireGenre(locale, query.id),
          requireGenre(locale, query.subId),
        ]);
        if (sub.parent?.id !== genre.id) fail('not_found');
        const page = { limit: maxInSubGenre, offset: 0 };
        const rows = await repo.listNewest(db, viewer, locale, now, { genreId: sub.id }, page);
        return {
          data: {
            ...named(sub),
            genre: named(genre),
            videos: rows.map((row) => presentCard(row, now)),
          },
        };
      },
    },
    'GET /api/get-kocowa': {
      tag: 'catalog',
      build: async ({ query, viewer, locale }) => {
        const partner = (await repo.findContentPartner(db, locale, query.id)) ?? fail('not_found');
        const source = { contentPartnerId: partner.id };
        const page = await newestPage(context, viewer, locale, source, query, maxTitles.contentPartner);
        return { ...page, partner };
      },
    },
  };
}

const named = ({ id, slug, name, name_en }: repo.NamedRow) => ({ id, slug, name, name_en });
