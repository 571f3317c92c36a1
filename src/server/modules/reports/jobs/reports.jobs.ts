/** The jobs of reports: copying and counting every few minutes, and at night what takes longer. */
import { detachMonthPartitions } from '../../../db/partitions.ts';
import { defineJob } from '../../../jobs/queue.ts';
import { endSilentSessions } from '../../playback/playback.service.ts';
import { countChangedRanges, countRanges } from '../audiences.service.ts';
import { sendMailings } from '../mailings.service.ts';
import { recordFacts } from '../record.service.ts';
import { recount } from '../recount.service.ts';
import {
  countChangedRetention,
  countRetention,
  countSearchMonths,
  rollUpChangedDays,
} from '../rollup.service.ts';

/** Copies what has happened into facts and counts the days that this has changed, and the ranges that have them. */
export const countReportsJob = defineJob<Record<string, never>>(
  'reports_count',
  async (_payload, context, signal) => {
    await endSilentSessions(context);
    await recordFacts(context, signal);
    await rollUpChangedDays(context, signal);
    await countChangedRanges(context, signal);
    await countChangedRetention(context, signal);
  },
);

/** Sends reports by mail. */
export const sendReportsJob = defineJob<Record<string, never>>('reports_send', (_payload, context, signal) =>
  sendMailings(context, signal),
);

const factTables = ['reports_viewings', 'reports_searches', 'reports_ad_events', 'reports_customer_events'];

/** Counts people of ranges, retention and searches of months, counts facts again, and puts aside those of old months. */
export const nightlyReportsJob = defineJob<Record<string, never>>(
  'reports_nightly',
  async (_payload, context, signal) => {
    const { db, config, now, log } = context;
    await countRanges(context, signal);
    await countRetention(context, signal);
    await countSearchMonths(context, signal);
    if (signal.aborted) return;
    await recount(context);
    for (const table of factTables) {
      const old = { months: config.reportMonths, now: now(), column: 'counted_on' };
      if (!(await detachMonthPartitions(db, table, old)))
        log.warn(
          { table },
          'months of facts could not be detached, as they were in use: the next night tries again',
        );
    }
  },
);
