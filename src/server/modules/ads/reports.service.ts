/** Reports from browsers: ads seen or clicked, and visits. Guests report too, so rows are written in batches. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { BatchInsert } from '../../db/batch-insert.ts';
import { newId } from '../../db/columns.ts';
import { dropMonthPartitions } from '../../db/partitions.ts';
import type { Placement } from './ads.service.ts';
import { visits } from './ads.tables.ts';

interface Report {
  ids: string[];
  eventId: string | undefined;
  householdId: string | undefined;
}

/** A row of a report, named as the table's columns. */
interface Row {
  id: string;
  ad_id: string;
  household_id: string | null;
  happened_at: Date;
  happened_on: string;
}

/** The reports of this process. Each function resolves when its rows are committed. */
export function openReports({ db, config, now }: Pick<Context, 'db' | 'config' | 'now'>) {
  // A row whose id is not that of an ad is left out.
  const impressions = new BatchInsert<Row>((rows) =>
    db.execute(sql`
      insert into ads_impressions (id, ad_id, household_id, happened_at, happened_on)
      select r.id, r.ad_id, r.household_id, r.happened_at, r.happened_on
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id uuid, ad_id uuid, household_id uuid, happened_at timestamptz, happened_on date)
      where exists (select from ads_ads a where a.id = r.ad_id)
      on conflict do nothing`),
  );
  const clicks = new BatchInsert<Row & { device: string; placement: Placement }>((rows) =>
    db.execute(sql`
      insert into ads_clicks (id, ad_id, household_id, happened_at, happened_on, device, placement)
      select r.id, r.ad_id, r.household_id, r.happened_at, r.happened_on, r.device, r.placement
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, ad_id uuid, household_id uuid,
        happened_at timestamptz, happened_on date, device text, placement text)
      where exists (select from ads_ads a where a.id = r.ad_id)
      on conflict do nothing`),
  );
  const visitors = new BatchInsert<typeof visits.$inferInsert>((rows) =>
    db.insert(visits).values(rows).onConflictDoNothing(),
  );

  const rowsOf = ({ ids, eventId, householdId }: Report): Row[] => {
    const happenedAt = now();
    const id = eventId ?? newId();
    return [...new Set(ids)].map((adId) => ({
      id,
      ad_id: adId,
      household_id: householdId ?? null,
      happened_at: happenedAt,
      happened_on: happenedAt.toISOString().slice(0, 10),
    }));
  };

  return {
    /** Stores that ads were seen, once for each ad and report. */
    storeImpressions: (report: Report): Promise<void> => impressions.add(rowsOf(report)),
    /** Stores that an ad was clicked, once per report. */
    storeClick: (report: Report, device: string, placement: Placement): Promise<void> =>
      clicks.add(rowsOf(report).map((row) => ({ ...row, device, placement }))),
    /** Stores that a device has opened the app today. */
    storeVisit: (from: {
      address: string;
      userAgent: string;
      householdId: string | undefined;
    }): Promise<void> => {
      const happenedAt = now();
      const happenedOn = happenedAt.toISOString().slice(0, 10);
      const visitor = createHash('sha256')
        .update(`${config.secret}|${happenedOn}|${from.address}|${from.userAgent}`)
        .digest('base64url');
      return visitors.add([{ happenedOn, visitor, householdId: from.householdId ?? null, happenedAt }]);
    },
  };
}

/** Deletes reports of months older than the retention (`MARU_REPORT_MONTHS`). */
export async function forgetReports({
  db,
  config,
  now,
}: Pick<Context, 'db' | 'config' | 'now'>): Promise<void> {
  for (const table of ['ads_impressions', 'ads_clicks', 'ads_visits'])
    await dropMonthPartitions(db, table, { months: config.reportMonths, now: now() });
}
