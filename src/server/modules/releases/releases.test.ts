/** Planned changes: what viewers see stays until the instant, then changes once, or waits. */
import { eq, sql } from 'drizzle-orm';
import { TransactionRollbackError } from 'drizzle-orm/errors';
import { expect, test, vi } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildCategory,
  buildContentPartner,
  buildCoupon,
  buildGenre,
  buildPage,
  buildPageVersion,
  buildPlan,
  buildPlanPrice,
  buildPopup,
  buildProgramme,
  buildRole,
  buildSeason,
  buildStaff,
} from '../../../../test/build.ts';
import { everyPermission, type Permissions } from '../../../contract/admin/permissions.ts';
import { listenForChanges } from '../../cache/changes.ts';
import type { Queryable } from '../../db/client.ts';
import { dayIn } from '../../zone.ts';
import { programmes } from '../catalog/catalog.tables.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { roles, staff as staffTable } from '../staff/staff.tables.ts';
import { boardEvents } from '../support/support.tables.ts';
import { applyPlannedWithin } from './apply.service.ts';
import { applyReleasesJob } from './jobs/releases.jobs.ts';

const api = await openTestApi();
const { db, call, setNow, context } = api;
const maker = await buildStaff(db, { email: 'maker@example.com' });
const who = { token: maker.token };

const start = Date.parse('2026-06-01T12:00:00Z');
const at = (minutes: number) => new Date(start + minutes * 60_000);
setNow(at(0));

const run = () => applyReleasesJob.run({}, context, new AbortController().signal);
const get = async (id: string) =>
  (await call('GET /api/admin/programmes/{id}', { ...who, params: { id } })).body.data;
const releaseOf = async (id: string) =>
  (await call('GET /api/admin/releases/{id}', { ...who, params: { id } })).body.data;
const changesOf = async (id: string, token = who.token) =>
  (await call('GET /api/admin/releases/{id}/changes', { token, params: { id } })).body.data;

const plan = (
  id: string,
  fields: Record<string, unknown>,
  more: { release_id?: string; applies_at?: string; zone?: 'service' | 'Asia/Seoul'; name?: string } = {},
  token = who.token,
) =>
  call('POST /api/admin/planned-changes', {
    token,
    body: {
      entity: 'programmes',
      id,
      action: 'update',
      fields,
      ...(more.release_id ? {} : { applies_at: at(60).toISOString() }),
      ...more,
    },
  });

test('what is planned is live from its instant on, once, with one entry of the log that undoes it', async () => {
  const first = await buildProgramme(db, { titleKo: '옛 제목' });
  const second = await buildProgramme(db, { titleKo: '둘째' });
  const planned = await plan(first.id, { title_ko: '새 제목' }, { name: '여름 개편' });
  expect(planned.status).toBe(200);
  const { release_id } = planned.body.data;
  await plan(second.id, { title_ko: '둘째의 새 제목' }, { release_id });
  await run();
  expect(await get(first.id)).toMatchObject({ title_ko: '옛 제목' });
  expect(await releaseOf(release_id)).toMatchObject({ status: 'planned', change_count: 2 });
  const banner = await call('GET /api/admin/planned-changes', {
    ...who,
    query: { entity: 'programmes', id: first.id },
  });
  expect(banner.body.data).toMatchObject([
    { changes: { title_ko: ['옛 제목', '새 제목'] }, release: { id: release_id, name: '여름 개편' } },
  ]);

  setNow(at(61));
  // Two workers at once, and one that comes later.
  await Promise.all([run(), run()]);
  await run();
  setNow(at(62));
  expect(await get(first.id)).toMatchObject({ title_ko: '새 제목' });
  expect(await get(second.id)).toMatchObject({ title_ko: '둘째의 새 제목' });
  const release = await releaseOf(release_id);
  expect(release).toMatchObject({ status: 'applied', applied_at: at(61).toISOString(), undone: false });
  const { body: log } = await call('GET /api/admin/events', { ...who, query: { entity_id: first.id } });
  expect(log.data).toHaveLength(1);
  expect(log.data[0]).toMatchObject({ label: '여름 개편', staff_id: maker.id, records: 2 });

  const undone = await call('POST /api/admin/undo', { ...who, body: { event_id: release?.event_id ?? '' } });
  expect(undone.body.data.refused).toEqual([]);
  expect(await get(first.id)).toMatchObject({ title_ko: '옛 제목' });
  expect(await get(second.id)).toMatchObject({ title_ko: '둘째' });
  expect(await releaseOf(release_id)).toMatchObject({ undone: true });
  setNow(at(0));
});

test('a worker that is killed in the middle has changed nothing, and the next one applies it', async () => {
  const { id } = await buildProgramme(db, { titleKo: '전' });
  const { release_id } = (await plan(id, { title_ko: '후' })).body.data;
  setNow(at(61));
  await db
    .transaction(async (tx) => {
      await applyPlannedWithin(context, tx, at(61), release_id);
      throw new Error('killed');
    })
    .catch(() => undefined);
  expect(await get(id)).toMatchObject({ title_ko: '전' });
  await run();
  expect(await get(id)).toMatchObject({ title_ko: '후' });
  setNow(at(0));
});

