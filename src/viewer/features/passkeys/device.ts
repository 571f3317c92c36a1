/** What the browser and its device do with passkeys. The library comes only when it is needed. */
import type { Answer } from '../../../ui/api-client.ts';

const library = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys; they need https, but for this machine itself. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Whether the browser offers passkeys inside the field for the name. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && (await library()).browserSupportsWebAuthnAutofill();

type RequestOptions = Answer<'POST /api/passkey-login/options'>['data'];
type CreationOptions = Answer<'POST /api/account/passkeys/options'>['data'];

/** Has a passkey sign: at once, or when one is chosen in the field for the name. Fails when somebody breaks it off. */
export async function sign(optionsJSON: RequestOptions, inField = false) {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON, useBrowserAutofill: inField });
}

/** Has the device make a passkey. Fails when somebody breaks it off. */
export async function create({ excludeCredentials, ...options }: CreationOptions) {
  const { startRegistration } = await library();
  // Which ways lead to a device is for the browser to read; the types name only those of today.
  const known = excludeCredentials as Parameters<
    typeof startRegistration
  >[0]['optionsJSON']['excludeCredentials'];
  return startRegistration({ optionsJSON: { ...options, ...(known ? { excludeCredentials: known } : {}) } });
}

/** Ends waiting for one to be chosen. */
export async function stopOffering(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Why a device made or used no passkey, as far as its owner can do something about it. */
export function reasonOf(error: unknown): 'broken_off' | 'there_already' | 'wrong_address' | 'other' {
  const name = error instanceof Error ? error.name : undefined;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'there_already';
  if (code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN' || name === 'SecurityError')
    return 'wrong_address';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'broken_off' : 'other';
}
