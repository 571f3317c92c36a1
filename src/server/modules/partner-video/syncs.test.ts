/** Keeping partner video as it is at YouTube, through HTTP, against the sandbox of the Data API. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildStaff } from '../../../../test/build.ts';
import { buildClip, buildPartnerCategory, buildPlaylist } from '../../../../test/build-partner-video.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import { YouTubeSandbox } from '../../adapters/partner-video/sandbox.ts';
import { YouTube } from '../../adapters/partner-video/youtube.ts';
import { clips, playlists, quotaDays, sourcePlaylists, sourceVideos, syncs } from './partner-video.tables.ts';
import { youtubeDailyJob, youtubeSyncJob } from './syncs.service.ts';

const channelId = `UC${'x'.repeat(22)}`;
const api = await openTestApi();
const { db, call, context, setNow } = api;
const who = { token: (await buildStaff(db)).token };
let sandbox: YouTubeSandbox;
let category: Awaited<ReturnType<typeof buildPartnerCategory>>;
let list: Awaited<ReturnType<typeof buildPlaylist>>;

beforeEach(async () => {
  for (const table of [playlists, clips, syncs, quotaDays, sourcePlaylists, sourceVideos])
    await db.delete(table);
  setNow(undefined);
  sandbox = new YouTubeSandbox(
    [
      { id: 'first-video', title: '첫 영상', titleEn: 'First video', duration: 'PT2M' },
      { id: 'second-video', title: '둘째 영상' },
      { id: 'third-video', title: '셋째 영상' },
      { id: 'private-video', title: 'Private video', privacy: 'private' },
    ],
    [
      {
        id: 'PL-kept',
        channelId,
        title: '골목 밥상',
        titleEn: 'Alley table',
        videoIds: ['first-video', 'second-video', 'private-video'],
      },
    ],
  );
  context.partnerVideoSource = new YouTube({ apiKey: sandbox.apiKey, answer: sandbox.answer });
  context.config.youtube = { apiKey: undefined, channelIds: [], maxUnitsDaily: 10_000 };
  category = await buildPartnerCategory(db);
  list = await buildPlaylist(db, {
    playListId: 'PL-kept',
    titleKo: '이름 없는 목록',
    titleEn: 'Alley table',
    synced: true,
    categoryId: category.id,
    publishNew: true,
  });
});

async function run(dryRun = false) {
  const begun = await call('POST /api/admin/youtube-syncs', { ...who, body: { dry_run: dryRun } });
  expect(begun.status).toBe(200);
  await runDueJobs(api, [youtubeSyncJob]);
  return read(begun.body.data.id ?? '');
}
const read = async (id: string) =>
  (await call('GET /api/admin/youtube-syncs/{id}', { ...who, params: { id } })).body.data;
const video = (id: string) => {
  const found = sandbox.videos.get(id);
  if (!found) throw new Error(id);
  return found;
};
const playlist = () => sandbox.playlists.get('PL-kept') ?? sandbox.playlists.values().next().value!;
const everything = async () => ({
  clips: await db.select().from(clips).orderBy(clips.id),
  list: (await call('GET /api/admin/playlists/{id}', { ...who, params: { id: list.id } })).body.data,
  said: await db.select().from(sourceVideos),
});
const clipOf = async (youtubeId: string) =>
  (await db.select().from(clips).where(eq(clips.youtubeId, youtubeId)))[0];
const orderOf = async () => {
  const { clip_ids = [] } = (await call('GET /api/admin/playlists/{id}', { ...who, params: { id: list.id } }))
    .body.data;
  const all = await db.select().from(clips);
  return clip_ids.map((id) => all.find((clip) => clip.id === id)?.youtubeId);
};
const seen = async () => (await call('GET /api/youtube-new-arrival')).body.data.map(({ title }) => title);
const patchClip = async (youtubeId: string, body: object) => {
  const { id = '' } = (await clipOf(youtubeId)) ?? {};
  expect((await call('PATCH /api/admin/clips/{id}', { ...who, params: { id }, body })).status).toBe(200);
};

describe('a sync with YouTube', () => {
  test('says first what is different, field by field, and changes nothing', async () => {
    const before = await everything();
    const check = await run(true);
    expect(check).toMatchObject({
      dry_run: true,
      state: 'done',
      new_count: 2,
      changed_count: 1,
      withdrawn_count: 0,
      error: null,
      event_id: null,
      // Its playlist, its items, its videos.
      units: 3,
      playlists_read: 1,
      videos_read: 3,
    });
    expect(check.entries?.map(({ resource, source_id, change }) => [resource, source_id, change])).toEqual([
      ['clips', 'first-video', 'new'],
      ['clips', 'second-video', 'new'],
      ['playlists', 'PL-kept', 'changed'],
    ]);
    expect(check.entries?.[2]?.fields).toEqual([{ field: 'clip_ids', before: 0, after: 2 }]);
    expect(await everything()).toEqual(before);
    expect(await seen()).toEqual([]);
  });

  test('takes it over once: viewers see the new clips in their order, and a second one finds nothing', async () => {
    const sync = await run();
    expect(sync).toMatchObject({ state: 'done', new_count: 2, staff_name: expect.any(String) });
    expect(await clipOf('first-video')).toMatchObject({
      titleKo: '첫 영상',
      titleEn: 'First video',
      durationMs: 120_000,
      categoryId: category.id,
      published: true,
    });
    expect(await orderOf()).toEqual(['first-video', 'second-video']);
    const shown = await call('GET /api/youtube-playlist-videos', { query: { playListId: 'PL-kept' } });
    expect(shown.body.data.map(({ title }) => title)).toEqual(['첫 영상', '둘째 영상']);
    const found = await call('GET /api/video/search', { query: { q: '둘째' } });
    expect(found.body.yt_results).toHaveLength(1);
    const again = await run();
    expect(again).toMatchObject({ new_count: 0, changed_count: 0, unchanged_count: 3, event_id: null });
  });

  test('follows texts and order, and never touches what staff have edited', async () => {
    await run();
    await patchClip('first-video', { title_ko: '우리가 지은 제목' });
    video('first-video').title = '바뀐 첫 영상';
    video('first-video').titleEn = 'First video, changed';
    video('second-video').title = '바뀐 둘째 영상';
    playlist().videoIds = ['second-video', 'third-video', 'first-video'];
    const check = await run(true);
    const first = check.entries?.find(({ source_id }) => source_id === 'first-video');
    expect(first?.fields).toEqual([
      { field: 'title_en', before: 'First video', after: 'First video, changed' },
    ]);
    await run();
    expect(await clipOf('first-video')).toMatchObject({
      titleKo: '우리가 지은 제목',
      titleEn: 'First video, changed',
    });
    expect((await clipOf('second-video'))?.titleKo).toBe('바뀐 둘째 영상');
    expect(await orderOf()).toEqual(['second-video', 'third-video', 'first-video']);
    // The playlist had a name of the staff's from the beginning, and nothing said of it.
    Object.assign(playlist(), { title: '바뀐 목록', description: '새 소개' });
    await run();
    const [kept] = await db.select().from(playlists);
    expect(kept).toMatchObject({ titleKo: '이름 없는 목록', descriptionKo: '새 소개' });
  });

  test('keeps an order of the staff’s, with what is new at its end and without what was taken out', async () => {
    await run();
    const [first, second] = [await clipOf('first-video'), await clipOf('second-video')];
    const own = await buildClip(db);
    const clip_ids = [second?.id ?? '', own.id, first?.id ?? ''];
    await call('PATCH /api/admin/playlists/{id}', { ...who, params: { id: list.id }, body: { clip_ids } });
    playlist().videoIds = ['third-video', 'second-video'];
    await run();
    expect(await orderOf()).toEqual(['second-video', null, 'third-video']);
  });

  test('does not bring back what staff have deleted or taken out of a playlist', async () => {
    await run();
    const { id = '' } = (await clipOf('first-video')) ?? {};
    await call('DELETE /api/admin/clips/{id}', { ...who, params: { id } });
    await call('PATCH /api/admin/playlists/{id}', {
      ...who,
      params: { id: list.id },
      body: { clip_ids: [] },
    });
    expect(await run()).toMatchObject({ state: 'done', new_count: 0, changed_count: 0 });
    expect(await clipOf('first-video')).toBeUndefined();
    expect(await orderOf()).toEqual([]);
  });

  test.each([
    ['private', { privacy: 'private' as const }],
    ['not to be embedded', { embeddable: false }],
    ['deleted', undefined],
  ])('hides from viewers a clip that is %s now, and staff alone publish it again', async (_, change) => {
    await run();
    expect(await seen()).toContain('둘째 영상');
    const old = { ...video('second-video') };
    if (change) Object.assign(video('second-video'), change);
    else sandbox.videos.delete('second-video');
    expect(await run()).toMatchObject({ withdrawn_count: 1 });
    expect(await seen()).toEqual(['첫 영상']);
    sandbox.videos.set('second-video', old);
    const back = await run();
    expect(back.entries).toMatchObject([{ source_id: 'second-video', change: 'returned' }]);
    expect(await seen()).toEqual(['첫 영상']);
    await patchClip('second-video', { published: true });
    expect(await seen()).toContain('둘째 영상');
  });

  test('hides withdrawn clips that staff have entered by hand, and leaves their texts alone', async () => {
    const own = await buildClip(db, { youtubeId: 'third-video', titleKo: '손으로' });
    await run();
    expect((await clipOf('third-video'))?.titleKo).toBe('손으로');
    sandbox.videos.delete('third-video');
    await run();
    expect(await clipOf('third-video')).toMatchObject({ id: own.id, published: false, titleKo: '손으로' });
  });

  test('takes in a video of a playlist that was private when it was first read', async () => {
    await run();
    expect(await orderOf()).toEqual(['first-video', 'second-video']);
    video('private-video').privacy = 'public';
    playlist().videoIds = ['first-video', 'private-video', 'second-video'];
    await run();
    expect(await orderOf()).toEqual(['first-video', 'private-video', 'second-video']);
  });

  test('puts a video that was private at the end of an order of the staff’s', async () => {
    await run();
    const [first, second] = [await clipOf('first-video'), await clipOf('second-video')];
    const clip_ids = [second?.id ?? '', first?.id ?? ''];
    await call('PATCH /api/admin/playlists/{id}', { ...who, params: { id: list.id }, body: { clip_ids } });
    video('private-video').privacy = 'public';
    await run();
    expect(await orderOf()).toEqual(['second-video', 'first-video', 'private-video']);
  });

  test('leaves a playlist alone that somebody begins to keep while it reads', async () => {
    context.config.youtube.channelIds = [channelId];
    const other = await buildPlaylist(db, { playListId: 'PL-elsewhere', categoryId: category.id });
    await run();
    const before = await everything();
    const set = (id: string, synced: boolean) =>
      call('PATCH /api/admin/playlists/{id}', { ...who, params: { id }, body: { synced } });
    await set(list.id, false);
    let began = false;
    const source = new YouTube({
      apiKey: sandbox.apiKey,
      answer: async (...asked) => {
        const answer = await sandbox.answer(...asked);
        if (!began && String(asked[0]).includes('/videos')) {
          began = true;
          for (const id of [list.id, other.id]) expect((await set(id, true)).status).toBe(200);
        }
        return answer;
      },
    });
    context.partnerVideoSource = source;
    expect(await run()).toMatchObject({ state: 'done', entries: [] });
    expect(began).toBe(true);
    expect((await everything()).list.clip_ids).toEqual(before.list.clip_ids);
    const [kept] = await db.select().from(playlists).where(eq(playlists.id, other.id));
    expect(kept?.published).toBe(true);
  });

  test('names what can be played again, also with another title, and what staff have entered by hand', async () => {
    const own = await buildClip(db, { youtubeId: 'third-video', titleKo: '손으로', descriptionKo: '' });
    await run();
    for (const id of ['second-video', 'third-video']) video(id).privacy = 'private';
    expect(await run()).toMatchObject({ withdrawn_count: 2 });
    for (const id of ['second-video', 'third-video'])
      Object.assign(video(id), { privacy: 'public', description: '돌아온 소개' });
    const back = await run();
    expect(back.entries?.map(({ source_id, change, fields }) => [source_id, change, fields.length])).toEqual(
      expect.arrayContaining([
        ['second-video', 'returned', 2],
        ['third-video', 'returned', 0],
      ]),
    );
    expect(await clipOf('second-video')).toMatchObject({ published: false, descriptionKo: '돌아온 소개' });
    expect(await clipOf('third-video')).toMatchObject({
      id: own.id,
      titleKo: '손으로',
      descriptionKo: '',
      published: false,
    });
    expect((await run()).entries).toEqual([]);
  });

  test('hides a playlist that is gone, and names it once it is back, as long as staff have not published it again', async () => {
    await run();
    const gone = playlist();
    sandbox.playlists.delete('PL-kept');
    expect(await run()).toMatchObject({ state: 'done', withdrawn_count: 1 });
    expect((await call('GET /api/youtube-allPlaylist')).body.data).toEqual([]);
    expect((await run()).entries).toEqual([]);
    sandbox.playlists.set('PL-kept', { ...gone, description: '돌아온 목록' });
    for (const dryRun of [true, false])
      expect(await run(dryRun)).toMatchObject({
        changed_count: 1,
        entries: [
          {
            resource: 'playlists',
            source_id: 'PL-kept',
            change: 'returned',
            fields: [{ field: 'description_ko' }, { field: 'description_en' }],
          },
        ],
      });
    expect((await everything()).list.published).toBe(false);
    expect(await orderOf()).toEqual(['first-video', 'second-video']);
    expect((await run()).entries).toEqual([]);
  });

  test('names a playlist of staff that was not there from the first and is now', async () => {
    const own = await buildPlaylist(db, {
      playListId: 'PL-later',
      titleKo: '손으로',
      synced: true,
      categoryId: category.id,
    });
    expect(await run()).toMatchObject({ state: 'done', withdrawn_count: 1 });
    sandbox.playlists.set('PL-later', {
      id: 'PL-later',
      channelId,
      title: '나중',
      videoIds: ['third-video'],
    });
    const back = await run();
    expect(back.entries?.map(({ source_id, change }) => [source_id, change])).toContainEqual([
      'PL-later',
      'returned',
    ]);
    const { body } = await call('GET /api/admin/playlists/{id}', { ...who, params: { id: own.id } });
    expect(body.data).toMatchObject({ title_ko: '손으로', clip_ids: [expect.any(String)] });
  });

  test('offers a channel’s other playlists once, hidden, for staff to choose', async () => {
    context.config.youtube.channelIds = [channelId];
    sandbox.playlists.set('PL-other', {
      id: 'PL-other',
      channelId,
      title: '다른 목록',
      videoIds: ['third-video'],
    });
    expect(await run()).toMatchObject({ new_count: 3 });
    const [other] = await db.select().from(playlists).where(eq(playlists.playListId, 'PL-other'));
    expect(other).toMatchObject({ titleKo: '다른 목록', synced: false, published: false });
    expect(await clipOf('third-video')).toBeUndefined();
    const params = { id: other?.id ?? '' };
    const refused = await call('PATCH /api/admin/playlists/{id}', { ...who, params, body: { synced: true } });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['category_id']);
    await call('DELETE /api/admin/playlists/{id}', { ...who, params });
    expect(await run()).toMatchObject({ new_count: 0 });
  });

  test('stops where the quota is used up, with nothing half done, and says when it begins anew', async () => {
    // Noon of a summer's day in Los Angeles.
    setNow(new Date('2024-07-01T19:00:00Z'));
    context.config.youtube.maxUnitsDaily = 2;
    const before = await everything();
    const sync = await run();
    expect(sync).toMatchObject({
      state: 'failed',
      error: 'quota',
      retry_at: '2024-07-02T07:00:00.000Z',
      new_count: 0,
    });
    expect(await everything()).toEqual(before);
    const asked = sandbox.asked;
    expect(await run()).toMatchObject({ error: 'quota', units: 0 });
    expect(sandbox.asked).toBe(asked);
    const status = (await call('GET /api/admin/youtube-status', who)).body.data;
    expect(status).toMatchObject({
      source: 'sandbox',
      units_used: 2,
      units_daily: 2,
      resets_at: '2024-07-02T07:00:00.000Z',
    });
    setNow(new Date('2024-07-02T07:00:00Z'));
    context.config.youtube.maxUnitsDaily = 3;
    expect(await run()).toMatchObject({ state: 'done', new_count: 2 });
  });

  test('believes YouTube that the quota is used up, and asks no more on that day', async () => {
    sandbox.unitsLeft = 2;
    const before = await everything();
    expect(await run()).toMatchObject({ state: 'failed', error: 'quota', units: 3 });
    expect(await everything()).toEqual(before);
    sandbox.unitsLeft = 100;
    expect(await run()).toMatchObject({ error: 'quota' });
    const { units_used, units_daily } = (await call('GET /api/admin/youtube-status', who)).body.data;
    expect(units_used).toBe(units_daily);
  });

  test.each([
    ['key', () => new YouTube({ apiKey: 'wrong', answer: sandbox.answer })],
    ['away', () => new YouTube({ apiKey: 'k', at: 'http://127.0.0.1:1' })],
    ['broken', () => new YouTube({ apiKey: 'k', answer: async () => Response.json({ items: 'none' }) })],
  ])('says in words what is wrong: %s', async (error, open) => {
    context.partnerVideoSource = open();
    expect(await run()).toMatchObject({ state: 'failed', error, new_count: 0 });
    expect(await db.select().from(clips)).toEqual([]);
  });

  test('changes nothing at all where one change is refused, and names it', async () => {
    await run();
    const { slug = '' } = (await clipOf('first-video')) ?? {};
    await db.delete(clips);
    await db.delete(sourceVideos);
    await buildClip(db, { slug });
    const before = await everything();
    const sync = await run();
    expect(sync).toMatchObject({
      state: 'failed',
      error: 'refused',
      error_detail: '첫 영상: slug',
      event_id: null,
    });
    expect(await everything()).toEqual(before);
  });

  test('is undone whole: clips, texts and order are what they were, and the next sync leaves them so', async () => {
    await run();
    const before = await everything();
    video('first-video').title = '바뀐 첫 영상';
    playlist().videoIds = ['third-video', 'second-video', 'first-video'];
    sandbox.videos.delete('second-video');
    const { id, event_id, undone: isUndone } = await run();
    expect(isUndone).toBe(false);
    expect(await orderOf()).toEqual(['third-video', 'second-video', 'first-video']);
    const undone = await call('POST /api/admin/undo', { ...who, body: { event_id: event_id ?? '' } });
    expect(undone.body.data).toMatchObject({ refused: [] });
    const shown = await call('GET /api/admin/youtube-syncs/{id}', { ...who, params: { id } });
    expect(shown.body.data).toMatchObject({ undone: true });
    const facts = ({ clips: rows, list: { updated_at: _, ...own } }: typeof before) => ({
      clips: rows.map(({ updatedAt: _, ...row }) => row),
      own,
    });
    expect(facts(await everything())).toEqual(facts(before));
    sandbox.videos.set('second-video', { id: 'second-video', title: '둘째 영상' });
    await run();
    expect((await clipOf('first-video'))?.titleKo).toBe('첫 영상');
    expect(await clipOf('third-video')).toBeUndefined();
  });

  test('runs one at a time, and one that was killed for good does not stand in the way for long', async () => {
    const body = { dry_run: true };
    const both = await Promise.all([
      call('POST /api/admin/youtube-syncs', { ...who, body }),
      call('POST /api/admin/youtube-syncs', { ...who, body }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('sync_running');
    setNow(new Date(Date.now() + 11 * 60_000));
    expect((await call('POST /api/admin/youtube-syncs', { ...who, body })).status).toBe(200);
    const listed = (await call('GET /api/admin/youtube-syncs', { ...who, query: { order: 'desc' } })).body
      .data;
    expect(listed.map(({ state, error }) => [state, error])).toEqual([
      ['waiting', null],
      ['failed', 'interrupted'],
    ]);
    await runDueJobs(api, [youtubeSyncJob]);
  });

  test('that is killed while it reads begins anew and is applied once', async () => {
    const begun = await call('POST /api/admin/youtube-syncs', { ...who, body: { dry_run: false } });
    const id = begun.body.data.id ?? '';
    const stopping = new AbortController();
    const source = new YouTube({
      apiKey: sandbox.apiKey,
      answer: async (...request) => {
        stopping.abort();
        return sandbox.answer(...request);
      },
    });
    context.partnerVideoSource = source;
    await expect(youtubeSyncJob.run({ id }, context, stopping.signal)).rejects.toThrow();
    expect(await read(id)).toMatchObject({ state: 'running', new_count: 0 });
    context.partnerVideoSource = new YouTube({ apiKey: sandbox.apiKey, answer: sandbox.answer });
    await Promise.all([
      youtubeSyncJob.run({ id }, context, new AbortController().signal),
      youtubeSyncJob.run({ id }, context, new AbortController().signal),
    ]);
    expect(await read(id)).toMatchObject({ state: 'done', new_count: 2 });
    expect(await db.select().from(clips)).toHaveLength(2);
  });

  test('that is killed once its change is made has the entry by which it is undone', async () => {
    const update = db.update.bind(db);
    const killed = vi.spyOn(db, 'update').mockImplementation(((table: typeof syncs) => ({
      set: (values: Partial<typeof syncs.$inferInsert>) => {
        if (values.eventId) throw new Error('killed');
        return update(table).set(values);
      },
    })) as never);
    const sync = await run();
    killed.mockRestore();
    expect(sync).toMatchObject({ state: 'done', event_id: expect.any(String) });
  });

  test('comes every day by itself, in the name of the service', async () => {
    await youtubeDailyJob.run({}, context, new AbortController().signal);
    await runDueJobs(api, [youtubeSyncJob]);
    const [last] = (await call('GET /api/admin/youtube-syncs', { ...who, query: { order: 'desc' } })).body
      .data;
    expect(last).toMatchObject({ state: 'done', staff_name: null, dry_run: false, new_count: 2 });
    context.partnerVideoSource = undefined;
    await youtubeDailyJob.run({}, context, new AbortController().signal);
    expect(await db.select().from(syncs)).toHaveLength(1);
    const refused = await call('POST /api/admin/youtube-syncs', { ...who, body: { dry_run: true } });
    expect([refused.status, refused.body.code]).toEqual([409, 'youtube_not_set']);
  });

  test('publishes what somebody has switched on who may publish, and nothing else', async () => {
    const may = async (...actions: ('create' | 'update' | 'import')[]) => ({
      token: (await buildStaff(db, { permissions: { 'partner-video': ['read', ...actions] } })).token,
    });
    const editor = await may('create', 'update');
    const patch = async (by: { token: string }, body: object) => {
      const answer = await call('PATCH /api/admin/playlists/{id}', { ...by, params: { id: list.id }, body });
      return answer.status;
    };
    // What was switched on goes on, and may be called otherwise; not what is made of another playlist.
    expect(await patch(editor, { title_ko: '새 이름' })).toBe(200);
    expect(await patch(editor, { play_list_id: 'PL-other' })).toBe(403);
    expect(await patch(editor, { synced: false })).toBe(200);
    expect(await patch(editor, { synced: true })).toBe(403);
    expect(await patch(editor, { publish_new: false, synced: true })).toBe(200);
    expect(await patch(editor, { publish_new: true })).toBe(403);
    const made = await call('POST /api/admin/playlists', {
      ...editor,
      body: {
        play_list_id: 'PL-made',
        title_ko: '목록',
        title_en: 'List',
        synced: true,
        category_id: category.id,
        publish_new: true,
      },
    });
    expect(made.body.code).toBe('not_permitted');
    const many = await call('POST /api/admin/changes', {
      ...editor,
      body: {
        resource: 'playlists',
        ids: [list.id],
        change: { action: 'update', fields: { publish_new: true } },
      },
    });
    expect(many.body.code).toBe('not_permitted');
    expect(await patch(who, { publish_new: true })).toBe(200);

    // Whoever may import and not publish adds clips hidden, and is told so beforehand.
    const importer = await may('import');
    for (const dry_run of [true, false]) {
      const begun = await call('POST /api/admin/youtube-syncs', { ...importer, body: { dry_run } });
      await runDueJobs(api, [youtubeSyncJob]);
      const { entries } = await read(begun.body.data.id ?? '');
      expect(entries?.filter(({ change }) => change === 'new').map(({ fields }) => fields)).toEqual([
        [{ field: 'published', before: null, after: false }],
        [{ field: 'published', before: null, after: false }],
      ]);
    }
    expect(await clipOf('first-video')).toMatchObject({ published: false });
    expect(await seen()).toEqual([]);
  });

  test('is for staff who may import, and its figures for those who may read', async () => {
    const reader = {
      token: (await buildStaff(db, { permissions: { 'partner-video': ['read', 'update'] } })).token,
    };
    const body = { dry_run: true };
    expect((await call('POST /api/admin/youtube-syncs', { ...reader, body })).body.code).toBe(
      'not_permitted',
    );
    expect((await call('GET /api/admin/youtube-status', reader)).status).toBe(200);
    const other = { token: (await buildStaff(db, { permissions: { notices: ['read'] } })).token };
    expect((await call('GET /api/admin/youtube-syncs', other)).status).toBe(403);
  });
});