test('what somebody has changed since waits with its field, nothing of the release is applied, and its maker is told', async () => {
  const changed = await buildProgramme(db, { titleKo: '처음', titleEn: 'First' });
  const gone = await buildProgramme(db);
  const fine = await buildProgramme(db, { titleKo: '멀쩡한 것' });
  const { release_id } = (await plan(changed.id, { title_ko: '예약' }, { name: '기다릴 것' })).body.data;
  await plan(gone.id, { title_ko: '없어질 것' }, { release_id });
  await plan(fine.id, { title_ko: '바뀐 것' }, { release_id });
  // Another field is none of its business.
  await call('PATCH /api/admin/programmes/{id}', {
    ...who,
    params: { id: changed.id },
    body: { title_en: 'Other' },
  });
  await call('PATCH /api/admin/programmes/{id}', {
    ...who,
    params: { id: changed.id },
    body: { title_ko: '그사이' },
  });
  await call('DELETE /api/admin/programmes/{id}', { ...who, params: { id: gone.id } });
  setNow(at(61));
  await run();
  await run();
  expect(await get(changed.id)).toMatchObject({ title_ko: '그사이', title_en: 'Other' });
  expect(await get(fine.id)).toMatchObject({ title_ko: '멀쩡한 것' });
  expect(await releaseOf(release_id)).toMatchObject({ status: 'waiting', event_id: null });
  const changes = await changesOf(release_id);
  expect(changes.map(({ reason }) => reason && Object.keys(reason.errors))).toEqual([['title_ko'], [], null]);
  const mails = await db.select().from(mailMessages).where(eq(mailMessages.toAddress, 'maker@example.com'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain('기다릴 것');

  // What is gone is taken out; over the rest the change is made anyway.
  const refused = await call('POST /api/admin/releases/{id}/apply', {
    ...who,
    params: { id: release_id },
    body: { anyway: true },
  });
  expect(refused.body.data).toMatchObject({ refused_count: 1, event_id: null });
  await call('DELETE /api/admin/releases/{id}/changes/{change}', {
    ...who,
    params: { id: release_id, change: changes[1]?.id ?? '' },
  });
  const stopped = await call('POST /api/admin/releases/{id}/apply', {
    ...who,
    params: { id: release_id },
    body: {},
  });
  expect(Object.keys(stopped.body.data.refused[0]?.errors ?? {})).toEqual(['title_ko']);
  const applied = await call('POST /api/admin/releases/{id}/apply', {
    ...who,
    params: { id: release_id },
    body: { anyway: true },
  });
  expect(applied.body.data).toMatchObject({ changed: [{ resource: 'programmes', count: 2 }], refused: [] });
  expect(await get(changed.id)).toMatchObject({ title_ko: '예약' });
  setNow(at(0));
});

test('a maker who has lost the permission, or left, has nothing applied in their name', async () => {
  const own: Permissions = { programmes: ['read', 'update'], releases: ['read', 'create'] };
  const role = await buildRole(db, { permissions: own });
  const editor = await buildStaff(db, { roleId: role.id });
  const { id } = await buildProgramme(db, { titleKo: '전', published: false });
  const first = (await plan(id, { title_ko: '후' }, {}, editor.token)).body.data.release_id;
  // As for a save: publishing takes its own permission.
  expect((await plan(id, { published: true }, {}, editor.token)).status).toBe(403);
  await db
    .update(roles)
    .set({ permissions: { ...own, programmes: ['read'] } })
    .where(eq(roles.id, role.id));
  setNow(at(61));
  await run();
  expect(await releaseOf(first)).toMatchObject({ status: 'waiting' });
  expect((await changesOf(first))[0]?.reason?.message).toContain('권한');
  await db.update(roles).set({ permissions: own }).where(eq(roles.id, role.id));
  setNow(at(0));
  const second = (await plan(id, { title_ko: '또' }, {}, editor.token)).body.data.release_id;
  await db.update(staffTable).set({ active: false }).where(eq(staffTable.id, editor.id));
  setNow(at(61));
  await run();
  expect(await releaseOf(second)).toMatchObject({ status: 'waiting' });
  expect(await get(id)).toMatchObject({ title_ko: '전' });
  setNow(at(0));
});

test('a change is made with the permission of the one who planned it, not of the one whose release it joins', async () => {
  const own: Permissions = { programmes: ['read', 'update'], releases: ['read', 'create'] };
  const role = await buildRole(db, { permissions: own });
  const editor = await buildStaff(db, { roleId: role.id });
  const [mine, theirs] = [
    await buildProgramme(db, { titleKo: '내 것' }),
    await buildProgramme(db, { titleKo: '남의 것' }),
  ];
  const { release_id } = (await plan(mine.id, { title_ko: '내 새 것' })).body.data;
  expect((await plan(theirs.id, { title_ko: '남의 새 것' }, { release_id }, editor.token)).status).toBe(200);
  await db
    .update(roles)
    .set({ permissions: { releases: ['read'] } })
    .where(eq(roles.id, role.id));
  setNow(at(61));
  await run();
  expect(await releaseOf(release_id)).toMatchObject({ status: 'waiting' });
  expect((await changesOf(release_id)).map(({ reason }) => reason !== null)).toEqual([false, true]);
  setNow(at(0));
});

test('moving when viewers see a title needs the permission to publish until it is done, in whosever release', async () => {
  const own: Permissions = {
    programmes: ['read', 'update', 'publish'],
    releases: ['read', 'create', 'update'],
  };
  const role = await buildRole(db, { permissions: own });
  const editor = await buildStaff(db, { roleId: role.id });
  const [mine, theirs] = [await buildProgramme(db), await buildProgramme(db)];
  const { release_id } = (await plan(mine.id, { title_ko: '내 새 것' })).body.data;
  const until = at(90).toISOString();
  const planned = await plan(theirs.id, { available_until: until }, { release_id }, editor.token);
  expect(planned.status).toBe(200);
  await db
    .update(roles)
    .set({ permissions: { ...own, programmes: ['read', 'update'] } })
    .where(eq(roles.id, role.id));
  const moved = await call('PATCH /api/admin/releases/{id}', {
    token: editor.token,
    params: { id: release_id },
    body: { applies_at: at(50).toISOString() },
  });
  expect(moved.status).toBe(403);
  setNow(at(61));
  await run();
  expect(await releaseOf(release_id)).toMatchObject({ status: 'waiting' });
  expect((await changesOf(release_id)).map(({ reason }) => reason !== null)).toEqual([false, true]);
  expect(await get(theirs.id)).toMatchObject({ available_until: null });
  setNow(at(0));
});

test('nobody gives a permission through a release of somebody who has it', async () => {
  const harmless = await buildRole(db, { permissions: { people: ['read'] } });
  const other = await buildStaff(db, { permissions: {} });
  const clerk = await buildStaff(db, {
    permissions: {
      staff: ['read', 'update'],
      roles: ['read'],
      people: ['read'],
      releases: ['read', 'create'],
    },
  });
  const title = await buildProgramme(db, { titleKo: '전' });
  const last = await buildProgramme(db, { titleKo: '끝' });
  const { release_id } = (await plan(title.id, { title_ko: '후' }, { name: '권한을 주는 것' })).body.data;
  const planned = await call('POST /api/admin/planned-changes', {
    token: clerk.token,
    body: {
      entity: 'staff',
      id: other.id,
      action: 'update',
      fields: { role_id: harmless.id },
      release_id,
    },
  });
  expect(planned.status).toBe(200);
  expect((await plan(last.id, { title_ko: '새 끝' }, { release_id })).status).toBe(200);
  await db
    .update(roles)
    .set({ permissions: { people: ['read'], programmes: ['read'] } })
    .where(eq(roles.id, harmless.id));
  setNow(at(61));
  await run();
  expect(await releaseOf(release_id)).toMatchObject({ status: 'waiting' });
  expect(await get(title.id)).toMatchObject({ title_ko: '전' });
  // The reason stands at the change that it is of, which the maker of the others is told.
  const changes = await changesOf(release_id);
  expect(changes.map(({ entity, reason }) => [entity, reason?.message.includes('권한')])).toEqual([
    ['programmes', undefined],
    ['staff', true],
    ['programmes', undefined],
  ]);
  const mails = await db.select().from(mailMessages).where(eq(mailMessages.toAddress, 'maker@example.com'));
  const told = mails.find(({ subject }) => subject.includes('권한을 주는 것'));
  expect(told?.text).toContain(`다른 사람이 예약한 변경 가운데 맞지 않는 것: ${changes[1]?.label}`);
  expect(told?.text).not.toContain('권한이 없');
  // Whoever may do so applies it in their own name.
  const applied = await call('POST /api/admin/releases/{id}/apply', {
    ...who,
    params: { id: release_id },
    body: {},
  });
  expect(applied.status).toBe(200);
  expect(await get(title.id)).toMatchObject({ title_ko: '후' });
  setNow(at(0));
});

test('a release is moved, cancelled and planned again, each of which is undone; what is over stays as it is', async () => {
  const { id } = await buildProgramme(db, { titleKo: '전' });
  const { release_id } = (await plan(id, { title_ko: '후' })).body.data;
  const patch = (body: object) =>
    call('PATCH /api/admin/releases/{id}', { ...who, params: { id: release_id }, body });
  const past = await patch({ applies_at: at(-1).toISOString() });
  expect(Object.keys(past.body.errors ?? {})).toEqual(['applies_at']);
  expect((await patch({ status: 'applied' })).status).toBe(422);
  await patch({ applies_at: at(120).toISOString() });
  const cancelled = await patch({ status: 'cancelled' });
  setNow(at(121));
  await run();
  expect(await get(id)).toMatchObject({ title_ko: '전' });
  setNow(at(62));
  await call('POST /api/admin/undo', { ...who, body: { event_id: cancelled.body.event_id ?? '' } });
  expect(await releaseOf(release_id)).toMatchObject({ status: 'planned', applies_at: at(120).toISOString() });
  await run();
  expect(await get(id)).toMatchObject({ title_ko: '전' });
  setNow(at(120));
  await run();
  expect(await get(id)).toMatchObject({ title_ko: '후' });
  expect((await patch({ status: 'cancelled' })).body.errors).toHaveProperty('status');
  expect((await plan(id, { title_ko: '더' }, { release_id })).body.errors).toHaveProperty('release_id');
  setNow(at(0));
});

test('planning is undone like any change: the release is gone', async () => {
  const { id } = await buildProgramme(db);
  const { release_id } = (await plan(id, { title_ko: '후' })).body.data;
  const { body } = await call('GET /api/admin/events', { ...who, query: { entity_id: release_id } });
  expect(body.data).toHaveLength(1);
  const undone = await call('POST /api/admin/undo', { ...who, body: { event_id: body.data[0]?.id ?? '' } });
  expect(undone.body.data.refused).toEqual([]);
  expect((await call('GET /api/admin/releases/{id}', { ...who, params: { id: release_id } })).status).toBe(
    404,
  );
});

test('planning is not undone once somebody has planned more in its release', async () => {
  setNow(at(0));
  const [title, other] = [await buildProgramme(db), await buildProgramme(db)];
  const release = (await plan(title.id, { title_ko: '뒤' })).body.data.release_id;
  const { body: log } = await call('GET /api/admin/events', { ...who, query: { entity: 'releases' } });
  const made = log.data.find((event) => event.entity_id === release && event.action === 'create')?.id ?? '';
  await plan(other.id, { title_ko: '다른' }, { release_id: release });
  const { body } = await call('POST /api/admin/undo', { ...who, body: { event_id: made } });
  expect(body.data).toMatchObject({ event_id: null, refused_count: 1 });
  expect(await changesOf(release)).toHaveLength(2);
});

test('a plan is refused as the save would be: by fields, by permission, and in what it must not keep', async () => {
  const { id } = await buildProgramme(db);
  const wrong = await plan(id, { title_ko: '', maturity: 13 });
  expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual(['maturity', 'title_ko']);
  const order = await plan(id, {
    available_from: at(20).toISOString(),
    available_until: at(10).toISOString(),
  });
  expect(Object.keys(order.body.errors ?? {})).toEqual(['available_until']);
  expect((await plan(id, {})).body.errors).toHaveProperty('fields');
  expect(
    (await plan(id, { title_ko: '제목' }, { applies_at: at(-5).toISOString() })).body.errors,
  ).toHaveProperty('applies_at');
  const planStaff = await call('POST /api/admin/planned-changes', {
    ...who,
    body: {
      entity: 'staff',
      id: maker.id,
      action: 'update',
      fields: { password: 'some-long-password-7' },
      applies_at: at(60).toISOString(),
    },
  });
  expect(Object.keys(planStaff.body.errors ?? {})).toEqual(['password']);
  const { token } = await buildStaff(db, { permissions: { ...everyPermission, programmes: ['read'] } });
  expect((await plan(id, { title_ko: '제목' }, {}, token)).status).toBe(403);
  const outside = await buildStaff(db, { permissions: { programmes: ['read', 'update'] } });
  expect((await plan(id, { title_ko: '제목' }, {}, outside.token)).status).toBe(403);
});

test('changes of one record in a release become one, and a record can be made and filled in the same release', async () => {
  const { id, categoryId } = await buildProgramme(db, { titleKo: '하나', titleEn: 'One' });
  const { release_id } = (await plan(id, { title_ko: '둘' })).body.data;
  await plan(id, { title_en: 'Two' }, { release_id });
  await plan(id, { title_ko: '셋' }, { release_id });
  const made = await call('POST /api/admin/planned-changes', {
    ...who,
    body: {
      entity: 'programmes',
      action: 'create',
      fields: {
        kind: 'series',
        slug: 'planned-series',
        title_ko: '새것',
        title_en: 'New',
        category_id: categoryId,
      },
      release_id,
    },
  });
  const programmeId = made.body.data.entity_id;
  const season = await call('POST /api/admin/planned-changes', {
    ...who,
    body: {
      entity: 'seasons',
      action: 'create',
      fields: { programme_id: programmeId, number: 1, name_ko: '', name_en: '' },
      release_id,
    },
  });
  expect(season.status).toBe(200);
  const changes = await changesOf(release_id);
  expect(changes.map(({ entity, action }) => [entity, action])).toEqual([
    ['programmes', 'update'],
    ['programmes', 'create'],
    ['seasons', 'create'],
  ]);
  expect(changes[0]?.changes).toEqual({ title_ko: ['하나', '셋'], title_en: ['One', 'Two'] });
  setNow(at(61));
  await run();
  expect(await releaseOf(release_id)).toMatchObject({ status: 'applied' });
  expect(await get(programmeId)).toMatchObject({ title_ko: '새것' });
  const seasons = await call('GET /api/admin/seasons', { ...who, query: { programme_id: programmeId } });
  expect(seasons.body.data).toHaveLength(1);
  setNow(at(0));
});

test('of two releases at the same instant the one that was made first comes first', async () => {
  const { id } = await buildProgramme(db, { titleKo: '전', synopsisKo: '전' });
  await plan(id, { title_ko: '처음' });
  setNow(at(1));
  // Planned over what was live; the first one has changed that by then.
  const { release_id } = (await plan(id, { title_ko: '나중' })).body.data;
  setNow(at(61));
  await run();
  expect(await get(id)).toMatchObject({ title_ko: '처음' });
  expect(await releaseOf(release_id)).toMatchObject({ status: 'waiting' });
  setNow(at(0));
});

test('a time of the clock is one of the service or of Korea; one that is skipped or comes twice is refused by its field', async () => {
  const { id } = await buildProgramme(db);
  const planAt = async (applies_at: string, zone: 'service' | 'Asia/Seoul' = 'service') =>
    (await plan(id, { title_ko: '때' }, { applies_at, zone })).body;
  expect((await planAt('2026-07-01T09:00')).data.applies_at).toBe('2026-07-01T16:00:00.000Z');
  expect((await planAt('2026-07-01T09:00', 'Asia/Seoul')).data.applies_at).toBe('2026-07-01T00:00:00.000Z');
  const skipped = await planAt('2027-03-14T02:30');
  expect(skipped.errors?.applies_at?.[0]).toContain('없는 시각');
  const doubled = await planAt('2026-11-01T01:30');
  expect(doubled.errors?.applies_at?.[0]).toContain('UTC -07:00');
  expect(doubled.errors?.applies_at?.[0]).toContain('UTC -08:00');
  expect((await planAt('2026-11-01T01:30:00-08:00')).data.applies_at).toBe('2026-11-01T09:30:00.000Z');
  expect((await planAt('2026-11-01T01:30:00-07:00')).data.applies_at).toBe('2026-11-01T08:30:00.000Z');
  expect((await planAt('2999-12-31T23:59', 'Asia/Seoul')).errors).toBeUndefined();
  expect((await planAt('9999-12-31T23:59')).errors).toHaveProperty('applies_at');
  expect((await planAt('9999-12-31T23:59:59Z')).errors).toHaveProperty('applies_at');
  expect((await planAt('0001-01-01T00:00')).errors).toHaveProperty('applies_at');
  expect((await planAt('0000-01-01T00:00')).errors).toHaveProperty('applies_at');
  expect((await planAt('someday')).errors).toHaveProperty('applies_at');
  expect((await planAt('2026-13-45T99:99')).errors).toHaveProperty('applies_at');
});

test('a plan shows nobody a record of a module that they may not read', async () => {
  const { id } = await buildProgramme(db, { titleKo: '보이는 것', releaseYear: 2001 });
  const { release_id } = (await plan(id, { title_ko: '제목', release_year: 2002 })).body.data;
  const outside = await buildStaff(db, { permissions: { releases: ['read'] } });
  expect((await changesOf(release_id, outside.token))[0]).toMatchObject({ label: '', changes: null });
  const { body: log } = await call('GET /api/admin/events', { ...who, query: { entity_id: release_id } });
  expect(JSON.stringify(log.data)).not.toContain('2002');
});

test('what the service will be is seen within a transaction that is taken back, without what would be refused', async () => {
  const [one, two] = [
    await buildProgramme(db, { titleKo: '하나' }),
    await buildProgramme(db, { titleKo: '둘' }),
  ];
  const { release_id } = (await plan(one.id, { title_ko: '하나의 뒤' })).body.data;
  await plan(two.id, { title_ko: '둘의 뒤' }, { release_id });
  await db.update(programmes).set({ titleKo: '그사이' }).where(eq(programmes.id, two.id));
  let seen: (string | undefined)[] = [];
  await db
    .transaction(async (tx) => {
      await applyPlannedWithin(context, tx, at(61));
      const rows = await tx.select().from(programmes);
      seen = [one, two].map(({ id }) => rows.find((row) => row.id === id)?.titleKo);
      tx.rollback();
    })
    .catch(() => undefined);
  expect(seen).toEqual(['하나의 뒤', '그사이']);
  expect(await get(one.id)).toMatchObject({ title_ko: '하나' });
});

test('viewers are told what a release will take away, or give more time, on the page of what leaves and at the title', async () => {
  setNow(at(0));
  const inDays = (days: number) => at(days * 24 * 60);
  const day = (days: number) => dayIn(new Date(inDays(days).getTime() - 1), context.config.serviceZone);
  const build = (more: object = {}) => buildProgramme(db, more);
  const titles = {
    ends: await build({ availableUntil: inDays(5) }),
    hidden: await build(),
    deleted: await build(),
    shortened: await build({ availableUntil: inDays(25) }),
    prolonged: await build({ availableUntil: inDays(7) }),
    shortenedTwice: await build(),
    elsewhere: await build(),
    cancelled: await build(),
    far: await build(),
    renamed: await build(),
  };
  const save = async (id: string, fields: object, days: number, action: 'update' | 'delete' = 'update') => {
    const answered = await call('POST /api/admin/planned-changes', {
      ...who,
      body: {
        entity: 'programmes',
        id,
        action,
        fields: { ...fields },
        applies_at: inDays(days).toISOString(),
      },
    });
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    return answered.body.data.release_id;
  };
  const leaving = async () => {
    const { body } = await call('GET /api/videos/leaving-soon', { query: { per_page: 100 } });
    const named = (id: string) => Object.entries(titles).find(([, own]) => own.id === id)?.[0];
    const listed = body.data
      .filter(({ id }) => named(id))
      .map(({ id, leaving_on }) => [named(id), leaving_on] as const);
    expect(body.meta.total).toBe(body.data.length);
    // The badge at the title says the same.
    for (const [name, { id }] of Object.entries(titles)) {
      const { body: details } = await call('GET /api/program/details', { query: { id } });
      const said = listed.find(([own]) => own === name)?.[1] ?? null;
      expect(details.data.leaving_on, name).toBe(said);
    }
    return listed;
  };
  expect(await leaving()).toEqual([
    ['ends', day(5)],
    ['prolonged', day(7)],
    ['shortened', day(25)],
  ]);
  await save(titles.hidden.id, { published: false }, 3);
  await save(titles.deleted.id, {}, 4, 'delete');
  await save(titles.shortened.id, { available_until: inDays(9).toISOString() }, 2);
  await save(titles.prolonged.id, { available_until: inDays(90).toISOString() }, 6);
  await save(titles.shortenedTwice.id, { available_until: inDays(12).toISOString() }, 8);
  // The second waits when its time has come, for the end is no longer what it was planned over.
  await save(titles.shortenedTwice.id, { available_until: inDays(60).toISOString() }, 11);
  await save(titles.elsewhere.id, { regions: ['CA'] }, 10);
  const cancelled = await save(titles.cancelled.id, { published: false }, 3);
  await save(titles.far.id, { published: false }, 31);
  await save(titles.renamed.id, { title_ko: '새 이름' }, 3);
  const all = [
    ['hidden', day(3)],
    ['deleted', day(4)],
    ['ends', day(5)],
    ['shortened', day(9)],
    ['elsewhere', day(10)],
    ['shortenedTwice', day(12)],
  ];
  expect(await leaving()).toEqual([all[0], ['cancelled', day(3)], ...all.slice(1)]);
  await call('PATCH /api/admin/releases/{id}', {
    ...who,
    params: { id: cancelled },
    body: { status: 'cancelled' },
  });
  expect(await leaving()).toEqual(all);
  // As it is once releases have been applied.
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [inDays(2)]);
  setNow(new Date(inDays(2).getTime() + 60_000));
  await run();
  expect(await leaving()).toEqual([...all, ['far', day(31)]]);
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [inDays(8)]);
  setNow(new Date(inDays(8).getTime() + 60_000));
  await run();
  const later = await call('GET /api/videos/leaving-soon', { query: { per_page: 100 } });
  expect(later.body.data.map(({ id, leaving_on }) => [id, leaving_on])).toEqual([
    [titles.shortened.id, day(9)],
    [titles.elsewhere.id, day(10)],
    [titles.shortenedTwice.id, day(12)],
    [titles.far.id, day(31)],
  ]);
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [at(0)]);
  setNow(at(0));
});

