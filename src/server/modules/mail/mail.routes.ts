import { eq, sql } from 'drizzle-orm';
import { type mailCalls, mail as shape } from '../../../contract/admin/mail.ts';
import type { Context } from '../../context.ts';
import { searched } from '../../db/search-text.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { listing } from '../../resource/listing.ts';
import { isReadable } from './mail.service.ts';
import { mailMessages } from './mail.tables.ts';

const isTo = (address: string) =>
  eq(sql`lower(${mailMessages.toAddress})`, address.normalize('NFC').trim().toLowerCase());

/** Handlers of the outbox. */
export function mailRoutes(context: Context): Handlers<typeof mailCalls> {
  const { db } = context;
  const { list, read, show } = listing(context, shape, mailMessages, {
    large: { common: ['locale', 'error_empty=true'], filled: ['to_address', 'template', 'subject'] },
    // The message is deleted with the account, but its entries in the log stay: they name its kind and not its subject, in which
    // people's words may be.
    label: 'template',
    search: [mailMessages.subject],
    finds: {
      to_address: (text) => (text.includes('@') ? isTo(text) : undefined),
      subject: (text) => (text.includes('@') ? undefined : searched([mailMessages.subject], text)),
    },
    where: { to_address: isTo },
  });
  return {
    'GET /api/admin/mail': list,
    'GET /api/admin/mail/{id}': async ({ params, ...request }) => {
      const message = await read(params.id, request);
      const [row] = await db.select().from(mailMessages).where(eq(mailMessages.id, params.id));
      if (!row) fail('not_found');
      const readable = isReadable(row) && row.html !== null;
      const content = { text: readable ? row.text : null, html: readable ? row.html : null };
      return {
        data: {
          ...message,
          ...show(row.id, content, request.caller),
          readable,
        },
      };
    },
  };
}
