/**
 * Where files are kept: masters, packages, artwork. A folder on one machine, an S3 bucket for many. All implementations
 * pass `storage.test.ts`.
 */
import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  sizeBytes: number;
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface OpenedObject {
  /** Of the whole object, whatever the range. */
  sizeBytes: number;
  stream: Readable;
}

/** A multipart upload that has begun. */
export interface UploadHandle {
  key: string;
  /** The storage's own name for it. */
  upload: string;
  /** Every part has this size; the last one may be shorter. */
  partBytes: number;
}

export interface Storage {
  /** Size of an object; undefined when there is none. */
  find(key: string): Promise<StoredObject | undefined>;
  /** Opens an object for reading; undefined when there is none. The caller reads the stream or destroys it. */
  open(key: string, range?: ByteRange): Promise<OpenedObject | undefined>;
  /** A whole object in memory; undefined when there is none. For small ones. */
  read(key: string): Promise<Buffer | undefined>;
  /** Puts a whole object; readers see the old one or the new one, never a part of it. */
  put(key: string, body: Buffer | string): Promise<void>;
  /** Puts a file from this machine. The file must not be written to afterwards: it may be shared, not copied. */
  putFile(key: string, path: string): Promise<void>;
  /** All objects whose key begins so, in no promised order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes an object; removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes everything below a prefix, which ends in `/`. */
  removeBelow(prefix: string): Promise<void>;
  /** The object as a file of this machine, when that is what it is. Only for reading. */
  localPath(key: string): string | undefined;

  /** Begins an upload in parts of `partBytes` (5 MiB at least, except in one part). */
  createUpload(key: string, partBytes: number): Promise<UploadHandle>;
  /** Stores part `number` (from 1) of exactly `sizeBytes`, replacing an earlier one. Throws `WrongLength` otherwise. */
  putPart(handle: UploadHandle, number: number, body: Readable, sizeBytes: number): Promise<void>;
  /** The parts that have arrived whole, by number. */
  listParts(handle: UploadHandle): Promise<{ number: number; sizeBytes: number }[]>;
  /** Joins the parts, which must be there from 1 without a gap. Completing again changes nothing. */
  completeUpload(handle: UploadHandle): Promise<void>;
  /** Gives an upload up and frees its space; not there is no error. */
  abortUpload(handle: UploadHandle): Promise<void>;
}

/** A part that was longer or shorter than it should be. */
export class WrongLength extends Error {
  override name = 'WrongLength';
}

/** The chunks of a body. Giving up in the middle leaves the stream as it is: an answer may have to go out beside it. */
export const chunksOf = (body: Readable): AsyncIterable<Buffer> =>
  body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

/** Throws unless a key is made of plain segments, so that none can leave its folder. */
export function checkKey(key: string): void {
  const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
  if (key.length > 900 || !key.split('/').every((part) => segment.test(part) && !part.endsWith('.'))) {
    throw new TypeError(`not a storage key: ${JSON.stringify(key)}`);
  }
}

/** As `checkKey`, for what keys begin with. */
export function checkPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new TypeError(`a prefix ends in a slash: ${JSON.stringify(prefix)}`);
  checkKey(prefix.slice(0, -1));
}

const types: Record<string, string> = {
  mpd: 'application/dash+xml',
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  avif: 'image/avif',
  webp: 'image/webp',
};

/** The media type of an object, by the ending of its key. */
export function contentTypeOf(key: string): string {
  return types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