test('every node hears that titles leave or stay: planned, taken out again, waiting', async () => {
  setNow(at(0));
  const [title, other] = [await buildProgramme(db), await buildProgramme(db)];
  const drop = vi.fn();
  const another = { ...context, responseCache: { drop, clear: () => {} } } as unknown as typeof context;
  const stop = await listenForChanges(another);
  const expectTold = async (made: () => Promise<unknown>) => {
    drop.mockClear();
    await made();
    await expect.poll(() => drop.mock.calls).toContainEqual(['catalog']);
  };
  let release = '';
  await expectTold(async () => {
    release = (await plan(title.id, { published: false })).body.data.release_id;
    await plan(other.id, { title_ko: '다른' }, { release_id: release });
  });
  const own = (await changesOf(release)).find(({ entity_id }) => entity_id === other.id);
  await expectTold(() =>
    call('DELETE /api/admin/releases/{id}/changes/{change}', {
      ...who,
      params: { id: release, change: own?.id ?? '' },
    }),
  );
  expect((await releaseOf(release)).name).toBe('변경 1개');
  await expectTold(() =>
    call('PATCH /api/admin/programmes/{id}', {
      ...who,
      params: { id: title.id },
      body: { published: false },
    }),
  );
  setNow(at(61));
  await expectTold(run);
  expect((await releaseOf(release))?.status).toBe('waiting');
  await stop();
  setNow(at(0));
});

