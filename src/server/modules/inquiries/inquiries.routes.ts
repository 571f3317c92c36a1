import type { inquiryCalls } from '../../../contract/account/inquiries.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { keepAttachment, sendAttachment } from './attachments.service.ts';
import { presentAttachment, presentInquiry, presentSummary } from './inquiries.present.ts';
import * as repo from './inquiries.repo.ts';
import * as service from './inquiries.service.ts';

/** Handlers of a household's inquiries. */
export function inquiryRoutes(context: Context): Handlers<typeof inquiryCalls> {
  const whole = async (row: repo.InquiryRow) => ({
    data: presentInquiry(row, await repo.listMessages(context.db, row.id)),
  });
  return {
    'GET /api/account/inquiries': async ({ query, caller }) => {
      const { householdId } = requireUser(caller);
      const { rows, total } = await repo.listOfHousehold(context.db, householdId, pageWindow(query));
      return { data: rows.map(presentSummary), meta: pageMeta(query, total) };
    },
    'GET /api/account/inquiries/{id}': async ({ params, caller }) =>
      whole(await service.getOwnInquiry(context, requireUser(caller).householdId, params.id)),
    'POST /api/account/inquiries': async ({ body, caller, locale }) =>
      whole(await service.ask(context, requireUser(caller), locale, body)),
    'POST /api/account/inquiries/{id}/messages': async ({ params, body, caller }) =>
      whole(await service.writeAgain(context, requireUser(caller), params.id, body)),
    'POST /api/account/inquiry-attachments': async ({ query, body, caller }) => {
      const row = await keepAttachment(context, requireUser(caller).householdId, query.name, body);
      return { data: presentAttachment(row) };
    },
    'GET /api/account/inquiry-attachments/{id}': async ({ params, caller, reply }) => {
      const row = await repo.findAttachment(context.db, params.id);
      const own = row?.householdId === requireUser(caller).householdId ? row : undefined;
      return sendAttachment(context, reply, own);
    },
  };
}
