import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig({ MARU_SECRET: 'x'.repeat(32), ...env });

test.each([
  [{}, false],
  [{ TRUST_PROXY: 'false' }, false],
  [{ TRUST_PROXY: '2' }, 2],
  [{ TRUST_PROXY: '10.0.0.0/8, loopback' }, ['10.0.0.0/8', 'loopback']],
])('proxies are trusted by their number or their addresses: %j', (env, trusted) => {
  expect(read(env as Record<string, string>).trustProxy).toEqual(trusted);
});

test.each(['true', '0', '-1', '10', 'any', 'proxy.example', '10.0.0.0/99', ' '])(
  'the service does not start where %j is trusted',
  (TRUST_PROXY) => {
    expect(() => read({ TRUST_PROXY })).toThrow('TRUST_PROXY');
  },
);

test('a damaged secret is not replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const made = readConfig({ MARU_DATA_DIR: folder }).secret;
  expect(readConfig({ MARU_DATA_DIR: folder }).secret).toBe(made);
  for (const text of ['', `${made.slice(0, 20)}\n`]) {
    writeFileSync(join(folder, 'secret'), text);
    expect(() => readConfig({ MARU_DATA_DIR: folder })).toThrow(
      `The secret in ${join(folder, 'secret')} is damaged`,
    );
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(text);
  }
});

test('a header that names the country needs a proxy that is trusted', () => {
  expect(() => read({ MARU_COUNTRY_HEADER: 'CF-IPCountry' })).toThrow('TRUST_PROXY is needed too');
  expect(() => read({ MARU_COUNTRY_HEADER: 'a b', TRUST_PROXY: '1' })).toThrow('MARU_COUNTRY_HEADER');
  expect(read({ MARU_COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '1' }).countryHeader).toBe('cf-ipcountry');
});

test('taxes come from Stripe where it is set, and then it is needed', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_0123456789',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
  };
  expect(read({}).taxes).toBe('rates');
  expect(read({ MARU_TAXES: 'stripe' }).taxes).toBe('stripe');
  expect(read({ MARU_TAXES: 'stripe', MARU_DEMO: 'false', ...stripe }).taxes).toBe('stripe');
  expect(() => read({ MARU_TAXES: 'stripe', MARU_DEMO: 'false' })).toThrow('STRIPE_SECRET_KEY');
  expect(() => read({ MARU_TAXES: 'avalara' })).toThrow('MARU_TAXES');
});

test('hosts are names, with a port where they have one', () => {
  expect(read({ MARU_HOSTS: 'WWW.maru.example, maru.example:8443' }).hosts).toEqual([
    'www.maru.example',
    'maru.example:8443',
  ]);
  expect(() => read({ MARU_HOSTS: 'https://maru.example' })).toThrow('MARU_HOSTS');
});

test.each([
  ['MARU_TRIAL_NOTICE_DAYS', 'trialNoticeDays', 3, 21],
  ['MARU_YEARLY_NOTICE_DAYS', 'yearlyNoticeDays', 15, 45],
  ['MARU_PRICE_NOTICE_DAYS', 'priceNoticeDays', 7, 30],
  ['MARU_LEAST_PRICE_NOTICE_DAYS', 'leastPriceNoticeDays', 7, 30],
] as const)(
  'people are told of a charge within the days that California sets: %s',
  (name, field, least, most) => {
    for (const days of [least, most]) expect(read({ [name]: `${days}` }).billing[field]).toBe(days);
    for (const days of [least - 1, most + 1])
      expect(() => read({ [name]: `${days}` })).toThrow(
        `${name} is "${days}"; it has to be a whole number from ${least} to ${most}.`,
      );
  },
);

test('a price is not told in time before it is told at all', () => {
  expect(() => read({ MARU_PRICE_NOTICE_DAYS: '14', MARU_LEAST_PRICE_NOTICE_DAYS: '15' })).toThrow(
    'MARU_LEAST_PRICE_NOTICE_DAYS is "15"; it has to be a whole number from 7 to 14.',
  );
});

test('one to 64 cards are charged at the same time', () => {
  expect(read({}).billing.chargesAtOnce).toBe(16);
  expect(read({ MARU_CHARGES_AT_ONCE: '1' }).billing.chargesAtOnce).toBe(1);
  for (const count of ['0', '65'])
    expect(() => read({ MARU_CHARGES_AT_ONCE: count })).toThrow('MARU_CHARGES');
});

test('a card is tried again on days that rise', () => {
  for (const days of ['3,3', '3,7,5', '3,,7'])
    expect(() => read({ MARU_RETRY_DAYS: days })).toThrow('MARU_RETRY_DAYS has to rise');
  expect(() => read({ MARU_RETRY_DAYS: '3,soon' })).toThrow('MARU_RETRY_DAYS is "soon"');
  expect(read({ MARU_RETRY_DAYS: '1, 2,30' }).billing.retryDays).toEqual([1, 2, 30]);
  for (const unset of [{}, { MARU_RETRY_DAYS: '' }])
    expect(read(unset as Record<string, string>).billing.retryDays).toEqual([3, 5, 7, 14]);
});
