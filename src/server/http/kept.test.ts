import { expect, test } from 'vitest';
import { type Kept, KeptAnswers, makeKept, makeKeptPage } from './kept.ts';

/** A build that ends when it is told to. */
function controlled(answer: unknown) {
  let end: (error?: Error) => void = () => {};
  let times = 0;
  const build = () => {
    times += 1;
    return new Promise<Kept>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve(makeKept(answer)));
    });
  };
  return { build, end: (error?: Error) => end(error), times: () => times };
}

test('callers at once share one build, and later ones its answer', async () => {
  const kept = new KeptAnswers();
  const one = controlled({ n: 1 });
  const both = [kept.get('k', 'home', one.build), kept.get('k', 'home', one.build)];
  one.end();
  expect(await both[0]).toBe(await both[1]);
  expect(await kept.get('k', 'home', one.build)).toBe(await both[0]);
  expect(one.times()).toBe(1);
});

test('a build that began before a change is answered to those who wait for it, and not kept', async () => {
  const kept = new KeptAnswers();
  const [before, after] = [controlled('before'), controlled('after')];
  const waiting = kept.get('k', 'home', before.build);
  kept.rememberAddress('ko /k', 'k');
  kept.drop('catalog');
  const fresh = kept.get('k', 'home', after.build);
  after.end();
  expect((await fresh).identity.toString()).toBe('"after"');
  before.end();
  expect((await waiting).identity.toString()).toBe('"before"');
  expect((await kept.get('k', 'home', before.build)).identity.toString()).toBe('"after"');
  expect((await kept.findByAddress('ko /k'))?.identity.toString()).toBe('"after"');
});

test('a failed build is not kept', async () => {
  const kept = new KeptAnswers();
  const failing = controlled('x');
  const waiting = kept.get('k', 'catalog', failing.build);
  failing.end(new Error('no'));
  await expect(waiting).rejects.toThrow('no');
  const right = controlled('right');
  const again = kept.get('k', 'catalog', right.build);
  right.end();
  expect((await again).identity.toString()).toBe('"right"');
});

test('whatever guests ask for, answers and addresses take a bounded amount of memory', async () => {
  const kept = new KeptAnswers();
  const large = 'x'.repeat(3_000_000);
  for (let n = 0; n < 24; n++) await kept.get(`k${n}`, 'catalog', () => makeKept(large));
  const rebuilt = controlled('rebuilt');
  const first = kept.get('k0', 'catalog', rebuilt.build);
  rebuilt.end();
  await first;
  expect(rebuilt.times()).toBe(1);
  kept.rememberAddress(`ko /k?${'x'.repeat(10_000)}`, 'k23');
  expect(kept.findByAddress(`ko /k?${'x'.repeat(10_000)}`)).toBeUndefined();
});

test('a page that does not exist is answered and not kept', async () => {
  const kept = new KeptAnswers();
  const missing = await kept.get('p', 'page', () => makeKeptPage('<p>no</p>', 404));
  expect(missing.status).toBe(404);
  const there = await kept.get('p', 'page', () => makeKeptPage('<p>yes</p>', 200));
  expect(there.identity.toString()).toBe('<p>yes</p>');
});

test('a scan over many answers does not push out what is asked for again', async () => {
  const kept = new KeptAnswers();
  const home = controlled('home');
  const first = kept.get('home', 'home', home.build);
  home.end();
  await first;
  await kept.get('home', 'home', home.build);
  kept.rememberAddress('ko /home', 'home');
  kept.findByAddress('ko /home');
  for (let n = 0; n < 10_000; n++) {
    await kept.get(`scan${n}`, 'catalog', async () => (await first) as Kept);
    kept.rememberAddress(`ko /scan${n}`, `scan${n}`);
  }
  expect((await kept.findByAddress('ko /home'))?.identity.toString()).toBe('"home"');
  expect(home.times()).toBe(1);
});

test('callers who are over their share do not hold up others who want the same', async () => {
  const kept = new KeptAnswers({ share: 0.001, burstMs: 0, maxWaitMs: 50 });
  const greedy = { source: '203.0.113.7', kind: 'answer' } as const;
  await kept.get('a', 'home', () => makeKept('a'), greedy);
  const refused = kept.get('b', 'home', () => makeKept('b'), greedy);
  const served = kept.get('b', 'home', () => makeKept('b'), { ...greedy, source: '203.0.113.8' });
  expect((await served).identity.toString()).toBe('"b"');
  await expect(refused).rejects.toThrow('unavailable');
});
