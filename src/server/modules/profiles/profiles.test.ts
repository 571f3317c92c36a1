import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  type BuiltUser,
  buildAvatar,
  buildProfile,
  buildProgramme,
  buildUser,
} from '../../../../test/build.ts';
import type { CallDefinition } from '../../../contract/call.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import { defaultCaptionStyle } from '../../../contract/caption-style.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

const anyTime = { weekdays: null, weekends: null };
const zone = 'America/Los_Angeles';
const free = {
  is_kid: false,
  age: null,
  maturity: 19 as const,
  hours: anyTime,
  zone,
  blocked: [] as string[],
};

/** A household with a grown-up's profile, entered. */
async function household(plan = 30) {
  const user = await buildUser(api.db, { plan });
  const profile = await buildProfile(api.db, { householdId: user.householdId, name: '엄마' });
  await enter(user, profile.id);
  return { user, profile };
}

const enter = (user: BuiltUser, id: string, body: { pin?: string; parent_pin?: string } = {}) =>
  api.call('POST /api/account/profiles/{id}/enter', {
    token: user.token,
    params: { id },
    body,
    locale: 'en',
  });
const add = (user: BuiltUser, body: Record<string, unknown>) =>
  api.call('POST /api/account/profiles', { token: user.token, body: body as never, locale: 'en' });
const change = (user: BuiltUser, id: string, body: Record<string, unknown>) =>
  api.call('PATCH /api/account/profiles/{id}', {
    token: user.token,
    params: { id },
    body: body as never,
    locale: 'en',
  });
const remove = (user: BuiltUser, id: string, body: Record<string, string> = {}) =>
  api.call('DELETE /api/account/profiles/{id}', { token: user.token, params: { id }, body, locale: 'en' });
const lock = (user: BuiltUser, id: string, pin: string | null, password = user.password) =>
  api.call('PUT /api/account/profiles/{id}/pin', {
    token: user.token,
    params: { id },
    body: { pin, password },
    locale: 'en',
  });
const setParentPin = (user: BuiltUser, pin: string | null, password = user.password) =>
  api.call('PUT /api/account/parent-pin', { token: user.token, body: { pin, password }, locale: 'en' });
const limit = (
  user: BuiltUser,
  id: string,
  body: Partial<Record<keyof typeof free | 'password' | 'parent_pin', unknown>>,
) =>
  api.call('PUT /api/account/profiles/{id}/restrictions', {
    token: user.token,
    params: { id },
    body: { ...free, password: user.password, ...body } as never,
    locale: 'en',
  });
const namesOf = async (user: BuiltUser) =>
  (await api.call('GET /api/user', { token: user.token })).body.data.profiles.map(({ name }) => name);

