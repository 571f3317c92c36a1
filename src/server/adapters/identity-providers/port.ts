/** Other services that identify users: a browser is redirected there, returns with a code, and the server redeems the code. */

/** The parameters of one authorization. All but the address are derived from a secret that only that browser has. */
export interface AuthorizationRequest {
  /** Where the service sends the browser back to. */
  redirectUri: string;
  /** Comes back with the answer: RFC 6749, section 10.12. */
  state: string;
  /** Comes back inside the signed token: OpenID Connect Core, section 3.1.2.1. */
  nonce: string;
  /** Proves that whoever redeems the code has begun the authorization: RFC 7636. */
  verifier: string;
}

/** The identity of the user who returned, at the service. */
export interface Identity {
  /** Never changes and never belongs to another person; unique at this service alone. */
  subject: string;
  email: string | undefined;
  /** Whether the service vouches that the mailbox is theirs. An address without that is only a suggestion. */
  emailVerified: boolean;
}

export interface IdentityProvider {
  /** How the answer comes back: in the address, or by a form that the service's page posts. */
  readonly answersBy: 'query' | 'form_post';
  /** Where the browser has to go. Throws when the service cannot be reached. */
  begin(request: AuthorizationRequest): Promise<URL>;
  /** Returns the identity in an answer. Throws `IdentityRefused` when it contains none, or does not belong to this request. */
  finish(request: AuthorizationRequest, answer: URLSearchParams): Promise<Identity>;
}

/** The answer signs nobody in: the user cancelled, or something about it is wrong. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused';
  readonly reason: 'cancelled' | 'failed';

  constructor(reason: 'cancelled' | 'failed', cause?: unknown) {
    super(`signing in there was ${reason}`, { cause });
    this.reason = reason;
  }
}
