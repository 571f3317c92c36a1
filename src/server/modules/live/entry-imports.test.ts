import { eq } from 'drizzle-orm';
import epgParser from 'epg-parser';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildEpisode,
  buildLiveItem,
  buildProgramme,
  buildSeason,
  buildStaff,
  buildTimeline,
} from '../../../../test/build.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import { runImportJob } from '../files/jobs/files.jobs.ts';
import { liveChannels, liveItems } from './live.tables.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await openTestApi();
  token = (await buildStaff(api.db)).token;
});
beforeEach(async () => {
  await api.db.delete(liveChannels);
});

const hourMs = 3_600_000;
const headings = ['번호', '채널', '시작', '끝', '길이', '프로그램', '회차', '영상', '반복 횟수'];
const csv = (rows: readonly (readonly string[])[]) =>
  Buffer.from([headings, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'));

/** A movie of an hour. */
async function movie(titleKo: string) {
  const { id: assetId } = await buildAsset(api.db, { durationMs: hourMs });
  await buildTimeline(api.db, assetId, hourMs);
  return buildProgramme(api.db, { titleKo, assetId, availableFrom: new Date(0) });
}
const dated = (values: Parameters<typeof buildChannel>[1] = {}) =>
  buildChannel(api.db, { loops: false, ...values });

const upload = async (body: Buffer, resource = 'schedule-entries') => {
  const query = { resource, file_name: '편성.csv' };
  return (await api.call('POST /api/admin/imports', { token, query, body })).body.data;
};
/** Imports a file, all of its rows or none. Returns its counts and the problems of its rows. */
async function run(id: string) {
  const params = { id };
  await api.call('POST /api/admin/imports/{id}/run', {
    token,
    params,
    body: { dry_run: false, refused: 'stop' },
  });
  await runDueJobs(api, [runImportJob]);
  const { counts } = (await api.call('GET /api/admin/imports/{id}', { token, params })).body.data;
  const rows = (
    await api.call('GET /api/admin/imports/{id}/rows', { token, params, query: { per_page: 100 } })
  ).body;
  const problems = rows.data.flatMap(({ line, problems: found }) =>
    found.map(({ column, message }) => [line, column, message]),
  );
  return { counts, problems };
}
const importRows = async (...rows: string[][]) => run((await upload(csv(rows))).id);
const entriesOf = (channelId: string) =>
  api.db.select().from(liveItems).where(eq(liveItems.channelId, channelId)).orderBy(liveItems.startsAt);

describe('a file of schedule entries', () => {
  test('creates entries by channel, start and content, to the second', async () => {
    const channel = await dated({ number: 31 });
    const film = await movie('겨울 바다');
    const series = await buildProgramme(api.db, { kind: 'series', titleKo: '달빛 산책' });
    const season = await buildSeason(api.db, { programmeId: series.id, number: 1 });
    const episode = await buildEpisode(api.db, { season, number: 12, assetId: film.assetId });
    const { counts, problems } = await importRows(
      ['1', '31', '2099-12-24 21:00:30', '2099-12-24 22:00:30', '1:00:00', '겨울 바다', '', '', ''],
      ['2', channel.slug, '2099. 12. 24. 22:00:30', '', '', series.id, '12', '', '2'],
      ['3', channel.id, '2099-12-25T09:00:00+09:00', '', '', '', '', film.assetId ?? '', ''],
    );
    expect(problems).toEqual([[4, expect.any(String), expect.any(String)]]);
    expect(counts).toMatchObject({ refused: 1 });
    expect(await entriesOf(channel.id)).toEqual([]);
    const again = await importRows(
      ['1', '31', '2099-12-24 21:00:30', '2099-12-24 22:00:30', '1:00:00', '겨울 바다', '', '', ''],
      ['2', channel.slug, '2099. 12. 24. 22:00:30', '', '', series.id, '12', '', '2'],
    );
    expect(again).toEqual({ counts: { new: 2, changed: 0, same: 0, refused: 0 }, problems: [] });
    expect(await entriesOf(channel.id)).toMatchObject([
      { startsAt: new Date('2099-12-25T05:00:30Z'), programmeId: film.id, repeats: 1 },
      {
        startsAt: new Date('2099-12-25T06:00:30Z'),
        programmeId: series.id,
        episodeId: episode.id,
        repeats: 2,
      },
    ]);
  });

  test('names the row and the column of each problem, and stores nothing', async () => {
    const channel = await dated({ number: 32 });
    await dated({ medium: 'radio', number: 33 });
    const film = await movie('여름 강');
    const stored = await buildLiveItem(api.db, {
      channelId: channel.id,
      programmeId: film.id,
      startsAt: new Date('2099-01-01T20:00:00Z'),
    });
    const { problems } = await importRows(
      ['', '33', '2099-01-02 10:00', '', '', '여름 강', '', '', ''],
      ['', '32', '2020-01-02 10:00', '', '', '여름 강', '', '', ''],
      ['', '32', '2099-01-02 10:00', '', '', '여름 강', '', '', ''],
      ['', '32', '2099-01-02 10:59:30', '', '', '여름 강', '', '', ''],
      ['', '32', '2099-01-01 12:30', '', '', '여름 강', '', '', ''],
      ['', '32', '2099-01-03 25:00', '', '', '여름 강', '', '', ''],
      ['', '32', '', '', '', '여름 강', '', '', ''],
      ['', '32', '2099-01-04 10:00', '', '', '없는 영화', '', '', ''],
      ['', '32', '2099-01-02 10:00', '', '', '여름 강', '', '', ''],
    );
    expect(problems.map(([line, column]) => [line, column])).toEqual([
      [2, 'channel'],
      [3, 'starts_at'],
      [5, 'starts_at'],
      [7, 'starts_at'],
      [8, 'starts_at'],
      [9, 'programme'],
      [10, 'starts_at'],
    ]);
    expect(problems[2]?.[2]).toContain('여름 강');
    const { problems: overlaps } = await importRows([
      '',
      '32',
      '2099-01-01 12:30',
      '',
      '',
      '여름 강',
      '',
      '',
      '',
    ]);
    expect(overlaps).toEqual([[2, 'starts_at', expect.stringContaining('여름 강')]]);
    expect((await entriesOf(channel.id)).map(({ id }) => id)).toEqual([stored.id]);
  });

  test('that was exported is the same, and a changed row changes its entry', async () => {
    const channel = await dated({ number: 34 });
    const film = await movie('가을 산');
    const { id } = await buildLiveItem(api.db, {
      channelId: channel.id,
      programmeId: film.id,
      startsAt: new Date('2099-01-01T20:00:12.480Z'),
    });
    const columns = [
      { field: 'channel_id', label: '채널', of: 'channels' },
      { field: 'starts_at', label: '시작' },
      { field: 'programme_id', label: '프로그램', of: 'programmes' },
      { field: 'repeats', label: '반복 횟수' },
    ];
    for (const format of ['csv', 'xlsx'] as const) {
      const body = { resource: 'schedule-entries', format, columns };
      const { id: exportId } = (await api.call('POST /api/admin/exports', { token, body })).body.data;
      const file = await api.app.inject({
        url: `/api/admin/exports/${exportId}/file`,
        headers: { authorization: `Bearer ${token}` },
      });
      const same = await run((await upload(file.rawPayload)).id);
      expect(same).toEqual({ counts: { new: 0, changed: 0, same: 1, refused: 0 }, problems: [] });
    }
    const changed = await importRows(['', '34', '2099-01-01 12:00:12', '', '', '가을 산', '', '', '3']);
    expect(changed.counts).toEqual({ new: 0, changed: 1, same: 0, refused: 0 });
    expect(await entriesOf(channel.id)).toMatchObject([
      { id, repeats: 3, startsAt: new Date('2099-01-01T20:00:12.480Z') },
    ]);
  });

  test('can be XMLTV of this service, which is the same, or of another, by titles', async () => {
    const channel = await dated({ number: 35, nameKo: '마루 시네마' });
    const other = await dated({ number: 36, nameKo: '마루 클래식' });
    const film = await movie('봄 & 들');
    const at = (hour: number) => new Date(Date.UTC(2099, 0, 1, hour, 0, 7));
    const names = { titleKo: '안내', titleEn: 'Notice' };
    await buildLiveItem(api.db, {
      channelId: channel.id,
      programmeId: film.id,
      startsAt: at(20),
      repeats: 2,
    });
    await buildLiveItem(api.db, { channelId: channel.id, assetId: film.assetId, startsAt: at(23), ...names });
    const exported = await api.call('GET /api/admin/channels/{id}/schedule.xml', {
      token,
      params: { id: channel.id },
    });
    const xml = String(exported.body);
    expect(exported.headers['content-disposition']).toBe('attachment; filename="schedule-35.xml"');
    expect(epgParser.parse(xml).programs).toMatchObject([
      { start: '2099-01-01T20:00:07.000Z', stop: '2099-01-01T22:00:07.000Z', channel: `${channel.id}.maru` },
      {
        start: '2099-01-01T23:00:07.000Z',
        title: [
          { lang: 'ko', value: '안내' },
          { lang: 'en', value: 'Notice' },
        ],
      },
    ]);
    const same = await run((await upload(Buffer.from(xml))).id);
    expect(same).toEqual({ counts: { new: 0, changed: 0, same: 2, refused: 0 }, problems: [] });
    const elsewhere = await run((await upload(Buffer.from(xml.replaceAll(channel.id, other.id)))).id);
    expect(elsewhere).toEqual({ counts: { new: 2, changed: 0, same: 0, refused: 0 }, problems: [] });
    const contents = ({
      startsAt,
      programmeId,
      assetId,
      titleKo,
      repeats,
    }: typeof liveItems.$inferSelect) => ({
      startsAt,
      programmeId,
      assetId,
      titleKo,
      repeats,
    });
    expect((await entriesOf(other.id)).map(contents)).toEqual((await entriesOf(channel.id)).map(contents));

    const foreign = `<?xml version="1.0"?><!DOCTYPE tv SYSTEM "xmltv.dtd"><tv>
      <!-- <programme start="20990201000000" channel="c1"><title>x</title></programme> -->
      <channel id="c1"><display-name>마루 클래식</display-name></channel>
      <programme start="20990201190000 +0900" channel="c1"><title lang="ko">봄 &#38; 들</title></programme>
      <programme channel='c1' start='2099020111'><title><![CDATA[봄 & 들]]></title></programme>
      <programme start="20990202110000 +0000" channel="c1"><title>다른 영화</title></programme>
    </tv>`;
    const { id } = await upload(Buffer.from(foreign));
    const params = { id };
    await api.call('POST /api/admin/imports/{id}/run', {
      token,
      params,
      body: { dry_run: false, refused: 'skip' },
    });
    await runDueJobs(api, [runImportJob]);
    const rows = (await api.call('GET /api/admin/imports/{id}/rows', { token, params, query: {} })).body.data;
    expect(
      rows.map(({ line, state, problems }) => [line, state, problems.map(({ column }) => column)]),
    ).toEqual([
      [2, 'new', []],
      [3, 'new', []],
      [4, 'refused', ['programme']],
    ]);
    expect((await entriesOf(other.id)).slice(2).map(({ startsAt }) => startsAt?.toISOString())).toEqual([
      '2099-02-01T10:00:00.000Z',
      '2099-02-01T11:00:00.000Z',
    ]);
  });
});
