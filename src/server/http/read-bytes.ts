import type { Readable } from 'node:stream';
import { chunksOf } from '../adapters/storage/port.ts';
import { fail } from '../errors.ts';

/** A whole raw body in memory; fails when it is longer. Leaving early does not destroy the request, so an answer can still go out. */
export async function readBytes(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    size += chunk.length;
    if (size > most) fail('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
