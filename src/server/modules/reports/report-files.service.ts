/** Reports in the form of lists that exports read: the rows in their order, then the totals. */
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import { maxDirectRows } from '../../../contract/admin/exports.ts';
import {
  type ReportColumn,
  type ReportRow,
  reportList,
  reportRequest,
} from '../../../contract/admin/reports.ts';
import type { Locale } from '../../../contract/errors.ts';
import { day } from '../../../contract/instants.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { StaffMember } from '../../http/caller.ts';
import type { AskedList, ListSource } from '../../resource/list-source.ts';
import { listsOf } from '../../resource/list-source.ts';
import type { Report } from './report.ts';
import { askOf, presentRows, reports, requireFewDays, shifted, totalsOf } from './reports.service.ts';

/** Rows of a cursor that are in memory at once. */
const rowsAtOnce = 500;

const sumNames = {
  total: { ko: '전체', en: 'Overall' },
  before: { ko: '이전 기간', en: 'Period before' },
} as const;

const fieldTypes: Record<ReportColumn['kind'], z.ZodType> = {
  text: z.string(),
  count: z.number(),
  seconds: z.number(),
  percent: z.number(),
  day,
  time: z.iso.datetime(),
};

/** Registers all reports for exports. */
export function registerReportFiles(context: Context): void {
  for (const report of reports) listsOf(context).set(reportList(report.name), sourceOf(context, report));
}

function sourceOf(context: Context, report: Report): ListSource {
  const asked = (
    query: AskedList,
    { locale, staff, at = context.now() }: { locale: Locale; staff: StaffMember; at?: Date },
  ) => {
    const { config } = context;
    const own = askOf(
      { config, now: () => at },
      report.name,
      reportRequest.parse(query),
      locale,
      staff.contentPartnerId,
    );
    // All of them are read, whatever their order.
    requireFewDays(report, own.ask, 'fact_days_file');
    return own;
  };
  return {
    name: reportList(report.name),
    module: 'reports',
    record: z.object(Object.fromEntries(report.columns.map(({ name, kind }) => [name, fieldTypes[kind]]))),
    query: reportRequest,
    async count(query, staff) {
      const { ask } = asked(query, { locale: 'ko', staff });
      const [counted] = await queryRows<{ rows: number }>(
        context.db,
        sql`select count(*) as rows from (${report.rows(ask)}) o`,
      );
      return (counted?.rows ?? 0) + (report.totals ? 2 : 0);
    },
    async *batches(query, { staff, locale, at }) {
      const { ask, order } = asked(query, { locale, staff, at });
      yield* readInBatches(context, sql`select o.* from (${report.rows(ask)}) o ${order}`);
      if (!report.totals) return;
      const before = { ...ask, ...ask.before, before: shifted(ask.before) };
      const name = report.columns[0]?.name ?? 'id';
      const sums = await Promise.all([
        totalsOf(context.db, report, ask),
        totalsOf(context.db, report, before),
      ]);
      yield [
        { ...sums[0], [name]: sumNames.total[locale] },
        { ...sums[1], [name]: sumNames.before[locale] },
      ];
    },
  };
}

/**
 * Rows of a query in batches, by a cursor. The first `maxDirectRows` rows are read at once, so that a slow
 * download of a short report holds no connection.
 */
async function* readInBatches({ pool }: Pick<Context, 'pool'>, query: SQL): AsyncGenerator<ReportRow[]> {
  const client = await pool.connect();
  const db: Queryable = drizzle({ client });
  const fetch = async (rows: number) =>
    presentRows(await queryRows(db, sql`fetch ${sql.raw(String(rows))} from report`));
  let isOpen = true;
  const close = async () => {
    await db.execute(sql`commit`);
    isOpen = false;
    client.release();
  };
  try {
    await db.execute(sql`begin read only`);
    await db.execute(sql`declare report no scroll cursor for ${query}`);
    let rows = await fetch(maxDirectRows);
    if (rows.length < maxDirectRows) await close();
    for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
    while (isOpen) {
      rows = await fetch(rowsAtOnce);
      if (rows.length < rowsAtOnce) await close();
      yield rows;
    }
  } finally {
    // The reader stopped early. Closing the connection ends its transaction.
    if (isOpen) client.release(true);
  }
}
