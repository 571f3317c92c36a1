/** Mail to people: messages are written in the transaction that causes them, and sent by a job afterwards. */
import { and, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { isKeyOf, keysOf } from '../../../contract/keys.ts';
import { MailRefused } from '../../adapters/mail/port.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { publicOrigin } from '../../http/origin.ts';
import { enqueueMany } from '../../jobs/queue.ts';
import { toError } from '../../unknown-value.ts';
import { recipientWords } from './billing.templates.ts';
import { type MailAbout, type MailContent, type MailFrame, mailHtml, mailText } from './mail.layout.ts';
import { mailMessages } from './mail.tables.ts';
import { type MailTemplate, type MailValues, mailTemplates } from './mail.templates.ts';

export { billingMail } from './billing.templates.ts';
export type { MailValues } from './mail.templates.ts';

/** With the queue's back-off the last attempt comes after some nine hours. */
export const maxAttempts = 10;
const hourMs = 3_600_000;
/** Messages of all kinds that strangers can cause, to one mailbox. */
const maxBoundedAnHour = 8;
const bodyRetentionMs = 30 * 86_400_000;
export const sendMailJobName = 'mail_send';

const regionNames = {
  ko: new Intl.DisplayNames(['ko'], { type: 'region' }),
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
};

interface Written<K extends MailTemplate> {
  template: K;
  locale: Locale;
  values: MailValues[K];
  /** Address for unsubscribing from mail of this kind. */
  unsubscribeUrl?: string | null;
}

interface QueuedMail<K extends MailTemplate> extends Written<K> {
  to: string;
  /** User whose account the message is about. The message is erased with the account. */
  userId?: string | undefined;
  /** A user of another household whom the message names. The name is deleted when that household is erased. */
  names?: { householdId: string; name: string } | undefined;
  /** Event that the message reports. It is not sent if the event is unwanted or outdated (`isMailWanted`). */
  eventId?: string | undefined;
  /** The earliest time to send it; at once when undefined. */
  sendAt?: Date | undefined;
}

/** A message's subject and both its bodies. */
export function writeMail<K extends MailTemplate>(
  { config }: Pick<Context, 'config'>,
  { template, locale, values, unsubscribeUrl }: Written<K>,
): { subject: string; text: string; html: string } {
  const origin = publicOrigin(config);
  const zone = config.serviceZone;
  const language = locale === 'ko' ? 'ko-KR' : 'en-US';
  const parts = (at: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: zone, ...options }).formatToParts(at);
  // Node writes AM and PM in Korean texts.
  const halves: Record<string, string> = locale === 'ko' ? { AM: '오전', PM: '오후' } : {};
  const say = (at: Date, options: Intl.DateTimeFormatOptions) =>
    parts(at, options)
      .map(({ value }) => halves[value] ?? value)
      .join('');
  const about: MailAbout = {
    brand: config.brand[locale],
    link: (path) => `${origin}${path}`,
    instant: (at) => {
      const zoneName = parts(at, { timeZoneName: 'longGeneric' }).find(({ type }) => type === 'timeZoneName');
      return `${say(at, { dateStyle: 'long', timeStyle: 'short' })} (${zoneName?.value ?? zone})`;
    },
    day: (at) => say(at, { dateStyle: 'long' }),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regionNames[locale].of(code) ?? code) : code),
  };
  const frame: MailFrame = {
    locale,
    brand: about.brand,
    origin,
    supportEmail: config.contact.email,
    unsubscribeUrl,
  };
  const content: MailContent = mailTemplates[template].write[locale](values, about);
  return { subject: content.subject, text: mailText(content, frame), html: mailHtml(content, frame) };
}

/** Queues a message, to be sent once the transaction commits. */
export const queueMail = <K extends MailTemplate>(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  message: QueuedMail<K>,
): Promise<void> => queueMails(tx, context, [message]);

/**
 * Queues many messages, to be sent once the transaction commits; those over the limit of their mailbox are
 * left out.
 */
export async function queueMails<K extends MailTemplate>(
  tx: Queryable,
  context: Pick<Context, 'config' | 'now'>,
  messages: QueuedMail<K>[],
): Promise<void> {
  const sent: QueuedMail<K>[] = [];
  for (const message of messages) {
    if (!isBounded(message.template) || (await hasRoomInMailbox(tx, context, message.to))) sent.push(message);
  }
  if (sent.length === 0) return;
  const rows = sent.map((message) => ({
    id: newId(),
    toAddress: message.to,
    userId: message.userId ?? null,
    eventId: message.eventId ?? null,
    locale: message.locale,
    template: message.template,
    ...writeMail(context, message),
    namedHouseholdId: message.names?.householdId ?? null,
    namedAs: message.names?.name ?? null,
    unsubscribeUrl: message.unsubscribeUrl ?? null,
    createdAt: context.now(),
  }));
  await tx.insert(mailMessages).values(rows);
  await enqueueMany(
    tx,
    { name: sendMailJobName },
    rows.map(({ id }, index) => ({ payload: { id }, runAt: sent[index]?.sendAt })),
    { maxAttempts: maxAttempts },
  );
}

