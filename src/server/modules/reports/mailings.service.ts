/** Reports by mail: each member of staff has those that they have asked for, of whole days, weeks and months. */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import {
  type MailingRhythm,
  mailingRhythms,
  type ReportAnswer,
  type ReportFilters,
  type ReportMailing,
} from '../../../contract/admin/reports.ts';
import type { Locale } from '../../../contract/errors.ts';
import { growth, isNumeric, showRange, showValue } from '../../../contract/report-values.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { toError } from '../../unknown-value.ts';
import { addDays, dayIn } from '../../zone.ts';
import { type MailValues, queueMail } from '../mail/mail.service.ts';
import { findStaffMember } from '../staff/staff.service.ts';
import { staff as staffTable } from '../staff/staff.tables.ts';
import type { Range } from './period.ts';
import { askOf, readReport } from './reports.service.ts';
import { mailings } from './reports.tables.ts';

const maxMailings = 20;
/** Rows of a report that stand in a message; the others are in the office. */
const maxRows = 10;

type MailingRow = typeof mailings.$inferSelect;

const present = ({ id, report, every, filters }: MailingRow): ReportMailing => ({
  id,
  report,
  every,
  filters,
});

const emailOf = async (db: Queryable, staffId: string): Promise<string> => {
  const [row] = await db
    .select({ email: staffTable.email })
    .from(staffTable)
    .where(eq(staffTable.id, staffId));
  return row?.email ?? '';
};

/** The reports that a member of staff has by mail, and where they go. */
export async function listMailings(
  { db }: { db: Queryable },
  staff: StaffMember,
): Promise<{ email: string; mailings: ReportMailing[] }> {
  const rows = await db
    .select()
    .from(mailings)
    .where(eq(mailings.staffId, staff.id))
    .orderBy(asc(mailings.createdAt), asc(mailings.id));
  return { email: await emailOf(db, staff.id), mailings: rows.map(present) };
}

/**
 * Has a report sent to a member of staff. The first message comes with the next run of the job. What they have already is answered as it
 * is: a button that is pressed twice sends nothing twice.
 */
export async function addMailing(
  context: Context,
  staff: StaffMember,
  { report, every, filters }: { report: string; every: MailingRhythm; filters: ReportFilters },
  locale: Locale,
): Promise<ReportMailing> {
  const { db } = context;
  // The same checks as reading it.
  askOf(context, report, { period: 'yesterday', ...filters }, locale, staff.contentPartnerId);
  // Each message is of other days: what names one would be in none.
  for (const filter of ['event_day', 'active_day', 'running', 'joined_week', 'returned'] as const)
    if (filters[filter] !== undefined) failField(filter, 'in');
  if ((await emailOf(db, staff.id)) === '') failField('email', 'required');
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mailings ${staff.id}`}, 0))`);
    const { mailings: own } = await listMailings({ db: tx }, staff);
    const same = own.find(
      (mailing) =>
        mailing.report === report && mailing.every === every && isDeepStrictEqual(mailing.filters, filters),
    );
    if (same) return same;
    if (own.length >= maxMailings) failField('report', 'max_items', { max: maxMailings });
    const [row] = await tx
      .insert(mailings)
      .values({ staffId: staff.id, report, every, locale, filters: filters as Record<string, string> })
      .returning();
    return row ? present(row) : fail('internal');
  });
}

/** Ends an own one. */
export async function removeMailing({ db }: Context, staff: StaffMember, id: string): Promise<void> {
  const gone = await db
    .delete(mailings)
    .where(and(eq(mailings.id, id), eq(mailings.staffId, staff.id)))
    .returning({ id: mailings.id });
  if (gone.length === 0) fail('not_found');
}

/** The newest whole day, week (from Monday) or month that is over. */
export function wholePeriod(every: MailingRhythm, today: string): Range {
  if (every === 'day') return { from: addDays(today, -1), to: addDays(today, -1) };
  if (every === 'week') {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
    const monday = addDays(today, -((weekday + 6) % 7));
    return { from: addDays(monday, -7), to: addDays(monday, -1) };
  }
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** Queues every report whose newest period has not been sent. Each is sent once, whenever the job is killed or run again. */
export async function sendMailings(context: Context, signal: AbortSignal): Promise<void> {
  const { db, config, log, now } = context;
  const today = dayIn(now(), config.serviceZone);
  for (const every of mailingRhythms) {
    const period = wholePeriod(every, today);
    const isDue = and(eq(mailings.every, every), or(isNull(mailings.sentTo), lt(mailings.sentTo, period.to)));
    const due = await db
      .select({ id: mailings.id })
      .from(mailings)
      .innerJoin(staffTable, and(eq(staffTable.id, mailings.staffId), eq(staffTable.active, true)))
      .where(isDue)
      .orderBy(asc(mailings.id));
    for (const { id } of due) {
      if (signal.aborted) return;
      try {
        await db.transaction(async (tx) => {
          const [row] = await tx
            .select()
            .from(mailings)
            .where(and(eq(mailings.id, id), isDue))
            .for('update', { skipLocked: true });
          if (row) await sendMailing(context, tx, row, period);
        });
      } catch (error) {
        // A report that cannot be read any more keeps nobody else's from being sent.
        log.error({ err: toError(error), mailing: id }, 'a report could not be sent by mail');
      }
    }
  }
}

async function sendMailing(context: Context, tx: Queryable, row: MailingRow, period: Range): Promise<void> {
  const [staff, email] = [await findStaffMember(context, row.staffId), await emailOf(tx, row.staffId)];
  if (!staff?.may('reports', 'read') || email === '') return;
  const answer = await readReport(
    context,
    row.report,
    { ...(row.filters as ReportFilters), period: 'custom', ...period, page: 1, per_page: maxRows },
    row.locale,
    staff.contentPartnerId,
  );
  await queueMail(tx, context, {
    to: email,
    locale: row.locale,
    template: 'report',
    values: valuesOf(answer, row),
  });
  await tx
    .update(mailings)
    .set({ sentTo: period.to, updatedAt: context.now() })
    .where(eq(mailings.id, row.id));
}

/** What a message says of a report: its totals beside those before, and its first rows. */
function valuesOf({ data, totals, before, meta }: ReportAnswer, row: MailingRow): MailValues['report'] {
  const { locale } = row;
  const { title, columns } = meta.report;
  const figures = columns.filter((column) => isNumeric(column) && totals && column.name in totals);
  // As many as a narrow message has room for.
  const shown = [
    ...columns.filter((column) => !isNumeric(column)).slice(0, 1),
    ...columns.filter(isNumeric).slice(0, 3),
  ];
  const query = new URLSearchParams({ period: 'custom', ...meta.period, ...row.filters });
  return {
    title: title[locale],
    filters: Object.keys(row.filters).length,
    period: showRange(meta.period, locale),
    path: `/office/reports/${row.report}?${query}`,
    figures: figures.map(({ name, kind, label }) => {
      const grown =
        kind === 'percent'
          ? undefined
          : growth(Number(totals?.[name] ?? 0), Number(before?.totals[name] ?? 0));
      const change = grown ? ` (${grown > 0 ? '+' : ''}${grown}%)` : '';
      return [label[locale], `${showValue(totals?.[name], kind, locale)}${change}`];
    }),
    table: {
      heading: shown.map(({ label }) => label[locale]),
      rows: data.map((own) => shown.map(({ name, kind }) => showValue(own[name], kind, locale))),
    },
  };
}
