/** What both ways of mail have to keep to, and what is the SMTP server's own. */
import { afterAll, describe, expect, test } from 'vitest';
import { openTestSmtp } from '../../../../test/smtp.ts';
import { readConfig } from '../../config.ts';
import { StartupError } from '../../startup-error.ts';
import { openMail } from './open.ts';
import { OutboxMail } from './outbox.ts';
import { type Mail, MailRefused, type OutgoingMail } from './port.ts';
import { SmtpMail } from './smtp.ts';

const message: OutgoingMail = {
  id: '01890000-0000-7000-8000-00000000000a',
  from: { name: '마루', address: 'no-reply@maru.example' },
  to: 'seoyeon@example.com',
  subject: '인증 번호 🎬 "확인"',
  text: '한글 본문이에요.\n두 번째 줄',
  html: '<p>한글 <b>본문</b>이에요.</p>',
};
const smtp = await openTestSmtp();

describe.each<[string, () => Mail, 'sent' | 'unsent']>([
  ['the SMTP server', () => new SmtpMail(smtp.url), 'sent'],
  ['the outbox', () => new OutboxMail(), 'unsent'],
])('mail by %s', (_, open, state) => {
  test('takes a message, the same one twice, and says what became of it', async () => {
    const mail = open();
    expect(await mail.deliver(message)).toBe(state);
    expect(await mail.deliver(message)).toBe(state);
    await mail.close();
  });
});

describe('the SMTP server', () => {
  const mail = new SmtpMail(smtp.url);
  afterAll(() => mail.close());

  test('gets both bodies, the names and the same Message-ID for every try', async () => {
    smtp.taken.length = 0;
    await mail.deliver(message);
    await mail.deliver(message);
    expect(smtp.taken).toHaveLength(2);
    const [first, second] = smtp.taken;
    expect(first?.messageId).toBe(`<${message.id}@maru.example>`);
    expect(second?.messageId).toBe(first?.messageId);
    expect(first?.from).toEqual({ name: '마루', address: 'no-reply@maru.example' });
    expect(first?.to).toEqual([{ name: '', address: 'seoyeon@example.com' }]);
    expect(first?.subject).toBe(message.subject);
    expect(first?.text?.trim()).toBe(message.text);
    expect(first?.html?.trim()).toBe(message.html);
  });

  test('says where mail is stopped with one click, when it can be', async () => {
    smtp.taken.length = 0;
    const unsubscribeUrl = 'https://maru.example/unsubscribe?token=abc';
    await mail.deliver({ ...message, unsubscribeUrl });
    await mail.deliver({ ...message, unsubscribeUrl: null });
    const headersOf = (index: number) =>
      smtp.taken[index]?.headers
        .filter(({ key }) => key.startsWith('list-'))
        .map(({ key, value }) => [key, value]);
    expect(headersOf(0)).toEqual([
      ['list-unsubscribe', `<${unsubscribeUrl}>`],
      ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
    ]);
    expect(headersOf(1)).toEqual([]);
  });

  test('refuses an unknown mailbox for good, and a full one for now', async () => {
    await expect(mail.deliver({ ...message, to: 'nobody@example.com' })).rejects.toThrow(MailRefused);
    smtp.before = () => {
      throw Object.assign(new Error('Mailbox full, try later'), { responseCode: 452 });
    };
    const later = await mail.deliver(message).catch((error: unknown) => error);
    smtp.before = () => {};
    expect(later).toBeInstanceOf(Error);
    expect(later).not.toBeInstanceOf(MailRefused);
  });

  test('that is not there, or knows us not, may be there next time', async () => {
    for (const url of ['smtp://127.0.0.1:9', smtp.url.replace('p%40ss', 'other')]) {
      const away = new SmtpMail(url);
      const failure = await away.deliver(message).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MailRefused);
      await away.close();
    }
  });

  test('never reads one address as several people or as a header', async () => {
    smtp.taken.length = 0;
    for (const to of ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])
      await mail.deliver({ ...message, to }).catch(() => undefined);
    expect(
      smtp.taken.flatMap(({ to, bcc }) => [...(to ?? []), ...(bcc ?? [])]).map((one) => one.address),
    ).not.toContain('b@example.com');
  });
});

test('the configuration chooses the way, and says what is missing', () => {
  const read = (env: Record<string, string>) => readConfig({ MARU_SECRET: 'x'.repeat(32), ...env });
  expect(openMail(read({}))).toBeInstanceOf(OutboxMail);
  const whole = {
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: '마루 <hello@maru.example>',
    MARU_ORIGIN: 'https://maru.example',
  };
  expect(openMail(read(whole))).toBeInstanceOf(SmtpMail);
  expect(read(whole).mailFrom).toEqual({ name: '마루', address: 'hello@maru.example' });
  expect(read({ MAIL_FROM: 'hello@maru.example' }).mailFrom).toEqual({
    name: undefined,
    address: 'hello@maru.example',
  });
  expect(() => read({ SMTP_URL: 'smtp://mail.example' })).toThrow(/MAIL_FROM and MARU_ORIGIN/);
  expect(() => read({ ...whole, MARU_ORIGIN: '' })).toThrow(StartupError);
  expect(() => read({ SMTP_URL: 'mail.example' })).toThrow(/SMTP_URL/);
  expect(() => read({ MAIL_FROM: 'Maru' })).toThrow(/MAIL_FROM/);
});
