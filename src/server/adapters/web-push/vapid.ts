/** Web push with keys of our own: encrypted for the browser (RFC 8291), signed for its push service (RFC 8292). */
import { createECDH } from 'node:crypto';
import type { Config } from '../../config.ts';
import { encryptMessage, senderHeader } from './message.ts';
import type { DevicePush, PushDevice, WebPush } from './port.ts';

/** A push service that does not answer is given up after so long; the job tries again later. */
const patienceMs = 10_000;

const isLoopback = (host: string) => ['localhost', '127.0.0.1'].includes(host);

export class VapidWebPush implements WebPush {
  readonly publicKey: string;
  readonly #sender: { publicKey: string; privateKey: string; contact: string };
  readonly #hosts: string[];

  constructor({ webPush: { privateKey, hosts }, contact }: Pick<Config, 'webPush' | 'contact'>) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    this.publicKey = pair.getPublicKey('base64url');
    this.#sender = { publicKey: this.publicKey, privateKey, contact: `mailto:${contact.email}` };
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
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: senderHeader(endpoint, this.#sender, new Date()),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(message.ttlSeconds),
        urgency: message.urgency,
        topic: message.topic,
      },
      body: new Uint8Array(encryptMessage(message.payload, { p256dh, auth })),
      // Where it leads to has not been looked at.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.body?.cancel();
    if (response.ok) return 'sent';
    if (response.status === 404 || response.status === 410) return 'gone';
    throw new Error(`the push service answered ${response.status}`);
  }
}