test('the end of a content partner’s terms hides nothing, so nobody is told that its titles leave', async () => {
  setNow(at(0));
  const partner = await buildContentPartner(db);
  const title = await buildProgramme(db, { contentPartnerId: partner.id });
  const { status } = await call('POST /api/admin/partner-terms', {
    ...who,
    body: { content_partner_id: partner.id, starts_on: '2026-01-01', ends_on: '2026-06-03' },
  });
  expect(status).toBe(200);
  const details = async () => (await call('GET /api/program/details', { query: { id: title.id } })).body;
  expect((await details()).data.leaving_on).toBeNull();
  setNow(new Date('2026-06-20T12:00:00Z'));
  context.responseCache.drop('catalog');
  expect((await details()).data).toMatchObject({ id: title.id, leaving_on: null });
  setNow(at(0));
});

test('the calendar has windows, releases and ends of rights on their days, as far as its reader may see them', async () => {
  const { id } = await buildProgramme(db, {
    titleKo: '달력의 것',
    availableFrom: new Date('2027-02-03T12:00:00Z'),
    // The evening before in the service's zone.
    availableUntil: new Date('2027-02-06T04:00:00Z'),
  });
  const { release_id } = (await plan(id, { title_ko: '새 이름' }, { applies_at: '2027-02-05T09:00' })).body
    .data;
  const read = async (token: string, query: { from?: string; to?: string; kinds?: string } = {}) =>
    call('GET /api/admin/calendar', { token, query: { from: '2027-02-01', to: '2027-02-28', ...query } });
  const days = (await read(who.token)).body.data;
  expect(days.map(({ day, entries }) => [day, entries.map(({ kind }) => kind)])).toEqual([
    ['2027-02-03', ['start']],
    ['2027-02-05', ['release', 'end']],
  ]);
  expect(days[1]?.entries[0]).toMatchObject({ resource: 'releases', id: release_id, active: false });
  expect(days[1]?.entries[1]).toMatchObject({ resource: 'programmes', id, label: '달력의 것' });
  const ends = (await read(who.token, { kinds: 'end' })).body.data;
  expect(ends.map(({ day }) => day)).toEqual(['2027-02-05']);
  const outside = await buildStaff(db, { permissions: { releases: ['read'] } });
  expect(
    (await read(outside.token)).body.data.flatMap(({ entries }) => entries.map(({ kind }) => kind)),
  ).toEqual(['release']);
  expect((await read(who.token, { to: '2027-04-01' })).body.errors).toHaveProperty('to');
  const last = await read(who.token, { from: '9999-12-31', to: '9999-12-31' });
  expect(Object.keys(last.body.errors ?? {})).toEqual(['from', 'to']);
  const many = [1, 2, 3, 4, 5, 6].map(() =>
    buildProgramme(db, { availableFrom: new Date('2027-02-20T12:00:00Z') }),
  );
  await Promise.all(many);
  const [busy] = (await read(who.token, { from: '2027-02-20' })).body.data;
  expect([busy?.total, busy?.entries.length]).toEqual([6, 4]);
  const [alone] = (await read(who.token, { from: '2027-02-20', to: '2027-02-20' })).body.data;
  expect(alone?.entries.length).toBe(6);
});

