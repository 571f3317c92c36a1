/** Sends bytes as an internet radio does: in real time, again and again, with titles for players that request them. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const blockMs = 250;

interface Stream {
  bytes: Buffer;
  bytesPerSecond: number;
  /** The media type. */
  type: string;
  title(): string;
  /** Sends nothing while it is true. */
  isSilent?(): boolean;
}

/** A title between two blocks of sound: its length in units of 16 bytes, and its text. */
function titleBlock(title: string): Buffer {
  const text = `StreamTitle='${title}';`;
  const units = Math.ceil(Buffer.byteLength(text) / 16);
  const block = Buffer.alloc(1 + 16 * units);
  block[0] = units;
  block.write(text, 1);
  return block;
}

/** Answers a request with the stream, until the connection is closed. */
export function sendStream(request: IncomingMessage, reply: ServerResponse, stream: Stream): void {
  const { bytes, type } = stream;
  const block = Math.round((stream.bytesPerSecond * blockMs) / 1000);
  const hasTitles = request.headers['icy-metadata'] === '1';
  reply.writeHead(200, { 'content-type': type, ...(hasTitles && { 'icy-metaint': String(block) }) });
  let at = 0;
  const timer = setInterval(() => {
    if (stream.isSilent?.()) return;
    const end = at + block;
    const part = bytes.subarray(at, end);
    reply.write(end > bytes.length ? Buffer.concat([part, bytes.subarray(0, end - bytes.length)]) : part);
    at = end % bytes.length;
    if (hasTitles) reply.write(titleBlock(stream.title()));
  }, blockMs);
  timer.unref();
  reply.on('close', () => clearInterval(timer));
}
