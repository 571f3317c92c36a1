/**
 * Pictures sent beside a file of records, which its cells name. They are kept as they came until the import is made. A picture's id
 * follows from its bytes and its kind: importing it again is no change, and cutting it again after a kill makes nothing twice.
 */
import { createHash } from 'node:crypto';
import { maxImportPictures, maxPicturesBytes } from '../../../contract/admin/imports.ts';
import type { ImageKind } from '../../../contract/images.ts';
import type { Context } from '../../context.ts';
import { failField } from '../../errors.ts';
import { groupBy } from '../../group-by.ts';
import { must } from '../../must.ts';
import { cutArtwork, findArtworkIds, type StoredArtwork } from '../catalog/artworks.service.ts';

/** A picture that was sent with an import. */
export interface Picture {
  name: string;
  /** SHA-256 of its bytes, by which they are stored. */
  hash: string;
  sizeBytes: number;
}

/** A picture as a record is to have it. */
export interface NamedPicture {
  id: string;
  kind: ImageKind;
  picture: Picture;
}

const below = (importId: string) => `files/imports/${importId}/`;
const listOf = (importId: string) => `${below(importId)}pictures.json`;
const bytesOf = (importId: string, hash: string) => `${below(importId)}${hash}`;

/** The pictures of an import, by name. */
export async function readPictures({ storage }: Pick<Context, 'storage'>, id: string): Promise<Picture[]> {
  const text = await storage.read(listOf(id));
  return text ? (JSON.parse(text.toString()) as Picture[]) : [];
}

/** Keeps a picture; one of the same name is replaced. The import's row has to be locked, so that two do not write the list at once. */
export async function keepPicture(
  { storage }: Pick<Context, 'storage'>,
  id: string,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const others = (await readPictures({ storage }, id)).filter((own) => own.name !== name);
  if (others.length >= maxImportPictures) failField('file', 'pictures_count', { max: maxImportPictures });
  const total = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes.length);
  if (total > maxPicturesBytes) failField('file', 'pictures_bytes', { max: maxPicturesBytes / 2 ** 20 });
  const hash = createHash('sha256').update(bytes).digest('hex');
  await storage.put(bytesOf(id, hash), bytes);
  const all = [...others, { name, hash, sizeBytes: bytes.length }].sort((a, b) => (a.name < b.name ? -1 : 1));
  await storage.put(listOf(id), JSON.stringify(all));
}

/** Removes the pictures of an import. */
export const removePictures = ({ storage }: Pick<Context, 'storage'>, id: string): Promise<void> =>
  storage.removeBelow(below(id));

/** Answers what a cell names: pictures of that name in any case. */
export function pictureFinder(pictures: Picture[]): (name: string) => Picture[] {
  const named = groupBy(pictures, ({ name }) => fold(name));
  return (name) => named.get(fold(name)) ?? [];
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase();

/** The id of a picture that is cut to a kind: a UUID of version 8. */
export function pictureId(kind: ImageKind, { hash }: Picture): string {
  const bytes = createHash('sha256').update(`${kind} ${hash}`).digest().subarray(0, 16);
  bytes[6] = (must(bytes[6], 'byte') & 0x0f) | 0x80;
  bytes[8] = (must(bytes[8], 'byte') & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Cuts pictures that no record has had yet, one after the other. Takes seconds for large ones, so it does not belong into a transaction. */
export async function cutPictures(
  context: Pick<Context, 'storage' | 'db'>,
  importId: string,
  pictures: NamedPicture[],
): Promise<StoredArtwork[]> {
  const known = await findArtworkIds(
    context.db,
    pictures.map(({ id }) => id),
  );
  const cut: StoredArtwork[] = [];
  for (const { id, kind, picture } of pictures) {
    if (known.has(id)) continue;
    const bytes = must(await context.storage.read(bytesOf(importId, picture.hash)), 'picture');
    cut.push(await cutArtwork(context, kind, bytes, id));
  }
  return cut;
}
