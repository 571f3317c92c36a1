import { generateKeyPairSync } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { type BuiltUser, buildProfile, buildUser, unique } from '../../../../test/build.ts';
import { openSandbox, type Person, type Sandbox, sandboxClient } from '../../../../test/identity-sandbox.ts';
import { countWaiting, untilWaiting } from '../../../../test/locks.ts';
import type { CallName } from '../../../contract/calls.ts';
import type { ProviderName } from '../../../contract/providers.ts';
import { logins, sessions, users } from '../accounts/accounts.tables.ts';
import { tidyAccountsJob } from '../accounts/jobs/accounts.jobs.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { tidyAuthorizationsJob } from './jobs/social-login.jobs.ts';
import { authorizations, identities } from './social-login.tables.ts';

const origin = 'https://maru.test';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let api: TestApi;
let sandbox: Sandbox;
let apple: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
  apple = await openSandbox({ appleKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() });
  const client = { ...sandboxClient, at: sandbox.url };
  api = await openTestApi({
    trustProxy: 1,
    countryHeader: 'x-country',
    origin,
    socialLogin: {
      kakao: client,
      naver: client,
      google: client,
      apple: {
        clientId: sandboxClient.clientId,
        teamId: 'TEAM',
        keyId: 'KEY',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        at: apple.url,
      },
    },
  });
});
afterEach(() => {
  api.setNow(undefined);
  sandbox.forge = {};
});
afterAll(() => Promise.all([sandbox.close(), apple.close()]));

let host = 0;
/** A browser with its own address and one cookie. */
interface Browser {
  headers: Record<string, string>;
  /** The cookie as it was set last, with its attributes. */
  cookie: string;
}
const newBrowser = (): Browser => {
  host += 1;
  const address = `10.8.${Math.floor(host / 250)}.${(host % 250) + 1}`;
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36';
  return { headers: { 'x-forwarded-for': address, 'user-agent': userAgent }, cookie: '' };
};
const headersOf = ({ headers, cookie }: Browser) => ({ ...headers, cookie: cookie.split(';')[0] ?? '' });
async function go(browser: Browser, url: string, form?: string) {
  const response = await api.app.inject({
    method: form === undefined ? 'GET' : 'POST',
    url,
    headers: {
      ...headersOf(browser),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form === undefined ? {} : { payload: form }),
  });
  const set = response.headers['set-cookie'];
  if (set) browser.cookie = String(set);
  return response;
}
const begin = async (browser: Browser, provider: ProviderName = 'google', query = '') =>
  new URL((await go(browser, `/api/social-login/${provider}${query}`)).headers.location as string);
/** The result of an answer, as the page receives it. */
const answered = async (browser: Browser, provider: ProviderName, answer: URLSearchParams) => {
  const { headers } = await go(browser, `/api/social-login/${provider}/callback?${answer}`);
  const [path, said] = String(headers.location).split('#');
  return { path, ...Object.fromEntries(new URLSearchParams(said)) } as {
    path: string;
    code?: string;
    failed?: string;
  };
};
async function call<K extends CallName>(
  browser: Browser,
  name: K,
  body?: unknown,
  token?: string,
  more: object = {},
) {
  const response = await api.call(name, {
    ...(body === undefined ? {} : { body: body as never }),
    headers: headersOf(browser),
    locale: 'en',
    token,
    ...more,
  });
  const set = response.headers['set-cookie'];
  if (set) browser.cookie = String(set);
  return response;
}
const redeem = (browser: Browser, code: string | undefined) =>
  call(browser, 'POST /api/social-login', { code });
/** The complete sign-in of a user who consents. */
async function arrive(person: Person, provider: ProviderName = 'google', browser = newBrowser()) {
  const url = await begin(browser, provider);
  const { code } = await answered(browser, provider, sandbox.visit(url, person));
  return { browser, answer: await redeem(browser, code) };
}
const somebody = (more: Partial<Person> = {}): Person => {
  const name = unique('person').replaceAll('-', '.');
  return { subject: name, email: `${name}@example.com`, emailVerified: true, ...more };
};
const signUp = (browser: Browser, username = unique('name')) =>
  call(browser, 'POST /api/social-login/sign-up', { username, terms: true });
