import { expect, test } from 'vitest';
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
