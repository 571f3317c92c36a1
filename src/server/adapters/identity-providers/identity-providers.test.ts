/** What every service has to keep to that people sign in with, and what protects the way back. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox, type Person, type Sandbox, sandboxClient } from '../../../../test/identity-sandbox.ts';
import {
  openIdClient,
  openOpenIdProvider,
  type TestOpenIdProvider,
} from '../../../../test/openid-provider.ts';
import type { ProviderName } from '../../../contract/providers.ts';
import { readConfig, type SocialLoginConfig } from '../../config.ts';
import { StartupError } from '../../startup-error.ts';
import { configuredProviders, openIdentityProviders } from './open.ts';
import { type AuthorizationRequest, type IdentityProvider, IdentityRefused } from './port.ts';

const redirectUri = 'http://maru.test/api/social-login/somebody/callback';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const applePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let sandbox: Sandbox;
let apple: Sandbox;
let real: TestOpenIdProvider;
beforeAll(async () => {
  sandbox = await openSandbox();
  apple = await openSandbox({ appleKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() });
  real = await openOpenIdProvider([redirectUri]);
});
afterEach(() => {
  sandbox.forge = {};
});
afterAll(() => Promise.all([sandbox.close(), apple.close(), real.close()]));

let serial = 0;
/** A way of its own, as a visit makes it. */
const newRequest = (): AuthorizationRequest => {
  serial += 1;
  const word = (what: string) => `${what}-${serial}-`.padEnd(43, 'x');
  return { redirectUri, state: word('state'), nonce: word('nonce'), verifier: word('verifier') };
};
const open = (name: ProviderName, socialLogin: SocialLoginConfig): IdentityProvider =>
  openIdentityProviders({ socialLogin })[name] as IdentityProvider;

/** Goes through the real provider's pages as a browser would, up to the way back. */
async function walk(url: URL, person: Person | undefined): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let steps = 0; steps < 10; steps += 1) {
    if (next.href.startsWith(redirectUri)) return next.searchParams;
    if (next.pathname.startsWith('/choose/')) {
      next.searchParams.set('person', person?.subject ?? '');
      next.searchParams.set('email', person?.email ?? '');
      if (!person?.emailVerified) next.searchParams.set('unproven', 'on');
    }
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    next = new URL(response.headers.get('location') ?? '', next);
  }
  throw new Error(`${url} leads nowhere`);
}

type Go = (url: URL, person: Person | undefined) => Promise<URLSearchParams> | URLSearchParams;
const atSandbox = () => ({ ...sandboxClient, at: sandbox.url });
const services: [string, () => IdentityProvider, Go, vouches: boolean][] = [
  ['a real OpenID provider', () => open('google', { google: { ...openIdClient, at: real.url } }), walk, true],
  ['Google', () => open('google', { google: atSandbox() }), (...way) => sandbox.visit(...way), true],
  ['Kakao', () => open('kakao', { kakao: atSandbox() }), (...way) => sandbox.visit(...way), true],
  [
    'Apple',
    () => {
      const { clientId } = sandboxClient;
      const key = { clientId, teamId: 'TEAM', keyId: 'KEY', privateKey: applePem };
      return open('apple', { apple: { ...key, at: apple.url } });
    },
    (...way) => apple.visit(...way),
    true,
  ],
  ['Naver', () => open('naver', { naver: atSandbox() }), (...way) => sandbox.visit(...way), false],
  ['Facebook', () => open('facebook', { facebook: atSandbox() }), (...way) => sandbox.visit(...way), false],
];

describe.each(services)('%s', (_, make, go, vouches) => {
  const person = { subject: 'seoyeon', email: 'seoyeon@example.com', emailVerified: true };
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing',
      (error: unknown) => (error instanceof IdentityRefused ? error.reason : error),
    );

  test('says who came back, and whether the mailbox is vouched for', async () => {
    const provider = make();
    const request = newRequest();
    const answer = await go(await provider.begin(request), person);
    expect(await provider.finish(request, answer)).toEqual({
      subject: 'seoyeon',
      email: 'seoyeon@example.com',
      emailVerified: vouches,
    });
    const again = newRequest();
    const other = await go(await provider.begin(again), { ...person, emailVerified: false });
    expect((await provider.finish(again, other)).emailVerified).toBe(false);
  });

  test('is asked with a state of its own and, where it knows that, a nonce and a challenge', async () => {
    const request = newRequest();
    const { searchParams } = await make().begin(request);
    expect(searchParams.get('state')).toBe(request.state);
    expect(searchParams.get('redirect_uri')).toBe(redirectUri);
    expect(searchParams.toString()).not.toContain(request.verifier);
    if (searchParams.get('scope')?.includes('openid')) expect(searchParams.get('nonce')).toBe(request.nonce);
  });

  test('of somebody who goes back without signing in, says that', async () => {
    const provider = make();
    const request = newRequest();
    const answer = await go(await provider.begin(request), undefined);
    expect(await refusal(provider.finish(request, answer))).toBe('cancelled');
  });

  test('lets nobody in by an answer without its state, to another way, or for the second time', async () => {
    const provider = make();
    const request = newRequest();
    const begin = async () => go(await provider.begin(request), person);
    const without = await begin();
    without.delete('state');
    expect(await refusal(provider.finish(request, without))).toBe('failed');
    expect(await refusal(provider.finish(newRequest(), await begin()))).toBe('failed');
    const good = await begin();
    await provider.finish(request, good);
    expect(await refusal(provider.finish(request, good))).toBe('failed');
    for (const nothing of ['', 'state=', `state=${request.state}`, `code=x&code=y&state=${request.state}`])
      expect(await refusal(provider.finish(request, new URLSearchParams(nothing)))).toBe('failed');
  });
});

