/** A message that only one browser can read, not the push service that takes it there (RFC 8291). */
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushDevice } from './port.ts';

/** The size that a record claims (RFC 8188); ours are one record, and shorter. */
const recordSize = 4096;
/** The header and what encryption adds leave so much for the text (RFC 8291, section 4). */
const maxBytes = 3993;

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** A pair of keys on P-256, made for one message. */
function newKeys(): ECDH {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return keys;
}

/**
 * Encrypts a text of at most 3,993 bytes for a browser with `aes128gcm`; keys and salt are of this message alone. Throws when the
 * text is longer or the browser's key is none.
 */
export function encryptMessage(
  text: string,
  { p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>,
  keys = newKeys(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > maxBytes) throw new Error(`a push message of ${plain.length} bytes is too long`);
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = keys.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = hkdf(keys.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(recordSize, 16);
  header.writeUInt8(ours.length, 20);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The two ends the last record.
  const record = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()];
  return Buffer.concat([header, ours, ...record, cipher.getAuthTag()]);
}
