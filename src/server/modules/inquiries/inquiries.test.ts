import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildStaff, buildUser } from '../../../../test/build.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import type { PushMessage } from '../../adapters/push/port.ts';
import { newId } from '../../db/columns.ts';
import type { Job } from '../../jobs/queue.ts';
import { tellPagesJob } from '../notifications/jobs/notifications.jobs.ts';
import { forgetLooseAttachments } from './attachments.service.ts';
import { inquiryAttachments } from './inquiries.tables.ts';

let api: TestApi;
let pushed: PushMessage[] = [];
beforeAll(async () => {
  api = await openTestApi();
  const { push } = api.context;
  const broadcast = push.broadcast.bind(push);
  push.broadcast = (message) => {
    pushed.push(message);
    return broadcast(message);
  };
});
afterEach(() => {
  api.setNow(undefined);
  pushed = [];
});

const question = (values: object = {}) => ({
  id: newId(),
  type: 'technical' as const,
  title: '소리가 안 나와요',
  body: '거실 TV에서만 소리가 안 나와요.',
  ...values,
});
const ask = (token: string, values: object = {}, locale: 'ko' | 'en' = 'ko') =>
  api.call('POST /api/account/inquiries', { body: question(values), token, locale });
const read = (token: string, id: string) =>
  api.call('GET /api/account/inquiries/{id}', { params: { id }, token });
const writeAgain = (token: string, id: string, values: object = {}) =>
  api.call('POST /api/account/inquiries/{id}/messages', {
    params: { id },
    body: { id: newId(), body: '아직 안 돼요.', ...values },
    token,
  });
const send = (token: string, bytes: Buffer, name = '화면.png', locale: 'ko' | 'en' = 'ko') =>
  api.call('POST /api/account/inquiry-attachments', { body: bytes, query: { name }, token, locale });
const fetchFile = (token: string, id: string) =>
  api.call('GET /api/account/inquiry-attachments/{id}', { params: { id }, token });
const record = async (token: string, id: string) =>
  (await api.call('GET /api/admin/inquiries/{id}', { params: { id }, token })).body.data;
const answer = async (token: string, id: string, values: object = {}, locale: 'ko' | 'en' = 'ko') =>
  api.call('POST /api/admin/inquiries/{id}/answer', {
    params: { id },
    body: { answer: '다시 켜 보세요.', updated_at: (await record(token, id)).updated_at, ...values },
    token,
    locale,
  });

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04030' } })
    .withExif({ IFD0: { Copyright: 'secret-place' } })
    .toFormat(format)
    .toBuffer();
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

