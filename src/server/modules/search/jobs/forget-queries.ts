/** The job that deletes old searches that belong to no profile; a profile's history is cleared by the profile itself. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetOldQueries } from '../search-queries.repo.ts';

const maxRows = 10_000;

export const forgetQueriesJob = defineJob<Record<string, never>>(
  'search_forget_queries',
  async (_payload, { db, config, now }) => {
    const before = new Date(now());
    before.setUTCMonth(before.getUTCMonth() - config.reportMonths);
    for (let gone = maxRows; gone === maxRows; ) gone = await forgetOldQueries(db, before, maxRows);
  },
);
