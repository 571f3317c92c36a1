import { expect, test, vi } from 'vitest';
import type { Api } from '../ui/api-client.ts';
import { makeOpenings, type Wanted } from './openings.ts';

const film: Wanted = { type: 'm', id: 'film', playlist: undefined, profileId: 'profile' };

/** Openings over a server that answers with numbered sessions, and the calls that it gets. */
function setUp() {
  const calls: string[] = [];
  let sessions = 0;
  const api = (async (name: string, { params }: { params?: { id: string } } = {}) => {
    calls.push(params ? `stop ${params.id}` : name);
    sessions += 1;
    return { data: { id: `session-${sessions}` } };
  }) as unknown as Api;
  return { calls, openings: makeOpenings(api) };
}

const opening = 'POST /api/playback/sessions';

test('the session that the press requested is taken once', async () => {
  const { calls, openings } = setUp();
  openings.begin(film, new AbortController().signal);
  expect(await openings.take(film)).toMatchObject({ data: { id: 'session-1' } });
  expect(openings.take(film)).toBeUndefined();
  expect(calls).toEqual([opening]);
});

test('leaving before the player is there gives the stream back', async () => {
  const { calls, openings } = setUp();
  const leaving = new AbortController();
  openings.begin(film, leaving.signal);
  leaving.abort();
  await expect.poll(() => calls).toEqual([opening, 'stop session-1']);
  expect(openings.take(film)).toBeUndefined();
});

test('a session that the player has taken stays open when its navigation ends', async () => {
  const { calls, openings } = setUp();
  const leaving = new AbortController();
  openings.begin(film, leaving.signal);
  await openings.take(film);
  leaving.abort();
  await Promise.resolve();
  expect(calls).toEqual([opening]);
});

test('another title, another profile and an old session get a session of their own', async () => {
  const { calls, openings } = setUp();
  for (const other of [
    { ...film, id: 'other' },
    { ...film, profileId: 'other' },
  ]) {
    openings.begin(film, new AbortController().signal);
    expect(openings.take(other)).toBeUndefined();
  }
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  openings.begin(film, new AbortController().signal);
  now.mockReturnValue(60_000);
  expect(openings.take(film)).toBeUndefined();
  now.mockRestore();
  await expect.poll(() => calls.filter((call) => call.startsWith('stop')).length).toBe(3);
});

test('nothing is requested while a player is on the screen, for it occupies a stream', () => {
  const { calls, openings } = setUp();
  const stop = openings.startWatching();
  openings.begin(film, new AbortController().signal);
  expect(calls).toEqual([]);
  stop();
  openings.begin(film, new AbortController().signal);
  expect(calls).toEqual([opening]);
});