test('the calendar has all that viewers will see from a day on: terms, prices, coupons, popups and events', async () => {
  const from = new Date('2027-03-09T20:00:00Z');
  const until = new Date('2027-03-10T20:00:00Z');
  const page = await buildPage(db, { kind: 'terms', titleKo: '새 약관' });
  const version = await buildPageVersion(db, { pageId: page.id, effectiveFrom: from });
  const offered = await buildPlan(db, { nameKo: '달력 이용권' });
  const price = await buildPlanPrice(db, { planId: offered.id, priceCents: 1250, startsAt: from });
  const coupon = await buildCoupon(db, { code: 'SPRING-27', startsAt: from, endsAt: until, active: false });
  const popup = await buildPopup(db, { titleKo: '봄 팝업', availableFrom: from, availableUntil: until });
  const [event] = await db
    .insert(boardEvents)
    .values({
      titleKo: '봄 이벤트',
      titleEn: 'Spring',
      availableFrom: from,
      availableUntil: until,
      published: true,
    })
    .returning();
  const partner = await buildContentPartner(db, { nameKo: '봄 제휴사' });
  const terms = await call('POST /api/admin/partner-terms', {
    ...who,
    body: { content_partner_id: partner.id, starts_on: '2027-01-01', ends_on: '2027-03-11' },
  });
  const read = async (token: string) =>
    (
      await call('GET /api/admin/calendar', { token, query: { from: '2027-03-09', to: '2027-03-09' } })
    ).body.data.flatMap(({ entries }) =>
      entries.map((own) => [own.kind, own.resource, own.id, own.label, own.active]),
    );
  const days = (
    await call('GET /api/admin/calendar', { ...who, query: { from: '2027-03-01', to: '2027-03-31' } })
  ).body.data;
  expect(days.map(({ day, total }) => [day, total])).toEqual([
    ['2027-03-09', 5],
    ['2027-03-10', 3],
    ['2027-03-11', 1],
  ]);
  expect(days[2]?.entries[0]).toMatchObject({
    kind: 'rights',
    id: terms.body.data.id,
    label: '봄 제휴사 2027-01-01',
  });
  expect(await read(who.token)).toEqual(
    expect.arrayContaining([
      ['start', 'page-versions', version.id, '새 약관', true],
      ['start', 'plan-prices', price.id, '달력 이용권 $12.50', true],
      ['start', 'coupons', coupon.id, 'SPRING-27', false],
      ['start', 'popups', popup.id, '봄 팝업', true],
      ['start', 'board-events', event?.id, '봄 이벤트', true],
    ]),
  );
  // As far as its reader may see them.
  const role = await buildRole(db, {
    permissions: { releases: ['read'], plans: ['read'] },
    hiddenGroups: ['amounts'],
  });
  const pricing = await buildStaff(db, { roleId: role.id });
  expect(await read(pricing.token)).toEqual([
    ['start', 'plan-prices', price.id, price.startsAt.toISOString().slice(0, 10), true],
  ]);
});

