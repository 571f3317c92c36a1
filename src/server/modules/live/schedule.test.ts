import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildCategory,
  buildEpisode,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildUser,
} from '../../../../test/build.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { blockedTitles } from '../profiles/profiles.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(async () => {
  await api.db.delete(episodes);
  await api.pool.query('delete from catalog_seasons');
  await api.db.delete(programmes);
});
afterEach(() => api.setNow(undefined));

const schedule = async (locale: 'ko' | 'en' = 'ko', who?: { token: string; profile_id: string }) =>
  (
    await api.call('GET /api/schedule', {
      query: { web: '1', profile_id: who?.profile_id },
      token: who?.token,
      locale,
    })
  ).body.data;
const ofDay = async (date: string, who?: { token: string; profile_id: string }) =>
  (await schedule('ko', who)).find((day) => day.date === date)?.categories ?? [];
const titlesOf = async (date: string, who?: { token: string; profile_id: string }) =>
  (await ofDay(date, who)).flatMap(({ series }) => series.map(({ title }) => title));
const movieAt = (titleKo: string, at: string, values: Parameters<typeof buildProgramme>[1] = {}) =>
  buildProgramme(api.db, { titleKo, availableFrom: new Date(at), ...values });

describe('the schedule', () => {
  test('runs from yesterday to a week from today, in the service’s zone and the viewer’s language', async () => {
    // In Seoul it is already the 11th; the service's day is the 10th.
    api.setNow(new Date('2026-06-11T05:00:00Z'));
    const days = await schedule();
    expect(days.map(({ date }) => date)).toEqual(
      [9, 10, 11, 12, 13, 14, 15, 16, 17].map((day) => `2026-06-${String(day).padStart(2, '0')}`),
    );
    expect(days.filter(({ today }) => today)).toMatchObject([{ date: '2026-06-10', day: '수요일' }]);
    expect((await schedule('en'))[1]?.day).toBe('Wednesday');
    expect(days.every(({ categories }) => categories.length === 0)).toBe(true);
  });

  test('groups what comes out by category, and says what is still to come', async () => {
    api.setNow(new Date('2026-06-10T17:00:00Z'));
    const drama = await buildCategory(api.db, { nameKo: '드라마', nameEn: 'Drama', position: -9 });
    const film = await buildCategory(api.db, { nameKo: '영화', nameEn: 'Movies', position: -8 });
    const series = await buildProgramme(api.db, {
      kind: 'series',
      titleKo: '달빛',
      categoryId: drama.id,
      availableFrom: new Date(0),
    });
    const season = await buildSeason(api.db, { programmeId: series.id, number: 1 });
    for (const [number, at] of [
      [1, '2026-06-10T12:00:00Z'],
      [2, '2026-06-10T23:00:00Z'],
      [3, '2026-06-12T23:00:00Z'],
    ] as const) {
      await buildEpisode(api.db, { season, number, titleKo: `${number}막`, availableFrom: new Date(at) });
    }
    await movieAt('오늘 영화', '2026-06-10T11:00:00Z', { categoryId: film.id });
    const coming = await movieAt('내일 영화', '2026-06-11T20:00:00Z', { categoryId: film.id });
    const today = await ofDay('2026-06-10');
    expect(today).toMatchObject([
      {
        category: { ko_name: '드라마', en_name: 'Drama' },
        series: [
          {
            id: series.id,
            type: 's',
            title: '달빛',
            upcoming: 'yes',
            starts_at: '2026-06-10T12:00:00.000Z',
            episodes: ['시즌 1 1화 · 1막', '시즌 1 2화 · 2막'],
          },
        ],
      },
      { category: { ko_name: '영화' }, series: [{ title: '오늘 영화', upcoming: 'no', episodes: [] }] },
    ]);
    // The page of a title that is not published yet cannot be opened: its card says so.
    expect(await ofDay('2026-06-11')).toMatchObject([{ series: [{ title: '내일 영화', upcoming: 'skip' }] }]);
    expect((await api.call('GET /api/program/details', { query: { id: coming.id } as never })).status).toBe(
      404,
    );
    expect(await ofDay('2026-06-12')).toMatchObject([{ series: [{ title: '달빛', upcoming: 'yes' }] }]);
    expect(await ofDay('2026-06-13')).toEqual([]);

    const { data } = (await api.call('GET /api/schedule/video', { query: { web: '1' } })).body;
    const videos = data.find(({ today: isToday }) => isToday)?.categories.flatMap((each) => each.videos);
    expect(
      videos?.map(({ type, title, upcoming, episodes: lines }) => [type, title, upcoming, lines]),
    ).toEqual([
      ['e', '달빛', 'no', ['시즌 1 1화 · 1막']],
      ['e', '달빛', 'yes', ['시즌 1 2화 · 2막']],
      ['m', '오늘 영화', 'no', []],
    ]);
  });

  test('puts a late evening on its own day, also where clocks are changed', async () => {
    // On November 1st 2026 the clocks of Los Angeles go back: the day has 25 hours.
    api.setNow(new Date('2026-10-31T20:00:00Z'));
    await movieAt('자정 직전', '2026-11-02T07:59:00Z');
    await movieAt('자정', '2026-11-02T08:00:00Z');
    await movieAt('두 번째 한 시', '2026-11-01T09:30:00Z');
    expect(await titlesOf('2026-11-01')).toEqual(expect.arrayContaining(['자정 직전', '두 번째 한 시']));
    expect(await titlesOf('2026-11-02')).toEqual(['자정']);
  });

  test('announces only what a viewer will be allowed to see', async () => {
    api.setNow(new Date('2026-06-10T17:00:00Z'));
    const tomorrow = '2026-06-11T20:00:00Z';
    await movieAt('누구나', tomorrow);
    await movieAt('어른', tomorrow, { maturity: 19 });
    await movieAt('캐나다', tomorrow, { regions: ['CA'] });
    await movieAt('초안', tomorrow, { published: false });
    const blocked = await movieAt('막힌', tomorrow);
    const user = await buildUser(api.db);
    const profile = await buildProfile(api.db, { householdId: user.householdId, maturity: 12 });
    await api.db.insert(blockedTitles).values({ profileId: profile.id, programmeId: blocked.id });
    expect((await titlesOf('2026-06-11')).sort()).toEqual(['누구나', '막힌', '어른']);
    expect(await titlesOf('2026-06-11', { token: user.token, profile_id: profile.id })).toEqual(['누구나']);
  });

  test('announces a series that opens with its first episodes by them', async () => {
    api.setNow(new Date('2026-06-10T17:00:00Z'));
    const opens = new Date('2026-06-13T20:00:00Z');
    const series = await buildProgramme(api.db, {
      kind: 'series',
      titleKo: '새 드라마',
      availableFrom: opens,
    });
    const season = await buildSeason(api.db, { programmeId: series.id, number: 1 });
    for (const number of [1, 2]) {
      await buildEpisode(api.db, { season, number, titleKo: '', availableFrom: opens });
    }
    const [{ series: cards } = { series: [] }] = await ofDay('2026-06-13');
    expect(cards).toMatchObject([
      { title: '새 드라마', upcoming: 'skip', episodes: ['시즌 1 1화', '시즌 1 2화'] },
    ]);
  });
});
