/** Storage in a folder. Objects appear by rename, uploads are written into their final place in one sparse file. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isMissingFile } from '../../unknown-value.ts';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  chunksOf,
  type OpenedObject,
  type Storage,
  type StoredObject,
  type UploadHandle,
  WrongLength,
} from './port.ts';

/** Names beginning with a dot are ours: keys cannot. */
const uploadsFolder = '.uploads';
const partialFolder = '.partial';

export class FilesystemStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  localPath(key: string): string {
    checkKey(key);
    return join(this.#root, key);
  }

  async find(key: string): Promise<StoredObject | undefined> {
    try {
      const found = await stat(this.localPath(key));
      return found.isFile() ? { key, sizeBytes: found.size } : undefined;
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenedObject | undefined> {
    const path = this.localPath(key);
    try {
      const handle = await open(path);
      const found = await handle.stat();
      if (!found.isFile()) {
        await handle.close();
        return undefined;
      }
      const stream = createReadStream(path, {
        fd: handle,
        highWaterMark: 256 * 1024,
        ...(range ? { start: range.start, end: range.end } : {}),
      });
      return { sizeBytes: found.size, stream };
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  async read(key: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.localPath(key));
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  async put(key: string, body: Buffer | string): Promise<void> {
    await this.#appear(key, (partial) => writeFile(partial, body));
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.#appear(key, async (partial) => {
      try {
        await link(path, partial);
      } catch {
        // Another file system, or one without links.
        await copyFile(path, partial);
      }
    });
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (folder) checkPrefix(folder);
    yield* this.#walk(folder, prefix);
  }

  async *#walk(folder: string, prefix: string): AsyncIterable<StoredObject> {
    let entries: import('node:fs').Dirent[];
    try {
      entries = await readdir(join(this.#root, folder), { withFileTypes: true });
    } catch (error) {
      if (isMissingFile(error)) return;
      throw error;
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const key = folder + entry.name;
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`))
          yield* this.#walk(`${key}/`, prefix);
      } else if (key.startsWith(prefix)) {
        const found = await this.find(key);
        if (found) yield found;
      }
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.localPath(key), { force: true });
  }

  async removeBelow(prefix: string): Promise<void> {
    checkPrefix(prefix);
    await rm(join(this.#root, prefix), { recursive: true, force: true });
  }

  async createUpload(key: string, partBytes: number): Promise<UploadHandle> {
    checkKey(key);
    const upload = randomUUID();
    await mkdir(this.#uploadPath(upload), { recursive: true });
    await writeFile(join(this.#uploadPath(upload), 'data'), '');
    return { key, upload, partBytes };
  }

  async putPart(handle: UploadHandle, number: number, body: Readable, sizeBytes: number): Promise<void> {
    const folder = this.#uploadPath(handle.upload);
    const marker = join(folder, `part-${number}`);
    await rm(marker, { force: true });
    const file = await open(join(folder, 'data'), 'r+');
    try {
      const from = (number - 1) * handle.partBytes;
      let written = 0;
      for await (const chunk of chunksOf(body)) {
        if (written + chunk.length > sizeBytes)
          throw new WrongLength(`part ${number} is longer than ${sizeBytes}`);
        let at = 0;
        while (at < chunk.length) {
          const { bytesWritten } = await file.write(chunk, at, chunk.length - at, from + written + at);
          at += bytesWritten;
        }
        written += chunk.length;
      }
      if (written !== sizeBytes) throw new WrongLength(`part ${number} has ${written} of ${sizeBytes} bytes`);
    } finally {
      await file.close();
    }
    await writeFile(`${marker}.partial`, String(sizeBytes));
    await rename(`${marker}.partial`, marker);
  }

  async listParts(handle: UploadHandle): Promise<{ number: number; sizeBytes: number }[]> {
    const folder = this.#uploadPath(handle.upload);
    let names: string[];
    try {
      names = await readdir(folder);
    } catch (error) {
      if (isMissingFile(error)) return [];
      throw error;
    }
    const parts: { number: number; sizeBytes: number }[] = [];
    for (const name of names) {
      const number = /^part-(\d+)$/.exec(name)?.[1];
      if (number === undefined) continue;
      const text = await readFile(join(folder, name), 'utf8').catch(() => '');
      if (text) parts.push({ number: Number(number), sizeBytes: Number(text) });
    }
    return parts.sort((a, b) => a.number - b.number);
  }

  async completeUpload(handle: UploadHandle): Promise<void> {
    const folder = this.#uploadPath(handle.upload);
    const parts = await this.listParts(handle);
    const data = join(folder, 'data');
    if (parts.length === 0 || !(await stat(data).catch(() => undefined))) {
      // Completed before: the data has moved to its place, and only what is left over need go.
      if (!(await this.find(handle.key))) throw new Error(`upload ${handle.upload} has no parts`);
      await rm(folder, { recursive: true, force: true });
      return;
    }
    if (parts.some((part, at) => part.number !== at + 1)) throw new Error(`upload ${handle.upload} has gaps`);
    await truncate(
      data,
      parts.reduce((sum, part) => sum + part.sizeBytes, 0),
    );
    const final = this.localPath(handle.key);
    await mkdir(dirname(final), { recursive: true });
    await rename(data, final);
    await rm(folder, { recursive: true, force: true });
  }

  async abortUpload(handle: UploadHandle): Promise<void> {
    await rm(this.#uploadPath(handle.upload), { recursive: true, force: true });
  }

  #uploadPath(upload: string): string {
    checkKey(upload);
    return join(this.#root, uploadsFolder, upload);
  }

  async #appear(key: string, make: (partial: string) => Promise<void>): Promise<void> {
    const final = this.localPath(key);
    const partial = join(this.#root, partialFolder, randomUUID());
    await mkdir(dirname(partial), { recursive: true });
    await mkdir(dirname(final), { recursive: true });
    try {
      await make(partial);
      await rename(partial, final);
    } finally {
      // Renaming one link of a file over another link of the same file leaves both.
      await unlink(partial).catch(() => {});
    }
  }
}
