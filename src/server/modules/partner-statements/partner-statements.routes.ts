import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type partnerStatementCalls,
  type Statement,
  type StatementColumn,
  type StatementTitle,
  partnerTerms as termsShape,
} from '../../../contract/admin/partner-statements.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { inLocale, isId } from '../../db/columns.ts';
import { allOf } from '../../db/conditions.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail, failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff, type StaffMember } from '../../http/caller.ts';
import { resource } from '../../resource/resource.ts';
import { contentPartners, programmes } from '../catalog/catalog.tables.ts';
import { partnerStatements, partnerTerms } from './partner-statements.tables.ts';

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

/** The columns of statements. */
const statementColumns = [
  column('month', 'month', '월', 'Month'),
  column('content_partner', 'text', '제휴사', 'Content partner'),
  column('titles', 'count', '제목 수', 'Titles'),
  column('views', 'count', '조회', 'Views'),
  column('minutes', 'minutes', '시청(분)', 'Minutes'),
  ...money,
  column('guarantee_cents', 'money', '최소 보장 보전', 'Guarantee top-up'),
  amount,
];

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

/** The statements that a member of staff may see: a content partner's own people, theirs alone. */
const seenBy = ({ contentPartnerId }: StaffMember): SQL =>
  contentPartnerId === null ? sql`true` : sql`s.content_partner_id = ${contentPartnerId}`;

const statementRows = (locale: Locale, where: SQL): SQL => sql`
  select s.id::text as id, s.${inLocale(locale, 'partner')} || ' ' || to_char(s.month, 'YYYY-MM') as label, s.content_partner_id::text as content_partner_id, s.month::text as month, s.${inLocale(locale, 'partner')} as content_partner,
    (select count(distinct programme_id) from partner_statement_titles t where t.statement_id = s.id)::float8 as titles,
    s.views::float8 as views, s.minutes::float8 as minutes, s.share_cents::float8 as share_cents, s.minute_cents::float8 as minute_cents,
    s.guarantee_cents::float8 as guarantee_cents, s.amount_cents::float8 as amount_cents
  from partner_statements s where ${where}`;

const orderBy = (sort: string, order: 'asc' | 'desc'): SQL =>
  sql`order by ${sql.identifier(sort)} ${sql.raw(order)}, id`;

/** Handlers of terms and statements of content partners. */
export function partnerStatementRoutes(context: Context): Handlers<typeof partnerStatementCalls> {
  const { db } = context;
  const find = async (id: string, staff: StaffMember, locale: Locale) => {
    const [row] = await queryRows<Statement>(
      db,
      statementRows(locale, sql`s.id = ${id} and ${seenBy(staff)}`),
    );
    return row ?? fail('not_found');
  };
  return {
    // A partner's people see none: what was agreed stands in their statements.
    ...resource(context, termsShape, partnerTerms, {
      label: (row) => row.startsOn,
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
          const ids = [...new Set(values.programmeIds)];
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
    'GET /api/admin/partner-statements': async ({ query, caller, locale }) => {
      const { content_partner_id: partnerId, month, ids, sort, order } = query;
      const q = query.q?.normalize('NFC').trim().toLowerCase();
      const where = allOf(
        seenBy(requireStaff(caller)),
        partnerId === undefined ? undefined : sql`s.content_partner_id = ${partnerId}`,
        q ? sql`strpos(lower(s.partner_ko || ' ' || s.partner_en), ${q}) > 0` : undefined,
        month === undefined ? undefined : sql`s.month = ${month}`,
        ids === undefined ? undefined : sql`s.id = any(${sql.param(ids.split(',').filter(isId))}::uuid[])`,
      );
      const { limit, offset } = pageWindow(query);
      const [data, [counted]] = await Promise.all([
        queryRows<Statement>(
          db,
          sql`${statementRows(locale, where)} ${orderBy(sort, order)} limit ${limit} offset ${offset}`,
        ),
        queryRows<{ total: number }>(
          db,
          sql`select count(*)::float8 as total from partner_statements s where ${where}`,
        ),
      ]);
      return { data, meta: { ...pageMeta(query, counted?.total ?? 0), columns: statementColumns } };
    },
    'GET /api/admin/partner-statements/{id}': async ({ params: { id }, caller, locale }) => {
      const found = await find(id, requireStaff(caller), locale);
      const [row] = await db
        .select({ terms: partnerStatements.terms })
        .from(partnerStatements)
        .where(eq(partnerStatements.id, id));
      return { data: { ...found, terms: row?.terms ?? [] } };
    },
    'GET /api/admin/partner-statements/{id}/titles': async ({ params: { id }, query, caller, locale }) => {
      await find(id, requireStaff(caller), locale);
      const { limit, offset } = pageWindow(query);
      const [data, [counted]] = await Promise.all([
        queryRows<StatementTitle>(
          db,
          sql`select id::text as id, ${inLocale(locale, 'title')} as title, (free_views + plan_views)::float8 as views,
              free_views::float8 as free_views, plan_views::float8 as plan_views, (free_minutes + plan_minutes)::float8 as minutes,
              free_minutes::float8 as free_minutes, plan_minutes::float8 as plan_minutes, share_cents::float8 as share_cents,
              minute_cents::float8 as minute_cents, (share_cents + minute_cents)::float8 as amount_cents
            from partner_statement_titles where statement_id = ${id} ${orderBy(query.sort, query.order)} limit ${limit} offset ${offset}`,
        ),
        queryRows<{ total: number }>(
          db,
          sql`select count(*)::float8 as total from partner_statement_titles where statement_id = ${id}`,
        ),
      ]);
      return { data, meta: { ...pageMeta(query, counted?.total ?? 0), columns: titleColumns } };
    },
  };
}