const isBounded = (template: MailTemplate): boolean => 'bounded' in mailTemplates[template];
const boundedTemplates = keysOf(mailTemplates).filter(isBounded);

/**
 * Whether a mailbox may get another message that strangers can cause: eight of all kinds an hour, over all
 * nodes. Further messages are dropped without an error, which would reveal whether the address has an
 * account.
 */
async function hasRoomInMailbox(
  tx: Queryable,
  { now }: Pick<Context, 'now'>,
  address: string,
): Promise<boolean> {
  // Concurrent calls wait for each other.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox:${address.toLowerCase()}`}, 0))`,
  );
  const recent = await tx.$count(
    mailMessages,
    and(
      eq(sql`lower(${mailMessages.toAddress})`, address.toLowerCase()),
      gt(mailMessages.createdAt, new Date(now().getTime() - hourMs)),
      inArray(mailMessages.template, boundedTemplates),
    ),
  );
  return recent < maxBoundedAnHour;
}

const isLast = (template: string) =>
  isKeyOf(mailTemplates, template) && mailTemplates[template].last === true;
const isSecret = (template: string) =>
  isKeyOf(mailTemplates, template) && mailTemplates[template].secret === true;

/** Whether staff may read a message. A sent message that gives access to an account is never readable. */
export const isReadable = ({ template, state }: { template: string; state: string }): boolean =>
  state === 'unsent' || !isSecret(template);

/**
 * Sends a queued message. Its row is locked meanwhile, so two simultaneous calls send it once; a kill between
 * sending and storing sends it again under the same Message-ID. Throws when it should be retried.
 */
export async function sendMail(context: Context, id: string): Promise<void> {
  const { db, mail, config } = context;
  const failure = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(mailMessages).where(eq(mailMessages.id, id)).for('update');
    if (row?.state !== 'queued' || row.text === null || row.html === null) return undefined;
    if (!(await context.hooks.isMailWanted(tx, row, context.now()))) {
      await tx.delete(mailMessages).where(eq(mailMessages.id, id));
      return undefined;
    }
    const attempts = row.attempts + 1;
    const note = (values: Partial<typeof mailMessages.$inferInsert>) =>
      isLast(row.template) && values.state !== 'queued'
        ? tx.delete(mailMessages).where(eq(mailMessages.id, id))
        : tx
            .update(mailMessages)
            .set({ attempts, updatedAt: context.now(), ...values })
            .where(eq(mailMessages.id, id));
    try {
      const state = await mail.deliver({
        id: row.id,
        from: { name: config.mailFrom.name ?? config.brand[row.locale], address: config.mailFrom.address },
        to: row.toAddress,
        subject: row.subject,
        text: row.text,
        html: row.html,
        unsubscribeUrl: row.unsubscribeUrl,
      });
      const over = state === 'sent' && isSecret(row.template) ? { text: null, html: null } : {};
      await note({ state, error: null, sentAt: state === 'sent' ? context.now() : null, ...over });
      return undefined;
    } catch (error) {
      const failed = error instanceof MailRefused || attempts >= maxAttempts;
      const reason = toError(error).message.slice(0, 500);
      const secret = failed && isSecret(row.template) ? { text: null, html: null } : {};
      await note({ state: failed ? 'failed' : 'queued', error: reason, ...secret });
      return failed ? undefined : toError(error);
    }
  });
  if (failure) throw failure;
}

/** Deletes the content of messages that are older than a month. */
export async function purgeMail({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db
    .update(mailMessages)
    .set({ text: null, html: null, unsubscribeUrl: null })
    .where(
      and(
        isNotNull(mailMessages.html),
        lt(mailMessages.createdAt, new Date(now().getTime() - bodyRetentionMs)),
      ),
    );
}

/**
 * Deletes the name of an erased household in mail to other users, including earlier names. The subject is
 * kept without the name, and the content is deleted before its month is over.
 */
export async function forgetNamedInMail(
  tx: Queryable,
  userIds: readonly string[],
  householdId: string,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.execute(sql`update mail_messages
    set subject = replace(replace(subject, named_as || ${recipientWords.ko}, ''), ${recipientWords.en} || named_as, ''), named_as = null,
      text = case when state = 'queued' then text end, html = case when state = 'queued' then html end
    where user_id = any(${sql.param([...userIds])}::uuid[]) and named_household_id = ${householdId} and named_as is not null`);
}

/**
 * Assigns mail that was sent to an address before it was proved to be the user's to that user, so that it is
 * erased with them even if their address changes.
 */
export async function claimMailTo(tx: Queryable, address: string, userId: string): Promise<void> {
  await tx
    .update(mailMessages)
    .set({ userId })
    .where(
      and(eq(sql`lower(${mailMessages.toAddress})`, address.toLowerCase()), isNull(mailMessages.userId)),
    );
}
