import { expect, test } from 'vitest';
import { AddressRateLimit, networkOf } from './rate-limit.ts';

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

test('a network of version 6 is one that tries, its neighbour another', () => {
  const attempts = new AddressRateLimit(2, 60_000);
  const begin = (address: string) => attempts.consume(address, new Date(0));
  begin('2001:db8::1');
  attempts.refund('2001:db8::2');
  begin('2001:db8::3');
  begin('2001:db8::4');
  expect(() => begin('2001:db8::5')).toThrow();
  begin('2001:db8:0:1::1');
});
