import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import {
  buildAdGroup,
  buildBanner,
  buildCategory,
  buildChannel,
  buildContentPartner,
  buildCoupon,
  buildCustomRow,
  buildEpisode,
  buildFaq,
  buildGenre,
  buildLiveTemplate,
  buildNews,
  buildNotice,
  buildPage,
  buildPageVersion,
  buildPerson,
  buildPlan,
  buildPopup,
  buildProgramme,
  buildRadioGroup,
  buildRole,
  buildSeason,
  buildSection,
  buildServiceGroup,
  buildStaff,
} from '../../../test/build.ts';
import { buildClip, buildPartnerCategory, buildPlaylist } from '../../../test/build-partner-video.ts';
import {
  everyPermission,
  type FieldGroup,
  type Permissions,
  type staffModules,
} from '../../contract/admin/permissions.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { type CallName, calls } from '../../contract/calls.ts';
import { programmes, stbCategories } from '../modules/catalog/catalog.tables.ts';
import { playlists } from '../modules/partner-video/partner-video.tables.ts';
import { modulesOff } from '../modules/staff/staff.tables.ts';
import { boardEvents, socialLinks } from '../modules/support/support.tables.ts';
import { must } from '../must.ts';
import { resourcesOf } from './registry.ts';

/** Builders of records, for each resource whose records are published. */
const publishable: ((db: TestApi['db']) => Promise<unknown>)[] = [
  buildBanner,
  buildChannel,
  buildClip,
  buildCoupon,
  buildCustomRow,
  buildEpisode,
  buildFaq,
  buildGenre,
  buildNews,
  buildNotice,
  buildPage,
  buildPerson,
  buildPlan,
  buildPlaylist,
  buildPopup,
  buildSection,
  (db) => buildChannel(db, { medium: 'radio' }),
  (db) => buildRadioGroup(db),
  (db) => buildLiveTemplate(db),
  (db) => buildServiceGroup(db),
  (db) => buildAdGroup(db),
  (db) => db.insert(stbCategories).values({ nameKo: '셋톱', nameEn: 'Box' }),
  (db) => db.insert(boardEvents).values({ titleKo: '이벤트', titleEn: 'Event' }),
  (db) =>
    db.insert(socialLinks).values({ icon: 'x', nameKo: '엑스', nameEn: 'X', url: 'https://example.com' }),
];