test('a change of many is kept for an instant as one release, what is refused now said, and undone at once', async () => {
  const category = await buildCategory(db);
  const genre = await buildGenre(db);
  const other = await buildGenre(db);
  const [a, b, c] = [
    await buildProgramme(db, { categoryId: category.id, published: false }),
    await buildProgramme(db, { categoryId: category.id, published: false }, { genreIds: [other.id] }),
    await buildProgramme(db, { categoryId: category.id, published: true }),
  ];
  const many = (body: object, token = who.token) =>
    call('POST /api/admin/planned-changes/many', {
      token,
      body: {
        resource: 'programmes',
        query: { category_id: category.id },
        expected: 3,
        applies_at: at(60).toISOString(),
        change: { action: 'update', fields: { published: true } },
        ...body,
      },
    });
  const made = await many({});
  // The third is published already.
  expect(made.body.data).toMatchObject({ planned: 2, refused: [], refused_count: 0 });
  const release_id = made.body.data.release_id ?? '';
  expect(await releaseOf(release_id)).toMatchObject({
    status: 'planned',
    change_count: 2,
    // Who reads it may not read what it changes.
    name: '변경 2개',
  });

  // Another one joins it: what is planned of the same record becomes one change.
  const joins = { applies_at: undefined, release_id };
  const added = await many({ ...joins, change: { action: 'add', field: 'genre_ids', values: [genre.id] } });
  expect(added.body.data).toMatchObject({ planned: 3, release_id });
  // Its name, which nobody gave it, says how many there are.
  expect((await releaseOf(release_id)).name).toBe('변경 3개');
  const changes = await changesOf(release_id);
  expect(changes).toHaveLength(3);
  expect(changes.find(({ entity_id }) => entity_id === b.id)?.changes).toEqual({
    published: [false, true],
    genre_ids: [[other.id], [other.id, genre.id]],
  });
  expect(await get(a.id)).toMatchObject({ published: false, genre_ids: [] });

  setNow(at(61));
  await run();
  expect(await get(a.id)).toMatchObject({ published: true, genre_ids: [genre.id] });
  expect(await get(b.id)).toMatchObject({ published: true, genre_ids: [other.id, genre.id] });
  expect(await get(c.id)).toMatchObject({ published: true, genre_ids: [genre.id] });
  const release = await releaseOf(release_id);
  const undone = await call('POST /api/admin/undo', { ...who, body: { event_id: release?.event_id ?? '' } });
  expect(undone.body.data.refused).toEqual([]);
  expect(await get(b.id)).toMatchObject({ published: false, genre_ids: [other.id] });
  setNow(at(0));
});

