/** A push service on loopback with one browser behind it, for tests: it checks who sends (RFC 8292) and reads what came (RFC 8291). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

interface TestPush {
  /** The path of the device's endpoint. */
  path: string;
  topic: string;
  ttl: number;
  urgency: string;
  /** What the message said, decrypted. */
  payload: Record<string, unknown>;
}

interface TestPushService {
  /** What a browser would hand to the app; a new device each time. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Every message it took, in order. */
  taken: TestPush[];
  /** What it answers, and where it sends on to. */
  status: number;
  location: string | undefined;
}

interface Device {
  keys: ReturnType<typeof createECDH>;
  auth: Buffer;
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291, section 3.4, of one record as RFC 8188 has it. */
function decrypt({ keys, auth }: Device, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const shared = hkdf(keys.computeSecret(sender), auth, info, 32);
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** RFC 8292: the sender's token is signed with the key that it names, is for this service, and is not over. */
function requireSender(header: string, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (!isSigned || aud !== origin || exp * 1000 < Date.now() || !/^mailto:/.test(sub))
    throw new Error('not signed as it should be');
}

/** Starts the service. */
export async function openTestPushService(): Promise<TestPushService> {
  const devices = new Map<string, Device>();
  let origin = '';
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const device = devices.get(path);
      try {
        if (!device) throw new Error('no such device');
        requireSender(request.headers.authorization ?? '', origin);
        if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted');
        service.taken.push({
          path,
          topic: String(request.headers.topic),
          ttl: Number(request.headers.ttl),
          urgency: String(request.headers.urgency),
          payload: JSON.parse(decrypt(device, Buffer.concat(chunks))),
        });
        reply.writeHead(service.status, service.location ? { location: service.location } : {}).end();
      } catch (error) {
        reply.writeHead(400).end((error as Error).message);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const service: TestPushService = {
    taken: [],
    status: 201,
    location: undefined,
    subscribe() {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/wp/${randomBytes(9).toString('base64url')}`;
      devices.set(path, { keys, auth });
      return { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } };
    },
  };
  return service;
}
