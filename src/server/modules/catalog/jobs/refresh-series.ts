/** The job that brings a series up to date when the window of one of its episodes or seasons opens or closes. */
import { announceChange } from '../../../cache/changes.ts';
import { defineJob } from '../../../jobs/queue.ts';
import { type RefreshSeriesPayload, refreshSeries, refreshSeriesJobName } from '../series.service.ts';

export const refreshSeriesJob = defineJob<RefreshSeriesPayload>(
  refreshSeriesJobName,
  async ({ programmeId }, { db }) =>
    db.transaction(async (tx) => {
      await refreshSeries(tx, [programmeId]);
      await announceChange(tx, 'catalog');
    }),
);
