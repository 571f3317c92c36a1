/**
 * The services that people sign in with, on this machine: each answers as it documents of itself. One of them can be told to
 * answer wrongly, as no real one would.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importSPKI, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';

export interface Person {
  subject: string;
  email?: string;
  emailVerified?: boolean;
}

/** What a browser brought along, until its code has been redeemed. */
interface Granted {
  person: Person;
  asked: URLSearchParams;
}

export interface Sandbox {
  url: string;
  /** The identity of a user who consents there; `undefined` for a user who refuses. */
  visit(url: URL, person: Person | undefined): URLSearchParams;
  /** Changes what the next tokens claim, and who signs them. */
  forge: { claims?: Record<string, unknown>; signedBy?: 'nobody' | 'stranger' };
  close(): Promise<void>;
}

const secret = 'sandbox-secret';
export const sandboxClient = { clientId: 'sandbox-client', clientSecret: secret };

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

/** Opens all services at one address. `appleKey`: the public key, in PEM, that a client secret has to be signed with. */
export async function openSandbox({ appleKey }: { appleKey?: string } = {}): Promise<Sandbox> {
  const own = await generateKeyPair('RS256');
  const strangers = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Granted>();
  const tokens = new Map<string, Person>();
  const sandbox = { forge: {} } as Sandbox;

  const isClient = async (form: URLSearchParams) => {
    if (form.get('client_id') !== sandboxClient.clientId) return false;
    if (!appleKey) return form.get('client_secret') === secret;
    const verified = await jwtVerify(form.get('client_secret') ?? '', await importSPKI(appleKey, 'ES256'), {
      issuer: 'TEAM',
      subject: sandboxClient.clientId,
      audience: sandbox.url,
    }).catch(() => undefined);
    return verified?.protectedHeader.kid === 'KEY';
  };
  /** Accepts a code that is valid for the requesting client. */
  const redeem = async (form: URLSearchParams): Promise<Granted | undefined> => {
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    if (!granted || form.get('grant_type') !== 'authorization_code' || !(await isClient(form)))
      return undefined;
    const challenge = granted.asked.get('code_challenge');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return challenge && challenge !== verifier ? undefined : granted;
  };
  const accessTo = (person: Person) => {
    const token = randomBytes(16).toString('hex');
    tokens.set(token, person);
    return token;
  };
  const idToken = async ({ person, asked }: Granted) => {
    const { subject, email, emailVerified } = person;
    const { claims, signedBy } = sandbox.forge;
    const now = Math.floor(Date.now() / 1000);
    const said = {
      iss: sandbox.url,
      aud: sandboxClient.clientId,
      sub: subject,
      iat: now,
      exp: now + 300,
      ...(asked.has('nonce') ? { nonce: asked.get('nonce') } : {}),
      // As Apple writes it.
      ...(email ? { email, email_verified: String(emailVerified ?? false) } : {}),
      ...claims,
    };
    if (signedBy === 'nobody') return new UnsecuredJWT(said).encode();
    return new SignJWT(said)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(signedBy === 'stranger' ? strangers.privateKey : own.privateKey);
  };

  const answers: Record<string, (request: IncomingMessage) => Promise<[number, object]>> = {
    'GET /.well-known/openid-configuration': async () => [
      200,
      {
        issuer: sandbox.url,
        authorization_endpoint: `${sandbox.url}/authorize`,
        token_endpoint: `${sandbox.url}/token`,
        userinfo_endpoint: `${sandbox.url}/userinfo`,
        jwks_uri: `${sandbox.url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      },
    ],
    'GET /keys': async () => [200, { keys: [jwk] }],
    'POST /token': async (request) => {
      const granted = await redeem(await readForm(request));
      if (!granted) return [400, { error: 'invalid_grant' }];
      return [
        200,
        {
          access_token: accessTo(granted.person),
          token_type: 'Bearer',
          expires_in: 300,
          id_token: await idToken(granted),
        },
      ];
    },
    'GET /userinfo': async (request) => {
      const person = tokens.get(request.headers.authorization?.slice(7) ?? '');
      if (!person) return [401, { error: 'invalid_token' }];
      return [
        200,
        { sub: person.subject, email: person.email, email_verified: person.emailVerified ?? false },
      ];
    },
    // developers.naver.com: errors have status 200, and the lifetime of a token is a string.
    'POST /oauth2.0/token': async (request) => {
      const form = await readForm(request);
      const granted = form.get('state') ? await redeem(form) : undefined;
      if (!granted) return [200, { error: 'invalid_request', error_description: 'no valid data in session' }];
      const access_token = accessTo(granted.person);
      return [200, { access_token, refresh_token: 'r', token_type: 'bearer', expires_in: '3600' }];
    },
    'GET /v1/nid/me': async (request) => {
      const person = tokens.get(request.headers.authorization?.slice(7) ?? '');
      if (!person) return [401, { resultcode: '024', message: 'Authentication failed' }];
      const response = { id: person.subject, ...(person.email ? { email: person.email } : {}) };
      return [200, { resultcode: '00', message: 'success', response }];
    },
    // developers.facebook.com
    'POST /v24.0/oauth/access_token': async (request) => {
      const granted = await redeem(await readForm(request));
      const error = { message: 'Error validating verification code.', type: 'OAuthException', code: 100 };
      if (!granted) return [400, { error: { ...error, fbtrace_id: 'x' } }];
      return [200, { access_token: accessTo(granted.person), token_type: 'bearer', expires_in: 5_183_944 }];
    },
    'GET /v24.0/me': async (request) => {
      const person = tokens.get(request.headers.authorization?.slice(7) ?? '');
      if (!person) return [400, { error: { message: 'Invalid OAuth access token.', code: 190 } }];
      return [200, { id: person.subject, ...(person.email ? { email: person.email } : {}) }];
    },
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const answer = answers[`${request.method} ${path}`];
    void (answer ? answer(request) : Promise.resolve([404, {}] as [number, object])).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sandbox.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox.visit = (url, person) => {
    const asked = url.searchParams;
    if (asked.get('client_id') !== sandboxClient.clientId || asked.get('response_type') !== 'code')
      throw new Error(`nobody is let in by ${url}`);
    const state = { state: asked.get('state') ?? '' };
    if (!person) return new URLSearchParams({ error: 'access_denied', ...state });
    const code = randomBytes(16).toString('hex');
    codes.set(code, { person, asked });
    return new URLSearchParams({ code, ...state });
  };
  sandbox.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return sandbox;
}
