import { and, countDistinct, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type partnerStatementCalls,
  type StatementColumn,
  type StatementSum,
  type StatementTitle,
  partnerStatements as statementShape,
  statementTitle,
  statementTitles,
  statementTitlesQuery,
  partnerTerms as termsShape,
} from '../../../contract/admin/partner-statements.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff, type StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { foundBy } from '../../resource/found-by.ts';
import { hidesField } from '../../resource/hidden-fields.ts';
import { listsOf } from '../../resource/list-source.ts';
import { listing } from '../../resource/listing.ts';
import { getRow } from '../../resource/model.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { resource } from '../../resource/resource.ts';
import { contentPartners, programmes } from '../catalog/catalog.tables.ts';
import {
  partnerStatements,
  partnerTerms,
  partnerStatementTitles as titles,
} from './partner-statements.tables.ts';

const column = (name: string, kind: StatementColumn['kind'], ko: string, en: string): StatementColumn => ({
  name,
  kind,
  label: { ko, en },
});

const money = [
  column('share_cents', 'money', '수익 배분', 'Revenue share'),
  column('minute_cents', 'money', '분당 금액', 'By the minute'),
];
const amount = column('amount_cents', 'money', '합계', 'Amount');

/** The columns of a statement's titles. */
const titleColumns = [
  column('title', 'text', '제목', 'Title'),
  column('views', 'count', '조회', 'Views'),
  column('free_views', 'count', '무료 조회', 'Free views'),
  column('plan_views', 'count', '이용권 조회', 'Plan views'),
  column('minutes', 'minutes', '시청(분)', 'Minutes'),
  column('free_minutes', 'minutes', '무료 시청(분)', 'Free minutes'),
  column('plan_minutes', 'minutes', '이용권 시청(분)', 'Plan minutes'),
  ...money,
  amount,
];

/** The columns of a statement's titles that a staff member may read. */
const columnsFor = (staff: StaffMember) =>
  titleColumns.filter(({ name }) => !hidesField(staff, statementTitle, name));

const hidesGuarantee = (staff: StaffMember): boolean =>
  hidesField(staff, statementShape.record, 'guarantee_cents');

function requireSortable(staff: StaffMember, sort: string): void {
  if (hidesField(staff, statementTitle, sort)) failField('sort', 'in');
}

/** Titles of an export that are in memory at once. */
const titlesAtOnce = 500;

const orderBy = (sort: string, order: 'asc' | 'desc'): SQL =>
  sql`order by ${sql.identifier(sort)} ${sql.raw(order)}, id`;

