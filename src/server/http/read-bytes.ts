import type { Readable } from 'node:stream';
import { chunksOf } from '../adapters/storage/port.ts';
import { fail } from '../errors.ts';

/**
 * Reads a whole raw body into memory; fails when it is longer. Stopping early does not destroy the request, so a response can
 * still be sent.
 */
export async function readBytes(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    size += chunk.length;
    if (size > maxBytes) fail('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
