import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildPlaybackSession } from '../../../../test/build.ts';
import { startS3Server } from '../../../../test/s3-server.ts';
import { S3Storage } from '../../adapters/storage/s3.ts';
import { parseRange } from '../../http/byte-range.ts';
import { checkMediaToken, signedMediaUrl } from '../../security/media-token.ts';

const assetId = '01920000-0000-7000-8000-000000000001';
const prefix = `packages/${assetId}`;
const grant = { sessionId: '01920000-0000-7000-8000-0000000000aa', prefix, maxHeight: null };
/** Longer than a few pooled buffers, with no two places alike. */
const segment = Buffer.from(Array.from({ length: 700_001 }, (_, n) => (n * 31 + (n >> 8) * 7) % 251));

let api: TestApi;
let port: number;
let base: string;

beforeAll(async () => {
  api = await openTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
  await buildPlaybackSession(api.db, { id: grant.sessionId, assetId });
  base = signedMediaUrl(api.context.config.secret, grant, new Date(Date.now() + 60_000));
});
let files = 0;
/** An address that has not been requested yet, so that it is not cached. */
async function put(bytes = segment): Promise<string> {
  files += 1;
  const name = `v/${files}.m4s`;
  await api.context.storage.put(`${prefix}/${name}`, bytes);
  return `${base}/${name}`;
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request({ host: '127.0.0.1', port, path, headers, method }).end();
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}
const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/media/packages/');
    } catch {
      return false;
    }
  }).length;
afterEach(() => api.setNow(undefined));

