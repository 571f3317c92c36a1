import { type adminInquiryCalls, cannedAnswers as shape } from '../../../contract/admin/inquiries.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { requireStaff } from '../../http/caller.ts';
import { logListed, recordRead } from '../../resource/event-log.ts';
import { contains } from '../../resource/list.ts';
import { resource } from '../../resource/resource.ts';
import { sendAttachment } from './attachments.service.ts';
import { presentRecord, presentStaffRow } from './inquiries.present.ts';
import * as repo from './inquiries.repo.ts';
import * as service from './inquiries.service.ts';
import { cannedAnswers } from './inquiries.tables.ts';

/** Handlers of inquiries and canned answers in the back office. */
export function adminInquiryRoutes(context: Context): Handlers<typeof adminInquiryCalls> {
  const { db } = context;
  const whole = async (id: string) => {
    const row = (await repo.findForStaff(db, id)) ?? fail('not_found');
    return { data: presentRecord(row, await repo.listMessages(db, id)) };
  };
  /** Logs that a member of staff read an inquiry, or a file attached to it. */
  const noteRead = (caller: Caller, { id, title }: Pick<repo.InquiryRow, 'id' | 'title'>) =>
    recordRead(context, {
      staff: requireStaff(caller),
      module: 'inquiries',
      entity: 'inquiries',
      entityId: id,
      label: title,
    });
  return {
    ...resource(context, shape, cannedAnswers, {
      search: [cannedAnswers.nameKo, cannedAnswers.nameEn],
      label: (row) => row.nameKo,
    }),
    'GET /api/admin/inquiries': async ({ query, caller }) => {
      const ids = query.ids?.split(',').filter(isId);
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
                    ? requireStaff(caller).id
                    : null,
            },
        { by: query.sort, order: query.order, ...pageWindow(query) },
      );
      logListed(context.log, { staff: requireStaff(caller), module: 'inquiries', rows: rows.length });
      return { data: rows.map(presentStaffRow), meta: pageMeta(query, total) };
    },
    'GET /api/admin/inquiries/{id}': async ({ params, caller }) => {
      const answer = await whole(params.id);
      await noteRead(caller, answer.data);
      return answer;
    },
    'PATCH /api/admin/inquiries/{id}': async ({ params, body, caller }) => {
      await service.changeInquiry(context, requireStaff(caller), params.id, body);
      return whole(params.id);
    },
    'POST /api/admin/inquiries/{id}/answer': async ({ params, body, caller }) => {
      await service.answer(context, requireStaff(caller), params.id, body);
      return whole(params.id);
    },
    'GET /api/admin/inquiries/attachments/{id}': async ({ params, caller, reply }) => {
      // A file that no message contains may not be read by anybody.
      const sent = (await repo.findSentAttachment(db, params.id)) ?? fail('not_found');
      await noteRead(caller, sent.inquiry);
      return sendAttachment(context, reply, sent.attachment);
    },
  };
}
