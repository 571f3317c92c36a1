/** The functions of partner video for routes and other modules. */
import type { Locale } from '../../../contract/errors.ts';
import type { Clip, PartnerCategory, Playlist } from '../../../contract/viewer/partner-video.ts';
import type { PageMeta } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { CurrentProfile, Viewer } from '../../http/caller.ts';
import type { PublicPage } from '../catalog/public-pages.service.ts';
import { decideSee, type ProgrammeFacts } from '../entitlement/entitlement.ts';
import { clipFacts } from './clip-rights.service.ts';
import { presentClip, presentPlaylist } from './partner-video.present.ts';
import * as repo from './partner-video.repo.ts';

/** The number of clips in a slider; a playlist comes with its first clips. */
export const sliderLength = 20;
/** The number of playlists on the partner section's home, and on the page of all. */
const playlistsOfHome = 24;
const maxPlaylists = 500;
/** The list of everything ends here; further clips are found by playlist, category or search. */
const maxOfAll = 3000;
/** The playlist of everything, newest first. */
const everything = 'all';
const everythingTitle = { ko: '모든 영상', en: 'All Videos' } as const;

interface Asked {
  viewer: Viewer;
  locale: Locale;
}

/** The newest clips: of everything, of a category, or of a sub-category. */
export async function newestClips(
  context: Context,
  { viewer, locale }: Asked,
  limit: number,
  source: repo.ClipSource = {},
): Promise<Clip[]> {
  const page = { limit, offset: 0 };
  const found = await repo.listNewest(context.db, viewer, locale, context.now(), source, page);
  return found.map((row) => presentClip(row, context, locale));
}

/** Clips by id; those the viewer may not see are absent. */
export async function clipsById(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  ids: string[],
): Promise<Map<string, Clip>> {
  const found = await repo.listClipsById(context.db, viewer, locale, context.now(), ids);
  return new Map(found.map((row) => [row.id, presentClip(row, context, locale)]));
}

/** Clips by category, as many of each as a slider has. */
async function sliders(
  context: Context,
  { viewer, locale }: Asked,
  column: 'category_id' | 'sub_category_id',
  categories: repo.CategoryRow[],
): Promise<(repo.CategoryRow & { videos: Clip[] })[]> {
  const ids = categories.map(({ id }) => id);
  const found = await repo.listNewestByCategory(
    context.db,
    viewer,
    locale,
    context.now(),
    column,
    ids,
    sliderLength,
  );
  return categories.map((category) => ({
    ...category,
    videos: (found.get(category.id) ?? []).map((row) => presentClip(row, context, locale)),
  }));
}

const nameOf = ({ id, slug, name }: repo.CategoryRow) => ({ id, slug, name });

/** The categories of which the viewer may see something, with their sub-categories. */
export async function listPartnerCategories(context: Context, asked: Asked): Promise<PartnerCategory[]> {
  const all = await repo.listCategories(context.db, asked.locale, context.now());
  const tops = all.filter(({ parent_id }) => parent_id === null);
  const filled = await sliders(context, asked, 'category_id', tops);
  return filled
    .filter(({ videos }) => videos.length > 0)
    .map((category) => ({
      ...nameOf(category),
      sub_categories: all.filter(({ parent_id }) => parent_id === category.id).map(nameOf),
      videos: category.videos,
    }));
}

const isNamed = (given: string) => {
  const slug = given.normalize('NFC');
  return ({ id, slug: own }: repo.CategoryRow) => id === given.toLowerCase() || own === slug;
};

/** A category with its sub-categories, as its page shows them. */
export async function getPartnerCategory(context: Context, asked: Asked, idOrSlug: string) {
  const all = await repo.listCategories(context.db, asked.locale, context.now());
  const category =
    all.filter(({ parent_id }) => parent_id === null).find(isNamed(idOrSlug)) ?? fail('not_found');
  const below = all.filter(({ parent_id }) => parent_id === category.id);
  const [subs, videos] = await Promise.all([
    sliders(context, asked, 'sub_category_id', below),
    newestClips(context, asked, sliderLength, { categoryId: category.id }),
  ]);
  return {
    has_sub_categories: below.length > 0,
    sub_categories: subs.map((sub) => ({ ...nameOf(sub), videos: sub.videos })),
    category: nameOf(category),
    videos,
  };
}

