/**
 * An authenticator in software: keeps key pairs and signs as a phone or a security key would (WebAuthn level 3, section 6). What it
 * is told to do otherwise shows what a service has to refuse.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** CBOR (RFC 8949) as far as WebAuthn needs it: integers, byte strings, texts, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Buffer)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

export interface Key {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

interface Deviation {
  origin?: string;
  challenge?: string;
  rpId?: string;
  type?: string;
  /** Whether the device's lock was opened. */
  verified?: boolean;
  /** Signs by another key. */
  signedBy?: KeyObject;
  userHandle?: string;
}

const flags = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 };

/** What signs at one origin. */
export function makeAuthenticator(origin: string) {
  const rp = new URL(origin).hostname;
  const clientData = (type: string, challenge: string, { origin: at = origin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const header = (counter: number, more: number, { rpId = rp, verified = true }: Deviation) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits = flags.present | (verified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), count]);
  };

  return {
    /** Makes a key pair for what a service asks, with attestation "none". */
    create(
      options: { challenge: string; user: { id: string } },
      deviation: Deviation & { counter?: number; synced?: boolean; id?: Buffer } = {},
    ) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = deviation.id ?? randomBytes(32);
      const counter = deviation.counter ?? 0;
      const cose = new Map<number | string, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const backup = deviation.synced ? flags.backupEligible | flags.backedUp : 0;
      const authData = Buffer.concat([
        header(counter, flags.attested | backup, deviation),
        Buffer.alloc(16),
        length,
        id,
        cbor(cose),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const data = clientData(
        deviation.type ?? 'webauthn.create',
        deviation.challenge ?? options.challenge,
        deviation,
      );
      const key: Key = { id, privateKey, userHandle: options.user.id, counter };
      return {
        key,
        credential: {
          id: base64url(id),
          rawId: base64url(id),
          type: 'public-key' as const,
          response: {
            clientDataJSON: base64url(data),
            attestationObject: base64url(cbor(attestation)),
            transports: ['internal'],
          },
        },
      };
    },

    /** Signs what a service asks. A key that counts counts up first. */
    sign(key: Key, options: { challenge: string }, deviation: Deviation = {}) {
      if (key.counter > 0) key.counter += 1;
      const data = clientData(
        deviation.type ?? 'webauthn.get',
        deviation.challenge ?? options.challenge,
        deviation,
      );
      const authData = header(key.counter, 0, deviation);
      const signature = sign(
        'sha256',
        Buffer.concat([authData, sha256(data)]),
        deviation.signedBy ?? key.privateKey,
      );
      return {
        id: base64url(key.id),
        rawId: base64url(key.id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: deviation.userHandle ?? key.userHandle,
        },
      };
    },
  };
}
