/**
 * Uploads of video files: in parts, one file after another, going on while staff look at other pages. The server knows
 * which parts it has, so an upload that stopped goes on from there when the same file is chosen again.
 */
import { ApiError } from '../../../ui/api-client.ts';
import { makeStore } from '../../../ui/store.ts';
import { api, isAbort, sendBytes } from '../../api.ts';
import { fingerprintOf } from './fingerprint.ts';

export type UploadState = 'queued' | 'sending' | 'paused' | 'joining' | 'done' | 'failed' | 'lost';

export interface Upload {
  key: string;
  fileName: string;
  sizeBytes: number;
  /** Tells the file's content apart. Null if it could not be read. */
  fingerprint: string | null;
  state: UploadState;
  /** Bytes that the server has, with those that are being sent. */
  sentBytes: number;
  bytesPerSecond: number;
  /** The server's id, once begun. */
  id: string | null;
  assetId: string | null;
  /** The server's message, or `network`, `empty_file` or `unreadable`. */
  problem: string | null;
}

interface Work {
  file: File | null;
  abort: AbortController | null;
  /** Instants and bytes sent, of the last seconds. */
  samples: [number, number][];
}

export const uploads = makeStore<readonly Upload[]>([]);
const works = new Map<string, Work>();
const cacheKey = 'maru.office.uploads';
const speedWindowMs = 6000;
const retries = 4;
let serial = 0;
let running = false;
let onDone: (assetId: string) => void = () => {};

/** Calls back with every asset that an upload has become. */
export function whenUploaded(listener: (assetId: string) => void): void {
  onDone = listener;
}

const find = (key: string) => uploads.get().find((upload) => upload.key === key);

function change(key: string, values: Partial<Upload>): void {
  uploads.set(uploads.get().map((upload) => (upload.key === key ? { ...upload, ...values } : upload)));
  keep();
}

/** Stores the unfinished uploads, so that a reloaded page can offer to continue them. */
function keep(): void {
  const unfinished = uploads
    .get()
    .filter(({ id, state }) => id !== null && state !== 'done' && state !== 'joining')
    .map(({ id, fileName, sizeBytes, fingerprint }) => ({ id, fileName, sizeBytes, fingerprint }));
  try {
    if (unfinished.length === 0) window.localStorage.removeItem(cacheKey);
    else window.localStorage.setItem(cacheKey, JSON.stringify(unfinished));
  } catch {
    // Without storage only the page's own memory is left.
  }
}

let restored = false;

/** Brings back the unfinished uploads of an earlier page; their files have to be chosen again. */
export async function restoreUploads(): Promise<void> {
  if (restored) return;
  restored = true;
  let stored: Pick<Upload, 'fileName' | 'sizeBytes' | 'fingerprint'>[] & { id: string }[] = [];
  try {
    stored = JSON.parse(window.localStorage.getItem(cacheKey) ?? '[]');
  } catch {
    return;
  }
  for (const { id, fileName, sizeBytes, fingerprint } of stored) {
    try {
      const { data } = await api('GET /api/admin/uploads/{id}', { params: { id } });
      if (uploads.get().some((upload) => upload.id === id)) continue;
      add({
        fileName,
        sizeBytes,
        fingerprint,
        id,
        state: 'lost',
        sentBytes: bytesOf(data.parts_received, data.part_bytes, sizeBytes),
      });
    } catch {
      // Completed or given up elsewhere.
    }
  }
  keep();
}

function add(values: Partial<Upload> & Pick<Upload, 'fileName' | 'sizeBytes' | 'state'>): string {
  serial += 1;
  const key = String(serial);
  works.set(key, { file: null, abort: null, samples: [] });
  uploads.set([
    ...uploads.get(),
    {
      key,
      fingerprint: null,
      sentBytes: 0,
      bytesPerSecond: 0,
      id: null,
      assetId: null,
      problem: null,
      ...values,
    },
  ]);
  return key;
}

const bytesOf = (parts: readonly number[], partBytes: number, sizeBytes: number) =>
  parts.reduce((sum, number) => sum + Math.min(partBytes, sizeBytes - (number - 1) * partBytes), 0);

/** Adds files. A file that an unfinished upload was waiting for continues that upload; only an equal file does. */
export async function addFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    const name = file.name.normalize('NFC');
    const fingerprint = await fingerprintOf(file).catch(() => null);
    const waiting = uploads
      .get()
      .find(
        (upload) =>
          upload.fileName.normalize('NFC') === name &&
          upload.sizeBytes === file.size &&
          upload.fingerprint === fingerprint &&
          !['done', 'joining'].includes(upload.state),
      );
    if (waiting && works.get(waiting.key)?.file) continue;
    const key = waiting?.key ?? add({ fileName: name, sizeBytes: file.size, fingerprint, state: 'queued' });
    const work = works.get(key);
    if (work) work.file = file;
    // A file that cannot be read has been moved or changed since it was chosen.
    const problem = file.size === 0 ? 'empty_file' : fingerprint === null ? 'unreadable' : null;
    change(key, { state: problem ? 'failed' : 'queued', problem });
  }
  void runQueue();
}