describe('a segment', () => {
  // The first request is answered from the file, the next from memory: the responses have to be equal.
  test.each(['from the file', 'from memory'])('is served whole and in ranges, %s', async (where) => {
    const path = await put();
    if (where === 'from memory') for (let n = 0; n < 2; n++) await get(path);
    const whole = await get(path);
    expect(whole.status).toBe(200);
    expect(whole.body.equals(segment)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/iso.segment',
      'content-length': String(segment.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=100-', 100, segment.length - 1],
      ['bytes=262143-262145', 262_143, 262_145],
      ['bytes=-5', segment.length - 5, segment.length - 1],
      ['bytes=-9999999', 0, segment.length - 1],
      ['bytes=5-99999999', 5, segment.length - 1],
    ] as const) {
      const part = await get(where === 'from memory' ? path : await put(), { range });
      expect(part.status).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${segment.length}`);
      expect(part.body.equals(segment.subarray(start, end + 1))).toBe(true);
    }
    for (const range of ['bytes=9-5', 'items=0-5', 'bytes=0-1,5-6', 'bytes=-', 'nonsense']) {
      expect((await get(path, { range })).status).toBe(200);
    }
    for (const range of [`bytes=${segment.length}-`, 'bytes=-0']) {
      const refused = await get(path, { range });
      expect(refused.status).toBe(416);
      expect(refused.headers['content-range']).toBe(`bytes */${segment.length}`);
      expect(refused.body).toHaveLength(0);
    }
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(segment.length),
      0,
    ]);
    const headPart = await get(path, { range: 'bytes=1-3' }, 'HEAD');
    expect([headPart.status, headPart.headers['content-length']]).toEqual([206, '3']);
  });

  test('that is empty or not there is no surprise', async () => {
    expect((await get(await put(Buffer.alloc(0)))).body).toHaveLength(0);
    const absent = await get(`${base}/v/absent.m4s`);
    expect([absent.status, absent.headers['cache-control']]).toEqual([404, 'no-store']);
    expect((await get(`${base}/v`)).status).toBe(404);
    expect((await get(base)).status).not.toBe(200);
  });

  test('is not read on for clients that went away, and no file stays open', async () => {
    const large = Buffer.alloc(20 * 2 ** 20, 1);
    const path = await put(large);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const sent = request({ host: '127.0.0.1', port, path, headers: { range: 'bytes=0-' } }).end();
        const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
        await once(response, 'data');
        response.on('error', () => {});
        sent.on('error', () => {});
        sent.destroy();
      }),
    );
    await expect.poll(openFiles).toBe(0);
    expect((await get(path)).body.equals(large)).toBe(true);
    await expect.poll(openFiles).toBe(0);
  });

  test('reaches many clients at once unmixed', async () => {
    const other = Buffer.from(segment).reverse();
    const [one, two] = [await put(), await put(other)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => get(n % 2 ? one : two, { range: 'bytes=0-' })),
    );
    for (const [n, { body }] of answers.entries()) expect(body.equals(n % 2 ? segment : other)).toBe(true);
  });
});

describe('an address', () => {
  test('is good for its own asset only, until it expires', async () => {
    const path = await put();
    expect((await get(path)).status).toBe(200);
    const other = path.replace(assetId, assetId.replace(/1$/, '2'));
    expect((await get(other)).status).toBe(403);
    const [, , token] = path.split('/') as [string, string, string];
    for (const forged of [
      token.replace(/^./, 'z'),
      `${token}x`,
      token.split('.').slice(0, 2).join('.'),
      'a.b.c',
      '-',
    ]) {
      const refused = await get(path.replace(token, forged));
      expect([refused.status, JSON.parse(refused.body.toString()).code]).toEqual([403, 'link_expired']);
    }
    api.setNow(new Date(Date.now() + 61_000));
    expect((await get(path)).status).toBe(403);
  });
  test('leads nowhere else', async () => {
    for (const path of [
      '/../../secret',
      '/%2e%2e/%2e%2e/secret',
      '/..%2f..%2fsecret',
      '/v/.hidden',
      '/v//1.m4s',
      '/v/%00',
    ]) {
      const refused = await get(`${base}${path}`);
      expect([403, 404, 400]).toContain(refused.status);
    }
  });
  test('cannot be made without the secret', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (secret, session) => {
        const [, , token] = signedMediaUrl(
          secret,
          { sessionId: session, prefix, maxHeight: null },
          new Date(2e12),
        ).split('/');
        const now = new Date();
        if (secret !== 'right')
          expect(checkMediaToken('right', token ?? '', `${prefix}/a`, now)).toBeUndefined();
      }),
    );
  });
  test('is worth nothing without a session that lives', async () => {
    const unknown = { ...grant, sessionId: '01920000-0000-7000-8000-0000000000ab' };
    const nobodys = signedMediaUrl(api.context.config.secret, unknown, new Date(Date.now() + 60_000));
    for (const file of ['key', 'v/1.m4s']) {
      const refused = await get(`${nobodys}/${file}`);
      expect([refused.status, JSON.parse(refused.body.toString()).code]).toEqual([409, 'session_ended']);
    }
  });
});

test('a preview clip needs no signature', async () => {
  await api.context.storage.put(`${prefix}/preview.mp4`, 'clip');
  const clip = await get(`/previews/${assetId}.mp4`);
  expect([clip.status, clip.headers['content-type'], clip.body.toString()]).toEqual([
    200,
    'video/mp4',
    'clip',
  ]);
  expect((await get('/previews/nothing.mp4')).status).toBe(404);
  expect((await get(`/previews/${assetId}`)).status).toBe(404);
});

test('ranges of any form name bytes that are there', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(1000), (text, size) => {
      const range = parseRange(`bytes=${text}`, size);
      if (typeof range === 'string') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});

test('a bucket’s segments are served alike', async () => {
  const s3 = await startS3Server();
  const { storage } = api.context;
  api.context.storage = new S3Storage({
    bucket: 'maru',
    region: 'us-east-1',
    endpoint: s3.endpoint,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  try {
    const path = await put();
    expect((await get(path, { range: 'bytes=-5' })).body.equals(segment.subarray(-5))).toBe(true);
    expect((await get(await put())).body.equals(segment)).toBe(true);
    expect((await get(path, {}, 'HEAD')).headers['content-length']).toBe(String(segment.length));
    expect((await get(`${base}/v/absent.m4s`)).status).toBe(404);
  } finally {
    api.context.storage = storage;
    await s3.close();
  }
});
