/**
 * Passkeys: signing in by a key that a device keeps and opens by its own lock. WebAuthn level 3, its JSON forms (section 5.1.8
 * on).
 */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { ok } from '../wire.ts';
import { user } from './session.ts';

const base64url = (most: number) =>
  text(most)
    .min(1)
    .regex(/^[A-Za-z0-9_-]+$/);
const kind = z.literal('public-key');
/** An id may have 1,023 bytes: section 4 of WebAuthn. */
const credentialId = base64url(1364);
const credential = { id: credentialId, rawId: credentialId, type: kind };
const transports = z.array(z.string().max(20)).max(10);
const descriptors = z.array(z.object({ id: z.string(), type: kind, transports: transports.optional() }));

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(60_000),
    transports: transports.optional(),
  }),
});
export type Registration = z.output<typeof registration>;

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(100).optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;

const verification = z.literal('required');
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: verification,
});
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: kind })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: verification,
  }),
});

/** What its owner calls a passkey: no control characters, one space between words. */
const name = text(200)
  .overwrite((sent) =>
    sent
      .normalize('NFC')
      .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  .min(1)
  .max(40);

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is also stored outside the device on which it was created. */
  backed_up: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const one = z.object({ id: z.uuid() });

export const passkeyCalls = {
  'POST /api/passkey-login/options': {
    summary: 'What a passkey has to sign; the same for everybody, as nobody has said yet who they are',
    who: 'anyone',
    cache: 'private',
    answer: z.object({ data: requestOptions }),
    errors: ['too_many_logins'],
  },
  'POST /api/passkey-login': {
    summary: 'Sign in with a passkey',
    who: 'anyone',
    cache: 'private',
    body: z.object({ credential: assertion, device: z.string().max(40).default('web') }),
    answer: z.object({ data: user.extend({ token: z.string() }) }),
    errors: ['passkey_refused', 'account_suspended', 'too_many_logins'],
  },
  'GET /api/account/passkeys': {
    summary: 'The user’s passkeys, the newest first',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(passkey) }),
    errors: [],
  },
  'POST /api/account/passkeys/options': {
    summary: 'What a device needs to know to make a passkey',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: creationOptions }),
    errors: ['identity_required', 'passkey_limit'],
  },
  'POST /api/account/passkeys': {
    summary: 'Keep a passkey that a device has made; the owner hears of it by mail',
    who: 'user',
    cache: 'private',
    body: z.object({ credential: registration, name: name.optional() }),
    answer: z.object({ data: passkey }),
    errors: ['identity_required', 'passkey_refused', 'passkey_limit'],
  },
  'PATCH /api/account/passkeys/{id}': {
    summary: 'Rename a passkey',
    who: 'user',
    cache: 'private',
    params: one,
    body: z.object({ name }),
    answer: z.object({ data: passkey }),
    errors: ['not_found'],
  },
  'DELETE /api/account/passkeys/{id}': {
    summary: 'Remove a passkey, unless nothing else signs in to the account; the owner hears of it by mail',
    who: 'user',
    cache: 'private',
    params: one,
    answer: ok,
    errors: ['not_found', 'identity_required', 'last_sign_in_method'],
  },
} as const satisfies CallTable;
