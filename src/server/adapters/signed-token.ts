/** Tokens that we sign for others: JWTs with ES256 (RFC 7515, RFC 7518, section 3.4). */
import { type KeyObject, sign } from 'node:crypto';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWT of those claims, signed with a private key on P-256. */
export function signToken(claims: object, key: KeyObject, header: object = {}): string {
  const said = `${part({ typ: 'JWT', alg: 'ES256', ...header })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' });
  return `${said}.${signature.toString('base64url')}`;
}
