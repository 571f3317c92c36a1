import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildInquiry, buildMail, buildStaff, buildUser } from '../../../../test/build.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => {
  api.setNow(undefined);
  vi.restoreAllMocks();
});

const minuteMs = 60_000;
const readsOf = async (token: string, id: string) =>
  (
    await api.call('GET /api/admin/events', {
      token,
      query: { entity_id: id, action: 'read', order: 'asc' },
    })
  ).body.data.map(({ staff_id, entity, label, changes }) => ({ staff_id, entity, label, changes }));

describe('what staff read of somebody', () => {
  test('is written down once an hour for each of them and each record', async () => {
    const user = await buildUser(api.db);
    const [one, other] = [await buildStaff(api.db), await buildStaff(api.db)];
    const read = ({ token }: { token: string }) =>
      api.call('GET /api/admin/customers/{id}', { token, params: { id: user.id } });
    const history = ({ token }: { token: string }) =>
      api.call('GET /api/admin/customers/{id}/history', { token, params: { id: user.id } });
    const entry = (staff: { id: string }) => ({
      staff_id: staff.id,
      entity: 'customers',
      label: user.username,
      changes: {},
    });
    await history(one);
    await read(one);
    await read(one);
    expect(await readsOf(one.token, user.id)).toEqual([entry(one)]);
    await read(other);
    expect(await readsOf(one.token, user.id)).toEqual([entry(one), entry(other)]);
    for (const [changed, count] of [
      [true, 0],
      [false, 2],
    ] as const) {
      const { body } = await api.call('GET /api/admin/events', {
        token: one.token,
        query: { entity_id: user.id, changed: String(changed) as never },
      });
      expect(body.meta.total).toBe(count);
    }
    api.setNow(new Date(Date.now() + 61 * minuteMs));
    await history(one);
    expect(await readsOf(one.token, user.id)).toEqual([entry(one), entry(other), entry(one)]);
  });

  test('is their record, their inquiry with its files, and a message to them; not what was not there', async () => {
    const { id: staffId, token } = await buildStaff(api.db);
    const user = await buildUser(api.db);
    const inquiry = await buildInquiry(api.db, { user });
    const mail = await buildMail(api.db, { userId: user.id });
    await api.call('GET /api/admin/inquiries/{id}', { token, params: { id: inquiry.id } });
    await api.call('GET /api/admin/mail/{id}', { token, params: { id: mail.id } });
    expect(await readsOf(token, inquiry.id)).toMatchObject([{ staff_id: staffId, entity: 'inquiries' }]);
    expect(await readsOf(token, mail.id)).toEqual([
      { staff_id: staffId, entity: 'mail', label: mail.template, changes: {} },
    ]);
    const nobody = '00000000-0000-7000-8000-000000000000';
    expect((await api.call('GET /api/admin/customers/{id}', { token, params: { id: nobody } })).status).toBe(
      404,
    );
    expect(await readsOf(token, nobody)).toEqual([]);
  });

  test('is a line of the log where a list shows many, without what they looked for', async () => {
    const { id: staffId, token } = await buildStaff(api.db);
    const { username } = await buildUser(api.db);
    const warn = vi.spyOn(api.context.log, 'warn');
    await api.call('GET /api/admin/customers', { token, query: { q: username } });
    await api.call('GET /api/admin/inquiries', { token });
    await api.call('GET /api/admin/mail', { token });
    expect(warn.mock.calls.map(([facts]) => facts)).toMatchObject([
      { staffId, module: 'customers', rows: 1 },
      { staffId, module: 'inquiries' },
      { staffId, module: 'mail' },
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(username);
  });
});
