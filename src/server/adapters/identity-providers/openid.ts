/** Services that support OpenID Connect: the identity is in a token that they sign. */
import { createPrivateKey } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { AppleClient } from '../../config.ts';
import { signToken } from '../signed-token.ts';
import { answeredAt, patienceSeconds, refusing } from './answer.ts';
import { type AuthorizationRequest, type Identity, type IdentityProvider, IdentityRefused } from './port.ts';

interface OpenIdSettings {
  /** The issuer of the tokens; its keys and addresses are discovered from there. */
  issuer: string;
  clientId: string;
  auth: ClientAuth;
  scope: string;
  answersBy?: 'query' | 'form_post';
  /** Whether the mailbox is vouched for only where it is asked for, and not in the token. */
  asksForMore?: true;
}

/** OpenID Connect Core 1.0 by discovery: code flow, with PKCE where the service knows it. */
export class OpenIdProvider implements IdentityProvider {
  readonly answersBy: 'query' | 'form_post';
  readonly #settings: OpenIdSettings;
  #found: Promise<Configuration> | undefined;

  constructor(settings: OpenIdSettings) {
    this.#settings = settings;
    this.answersBy = settings.answersBy ?? 'query';
  }

  /** The service's configuration, requested once. */
  #configuration(): Promise<Configuration> {
    const { issuer, clientId, auth } = this.#settings;
    const url = new URL(issuer);
    this.#found ??= discovery(url, clientId, undefined, auth, {
      timeout: patienceSeconds,
      execute: [
        // Without it the library accepts any token that came straight from the service, whoever signed it.
        enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
    // The service may be reachable the next time.
    this.#found.catch(() => {
      this.#found = undefined;
    });
    return this.#found;
  }

  async begin({ redirectUri, state, nonce, verifier }: AuthorizationRequest): Promise<URL> {
    const configuration = await this.#configuration();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#settings.scope,
      state,
      nonce,
      ...(this.answersBy === 'form_post' ? { response_mode: 'form_post' } : {}),
      ...(configuration.serverMetadata().supportsPKCE()
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        : {}),
    });
  }

  finish(request: AuthorizationRequest, answer: URLSearchParams): Promise<Identity> {
    return refusing(async () => {
      const configuration = await this.#configuration();
      const tokens = await authorizationCodeGrant(configuration, answeredAt(request, answer), {
        expectedState: request.state,
        expectedNonce: request.nonce,
        idTokenExpected: true,
        ...(configuration.serverMetadata().supportsPKCE() ? { pkceCodeVerifier: request.verifier } : {}),
      });
      const claims = tokens.claims();
      if (!claims?.sub) throw new IdentityRefused('failed');
      const { sub } = claims;
      const said = this.#settings.asksForMore
        ? await fetchUserInfo(configuration, tokens.access_token, sub)
        : claims;
      return {
        subject: sub,
        email: typeof said.email === 'string' ? said.email : undefined,
        // Apple sends it as a text.
        emailVerified: said.email_verified === true || String(said.email_verified) === 'true',
      };
    });
  }
}

const secretSeconds = 300;

/**
 * The client secret that Apple wants: a JWT signed with our key, ES256 (RFC 7518, section 3.4), made anew for each request.
 * Source: "Creating a client secret" of Sign in with Apple's REST API.
 */
export function appleAuth({ clientId, teamId, keyId, privateKey }: AppleClient): ClientAuth {
  const key = createPrivateKey(privateKey);
  return (server, client, body, headers) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: teamId, iat: now, exp: now + secretSeconds, aud: server.issuer, sub: clientId };
    ClientSecretPost(signToken(claims, key, { kid: keyId }))(server, client, body, headers);
  };
}