describe('asking', () => {
  test('an inquiry is received, answered with push and mail, asked again, and closed', async () => {
    const user = await buildUser(api.db);
    const staff = await buildStaff(api.db);
    const { body } = await ask(user.token, { title: '  소리가\t안 나와요 😢 '.normalize('NFD') });
    const { id } = body.data;
    expect(body.data).toMatchObject({
      type: 'technical',
      title: '소리가 안 나와요 😢',
      status: 'received',
      answered_at: null,
      messages: [{ author: 'customer', body: '거실 TV에서만 소리가 안 나와요.' }],
    });

    expect((await answer(staff.token, id)).body.data).toMatchObject({ status: 'answered' });
    await runDueJobs(api, [tellPagesJob] as Job<never>[]);
    expect(pushed).toEqual([
      {
        channel: `private-household.${user.householdId}`,
        event: 'App\\Events\\Notified',
        data: { kind: 'inquiry_answered' },
      },
    ]);
    const { rows: mails } = await api.pool.query(
      `select to_address, locale, subject, text from mail_messages where template = 'inquiry_answered' and text like '%' || $1 || '%'`,
      [id],
    );
    expect(mails).toMatchObject([{ locale: 'ko', subject: '마루 문의에 답변이 도착했어요' }]);
    const read1 = (await read(user.token, id)).body.data;
    expect(read1.messages.map(({ author }) => author)).toEqual(['customer', 'staff']);
    expect(JSON.stringify(read1)).not.toContain('staff_name');

    expect((await writeAgain(user.token, id)).body.data.status).toBe('received');
    await answer(staff.token, id, { close: true });
    expect((await writeAgain(user.token, id)).body.code).toBe('inquiry_closed');
    expect((await answer(staff.token, id)).body.code).toBe('inquiry_closed');

    const events = await api.call('GET /api/admin/events', {
      token: staff.token,
      query: { entity: 'inquiries', entity_id: id, order: 'asc' },
    });
    const first = events.body.data.shift();
    expect([first?.action, first?.label]).toEqual(['read', `${question().title} 😢`]);
    expect(events.body.data.map(({ action, changes }) => [action, changes.state])).toEqual([
      ['answer', ['received', 'answered']],
      ['answer', ['received', 'closed']],
    ]);
  });

  test('names what is missing or too long, and keeps markup as the text it is', async () => {
    const { token } = await buildUser(api.db);
    const empty = await ask(token, { title: ' ', body: '', type: 'rumour' });
    expect(empty.status).toBe(422);
    expect(Object.keys(empty.body.errors ?? {}).sort()).toEqual(['body', 'title', 'type']);
    expect((await ask(token, { body: '가'.repeat(5001) })).body.errors?.body).toEqual([
      '5000자까지 입력할 수 있어요.',
    ]);
    const script = '<script>alert(1)</script><img src=x onerror=alert(2)>\n둘째 줄 🙂';
    const kept = await ask(token, { body: script });
    expect(kept.body.data.messages[0]?.body).toBe(script);
    expect(kept.headers['content-type']).toMatch(/^application\/json/);
  });

  test('sent twice it is asked once; an id that somebody else has used is refused', async () => {
    const [own, stranger] = [await buildUser(api.db), await buildUser(api.db)];
    const same = question();
    for (let time = 0; time < 2; time += 1) expect((await ask(own.token, same)).status).toBe(200);
    const again = { id: newId(), body: '한 번만' };
    for (let time = 0; time < 2; time += 1) await writeAgain(own.token, same.id, again);
    expect((await read(own.token, same.id)).body.data.messages).toHaveLength(2);
    expect((await ask(stranger.token, same)).body.code).toBe('conflict');
    const list = await api.call('GET /api/account/inquiries', { token: own.token });
    expect(list.body.meta.total).toBe(1);
  });

  test('ten a day go through, also when they come at once; the next day there are ten more', async () => {
    const { token } = await buildUser(api.db);
    const sent = await Promise.all(Array.from({ length: 12 }, () => ask(token)));
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429]);
    expect(sent.find(({ status }) => status === 429)?.body.code).toBe('inquiry_limit');
    api.setNow(new Date(Date.now() + 25 * 3_600_000));
    expect((await ask(token)).status).toBe(200);
    const page = await api.call('GET /api/account/inquiries', { token, query: { page: 2, per_page: 10 } });
    expect([page.body.data.length, page.body.meta.total]).toEqual([1, 11]);
  });
});

describe('another household', () => {
  test('finds neither inquiry nor file, and cannot take a file along', async () => {
    const [own, stranger] = [await buildUser(api.db), await buildUser(api.db)];
    const file = (await send(own.token, await picture())).body.data;
    expect(
      (await ask(stranger.token, { attachment_ids: [file.id] })).body.errors?.attachment_ids,
    ).toBeDefined();
    const { id } = (await ask(own.token, { attachment_ids: [file.id] })).body.data;
    for (const attempt of [read, writeAgain]) expect((await attempt(stranger.token, id)).status).toBe(404);
    expect((await fetchFile(stranger.token, file.id)).status).toBe(404);
    expect((await fetchFile(own.token, file.id)).status).toBe(200);
    // A file belongs to the message it was first sent with.
    expect((await ask(own.token, { attachment_ids: [file.id] })).status).toBe(422);
    expect((await read(own.token, id)).body.data.messages[0]?.attachments).toEqual([file]);
  });
});

