/** Prints invoices as PDF on one thread, by turns of the households. Finished ones are cached. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../../contract/errors.ts';
import { makeGate } from '../../security/gate.ts';

/** A document as it is printed: all facts as text in its language. */
export interface InvoiceDocument {
  locale: Locale;
  brand: string;
  kind: string;
  number: string;
  isVoid: boolean;
  /** Seller and payer, each with its heading. One without lines is left out. */
  parties: [title: string, lines: string[]][];
  facts: [name: string, value: string][];
  headings: [line: string, amount: string];
  lines: [text: string, detail: string, amount: string][];
  /** Net amount and taxes. */
  sums: [name: string, amount: string][];
  total: [name: string, amount: string];
  /** Below the total: payments, credit and refunds. */
  after: [name: string, amount: string][];
  foot: string;
  page: 'LETTER' | 'A4';
  /** The instant of printing. The text does not state it. */
  at: Date;
}

/** Invoices that wait for the printer: about ten seconds of work. */
const maxWaiting = 100;
/** Hundreds of lines take two seconds, on a busy machine ten times that. A longer print ends with its thread. */
const maxPrintMs = 60_000;
/** Some hundred invoices. */
const maxCachedBytes = 8 * 1024 * 1024;

const turns = makeGate(1, maxWaiting);
/** Hash of the stated facts → PDF. A changed invoice states other facts. */
const printed = new LRUCache<string, Buffer>({
  maxSize: maxCachedBytes,
  sizeCalculation: (bytes) => bytes.length,
});

/** The PDF of a document. Fails with `unavailable` when too many documents wait. */
export async function printInvoice(document: InvoiceDocument, householdId: string): Promise<Buffer> {
  const { at: _, ...stated } = document;
  const key = createHash('sha256').update(JSON.stringify(stated)).digest('base64');
  return (
    printed.get(key) ??
    turns(async () => {
      // The same document may have been printed while this one waited.
      const bytes = printed.get(key) ?? (await onThread(document));
      printed.set(key, bytes);
      return bytes;
    }, householdId)
  );
}

let thread: Worker | undefined;

/** Starts the thread with the first document. A thread that failed is replaced by the next document. */
function openThread(): Worker {
  const started = new Worker(new URL('./invoice-printer.js', import.meta.url), { execArgv: [] });
  const drop = () => {
    if (thread === started) thread = undefined;
  };
  started.once('error', drop).once('exit', drop);
  return started;
}

/** Prints one document. An idle thread keeps no process running. */
async function onThread(document: InvoiceDocument): Promise<Buffer> {
  thread ??= openThread();
  const own = thread;
  own.ref();
  own.postMessage(document);
  try {
    const [answer] = (await once(own, 'message', { signal: AbortSignal.timeout(maxPrintMs) })) as [
      { bytes: Uint8Array; error?: undefined } | { error: unknown },
    ];
    if (!('bytes' in answer)) throw answer.error;
    return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
  } catch (error) {
    // It may still be printing: its next message would answer another document.
    if (thread === own) thread = undefined;
    void own.terminate();
    throw error;
  } finally {
    own.unref();
  }
}