/** The newest clips of a category, or of one of its sub-categories. */
export async function listCategoryClips(
  context: Context,
  asked: Asked,
  given: { category_id?: string | undefined; sub_category_id?: string | undefined; limit: number },
): Promise<Clip[]> {
  const sub = given.sub_category_id === everything ? undefined : given.sub_category_id;
  if (given.category_id === undefined && sub === undefined) return newestClips(context, asked, given.limit);
  const all = await repo.listCategories(context.db, asked.locale, context.now());
  const category =
    given.category_id === undefined
      ? undefined
      : (all.filter(({ parent_id }) => parent_id === null).find(isNamed(given.category_id)) ??
        fail('not_found'));
  const below = all.filter(({ parent_id }) => parent_id !== null && (!category || parent_id === category.id));
  const subCategory = sub === undefined ? undefined : (below.find(isNamed(sub)) ?? fail('not_found'));
  return newestClips(context, asked, given.limit, {
    categoryId: category?.id ?? subCategory?.parent_id ?? undefined,
    subCategoryId: subCategory?.id,
  });
}

/** The first playlists with the clips of their sliders. */
export async function listHomePlaylists(context: Context, { viewer, locale }: Asked): Promise<Playlist[]> {
  const wanted = { limit: playlistsOfHome };
  const found = await repo.listPlaylists(context.db, viewer, locale, context.now(), wanted, sliderLength);
  return found.map((row) => presentPlaylist(row, context, locale));
}

/** All playlists, each with its first clip, whose picture stands for it. */
export async function listAllPlaylists(context: Context, { viewer, locale }: Asked): Promise<Playlist[]> {
  const wanted = { limit: maxPlaylists };
  const found = await repo.listPlaylists(context.db, viewer, locale, context.now(), wanted, 1);
  return found.map((row) => presentPlaylist(row, context, locale));
}

async function requirePlaylist(
  context: Context,
  { viewer, locale }: Asked,
  playlist: string,
  clipsEach: number,
): Promise<repo.PlaylistRow> {
  const found = await repo.listPlaylists(context.db, viewer, locale, context.now(), { playlist }, clipsEach);
  return found[0] ?? fail('not_found');
}

/** A playlist by either id, or `all`. */
export async function getPlaylist(context: Context, asked: Asked, id: string): Promise<Playlist> {
  if (id !== everything) {
    return presentPlaylist(await requirePlaylist(context, asked, id, sliderLength), context, asked.locale);
  }
  const { data } = await playlistPage(context, asked, id, { page: 1, per_page: sliderLength });
  return {
    id,
    play_list_id: id,
    title: everythingTitle[asked.locale],
    description: '',
    current_episode_text: null,
    videos: data,
  };
}

/** A page of a playlist's clips, or of all clips. */
export async function playlistPage(
  context: Context,
  asked: Asked,
  id: string,
  query: { page: number; per_page: number },
): Promise<{ data: Clip[]; meta: PageMeta }> {
  const { db } = context;
  const { viewer, locale } = asked;
  const now = context.now();
  const { limit, offset } = pageWindow(query);
  if (id === everything) {
    const within = {
      limit: Math.max(0, Math.min(limit, maxOfAll - offset)),
      offset: Math.min(offset, maxOfAll),
    };
    const [found, total] = await Promise.all([
      repo.listNewest(db, viewer, locale, now, {}, within),
      repo.countClips(db, viewer, now, maxOfAll),
    ]);
    return {
      data: found.map((row) => presentClip({ ...row, place: null }, context, locale, everything)),
      meta: pageMeta(query, total),
    };
  }
  const playlist = await requirePlaylist(context, asked, id, 1);
  const found = await repo.listPlaylistClips(db, viewer, locale, now, playlist.id, { limit, offset });
  return {
    data: found.map((row) => presentClip(row, context, locale)),
    meta: pageMeta(query, playlist.current),
  };
}

