/** Storage in an S3 bucket, or anything that speaks S3. The SDK is loaded when first used: one node never needs it. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../config.ts';
import { must } from '../../must.ts';
import { errorName } from '../../unknown-value.ts';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  chunksOf,
  contentTypeOf,
  type OpenedObject,
  type Storage,
  type StoredObject,
  type UploadHandle,
  WrongLength,
} from './port.ts';

const isMissing = (error: unknown) =>
  ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(errorName(error) ?? '');

export class S3Storage implements Storage {
  readonly #config: S3Config;
  #loaded: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;

  constructor(config: S3Config) {
    this.#config = config;
  }

  #load() {
    this.#loaded ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region: this.#config.region,
        credentials: {
          accessKeyId: this.#config.accessKeyId,
          secretAccessKey: this.#config.secretAccessKey,
        },
        ...(this.#config.endpoint ? { endpoint: this.#config.endpoint, forcePathStyle: true } : {}),
        // Many servers that speak S3 do not know the newer trailing checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    }));
    return this.#loaded;
  }

  #at(key: string) {
    checkKey(key);
    return { Bucket: this.#config.bucket, Key: key };
  }

  localPath(): undefined {
    return undefined;
  }

  async find(key: string): Promise<StoredObject | undefined> {
    const { sdk, client } = await this.#load();
    try {
      const found = await client.send(new sdk.HeadObjectCommand(this.#at(key)));
      return { key, sizeBytes: found.ContentLength ?? 0 };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenedObject | undefined> {
    const { sdk, client } = await this.#load();
    try {
      const found = await client.send(
        new sdk.GetObjectCommand({
          ...this.#at(key),
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        }),
      );
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return { sizeBytes: Number(whole ?? found.ContentLength ?? 0), stream: found.Body as Readable };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async read(key: string): Promise<Buffer | undefined> {
    const opened = await this.open(key);
    if (!opened) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of chunksOf(opened.stream)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async put(key: string, body: Buffer | string): Promise<void> {
    const { sdk, client } = await this.#load();
    await client.send(
      new sdk.PutObjectCommand({
        ...this.#at(key),
        Body: typeof body === 'string' ? Buffer.from(body) : body,
        ContentType: contentTypeOf(key),
      }),
    );
  }

  async putFile(key: string, path: string): Promise<void> {
    const { sdk, client } = await this.#load();
    const { size } = await stat(path);
    await client.send(
      new sdk.PutObjectCommand({
        ...this.#at(key),
        Body: createReadStream(path),
        ContentLength: size,
        ContentType: contentTypeOf(key),
      }),
    );
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const { sdk, client } = await this.#load();
    let next: string | undefined;
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket: this.#config.bucket,
          Prefix: prefix,
          ContinuationToken: next,
        }),
      );
      for (const { Key, Size } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0 };
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next);
  }

  async remove(key: string): Promise<void> {
    const { sdk, client } = await this.#load();
    await client.send(new sdk.DeleteObjectCommand(this.#at(key)));
  }

  async removeBelow(prefix: string): Promise<void> {
    checkPrefix(prefix);
    const { sdk, client } = await this.#load();
    const keys: string[] = [];
    for await (const { key } of this.list(prefix)) keys.push(key);
    // A request removes a thousand at most.
    for (let at = 0; at < keys.length; at += 1000) {
      const answer = await client.send(
        new sdk.DeleteObjectsCommand({
          Bucket: this.#config.bucket,
          Delete: { Objects: keys.slice(at, at + 1000).map((Key) => ({ Key })), Quiet: true },
        }),
      );
      const failed = answer.Errors?.[0];
      if (failed) throw new Error(`cannot remove ${failed.Key}: ${failed.Message}`);
    }
  }

  async createUpload(key: string, partBytes: number): Promise<UploadHandle> {
    const { sdk, client } = await this.#load();
    const made = await client.send(
      new sdk.CreateMultipartUploadCommand({ ...this.#at(key), ContentType: contentTypeOf(key) }),
    );
    return { key, upload: must(made.UploadId, 'id of the upload'), partBytes };
  }

  async putPart(handle: UploadHandle, number: number, body: Readable, sizeBytes: number): Promise<void> {
    // In memory, so that the SDK can sign it and send it again: parts are a few MiB.
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of chunksOf(body)) {
      length += chunk.length;
      if (length > sizeBytes) throw new WrongLength(`part ${number} is longer than ${sizeBytes}`);
      chunks.push(chunk);
    }
    if (length !== sizeBytes) throw new WrongLength(`part ${number} has ${length} of ${sizeBytes} bytes`);
    const { sdk, client } = await this.#load();
    await client.send(
      new sdk.UploadPartCommand({
        ...this.#at(handle.key),
        UploadId: handle.upload,
        PartNumber: number,
        Body: Buffer.concat(chunks),
      }),
    );
  }

  async #parts(handle: UploadHandle) {
    const { sdk, client } = await this.#load();
    const parts: { number: number; sizeBytes: number; etag: string }[] = [];
    let marker: string | undefined;
    do {
      const page = await client.send(
        new sdk.ListPartsCommand({
          ...this.#at(handle.key),
          UploadId: handle.upload,
          PartNumberMarker: marker,
        }),
      );
      for (const part of page.Parts ?? []) {
        parts.push({ number: part.PartNumber ?? 0, sizeBytes: part.Size ?? 0, etag: part.ETag ?? '' });
      }
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker);
    return parts.sort((a, b) => a.number - b.number);
  }

  async listParts(handle: UploadHandle): Promise<{ number: number; sizeBytes: number }[]> {
    try {
      return (await this.#parts(handle)).map(({ number, sizeBytes }) => ({ number, sizeBytes }));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async completeUpload(handle: UploadHandle): Promise<void> {
    const { sdk, client } = await this.#load();
    try {
      const parts = await this.#parts(handle);
      if (parts.length === 0) throw new Error(`upload ${handle.upload} has no parts`);
      if (parts.some((part, at) => part.number !== at + 1))
        throw new Error(`upload ${handle.upload} has gaps`);
      await client.send(
        new sdk.CompleteMultipartUploadCommand({
          ...this.#at(handle.key),
          UploadId: handle.upload,
          MultipartUpload: { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) },
        }),
      );
    } catch (error) {
      // Completed before: the upload is gone and the object is there.
      if (isMissing(error) && (await this.find(handle.key))) return;
      throw error;
    }
  }

  async abortUpload(handle: UploadHandle): Promise<void> {
    const { sdk, client } = await this.#load();
    try {
      await client.send(
        new sdk.AbortMultipartUploadCommand({ ...this.#at(handle.key), UploadId: handle.upload }),
      );
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
