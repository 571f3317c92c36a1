import { eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import {
  type adminInquiryCalls,
  cannedAnswers as cannedShape,
  inquiries as shape,
} from '../../../contract/admin/inquiries.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { boundedIds } from '../../db/conditions.ts';
import { searched } from '../../db/search-text.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { type Caller, requireStaff } from '../../http/caller.ts';
import { recordRead } from '../../resource/event-log.ts';
import { listing } from '../../resource/listing.ts';
import { resource } from '../../resource/resource.ts';
import { users } from '../accounts/accounts.tables.ts';
import { findsUsers, isNamed, ofSearch } from '../accounts/find-users.service.ts';
import { sendAttachment } from './attachments.service.ts';
import { presentMessages } from './inquiries.present.ts';
import * as repo from './inquiries.repo.ts';
import * as service from './inquiries.service.ts';
import { cannedAnswers, inquiries } from './inquiries.tables.ts';

/** Inquiries of users whom a search means: they are found first, by their own index, beside what titles it means. */
const ofMeant = (find: (text: string) => SQL | undefined) => (text: string) => {
  const meant = find(text);
  return (
    meant &&
    sql`${inquiries.userId} = any(${boundedIds(sql`select ${users.id} from ${users} where ${meant}`, ofSearch)})`
  );
};

/** Handlers of inquiries and canned answers in the back office. */
export function adminInquiryRoutes(context: Context): Handlers<typeof adminInquiryCalls> {
  const { db } = context;
  const { list, read, show } = listing(context, shape, inquiries, {
    large: { common: ['locale'], filled: ['title'] },
    label: 'title',
    search: [inquiries.title],
    finds: {
      title: (text) => searched([inquiries.title], text),
      user_id: ofMeant(findsUsers.id),
      household_id: ofMeant(findsUsers.household),
      username: ofMeant(findsUsers.username),
      email: [ofMeant(findsUsers.email), ofMeant(findsUsers.phone)],
    },
    where: {
      username_like: (part) =>
        sql`${inquiries.userId} in (select ${users.id} from ${users} where ${isNamed(part)})`,
      username_empty: (is) => (is ? isNull(inquiries.userId) : isNotNull(inquiries.userId)),
      assigned: (whose, staff) =>
        whose === 'me' ? eq(inquiries.assignedTo, staff.id) : isNull(inquiries.assignedTo),
    },
    present: (db, rows) => repo.peopleOf(db, rows),
  });
  const whole = async (id: string, request: { caller: Caller; locale: Locale }) => {
    const inquiry = await read(id, request);
    const messages = presentMessages(await repo.listMessages(db, id));
    return { data: { ...inquiry, ...show(id, { messages }, request.caller) } };
  };
  return {
    ...resource(context, cannedShape, cannedAnswers, {
      search: [cannedAnswers.nameKo, cannedAnswers.nameEn],
      label: 'nameKo',
    }),
    'GET /api/admin/inquiries': list,
    'GET /api/admin/inquiries/{id}': ({ params, ...request }) => whole(params.id, request),
    'PATCH /api/admin/inquiries/{id}': async ({ params, body, ...request }) => {
      await service.changeInquiry(context, requireStaff(request.caller), params.id, body);
      return whole(params.id, request);
    },
    'POST /api/admin/inquiries/{id}/answer': async ({ params, body, ...request }) => {
      await service.answer(context, requireStaff(request.caller), params.id, body);
      return whole(params.id, request);
    },
    'GET /api/admin/inquiries/attachments/{id}': async ({ params, caller, reply }) => {
      // A file that no message contains may not be read by anybody.
      const sent = (await repo.findSentAttachment(db, params.id)) ?? fail('not_found');
      await recordRead(context, {
        staff: requireStaff(caller),
        module: 'inquiries',
        entity: 'inquiries',
        entityId: sent.inquiry.id,
        label: sent.inquiry.title,
      });
      return sendAttachment(context, reply, sent.attachment);
    },
  };
}
