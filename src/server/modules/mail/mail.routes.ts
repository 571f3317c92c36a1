import { and, asc, count, desc, eq, ilike, inArray, or } from 'drizzle-orm';
import { type mailCalls, mailShape } from '../../../contract/admin/mail.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { logListed, recordRead } from '../../resource/event-log.ts';
import { contains } from '../../resource/list.ts';
import { sourceOf } from '../../resource/list-source.ts';
import { modelOf } from '../../resource/model.ts';
import { isReadable } from './mail.service.ts';
import { mailMessages } from './mail.tables.ts';

type Row = typeof mailMessages.$inferSelect;

const presentMail = (row: Row, whole: boolean) => {
  const readable = whole && isReadable(row);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    to_address: row.toAddress,
    mail_locale: row.locale,
    template: row.template,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    error: row.error,
    sent_at: row.sentAt?.toISOString() ?? null,
    text: readable ? row.text : null,
    html: readable ? row.html : null,
  };
};

/** Handlers of the outbox. */
export function mailRoutes(context: Context): Handlers<typeof mailCalls> {
  const { db } = context;
  // What was written to somebody is in no list, so in no export.
  const listed = {
    ...mailShape,
    record: mailShape.record.omit({ text: true, html: true, mail_locale: true }),
  };
  const search = [mailMessages.toAddress, mailMessages.subject];
  const source = sourceOf(
    db,
    modelOf(listed, mailMessages, { search, label: (row) => String(row.template) }),
  );
  context.lists.set('mail', { ...source, isPersonal: true });
  return {
    'GET /api/admin/mail': async ({ query, caller }) => {
      const ids = query.ids?.split(',').filter(isId);
      const q = query.q ? contains(query.q) : undefined;
      const where = ids
        ? inArray(mailMessages.id, ids)
        : and(
            q ? or(ilike(mailMessages.toAddress, q), ilike(mailMessages.subject, q)) : undefined,
            query.state ? eq(mailMessages.state, query.state) : undefined,
          );
      const direction = query.order === 'asc' ? asc : desc;
      const { limit, offset } = pageWindow(query);
      const [rows, totals] = await Promise.all([
        db
          .select()
          .from(mailMessages)
          .where(where)
          .orderBy(direction(mailMessages.createdAt), direction(mailMessages.id))
          .limit(limit)
          .offset(offset),
        db.select({ total: count() }).from(mailMessages).where(where),
      ]);
      logListed(context.log, {
        staff: requireStaff(caller),
        module: 'mail',
        rows: rows.length,
      });
      return {
        data: rows.map((row) => presentMail(row, false)),
        meta: pageMeta(query, totals[0]?.total ?? 0),
      };
    },
    'GET /api/admin/mail/{id}': async ({ params, caller }) => {
      const [found] = await db.select().from(mailMessages).where(eq(mailMessages.id, params.id));
      const row = found ?? fail('not_found');
      // The message is deleted with the account, but this log entry stays: it names the kind and not the subject, which contains
      // people's words.
      await recordRead(context, {
        staff: requireStaff(caller),
        module: 'mail',
        entity: 'mail',
        entityId: row.id,
        label: row.template,
      });
      return { data: presentMail(row, true) };
    },
  };
}
