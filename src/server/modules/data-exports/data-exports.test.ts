import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildEpisode,
  buildInquiry,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildUser,
  buildViewing,
} from '../../../../test/build.ts';
import { runDueJobs, waitingJobs } from '../../../../test/jobs.ts';
import { newId } from '../../db/columns.ts';
import { personalData } from '../../db/personal-data.ts';
import type { Job } from '../../jobs/queue.ts';
import { sessions, users } from '../accounts/accounts.tables.ts';
import { tidyAccountsJob } from '../accounts/jobs/accounts.jobs.ts';
import { inquiryAttachments, inquiryMessages } from '../inquiries/inquiries.tables.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { searchQueries } from '../search/search.tables.ts';
import { identities } from '../social-login/social-login.tables.ts';
import { myList } from '../viewing/viewing.tables.ts';
import { fileOf } from './export-files.service.ts';
import { makeExportJob, removeExportsJob, tidyExportsJob } from './jobs/data-exports.jobs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

type Built = Awaited<ReturnType<typeof buildUser>>;
const dayMs = 86_400_000;
const jobs = [makeExportJob, removeExportsJob] as Job<never>[];

/** Re-authenticates, as by a code from the mailbox. */
const prove = (user: Built) =>
  api.db.update(sessions).set({ reauthenticatedAt: api.context.now() }).where(eq(sessions.userId, user.id));
const ask = (user: Built) => api.call('POST /api/account/data-export', { token: user.token });
const look = async (user: Built) =>
  (await api.call('GET /api/account/data-export', { token: user.token })).body.data;
const download = (user: Built, id: string) =>
  api.app.inject({
    method: 'GET',
    url: `/api/account/data-export/${id}/file`,
    headers: { authorization: `Bearer ${user.token}` },
  });

