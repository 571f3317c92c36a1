import { describe, expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { writeApps } from '../../../test/apps.ts';
import type { Context } from '../context.ts';

const rootDir = writeApps();
const plain = await openTestApi({ rootDir });
const proxied = await openTestApi({ rootDir, trustProxy: 1 });
const named = await openTestApi({ rootDir, origin: 'https://maru.example' });

const policyOf = (headers: Record<string, unknown>) =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0] as string, directive.split(' ').slice(1)]),
  );

describe.each(['/', '/office', '/office/programmes', '/notices'])('the document %s', (url) => {
  test('runs nothing but its own, is in nobody else’s frame, and sends no path to others', async () => {
    const { statusCode, headers } = await plain.app.inject({ url });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = policyOf(headers);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    for (const source of policy.get('script-src') ?? ['none'])
      expect(source).toMatch(/^'(self|sha256-[A-Za-z0-9+/=]{44})'$/);
    expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
    expect(policy.has('base-uri')).toBe(true);
    expect(policy.get('form-action')).toEqual(["'none'"]);
    expect(headers).toMatchObject({
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), midi=(), usb=()',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });
});

describe.each([
  ['GET', '/api/categories', 200],
  ['GET', '/api/account/details', 401],
  ['GET', '/api/nowhere', 404],
  ['POST', '/api/login', 422],
  ['GET', '/health', 200],
  ['GET', '/images/nothing.webp', 404],
  ['GET', '/media/no-token/video.m4s', 403],
  ['GET', '/assets/index.js', 200],
  ['GET', '/assets/index.css', 200],
  ['GET', '/assets/gone.js', 404],
  ['GET', '/manifest.webmanifest', 200],
  ['GET', '/media-kit.html', 200],
  ['GET', '/robots.txt', 200],
  ['GET', '/api/docs/json', 200],
  ['GET', '/%', 400],
] as const)('%s %s', (method, url, status) => {
  test('is taken for nothing else and shown in no frame', async () => {
    const { statusCode, headers } = await plain.app.inject({
      method,
      url,
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(policyOf(headers).get('frame-ancestors')).toEqual(["'none'"]);
  });
});

test('the card processor is let into the documents that take cards, and into no other', async () => {
  const origin = 'http://127.0.0.1:4999';
  const context = plain.context as { payments: Context['payments'] };
  context.payments = {
    browserSide: async () => ({
      publishableKey: '',
      scriptUrl: `${origin}/v3/`,
      origins: [origin],
      isSimulated: true,
    }),
  } as unknown as NonNullable<Context['payments']>;
  const policies = async (cookie: string) => {
    const found = new Map<string, string>();
    for (const url of [
      '/checkout/1/2',
      '/checkout/1/2/?lang=en',
      '/checkout/gift/1/2',
      '/account/add-card',
      '/account/checkout/3',
      '/',
      '/account',
      '/account/membership',
      '/account/invoices/3',
      '/plans',
      '/checkout/1',
      '/gifts',
      '/redeem',
      '/pay-for',
      '/checkout/1/2/3',
      '/preview/ko/token/checkout/1/2',
      '/office',
    ])
      found.set(
        url,
        String((await plain.app.inject({ url, headers: { cookie } })).headers['content-security-policy']),
      );
    return found;
  };
  try {
    // For guests and for those who are signed in.
    for (const cookie of ['', 'member=1']) {
      const found = await policies(cookie);
      for (const [url, policy] of found)
        expect(policy.includes(origin), `${url}: ${policy}`).toBe(
          /^\/checkout\/(gift\/)?1\/2(\/\?lang=en)?$|add-card|account\/checkout/.test(url),
        );
      const directives = policyOf({ 'content-security-policy': found.get('/account/add-card') });
      for (const [name, sources] of directives)
        expect(sources.includes(origin), name).toBe(
          ['script-src', 'frame-src', 'connect-src'].includes(name),
        );
    }
    // While it is away, the page is still there.
    context.payments.browserSide = () => Promise.reject(new Error('away'));
    for (const [url, policy] of await policies('member=1')) expect(policy, url).not.toContain(origin);
  } finally {
    context.payments = undefined;
  }
});

test('browsers are told to come back over https, where they came over it, and nowhere else', async () => {
  const said = async ({ app }: typeof plain, url: string, forwarded: Record<string, string> = {}) =>
    (await app.inject({ url, headers: forwarded })).headers['strict-transport-security'];
  const overHttps = { 'x-forwarded-proto': 'https' };
  const year = /^max-age=(3153[6-9]\d{3}|[4-9]\d{7}); includeSubDomains$/;
  for (const url of ['/', '/office', '/api/categories', '/api/nowhere', '/assets/index.js']) {
    expect(await said(plain, url), url).toBeUndefined();
    // Any caller can send this header, so it is ignored without a proxy.
    expect(await said(plain, url, overHttps), url).toBeUndefined();
    expect(await said(proxied, url, { 'x-forwarded-proto': 'http' }), url).toBeUndefined();
    expect(await said(proxied, url, overHttps), url).toMatch(year);
    expect(await said(named, url), url).toMatch(year);
  }
});

test('no other site may read an answer', async () => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    const { headers } = await plain.app.inject({
      method,
      url: '/api/categories',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});
