import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openData, openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildStaff } from '../../../../test/build.ts';
import { bundleEntry, startChild } from '../../../../test/child.ts';
import { openTestSmtp, type TestSmtp } from '../../../../test/smtp.ts';
import type { Job } from '../../jobs/queue.ts';
import { type JobRunner, runJobs } from '../../jobs/worker.ts';
import { purgeMailJob, sendMailJob } from './jobs/mail.jobs.ts';
import { maxAttempts, queueMail, sendMail, writeMail } from './mail.service.ts';
import { mailMessages } from './mail.tables.ts';
import { type MailValues, mailTemplates } from './mail.templates.ts';

let api: TestApi;
let outbox: TestApi;
let smtp: TestSmtp;
let runner: JobRunner | undefined;
beforeAll(async () => {
  smtp = await openTestSmtp();
  api = await openTestApi({
    smtpUrl: smtp.url,
    origin: 'https://maru.example',
    mailFrom: { name: undefined, address: 'no-reply@maru.example' },
  });
  outbox = await openTestApi();
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
  smtp.before = () => {};
  smtp.taken.length = 0;
});

const rowTo = async ({ db }: TestApi, to: string) => {
  const [row] = await db.select().from(mailMessages).where(eq(mailMessages.toAddress, to));
  return row;
};
const queue = async (at: TestApi, to: string, locale: 'ko' | 'en' = 'ko') => {
  await at.db.transaction((tx) =>
    queueMail(tx, at.context, { to, locale, template: 'password_changed', values: { at: new Date() } }),
  );
  return (await rowTo(at, to)) ?? expect.fail('no message');
};
const work = async (at: TestApi) => {
  runner = await runJobs(at.context, [sendMailJob, purgeMailJob] as Job<never>[]);
};

describe.each(['ko', 'en'] as const)('a message in %s', (locale) => {
  test('arrives with its plain and its HTML body, from the service, and is noted as sent', async () => {
    const to = `arrives-${locale}@example.com`;
    await queue(api, to, locale);
    await work(api);
    await vi.waitUntil(async () => (await rowTo(api, to))?.state === 'sent', { timeout: 15_000 });
    const [mail] = smtp.taken;
    expect(mail?.from).toEqual({ name: locale === 'ko' ? '마루' : 'Maru', address: 'no-reply@maru.example' });
    expect(mail?.to?.[0]?.address).toBe(to);
    const said = locale === 'ko' ? '비밀번호가 바뀌었어요' : 'Your password was changed';
    expect(mail?.text).toContain(said);
    expect(mail?.html).toContain(
      `<h1 style="margin:0;font-size:22px;line-height:1.35;font-weight:700">${said}</h1>`,
    );
    expect(mail?.html).toContain('href="https://maru.example/forgot"');
    expect(mail?.text).toContain('https://maru.example/forgot');
    expect((await rowTo(api, to))?.sentAt).toBeInstanceOf(Date);
  });
});

test('a message of a transaction that failed is never sent', async () => {
  await api.db
    .transaction(async (tx) => {
      await queueMail(tx, api.context, {
        to: 'never@example.com',
        locale: 'ko',
        template: 'sign_up_taken',
        values: {},
      });
      throw new Error('no');
    })
    .catch(() => {});
  await queue(api, 'after@example.com');
  await work(api);
  await vi.waitUntil(() => smtp.taken.length > 0, { timeout: 15_000 });
  expect(smtp.taken.map(({ to }) => to?.[0]?.address)).toEqual(['after@example.com']);
});

test('two senders at once send a message once', async () => {
  const row = await queue(api, 'once@example.com');
  await Promise.all([sendMail(api.context, row.id), sendMail(api.context, row.id)]);
  expect(smtp.taken).toHaveLength(1);
});

test('a server in trouble is tried again, and given up after the last try', async () => {
  const row = await queue(api, 'trouble@example.com');
  smtp.before = () => {
    throw Object.assign(new Error('Try again later'), { responseCode: 451 });
  };
  await expect(sendMail(api.context, row.id)).rejects.toThrow('Try again later');
  expect(await rowTo(api, row.toAddress)).toMatchObject({ state: 'queued', attempts: 1 });
  expect((await rowTo(api, row.toAddress))?.error).toContain('Try again later');
  await api.db
    .update(mailMessages)
    .set({ attempts: maxAttempts - 1 })
    .where(eq(mailMessages.id, row.id));
  await sendMail(api.context, row.id);
  expect(await rowTo(api, row.toAddress)).toMatchObject({ state: 'failed', attempts: maxAttempts });
});

