/** Who is signed in, asked once. */
import type { StaffIdentity } from '../contract/admin/session.ts';
import { ApiError } from '../ui/api-client.ts';
import { api } from './api.ts';
import { readToken } from './session.ts';

let known: Promise<StaffIdentity> | undefined;
let knownId = '';

/** The signed-in member of staff; asked once until they sign out. */
export function identity(): Promise<StaffIdentity> {
  // Asked by parts of the page that are rendered before it is known whether somebody is signed in.
  if (!readToken()) return Promise.reject(new ApiError(401, 'login_required', ''));
  known ??= api('GET /api/admin/me').then(({ data }) => data);
  const asked = known;
  asked.then(
    ({ id }) => {
      knownId = id;
    },
    () => {
      if (known === asked) known = undefined;
    },
  );
  return asked;
}

/** Clears the cached identity, so that names are fetched in the chosen language and permissions are read again. */
export function forgetIdentity(): void {
  known = undefined;
}

/** The id of whoever signed in last, as it is known; empty before. */
export const staffId = (): string => knownId;

/** Keeps what signing in has answered. */
export function rememberIdentity(signedIn: StaffIdentity): void {
  known = Promise.resolve(signedIn);
  knownId = signedIn.id;
}
