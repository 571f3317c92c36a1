/** Loaders and titles of the pages of the catalogue. The file is fetched with the first of these pages. */
import { msg } from '@lingui/core/macro';
import { brandName } from '../../../ui/brand.ts';
import { type AppContext, inServer } from '../../context.ts';
import { categoriesQuery } from '../../page/page.queries.ts';
import type { PageFacts } from '../../page-head.ts';
import { categoryHomeQuery, categoryItemsQuery } from './category.queries.ts';
import { programmeQuery } from './details.queries.ts';
import { firstEpisodesQuery } from './episodes.queries.ts';
import * as queries from './lists.queries.ts';
import { programmeData } from './programme-data.ts';

/** Loads the letters beside the titles. A page can be rendered without them. */
const startLetters = (context: AppContext) =>
  context.queryClient.prefetchQuery(queries.filterNamesQuery(context));

export async function loadCategory(context: AppContext, id: string): Promise<PageFacts> {
  const { queryClient } = context;
  // Prefetched: without its rows, a category is rendered with its banner only.
  const items = queryClient.prefetchQuery(categoryItemsQuery(context, id));
  const { data } = await queryClient.ensureQueryData(categoryHomeQuery(context, id));
  if (inServer) await items;
  return {
    title: data.meta_title || data.name_en,
    path: `/category/${data.slug}`,
    description: data.banner?.description ?? '',
    image: data.banner?.banner_thumbs && { image: data.banner.banner_thumbs, width: 1280 },
  };
}

export async function loadProgramme(context: AppContext, id: string): Promise<PageFacts> {
  const { queryClient } = context;
  const { data } = await queryClient.ensureQueryData(programmeQuery(context, id));
  // The page can be rendered without the episodes; a browser fetches them while it renders.
  if (inServer && data.type === 's')
    await queryClient.prefetchInfiniteQuery(firstEpisodesQuery(context, data));
  return {
    title: data.title,
    path: `/view/${data.type}/${data.slug}`,
    description: data.synopsis,
    image: data.banner_thumbs && { image: data.banner_thumbs, width: 1280 },
    data: programmeData(data, context.origin),
  };
}

export async function loadSubCategory(context: AppContext, id: string, subId: string): Promise<PageFacts> {
  const query = queries.subCategoryQuery(context, id, subId);
  const letters = startLetters(context);
  const { pages } = await context.queryClient.ensureInfiniteQueryData(query);
  await letters;
  const { meta_title, name, name_en, slug, category } = pages[0]!.data;
  const where = category.name;
  return {
    title: meta_title || name_en,
    description: context.i18n._(msg`${where} 가운데 ${name} 작품을 모두 모았어요.`),
    path: `/category/${category.slug}/${slug}`,
  };
}

export async function loadNewReleases(context: AppContext, category: string | undefined): Promise<PageFacts> {
  const { i18n, queryClient } = context;
  const categories = queryClient.ensureQueryData(categoriesQuery(context)).catch(() => undefined);
  const letters = startLetters(context);
  await queryClient.ensureInfiniteQueryData(queries.newReleasesQuery(context, category));
  await letters;
  const own = (await categories)?.data.find(({ id, slug }) => slug === category || id === category);
  const title = i18n._(msg`새로 나온 작품`);
  const brand = brandName[context.locale];
  return {
    title: own ? `${title} - ${own.name}` : title,
    path: own ? `/new-releases/${own.slug}` : '/new-releases',
    description: i18n._(msg`${brand}에 새로 올라온 드라마와 영화, 예능을 가장 먼저 만나 보세요.`),
  };
}

export async function loadFreeVideos(context: AppContext): Promise<PageFacts> {
  const letters = startLetters(context);
  await context.queryClient.ensureInfiniteQueryData(queries.freeVideosQuery(context));
  await letters;
  return {
    title: context.i18n._(msg`무료로 보기`),
    path: '/free-videos',
    description: context.i18n._(msg`이용권 없이 볼 수 있는 한국 드라마와 영화, 예능이에요.`),
  };
}

export async function loadLeavingSoon(context: AppContext): Promise<PageFacts> {
  const letters = startLetters(context);
  await context.queryClient.ensureInfiniteQueryData(queries.leavingSoonQuery(context));
  await letters;
  return {
    title: context.i18n._(msg`곧 종료되는 작품`),
    path: '/leaving-soon',
    description: context.i18n._(
      msg`한 달 안에 종료되는 한국 드라마와 영화, 예능이에요. 놓치기 전에 만나 보세요.`,
    ),
  };
}

export async function loadCustomRow(context: AppContext, id: string): Promise<PageFacts> {
  const { data } = await context.queryClient.ensureQueryData(queries.customRowQuery(context, id));
  const names = data.videos
    .slice(0, 3)
    .map((card) => card.title)
    .join(', ');
  const image = data.videos[0]?.preview_image_thumbs;
  return {
    title: data.title,
    description: names,
    path: `/content/${data.slug}`,
    image: image ? { image, width: 800 } : null,
  };
}

export async function loadCast(context: AppContext, id: string): Promise<PageFacts> {
  const { data } = await context.queryClient.ensureQueryData(queries.castQuery(context, id));
  const { name, slug, avatar } = data;
  return {
    title: name,
    description: context.i18n._(msg`${name} 출연작을 모두 모았어요.`),
    path: `/cast/${slug}`,
    image: avatar && { image: avatar, width: 192 },
  };
}

const genreHead = ({ i18n }: AppContext, name: string, path: string): PageFacts => ({
  title: name,
  description: i18n._(msg`${name} 장르의 한국 드라마와 영화, 예능을 모두 모았어요.`),
  path,
});

export async function loadGenre(context: AppContext, id: string): Promise<PageFacts> {
  const { queryClient } = context;
  const letters = startLetters(context);
  const items = queryClient.prefetchInfiniteQuery(queries.genreItemsQuery(context, id));
  const { data } = await queryClient.ensureQueryData(queries.genreQuery(context, id));
  await Promise.all([items, letters]);
  return genreHead(context, data.name, `/genre/${data.parent ? `${data.parent.slug}/` : ''}${data.slug}`);
}

export async function loadGenreNewReleases(context: AppContext, id: string): Promise<PageFacts> {
  const { i18n, queryClient } = context;
  const items = queryClient.prefetchInfiniteQuery(queries.latestEpisodesQuery(context, id));
  const { data } = await queryClient.ensureQueryData(queries.genreQuery(context, id));
  await items;
  const { name, slug } = data;
  return {
    title: i18n._(msg`새로 나온 ${name}`),
    path: `/genre-new-releases/${slug}`,
    description: i18n._(msg`${name} 장르에 새로 올라온 회차와 영화예요.`),
  };
}

export async function loadSubGenre(context: AppContext, id: string, subId: string): Promise<PageFacts> {
  const { data } = await context.queryClient.ensureQueryData(queries.subGenreQuery(context, id, subId));
  return genreHead(context, data.name, `/genre/${data.genre.slug}/${data.slug}`);
}

export async function loadKocowa(context: AppContext): Promise<PageFacts> {
  const letters = startLetters(context);
  const { pages } = await context.queryClient.ensureInfiniteQueryData(queries.kocowaQuery(context));
  await letters;
  const { name } = pages[0]!.partner;
  return {
    title: name,
    path: '/kocowa',
    description: context.i18n._(msg`${name}에서 온 한국 드라마와 예능을 모았어요.`),
  };
}