test('an address that the server refuses is given up at once', async () => {
  const row = await queue(api, 'nobody@example.com');
  await sendMail(api.context, row.id);
  expect(await rowTo(api, row.toAddress)).toMatchObject({ state: 'failed', attempts: 1 });
});

test('a worker killed between sending and noting sends again, under the same Message-ID', async () => {
  const own = await openTestApi();
  const row = await queue(own, 'killed@example.com');
  const file = await bundleEntry('test/mail-worker.ts', 'mail-worker');
  const settings = { databaseUrl: own.url, dataDir: own.context.config.dataDir, smtpUrl: smtp.url };
  const ids: string[] = [];
  const first = startChild(file, settings);
  let killed: Promise<void> | undefined;
  smtp.before = (mail) => {
    ids.push(mail.messageId ?? '');
    killed ??= first.kill();
    return killed;
  };
  await vi.waitUntil(() => ids.length > 0, { timeout: 20_000 });
  await killed;
  expect((await rowTo(own, row.toAddress))?.state).toBe('queued');
  const second = startChild(file, settings);
  await vi
    .waitUntil(async () => (await rowTo(own, row.toAddress))?.state === 'sent', { timeout: 20_000 })
    .finally(() => second.kill());
  expect(ids.length).toBeGreaterThanOrEqual(2);
  expect(new Set(ids)).toEqual(new Set([`<${row.id}@maru.example>`]));
});

test('without a server messages are kept, and a month later what they said is forgotten', async () => {
  const row = await queue(outbox, 'kept@example.com');
  await sendMail(outbox.context, row.id);
  expect(await rowTo(outbox, row.toAddress)).toMatchObject({ state: 'unsent', sentAt: null });
  await purgeMailJob.run({}, outbox.context, new AbortController().signal);
  expect((await rowTo(outbox, row.toAddress))?.html).not.toBeNull();
  outbox.setNow(new Date(Date.now() + 31 * 86_400_000));
  await purgeMailJob.run({}, outbox.context, new AbortController().signal);
  outbox.setNow(undefined);
  expect(await rowTo(outbox, row.toAddress)).toMatchObject({ html: null, text: null, subject: row.subject });
});

