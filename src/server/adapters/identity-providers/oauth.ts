/** Services that support OAuth 2 alone: the identity is requested with the access token. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
} from 'openid-client';
import { answeredAt, patienceSeconds, refusing } from './answer.ts';
import { type AuthorizationRequest, type Identity, type IdentityProvider, IdentityRefused } from './port.ts';

interface OAuthSettings {
  clientId: string;
  clientSecret: string;
  /** The addresses for browsers, for redeeming codes, and for reading the owner of a token. */
  authorization: string;
  token: string;
  person: string;
  scope?: string;
  /** Whether the service knows PKCE. */
  pkce: boolean;
  /** The identity in an answer of `person`; undefined when it contains none. */
  read(answer: unknown): Identity | undefined;
}

/** RFC 6749, code flow; `state` binds it to the browser, PKCE (RFC 7636) where the service knows it. */
export class OAuthProvider implements IdentityProvider {
  readonly answersBy = 'query';
  readonly #settings: OAuthSettings;
  readonly #configuration: Configuration;

  constructor(settings: OAuthSettings) {
    this.#settings = settings;
    const { clientId, clientSecret, authorization, token } = settings;
    this.#configuration = new Configuration(
      {
        issuer: new URL(authorization).origin,
        authorization_endpoint: authorization,
        token_endpoint: token,
      },
      clientId,
      undefined,
      ClientSecretPost(clientSecret),
    );
    this.#configuration.timeout = patienceSeconds;
    if (token.startsWith('http:')) allowInsecureRequests(this.#configuration);
  }

  async begin({ redirectUri, state, verifier }: AuthorizationRequest): Promise<URL> {
    const { scope, pkce } = this.#settings;
    return buildAuthorizationUrl(this.#configuration, {
      redirect_uri: redirectUri,
      state,
      ...(scope ? { scope } : {}),
      ...(pkce
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        : {}),
    });
  }

  finish(request: AuthorizationRequest, answer: URLSearchParams): Promise<Identity> {
    return refusing(async () => {
      const { pkce, person, read } = this.#settings;
      const { access_token } = await authorizationCodeGrant(
        this.#configuration,
        answeredAt(request, answer),
        { expectedState: request.state, ...(pkce ? { pkceCodeVerifier: request.verifier } : {}) },
        // Naver requires it here, too; other services ignore it.
        { state: request.state },
      );
      const response = await fetchProtectedResource(
        this.#configuration,
        access_token,
        new URL(person),
        'GET',
      );
      const found = response.ok ? read(await response.json()) : undefined;
      if (!found) throw new IdentityRefused('failed', new Error(`${person} answered ${response.status}`));
      return found;
    });
  }
}