test('a change of many is planned as it could be made: by number, field, permission and refusal', async () => {
  const movie = await buildProgramme(db);
  const series = await buildProgramme(db, { kind: 'series' });
  await buildSeason(db, { programmeId: series.id });
  const ids = [movie.id, series.id];
  const many = (body: object, token = who.token) =>
    call('POST /api/admin/planned-changes/many', {
      token,
      locale: 'en',
      body: {
        resource: 'programmes',
        ids,
        applies_at: at(60).toISOString(),
        change: { action: 'update', fields: { release_year: 1999 } },
        ...body,
      },
    });
  expect((await many({ expected: 3 })).status).toBe(409);
  expect((await many({ applies_at: at(-1).toISOString() })).body.errors).toHaveProperty('applies_at');
  expect((await many({ resource: 'releases' })).status).toBe(404);
  const password = {
    resource: 'staff',
    ids: [maker.id],
    change: { action: 'update', fields: { password: 'x' } },
  };
  expect((await many(password)).body.errors).toHaveProperty('password');
  const unknown = { action: 'update', fields: { box_office: 3 } };
  expect((await many({ change: unknown })).body.errors).toHaveProperty('box_office');

  // One of both is refused: nothing is planned, or the other alone.
  const change = { action: 'update', fields: { kind: 'movie', release_year: 1999 } };
  const stopped = await many({ change });
  expect(stopped.body.data).toMatchObject({
    planned: 0,
    release_id: null,
    refused_count: 1,
    refused: [{ id: series.id, errors: { kind: [expect.stringContaining('seasons')] } }],
  });
  const skipped = await many({ change, refused: 'skip' });
  expect(skipped.body.data).toMatchObject({ planned: 1, refused_count: 1 });
  const release_id = skipped.body.data.release_id ?? '';
  expect((await changesOf(release_id)).map(({ entity_id }) => entity_id)).toEqual([movie.id]);
  const same = { action: 'update', fields: { published: true } };
  expect((await many({ change: same })).body.errors).toHaveProperty('change');

  const editor = await buildStaff(db, {
    permissions: { releases: ['create'], programmes: ['read', 'update'] },
  });
  const hide = { change: { action: 'update', fields: { published: false } } };
  expect((await many(hide, editor.token)).status).toBe(403);
  const reader = await buildStaff(db, { permissions: { programmes: ['read', 'update', 'publish'] } });
  expect((await many(hide, reader.token)).status).toBe(403);
});

