import { releaseCalls } from '../../../contract/admin/releases.ts';
import { bound, type Module } from '../../module.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { applyPlannedWithin } from './apply.service.ts';
import { applyReleasesJob } from './jobs/releases.jobs.ts';
import { releaseRoutes } from './releases.routes.ts';

export const releasesModule: Module = {
  calls: [bound(releaseCalls, releaseRoutes)],
  jobs: [applyReleasesJob],
  // The next run applies all due releases, so that one backfilled run compensates for all missed ones.
  recurring: [{ job: applyReleasesJob, cron: '* * * * *', backfillMs: 60_000 }],
  on: {
    beforePreview: (context, tx, { at, releaseId, mayRead }) =>
      applyPlannedWithin(context, tx, at, releaseId, (entity) => {
        const model = resourcesOf(context).get(entity);
        return model !== undefined && mayRead(model.shape);
      }),
  },
};
