/** Web push with keys of our own: encrypted for the browser (RFC 8291), signed for its push service (RFC 8292). */
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import type { Config } from '../../config.ts';
import { signToken } from '../signed-token.ts';
import { encryptMessage } from './message.ts';
import type { DevicePush, PushDevice, WebPush } from './port.ts';

/** The time limit for a response of a push service; the job retries later. */
const patienceMs = 10_000;

/** How long the sender's token is valid; push services accept at most one day (RFC 8292, section 2). */
const tokenSeconds = 12 * 3600;

const isLoopback = (host: string) => ['localhost', '127.0.0.1'].includes(host);

export class VapidWebPush implements WebPush {
  readonly publicKey: string;
  readonly #key: KeyObject;
  readonly #contact: string;
  readonly #hosts: string[];

  constructor({ webPush: { privateKey, hosts }, contact }: Pick<Config, 'webPush' | 'contact'>) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    this.publicKey = pair.getPublicKey('base64url');
    const [x, y] = [pair.getPublicKey().subarray(1, 33), pair.getPublicKey().subarray(33)];
    this.#key = createPrivateKey({
      key: { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url'), d: privateKey },
      format: 'jwk',
    });
    this.#contact = `mailto:${contact.email}`;
    this.#hosts = hosts;
  }

  accepts(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, port, username, password } = new URL(endpoint);
    if (username || password) return false;
    const named = this.#hosts.some((host) =>
      host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
    );
    return named && (isLoopback(hostname) || (protocol === 'https:' && port === ''));
  }

  async send({ endpoint, p256dh, auth }: PushDevice, message: DevicePush): Promise<'sent' | 'gone'> {
    if (!this.accepts(endpoint)) return 'gone';
    const token = signToken(
      {
        aud: new URL(endpoint).origin,
        exp: Math.floor(Date.now() / 1000) + tokenSeconds,
        sub: this.#contact,
      },
      this.#key,
    );
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: `vapid t=${token}, k=${this.publicKey}`,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(message.ttlSeconds),
        urgency: message.urgency,
        topic: message.topic,
      },
      body: new Uint8Array(encryptMessage(message.payload, { p256dh, auth })),
      // The target of a redirect has not been checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.body?.cancel();
    if (response.ok) return 'sent';
    if (response.status === 404 || response.status === 410) return 'gone';
    throw new Error(`the push service answered ${response.status}`);
  }
}
