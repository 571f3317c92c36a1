/** Other services that say who somebody is: a browser goes there, comes back with a code, and we ask with the code. */

/** What one authorization asks with. All but the address is made of a secret that only that browser has. */
export interface AuthorizationRequest {
  /** Where the service sends the browser back to. */
  redirectUri: string;
  /** Comes back with the answer: RFC 6749, section 10.12. */
  state: string;
  /** Comes back inside the signed token: OpenID Connect Core, section 3.1.2.1. */
  nonce: string;
  /** Shows that whoever asks with the code is whoever began: RFC 7636. */
  verifier: string;
}

/** The identity as the service knows it. */
export interface Identity {
  /** Never changes, never belongs to somebody else; means something at this service alone. */
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
  /** Finds out who came back with an answer. Throws `IdentityRefused` when nobody did, or not by this request. */
  finish(request: AuthorizationRequest, answer: URLSearchParams): Promise<Identity>;
}

/** The answer signs nobody in: the user cancelled, or the answer is invalid. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused';
  readonly reason: 'cancelled' | 'failed';

  constructor(reason: 'cancelled' | 'failed', cause?: unknown) {
    super(`signing in there was ${reason}`, { cause });
    this.reason = reason;
  }
}
