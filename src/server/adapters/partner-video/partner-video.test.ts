/** What the partner's videos are read by: the sandbox within this process and over a socket, and YouTube itself where a key is set. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PartnerVideoSource, SourceError } from './port.ts';
import { YouTubeSandbox } from './sandbox.ts';
import { durationMsOf, YouTube } from './youtube.ts';

const apiKey = process.env.MARU_YOUTUBE_API_KEY;

const videos = Array.from({ length: 120 }, (_, at) => ({ id: `video-${at}`, title: `영상 ${at}` }));
const sandbox = new YouTubeSandbox(
  [
    ...videos,
    {
      id: 'two-languages',
      title: '김치찌개',
      titleEn: 'Kimchi stew',
      description: '맵다',
      duration: 'PT1H2M3S',
    },
    { id: 'live-stream', title: '생중계', duration: 'P0D' },
    { id: 'withdrawn-1', title: '비공개', privacy: 'private' },
    { id: 'not-embeddable', title: '못 옮김', embeddable: false },
  ],
  [
    { id: 'PL-many', channelId: 'UC-one', title: '많음', videoIds: videos.map(({ id }) => id) },
    { id: 'PL-few', channelId: 'UC-one', title: '적음', titleEn: 'Few', videoIds: ['withdrawn-1'] },
  ],
);
/** Answers as a server on the network may. */
let oddly: ((path: string) => { status?: number; body: string | Buffer } | undefined) | undefined;
let server: Server;
let at = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    const odd = oddly?.(request.url ?? '');
    if (odd) {
      response.writeHead(odd.status ?? 200).end(odd.body);
      return;
    }
    const headers = { 'x-goog-api-key': String(request.headers['x-goog-api-key']) };
    void sandbox.answer(`http://sandbox${request.url}`, { headers }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

interface Known {
  open(key?: string): PartnerVideoSource;
  channel: string;
  /** A playlist of more than a page. */
  long: string;
  /** A video with its length. */
  video: { id: string; durationMs: number };
}
const ofSandbox = {
  channel: 'UC-one',
  long: 'PL-many',
  video: { id: 'two-languages', durationMs: 3_723_000 },
};
const sources: [string, Known][] = [
  [
    'the sandbox',
    { ...ofSandbox, open: (key = sandbox.apiKey) => new YouTube({ apiKey: key, answer: sandbox.answer }) },
  ],
  [
    'the sandbox behind a socket',
    { ...ofSandbox, open: (key = sandbox.apiKey) => new YouTube({ apiKey: key, at }) },
  ],
  ...(apiKey
    ? ([
        [
          'YouTube',
          {
            open: (key = apiKey) => new YouTube({ apiKey: key }),
            // Google for Developers: uploads, and the first video of YouTube.
            channel: 'UC_x5XG1OV2P6uZZ5FSM9Ttw',
            long: 'UU_x5XG1OV2P6uZZ5FSM9Ttw',
            video: { id: 'jNQXAC9IVRw', durationMs: 19_000 },
          },
        ],
      ] satisfies [string, Known][])
    : []),
];
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof SourceError ? error.problem : error),
  );

describe.each(sources)('%s', (_, { open, channel, long, video }) => {
  test('lists a channel’s playlists, and playlists by their ids without those that are gone', async () => {
    const { items } = await open().channelPlaylists(channel);
    expect(items.length).toBeGreaterThan(1);
    const ids = items.slice(0, 2).map(({ playListId }) => playListId);
    const found = await open().playlists([...ids, 'PLthere-is-no-such-playlist']);
    expect(found.map(({ playListId }) => playListId).sort()).toEqual(ids.sort());
    expect(found.every(({ title }) => title.ko && title.en)).toBe(true);
  });

  test('pages through a playlist, each video once, in its order', async () => {
    const first = await open().playlistItems(long);
    expect(first.items).toHaveLength(50);
    const second = await open().playlistItems(long, first.next);
    expect(new Set([...first.items, ...second.items]).size).toBe(first.items.length + second.items.length);
    expect((await open().playlistItems(long)).items).toEqual(first.items);
  });

  test('says of videos how long they are, and leaves out those that are gone', async () => {
    const found = await open().videos([video.id, 'no-such-vid']);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ youtubeId: video.id, durationMs: video.durationMs, playable: true });
    expect(found[0]?.publishedAt.getTime()).toBeLessThan(Date.now());
  });

  test('tells a missing playlist from a wrong key', async () => {
    expect(await problemOf(open().playlistItems('PLthere-is-no-such-playlist'))).toBe('not_found');
    expect(await problemOf(open('wrong').videos([video.id]))).toBe('key');
  });
});

describe('the adapter', () => {
  const source = () => new YouTube({ apiKey: sandbox.apiKey, at });

  test('reads both languages, and of one language alone the same twice', async () => {
    const [both] = await source().videos(['two-languages']);
    expect(both?.title).toEqual({ ko: '김치찌개', en: 'Kimchi stew' });
    const [one] = await source().videos(['video-1']);
    expect(one?.title).toEqual({ ko: '영상 1', en: '영상 1' });
  });

  test('does not call playable what is private or may not be embedded, and knows no length of what is live', async () => {
    const found = await source().videos(['withdrawn-1', 'not-embeddable', 'live-stream']);
    expect(found.map(({ youtubeId, playable, durationMs }) => [youtubeId, playable, durationMs])).toEqual([
      ['live-stream', true, null],
      ['not-embeddable', false, 60_000],
    ]);
  });

  test('says that the quota is used up', async () => {
    sandbox.unitsLeft = 1;
    await source().videos(['video-1']);
    expect(await problemOf(source().videos(['video-1']))).toBe('quota');
    sandbox.unitsLeft = Number.POSITIVE_INFINITY;
  });

  test.each([
    ['a page instead of JSON', { body: '<html>' }, 'broken'],
    ['a page of a gateway', { status: 502, body: '<html>' }, 'away'],
    ['too many requests at once', { status: 429, body: '{}' }, 'away'],
    ['an answer without what is documented', { body: '{"items":[{"id":7}]}' }, 'broken'],
    ['an answer without end', { body: Buffer.alloc(17 * 1024 * 1024, ' ') }, 'broken'],
  ])('refuses %s', async (_, answer, problem) => {
    oddly = () => answer;
    expect(await problemOf(source().videos(['video-1']))).toBe(problem);
    oddly = undefined;
  });

  test('says that nobody answers', async () => {
    const gone = new YouTube({ apiKey: 'k', at: 'http://127.0.0.1:1' });
    expect(await problemOf(gone.videos(['video-1']))).toBe('away');
  });

  test.each([
    ['PT1H2M3S', 3_723_000],
    ['P1DT1S', 86_401_000],
    ['PT45S', 45_000],
    ['P0D', null],
    ['1:02', null],
    [undefined, null],
  ])('reads the length %s', (text, ms) => {
    expect(durationMsOf(text)).toBe(ms);
  });
});
