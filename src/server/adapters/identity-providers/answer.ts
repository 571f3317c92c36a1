/** What all services have in common of the way back. */
import { AuthorizationResponseError } from 'openid-client';
import { type AuthorizationRequest, type Identity, IdentityRefused } from './port.ts';

/** A service that does not answer is given up after so many seconds. */
export const patienceSeconds = 10;

/** What services call it when somebody goes back without signing in: RFC 6749, section 4.1.2.1, and Apple. */
const cancelled = ['access_denied', 'user_cancelled_authorize'];

/** Runs what comes back through its checks; whatever is wrong with it is a refusal, and the reason its cause. */
export async function refusing(work: () => Promise<Identity>): Promise<Identity> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthorizationResponseError && cancelled.includes(error.error))
      throw new IdentityRefused('cancelled', error);
    throw error instanceof IdentityRefused ? error : new IdentityRefused('failed', error);
  }
}

/** The address that the browser came back to, wherever the answer stood. */
export function answeredAt({ redirectUri }: AuthorizationRequest, answer: URLSearchParams): URL {
  const url = new URL(redirectUri);
  url.search = answer.toString();
  return url;
}
