import type { Readable } from 'node:stream';
import { fail } from '../errors.ts';

/** A whole raw body in memory; fails when it is longer. Leaving early does not destroy the request, so an answer can still go out. */
export async function readBytes(body: NodeJS.ReadableStream, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of (body as Readable).iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > most) fail('too_large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