interface Titles {
  statementId: string;
  locale: Locale;
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

const listTitles = (db: Queryable, { statementId, locale, sort, order, limit, offset }: Titles) =>
  queryRows<StatementTitle>(
    db,
    sql`select id::text as id, ${inLocale(locale, 'title')} as title, (free_views + plan_views)::float8 as views,
        free_views::float8 as free_views, plan_views::float8 as plan_views, (free_minutes + plan_minutes)::float8 as minutes,
        free_minutes::float8 as free_minutes, plan_minutes::float8 as plan_minutes, share_cents::float8 as share_cents,
        minute_cents::float8 as minute_cents, (share_cents + minute_cents)::float8 as amount_cents
      from partner_statement_titles where statement_id = ${statementId} ${orderBy(sort, order)} limit ${limit} offset ${offset}`,
  );

const countTitles = (db: Queryable, statementId: string) =>
  db.$count(titles, eq(titles.statementId, statementId));

const sumNames = {
  guarantee: { ko: '최소 보장 보전', en: 'Guarantee top-up' },
  overall: { ko: '전체', en: 'Overall' },
} as const;

/** Lines below a statement's titles: the amount added by guarantees, then the total. */
async function sumsOf(
  db: Queryable,
  { statementId, locale, staff }: { statementId: string; locale: Locale; staff: StaffMember },
): Promise<StatementSum[]> {
  const [found] = await queryRows<Omit<Required<StatementSum>, 'title'> & { guarantee_cents: number }>(
    db,
    sql`select s.views::float8 as views, coalesce(t.free_views, 0)::float8 as free_views,
        coalesce(t.plan_views, 0)::float8 as plan_views, s.minutes::float8 as minutes,
        coalesce(t.free_minutes, 0)::float8 as free_minutes, coalesce(t.plan_minutes, 0)::float8 as plan_minutes,
        s.share_cents::float8 as share_cents, s.minute_cents::float8 as minute_cents, s.amount_cents::float8 as amount_cents,
        s.guarantee_cents::float8 as guarantee_cents
      from partner_statements s cross join (
        select sum(free_views) as free_views, sum(plan_views) as plan_views, sum(free_minutes) as free_minutes,
          sum(plan_minutes) as plan_minutes
        from partner_statement_titles where statement_id = ${statementId}) t
      where s.id = ${statementId}`,
  );
  const { guarantee_cents, ...overall } = must(found, 'the statement');
  return [
    ...(hidesGuarantee(staff) ? [] : [{ title: sumNames.guarantee[locale], amount_cents: guarantee_cents }]),
    { title: sumNames.overall[locale], ...overall },
  ];
}

/** Handlers of terms and statements of content partners. */
export function partnerStatementRoutes(context: Context): Handlers<typeof partnerStatementCalls> {
  const { db } = context;
  const { list, read, show } = listing(context, statementShape, partnerStatements, {
    label: { of: ['partnerKo', 'month'], text: (row) => `${row.partnerKo} ${row.month.slice(0, 7)}` },
    search: [partnerStatements.partnerKo, partnerStatements.partnerEn],
    scope: (contentPartnerId) => eq(partnerStatements.contentPartnerId, contentPartnerId),
    present: async (db, rows, locale) => {
      const counted = await db
        .select({ id: titles.statementId, count: countDistinct(titles.programmeId) })
        .from(titles)
        .where(
          inArray(
            titles.statementId,
            rows.map(({ id }) => id),
          ),
        )
        .groupBy(titles.statementId);
      const countOf = new Map(counted.map(({ id, count }) => [id, count]));
      return rows.map((row) => ({
        label: `${locale === 'ko' ? row.partnerKo : row.partnerEn} ${row.month.slice(0, 7)}`,
        titles: countOf.get(row.id) ?? 0,
      }));
    },
  });
  const model = must(resourcesOf(context).get(statementShape.name), 'statements');
  listsOf(context).set(statementTitles, {
    name: statementTitles,
    module: statementShape.module,
    record: statementTitle,
    query: statementTitlesQuery,
    async count(query, staff) {
      const { statement_id, sort } = statementTitlesQuery.parse(query);
      requireSortable(staff, sort);
      const { id } = await getRow(db, model, staff, statement_id);
      const sums = Object.keys(sumNames).length - (hidesGuarantee(staff) ? 1 : 0);
      return (await countTitles(db, id)) + sums;
    },
    async *batches(query, { staff, locale }) {
      const { statement_id, sort, order } = statementTitlesQuery.parse(query);
      await getRow(db, model, staff, statement_id);
      for (let offset = 0; ; offset += titlesAtOnce) {
        const asked = { statementId: statement_id, locale, sort, order, limit: titlesAtOnce, offset };
        const rows = await listTitles(db, asked);
        yield rows;
        if (rows.length < titlesAtOnce) break;
      }
      yield await sumsOf(db, { statementId: statement_id, locale, staff });
    },
  });
  return {
    // A content partner's staff see no terms. Their statements show the agreed terms.
    ...resource(context, termsShape, partnerTerms, {
      label: 'startsOn',
      search: [],
      finds: {
        content_partner_id: foundBy(context, partnerTerms.contentPartnerId, 'content-partners'),
      },
      present: async (db, rows, locale) => {
        const partners = await db
          .select()
          .from(contentPartners)
          .where(inArray(contentPartners.id, [...new Set(rows.map((row) => row.contentPartnerId))]));
        return rows.map(({ contentPartnerId, startsOn }) => {
          const partner = partners.find(({ id }) => id === contentPartnerId);
          return { label: `${(locale === 'ko' ? partner?.nameKo : partner?.nameEn) ?? ''} ${startsOn}` };
        });
      },
      values: async (values, { tx, before }) => {
        const { contentPartnerId, ...rest } = values;
        const after = { ...before, ...values };
        if (after.endsOn && after.startsOn && after.endsOn < after.startsOn)
          failField('ends_on', 'after', { date: after.startsOn });
        if (values.programmeIds) {
          // Titles that are already in the terms may belong to another partner. The terms still apply to
          // earlier viewing.
          const known = new Set(before?.programmeIds);
          const ids = [...new Set(values.programmeIds)].filter((id) => !known.has(id));
          const partnerId = before?.contentPartnerId ?? contentPartnerId ?? '';
          const own = await tx.$count(
            programmes,
            and(inArray(programmes.id, ids), eq(programmes.contentPartnerId, partnerId)),
          );
          if (own < ids.length) failField('programme_ids', 'exists');
        }
        return before ? rest : values;
      },
    }),
    'GET /api/admin/partner-statements': list,
    'GET /api/admin/partner-statements/{id}': async ({ params: { id }, ...request }) => {
      const statement = await read(id, request);
      const [row] = await db
        .select({ terms: partnerStatements.terms })
        .from(partnerStatements)
        .where(eq(partnerStatements.id, id));
      const terms = row?.terms ?? [];
      return { data: { ...statement, ...show(id, { terms }, request.caller) } };
    },
    'GET /api/admin/partner-statements/{id}/titles': async ({ params: { id }, query, caller, locale }) => {
      await read(id, { caller, locale });
      const staff = requireStaff(caller);
      const { limit, offset } = pageWindow(query);
      const { sort, order } = query;
      requireSortable(staff, sort);
      const [data, total, sums] = await Promise.all([
        listTitles(db, { statementId: id, locale, sort, order, limit, offset }),
        countTitles(db, id),
        sumsOf(db, { statementId: id, locale, staff }),
      ]);
      return { data, meta: { ...pageMeta(query, total), columns: columnsFor(staff), sums } };
    },
  };
}