/** Stops sending. The parts that have arrived stay. */
export function pauseUpload(key: string): void {
  change(key, { state: 'paused', bytesPerSecond: 0 });
  works.get(key)?.abort?.abort();
}

/** Goes on where it stopped. */
export function resumeUpload(key: string): void {
  change(key, { state: 'queued', problem: null });
  void runQueue();
}

/** Cancels an upload and deletes the parts that have arrived. */
export async function cancelUpload(key: string): Promise<void> {
  const upload = find(key);
  works.get(key)?.abort?.abort();
  dismissUpload(key);
  if (upload?.id && upload.state !== 'done') {
    await api('DELETE /api/admin/uploads/{id}', { params: { id: upload.id } }).catch(() => undefined);
  }
}

/** Takes a finished upload off the list. */
export function dismissUpload(key: string): void {
  uploads.set(uploads.get().filter((upload) => upload.key !== key));
  works.delete(key);
  keep();
}

async function runQueue(): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (;;) {
      const next = uploads.get().find(({ state }) => state === 'queued');
      if (!next) return;
      await run(next.key);
    }
  } finally {
    running = false;
  }
}

async function run(key: string): Promise<void> {
  const work = works.get(key);
  const upload = find(key);
  if (!work?.file || !upload) return change(key, { state: 'lost' });
  const abort = new AbortController();
  work.abort = abort;
  work.samples = [];
  change(key, { state: 'sending', problem: null });
  try {
    await send(key, work, work.file, upload.fingerprint ?? '', abort.signal);
  } catch (error) {
    if (isAbort(error) || abort.signal.aborted) return;
    const said = error instanceof ApiError && error.code !== 'network' ? error.message : 'network';
    change(key, { state: 'failed', problem: said, bytesPerSecond: 0 });
  } finally {
    work.abort = null;
  }
}

async function send(
  key: string,
  work: Work,
  file: File,
  fingerprint: string,
  signal: AbortSignal,
): Promise<void> {
  const { data: begun } = await api('POST /api/admin/uploads', {
    body: { file_name: file.name, size_bytes: file.size, fingerprint },
    signal,
  });
  const received = new Set(begun.parts_received);
  const partBytes = begun.part_bytes;
  const parts = Math.ceil(file.size / partBytes);
  let arrived = bytesOf(begun.parts_received, partBytes, file.size);
  change(key, { id: begun.id, sentBytes: arrived });
  for (let number = 1; number <= parts; number += 1) {
    if (received.has(number)) continue;
    const from = (number - 1) * partBytes;
    const part = file.slice(from, Math.min(file.size, from + partBytes));
    await withRetries(signal, () =>
      sendBytes('PUT /api/admin/uploads/{id}/parts/{number}', part, {
        params: { id: begun.id, number },
        signal,
        onProgress: (bytes) => measure(key, work, arrived + Math.min(bytes, part.size)),
      }),
    );
    arrived += part.size;
    measure(key, work, arrived);
  }
  change(key, { state: 'joining', bytesPerSecond: 0 });
  const { data } = await withRetries(signal, () =>
    api('POST /api/admin/uploads/{id}/complete', { params: { id: begun.id } }),
  );
  change(key, { state: 'done', assetId: data.asset_id, sentBytes: file.size });
  onDone(data.asset_id);
}

/** Speed over the last seconds. */
function measure(key: string, work: Work, sentBytes: number): void {
  const now = performance.now();
  work.samples = [...work.samples.filter(([at]) => now - at < speedWindowMs), [now, sentBytes]];
  const [first] = work.samples;
  const elapsed = first ? now - first[0] : 0;
  const bytesPerSecond = first && elapsed > 300 ? ((sentBytes - first[1]) / elapsed) * 1000 : 0;
  change(key, { sentBytes, bytesPerSecond });
}

/** Tries again after a lost connection or a stumbling server, a little later each time. */
async function withRetries<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (!passing || attempt > retries || signal.aborted) throw error;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, 500 * 2 ** attempt);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new DOMException('', 'AbortError'));
        });
      });
    }
  }
}

/** Whether leaving the page would stop something. */
export const isUploading = (): boolean =>
  uploads.get().some(({ state }) => state === 'sending' || state === 'queued' || state === 'joining');
