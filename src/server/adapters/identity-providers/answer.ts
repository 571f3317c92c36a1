/** What all identity providers share in handling an answer. */
import { AuthorizationResponseError } from 'openid-client';
import { type AuthorizationRequest, type Identity, IdentityRefused } from './port.ts';

/** The time limit for a response of a service, in seconds. */
export const patienceSeconds = 10;

/** The error codes of services when the user cancels: RFC 6749, section 4.1.2.1, and Apple. */
const cancelled = ['access_denied', 'user_cancelled_authorize'];

/** Runs the checks of an answer; every error becomes a refusal with the error as its cause. */
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
