import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../../test/s3-server.ts';
import { FilesystemStorage } from './filesystem.ts';
import { contentTypeOf, type OpenedObject, type Storage, WrongLength } from './port.ts';
import { S3Storage } from './s3.ts';

let folder: string;
let s3: S3Server;
/** Another project's S3 server. */
let s3rver: S3rver;
let s3rverPort: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-storage-'));
  s3 = await startS3Server();
  s3rver = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3rver'),
    configureBuckets: [{ name: 'maru' }],
  });
  s3rverPort = (await s3rver.run()).port;
});
afterAll(async () => {
  await s3.close();
  await s3rver.close();
  await rm(folder, { recursive: true, force: true });
});

const bytes = (opened: OpenedObject | undefined) =>
  opened
    ? Readable.prototype.toArray.call(opened.stream).then((all) => Buffer.concat(all as Buffer[]).toString())
    : undefined;
const keysOf = async (storage: Storage, prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
};
const body = (text: string) => Readable.from([Buffer.from(text)]);

const implementations: [string, () => Storage, { hasUploads: boolean }][] = [
  ['a folder', () => new FilesystemStorage(join(folder, 'media')), { hasUploads: true }],
  [
    'an S3 bucket',
    () =>
      new S3Storage({
        bucket: 'maru',
        region: 'us-east-1',
        endpoint: s3.endpoint,
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      }),
    { hasUploads: true },
  ],
  [
    'a bucket of s3rver',
    () =>
      new S3Storage({
        bucket: 'maru',
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${s3rverPort}`,
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
      }),
    // It does not implement ListParts and AbortMultipartUpload.
    { hasUploads: false },
  ],
];

describe.each(implementations)('storage in %s', (_, make, { hasUploads }) => {
  let storage: Storage;
  beforeAll(() => {
    storage = make();
  });

  test('gives back what was put, whole or in a range', async () => {
    await storage.put('a/hello.vtt', 'hello world');
    expect(await storage.find('a/hello.vtt')).toEqual({ key: 'a/hello.vtt', sizeBytes: 11 });
    expect((await storage.read('a/hello.vtt'))?.toString()).toBe('hello world');
    expect(await bytes(await storage.open('a/hello.vtt'))).toBe('hello world');
    const part = await storage.open('a/hello.vtt', { start: 6, end: 8 });
    expect(part?.sizeBytes).toBe(11);
    expect(await bytes(part)).toBe('wor');
  });

  test('replaces an object, and says when there is none', async () => {
    await storage.put('a/twice', 'one');
    await storage.put('a/twice', 'two!');
    expect((await storage.read('a/twice'))?.toString()).toBe('two!');
    expect(await storage.find('a/absent')).toBeUndefined();
    expect(await storage.open('a/absent')).toBeUndefined();
    expect(await storage.read('a/absent')).toBeUndefined();
    expect(await storage.find('a')).toBeUndefined();
    expect(await storage.open('a')).toBeUndefined();
  });

  test('puts a file, twice the same file, and over an older one', async () => {
    const file = join(folder, 'segment');
    await writeFile(file, 'segment');
    await storage.putFile('p/1.m4s', file);
    await storage.putFile('p/1.m4s', file);
    expect((await storage.read('p/1.m4s'))?.toString()).toBe('segment');
    const other = join(folder, 'other');
    await writeFile(other, 'other');
    await storage.putFile('p/1.m4s', other);
    expect((await storage.read('p/1.m4s'))?.toString()).toBe('other');
    await rm(file);
    await rm(other);
    expect((await storage.read('p/1.m4s'))?.toString()).toBe('other');
  });

  test('lists and removes by prefix', async () => {
    for (const key of ['l/a/1', 'l/a/2', 'l/a/b/3', 'l/ab', 'l/c/4']) await storage.put(key, key);
    expect(await keysOf(storage, 'l/a')).toEqual(['l/a/1', 'l/a/2', 'l/a/b/3', 'l/ab']);
    expect(await keysOf(storage, 'l/a/')).toEqual(['l/a/1', 'l/a/2', 'l/a/b/3']);
    expect(await keysOf(storage, 'nothing/')).toEqual([]);
    await storage.removeBelow('l/a/');
    await storage.removeBelow('l/a/');
    await storage.remove('l/ab');
    await storage.remove('l/ab');
    expect(await keysOf(storage, 'l/')).toEqual(['l/c/4']);
  });

  test.runIf(hasUploads)(
    'takes an upload in parts, in any order, a part twice, and resumes from what has arrived',
    async () => {
      const handle = await storage.createUpload('masters/one', 4);
      await storage.putPart(handle, 3, body('ij'), 2);
      await storage.putPart(handle, 1, body('gone'), 4);
      await storage.putPart(handle, 1, body('abcd'), 4);
      expect(await storage.listParts(handle)).toEqual([
        { number: 1, sizeBytes: 4 },
        { number: 3, sizeBytes: 2 },
      ]);
      await expect(storage.completeUpload(handle)).rejects.toThrow('gaps');
      await storage.putPart(handle, 2, body('efgh'), 4);
      expect(await storage.find('masters/one')).toBeUndefined();
      await storage.completeUpload(handle);
      await storage.completeUpload(handle);
      expect((await storage.read('masters/one'))?.toString()).toBe('abcdefghij');
      expect(await storage.listParts(handle)).toEqual([]);
      expect(await keysOf(storage, 'masters/')).toEqual(['masters/one']);
    },
  );

  test.runIf(hasUploads)('refuses a part of the wrong length, and does not count it', async () => {
    const handle = await storage.createUpload('masters/two', 4);
    await expect(storage.putPart(handle, 1, body('abcde'), 4)).rejects.toThrow(WrongLength);
    await expect(storage.putPart(handle, 1, body('abc'), 4)).rejects.toThrow(WrongLength);
    expect(await storage.listParts(handle)).toEqual([]);
    await expect(storage.completeUpload(handle)).rejects.toThrow();
    await storage.abortUpload(handle);
    await storage.abortUpload(handle);
  });

  test.runIf(hasUploads)('forgets a part whose connection broke', async () => {
    const handle = await storage.createUpload('masters/three', 4);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ab');
        throw new Error('connection lost');
      })(),
    );
    await expect(storage.putPart(handle, 1, broken, 4)).rejects.toThrow();
    expect(await storage.listParts(handle)).toEqual([]);
    await storage.abortUpload(handle);
  });

  test.each(['../secret', '/etc/passwd', 'a/../b', 'a//b', '', 'a/.hidden', 'a/b c', 'a/%2e', 'a\0b', 'a/'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => storage.put(key, ''))()).rejects.toThrow('not a storage key');
      await expect((async () => storage.open(key))()).rejects.toThrow('not a storage key');
    },
  );
});

test('a folder gives its objects as files; a failed put leaves nothing behind', async () => {
  const storage = new FilesystemStorage(join(folder, 'local'));
  await storage.put('a/b.mp4', 'x');
  expect((await stat(storage.localPath('a/b.mp4'))).size).toBe(1);
  await mkdir(join(folder, 'local/a/taken'));
  await expect(storage.put('a/taken', 'x')).rejects.toThrow();
  expect(await keysOf(storage, 'a/')).toEqual(['a/b.mp4']);
});

test('an object’s media type follows from its ending', () => {
  expect(contentTypeOf('packages/1/manifest.mpd')).toBe('application/dash+xml');
  expect(contentTypeOf('packages/1/v720/1.m4s')).toBe('video/iso.segment');
  expect(contentTypeOf('packages/1/key')).toBe('application/octet-stream');
});