test('a thousand records are planned and seen applied in one transaction', async () => {
  const category = await buildCategory(db);
  await db.execute(sql`insert into ${programmes} (id, kind, slug, title_ko, title_en, category_id)
    select gen_random_uuid(), 'movie', 'mass-' || n, '많은 것 ' || n, 'Mass ' || n, ${category.id} from generate_series(1, 1001) n`);
  const many = (query: object) =>
    call('POST /api/admin/planned-changes/many', {
      ...who,
      body: {
        resource: 'programmes',
        query: { category_id: category.id, ...query },
        applies_at: at(60).toISOString(),
        change: { action: 'update', fields: { release_year: 1998 } },
      },
    });
  expect((await many({})).body.errors).toHaveProperty('release_id');
  await db.execute(sql`delete from ${programmes} where slug = 'mass-1'`);
  const { planned, release_id } = (await many({})).body.data;
  expect(planned).toBe(1000);
  const count = async (on: Queryable) => on.$count(programmes, eq(programmes.releaseYear, 1998));
  await db
    .transaction(async (tx) => {
      await applyPlannedWithin(context, tx, at(0), release_id);
      expect(await count(tx)).toBe(1000);
      tx.rollback();
    })
    .catch((error) => expect(error).toBeInstanceOf(TransactionRollbackError));
  expect(await count(db)).toBe(0);
});