/** The facts of a clip that the rule reads. */
const factsOf = (row: repo.ClipTarget): ProgrammeFacts =>
  clipFacts({
    titles: row.titles,
    published: row.published,
    availableFrom: row.available_from,
    availableUntil: row.available_until,
    maturity: row.maturity,
    premium: row.premium,
    regions: row.regions,
  });

/** A clip that somebody wants to play, with what the rule reads of it; undefined when there is none. */
export async function findClipToPlay(context: Context, { viewer, locale }: Asked, idOrSlug: string) {
  const row = await repo.findClip(context.db, viewer.profileId, locale, idOrSlug);
  return row && { row, facts: factsOf(row) };
}

/** A clip's own card, and the one that follows in the playlist it is played from. */
export async function clipInPlaylist(
  context: Context,
  { viewer, locale }: Asked,
  clipId: string,
  playlist: string | undefined,
): Promise<{ clip: Clip; next: Clip | null }> {
  const { db } = context;
  const now = context.now();
  const present = (row: repo.ClipRow, as?: string) => presentClip(row, context, locale, as);
  const alone = async () =>
    (await clipsById(context, viewer, locale, [clipId])).get(clipId) ?? fail('not_found');
  if (playlist === everything) {
    const [clip, next] = await Promise.all([alone(), repo.findOlder(db, viewer, locale, now, clipId)]);
    return {
      clip: { ...clip, playlist, current_episode_text: null },
      next: next ? present({ ...next, place: null }, everything) : null,
    };
  }
  const [list] =
    playlist === undefined ? [] : await repo.listPlaylists(db, viewer, locale, now, { playlist }, 1);
  const [own] = list ? await repo.listPlaylistClips(db, viewer, locale, now, list.id, { clipId }) : [];
  // A deleted playlist, or one without the clip, does not keep the clip from being played.
  if (!list || !own) return { clip: { ...(await alone()), playlist: null }, next: null };
  const next = await repo.findNext(db, viewer, locale, now, list.id, clipId);
  return { clip: present(own), next: next ? present(next) : null };
}

/** Rates a clip for a profile; returns whether a clip of that id exists that it may see. Fails when its grade forbids it. */
export async function rateClip(
  context: Context,
  asked: Asked,
  profile: CurrentProfile,
  clipId: string,
  like: 0 | 1 | 2,
): Promise<boolean> {
  const found = await findClipToPlay(context, asked, clipId);
  if (!found) return false;
  const decision = decideSee(asked.viewer, found.facts, context.now());
  if (decision !== 'yes') fail(decision);
  const keys = { householdId: profile.householdId, profileId: profile.id, clipId: found.row.id };
  await repo.setRating(context.db, keys, like, context.now());
  return true;
}

/** The public pages of the partner section. */
export async function listPublicPages(db: Queryable, viewer: Viewer, now: Date): Promise<PublicPage[]> {
  const [playlists, categories] = await Promise.all([
    repo.listPlaylists(db, viewer, 'ko', now, { limit: maxPlaylists }, 1),
    repo.listCategories(db, 'ko', now),
  ]);
  const slugOf = new Map(categories.map(({ id, slug }) => [id, slug]));
  return [
    ...categories.map(({ slug, parent_id }) => ({
      path: `/youtube/category/${parent_id === null ? '' : `${slugOf.get(parent_id)}/`}${slug}`,
      changedAt: null,
    })),
    ...playlists.map((row) => ({ path: `/youtube/playlist/${row.play_list_id}`, changedAt: row.updated_at })),
  ];
}

/** A part of the statement of a heartbeat: a profile's progress in a clip, where its length is known. */
export const savesOfClips: readonly string[] = [
  `saved_clip as (
    insert into partner_video_progress (profile_id, clip_id, household_id,
      position_seconds, duration_seconds, created_at, updated_at)
    select profile_id, clip_id, household_id, position_seconds, duration_seconds, $4, $4
    from mine where position_seconds > 0 and duration_seconds is not null and clip_id in (select id from partner_video_clips)
      and profile_id in (select id from profiles)
    on conflict (profile_id, clip_id) do update set position_seconds = excluded.position_seconds,
      duration_seconds = excluded.duration_seconds, updated_at = excluded.updated_at)`,
];