describe('permissions of the back office', () => {
  let api: TestApi;
  let administrator: { token: string };
  beforeAll(async () => {
    api = await openTestApi();
    administrator = { token: (await buildStaff(api.db)).token };
  });
  const get = (id: string, token: string) =>
    api.call('GET /api/admin/programmes/{id}', { token, params: { id } });

  test('publishing needs its own, in every way to change a record', async () => {
    const { id } = await buildProgramme(api.db, { published: false });
    const { token } = await buildStaff(api.db, {
      permissions: { programmes: ['read', 'create', 'update', 'delete'] },
    });
    const patch = (body: object) =>
      api.call('PATCH /api/admin/programmes/{id}', { token, params: { id }, body });
    expect((await patch({ published: true })).status).toBe(403);
    expect((await patch({ title_ko: '이름만', published: false })).status).toBe(200);
    const bulk = await api.call('POST /api/admin/changes', {
      token,
      body: { resource: 'programmes', ids: [id], change: { action: 'update', fields: { published: true } } },
    });
    expect(bulk.status).toBe(403);
    const made = await api.call('POST /api/admin/programmes', {
      token,
      body: {
        kind: 'movie',
        slug: 'published-at-once',
        title_ko: '새',
        title_en: 'New',
        category_id: id,
        published: true,
      },
    });
    expect(made.status).toBe(403);
    // Undoing another staff member's hiding would publish the record.
    await api.call('PATCH /api/admin/programmes/{id}', {
      ...administrator,
      params: { id },
      body: { published: true },
    });
    const hidden = await api.call('PATCH /api/admin/programmes/{id}', {
      ...administrator,
      params: { id },
      body: { published: false },
    });
    const undone = await api.call('POST /api/admin/undo', {
      token,
      body: { event_id: hidden.body.event_id ?? '' },
    });
    expect(undone.status).toBe(403);
    expect((await get(id, token)).body.data.published).toBe(false);
  });

  test('publishing needs its own for every resource that is published, and so does moving its window', async () => {
    const { db, context } = api;
    for (const build of publishable) await build(db);
    const published = [...resourcesOf(context).values()].filter(({ publishes }) => publishes);
    expect(published.length).toBeGreaterThan(20);
    const permissions = Object.fromEntries(
      published.map(({ shape }) => [shape.module, ['read', 'create', 'update', 'delete'] as const]),
    );
    const { token } = await buildStaff(db, { permissions: permissions as never });
    for (const { shape, table, options, publishes = '' } of published) {
      const [row] = await db
        .select()
        .from(table as PgTable)
        .where(options.only)
        .limit(1);
      const { id } = must(row, shape.name) as { id: string };
      const patch = async (who: { token: string }, body: object) =>
        (
          await api.call(
            `PATCH /api/admin/${shape.name}/{id}` as CallName,
            { ...who, params: { id }, body } as never,
          )
        ).status;
      const set = (values: object) =>
        db
          .update(table as PgTable)
          .set(values)
          .where(eq(table.id, id));
      await set({ [publishes]: false });
      expect(await patch({ token }, { [publishes]: true }), shape.name).toBe(403);
      if ('available_from' in shape.update.shape) {
        expect(await patch({ token }, { available_from: '2026-01-01T00:00:00Z' }), shape.name).toBe(200);
        await set({ [publishes]: true });
        expect(await patch({ token }, { available_from: '2026-01-01T00:00:00+00:00' }), shape.name).toBe(200);
        expect(await patch({ token }, { available_from: null }), shape.name).toBe(403);
        expect(await patch(administrator, { available_from: null }), shape.name).toBe(200);
      }
      await set({ [publishes]: true });
      expect(await patch({ token }, { [publishes]: false }), shape.name).toBe(403);
    }
  });

  test('what publishes something else is known', () => {
    const known = [...resourcesOf(api.context).values()].filter(({ options }) => options.alsoPublishes);
    expect(known.map(({ shape }) => shape.name).sort()).toEqual(['page-versions', 'playlists']);
  });

  test('undoing is offered to nobody who may not publish what it would publish again', async () => {
    const { db, call } = api;
    const { token } = await buildStaff(db, {
      permissions: {
        'partner-video': ['read', 'create', 'update', 'delete'],
        programmes: ['read', 'create', 'update', 'delete'],
        terms: ['read', 'create', 'update', 'delete'],
        events: ['read'],
      },
    });
    const send = async (name: CallName, sent: object): Promise<string> => {
      const { status, body } = await call(name, { ...administrator, ...sent } as never);
      expect([name, status]).toEqual([name, 200]);
      const { event_id, data } = body as unknown as { event_id?: string; data: { event_id?: string } };
      return event_id ?? data.event_id ?? '';
    };
    /** Returns whether the log offers the undo. Asserts that an attempt fails for the reason shown in the log. */
    const offered = async (eventId: string, by: string = token) => {
      const { body } = await call('GET /api/admin/events/{id}', { token: by, params: { id: eventId } });
      const tried = await call('POST /api/admin/undo', {
        token: by,
        body: { event_id: eventId, dry_run: true },
      });
      expect([eventId, tried.body.code ?? null]).toEqual([eventId, body.data.cannot_undo_reason]);
      return body.data.can_undo;
    };
    const category = await buildPartnerCategory(db);
    const kept = { categoryId: category.id, synced: true, publishNew: true };
    const lists = await Promise.all([1, 2, 3].map(() => buildPlaylist(db, kept)));
    const [one, ...two] = lists.map(({ id }) => id);
    const patch = (body: object) => send('PATCH /api/admin/playlists/{id}', { params: { id: one }, body });
    const off = await patch({ publish_new: false });
    expect([await offered(off), await offered(off, administrator.token)]).toEqual([false, true]);
    expect(await offered(await patch({ title_ko: '다른 이름' }))).toBe(true);
    const many = (change: object) =>
      send('POST /api/admin/changes', { body: { resource: 'playlists', ids: two, change } });
    const stopped = await many({ action: 'update', fields: { synced: false } });
    expect([await offered(stopped), await offered(stopped, administrator.token)]).toEqual([false, true]);
    await send('POST /api/admin/undo', { body: { event_id: stopped } });
    await db.update(playlists).set({ published: false });
    const gone = await many({ action: 'delete' });
    expect([await offered(gone), await offered(gone, administrator.token)]).toEqual([false, true]);

    // Undoing a version publishes it if its page is published, but not if its page is hidden.
    for (const [kind, published] of [
      ['terms', true],
      ['privacy', false],
    ] as const) {
      const page = await buildPage(db, { kind, published });
      await buildPageVersion(db, { pageId: page.id });
      const coming = { pageId: page.id, effectiveFrom: new Date(Date.now() + 86_400_000) };
      const { id } = await buildPageVersion(db, coming);
      const params = { id };
      const body = { content_ko: '<p>다른 글</p>' };
      expect(await offered(await send('PATCH /api/admin/page-versions/{id}', { params, body }))).toBe(
        !published,
      );
      expect(await offered(await send('DELETE /api/admin/page-versions/{id}', { params }))).toBe(!published);
    }

    // Windows of a published and of a hidden record.
    for (const published of [true, false]) {
      const { id } = await buildProgramme(db, { published });
      const body = { available_until: '2040-01-01T00:00:00Z' };
      const moved = await send('PATCH /api/admin/programmes/{id}', { params: { id }, body });
      expect([await offered(moved), await offered(moved, administrator.token)]).toEqual([!published, true]);
    }
  });

  test('whatever changes records says whether who made the change can undo it', async () => {
    const { db, call } = api;
    const partner = await buildContentPartner(db);
    const staff = async (permissions: Permissions, values: object = {}) =>
      (await buildStaff(db, { permissions, ...values })).token;
    const [top, other] = [await buildCategory(db), await buildCategory(db)];
    /** Returns whether the answer to the change offers the undo. Asserts that an attempt gives the same result. */
    const says = async (token: string, name: CallName, sent: object) => {
      const { status, body } = await call(name, { token, ...sent } as never);
      expect([name, status]).toEqual([name, 200]);
      const answer = body as unknown as { can_undo?: boolean; event_id?: string };
      const made = answer.event_id ? answer : (answer as { data: typeof answer }).data;
      const undone = await call('POST /api/admin/undo', {
        token,
        body: { event_id: made.event_id ?? '', dry_run: true },
      });
      expect([name, made.can_undo]).toEqual([
        name,
        undone.status === 200 && undone.body.data.refused.length === 0,
      ]);
      return made.can_undo;
    };
    const ofCategories = await staff({ categories: ['read', 'update'] });
    for (const [token, isEmpty, offered] of [
      [ofCategories, true, true],
      // The move takes its programs along. Undoing it needs the permission for programs.
      [ofCategories, false, false],
      [administrator.token, false, true],
    ] as const) {
      const sub = await buildCategory(db, { parentId: top.id });
      if (!isEmpty) await buildProgramme(db, { categoryId: top.id, subCategoryId: sub.id });
      const sent = { params: { id: sub.id }, body: { parent_id: other.id } };
      expect(await says(token, 'PATCH /api/admin/categories/{id}', sent)).toBe(offered);
    }
    const order = { body: { resource: 'categories', id: top.id, after: other.id } };
    expect(await says(ofCategories, 'POST /api/admin/order', order)).toBe(true);

    const ofProgrammes: Permissions = { programmes: ['read', 'create', 'update', 'delete'] };
    for (const [token, isInRow, values, offered] of [
      [await staff(ofProgrammes), false, {}, true],
      [await staff(ofProgrammes), true, {}, false],
      [await staff({ programmes: ['read', 'delete'] }), false, {}, false],
      [await staff(ofProgrammes), false, { published: true }, false],
      [administrator.token, true, { published: true }, true],
      // A video without a title belongs to no partner, so that the partner's staff cannot undo the delete.
      [await staff(ofProgrammes, { contentPartnerId: partner.id }), false, {}, false],
    ] as const) {
      const fields = { published: false, contentPartnerId: partner.id, ...values };
      const [one, many] = [await buildProgramme(db, fields), await buildProgramme(db, fields)];
      if (isInRow) await buildCustomRow(db, {}, [one.id, many.id]);
      const sent = { params: { id: one.id } };
      expect(await says(token, 'DELETE /api/admin/programmes/{id}', sent)).toBe(offered);
      const change = { resource: 'programmes', ids: [many.id], change: { action: 'delete' } };
      expect(await says(token, 'POST /api/admin/changes', { body: change })).toBe(offered);
    }
    const maker = await staff({ genres: ['read', 'create'] });
    const body = { slug: 'made-for-good', name_ko: '장르', name_en: 'Genre', published: false };
    expect(await says(maker, 'POST /api/admin/genres', { body })).toBe(false);
  });

  test('a person may do more and less than their role', async () => {
    const { token } = await buildStaff(api.db, {
      permissions: { programmes: ['read', 'update'], people: ['read'] },
      exceptions: {
        programmes: { take: ['update'] },
        genres: { give: ['read'] },
        people: { take: ['read'] },
      },
    });
    const status = async (name: CallName, sent: object = {}) =>
      (await api.call(name, { token, ...sent } as never)).status;
    const { id } = await buildProgramme(api.db);
    expect(await status('GET /api/admin/programmes')).toBe(200);
    expect(
      await status('PATCH /api/admin/programmes/{id}', { params: { id }, body: { title_ko: '몰래' } }),
    ).toBe(403);
    expect(await status('GET /api/admin/genres')).toBe(200);
    expect(await status('GET /api/admin/people')).toBe(403);
    const me = await api.call('GET /api/admin/me', { token });
    expect(me.body.data.permissions).toEqual({ programmes: ['read'], genres: ['read'] });
  });

  test('nobody gives by an exception what they do not have', async () => {
    const { token } = await buildStaff(api.db, {
      permissions: { staff: ['read', 'create', 'update'], roles: ['read'] },
    });
    const other = await buildStaff(api.db, { permissions: {} });
    const change = (exceptions: object) =>
      api.call('PATCH /api/admin/staff/{id}', { token, params: { id: other.id }, body: { exceptions } });
    expect((await change({ people: { give: ['read'] } })).status).toBe(403);
    expect((await change({ staff: { give: ['read'] } })).status).toBe(200);
  });

  test('nobody deletes somebody who has more by an exception than they have', async () => {
    const { token } = await buildStaff(api.db, {
      permissions: { staff: ['read', 'update', 'delete'], roles: ['read'] },
    });
    const other = await buildStaff(api.db, { permissions: {} });
    const set = (exceptions: object) =>
      api.call('PATCH /api/admin/staff/{id}', {
        ...administrator,
        params: { id: other.id },
        body: { exceptions },
      });
    const remove = async () =>
      (await api.call('DELETE /api/admin/staff/{id}', { token, params: { id: other.id } })).status;
    await set({ people: { give: ['read'] } });
    expect(await remove()).toBe(403);
    await set({});
    expect(await remove()).toBe(200);
  });

  test('a module that is switched off is closed to everybody, and staff and roles cannot be', async () => {
    const put = (module: keyof typeof staffModules, active: boolean) =>
      api.call('PUT /api/admin/modules/{module}', { ...administrator, params: { module }, body: { active } });
    expect((await put('genres', false)).status).toBe(200);
    expect((await api.call('GET /api/admin/genres', administrator)).status).toBe(403);
    expect((await api.call('GET /api/admin/me', administrator)).body.data.permissions).not.toHaveProperty(
      'genres',
    );
    // Staff and roles can still be changed, but only by staff members who have the permission that is switched off.
    const role = await buildRole(api.db, { permissions: { genres: ['read'], people: ['read'] } });
    const { id } = await buildStaff(api.db, { roleId: role.id });
    const { token: other } = await buildStaff(api.db, {
      permissions: { staff: ['read', 'update'], roles: ['read', 'update'], people: ['read'] },
    });
    const keep = async (token: string) => [
      (await api.call('PATCH /api/admin/staff/{id}', { token, params: { id }, body: { name: '새 이름' } }))
        .status,
      (
        await api.call('PATCH /api/admin/roles/{id}', {
          token,
          params: { id: role.id },
          body: { permissions: { genres: ['read', 'update'] } },
        })
      ).status,
    ];
    expect(await keep(other)).toEqual([403, 403]);
    expect(await keep(administrator.token)).toEqual([200, 200]);
    const listed = (await api.call('GET /api/admin/modules', administrator)).body.data;
    expect(listed.find(({ module }) => module === 'genres')).toMatchObject({ active: false });
    await put('genres', true);
    expect((await api.call('GET /api/admin/genres', administrator)).status).toBe(200);
    expect((await put('roles', false)).status).toBe(422);
    expect(await api.db.select().from(modulesOff)).toEqual([]);
    const events = await api.call('GET /api/admin/events', {
      ...administrator,
      query: { entity: 'modules', order: 'desc' },
    });
    expect(events.body.data.map(({ changes }) => changes)).toEqual([
      { active: [false, true] },
      { active: [true, false] },
    ]);
  });

  test('a staff member gives nobody a role that shows a group that is hidden from them', async () => {
    const role = await buildRole(api.db, { permissions: everyPermission, hiddenGroups: ['amounts'] });
    const { token } = await buildStaff(api.db, { roleId: role.id });
    const save = (hidden_groups: FieldGroup[]) =>
      api.call('PATCH /api/admin/roles/{id}', { token, params: { id: role.id }, body: { hidden_groups } });
    expect((await save([])).status).toBe(403);
    expect((await save(['personal'])).status).toBe(403);
    expect((await save(['amounts', 'personal'])).status).toBe(200);
  });

  test('a content partner’s people see and change what is theirs, and nothing else in any call', async () => {
    const [ours, theirs] = [await buildContentPartner(api.db), await buildContentPartner(api.db)];
    const build = async (contentPartnerId: string) => {
      const programme = await buildProgramme(api.db, { kind: 'series', contentPartnerId });
      const season = await buildSeason(api.db, { programmeId: programme.id });
      return { programme, season, episode: await buildEpisode(api.db, { season }) };
    };
    const [own, foreign] = [await build(ours.id), await build(theirs.id)];
    const { token } = await buildStaff(api.db, { contentPartnerId: ours.id });
    const idOf = (at: typeof own) => ({
      programmes: at.programme.id,
      seasons: at.season.id,
      episodes: at.episode.id,
    });
    for (const resource of ['programmes', 'seasons', 'episodes'] as const) {
      const { body } = await api.call(`GET /api/admin/${resource}`, { token, query: { count: 'exact' } });
      expect([resource, body.data.map(({ id }) => id), body.meta.total]).toEqual([
        resource,
        [idOf(own)[resource]],
        1,
      ]);
      const named = await api.call(`GET /api/admin/${resource}`, {
        token,
        query: { ids: idOf(foreign)[resource] },
      });
      expect(named.body.data).toEqual([]);
      const id = idOf(foreign)[resource];
      const answers = [
        await api.call(`GET /api/admin/${resource}/{id}`, { token, params: { id } }),
        await api.call(`PATCH /api/admin/${resource}/{id}`, { token, params: { id }, body: {} }),
        await api.call(`DELETE /api/admin/${resource}/{id}`, { token, params: { id } }),
        await api.call('GET /api/admin/history/{resource}/{id}', {
          token,
          params: { resource, id },
          query: { at: new Date().toISOString() },
        }),
        await api.call('POST /api/admin/restore', {
          token,
          body: { resource, id, at: new Date().toISOString() },
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      const many = await api.call('POST /api/admin/changes', {
        token,
        body: { resource, ids: [id], change: { action: 'delete' }, dry_run: true },
      });
      expect(many.body.data.changed).toEqual([]);
      expect(many.body.data.refused).toEqual([expect.objectContaining({ id, label: '' })]);
    }
    // A partner's staff can neither give their records to another partner nor take over foreign ones.
    const given = await api.call('PATCH /api/admin/programmes/{id}', {
      token,
      params: { id: own.programme.id },
      body: { title_ko: '우리 것' },
    });
    expect(given.status).toBe(200);
    const season = await api.call('POST /api/admin/seasons', {
      token,
      body: { programme_id: foreign.programme.id, number: 9 },
    });
    expect([season.status, Object.keys(season.body.errors ?? {})]).toEqual([422, ['programme_id']]);
    const renamed = await api.call('PATCH /api/admin/programmes/{id}', {
      ...administrator,
      params: { id: foreign.programme.id },
      body: { title_ko: '남의 것', title_en: 'Theirs' },
    });
    const undone = await api.call('POST /api/admin/undo', {
      token,
      body: { event_id: renamed.body.event_id ?? '' },
    });
    expect(undone.status).toBe(404);
    const [row] = await api.db.select().from(programmes).where(eq(programmes.id, foreign.programme.id));
    expect(row?.titleKo).toBe('남의 것');

    // All other list calls are denied or return no rows.
    const lists = (Object.entries(calls) as [CallName, CallDefinition][]).filter(
      ([name, { who }]) => /^GET \/api\/admin\/[\w-]+$/.test(name) && typeof who === 'object',
    );
    expect(lists.length).toBeGreaterThan(10);
    const seen: Record<string, unknown> = {};
    for (const [name] of lists) {
      const { status, body } = await api.call(name, { token } as never);
      const rows = (body as { data?: unknown[] }).data;
      if (status === 200 && rows && rows.length > 0) seen[name] = rows.length;
      else expect([name, status]).toEqual([name, status === 200 ? 200 : 403]);
    }
    expect(seen).toEqual({
      'GET /api/admin/programmes': 1,
      'GET /api/admin/seasons': 1,
      'GET /api/admin/episodes': 1,
      // The list of reports. `partner-statements.test.ts` tests their rows.
      'GET /api/admin/reports': 7,
    });
  });

  test('one administrator remains, exceptions told', async () => {
    await api.db.execute(sql`update staff_users set active = false`);
    const alone = await buildStaff(api.db);
    const { body } = await api.call('PATCH /api/admin/staff/{id}', {
      token: alone.token,
      params: { id: alone.id },
      body: { exceptions: { roles: { take: ['update'] } } },
    });
    expect(body.code).toBe('last_administrator');
  });
});
