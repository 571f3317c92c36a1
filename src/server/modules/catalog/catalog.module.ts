import { adminCatalogCalls } from '../../../contract/admin/catalog.ts';
import { catalogCalls } from '../../../contract/viewer/catalog.ts';
import { listCalls } from '../../../contract/viewer/lists.ts';
import { bound, type Module } from '../../module.ts';
import { adminCatalogRoutes } from './admin.routes.ts';
import { serveImages } from './artworks.routes.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { announceEpisodeJob } from './jobs/announce-episode.ts';
import { refreshSeriesJob } from './jobs/refresh-series.ts';
import { listRoutes } from './lists.routes.ts';
import { catalogKind } from './playable.service.ts';
import { episodeSource, personSource, programmeSource } from './search-sources.service.ts';
import { showSeriesAt } from './series.service.ts';

export const catalogModule: Module = {
  calls: [
    bound(catalogCalls, catalogRoutes),
    bound(listCalls, listRoutes),
    bound(adminCatalogCalls, adminCatalogRoutes),
  ],
  serve: [serveImages],
  jobs: [refreshSeriesJob, announceEpisodeJob],
  searchSources: [programmeSource, episodeSource, personSource],
  playableKinds: [catalogKind],
  on: { beforePreview: (_context, tx, { at }) => showSeriesAt(tx, at) },
};
