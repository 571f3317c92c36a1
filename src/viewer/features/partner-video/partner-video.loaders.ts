/** What the pages of partner video load before they are rendered, and what they call themselves. Fetched with the first of them. */
import { msg } from '@lingui/core/macro';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import * as queries from './partner-video.queries.ts';
import { playlistData } from './playlist-data.ts';

/** The chips come beside the clips; without them a page is still a page. */
const startChips = (context: AppContext) =>
  context.queryClient.prefetchQuery(queries.partnerCategoriesQuery(context));

export async function loadYoutube(context: AppContext): Promise<PageFacts> {
  const { i18n, queryClient } = context;
  const chips = startChips(context);
  const { data } = await queryClient.ensureQueryData(queries.homePlaylistsQuery(context));
  await chips;
  const image = data[0]?.videos[0]?.preview_image_thumbs;
  return {
    title: i18n._(msg`유튜브`),
    path: '/youtube',
    description: i18n._(
      msg`요리와 여행, 한국어 공부, 음악까지. 짧게 볼 수 있는 한국 영상을 재생목록으로 모았어요.`,
    ),
    image: image ? { image, width: 800 } : null,
  };
}

export async function loadNewArrival(context: AppContext): Promise<PageFacts> {
  const { i18n, queryClient } = context;
  const chips = startChips(context);
  await queryClient.ensureQueryData(queries.newArrivalQuery(context));
  await chips;
  return {
    title: i18n._(msg`새로 올라온 영상`),
    path: '/youtube/new-arrival',
    description: i18n._(msg`방금 올라온 유튜브 영상부터 차례로 보세요.`),
  };
}

export async function loadPlaylists(context: AppContext): Promise<PageFacts> {
  const { i18n, queryClient } = context;
  const chips = startChips(context);
  await queryClient.ensureQueryData(queries.allPlaylistsQuery(context));
  await chips;
  return {
    title: i18n._(msg`재생목록`),
    path: '/youtube/playlist',
    description: i18n._(msg`주제별로 이어 볼 수 있는 유튜브 재생목록을 모두 모았어요.`),
  };
}

export async function loadPlaylist(context: AppContext, id: string): Promise<PageFacts> {
  const { queryClient, i18n, origin } = context;
  const clips = queryClient.ensureInfiniteQueryData(queries.playlistClipsQuery(context, id));
  clips.catch(() => undefined);
  const { data } = await queryClient.ensureQueryData(queries.playlistQuery(context, id));
  const { pages } = await clips;
  const image = data.videos[0]?.preview_image_thumbs;
  return {
    title: data.title,
    path: `/youtube/playlist/${data.play_list_id}`,
    description: data.description || i18n._(msg`유튜브 영상을 새로 나온 순서로 모두 볼 수 있어요.`),
    image: image ? { image, width: 800 } : null,
    data: playlistData(data, pages[0]?.data ?? [], origin),
  };
}

export async function loadCategory(context: AppContext, id: string): Promise<PageFacts> {
  const { queryClient, i18n } = context;
  const chips = startChips(context);
  const { data } = await queryClient.ensureQueryData(queries.partnerCategoryQuery(context, id));
  await chips;
  const { name, slug } = data.category;
  return {
    title: name,
    path: `/youtube/category/${slug}`,
    description: i18n._(msg`${name} 유튜브 영상을 모았어요.`),
  };
}

export async function loadSubCategory(context: AppContext, id: string, subId: string): Promise<PageFacts> {
  const { queryClient, i18n } = context;
  const chips = startChips(context);
  const clips = queryClient.ensureQueryData(queries.categoryClipsQuery(context, id, subId));
  clips.catch(() => undefined);
  const { data } = await queryClient.ensureQueryData(queries.partnerCategoryQuery(context, id));
  await Promise.all([clips, chips]);
  const { category } = data;
  const sub = data.sub_categories.find((own) => own.id === subId || own.slug === subId.normalize('NFC'));
  const name = sub?.name ?? i18n._(msg`${category.name} 전체`);
  return {
    title: name,
    path: `/youtube/category/${category.slug}/${sub?.slug ?? 'all'}`,
    description: i18n._(msg`${name} 유튜브 영상을 모았어요.`),
  };
}