/** An account that was made by social login and has no password. */
async function member(person = somebody()) {
  const { browser } = await arrive(person);
  const { data } = (await signUp(browser)).body;
  return { ...data, person };
}
const mailTo = (to: string) =>
  api.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.toAddress, to))
    .orderBy(asc(mailMessages.createdAt), asc(mailMessages.id));
const codeTo = async (to: string) => /\b\d{6}\b/.exec((await mailTo(to)).at(-1)?.text ?? '')?.[0] ?? '';
const templatesTo = async (to: string) => (await mailTo(to)).map(({ template }) => template);
const emailOf = (user: BuiltUser) => `${user.username}@example.com`;
const prove = (userId: string) =>
  api.db.update(sessions).set({ reauthenticatedAt: new Date() }).where(eq(sessions.userId, userId));

describe('somebody new', () => {
  test('agrees to the terms, chooses a name, and has an account without a password', async () => {
    const person = somebody();
    const { browser, answer } = await arrive(person);
    expect([answer.status, answer.body.code]).toEqual([409, 'social_account_required']);
    expect((await call(browser, 'GET /api/social-login')).body.data).toEqual({
      provider: 'google',
      next: 'sign_up',
      email: person.email,
      username: person.subject,
    });
    const without = await call(browser, 'POST /api/social-login/sign-up', { username: 'somebody.new' });
    expect(without.body.errors).toHaveProperty('terms');
    const made = await signUp(browser, person.subject);
    expect(made.body.data).toMatchObject({
      username: person.subject,
      email: person.email,
      has_password: false,
    });
    const [row] = await api.db.select().from(users).where(eq(users.id, made.body.data.id));
    expect(row).toMatchObject({ passwordHash: null, locale: 'en' });
    expect(row?.emailVerifiedAt).not.toBeNull();
    expect(row?.termsAgreedAt).not.toBeNull();
    // The authorization has ended; the next one signs in.
    expect((await call(browser, 'GET /api/social-login')).body.code).toBe('social_login_over');
    const again = await arrive(person);
    expect([again.answer.status, again.answer.body.data.id]).toEqual([200, made.body.data.id]);
    const history = (await call(browser, 'GET /api/account/logins', undefined, again.answer.body.data.token))
      .body.data;
    expect(history.map(({ method }) => method)).toEqual(['google', 'google']);
  });

  test('cannot have a name that somebody has', async () => {
    const taken = await buildUser(api.db);
    const { browser } = await arrive(somebody({ email: `${taken.username}@elsewhere.example` }));
    expect((await call(browser, 'GET /api/social-login')).body.data.username).toBe('');
    expect((await signUp(browser, taken.username)).body.errors).toEqual({ username: ['ID already taken.'] });
    expect((await signUp(browser)).status).toBe(200);
  });

  test('of two at once makes one account', async () => {
    const { browser } = await arrive(somebody());
    const answers = await Promise.all([signUp(browser), signUp(browser), signUp(browser)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('who joins in two browsers at once has one account', async () => {
    const person = somebody({ email: undefined });
    const join = async () => {
      const { browser } = await arrive(person, 'kakao');
      const to = `${unique('own')}@example.com`;
      await call(browser, 'POST /api/social-login/email', { email: to });
      await call(browser, 'POST /api/social-login/email/verify', { code: await codeTo(to) });
      return browser;
    };
    const [one, other] = [await join(), await join()];
    expect((await signUp(one)).status).toBe(200);
    expect((await signUp(other)).body.code).toBe('identity_taken');
  });

  test.each(['naver', 'kakao', 'google'] as const)(
    'whose address %s does not vouch for proves it by a code',
    async (provider) => {
      const person = somebody({ emailVerified: false });
      const { browser } = await arrive(person, provider);
      expect((await call(browser, 'GET /api/social-login')).body.data).toMatchObject({
        next: 'email',
        email: person.email,
      });
      expect((await signUp(browser)).body.code).toBe('social_login_over');
      const link = await call(browser, 'POST /api/social-login/link', { password: 'x' });
      expect(link.body.code).toBe('social_login_over');
      const to = `${unique('own')}@example.com`;
      expect((await call(browser, 'POST /api/social-login/email', { email: to })).status).toBe(200);
      const right = await codeTo(to);
      const wrong = right === '111111' ? '222222' : '111111';
      const guess = await call(browser, 'POST /api/social-login/email/verify', { code: wrong });
      expect(guess.body.errors).toEqual({ code: ['That code is not right.'] });
      const proven = await call(browser, 'POST /api/social-login/email/verify', { code: right });
      expect(proven.body.data).toMatchObject({ next: 'sign_up', email: to });
      expect((await signUp(browser)).body.data.email).toBe(to);
    },
  );

  test('shares with those who sign up how often a mailbox is written to', async () => {
    const to = `${unique('own')}@example.com`;
    for (let time = 0; time < 5; time += 1) {
      const body = { username: unique('name'), email: to, password: 'the tide comes in', terms: true };
      expect((await call(newBrowser(), 'POST /api/signup', body)).status).toBe(200);
    }
    const { browser } = await arrive({ subject: unique('silent') }, 'kakao');
    const asked = await call(browser, 'POST /api/social-login/email', { email: to });
    expect([asked.status, asked.body.code]).toEqual([429, 'too_many_tries']);
  });

  test('without any address is asked for one', async () => {
    const { browser } = await arrive({ subject: unique('silent') }, 'kakao');
    expect((await call(browser, 'GET /api/social-login')).body.data).toMatchObject({
      next: 'email',
      email: '',
    });
  });
});

describe('somebody whose address has an account', () => {
  test('is connected by its password only, and its owner hears of it', async () => {
    const user = await buildUser(api.db);
    const person = somebody({ email: emailOf(user).toUpperCase() });
    const { browser, answer } = await arrive(person);
    expect(answer.body.code).toBe('social_account_required');
    expect((await call(browser, 'GET /api/social-login')).body.data).toMatchObject({ next: 'link' });
    // Signing up with it is not possible either.
    expect((await signUp(browser)).body.errors).toEqual({ email: ['Email already in use.'] });
    const wrong = await call(browser, 'POST /api/social-login/link', { password: 'not the password' });
    expect(wrong.body.code).toBe('credentials');
    expect(await api.db.select().from(identities).where(eq(identities.userId, user.id))).toEqual([]);
    const linked = await call(browser, 'POST /api/social-login/link', { password: user.password });
    expect([linked.status, linked.body.data.id]).toEqual([200, user.id]);
    expect(await templatesTo(emailOf(user))).toContain('sign_in_method_added');
    expect((await arrive(person)).answer.body.data.id).toBe(user.id);
  });

  test('is never connected by an address that the service does not vouch for', async () => {
    const user = await buildUser(api.db);
    const { browser } = await arrive(somebody({ email: emailOf(user), emailVerified: false }), 'naver');
    // The response does not even reveal that there is an account.
    expect((await call(browser, 'GET /api/social-login')).body.data.next).toBe('email');
    const send = (email: string) => call(browser, 'POST /api/social-login/email', { email });
    expect((await send(emailOf(user))).status).toBe(200);
    const code = await codeTo(emailOf(user));
    const proven = await call(browser, 'POST /api/social-login/email/verify', { code });
    expect(proven.body.data.next).toBe('link');
  });

  test('makes a guesser of the password wait', async () => {
    const user = await buildUser(api.db);
    const { browser } = await arrive(somebody({ email: emailOf(user) }));
    const guess = (password: string) => call(browser, 'POST /api/social-login/link', { password });
    for (let time = 0; time < 5; time += 1) expect((await guess('wrong')).status).toBe(422);
    expect((await guess(user.password)).body.code).toBe('too_many_logins');
  });

  test('without a password makes one by the link for a forgotten one', async () => {
    const first = await member();
    const { browser } = await arrive(somebody({ email: first.person.email }), 'kakao');
    const link = (password: string) => call(browser, 'POST /api/social-login/link', { password });
    expect((await link('anything at all')).body.code).toBe('credentials');
    await api.db.update(users).set({ passwordHash: null }).where(eq(users.id, first.id));
    const login = await call(browser, 'POST /api/login', { username: first.username, password: 'anything' });
    expect(login.body.code).toBe('credentials');
  });
});

describe('signing in with a service', () => {
  test('leads to it with a state, a nonce and a challenge, and to our own address back', async () => {
    const browser = newBrowser();
    const url = await begin(
      browser,
      'google',
      '?return_to=https://evil.example&redirect_uri=https://evil.example',
    );
    expect(url.origin).toBe(sandbox.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: `${origin}/api/social-login/google/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
    });
    expect(browser.cookie).toMatch(
      /^__Host-authorization=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { path, code } = await answered(browser, 'google', sandbox.visit(url, somebody()));
    expect([path, code?.length]).toEqual(['/login/social', 43]);
    const kept = JSON.stringify(await api.db.select().from(authorizations));
    for (const secret of [code, browser.cookie.split(/[=;]/)[1], url.searchParams.get('state')])
      expect(kept).not.toContain(secret);
  });

  test('is not there for a service that is not configured', async () => {
    for (const url of [
      '/api/social-login/facebook',
      '/api/social-login/nobody',
      '/api/social-login/facebook/callback?code=x',
    ])
      expect((await go(newBrowser(), url)).statusCode).toBe(404);
  });

  test('says that it was broken off, that it failed, or that the service cannot be reached', async () => {
    const browser = newBrowser();
    const url = await begin(browser);
    expect(await answered(browser, 'google', sandbox.visit(url, undefined))).toEqual({
      path: '/login/social',
      failed: 'cancelled',
    });
    sandbox.forge = { signedBy: 'stranger' };
    const other = newBrowser();
    const forged = sandbox.visit(await begin(other), somebody());
    expect(await answered(other, 'google', forged)).toMatchObject({ failed: 'failed' });
  });

  test('takes an answer once', async () => {
    const browser = newBrowser();
    const url = await begin(browser);
    const [one, two] = [sandbox.visit(url, somebody()), sandbox.visit(url, somebody())];
    expect((await answered(browser, 'google', one)).code).toBeDefined();
    expect((await answered(browser, 'google', one)).failed).toBe('failed');
    expect((await answered(browser, 'google', two)).failed).toBe('failed');
  });

  test('takes an answer only from the browser that went, with its state, for its service, in its time', async () => {
    const person = somebody();
    const refused = async (change: (method: { browser: Browser; answer: URLSearchParams }) => unknown) => {
      const method = { browser: newBrowser(), answer: new URLSearchParams() };
      method.answer = sandbox.visit(await begin(method.browser), person);
      await change(method);
      const said = await answered(method.browser, 'google', method.answer);
      api.setNow(undefined);
      return said.failed;
    };
    expect(await refused(() => undefined)).toBeUndefined();
    expect(await refused(({ answer }) => answer.delete('state'))).toBe('failed');
    expect(await refused(({ answer }) => answer.set('state', 'guessed'))).toBe('failed');
    expect(await refused(({ browser }) => Object.assign(browser, { cookie: '' }))).toBe('failed');
    expect(
      await refused(({ browser }) => Object.assign(browser, { cookie: '__Host-authorization=guessed' })),
    ).toBe('failed');
    // An attacker's answer, in a victim's browser that has begun its own authorization.
    expect(
      await refused(async (method) => {
        method.browser = newBrowser();
        await begin(method.browser);
      }),
    ).toBe('failed');
    expect(await refused(() => api.setNow(new Date(Date.now() + 601_000)))).toBe('failed');
    // One service's answer at the redirect address of another.
    const browser = newBrowser();
    const answer = sandbox.visit(await begin(browser, 'google'), person);
    expect((await answered(browser, 'kakao', answer)).failed).toBe('failed');
    expect((await answered(browser, 'google', answer)).failed).toBe('failed');
  });

  test('redeems a code once, within a minute, in the browser that went', async () => {
    const person = (await member()).person;
    const come = async () => {
      const browser = newBrowser();
      const url = await begin(browser);
      return { browser, code: (await answered(browser, 'google', sandbox.visit(url, person))).code };
    };
    const one = await come();
    expect((await redeem(newBrowser(), one.code)).body.code).toBe('social_login_over');
    expect((await redeem(one.browser, 'guessed')).body.code).toBe('social_login_over');
    const cookie = { ...one.browser };
    expect((await redeem(one.browser, one.code)).status).toBe(200);
    expect((await redeem(cookie, one.code)).body.code).toBe('social_login_over');
    const two = await come();
    expect((await redeem(one.browser, two.code)).body.code).toBe('social_login_over');
    const late = await come();
    api.setNow(new Date(Date.now() + 61_000));
    expect((await redeem(late.browser, late.code)).body.code).toBe('social_login_over');
  });

  test('keeps a suspended account out, and lets one in that is to be deleted', async () => {
    const { id, person } = await member();
    await api.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id));
    const kept = await arrive(person);
    expect(kept.answer.body.code).toBe('account_suspended');
    // They cannot sign up again either.
    expect((await call(kept.browser, 'GET /api/social-login')).body.code).toBe('social_login_over');
    await api.db
      .update(users)
      .set({ suspendedAt: null, deletionRequestedAt: new Date() })
      .where(eq(users.id, id));
    expect((await arrive(person)).answer.body.data.deletion_at).not.toBeNull();
  });

  test('is over when the service is disconnected at the same time', async () => {
    const { id, person } = await member();
    const browser = newBrowser();
    const { code } = await answered(browser, 'google', sandbox.visit(await begin(browser), person));
    let signingIn: ReturnType<typeof redeem> | undefined;
    await api.db.transaction(async (tx) => {
      await tx.delete(identities).where(eq(identities.userId, id));
      signingIn = redeem(browser, code);
      await expect.poll(() => countWaiting(api.pool), untilWaiting).toBeGreaterThan(0);
    });
    expect((await signingIn)?.body.code).toBe('social_login_over');
  });

  test('on a new device is told by mail', async () => {
    const { person } = await member();
    const browser = newBrowser();
    browser.headers['user-agent'] = 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1';
    await arrive(person, 'google', browser);
    expect(await templatesTo(person.email ?? '')).toContain('new_sign_in');
  });

  test('leads who is outside the region to the page that says so', async () => {
    const browser = newBrowser();
    browser.headers['x-country'] = 'KR';
    expect((await go(browser, '/api/social-login/google')).headers.location).toBe('/comn/region');
  });

  test('makes a browser that begins again and again wait', async () => {
    const browser = newBrowser();
    for (let time = 0; time < 30; time += 1) await go(browser, '/api/social-login/google');
    const { headers } = await go(browser, '/api/social-login/google');
    expect(headers.location).toBe('/login/social#failed=failed');
  });

  test('by Apple comes back as a form that another site posts, whose cookie travels over https alone', async () => {
    const browser = newBrowser();
    const url = await begin(browser, 'apple');
    expect(url.searchParams.get('response_mode')).toBe('form_post');
    expect(browser.cookie).toMatch(/HttpOnly; SameSite=None; Secure$/);
    const answer = apple.visit(url, somebody());
    const { statusCode, headers } = await go(browser, '/api/social-login/apple/callback', answer.toString());
    expect([statusCode, headers.location]).toEqual([303, expect.stringMatching(/^\/login\/social#code=/)]);
    const code = String(headers.location).split('=')[1];
    expect((await redeem(browser, code)).body.code).toBe('social_account_required');
    // The next steps use a cookie that is not sent with other sites' requests.
    expect(browser.cookie).toMatch(/Max-Age=1800; HttpOnly; SameSite=Lax; Secure$/);
    // No other service may answer by a form.
    expect((await go(newBrowser(), '/api/social-login/google/callback', 'code=x')).statusCode).toBe(404);
  });
});

describe('the services of an account', () => {
  const list = async (token: string) =>
    (await api.call('GET /api/account/linked-accounts', { token })).body.data.map(({ provider }) => provider);
  const connect = async (user: { token: string }, person: Person, browser = newBrowser()) => {
    const begun = await call(
      browser,
      'POST /api/account/linked-accounts',
      { provider: 'google' },
      user.token,
    );
    if (begun.status !== 200) return begun;
    const url = new URL((begun.body as { data: { url: string } }).data.url);
    const said = await answered(browser, 'google', sandbox.visit(url, person));
    expect(said.path).toBe('/account/linked-accounts');
    return call(browser, 'POST /api/account/linked-accounts/finish', { code: said.code }, user.token);
  };
  const disconnect = (token: string, provider: ProviderName = 'google') =>
    api.call('DELETE /api/account/linked-accounts/{provider}', { token, params: { provider } });

  test('are connected and disconnected after re-authentication, and the owner hears of both', async () => {
    const user = await buildUser(api.db);
    const person = somebody();
    expect((await connect(user, person)).body.code).toBe('identity_required');
    await prove(user.id);
    expect((await connect(user, person)).body.data).toEqual({ provider: 'google' });
    expect(await list(user.token)).toEqual(['google']);
    expect((await connect(user, somebody())).body.code).toBe('provider_taken');
    expect((await arrive(person)).answer.body.data.id).toBe(user.id);
    expect((await disconnect(user.token)).status).toBe(200);
    expect((await disconnect(user.token)).status).toBe(404);
    expect((await arrive(person)).answer.body.code).toBe('social_account_required');
    expect(await templatesTo(emailOf(user))).toEqual(['sign_in_method_added', 'sign_in_method_removed']);
    await api.db.update(sessions).set({ reauthenticatedAt: null }).where(eq(sessions.userId, user.id));
    expect((await disconnect(user.token)).body.code).toBe('identity_required');
  });

  test('belong to one account each', async () => {
    const { person } = await member();
    const user = await buildUser(api.db);
    await prove(user.id);
    expect((await connect(user, person)).body.code).toBe('identity_taken');
    expect(await list(user.token)).toEqual([]);
  });

  test('are connected in the session that began, and by no authorization that was for signing in', async () => {
    const [user, attacker] = [await buildUser(api.db), await buildUser(api.db)];
    await prove(user.id);
    await prove(attacker.id);
    const finish = (browser: Browser, code: string | undefined, token: string) =>
      call(browser, 'POST /api/account/linked-accounts/finish', { code }, token);
    // Another user's authorization in this browser.
    const theirs = newBrowser();
    const begun = await call(
      theirs,
      'POST /api/account/linked-accounts',
      { provider: 'google' },
      attacker.token,
    );
    const url = new URL(begun.body.data.url);
    const { code } = await answered(theirs, 'google', sandbox.visit(url, somebody()));
    expect((await finish(theirs, code, user.token)).body.code).toBe('social_login_over');
    // It signs no user in.
    expect((await redeem(theirs, code)).body.code).toBe('social_login_over');
    const browser = newBrowser();
    const entry = await answered(browser, 'google', sandbox.visit(await begin(browser), somebody()));
    expect((await finish(browser, entry.code, user.token)).body.code).toBe('social_login_over');
    expect([await list(user.token), await list(attacker.token)]).toEqual([[], []]);
  });

  test('are not disconnected where nothing else signs in', async () => {
    const { token, id } = await member();
    await prove(id);
    expect((await disconnect(token)).body.code).toBe('last_sign_in_method');
    const password = { password: 'the tide comes in', password_confirmation: 'the tide comes in' };
    expect((await api.call('POST /api/account/password', { token, body: password })).status).toBe(200);
    expect((await disconnect(token)).status).toBe(200);
  });

  test('that are not configured any more are no other sign-in method, and may go', async () => {
    const { token, id } = await member();
    await prove(id);
    await api.db.insert(identities).values({ userId: id, provider: 'facebook', subject: unique('subject') });
    expect((await disconnect(token)).body.code).toBe('last_sign_in_method');
    const gone = await api.call('DELETE /api/account/linked-accounts/{provider}', {
      token,
      params: { provider: 'facebook' },
    });
    expect(gone.status).toBe(200);
  });

  test('stay out of a kids profile’s reach', async () => {
    const user = await buildUser(api.db);
    const kid = await buildProfile(api.db, { householdId: user.householdId, isKid: true, maturity: 7 });
    await api.db.update(sessions).set({ profileId: kid.id }).where(eq(sessions.userId, user.id));
    expect((await connect(user, somebody())).body.code).toBe('kids_profile');
    expect((await disconnect(user.token)).body.code).toBe('kids_profile');
  });

  test('are forgotten with the account, and authorizations that came to nothing every hour', async () => {
    const { id, person } = await member();
    await begin(newBrowser());
    await api.db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 91 * 86_400_000) })
      .where(eq(users.id, id));
    await tidyAccountsJob.run({}, api.context, new AbortController().signal);
    expect(await api.db.select().from(identities).where(eq(identities.userId, id))).toEqual([]);
    expect((await arrive(person)).answer.body.code).toBe('social_account_required');
    api.setNow(new Date(Date.now() + 3_600_000));
    await tidyAuthorizationsJob.run({}, api.context, new AbortController().signal);
    expect(await api.db.select().from(authorizations)).toEqual([]);
  });
});

describe('an account without a password', () => {
  test('shows by a code from the mailbox what others show by the password', async () => {
    const { id, token, person } = await member();
    const [row] = await api.db.select().from(users).where(eq(users.id, id));
    const profile = await buildProfile(api.db, { householdId: row?.householdId, pin: '4321' });
    const params = { id: profile.id };
    const guarded = [
      () => api.call('PUT /api/account/profiles/{id}/pin', { token, params, body: { pin: '1234' } }),
      () => api.call('PUT /api/account/parent-pin', { token, body: { pin: '1234' } }),
      () => api.call('DELETE /api/account/profiles/{id}', { token, params, body: {} }),
      () => api.call('POST /api/account/deletion', { token, body: {} }),
      () => api.call('POST /api/account/sign-out-all', { token, body: {} }),
    ];
    for (const work of guarded) expect((await work()).body.code).toBe('identity_required');
    expect((await api.call('POST /api/account/identity/send', { token })).status).toBe(200);
    const code = await codeTo(person.email ?? '');
    await api.call('POST /api/account/identity/verify', { token, body: { code } });
    for (const work of guarded) expect((await work()).status).toBe(200);
  });

  test('that has one is still asked for it', async () => {
    const user = await buildUser(api.db);
    await prove(user.id);
    const { token } = user;
    const left = await api.call('POST /api/account/sign-out-all', { token, body: {}, locale: 'en' });
    expect(left.body.errors).toEqual({ password: ['Password is required.'] });
    const pin = await api.call('PUT /api/account/parent-pin', { token, body: { pin: '1234' }, locale: 'en' });
    expect(pin.body.errors).toEqual({ password: ['Password is required.'] });
  });

  test('is entered by nobody who makes a password up', async () => {
    const { username, id } = await member();
    for (const password of ['x', 'null', 'undefined'])
      expect((await call(newBrowser(), 'POST /api/login', { username, password })).body.code).toBe(
        'credentials',
      );
    const tries = await api.db.select().from(logins).where(eq(logins.userId, id));
    expect(tries.filter(({ succeeded }) => !succeeded)).toHaveLength(3);
  });
});