describe('files', () => {
  test('are what their content is: pictures are re-encoded without what they carried, and PDFs stay as they are', async () => {
    const { token } = await buildUser(api.db);
    for (const [format, name, ending] of [
      ['png', '캡처 화면.PDF', 'png'],
      ['jpeg', '../../etc/passwd', 'jpg'],
      ['webp', 'x"\r\nSet-Cookie: a=b.webp', 'webp'],
    ] as const) {
      const { body } = await send(token, await picture(format), name);
      expect(body.data).toMatchObject({
        kind: 'image',
        name: expect.stringMatching(new RegExp(`^[^/"\\r\\n]+\\.${ending}$`)),
      });
      const fetched = await api.app.inject({
        url: `/api/account/inquiry-attachments/${body.data.id}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(fetched.rawPayload.includes('secret-place')).toBe(false);
      expect((await sharp(fetched.rawPayload).metadata()).format).toBe(format);
    }
    const { body } = await send(token, pdf, '영수증.pdf'.normalize('NFD'));
    expect(body.data).toMatchObject({ kind: 'pdf', name: '영수증.pdf', size_bytes: pdf.length });
    const fetched = await fetchFile(token, body.data.id);
    expect(fetched.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="___.pdf"; filename*=UTF-8''${encodeURIComponent('영수증.pdf')}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
  });

  test('that come all at once are no more than 30, and take turns', async () => {
    const { token, householdId } = await buildUser(api.db);
    const bytes = await picture();
    const post = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/account/inquiry-attachments?name=a.png',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: bytes,
      });
    const first = await Promise.all(Array.from({ length: 12 }, post));
    expect(first.filter(({ statusCode }) => statusCode === 503).length).toBe(7);
    expect(first.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBeDefined();
    for (let round = 0; round < 8; round += 1) await Promise.all(Array.from({ length: 5 }, post));
    const kept = await api.db.$count(inquiryAttachments, eq(inquiryAttachments.householdId, householdId));
    expect(kept).toBe(30);
    expect((await post()).json().code).toBe('inquiry_limit');
  });

  test('keep their colors, also as a noisy PNG', async () => {
    const { token } = await buildUser(api.db);
    const pixels = Uint8Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 2_654_435_761) >>> 24);
    const noise = await sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    const { body } = await send(token, noise, 'noise.png');
    const fetched = await api.app.inject({
      url: `/api/account/inquiry-attachments/${body.data.id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await sharp(fetched.rawPayload).raw().toBuffer()).toEqual(await sharp(noise).raw().toBuffer());
  });

  test('of more pixels than a screen has are refused before they are decoded', async () => {
    const { token } = await buildUser(api.db);
    const large = await sharp({ create: { width: 5200, height: 5000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    // Only the head of the picture: it could not be decoded at all.
    for (const bytes of [large, large.subarray(0, 100)])
      expect((await send(token, bytes, 'large.png')).body.code).toBe('invalid_file');
  });

  test('that are two things at once do no harm, and anything else is refused', async () => {
    const { token } = await buildUser(api.db);
    const script = '<html><script>alert(document.cookie)</script></html>';
    // A picture with a page appended: only the picture is stored.
    const both = Buffer.concat([await picture('jpeg'), Buffer.from(script)]);
    const { body } = await send(token, both, 'both.html');
    const fetched = await api.app.inject({
      url: `/api/account/inquiry-attachments/${body.data.id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(fetched.rawPayload.includes('alert')).toBe(false);
    for (const bytes of [
      Buffer.from(script),
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>`),
      Buffer.concat([Buffer.from(`${script}\n`), pdf]),
      Buffer.from('%PDF-1.4 and no end'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]),
      await picture('gif'),
      Buffer.alloc(0),
    ]) {
      expect((await send(token, bytes, 'innocent.png')).body).toEqual({
        code: 'invalid_file',
        message: '올바르지 않은 파일이에요.',
      });
    }
    expect((await send(token, Buffer.from(script), 'innocent.png', 'en')).body.message).toBe('Invalid File');
    expect((await send(token, Buffer.alloc(10 * 2 ** 20 + 1))).body.code).toBe('too_large');
  });

  test('five at most go with a message, and those without one are forgotten after a day', async () => {
    const { token } = await buildUser(api.db);
    const files = [];
    for (let number = 0; number < 6; number += 1) files.push((await send(token, pdf)).body.data.id);
    expect((await ask(token, { attachment_ids: files })).body.errors?.attachment_ids).toEqual([
      '최대 5개까지 넣을 수 있어요.',
    ]);
    await ask(token, { attachment_ids: files.slice(0, 5) });
    api.setNow(new Date(Date.now() + 25 * 3_600_000));
    expect(await forgetLooseAttachments(api.context)).toBeGreaterThanOrEqual(1);
    expect((await fetchFile(token, files[0] ?? '')).status).toBe(200);
    expect((await fetchFile(token, files[5] ?? '')).status).toBe(404);
  });
});

describe('in the office', () => {
  test('an answer without words is refused by its name', async () => {
    const user = await buildUser(api.db);
    const { token } = await buildStaff(api.db);
    const { id } = (await ask(user.token)).body.data;
    for (const empty of ['', ' \n ']) {
      const refused = await answer(token, id, { answer: empty }, 'en');
      expect([refused.status, refused.body.errors]).toEqual([422, { answer: ['Answer is required.'] }]);
    }
    expect((await answer(token, id, { answer: '' })).body.errors).toEqual({
      answer: ['이 칸의 입력은 필수입니다.'],
    });
    expect((await record(token, id)).messages).toHaveLength(1);
  });

  test('what was written meanwhile has to be read first: of two answers at once one is a conflict', async () => {
    const user = await buildUser(api.db);
    const [one, two] = [await buildStaff(api.db), await buildStaff(api.db)];
    const { id } = (await ask(user.token)).body.data;
    const { updated_at } = await record(one.token, id);
    api.setNow(new Date(Date.now() + 1000));
    const both = await Promise.all([
      answer(one.token, id, { updated_at }),
      answer(two.token, id, { updated_at }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await record(one.token, id)).messages).toHaveLength(2);
    await runDueJobs(api, [tellPagesJob] as Job<never>[]);
    expect(pushed.filter(({ channel }) => channel.endsWith(user.householdId))).toHaveLength(1);
    api.setNow(new Date(Date.now() + 2000));
    const seen = (await record(one.token, id)).updated_at;
    await writeAgain(user.token, id);
    const blind = await api.call('PATCH /api/admin/inquiries/{id}', {
      params: { id },
      body: { closed: true, updated_at: seen },
      token: one.token,
    });
    expect(blind.body.code).toBe('conflict');
  });

  test('inquiries are found by state, type, whose they are and who asks', async () => {
    const user = await buildUser(api.db);
    const staff = await buildStaff(api.db);
    const first = (await ask(user.token, { type: 'payment', title: '두 번 결제됐어요' })).body.data.id;
    const second = (await ask(user.token, { title: '100%_ 이상해요' })).body.data.id;
    const list = async (query: object) =>
      (
        await api.call('GET /api/admin/inquiries', {
          token: staff.token,
          query: { household_id: user.householdId, order: 'desc', ...query },
        })
      ).body.data.map(({ id }) => id);
    expect(await list({})).toEqual([second, first]);
    expect(await list({ type: 'payment' })).toEqual([first]);
    expect(await list({ q: '100%_' })).toEqual([second]);
    await api.call('PATCH /api/admin/inquiries/{id}', {
      params: { id: first },
      body: { mine: true, updated_at: (await record(staff.token, first)).updated_at },
      token: staff.token,
    });
    expect(await list({ assigned: 'me' })).toEqual([first]);
    expect(await list({ assigned: 'nobody' })).toEqual([second]);
    await answer(staff.token, second);
    expect(await list({ status: 'answered' })).toEqual([second]);
    expect(await list({ assigned: 'me' })).toEqual([second, first]);

    const change = async (body: object) =>
      (
        await api.call('PATCH /api/admin/inquiries/{id}', {
          params: { id: second },
          body: { ...body, updated_at: (await record(staff.token, second)).updated_at },
          token: staff.token,
        })
      ).body.data.status;
    expect(await change({ closed: true })).toBe('closed');
    expect(await change({ closed: false })).toBe('answered');
  });

  test('who asks is known by username to whoever may read inquiries, the e-mail address by a mask; the customer’s page is not theirs', async () => {
    const user = await buildUser(api.db);
    const { id } = (await ask(user.token)).body.data;
    const { token } = await buildStaff(api.db, { permissions: { inquiries: ['read'] } });
    const found = await record(token, id);
    expect(found).toMatchObject({ username: user.username, email: 'u•••@e•••.com' });
    expect(JSON.stringify(found)).not.toMatch(/phone|birth|hash|token/);
    const customer = await api.call('GET /api/admin/customers/{id}', { token, params: { id: user.id } });
    expect(customer.status).toBe(403);
  });

  test('those of however many people are found by a filter; a search that means too many of them says so', async () => {
    const { token } = await buildStaff(api.db);
    await api.db.execute(sql`with made as (insert into accounts_households (id)
        select gen_random_uuid() from generate_series(1, 2600) returning id),
      people as (insert into accounts_users (id, household_id, username, email, password_hash)
        select gen_random_uuid(), id, 'throng.' || n, 'throng.' || n || '@example.com', ''
        from (select id, row_number() over () as n from made) numbered returning id, household_id)
      insert into inquiries (id, household_id, user_id, type, title, locale)
      select gen_random_uuid(), household_id, id, 'other', '화면이 안 나와요', 'ko' from people`);
    const list = (query: object) =>
      api.call('GET /api/admin/inquiries', { token, locale: 'en', query: { count: 'exact', ...query } });
    const every = { username_like: 'throng' };
    expect((await list(every)).body.meta.total).toBe(2600);
    expect((await list({ ...every, count: undefined })).body.meta.total).toBe(2600);
    expect((await list({ q: 'throng.1234' })).body.meta.total).toBe(1);
    const refusal =
      'That means more than 2500 people. Please be more specific, or add a filter by username or name instead.';
    const told = { code: 'too_many_people', message: refusal, errors: { q: [refusal] } };
    for (const query of [{ q: 'throng' }, { q: 'throng', count: undefined }, { q: 'throng', page: 60 }]) {
      const { status, body } = await list(query);
      expect([status, body]).toEqual([422, told]);
    }
    const save = (query: Record<string, string>) =>
      api.call('POST /api/admin/exports', {
        token,
        locale: 'en',
        body: { resource: 'inquiries', format: 'csv', query, columns: [{ field: 'title', label: 'Title' }] },
      });
    expect((await save({ q: 'throng' })).body).toEqual(told);
    expect((await save(every)).body.data.rows).toBe(2600);
    // Where records of all kinds are found, those people are.
    const found = await api.call('GET /api/admin/find', { token, query: { q: 'throng' } });
    expect(new Set(found.body.data.map(({ resource }) => resource))).toEqual(new Set(['customers']));
  });

  test('files are read with the permission, once they came with a message', async () => {
    const user = await buildUser(api.db);
    const [staff, other] = [
      await buildStaff(api.db),
      await buildStaff(api.db, { permissions: { people: ['read'] } }),
    ];
    const file = (await send(user.token, pdf)).body.data.id;
    const get = (token: string) =>
      api.call('GET /api/admin/inquiries/attachments/{id}', { params: { id: file }, token });
    expect((await get(staff.token)).status).toBe(404);
    await ask(user.token, { attachment_ids: [file] });
    expect((await get(other.token)).status).toBe(403);
    const { status, headers } = await get(staff.token);
    expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
  });

  test('canned answers are kept in both languages', async () => {
    const { token } = await buildStaff(api.db);
    const body = { name_ko: '인사', name_en: 'Greeting', body_ko: '안녕하세요.', body_en: 'Hello.' };
    const made = (await api.call('POST /api/admin/canned-answers', { body, token })).body.data;
    expect(made).toMatchObject(body);
    const found = await api.call('GET /api/admin/canned-answers', { token, query: { q: '인사' } });
    expect(found.body.meta.total).toBe(1);
    expect(
      (await api.call('POST /api/admin/canned-answers', { body: { ...body, body_en: ' ' }, token })).body
        .errors,
    ).toHaveProperty('body_en');
  });
});