describe('a token of OpenID Connect', () => {
  const person = { subject: 'seoyeon', email: 'seoyeon@example.com', emailVerified: true };
  const comeBack = async (request = newRequest(), as = request) => {
    const provider = open('google', { google: atSandbox() });
    const answer = sandbox.visit(await provider.begin(request), person);
    answer.set('state', as.state);
    return provider.finish(as, answer);
  };
  const now = Math.floor(Date.now() / 1000);

  test.each<[string, Sandbox['forge']]>([
    ['nobody has signed', { signedBy: 'nobody' }],
    ['a stranger has signed', { signedBy: 'stranger' }],
    ['is another client’s', { claims: { aud: 'another-client' } }],
    ['another service has made', { claims: { iss: 'https://elsewhere.example' } }],
    ['has another visit’s nonce', { claims: { nonce: 'of another visit' } }],
    ['has no nonce', { claims: { nonce: undefined } }],
    ['is over', { claims: { iat: now - 7200, exp: now - 3600 } }],
    ['names nobody', { claims: { sub: '' } }],
  ])('that %s is worth nothing', async (_, forge) => {
    sandbox.forge = forge;
    await expect(comeBack()).rejects.toThrow(IdentityRefused);
    sandbox.forge = {};
    expect((await comeBack()).subject).toBe('seoyeon');
  });

  test('is not to be had with a code that another browser began with', async () => {
    const [mine, theirs] = [newRequest(), newRequest()];
    await expect(comeBack(theirs, mine)).rejects.toThrow(IdentityRefused);
  });

  test('is not asked for where the answer says that another service gave it', async () => {
    const provider = open('google', { google: { ...openIdClient, at: real.url } });
    const request = newRequest();
    const answer = await walk(await provider.begin(request), person);
    expect(answer.get('iss')).toBe(real.url);
    answer.set('iss', 'https://elsewhere.example');
    await expect(provider.finish(request, answer)).rejects.toThrow(IdentityRefused);
  });
});

test('a service that cannot be reached may be there the next time', async () => {
  const gone = await openSandbox();
  await gone.close();
  const provider = open('google', { google: { ...sandboxClient, at: gone.url } });
  await expect(provider.begin(newRequest())).rejects.toThrow();
});

test('the configuration says which services there are, and what is missing', () => {
  const read = (env: Record<string, string>) =>
    readConfig({ MARU_SECRET: 'x'.repeat(32), MARU_ORIGIN: 'https://maru.example', ...env });
  const pair = (name: string) => ({ [`${name}_CLIENT_ID`]: 'a', [`${name}_CLIENT_SECRET`]: 'b' });
  expect(configuredProviders(read({}))).toEqual([]);
  expect(configuredProviders(read({ ...pair('GOOGLE'), ...pair('KAKAO') }))).toEqual(['kakao', 'google']);
  expect(() => read({ NAVER_CLIENT_ID: 'a' })).toThrow(/NAVER_CLIENT_SECRET is needed/);
  expect(() => read({ ...pair('FACEBOOK'), MARU_ORIGIN: '' })).toThrow(/MARU_ORIGIN is needed/);
  const key = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_KEY_ID: 'c', APPLE_PRIVATE_KEY: applePem };
  const escaped = { ...key, APPLE_PRIVATE_KEY: applePem.replaceAll('\n', '\\n') };
  expect(read(escaped).socialLogin.apple?.privateKey).toBe(applePem);
  expect(() => read({ ...key, APPLE_PRIVATE_KEY: 'not a key' })).toThrow(StartupError);
  expect(() => read({ ...key, MARU_ORIGIN: 'http://maru.example' })).toThrow(/https/);
});