test('every message has a subject, both bodies and its values as text, in both languages', () => {
  const odd = '<img src=x onerror=alert(1)>"&';
  const at = new Date();
  const samples: MailValues = {
    sign_up_code: { code: odd, minutes: 10 },
    sign_up_taken: {},
    password_reset: { token: odd, minutes: 60 },
    password_changed: { at },
    profile_email_code: { code: odd, minutes: 10 },
    identity_code: { code: odd, minutes: 10 },
    email_code: { code: odd, minutes: 10 },
    email_changed: { at, email: odd },
    deletion_requested: { at },
    account_erased: {},
    sign_in_method_added: { at, passkey: odd },
    sign_in_method_removed: { at, provider: 'naver' },
    inquiry_answered: { id: odd, title: odd },
    new_episode: { slug: odd, title_ko: `한국어 ${odd}`, title_en: odd, season: 1, number: 3 },
    notice: { id: odd, title_ko: `한국어 ${odd}`, title_en: odd },
    billing: {
      kind: 'failed',
      plan_ko: `한국어 ${odd}`,
      plan_en: odd,
      cents: 1499,
      day: '2027-01-31',
      card: '4242',
      invoice_id: odd,
    },
    data_ready: { days: 7 },
    report: {
      title: odd,
      period: odd,
      path: '/office/reports/video',
      figures: [[odd, odd]],
      table: { heading: [odd, odd], rows: [[odd, '1']] },
      filters: 2,
    },
    release_waiting: { id: odd, name: odd, at, reasons: [odd], others: [odd] },
    new_sign_in: { at, device: odd, address: odd, country: odd, method: 'kakao' },
    password_set: { at },
    pin_guessed: { at, profile: odd },
  };
  for (const template of Object.keys(mailTemplates) as (keyof typeof mailTemplates)[]) {
    for (const locale of ['ko', 'en'] as const) {
      const { subject, text, html } = writeMail(api.context, {
        template,
        locale,
        values: samples[template] as never,
      });
      expect(subject.length, template).toBeGreaterThan(4);
      expect(text.length).toBeGreaterThan(80);
      expect(html).not.toContain('<img');
      expect(html).toContain(`<html lang="${locale}">`);
      expect(`${subject} ${text}`).not.toMatch(/undefined|\[object|NaN/);
      expect(/[가-힣]/.test(text.replaceAll('마루', '')), `${template} in ${locale}`).toBe(locale === 'ko');
    }
  }
});

test('a day, an hour and a country are written as people write them', () => {
  const values = {
    at: new Date('2026-11-21T16:45:00Z'),
    device: '',
    address: '203.0.113.7',
    country: 'CA',
    method: 'password',
  } as const;
  const { text: ko } = writeMail(api.context, { template: 'new_sign_in', locale: 'ko', values });
  expect(ko).toContain('때: 2026년 11월 21일 오전 8:45 (미 태평양 시간)\n지역: 캐나다');
  const { text: en } = writeMail(api.context, { template: 'new_sign_in', locale: 'en', values });
  // A space that keeps the hour together is as good.
  expect(en.replace('\u202f', ' ')).toContain(
    'Time: November 21, 2026 at 8:45 AM (Pacific Time)\nCountry: Canada',
  );
});

describe('the outbox in the office', () => {
  test('lists the newest first, finds by a whole address, subject and state, and shows one whole once it is opened', async () => {
    const staff = await buildStaff(outbox.db);
    const first = await queue(outbox, 'list-a@example.com');
    const second = await queue(outbox, 'list-b@example.com', 'en');
    const list = await outbox.call('GET /api/admin/mail', {
      token: staff.token,
      query: { q: '비밀번호가 바뀌', order: 'desc' },
    });
    expect(list.body.data.map(({ id }) => id)).toContain(first.id);
    expect(list.body.data.every((row) => !('html' in row) && !('text' in row))).toBe(true);
    const found = await outbox.call('GET /api/admin/mail', {
      token: staff.token,
      query: { q: 'LIST-b@example.com' },
    });
    expect(found.body.data).toMatchObject([{ id: second.id, to_address: 'l•••@e•••.com' }]);
    const called = await outbox.call('GET /api/admin/find', {
      token: staff.token,
      query: { q: 'LIST-b@example.com' },
    });
    expect(called.body.data).toMatchObject([
      { resource: 'mail', id: second.id, label: found.body.data[0]?.subject },
    ]);
    const none = await outbox.call('GET /api/admin/mail', {
      token: staff.token,
      query: { to_address: 'list-a@example.com', state: 'failed' },
    });
    expect(none.body.meta.total).toBe(0);
    const read = () =>
      outbox.call('GET /api/admin/mail/{id}', { token: staff.token, params: { id: first.id } });
    expect((await read()).body.data).toMatchObject({
      to_address: 'l•••@e•••.com',
      html: null,
      text: null,
      readable: true,
    });
    await openData(outbox, staff.token, 'mail', first.id);
    const one = await read();
    expect(one.body.data).toMatchObject({
      to_address: 'list-a@example.com',
      state: 'queued',
      locale: 'ko',
    });
    expect(one.body.data.html).toContain('비밀번호가 바뀌었어요');
  });

  test('shows no code that still goes to somebody, and keeps none that has gone', async () => {
    const staff = await buildStaff(api.db);
    await queueMail(api.db, api.context, {
      to: 'secret@example.com',
      locale: 'ko',
      template: 'sign_up_code',
      values: { code: '314159', minutes: 10 },
    });
    const row = (await rowTo(api, 'secret@example.com')) ?? expect.fail('no message');
    const read = () => api.call('GET /api/admin/mail/{id}', { token: staff.token, params: { id: row.id } });
    expect(JSON.stringify((await read()).body)).not.toContain('314159');
    await sendMail(api.context, row.id);
    expect(smtp.taken[0]?.text).toContain('314159');
    expect(JSON.stringify(await rowTo(api, 'secret@example.com'))).not.toContain('314159');
  });
});
