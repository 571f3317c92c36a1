import { ilike, or } from 'drizzle-orm';
import type { adminInquiryCalls } from '../../../contract/admin/inquiries.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { fail } from '../../http/errors.ts';
import { contains, resource, resourceHandlers } from '../../resource/resource.ts';
import { logListed, recordRead } from '../staff/events.service.ts';
import { sendAttachment } from './attachments.service.ts';
import { presentRecord, presentStaffRow } from './inquiries.present.ts';
import * as repo from './inquiries.repo.ts';
import * as service from './inquiries.service.ts';
import { cannedAnswers } from './inquiries.tables.ts';

const staffOf = (caller: Caller) => caller.staff ?? fail('login_required');
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface CannedInput {
  name_ko?: string | undefined;
  name_en?: string | undefined;
  body_ko?: string | undefined;
  body_en?: string | undefined;
}
interface CannedQuery {
  page: number;
  per_page: number;
  sort: string;
  order: 'asc' | 'desc';
  ids?: string | undefined;
  q?: string | undefined;
}

/** Handlers of inquiries and canned answers in the back office. */
export function adminInquiryRoutes(context: Context): Handlers<typeof adminInquiryCalls> {
  const { db } = context;
  const whole = async (id: string) => {
    const row = (await repo.findForStaff(db, id)) ?? fail('not_found');
    return { data: presentRecord(row, await repo.listMessages(db, id)) };
  };
  /** Writes down that a member of staff read an inquiry, or a file that came with it. */
  const noteRead = (caller: Caller, { id, title }: Pick<repo.InquiryRow, 'id' | 'title'>) =>
    recordRead(context, {
      staff: staffOf(caller),
      module: 'inquiries',
      entity: 'inquiries',
      entityId: id,
      label: title,
    });
  const canned = resource<
    typeof cannedAnswers.$inferSelect,
    Record<string, unknown>,
    CannedInput,
    CannedInput,
    CannedQuery
  >(context, {
    name: 'canned-answers',
    module: 'inquiries',
    table: cannedAnswers,
    sort: {
      name_ko: cannedAnswers.nameKo,
      name_en: cannedAnswers.nameEn,
      created_at: cannedAnswers.createdAt,
    },
    where: ({ q }) => [
      q ? or(ilike(cannedAnswers.nameKo, contains(q)), ilike(cannedAnswers.nameEn, contains(q))) : undefined,
    ],
    label: (row) => row.nameKo,
    present: async (_db, rows) =>
      rows.map((row) => ({
        id: row.id,
        name_ko: row.nameKo,
        name_en: row.nameEn,
        body_ko: row.bodyKo,
        body_en: row.bodyEn,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      })),
    values: async (input) =>
      Object.fromEntries(
        Object.entries({
          nameKo: input.name_ko,
          nameEn: input.name_en,
          bodyKo: input.body_ko,
          bodyEn: input.body_en,
        }).filter(([, value]) => value !== undefined),
      ),
  });

  return {
    ...resourceHandlers('canned-answers', canned as never),
    'GET /api/admin/inquiries': async ({ query, caller }) => {
      const ids = query.ids?.split(',').filter((id) => uuid.test(id));
      const { rows, total } = await repo.listForStaff(
        db,
        ids
          ? { ids }
          : {
              pattern: query.q ? contains(query.q) : undefined,
              status: query.status,
              type: query.type,
              householdId: query.household_id,
              assignedTo:
                query.assigned === undefined
                  ? undefined
                  : query.assigned === 'me'
                    ? staffOf(caller).id
                    : null,
            },
        { by: query.sort, order: query.order, ...pageWindow(query) },
      );
      logListed(context.log, { staff: staffOf(caller), module: 'inquiries', rows: rows.length });
      return { data: rows.map(presentStaffRow), meta: pageMeta(query, total) };
    },
    'GET /api/admin/inquiries/{id}': async ({ params, caller }) => {
      const answer = await whole(params.id);
      await noteRead(caller, answer.data);
      return answer;
    },
    'PATCH /api/admin/inquiries/{id}': async ({ params, body, caller }) => {
      await service.changeInquiry(context, staffOf(caller), params.id, body);
      return whole(params.id);
    },
    'POST /api/admin/inquiries/{id}/answer': async ({ params, body, caller }) => {
      await service.answer(context, staffOf(caller), params.id, body);
      return whole(params.id);
    },
    'GET /api/admin/inquiries/attachments/{id}': async ({ params, caller, reply }) => {
      // What no message has been sent with is nobody's to read.
      const sent = (await repo.findSentAttachment(db, params.id)) ?? fail('not_found');
      await noteRead(caller, sent.inquiry);
      return sendAttachment(context, reply, sent.attachment);
    },
  } as Handlers<typeof adminInquiryCalls>;
}
