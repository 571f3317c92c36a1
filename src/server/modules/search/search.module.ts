import { searchCalls } from '../../../contract/viewer/search.ts';
import { bound, type Module } from '../../module.ts';
import { forgetQueriesJob } from './jobs/forget-queries.ts';
import { moveDocumentsJob } from './jobs/move-documents.ts';
import { rebuildDocumentsJob, rebuildIfNeeded } from './jobs/rebuild-documents.ts';
import { searchPersonalData } from './search.personal-data.ts';
import { searchRoutes } from './search.routes.ts';

export const searchModule: Module = {
  calls: [bound(searchCalls, searchRoutes)],
  jobs: [rebuildDocumentsJob, moveDocumentsJob, forgetQueriesJob],
  recurring: [
    { job: forgetQueriesJob, cron: '52 10 * * *' },
    { job: rebuildDocumentsJob, cron: '2 11 * * *' },
  ],
  watch: async (context) => {
    await rebuildIfNeeded(context);
    return () => {};
  },
  personalData: searchPersonalData,
};