/** The files of a ZIP archive by their names, by its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    files.set(name, (method === 8 ? inflateRawSync(packed) : packed).toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

async function copyOf(user: Built): Promise<Map<string, string>> {
  await prove(user);
  expect((await ask(user)).status).toBe(200);
  await runDueJobs(api, jobs);
  const { export: made } = await look(user);
  const response = await download(user, made?.id ?? '');
  expect(response.statusCode).toBe(200);
  return unzip(response.rawPayload);
}

describe('a copy of somebody’s data', () => {
  test('has their things as tables that Excel opens and as JSON, their files, and nothing of others', async () => {
    const [user, neighbour] = [await buildUser(api.db, { plan: 30 }), await buildUser(api.db)];
    const mate = await buildUser(api.db, { householdId: user.householdId });
    const series = await buildProgramme(api.db, { kind: 'series', titleKo: '달빛 정원' });
    const season = await buildSeason(api.db, { programmeId: series.id });
    const episode = await buildEpisode(api.db, { season, number: 3 });
    for (const who of [user, neighbour]) {
      const profile = await buildProfile(api.db, {
        householdId: who.householdId,
        name: `=${who.username}`,
        pin: '1234',
      });
      const { householdId } = profile;
      await api.db.insert(myList).values({ profileId: profile.id, householdId, programmeId: series.id });
      await buildViewing(api.db, { profile, programmeId: series.id, episodeId: episode.id });
      const q = `등대 ${who.username}`;
      await api.db
        .insert(searchQueries)
        .values({ householdId, profileId: profile.id, q, term: q, searchedAt: new Date() });
    }
    const inquiry = await buildInquiry(api.db, { user, body: '화면이, "까매요"', answer: '고쳤어요.' });
    await buildInquiry(api.db, { user: mate, body: '저만의 비밀이에요.' });
    const [message] = await api.db
      .select()
      .from(inquiryMessages)
      .where(eq(inquiryMessages.inquiryId, inquiry.id));
    // Sent within one second under the same name: each is in the archive.
    for (const content of ['what was in the picture', 'the second', 'the third']) {
      const key = `inquiries/${user.householdId}/${newId()}`;
      await api.context.storage.put(key, content);
      await api.db.insert(inquiryAttachments).values({
        householdId: user.householdId,
        messageId: message?.id ?? null,
        name: '화면.png',
        contentType: 'image/png',
        storageKey: key,
        sizeBytes: content.length,
        createdAt: new Date(),
      });
    }

    await api.db
      .insert(identities)
      .values({ userId: user.id, provider: 'kakao', subject: 'as the service knows them' });

    const files = await copyOf(user);
    const json = JSON.parse(files.get('data.json') ?? '');
    expect(Object.keys(json)).toEqual(
      api.context.registries
        .get(personalData)
        .flatMap(({ sections = [] }) => sections.map(({ name }) => name)),
    );
    expect(json.account).toMatchObject([{ username: user.username }]);
    expect(json['my-list']).toMatchObject([{ title: '달빛 정원' }]);
    expect(json['watch-history']).toMatchObject([{ title: '달빛 정원', episode: 3, watched_seconds: 60 }]);
    expect(json.searches).toMatchObject([{ query: `등대 ${user.username}` }]);
    expect(json['linked-accounts']).toMatchObject([
      { service: 'kakao', subject: 'as the service knows them' },
    ]);
    expect(json.plans).toHaveLength(1);
    expect(json.profiles).toMatchObject([{ has_pin: true }]);
    expect(json.inquiries.map(({ by }: { by: string }) => by)).toEqual(['customer', 'staff']);
    expect(files.get('찜한 콘텐츠.csv')).toMatch(/^\ufeff프로필,제목,찜한 때\r\n'=\S+,달빛 정원,\d{4}-/);
    expect(files.get('문의.csv')).toContain('"화면이, ""까매요"""');
    expect([...files].filter(([name]) => name.startsWith('attachments/'))).toEqual([
      ['attachments/001-화면.png', 'what was in the picture'],
      ['attachments/002-화면.png', 'the second'],
      ['attachments/003-화면.png', 'the third'],
    ]);
    expect(json.attachments.map(({ file }: { file: string }) => file)).toEqual([
      'attachments/001-화면.png',
      'attachments/002-화면.png',
      'attachments/003-화면.png',
    ]);

    const all = [...files.values()].join('\n');
    // Names that every system accepts.
    expect([...files.keys()].filter((name) => /[:*?"<>|\\]/.test(name))).toEqual([]);
    for (const foreign of [neighbour.username, neighbour.id, mate.username, '저만의 비밀이에요.', '상담원'])
      expect(all).not.toContain(foreign);
    const [row] = await api.db.select().from(users).where(eq(users.id, user.id));
    const [session] = await api.db.select().from(sessions).where(eq(sessions.userId, user.id));
    for (const secret of [row?.passwordHash, session?.tokenHash, '$argon2'])
      expect(all).not.toContain(secret as string);
  });

  test('is in the language of their mail', async () => {
    const user = await buildUser(api.db);
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, user.id));
    const files = await copyOf(user);
    expect([...files.keys()]).toContain('Watch history.csv');
    expect(files.get('Account.csv')).toContain('Username,Email,Phone');
    expect([...files.keys()].join(' ')).not.toMatch(/[가-힣]/);
  });

  test('takes re-authentication, to ask for it and to download it', async () => {
    const user = await buildUser(api.db);
    expect((await ask(user)).body.code).toBe('identity_required');
    await copyOf(user);
    const { export: made } = await look(user);
    api.setNow(new Date(Date.now() + 3_600_000));
    expect((await download(user, made?.id ?? '')).json().code).toBe('identity_required');
  });

  test('is told by mail, belongs to its owner alone, and is gone after a week', async () => {
    const user = await buildUser(api.db);
    const warn = vi.spyOn(api.context.log, 'warn');
    await copyOf(user);
    expect(warn.mock.calls.map(([, what]) => what)).toEqual([
      'copy of data requested',
      'copy of data downloaded',
    ]);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ userId: user.id });
    warn.mockRestore();
    const mails = await api.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.toAddress, `${user.username}@example.com`));
    expect(mails.map(({ template }) => template)).toEqual(['data_ready']);
    const { export: made } = await look(user);
    expect(made).toMatchObject({ state: 'ready', done: made?.parts });
    const id = made?.id ?? '';
    for (const householdId of [undefined, user.householdId]) {
      const other = await buildUser(api.db, householdId ? { householdId } : {});
      await prove(other);
      expect((await download(other, id)).statusCode).toBe(404);
      expect((await look(other)).export).toBeNull();
    }
    api.setNow(new Date(Date.now() + 8 * dayMs));
    await prove(user);
    expect((await download(user, id)).statusCode).toBe(404);
    await tidyExportsJob.run({}, api.context, new AbortController().signal);
    expect(await api.context.storage.find(fileOf(id))).toBeUndefined();
    expect(await look(user)).toEqual({ export: null, next_at: null });
  });

  test('is made once, however often it is asked for, and once a day', async () => {
    const user = await buildUser(api.db);
    await prove(user);
    const both = await Promise.all([ask(user), ask(user)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await look(user)).export?.state).toBe('working');
    expect(await waitingJobs(api, makeExportJob)).toHaveLength(1);
    const id = (await look(user)).export?.id ?? '';
    await runDueJobs(api, jobs);
    await makeExportJob.run({ id }, api.context, new AbortController().signal);
    expect((await ask(user)).body.code).toBe('export_limit');
    api.setNow(new Date(Date.now() + dayMs + 1000));
    await prove(user);
    expect((await ask(user)).body.data.export?.state).toBe('working');
    await runDueJobs(api, jobs);
  });

  test('that came to nothing says so, and may be asked for again', async () => {
    const user = await buildUser(api.db);
    await prove(user);
    await ask(user);
    await api.pool.query(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where task_identifier = 'data_exports_make'`);
    api.setNow(new Date(Date.now() + 2 * 3_600_000));
    expect(await look(user)).toMatchObject({ export: { state: 'failed' }, next_at: null });
    await prove(user);
    expect((await ask(user)).body.data.export?.state).toBe('working');
  });

  test('leaves nothing on the disk that a kill has kept from being removed', async () => {
    const user = await buildUser(api.db);
    await prove(user);
    await ask(user);
    const { export: asked } = await look(user);
    const folderOf = (id: string) => join(api.context.config.dataDir, 'work', `export-${id}`);
    const [own, old, young] = [asked?.id ?? '', newId(), newId()].map(folderOf) as [string, string, string];
    for (const folder of [own, old, young]) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'half.zip'), 'half of somebody’s data');
    }
    await utimes(old, new Date(), new Date(Date.now() - 2 * 3_600_000));
    await runDueJobs(api, jobs);
    await tidyExportsJob.run({}, api.context, new AbortController().signal);
    expect([own, old, young].map(existsSync)).toEqual([false, false, true]);
  });

  test('goes with the account', async () => {
    const user = await buildUser(api.db);
    await copyOf(user);
    const { export: made } = await look(user);
    expect(await api.context.storage.find(fileOf(made?.id ?? ''))).toBeDefined();
    await api.call('POST /api/account/deletion', {
      token: user.token,
      body: { password: user.password },
    });
    api.setNow(new Date(Date.now() + 91 * dayMs));
    await tidyAccountsJob.run({}, api.context, new AbortController().signal);
    await runDueJobs(api, jobs);
    expect(await api.context.storage.find(fileOf(made?.id ?? ''))).toBeUndefined();
  });

  test('is not a child’s to ask for', async () => {
    const user = await buildUser(api.db);
    const child = await buildProfile(api.db, {
      householdId: user.householdId,
      isKid: true,
      age: 8,
      maturity: 7,
    });
    await api.call('POST /api/account/profiles/{id}/enter', {
      token: user.token,
      params: { id: child.id },
      body: {},
    });
    await prove(user);
    expect((await ask(user)).body.code).toBe('kids_profile');
  });
});
