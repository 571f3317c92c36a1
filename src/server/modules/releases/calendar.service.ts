/** The calendar: starts and ends of records by day in the service's zone. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type CalendarKind,
  calendarKinds,
  maxCalendarDays,
  maxOfDay,
  maxOfSingleDay,
} from '../../../contract/admin/releases.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { modelOfEntity } from '../../resource/change.ts';
import { labelOfRow } from '../../resource/labels.ts';
import { findRows, presentRows, type ResourceModel } from '../../resource/model.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { addDays, startOfDay } from '../../zone.ts';
import { partnerTerms } from '../partner-statements/partner-statements.tables.ts';
import { releases } from './releases.tables.ts';

interface Named {
  label: string;
  /** Program of the record. */
  programme_id: string | null;
}

interface Moment {
  day: string;
  total: number;
  kind: CalendarKind;
  resource: string;
  id: string;
  at: Date;
  active: boolean | null;
}

/** Days on which a record starts or ends that the staff member may read. */
export async function readCalendar(
  context: Context,
  staff: StaffMember,
  { from, to, kinds }: { from: string; to: string; kinds?: string | undefined },
  locale: Locale,
) {
  if (to < from) failField('to', 'after', { date: from });
  if (addDays(from, maxCalendarDays) <= to) failField('to', 'max_items', { max: maxCalendarDays });
  const asked = kinds ? calendarKinds.filter((kind) => kinds.split(',').includes(kind)) : calendarKinds;
  const sources = sourcesOf(context, staff, { from, to, kinds: asked });
  if (sources.length === 0) return [];
  const zone = context.config.serviceZone;
  const moments = await queryRows<Moment>(
    context.db,
    sql`with moments as (${sql.join(sources, sql` union all `)}),
      placed as (
        select *, (at at time zone ${zone})::date::text as day from moments),
      numbered as (
        select *, row_number() over (partition by day order by at, kind, resource, id) as place,
          (count(*) over (partition by day))::int as total from placed)
      select day, total, kind, resource, id, at, active from numbered
      where place <= ${from === to ? maxOfSingleDay : maxOfDay} order by day, place`,
  );
  const named = await namesOf(context, staff, moments, locale);
  const days = new Map<string, Moment[]>();
  for (const moment of moments) days.set(moment.day, [...(days.get(moment.day) ?? []), moment]);
  return [...days].map(([day, own]) => ({
    day,
    total: must(own[0], 'moment').total,
    entries: own.map(({ kind, resource, id, at, active }) => ({
      kind,
      resource,
      id,
      ...(named.get(`${resource} ${id}`) ?? { label: '', programme_id: null }),
      at: kind === 'rights' ? null : at.toISOString(),
      active,
    })),
  }));
}

/**
 * Fields with the instant at which viewers start or stop seeing something: windows, versions of terms,
 * prices, coupons. `shownBy` is the field that must be true for it. Tax rates are left out, because hundreds
 * start on one day and only change a line of a bill.
 */
const datedFields = [
  { kind: 'start', field: 'available_from', shownBy: 'published' },
  { kind: 'end', field: 'available_until', shownBy: 'published' },
  { kind: 'start', field: 'effective_from', shownBy: undefined },
  { kind: 'start', field: 'starts_at', shownBy: 'active' },
  { kind: 'end', field: 'ends_at', shownBy: 'active' },
] as const;

/** One query for each column with a start or an end. */
function sourcesOf(
  context: Context,
  staff: StaffMember,
  { from, to, kinds }: { from: string; to: string; kinds: readonly CalendarKind[] },
): SQL[] {
  const resources = resourcesOf(context);
  const zone = context.config.serviceZone;
  const [first, end] = [startOfDay(from, zone), startOfDay(addDays(to, 1), zone)];
  const mayRead = ({ shape }: ResourceModel) => staff.may(shape.module, 'read');
  const sources: SQL[] = [];
  for (const model of resources.values()) {
    for (const { kind, field, shownBy } of datedFields) {
      const at = model.columnOf(field);
      if (!at || !kinds.includes(kind) || !mayRead(model)) continue;
      const shows = shownBy && model.columnOf(shownBy);
      const shown = shows ?? sql`true`;
      sources.push(sql`select ${kind}::text as kind, ${model.shape.name}::text as resource, ${model.table.id} as id,
        ${at} as at, ${shown} as active from ${model.table} where ${at} >= ${first} and ${at} < ${end}`);
    }
  }
  const planned = resources.get('releases');
  if (planned && kinds.includes('release') && mayRead(planned))
    sources.push(sql`select 'release' as kind, 'releases' as resource, ${releases.id} as id, ${releases.appliesAt} as at,
      ${releases.status} = 'applied' as active from ${releases}
      where ${releases.appliesAt} >= ${first} and ${releases.appliesAt} < ${end} and ${releases.status} <> 'cancelled'`);
  const terms = resources.get('partner-terms');
  if (terms && kinds.includes('rights') && mayRead(terms))
    // Rights end with their last day. They are listed last on that day.
    sources.push(sql`select 'rights' as kind, 'partner-terms' as resource, ${partnerTerms.id} as id,
      (${partnerTerms.endsOn} + 1)::timestamp at time zone ${zone} - interval '1 second' as at, true as active from ${partnerTerms}
      where ${partnerTerms.endsOn} >= ${from}::date and ${partnerTerms.endsOn} <= ${to}::date`);
  return sources;
}

/** Labels and programs of records, by resource and id. There is one query for each resource. */
async function namesOf(
  context: Context,
  staff: StaffMember,
  moments: readonly Moment[],
  locale: Locale,
): Promise<Map<string, Named>> {
  const named = new Map<string, Named>();
  const names = [...new Set(moments.map(({ resource }) => resource))];
  await Promise.all(
    names.map(async (name) => {
      const model = modelOfEntity(context, name);
      const ids = [...new Set(moments.filter(({ resource }) => resource === name).map(({ id }) => id))];
      const rows = await findRows(context.db, model, ids);
      const records = await presentRows(context.db, model, rows, locale, staff);
      for (const [at, row] of rows.entries()) {
        const record = must(records[at], 'record');
        const label = nameOf(record, locale) ?? labelOfRow(model, row);
        const programmeId = record.programme_id;
        named.set(`${name} ${row.id}`, {
          label,
          programme_id: typeof programmeId === 'string' ? programmeId : null,
        });
      }
    }),
  );
  return named;
}

/** A record's name in a language, from the first usual field with a text. */
function nameOf(record: Record<string, unknown>, locale: Locale): string | undefined {
  const fields = [`title_${locale}`, `name_${locale}`, `question_${locale}`, `text_${locale}`, 'label'];
  const found = fields
    .map((field) => record[field])
    .find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : undefined;
}
