/** Artwork: an uploaded image is stored once, cut to its kind's shape; its widths are made when first asked for. */
import { eq, inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Sharp } from 'sharp';
import { exactImageSize, type ImageKind, imageRatio, imageWidths } from '../../../contract/images.ts';
import type { Image } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail, failField } from '../../errors.ts';
import { loadSharp } from '../../load-sharp.ts';
import { presentImage } from './catalog.present.ts';
import { artworks } from './catalog.tables.ts';

const formats = ['jpeg', 'png', 'webp', 'avif', 'heif'];
const pixelLimit = 60_000_000;
/** An image that takes longer is refused. */
const maxSeconds = 30;

/** An image that has been cut. */
export interface StoredArtwork {
  id: string;
  kind: ImageKind;
  color: string;
}

/** Stores an image and adds its row. */
export async function storeArtwork(
  context: Pick<Context, 'storage'>,
  db: Queryable,
  kind: ImageKind,
  bytes: Buffer,
): Promise<StoredArtwork> {
  const stored = await cutArtwork(context, kind, bytes);
  await insertArtworks(db, [stored]);
  return stored;
}

/** Adds the rows of stored images; one that is there already stays as it is. */
export async function insertArtworks(db: Queryable, stored: StoredArtwork[]): Promise<void> {
  if (stored.length > 0) await db.insert(artworks).values(stored).onConflictDoNothing();
}

/** Those of these ids that images have. */
export async function findArtworkIds(db: Queryable, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: artworks.id }).from(artworks).where(inArray(artworks.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** The kind of an image; undefined if there is none of this id. */
export async function findArtworkKind(db: Queryable, id: string): Promise<ImageKind | undefined> {
  const [row] = await db.select({ kind: artworks.kind }).from(artworks).where(eq(artworks.id, id));
  return row?.kind;
}

/** Returns a function that presents the images of those ids: one query for all rows of a page. */
export async function picturesOf(
  db: Queryable,
  ids: (string | null)[],
): Promise<(id: string | null) => Image | null> {
  const wanted = ids.filter((id) => id !== null);
  const rows =
    wanted.length === 0
      ? []
      : await db
          .select({ id: artworks.id, color: artworks.color })
          .from(artworks)
          .where(inArray(artworks.id, wanted));
  const colors = new Map(rows.map((row) => [row.id, row.color]));
  return (id) => presentImage(id, colors.get(id ?? '') ?? null);
}

/** A picture of the most pixels takes 240 MB while it is cut, so one is cut after the other. */
let cutting: Promise<unknown> = Promise.resolve();

/**
 * Cuts an image to its kind's shape and stores it. Takes seconds for a large one, so it does not belong into a transaction.
 * Throws `invalid_file` when it is none that can be read.
 */
export function cutArtwork(
  context: Pick<Context, 'storage'>,
  kind: ImageKind,
  bytes: Buffer,
  id = newId(),
): Promise<StoredArtwork> {
  return inTurn(() => cut(context, kind, bytes, id));
}

/** Fails with `invalid_file` unless the bytes are an image that can be read to its end. */
export function checkImage(bytes: Buffer): Promise<void> {
  return inTurn(async () => {
    try {
      await dominantColor(await openImage(bytes));
    } catch {
      fail('invalid_file');
    }
  });
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const own = cutting.then(work);
  cutting = own.catch(() => {});
  return own;
}

/** An image of a format and a size that are read. */
async function openImage(bytes: Buffer): Promise<Sharp> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: pixelLimit });
  const { format } = await image.metadata();
  return formats.includes(format ?? '') ? image : fail('invalid_file');
}

/** Fails with a field error unless the image has the exact size of its kind, or with `invalid_file` if it cannot be read. */
async function checkExactSize(kind: ImageKind, bytes: Buffer): Promise<void> {
  const exact = exactImageSize[kind];
  if (!exact) return;
  const read = async () => (await openImage(bytes)).metadata();
  const { width, height } = await read().catch(() => fail('invalid_file'));
  if (width !== exact.width || height !== exact.height) failField(kind, 'dimensions', exact);
}

async function cut(
  context: Pick<Context, 'storage'>,
  kind: ImageKind,
  bytes: Buffer,
  id: string,
): Promise<StoredArtwork> {
  const width = Math.max(...imageWidths[kind]);
  await checkExactSize(kind, bytes);
  let source: Buffer;
  let color: string;
  try {
    source = await (await openImage(bytes))
      .rotate()
      .resize({ width, height: Math.round(width / imageRatio[kind]), fit: 'cover', position: 'attention' })
      .webp({ quality: 92, effort: 2 })
      .timeout({ seconds: maxSeconds })
      .toBuffer();
    color = await dominantColor((await loadSharp())(source));
  } catch {
    fail('invalid_file');
  }
  await context.storage.put(`artworks/${id}/source.webp`, source);
  return { id, kind, color };
}

/** The mean of a tiny copy, darkened so that light text over it stays readable while the image loads. */
async function dominantColor(image: Sharp): Promise<string> {
  const { data } = await image
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${[...data.subarray(0, 3)]
    .map((value) =>
      Math.round(value * 0.6)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const allWidths = new Set<number>(Object.values(imageWidths).flat());
const imageName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/(\d{2,4})\.(avif|webp)$/;

/** Serves images by name, `<id>/<width>.<avif|webp>`: from memory, from storage, or made now and stored. */
export class ImageStore {
  readonly #storage: Context['storage'];
  readonly #hot = new LRUCache<string, Buffer>({
    maxSize: 32 * 2 ** 20,
    sizeCalculation: (bytes) => bytes.length,
  });
  readonly #making = new Map<string, Promise<Buffer | undefined>>();
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(storage: Context['storage']) {
    this.#storage = storage;
  }

  /** The bytes, or undefined when there is no such image or width. */
  async find(name: string): Promise<Buffer | undefined> {
    const [, id, width, format] = imageName.exec(name) ?? [];
    if (!id || !allWidths.has(Number(width))) return undefined;
    const hot = this.#hot.get(name);
    if (hot) return hot;
    let making = this.#making.get(name);
    if (!making) {
      making = this.#load(name, id, Number(width), format === 'avif' ? 'avif' : 'webp').finally(() =>
        this.#making.delete(name),
      );
      this.#making.set(name, making);
    }
    const bytes = await making;
    if (bytes) this.#hot.set(name, bytes);
    return bytes;
  }

  async #load(name: string, id: string, width: number, format: 'avif' | 'webp'): Promise<Buffer | undefined> {
    const key = `artworks/${name}`;
    const cached = await this.#storage.read(key);
    if (cached) return cached;
    const source = await this.#storage.read(`artworks/${id}/source.webp`);
    if (!source) return undefined;
    await this.#turn();
    try {
      const sharp = await loadSharp();
      const small = sharp(source).resize({ width, withoutEnlargement: true });
      const made = await (format === 'avif'
        ? small.avif({ quality: 55, effort: 1 })
        : small.webp({ quality: 78, effort: 3 })
      ).toBuffer();
      await this.#storage.put(key, made);
      return made;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** At most two are made at once, so that a page of new images leaves the machine usable. */
  async #turn(): Promise<void> {
    while (this.#running >= 2) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }
}
