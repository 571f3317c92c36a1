import type { z } from 'zod';
import { adminInquiryCalls, cannedAnswers as shape } from '../../../contract/admin/inquiries.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { type Caller, requireStaff, type StaffMember } from '../../http/caller.ts';
import { logListed, recordRead } from '../../resource/event-log.ts';
import { contains } from '../../resource/list.ts';
import { pagesOf } from '../../resource/list-source.ts';
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
  const { query, answer } = adminInquiryCalls['GET /api/admin/inquiries'];
  const asked = (sent: z.output<typeof query>, staff: StaffMember) => {
    const ids = sent.ids?.split(',').filter(isId);
    if (ids) return { ids };
    return {
      pattern: sent.q ? contains(sent.q) : undefined,
      status: sent.status,
      type: sent.type,
      householdId: sent.household_id,
      assignedTo: sent.assigned === undefined ? undefined : sent.assigned === 'me' ? staff.id : null,
    };
  };
  context.lists.set('inquiries', {
    module: 'inquiries',
    isPersonal: true,
    fields: answer.shape.data.element.shape,
    query,
    count: async (sent, staff) => {
      const filter = asked(sent as z.output<typeof query>, staff);
      return (await repo.listForStaff(db, filter, { by: 'created_at', order: 'asc', limit: 1, offset: 0 }))
        .total;
    },
    batches: (sent, { staff }) => {
      const { sort, order, ...filters } = sent as z.output<typeof query>;
      return pagesOf(async (window) => {
        const filter = asked({ ...filters, sort, order }, staff);
        const { rows } = await repo.listForStaff(db, filter, { by: sort, order, ...window });
        return rows.map(presentStaffRow);
      });
    },
  });
  return {
    ...resource(context, shape, cannedAnswers, {
      search: [cannedAnswers.nameKo, cannedAnswers.nameEn],
      label: (row) => row.nameKo,
    }),
    'GET /api/admin/inquiries': async ({ query, caller }) => {
      const staff = requireStaff(caller);
      const { rows, total } = await repo.listForStaff(db, asked(query, staff), {
        by: query.sort,
        order: query.order,
        ...pageWindow(query),
      });
      logListed(context.log, { staff, module: 'inquiries', rows: rows.length });
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