describe('adding a profile', () => {
  test('answers it, and everybody of the household sees it; a child’s begins with the grade of its age', async () => {
    const { user } = await household();
    const avatar = await buildAvatar(api.db);
    const added = await add(user, { name: '  이모  네  👩‍🍳 ', avatar_id: avatar.artworkId });
    expect(added.body.data).toMatchObject({
      name: '이모 네 👩‍🍳',
      avatar: `/images/${avatar.artworkId}`,
      is_kid: false,
      maturity: 19,
      autoplay_next: true,
    });
    for (const [age, maturity] of [
      [4, 0],
      [8, 7],
      [13, 12],
    ]) {
      const child = await add(user, { name: `아이 ${age}`, is_kid: true, age });
      expect(child.body.data).toMatchObject({ is_kid: true, maturity });
    }
    expect(await namesOf(user)).toEqual(['엄마', '이모 네 👩‍🍳', '아이 4', '아이 8', '아이 13']);
    const full = await add(user, { name: '여섯째' });
    expect([full.status, full.body.message]).toEqual([409, 'You can have up to 5 profiles.']);
  });

  test('stops at the limit also when many are added at once', async () => {
    const { user } = await household();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(user, { name: `모두 ${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'profile_limit']));
    expect(await namesOf(user)).toHaveLength(5);
  });

  test('gives a name once in a household, also when it is asked for twice at once', async () => {
    const { user } = await household();
    const answers = await Promise.all([1, 2, 3].map(() => add(user, { name: '아빠' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    // Written with combining letters, it is the same name.
    const again = await add(user, { name: '아빠'.normalize('NFD') });
    expect(again.body.errors).toEqual({ name: ['Another profile has this name.'] });
    const { user: others } = await household();
    expect((await add(others, { name: '아빠' })).status).toBe(200);
  });

  test('keeps names to what can be read, and any text in them is only text', async () => {
    const { user, profile } = await household();
    for (const [name, said] of [
      ['', 'Name is required.'],
      ['   ', 'Name is required.'],
      ['\u200b\u200d', 'Name is required.'],
      ['\u202e\u2066', 'Name is required.'],
      ['가'.repeat(21), 'Name must not be longer than 20 characters.'],
      [`a${'\u0301'.repeat(150)}`, 'Name must not be longer than 20 characters.'],
    ] as const) {
      expect((await change(user, profile.id, { name })).body.errors?.name, JSON.stringify(name)).toEqual([
        said,
      ]);
    }
    for (const name of ['👨‍👩‍👧‍👦'.repeat(5), '<img src=x>', 'a\u202eb']) {
      expect((await change(user, profile.id, { name })).body.data.name).toBe(name.replace('\u202e', ' '));
    }
  });

  test('ignores what is not for the caller to say', async () => {
    const { user } = await household();
    const { user: others } = await household();
    const added = await add(user, {
      name: '덤',
      household_id: others.householdId,
      has_pin: true,
      pin_hash: 'x',
      maturity: 0,
      id: '01890000-0000-7000-8000-000000000000',
    });
    expect(added.body.data).toMatchObject({ has_pin: false, maturity: 19 });
    expect(added.body.data.id).not.toBe('01890000-0000-7000-8000-000000000000');
    expect(await namesOf(others)).toEqual(['엄마']);
    const changed = await change(user, added.body.data.id, {
      maturity: 0,
      is_kid: true,
      household_id: others.householdId,
    });
    expect(changed.body.data).toMatchObject({ maturity: 19, is_kid: false });
    expect(await namesOf(user)).toEqual(['엄마', '덤']);
  });

  test('takes only pictures that profiles may choose', async () => {
    const { user, profile } = await household();
    const avatar = await buildAvatar(api.db, { nameEn: 'Rabbit', groupEn: 'Others', position: 3 });
    const groups = (await api.call('GET /api/account/avatars', { token: user.token, locale: 'en' })).body
      .data;
    expect(groups.find(({ name }) => name === 'Others')?.avatars).toEqual([
      { id: avatar.artworkId, name: 'Rabbit', avatar: `/images/${avatar.artworkId}` },
    ]);
    expect((await change(user, profile.id, { avatar_id: avatar.artworkId })).status).toBe(200);
    const wrong = await change(user, profile.id, { avatar_id: profile.id });
    expect(wrong.body.errors?.avatar_id).toHaveLength(1);
    expect((await change(user, profile.id, { avatar_id: null })).body.data.avatar).toBe('');
  });
});

describe('deleting a profile', () => {
  test('takes everything with it that names it, and ends what it was playing', async () => {
    const { user, profile } = await household();
    const other = await buildProfile(api.db, { householdId: user.householdId, name: '떠날 사람' });
    const title = await buildProgramme(api.db);
    const sent = { token: user.token, params: { id: title.id } };
    await enter(user, other.id);
    await api.call('PUT /api/my-list/{id}', { ...sent, body: { profile_id: other.id } });
    await api.call('PUT /api/ratings/{id}', { ...sent, body: { profile_id: other.id, like: 1 } });
    const play = await api.call('POST /api/playback/sessions', {
      token: user.token,
      body: { type: 'm', id: title.id, profile_id: other.id, device: 'web' },
    });
    const session = (play.body.data as { id: string }).id;
    const beat = () =>
      api.call('POST /api/playback/sessions/{id}/heartbeat', {
        token: user.token,
        params: { id: session },
        body: { position_seconds: 12 },
      });
    expect((await beat()).status).toBe(200);
    expect((await remove(user, other.id)).status).toBe(200);
    expect((await beat()).body.code).toBe('session_ended');
    const columns = await api.db.execute(sql`
      select table_name from information_schema.columns where column_name = 'profile_id' and table_schema = 'public'`);
    expect(columns.rows.length).toBeGreaterThan(6);
    for (const { table_name } of columns.rows as { table_name: string }[]) {
      // Playback sessions still count in the reports.
      if (table_name === 'playback_sessions') continue;
      const left = await api.db.execute(
        sql`select 1 from ${sql.identifier(table_name)} where profile_id = ${other.id}`,
      );
      expect(left.rows, table_name).toEqual([]);
    }
    expect(await namesOf(user)).toEqual(['엄마']);
    expect((await remove(user, other.id)).status).toBe(404);
    const last = await remove(user, profile.id);
    expect([last.status, last.body.code]).toEqual([409, 'last_profile']);
  });

  test('never leaves a household without one, however many are deleted at once', async () => {
    const { user, profile } = await household();
    const other = await buildProfile(api.db, { householdId: user.householdId, name: '아빠' });
    const answers = await Promise.all(
      [profile.id, other.id, profile.id, other.id].map((id) => remove(user, id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await namesOf(user)).toHaveLength(1);
  });

  test('goes well also when a child’s and a grown-up’s are deleted at the same instant', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user } = await household();
      const other = await buildProfile(api.db, { householdId: user.householdId, name: '아빠' });
      const kid = await buildProfile(api.db, { householdId: user.householdId, isKid: true, maturity: 7 });
      const answers = await Promise.all([
        remove(user, other.id),
        remove(user, kid.id, { password: user.password }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('never leaves only children, and takes the password where limits or a lock would go with it', async () => {
    const { user, profile } = await household();
    await buildProfile(api.db, { householdId: user.householdId, name: '아이', isKid: true, maturity: 7 });
    expect((await remove(user, profile.id)).body.code).toBe('last_adult');
    const locked = await buildProfile(api.db, { householdId: user.householdId, name: '잠금', pin: '1234' });
    expect((await remove(user, locked.id)).body.errors).toEqual({
      password: ['Please confirm with the account password or the parent PIN.'],
    });
    expect((await remove(user, locked.id, { password: 'wrong' })).status).toBe(422);
    expect((await remove(user, locked.id, { password: user.password })).status).toBe(200);
  });
});

test('a child whose profile is deleted on another device is not let into the account', async () => {
  const { user, profile } = await household();
  const kid = await buildProfile(api.db, { householdId: user.householdId, isKid: true, maturity: 7 });
  const parentPin = { pin: '4321', password: user.password };
  expect((await api.call('PUT /api/account/parent-pin', { token: user.token, body: parentPin })).status).toBe(
    200,
  );
  const login = { username: user.username, password: user.password };
  const child = (await api.call('POST /api/login', { body: login })).body.data.token;
  await enter({ ...user, token: child }, kid.id);
  expect((await enter({ ...user, token: child }, profile.id)).status).toBe(422);
  expect((await remove(user, kid.id, { password: user.password })).status).toBe(200);
  expect((await enter({ ...user, token: child }, profile.id)).status).toBe(401);
  expect((await enter(user, profile.id)).status).toBe(200);
});

describe('a profile of another household', () => {
  test('is not there, whatever is asked of it', async () => {
    const { user } = await household();
    const { profile: foreign } = await household();
    const answers = [
      await enter(user, foreign.id),
      await api.call('GET /api/account/profiles/{id}', { token: user.token, params: { id: foreign.id } }),
      await change(user, foreign.id, { name: '내 것' }),
      await remove(user, foreign.id, { password: user.password }),
      await lock(user, foreign.id, '1234'),
      await limit(user, foreign.id, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  });
});

describe('a profile’s PIN', () => {
  test('is set, changed and removed with the password, and asked at the door', async () => {
    const { user } = await household();
    const own = await buildProfile(api.db, { householdId: user.householdId, name: '아빠' });
    const wrong = await lock(user, own.id, '4821', 'not it');
    expect(wrong.body.errors).toEqual({ password: ['The password is incorrect.'] });
    expect((await enter(user, own.id)).status).toBe(200);
    expect((await lock(user, own.id, '4821')).body.data.has_pin).toBe(true);
    expect((await enter(user, own.id)).body.errors?.pin).toBeDefined();
    expect((await enter(user, own.id, { pin: '4821' })).status).toBe(200);
    // The PIN is forgotten: the password sets another.
    expect((await lock(user, own.id, '1111')).status).toBe(200);
    expect((await enter(user, own.id, { pin: '4821' })).status).toBe(422);
    expect((await enter(user, own.id, { pin: '1111' })).status).toBe(200);
    expect((await lock(user, own.id, null)).body.data.has_pin).toBe(false);
    expect((await enter(user, own.id)).status).toBe(200);
    for (const pin of ['123', '12345', 'abcd', '１２３４']) {
      expect((await lock(user, own.id, pin)).status, pin).toBe(422);
    }
    const kept = await api.db.execute(sql`select pin_hash from profiles where pin_hash is not null`);
    expect(JSON.stringify(kept.rows)).not.toContain('4821');
  });

  test('keeps its name from a session that has entered no profile', async () => {
    const user = await buildUser(api.db, { plan: 30 });
    const open = await buildProfile(api.db, { householdId: user.householdId, name: '엄마' });
    const locked = await buildProfile(api.db, { householdId: user.householdId, name: '아빠' });
    await lock(user, locked.id, '4821');
    expect((await change(user, locked.id, { name: '누구' })).body.code).toBe('profile_required');
    expect((await change(user, open.id, { name: '어머니' })).status).toBe(200);
    await enter(user, open.id);
    expect((await change(user, locked.id, { name: '아버지' })).status).toBe(200);
  });

  test('makes whoever guesses the password wait', async () => {
    const { user, profile } = await household();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => lock(user, profile.id, '0000', `guess ${n}`)),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
    expect((await lock(user, profile.id, '0000')).status).toBe(429);
  });
});

describe('a kids profile', () => {
  async function family() {
    const { user, profile } = await household();
    const kid = await buildProfile(api.db, {
      householdId: user.householdId,
      name: '하늘이',
      isKid: true,
      age: 8,
      maturity: 7,
    });
    return { user, profile, kid };
  }

  test('opens nothing of the account, and acts as no other profile', async () => {
    const { user, profile, kid } = await family();
    await enter(user, kid.id);
    const refused = [
      await api.call('GET /api/account/profiles', { token: user.token }),
      await api.call('GET /api/account/profiles/{id}', { token: user.token, params: { id: kid.id } }),
      await add(user, { name: '새' }),
      await change(user, kid.id, { name: '새' }),
      await remove(user, kid.id, { password: user.password }),
      await lock(user, kid.id, '1234'),
      await limit(user, kid.id, {}),
      await setParentPin(user, '1234'),
      await api.call('GET /api/account/avatars', { token: user.token }),
      await api.call('POST /api/account/delete-request', { token: user.token }),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'kids_profile']);

    const adult = await buildProgramme(api.db, { maturity: 19 });
    const asOther = { token: user.token, query: { id: adult.id, profile_id: profile.id } };
    expect((await api.call('GET /api/program/details', asOther)).body.code).toBe('maturity_blocked');
    // A call without a profile is refused, too.
    const asNobody = { token: user.token, query: { id: adult.id } };
    expect((await api.call('GET /api/program/details', asNobody)).body.code).toBe('maturity_blocked');
    expect(
      (await api.call('GET /api/my-list', { token: user.token, query: { profile_id: profile.id } })).status,
    ).toBe(404);
    expect(
      (await api.call('GET /api/my-list', { token: user.token, query: { profile_id: kid.id } })).status,
    ).toBe(200);
    expect((await api.call('GET /api/user', { token: user.token })).status).toBe(200);
    // Without a parent PIN the kids profile can be left.
    expect((await enter(user, profile.id)).status).toBe(200);
    expect((await api.call('GET /api/account/profiles', { token: user.token })).status).toBe(200);
  });

  test('is left by the parent PIN where there is one, and guessing it takes long', async () => {
    const { user, profile, kid } = await family();
    expect((await setParentPin(user, '7391', 'wrong')).status).toBe(422);
    expect((await setParentPin(user, '7391')).status).toBe(200);
    expect((await api.call('GET /api/user', { token: user.token })).body.data.has_parent_pin).toBe(true);
    // Switching between adults' profiles requires nothing.
    expect((await enter(user, profile.id)).status).toBe(200);
    await enter(user, kid.id);
    expect((await enter(user, kid.id)).status).toBe(200);
    expect((await enter(user, profile.id)).body.errors).toEqual({
      parent_pin: ['Parent PIN is required.'],
    });
    expect((await enter(user, profile.id, { parent_pin: '0000' })).body.errors).toEqual({
      parent_pin: ['That PIN is not right.'],
    });
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => enter(user, profile.id, { parent_pin: '1234' })),
    );
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(8);
    api.setNow(new Date(Date.now() + 61_000));
    expect((await enter(user, profile.id, { parent_pin: '7391' })).status).toBe(200);
    api.setNow(undefined);
  });

  test('asks for the other profile’s own PIN too', async () => {
    const { user, profile, kid } = await family();
    await setParentPin(user, '7391');
    await lock(user, profile.id, '1111');
    await enter(user, kid.id);
    expect((await enter(user, profile.id, { pin: '1111' })).body.errors?.parent_pin).toBeDefined();
    expect((await enter(user, profile.id, { parent_pin: '7391' })).body.errors?.pin).toBeDefined();
    expect((await enter(user, profile.id, { parent_pin: '7391', pin: '1111' })).status).toBe(200);
  });
});

describe('limits', () => {
  test('take the password or the parent PIN, and are answered with the profile', async () => {
    const { user } = await household();
    const teen = await buildProfile(api.db, { householdId: user.householdId, name: '십대' });
    const title = await buildProgramme(api.db, { titleKo: '막을 것', titleEn: 'To block' });
    expect((await limit(user, teen.id, { password: undefined })).body.errors?.password).toHaveLength(1);
    expect((await limit(user, teen.id, { password: 'no' })).body.errors?.password).toHaveLength(1);
    expect(
      (await limit(user, teen.id, { password: undefined, parent_pin: '1234' })).body.errors?.parent_pin,
    ).toHaveLength(1);
    const hours = { weekdays: { from: '16:00', until: '20:30' }, weekends: null };
    const set = await limit(user, teen.id, { maturity: 15, hours, blocked: [title.id, title.id] });
    expect(set.body.data).toMatchObject({ maturity: 15, hours, blocked_count: 1 });
    await setParentPin(user, '7391');
    expect(
      (await limit(user, teen.id, { maturity: 12, password: undefined, parent_pin: '7391' })).status,
    ).toBe(200);
    await limit(user, teen.id, { maturity: 15, hours, blocked: [title.id], zone: 'America/New_York' });
    const read = await api.call('GET /api/account/profiles/{id}', {
      token: user.token,
      params: { id: teen.id },
      locale: 'en',
    });
    expect(read.body.data).toMatchObject({
      zone: 'America/New_York',
      maturity: 15,
      hours,
      blocked: [{ id: title.id, name: 'To block', type: 'm' }],
    });
    const all = await api.call('GET /api/account/profiles', { token: user.token });
    expect(all.body.data.profiles.map(({ blocked_count }) => blocked_count)).toEqual([0, 1]);
  });

  test('are refused with the field named when they make no sense', async () => {
    const { user, profile } = await household();
    const teen = await buildProfile(api.db, { householdId: user.householdId, name: '십대' });
    const at = (from: string, until: string) => ({ hours: { weekdays: { from, until }, weekends: null } });
    for (const [body, field] of [
      [{ is_kid: true, age: null, maturity: 7 }, 'age'],
      [{ is_kid: true, age: 10, maturity: 15 }, 'maturity'],
      [{ maturity: 13 }, 'maturity'],
      [at('20:00', '20:00'), 'hours.weekdays.until'],
      [at('20:00', '08:00'), 'hours.weekdays.until'],
      [at('24:30', '25:00'), 'hours.weekdays.from'],
      [{ zone: 'Mars/Olympus' }, 'zone'],
      [{ blocked: ['01890000-0000-7000-8000-000000000000'] }, 'blocked'],
    ] as const) {
      const { status, body: answer } = await limit(user, teen.id, body);
      expect([status, Object.keys(answer.errors ?? {})], JSON.stringify(body)).toContainEqual(
        expect.arrayContaining([field]),
      );
    }
    await buildProfile(api.db, { householdId: user.householdId, name: '아이', isKid: true, maturity: 0 });
    await limit(user, teen.id, { is_kid: true, age: 9, maturity: 7 });
    expect((await limit(user, profile.id, { is_kid: true, age: 9, maturity: 7 })).body.code).toBe(
      'last_adult',
    );
  });

  test('are not shaken off by adding another profile or deleting one', async () => {
    const { user } = await household();
    const teen = await buildProfile(api.db, { householdId: user.householdId, name: '십대', maturity: 15 });
    const other = await buildProfile(api.db, { householdId: user.householdId, name: '동생' });
    await enter(user, teen.id);
    expect((await add(user, { name: '몰래' })).body.errors?.password).toHaveLength(1);
    expect((await remove(user, other.id)).body.errors?.password).toHaveLength(1);
    expect((await remove(user, teen.id)).body.errors?.password).toHaveLength(1);
    expect((await add(user, { name: '허락', password: user.password })).status).toBe(200);
  });

  test('on titles count from the next look on, also where answers are kept', async () => {
    const { user, profile } = await household();
    const [one, two] = [await buildProgramme(api.db), await buildProgramme(api.db)];
    const shown = async () => {
      const { body } = await api.call('GET /api/videos/new-release', {
        token: user.token,
        query: { profile_id: profile.id, per_page: 100 },
      });
      return [one, two].map(({ id }) => JSON.stringify(body).includes(id));
    };
    expect(await shown()).toEqual([true, true]);
    await limit(user, profile.id, { blocked: [one.id] });
    expect(await shown()).toEqual([false, true]);
    await limit(user, profile.id, { blocked: [one.id, two.id] });
    expect(await shown()).toEqual([false, false]);
    await limit(user, profile.id, {});
    expect(await shown()).toEqual([true, true]);
  });
});

describe('viewing hours', () => {
  const weekdays = { from: '16:00', until: '20:30' };
  const weekends = { from: '09:00', until: '24:00' };

  test('let play inside them and refuse outside, by the household’s clocks, over both clock changes', async () => {
    const { user, profile } = await household(2000);
    const title = await buildProgramme(api.db);
    await limit(user, profile.id, { hours: { weekdays, weekends }, zone: 'America/New_York' });
    const playAt = async (instant: string) => {
      api.setNow(new Date(instant));
      await api.db.execute(sql`update accounts_sessions set last_seen_at = ${instant}`);
      await api.db.execute(sql`update playback_sessions set ended_at = now()`);
      const { status, body } = await api.call('POST /api/playback/sessions', {
        token: user.token,
        body: { type: 'm', id: title.id, profile_id: profile.id, device: 'web' },
      });
      return status === 200 ? 'plays' : body.code;
    };
    for (const [instant, expected] of [
      // Friday, before clocks go forward on Sunday, 14 March 2027: UTC−5.
      ['2027-03-12T20:59:59Z', 'outside_hours'],
      ['2027-03-12T21:00:00Z', 'plays'],
      ['2027-03-13T01:29:59Z', 'plays'],
      ['2027-03-13T01:30:00Z', 'outside_hours'],
      // Saturday until midnight.
      ['2027-03-14T04:59:59Z', 'plays'],
      ['2027-03-14T05:00:00Z', 'outside_hours'],
      // Sunday at nine, after clocks went forward: UTC−4.
      ['2027-03-14T12:59:59Z', 'outside_hours'],
      ['2027-03-14T13:00:00Z', 'plays'],
      ['2027-03-15T19:59:59Z', 'outside_hours'],
      ['2027-03-15T20:00:00Z', 'plays'],
      // Clocks went back on Sunday, 7 November 2027.
      ['2027-11-07T13:59:59Z', 'outside_hours'],
      ['2027-11-07T14:00:00Z', 'plays'],
    ] as const) {
      expect(await playAt(instant), instant).toBe(expected);
    }
    api.setNow(undefined);
  });

  test('end what is playing at its next heartbeat', async () => {
    const { user, profile } = await household(2000);
    const title = await buildProgramme(api.db);
    await limit(user, profile.id, { hours: { weekdays, weekends: null } });
    const at = new Date('2027-06-16T03:29:50Z');
    api.setNow(at);
    await api.db.execute(sql`update accounts_sessions set last_seen_at = ${at.toISOString()}`);
    const sent = { token: user.token };
    const play = () =>
      api.call('POST /api/playback/sessions', {
        ...sent,
        body: { type: 'm', id: title.id, profile_id: profile.id, device: 'web' },
      });
    const { id } = (await play()).body.data as { id: string };
    const beat = () =>
      api.call('POST /api/playback/sessions/{id}/heartbeat', {
        ...sent,
        params: { id },
        body: { position_seconds: 20 },
      });
    expect((await beat()).status).toBe(200);
    api.setNow(new Date(at.getTime() + 15_000));
    expect((await beat()).body.code).toBe('session_ended');
    expect((await play()).body.code).toBe('outside_hours');
    // Titles can still be browsed.
    const details = await api.call('GET /api/program/details', {
      ...sent,
      query: { id: title.id, profile_id: profile.id },
    });
    expect(details.status).toBe(200);
    api.setNow(undefined);
  });
});

test('every call of the account is closed to a kids profile, whoever declares it', async () => {
  const { user } = await household();
  const kid = await buildProfile(api.db, { householdId: user.householdId, isKid: true, maturity: 7 });
  await enter(user, kid.id);
  const closed = (Object.keys(calls) as CallName[]).filter((name) => {
    const definition: CallDefinition = calls[name];
    return definition.who === 'user' && name.includes(' /api/account/') && !definition.forKids;
  });
  expect(closed.length).toBeGreaterThan(8);
  for (const name of closed) {
    const params = { id: kid.id } as never;
    const { status, body } = await api.call(name, { token: user.token, params, body: {} as never });
    expect([status, body.code], name).toEqual([403, 'kids_profile']);
  }
});

test('the look of captions is kept with the profile: known values only, and null is the device’s', async () => {
  const { user, profile } = await household();
  const style = { ...defaultCaptionStyle, color: 'yellow', size: 170, edge: 'uniform' } as const;
  const changed = await change(user, profile.id, { caption_style: style });
  expect(changed.body.data.caption_style).toEqual(style);
  const found = async () =>
    (await api.call('GET /api/user', { token: user.token })).body.data.profiles.find(
      ({ id }) => id === profile.id,
    )?.caption_style;
  expect(await found()).toEqual(style);
  for (const wrong of [{ color: 'url(//example.com)' }, { size: 1000 }, { opacity: 0 }, { font: '' }]) {
    const { status, body } = await change(user, profile.id, { caption_style: { ...style, ...wrong } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([
      422,
      [`caption_style.${Object.keys(wrong)[0]}`],
    ]);
  }
  await change(user, profile.id, { name: '자막' });
  expect(await found()).toEqual(style);
  await change(user, profile.id, { caption_style: null });
  expect(await found()).toBeNull();
});
