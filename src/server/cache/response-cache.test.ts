import { expect, test } from 'vitest';
import { type CachedResponse, encodePage, encodeResponse, ResponseCache } from './response-cache.ts';

/** A build that the test ends explicitly. */
function controlled(answer: unknown) {
  let end: (error?: Error) => void = () => {};
  let times = 0;
  const build = () => {
    times += 1;
    return new Promise<CachedResponse>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve(encodeResponse(answer)));
    });
  };
  return { build, end: (error?: Error) => end(error), times: () => times };
}

test('callers at once share one build, and later ones its answer', async () => {
  const cached = new ResponseCache();
  const one = controlled({ n: 1 });
  const both = [cached.get('k', 'home', one.build), cached.get('k', 'home', one.build)];
  one.end();
  expect(await both[0]).toBe(await both[1]);
  expect(await cached.get('k', 'home', one.build)).toBe(await both[0]);
  expect(one.times()).toBe(1);
});

test('a build that began before a change is answered to those who wait for it, and not cached', async () => {
  const cached = new ResponseCache();
  const [before, after] = [controlled('before'), controlled('after')];
  const waiting = cached.get('k', 'home', before.build);
  cached.rememberAddress('ko /k', 'k');
  cached.drop('catalog');
  const fresh = cached.get('k', 'home', after.build);
  after.end();
  expect((await fresh).identity.toString()).toBe('"after"');
  before.end();
  expect((await waiting).identity.toString()).toBe('"before"');
  expect((await cached.get('k', 'home', before.build)).identity.toString()).toBe('"after"');
  expect((await cached.findByAddress('ko /k'))?.identity.toString()).toBe('"after"');
});

test('a failed build is not cached', async () => {
  const cached = new ResponseCache();
  const failing = controlled('x');
  const waiting = cached.get('k', 'catalog', failing.build);
  failing.end(new Error('no'));
  await expect(waiting).rejects.toThrow('no');
  const right = controlled('right');
  const again = cached.get('k', 'catalog', right.build);
  right.end();
  expect((await again).identity.toString()).toBe('"right"');
});

test('whatever guests ask for, answers and addresses take a bounded amount of memory', async () => {
  const cached = new ResponseCache();
  const large = 'x'.repeat(3_000_000);
  for (let n = 0; n < 24; n++) await cached.get(`k${n}`, 'catalog', () => encodeResponse(large));
  const rebuilt = controlled('rebuilt');
  const first = cached.get('k0', 'catalog', rebuilt.build);
  rebuilt.end();
  await first;
  expect(rebuilt.times()).toBe(1);
  cached.rememberAddress(`ko /k?${'x'.repeat(10_000)}`, 'k23');
  expect(cached.findByAddress(`ko /k?${'x'.repeat(10_000)}`)).toBeUndefined();
});

test('a page that does not exist is answered and not cached', async () => {
  const cached = new ResponseCache();
  const missing = await cached.get('p', 'page', () => encodePage('<p>no</p>', 404));
  expect(missing.status).toBe(404);
  const there = await cached.get('p', 'page', () => encodePage('<p>yes</p>', 200));
  expect(there.identity.toString()).toBe('<p>yes</p>');
});

test('a scan over many answers does not push out what is asked for again', async () => {
  const cached = new ResponseCache();
  const home = controlled('home');
  const first = cached.get('home', 'home', home.build);
  home.end();
  await first;
  await cached.get('home', 'home', home.build);
  cached.rememberAddress('ko /home', 'home');
  cached.findByAddress('ko /home');
  for (let n = 0; n < 10_000; n++) {
    await cached.get(`scan${n}`, 'catalog', async () => (await first) as CachedResponse);
    cached.rememberAddress(`ko /scan${n}`, `scan${n}`);
  }
  expect((await cached.findByAddress('ko /home'))?.identity.toString()).toBe('"home"');
  expect(home.times()).toBe(1);
});

test('callers who are over their share do not hold up others who want the same', async () => {
  const cached = new ResponseCache({ share: 0.001, burstMs: 0, maxWaitMs: 50 });
  const greedy = { source: '203.0.113.7', kind: 'answer' } as const;
  await cached.get('a', 'home', () => encodeResponse('a'), greedy);
  const refused = cached.get('b', 'home', () => encodeResponse('b'), greedy);
  const served = cached.get('b', 'home', () => encodeResponse('b'), { ...greedy, source: '203.0.113.8' });
  expect((await served).identity.toString()).toBe('"b"');
  await expect(refused).rejects.toThrow('unavailable');
});
