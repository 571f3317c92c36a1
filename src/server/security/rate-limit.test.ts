import { beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import type { CallError } from '../errors.ts';
import { networkOf } from './network.ts';
import { AddressRateLimit, beginAttempt, purgeRateLimits, RateLimit } from './rate-limit.ts';
import { rateLimits } from './rate-limits.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
  ['2001:0DB8::1:0:0:0:1', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8::9', '1:2:3:4:5:6:7:8::9'],
  ['[2001:db8::1]:443', '[2001:db8::1]:443'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

/** The same limit as another node has it: what a node remembers is its own. */
const nodes = (max: number, windowMs = 60_000) => {
  const name = `test_${crypto.randomUUID()}`;
  return [new RateLimit(name, max, windowMs), new RateLimit(name, max, windowMs)] as const;
};
const refusalOf = (attempt: Promise<unknown>): Promise<CallError | undefined> =>
  attempt.then(
    () => undefined,
    (error: CallError) => error,
  );

test('a network of version 6 is one that tries, its neighbour another', async () => {
  const limit = new AddressRateLimit('test_network', 2, 60_000);
  const begin = (address: string) => beginAttempt(api.context, limit.of(address));
  await (await begin('2001:db8::1')).refund();
  await begin('2001:db8::3');
  await begin('2001:db8::4');
  await expect(begin('2001:db8::5')).rejects.toThrow('too_many_logins');
  await begin('2001:db8:0:1::1');
});

test('a limit holds over all nodes, and for attempts at once', async () => {
  const [here, there] = nodes(5);
  const refused = await Promise.all(
    Array.from({ length: 40 }, (_, n) => refusalOf((n % 2 ? here : there).consume(api.context, 'somebody'))),
  );
  expect(refused.filter((error) => error === undefined)).toHaveLength(5);
  expect(await refusalOf(here.consume(api.context, 'somebody else'))).toBeUndefined();
});

test('a window ends at its time, and says how long it lasts', async () => {
  const [limit] = nodes(1);
  const now = new Date();
  const at = (seconds: number) => ({ ...api.context, now: () => new Date(now.getTime() + seconds * 1000) });
  await limit.consume(at(0), 'somebody');
  expect((await refusalOf(limit.consume(at(20), 'somebody')))?.values).toEqual({ seconds: 40 });
  // Within the moment for which a node remembers it.
  expect((await refusalOf(limit.consume(at(22), 'somebody')))?.values).toEqual({ seconds: 38 });
  expect(await refusalOf(limit.consume(at(61), 'somebody'))).toBeUndefined();
});

test('what is taken back on one node counts on the other no longer, once it asks again', async () => {
  const [here, there] = nodes(1);
  const attempt = await beginAttempt(api.context, here.of('somebody'));
  expect(await refusalOf(there.consume(api.context, 'somebody'))).toBeDefined();
  await attempt.succeed();
  expect(await refusalOf(there.consume(api.context, 'somebody'))).toBeDefined();
  const later = { ...api.context, now: () => new Date(Date.now() + 6000) };
  expect(await refusalOf(there.consume(later, 'somebody'))).toBeUndefined();
});

test('an attempt that one limit refuses counts under none, and a refusal is worth one line of the log a window', async () => {
  const [first] = nodes(1);
  const [second] = nodes(2);
  const both = (about: string) => beginAttempt(api.context, first.of(about), second.of('address'));
  await both('a');
  const refused = await refusalOf(both('a'));
  expect(refused?.suspicious).toBe(true);
  expect((await refusalOf(both('a')))?.suspicious).toBe(false);
  await both('b');
  expect(await refusalOf(both('c'))).toBeDefined();
});

test('work that is rejected before it says yes or no is refunded; a success forgets earlier attempts where the limit says so', async () => {
  const limit = new RateLimit('test_resets', 2, 60_000, { resets: true });
  const begin = () => beginAttempt(api.context, limit.of('somebody'));
  const busy = (await begin()).refundIfRejected(Promise.reject(new Error('busy')));
  await expect(busy).rejects.toThrow('busy');
  await begin();
  await (await begin()).succeed();
  await begin();
  await begin();
  await expect(begin()).rejects.toThrow('too_many_logins');
});

test('the table names nobody, and forgets windows that have passed', async () => {
  const [limit] = nodes(2);
  await limit.consume(api.context, 'mina@example.com');
  const rows = await api.db.select().from(rateLimits);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('mina');
  await purgeRateLimits(api.context);
  expect(await api.db.select().from(rateLimits)).toHaveLength(rows.length);
  await purgeRateLimits({ db: api.db, now: () => new Date(Date.now() + 600_000) });
  expect(await api.db.select().from(rateLimits)).toEqual([]);
});
