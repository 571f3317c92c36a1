import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildCategory,
  buildContentPartner,
  buildPlan,
  buildPlanPrice,
  buildPlaybackSession,
  buildProfile,
  buildProgramme,
  buildRole,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { readCsv, readSheetAsCsv } from '../../../../test/csv.ts';
import { everyPermission } from '../../../contract/admin/permissions.ts';
import { must } from '../../must.ts';
import { startOfDay } from '../../zone.ts';
import { eraseDueAccounts } from '../accounts/erasure.service.ts';
import { programmes } from '../catalog/catalog.tables.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { countReportsJob, nightlyReportsJob } from '../reports/jobs/reports.jobs.ts';
import { guaranteedCents, minuteCents, shareCents } from './amounts.ts';
import { makeStatementsJob } from './jobs/partner-statements.jobs.ts';

const zone = 'America/Los_Angeles';
const at = (day: string, hours = 12) => new Date(startOfDay(day, zone).getTime() + hours * 3_600_000);
const signal = new AbortController().signal;

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await openTestApi();
  token = (await buildStaff(api.db)).token;
});
beforeEach(async () => {
  const { rows } = await api.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relname like 'reports_%'`,
  );
  const others = [
    'partner_statement_titles',
    'partner_statements',
    'partner_terms',
    'playback_sessions',
    'plans_periods',
  ];
  // By rows: truncating makes new files for each partition and index.
  await api.pool.query(
    [...rows.map(({ name }) => name), ...others].map((name) => `delete from ${name}`).join('; '),
  );
});

const setNow = async (to: Date) => {
  api.setNow(to);
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [to]);
};
const count = () => countReportsJob.run({}, api.context, signal);
const settle = () => makeStatementsJob.run({}, api.context, signal);

interface Person {
  profileId: string;
  householdId: string;
}
const person = async (): Promise<Person> => {
  const { id, householdId } = await buildProfile(api.db);
  return { profileId: id, householdId };
};
/** A household with a plan of ten dollars a month through June 2027. */
const subscriber = async (): Promise<Person> => {
  const one = await person();
  const plan = await buildPlan(api.db, { priceCents: 1000 });
  // Dearer for those who subscribe later.
  await buildPlanPrice(api.db, { planId: plan.id, priceCents: 9000, startsAt: at('2027-06-10') });
  await api.db.insert(planPeriods).values({
    householdId: one.householdId,
    planId: plan.id,
    startsAt: at('2027-06-01', 0),
    endsAt: at('2027-07-01', 0),
  });
  return one;
};
/** A viewing that is counted within the hour. */
const watch = async (
  programmeId: string,
  who: Person,
  {
    day = '2027-06-10',
    heardOn = day,
    minutes = 10,
    region = 'US',
  }: { day?: string; heardOn?: string; minutes?: number; region?: string } = {},
) => {
  const startedAt = at(day);
  const endedAt = new Date(at(heardOn).getTime() + minutes * 60_000);
  await buildPlaybackSession(api.db, {
    ...who,
    programmeId,
    assetId: (await buildAsset(api.db)).id,
    region,
    startedAt,
    watchedSeconds: minutes * 60,
    positionSeconds: 10,
    durationSeconds: 10_000,
    heartbeatAt: endedAt,
    endedAt,
  });
  await setNow(new Date(endedAt.getTime() + 600_000));
  await count();
};
const agree = async (content_partner_id: string, terms: object) => {
  const answered = await api.call('POST /api/admin/partner-terms', {
    token,
    body: { content_partner_id, starts_on: '2027-01-01', ...terms },
  });
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  return answered.body.data.id as string;
};
const statements = async (as = token) =>
  (await api.call('GET /api/admin/partner-statements', { token: as, locale: 'en', query: { order: 'desc' } }))
    .body;
const titlesOf = async (id: string, as = token) =>
  (
    await api.call('GET /api/admin/partner-statements/{id}/titles', {
      token: as,
      params: { id },
      locale: 'en',
    })
  ).body;

describe('amounts', () => {
  test('are whole cents, rounded down title by title', () => {
    const rates = { share_percent: 33.33, per_minute_cents: 2, minimum_guarantee_cents: 1000 };
    expect(shareCents({ planSeconds: 1 }, rates, { revenueCents: 100, planSeconds: 3 })).toBe(11);
    expect(shareCents({ planSeconds: 5 }, rates, { revenueCents: 100, planSeconds: 0 })).toBe(0);
    expect(minuteCents({ freeSeconds: 119, planSeconds: 60 }, rates)).toBe(4);
    expect(guaranteedCents(rates, 10, 30)).toBe(333);
    // Beyond what floating point holds.
    expect(
      shareCents(
        { planSeconds: 9_000_000_001 },
        { ...rates, share_percent: 50 },
        { revenueCents: 90_000_000_000, planSeconds: 9_000_000_001 },
      ),
    ).toBe(45_000_000_000);
  });
});

describe('terms', () => {
  test('are of a partner’s own titles, of days in order, and keep their partner from being deleted', async () => {
    const [own, other] = [await buildContentPartner(api.db), await buildContentPartner(api.db)];
    const theirs = await buildProgramme(api.db, { contentPartnerId: other.id });
    const body = { content_partner_id: own.id, starts_on: '2027-06-01' };
    const post = async (more: object) =>
      (await api.call('POST /api/admin/partner-terms', { token, body: { ...body, ...more } })).body.errors;
    expect(Object.keys((await post({ programme_ids: [theirs.id] })) ?? {})).toEqual(['programme_ids']);
    expect(Object.keys((await post({ ends_on: '2027-05-31' })) ?? {})).toEqual(['ends_on']);
    expect(Object.keys((await post({ share_percent: 100.5 })) ?? {})).toEqual(['share_percent']);
    const id = await agree(own.id, { share_percent: 42.5 });
    const moved = await api.call('PATCH /api/admin/partner-terms/{id}', {
      token,
      params: { id },
      body: { content_partner_id: other.id, per_minute_cents: 3 },
    });
    expect(moved.body.data).toMatchObject({
      content_partner_id: own.id,
      per_minute_cents: 3,
      share_percent: 42.5,
    });
    const gone = await api.call('DELETE /api/admin/content-partners/{id}', { token, params: { id: own.id } });
    expect(gone.body.code).toBe('in_use');
    // A title that has gone to another partner stays: what was watched before falls under these terms.
    const [left, added] = [
      await buildProgramme(api.db, { contentPartnerId: own.id }),
      await buildProgramme(api.db, { contentPartnerId: own.id }),
    ];
    const name = async (...programme_ids: string[]) =>
      (
        await api.call('PATCH /api/admin/partner-terms/{id}', {
          token,
          params: { id },
          body: { programme_ids },
        })
      ).status;
    expect(await name(left.id)).toBe(200);
    await api.db.update(programmes).set({ contentPartnerId: other.id }).where(eq(programmes.id, left.id));
    expect(await name(left.id, added.id)).toBe(200);
    expect(await name(left.id, added.id, theirs.id)).toBe(422);
    await name();
  });
});

describe('a statement', () => {
  test('says what each title was watched and earned, by the terms of its day and country', async () => {
    await setNow(at('2027-06-01', 1));
    await count();
    const partner = await buildContentPartner(api.db, { nameEn: 'Han River Films' });
    const [film, other] = [
      await buildProgramme(api.db, { contentPartnerId: partner.id, titleEn: 'Film' }),
      await buildProgramme(api.db, { contentPartnerId: partner.id, titleEn: 'Other' }),
    ];
    const elsewhere = await buildProgramme(api.db, {});
    await agree(partner.id, { share_percent: 50, regions: ['US'] });
    await agree(partner.id, { per_minute_cents: 7, programme_ids: [other.id], starts_on: '2027-06-15' });
    const [payer, guest] = [await subscriber(), await person()];
    await watch(film.id, guest, { minutes: 5 });
    // Outside of the territory: counted, not paid.
    await watch(film.id, guest, { minutes: 8, region: 'CA' });
    await watch(elsewhere.id, payer, { minutes: 10 });
    await watch(film.id, payer, { minutes: 30 });
    await watch(other.id, guest, { minutes: 20, day: '2027-06-20', region: 'MX' });
    await watch(film.id, payer, { day: '2027-07-01' });
    await setNow(at('2027-07-04', 3));
    await count();
    await settle();
    const { data } = await statements();
    expect(data).toHaveLength(1);
    // A thousand cents of revenue, of which half by 30 of 40 minutes; and 20 minutes at seven cents.
    expect(data[0]).toMatchObject({
      month: '2027-06-01',
      label: 'Han River Films 2027-06',
      partner_en: 'Han River Films',
      titles: 2,
      views: 4,
      minutes: 63,
      share_cents: 375,
      minute_cents: 140,
      guarantee_cents: 0,
      amount_cents: 515,
    });
    const search = async (q: string) =>
      (await api.call('GET /api/admin/partner-statements', { token, query: { q } })).body.meta.total;
    expect([await search('han river'), await search('nobody')]).toEqual([1, 0]);
    const terms = async (q: string) =>
      (await api.call('GET /api/admin/partner-terms', { token, query: { q } })).body.meta.total;
    expect([(await terms('han river')) > 0, await terms('nobody')]).toEqual([true, 0]);
    const id = String(data[0]?.id);
    expect((await titlesOf(id)).data).toEqual([
      expect.objectContaining({
        title: 'Film',
        free_views: 1,
        plan_views: 1,
        free_minutes: 5,
        plan_minutes: 30,
        amount_cents: 375,
      }),
      expect.objectContaining({
        title: 'Other',
        free_views: 1,
        plan_views: 0,
        minutes: 20,
        amount_cents: 140,
      }),
      expect.objectContaining({ title: 'Film', views: 1, minutes: 8, amount_cents: 0 }),
    ]);
  });

  test('adds what lacks to the minimum guarantee, for the days that it was in force', async () => {
    await setNow(at('2027-06-01', 1));
    await count();
    const partner = await buildContentPartner(api.db);
    const film = await buildProgramme(api.db, { contentPartnerId: partner.id });
    await agree(partner.id, { per_minute_cents: 1, minimum_guarantee_cents: 3000, starts_on: '2027-06-21' });
    await watch(film.id, await person(), { day: '2027-06-22', minutes: 100 });
    await setNow(at('2027-07-04', 3));
    await count();
    await settle();
    const [row] = (await statements()).data;
    expect(row).toMatchObject({ minute_cents: 100, guarantee_cents: 900, amount_cents: 1000 });
    const { body } = await api.call('GET /api/admin/partner-statements/{id}', {
      token,
      params: { id: String(row?.id) },
    });
    expect(body.data.terms).toEqual([
      expect.objectContaining({
        days: 10,
        earned_cents: 100,
        guaranteed_cents: 1000,
        minimum_guarantee_cents: 3000,
      }),
    ]);
  });

  test.each(['ko', 'en'] as const)(
    'is a file with the sums and the guarantee of the screen, in %s',
    async (locale) => {
      await setNow(at('2027-06-01', 1));
      await count();
      const partner = await buildContentPartner(api.db);
      const film = await buildProgramme(api.db, {
        contentPartnerId: partner.id,
        titleKo: '영화',
        titleEn: 'Film',
      });
      const other = await buildProgramme(api.db, {
        contentPartnerId: partner.id,
        titleKo: '둘째',
        titleEn: 'Other',
      });
      await agree(partner.id, { share_percent: 50, per_minute_cents: 1, minimum_guarantee_cents: 3000 });
      await watch(other.id, await person(), { minutes: 20 });
      await watch(film.id, await subscriber(), { minutes: 30 });
      await setNow(at('2027-07-04', 3));
      await count();
      await settle();
      const [statement] = (await statements()).data;
      const id = String(statement?.id);
      const { body: shown } = await api.call('GET /api/admin/partner-statements/{id}/titles', {
        token,
        params: { id },
        locale,
      });
      const { columns, sums } = shown.meta;
      expect(sums).toEqual([
        {
          title: locale === 'ko' ? '최소 보장 보전' : 'Guarantee top-up',
          amount_cents: statement?.guarantee_cents,
        },
        expect.objectContaining({
          title: locale === 'ko' ? '전체' : 'Overall',
          views: statement?.views,
          free_views: 1,
          plan_views: 1,
          minutes: statement?.minutes,
          free_minutes: 20,
          plan_minutes: 30,
          share_cents: statement?.share_cents,
          minute_cents: statement?.minute_cents,
          amount_cents: statement?.amount_cents,
        }),
      ]);
      expect(statement?.guarantee_cents).toBe(3000 - 500 - 50);
      const screen = [...shown.data, ...sums].map((line) =>
        columns.map(({ name, kind }) => {
          const value = line[name as keyof typeof line];
          return kind === 'money' && typeof value === 'number' ? value / 100 : (value ?? '');
        }),
      );
      for (const format of ['csv', 'xlsx'] as const) {
        const { body: file } = await api.call('POST /api/admin/exports', {
          token,
          locale,
          body: {
            resource: 'partner-statement-titles',
            format,
            query: { statement_id: id },
            columns: columns.map(({ name, kind, label }) => ({
              field: name,
              label: label[locale],
              ...(kind === 'money' ? { as: 'cents' as const } : {}),
            })),
          },
        });
        expect(file.data.rows).toBe(4);
        const { rawPayload } = await api.app.inject({
          url: `/api/admin/exports/${file.data.id}/file`,
          headers: { authorization: `Bearer ${token}` },
        });
        const [heading, ...lines] =
          format === 'csv' ? readCsv(rawPayload.toString()) : readSheetAsCsv(rawPayload);
        expect(heading).toEqual(columns.map(({ label }) => label[locale]));
        const numbers = (line: unknown[]) =>
          line.map((value, at) => (at === 0 || value === '' ? value : Number(value)));
        expect(lines.map(numbers), format).toEqual(screen);
      }
    },
  );

  test('of a month without a viewing has a file with its guarantee', async () => {
    await setNow(at('2027-06-01', 1));
    await count();
    const partner = await buildContentPartner(api.db);
    await agree(partner.id, { minimum_guarantee_cents: 3000 });
    await setNow(at('2027-07-04', 3));
    await count();
    await settle();
    const id = String((await statements()).data[0]?.id);
    expect((await titlesOf(id)).meta.sums).toEqual([
      { title: 'Guarantee top-up', amount_cents: 3000 },
      expect.objectContaining({ title: 'Overall', views: 0, free_minutes: 0, amount_cents: 3000 }),
    ]);
  });

  test('stays as it is, whatever becomes known or is agreed later', async () => {
    await setNow(at('2027-06-01', 1));
    await count();
    const partner = await buildContentPartner(api.db);
    const film = await buildProgramme(api.db, { contentPartnerId: partner.id });
    const terms = await agree(partner.id, { per_minute_cents: 1 });
    await watch(film.id, await person());
    await setNow(at('2027-07-04', 3));
    await count();
    await settle();
    const before = await statements();
    await api.call('PATCH /api/admin/partner-terms/{id}', {
      token,
      params: { id: terms },
      body: { per_minute_cents: 50 },
    });
    // A device that was off line tells of June in July.
    await watch(film.id, await person(), { day: '2027-06-11', heardOn: '2027-07-05' });
    await settle();
    expect(await statements()).toEqual(before);
    // What came late counts in the month in which it came, once.
    await setNow(at('2027-08-04', 3));
    await count();
    await settle();
    expect(
      (await statements()).data.map(({ month, views, amount_cents }) => [month, views, amount_cents]),
    ).toEqual([
      ['2027-07-01', 1, 500],
      ['2027-06-01', 1, 10],
    ]);
  });

  test('loses nothing by the erasure of a household, and has the prices of its month', async () => {
    const plan = await buildPlan(api.db, { priceCents: 1000 });
    await buildPlanPrice(api.db, { planId: plan.id, priceCents: 2000, startsAt: at('2027-03-01', 0) });
    const partner = await buildContentPartner(api.db);
    const film = await buildProgramme(api.db, { contentPartnerId: partner.id });
    await agree(partner.id, { share_percent: 50 });
    const households = [];
    for (const startsAt of [at('2027-01-05'), at('2027-05-20'), at('2027-05-20')]) {
      const user = await buildUser(api.db);
      const { id } = await buildProfile(api.db, { householdId: user.householdId });
      // A row goes on for as long as its plan does.
      await api.db.insert(planPeriods).values({
        householdId: user.householdId,
        planId: plan.id,
        startsAt,
        endsAt: at('2027-08-01'),
        createdAt: startsAt,
        updatedAt: startsAt,
      });
      households.push({ ...user, profileId: id });
    }
    await setNow(at('2027-06-01', 1));
    await count();
    for (const [day, own] of households.entries()) await watch(film.id, own, { day: `2027-06-1${day}` });
    await api.pool.query('update accounts_users set deletion_requested_at = $1 where id = $2', [
      at('2027-03-20'),
      households[1]?.id,
    ]);
    await setNow(at('2027-07-02'));
    expect(await eraseDueAccounts(api.context)).toBe(1);
    await setNow(at('2027-07-04', 3));
    await count();
    await settle();
    // Three plans of twenty dollars.
    expect((await statements()).data).toMatchObject([{ month: '2027-06-01', views: 3, share_cents: 3000 }]);
  });

  test('is not made before the days of the month are closed', async () => {
    await setNow(at('2027-06-01', 1));
    await count();
    const partner = await buildContentPartner(api.db);
    await agree(partner.id, { minimum_guarantee_cents: 100 });
    await setNow(at('2027-07-03', 23));
    await count();
    await settle();
    expect((await statements()).data).toHaveLength(0);
    // On the fourth, but the reports stand still.
    await setNow(at('2027-07-04', 3));
    await settle();
    expect((await statements()).data).toHaveLength(0);
    await count();
    await settle();
    expect((await statements()).data).toHaveLength(1);
  });

  test('of every past month with terms is made once, however long the reports stood still', async () => {
    await setNow(at('2027-06-01', 1));
    await count();
    const [partner, later] = [await buildContentPartner(api.db), await buildContentPartner(api.db)];
    const film = await buildProgramme(api.db, { contentPartnerId: partner.id });
    await agree(partner.id, { per_minute_cents: 1 });
    await watch(film.id, await person(), { day: '2027-06-10' });
    // The reports stand still through July and August.
    for (const day of ['2027-07-04', '2027-07-05', '2027-08-04', '2027-09-03']) {
      await setNow(at(day, 3));
      await settle();
    }
    expect((await statements()).data).toEqual([]);
    await setNow(at('2027-09-03', 4));
    await count();
    await settle();
    const made = async () =>
      (await statements()).data.map(({ month, content_partner_id, views }) => [
        month,
        content_partner_id === partner.id,
        views,
      ]);
    expect(await made()).toEqual([
      ['2027-07-01', true, 0],
      ['2027-06-01', true, 1],
    ]);
    // Of August by the day after; and of a partner whose terms were agreed later, from the month they begin in.
    await setNow(at('2027-09-05', 3));
    await count();
    await agree(later.id, { minimum_guarantee_cents: 100, starts_on: '2027-07-20', ends_on: '2027-07-31' });
    const kept = (await statements()).data;
    for (let times = 0; times < 2; times += 1) await settle();
    expect(await made()).toEqual([
      ['2027-08-01', true, 0],
      ['2027-07-01', false, 0],
      ['2027-07-01', true, 0],
      ['2027-06-01', true, 1],
    ]);
    expect((await statements()).data).toEqual(expect.arrayContaining(kept));
    // Facts that are not there any more make no statement.
    await agree(later.id, { minimum_guarantee_cents: 100, starts_on: '2027-06-01', ends_on: '2027-06-30' });
    const config = { ...api.context.config, reportMonths: 2 };
    await makeStatementsJob.run({}, { ...api.context, config }, signal);
    expect(await made()).toHaveLength(4);
    await settle();
    expect(await made()).toHaveLength(5);
  });
});

test('what a role may not read of a statement is in neither its titles nor their file', async () => {
  await setNow(at('2027-06-01', 1));
  await count();
  const partner = await buildContentPartner(api.db);
  const film = await buildProgramme(api.db, { contentPartnerId: partner.id });
  await agree(partner.id, { per_minute_cents: 1 });
  await watch(film.id, await person(), { minutes: 3 });
  await setNow(at('2027-07-04', 3));
  await count();
  await settle();
  const { id = '' } = must((await statements()).data[0], 'a statement');
  const role = await buildRole(api.db, {
    permissions: everyPermission,
    hiddenGroups: ['amounts', 'terms'],
  });
  const blind = (await buildStaff(api.db, { roleId: role.id })).token;
  await setNow(at('2027-07-04', 3));
  const ask = (by: string, sort: 'title' | 'views' | 'amount_cents') =>
    api.call('GET /api/admin/partner-statements/{id}/titles', {
      token: by,
      params: { id },
      query: { sort },
    });
  const { body: whole } = await ask(token, 'title');
  const { body: shown, status } = await ask(blind, 'title');
  expect(status).toBe(200);
  expect(shown.meta.columns.map(({ name }) => name)).toEqual([
    'title',
    'views',
    'free_views',
    'plan_views',
    'minutes',
    'free_minutes',
    'plan_minutes',
  ]);
  expect(shown.data.map((line) => line.title)).toEqual(whole.data.map((line) => line.title));
  expect(shown.meta.sums).toHaveLength(whole.meta.sums.length - 1);
  for (const line of [...shown.data, ...shown.meta.sums])
    for (const field of ['share_cents', 'minute_cents', 'amount_cents'])
      expect(line).not.toHaveProperty(field);
  expect((await ask(blind, 'amount_cents')).status).toBe(422);
  const termsOf = async (by: string) =>
    (await api.call('GET /api/admin/partner-statements/{id}', { token: by, params: { id } })).body.data.terms;
  const {
    share_percent,
    earned_cents,
    guaranteed_cents,
    per_minute_cents,
    minimum_guarantee_cents,
    ...readable
  } = must((await termsOf(token))?.[0], 'terms');
  expect([share_percent, earned_cents, guaranteed_cents, per_minute_cents, minimum_guarantee_cents]).toEqual([
    0, 3, 0, 1, 0,
  ]);
  expect(await termsOf(blind)).toEqual([readable]);
  const fileOf = (sort: string, field: string) =>
    api.call('POST /api/admin/exports', {
      token: blind,
      body: {
        resource: 'partner-statement-titles',
        format: 'csv',
        query: { statement_id: id, sort },
        columns: [{ field, label: field }],
      },
    });
  expect((await fileOf('title', 'minutes')).status).toBe(200);
  for (const field of ['share_cents', 'amount_cents'])
    expect((await fileOf('title', field)).status, field).toBe(422);
  expect((await fileOf('amount_cents', 'title')).status).toBe(422);
});

describe('a content partner’s people', () => {
  test('see their own titles and statements in every report, with any filter, and no others', async () => {
    await setNow(at('2027-06-01', 1));
    await count();
    const category = await buildCategory(api.db, { nameEn: 'Shared' });
    const build = async (name: string) => {
      const partner = await buildContentPartner(api.db, { nameKo: name, nameEn: name });
      const film = await buildProgramme(api.db, {
        contentPartnerId: partner.id,
        titleKo: `${name} film`,
        titleEn: `${name} film`,
        categoryId: category.id,
      });
      await agree(partner.id, { per_minute_cents: 1 });
      return { partner, film };
    };
    const [own, foreign] = [await build('Ours'), await build('Theirs')];
    const someone = await person();
    await watch(own.film.id, someone, { minutes: 3 });
    for (const minutes of [11, 13, 17]) await watch(foreign.film.id, await person(), { minutes });
    await setNow(at('2027-07-04', 3));
    await count();
    await nightlyReportsJob.run({}, api.context, signal);
    await settle();
    const staff = await buildStaff(api.db, { contentPartnerId: own.partner.id });
    await setNow(at('2027-07-04', 3));

    const { data: declared } = (await api.call('GET /api/admin/reports', { token: staff.token })).body;
    expect(declared.map(({ name }) => name)).toEqual([
      'video',
      'category',
      'watch',
      'devices',
      'countries',
      'streams',
      'viewings',
    ]);
    expect(declared.flatMap(({ filters }) => filters)).not.toContain('content_partner_id');
    // Rollups know the partner: a year is answered by each, and what is narrowed further is refused for more than 92 days.
    for (const { name } of declared) {
      const ask = async (more: object) => {
        const query = { period: 'custom', from: '2027-01-01', to: '2027-12-31', ...more } as const;
        const asked = { token: staff.token, params: { name }, query, locale: 'en' } as const;
        const { status, body } = await api.call('GET /api/admin/reports/{name}', asked);
        const { views, peak } = body.totals ?? {};
        return [name, status, body.errors?.to ?? views ?? peak ?? body.data.length];
      };
      const refused = [
        'With these filters a report covers at most 92 days. Choose an end up to 2027-04-02, or clear the filters.',
      ];
      expect(await ask({})).toEqual([name, 200, 1]);
      expect(await ask({ kids: 'no' })).toEqual([name, 422, refused]);
    }
    const filters = [
      {},
      { content_partner_id: foreign.partner.id },
      { title: foreign.film.id },
      { kind: 'movie' },
      { category_id: category.id },
      { device: 'web' },
      { country: 'US' },
      { plan: 'free' },
      { kids: 'no' },
      { category_id: category.id, content_partner_id: foreign.partner.id, country: 'US' },
    ] as const;
    let answered = 0;
    for (const { name } of (await api.call('GET /api/admin/reports', { token })).body.data)
      for (const filter of filters)
        for (const period of [
          { period: 'custom', from: '2027-06-10', to: '2027-06-10' },
          { period: 'custom', from: '2027-06-01', to: '2027-06-30' },
        ] as const) {
          const { status, body } = await api.call('GET /api/admin/reports/{name}', {
            token: staff.token,
            params: { name },
            query: { ...filter, ...period },
            locale: 'en',
          });
          const said = `${name} ${JSON.stringify(filter)}: ${JSON.stringify(body)}`;
          if (!declared.some((own) => own.name === name)) expect(status, said).toBe(404);
          if (status !== 200) continue;
          answered += 1;
          expect(said.replaceAll(foreign.film.id, '').replaceAll(foreign.partner.id, '')).not.toContain(
            'Theirs',
          );
          // One viewing of three minutes by one person is all that there is to see.
          const isOther = 'title' in filter;
          for (const row of body.data) {
            expect(isOther, said).toBe(false);
            if (name === 'streams') expect(row.peak, said).toBe(1);
            else expect(row.seconds, said).toBe(180);
            if ('viewers' in row) expect(row.viewers, said).toBe(1);
          }
          if (body.totals) expect(body.totals.views ?? body.totals.peak ?? 0, said).toBe(isOther ? 0 : 1);
          if (body.series.length > 0)
            expect(
              body.series.reduce((sum, { value }) => sum + value, 0),
              said,
            ).toBe(isOther ? 0 : 1);
        }
    expect(answered).toBeGreaterThan(90);

    const choices = (await api.call('GET /api/admin/report-choices', { token: staff.token })).body.data;
    expect(choices.filter(({ filter }) => filter === 'content_partner_id')).toEqual([]);
    expect((await api.call('GET /api/admin/report-differences', { token: staff.token })).status).toBe(403);

    const mine = await statements(staff.token);
    expect([mine.meta.total, mine.data.map(({ partner_en }) => partner_en)]).toEqual([1, ['Ours']]);
    expect((await titlesOf(String(mine.data[0]?.id), staff.token)).data.map(({ title }) => title)).toEqual([
      'Ours film',
    ]);
    const fileOf = (statement_id: string) =>
      api.call('POST /api/admin/exports', {
        token: staff.token,
        body: {
          resource: 'partner-statement-titles',
          format: 'csv',
          query: { statement_id, sort: 'views', order: 'desc' },
          columns: [
            { field: 'title', label: 'Title' },
            { field: 'minutes', label: 'Minutes' },
            { field: 'amount_cents', label: 'Amount', as: 'cents' },
          ],
        },
        locale: 'en',
      });
    const file = (await fileOf(String(mine.data[0]?.id))).body.data;
    const url = `/api/admin/exports/${file.id}/file`;
    const sent = await api.app.inject({ url, headers: { authorization: `Bearer ${staff.token}` } });
    expect(
      sent.body
        .replace(/^\ufeff/, '')
        .trim()
        .split('\r\n'),
    ).toEqual(['Title,Minutes,Amount', 'Ours film,3,0.03', 'Guarantee top-up,,0', 'Overall,3,0.03']);
    const theirs = (await statements()).data.find(({ partner_en }) => partner_en === 'Theirs');
    const params = { id: String(theirs?.id) };
    expect((await fileOf(params.id)).status).toBe(404);
    expect(
      (await api.call('GET /api/admin/partner-statements/{id}', { token: staff.token, params })).status,
    ).toBe(404);
    expect(
      (await api.call('GET /api/admin/partner-statements/{id}/titles', { token: staff.token, params }))
        .status,
    ).toBe(404);
    for (const query of [{ content_partner_id: foreign.partner.id }, { ids: params.id }])
      expect(
        (await api.call('GET /api/admin/partner-statements', { token: staff.token, query })).body.data,
      ).toEqual([]);
    // What was agreed is not theirs to read or change.
    expect((await api.call('GET /api/admin/partner-terms', { token: staff.token })).body.data).toEqual([]);
    const term = (
      await api.call('GET /api/admin/partner-terms', { token, query: { content_partner_id: own.partner.id } })
    ).body.data[0];
    const changed = await api.call('PATCH /api/admin/partner-terms/{id}', {
      token: staff.token,
      params: { id: String(term?.id) },
      body: { share_percent: 100 },
    });
    expect(changed.status).toBe(404);
    const made = await api.call('POST /api/admin/partner-terms', {
      token: staff.token,
      body: { content_partner_id: own.partner.id, starts_on: '2027-07-01', share_percent: 100 },
    });
    expect(made.status).toBe(403);
    expect((await api.call('GET /api/admin/partner-terms', { token })).body.data).toHaveLength(2);
  });
});
