import { createRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, orNotFound, page } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./catalog.loaders.ts'), 'loadCategory');

const category = createRoute({
  getParentRoute: () => main,
  path: '/category/$id',
  staticData: { overlayHeader: true },
  loader: ({ context, params: { id } }) => orNotFound(load().then((own) => own.loadCategory(context, id))),
  head: headed,
  component: page(() => import('./category-page.tsx'), 'CategoryPage'),
});

const subCategory = createRoute({
  getParentRoute: () => main,
  path: '/category/$id/$subId',
  loader: ({ context, params: { id, subId } }) =>
    orNotFound(load().then((own) => own.loadSubCategory(context, id, subId))),
  head: headed,
  component: page(() => import('./sub-category-page.tsx'), 'SubCategoryPage'),
});

const newReleases = createRoute({
  getParentRoute: () => main,
  path: '/new-releases/{-$category_id}',
  loader: ({ context, params: { category_id } }) =>
    orNotFound(load().then((own) => own.loadNewReleases(context, category_id))),
  head: headed,
  component: page(() => import('./new-releases-page.tsx'), 'NewReleasesPage'),
});

const freeVideos = createRoute({
  getParentRoute: () => main,
  path: '/free-videos',
  loader: ({ context }) => load().then((own) => own.loadFreeVideos(context)),
  head: headed,
  component: page(() => import('./free-videos-page.tsx'), 'FreeVideosPage'),
});

const leavingSoon = createRoute({
  getParentRoute: () => main,
  path: '/leaving-soon',
  loader: ({ context }) => load().then((own) => own.loadLeavingSoon(context)),
  head: headed,
  component: page(() => import('./leaving-soon-page.tsx'), 'LeavingSoonPage'),
});

const customRow = createRoute({
  getParentRoute: () => main,
  path: '/content/$id',
  loader: ({ context, params: { id } }) => orNotFound(load().then((own) => own.loadCustomRow(context, id))),
  head: headed,
  component: page(() => import('./custom-row-page.tsx'), 'CustomRowPage'),
});

const cast = createRoute({
  getParentRoute: () => main,
  path: '/cast/$id',
  loader: ({ context, params: { id } }) => orNotFound(load().then((own) => own.loadCast(context, id))),
  head: headed,
  component: page(() => import('./cast-page.tsx'), 'CastPage'),
});

const genre = createRoute({
  getParentRoute: () => main,
  path: '/genre/$id',
  loader: ({ context, params: { id } }) => orNotFound(load().then((own) => own.loadGenre(context, id))),
  head: headed,
  component: page(() => import('./genre-page.tsx'), 'GenrePage'),
});

const genreNewReleases = createRoute({
  getParentRoute: () => main,
  path: '/genre-new-releases/$id',
  loader: ({ context, params: { id } }) =>
    orNotFound(load().then((own) => own.loadGenreNewReleases(context, id))),
  head: headed,
  component: page(() => import('./genre-new-releases-page.tsx'), 'GenreNewReleasesPage'),
});

const subGenre = createRoute({
  getParentRoute: () => main,
  path: '/genre/$id/$subId',
  loader: ({ context, params: { id, subId } }) =>
    orNotFound(load().then((own) => own.loadSubGenre(context, id, subId))),
  head: headed,
  component: page(() => import('./sub-genre-page.tsx'), 'SubGenrePage'),
});

const kocowa = createRoute({
  getParentRoute: () => main,
  path: '/kocowa',
  loader: ({ context }) => orNotFound(load().then((own) => own.loadKocowa(context))),
  head: headed,
  component: page(() => import('./kocowa-page.tsx'), 'KocowaPage'),
});

const details = createRoute({
  getParentRoute: () => main,
  path: '/view/$type/$id',
  staticData: { overlayHeader: true },
  loader: ({ context, params: { type, id } }) => {
    if (!/^[sme]$/.test(type)) throw notFound({ routeId: rootRouteId });
    return orNotFound(load().then((own) => own.loadProgramme(context, id)));
  },
  head: headed,
  component: page(() => import('./details-page.tsx'), 'DetailsPage'),
});

/** Below the service's header. */
export const catalogRoutes = [
  category,
  subCategory,
  newReleases,
  freeVideos,
  leavingSoon,
  customRow,
  cast,
  genre,
  genreNewReleases,
  subGenre,
  kocowa,
  details,
] as const;
