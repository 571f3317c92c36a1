/** Files of inquiries: their type is determined by their content, and they are never shown as a page. */
import type { Readable } from 'node:stream';
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { attachmentBytes } from '../../../contract/account/inquiries.ts';
import { isKeyOf } from '../../../contract/keys.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { CallError, fail } from '../../errors.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { enqueue } from '../../jobs/queue.ts';
import { loadSharp } from '../../load-sharp.ts';
import { must } from '../../must.ts';
import { makeGate } from '../../security/gate.ts';
import { beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { lockHousehold } from './inquiries.repo.ts';
import { inquiryAttachments } from './inquiries.tables.ts';

export type AttachmentRow = typeof inquiryAttachments.$inferSelect;

const dayMs = 86_400_000;

/** Where the files of a household lie in the storage. */
export const filesOf = (householdId: string): string => `inquiries/${householdId}/`;

export const removeHouseholdFilesJobName = 'inquiries_remove_files';

/** Has the files of a household removed, once the transaction that erases it has committed. */
export const removeHouseholdFiles = (tx: Queryable, householdId: string): Promise<void> =>
  enqueue(tx, { name: removeHouseholdFilesJobName }, { householdId });

/** Files without a message that a household may have at any time. */
const maxLoose = 30;
/** A screenshot of the largest screens has 15 million pixels; each takes four bytes once it is decoded. */
const maxPixels = 25_000_000;
/** Simultaneous uploads: of one household, and of all. */
const maxHouseholdUploads = 5;
const maxUploads = 16;
/** 10 MB over a slow line; a slower upload occupies a place that others wait for. */
const uploadTimeoutMs = 120_000;
/** The longer side of a stored picture: a screenshot stays readable, a photograph gets smaller. */
const maxSide = 4096;
/** A picture that takes longer is refused. */
const maxSeconds = 10;

const imageTypes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

const isPdf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF');

/**
 * The stored form of a picture, and its type. Re-encoding removes everything else from its bytes, including where it was taken.
 * Fails when the file is no picture, or has more pixels than any screen.
 */
async function cleanPicture(bytes: Buffer): Promise<{ contentType: string; stored: Buffer }> {
  try {
    const sharp = await loadSharp();
    const image = sharp(bytes, { limitInputPixels: maxPixels });
    // Read from the head of the file alone: a picture that is too large is never decoded.
    const { format, width, height } = await image.metadata();
    if (!format || !isKeyOf(imageTypes, format) || width * height > maxPixels) fail('invalid_file');
    const small = image
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: maxSeconds });
    // With a quality, PNG would be reduced to a palette, which takes a core for ten seconds.
    const stored = await (format === 'png'
      ? small.png()
      : small.toFormat(format, { quality: 88 })
    ).toBuffer();
    return { contentType: imageTypes[format], stored };
  } catch {
    fail('invalid_file');
  }
}

/** The sender's name for a file as a plain name with the ending that its content has. */
function cleanName(name: string, contentType: string): string {
  const ending = must(endings[contentType], contentType);
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}/\\:*?"<>|]+/gu, ' ')
    .replace(/\.[^.]*$/, '')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 100)
    .trim();
  return `${plain || 'file'}.${ending}`;
}

/** Pictures are decoded one after another, by turns of the households: each takes up to 100 MB and a core for a second. */
const decoding = makeGate(1, maxUploads);
/** Refused files of a household within ten minutes. */
const refusedFiles = new RateLimit('inquiry_files', 30, 600_000, { code: 'too_many_tries' });
/** Uploads in progress, by household; all together they hold no more than `maxUploads` files in memory. */
const underWay = new Map<string, number>();
let uploads = 0;

/**
 * Takes one of the places for simultaneous uploads; fails with `unavailable` when none is free. Returns the function that
 * releases it.
 */
function beginUpload(householdId: string): () => void {
  const own = underWay.get(householdId) ?? 0;
  if (own >= maxHouseholdUploads || uploads >= maxUploads) fail('unavailable');
  underWay.set(householdId, own + 1);
  uploads += 1;
  return () => {
    uploads -= 1;
    const left = (underWay.get(householdId) ?? 1) - 1;
    if (left > 0) underWay.set(householdId, left);
    else underWay.delete(householdId);
  };
}

/** Stores a file of a household for a later message. */
export async function keepAttachment(
  context: Context,
  householdId: string,
  name: string,
  body: Readable,
): Promise<AttachmentRow> {
  // Refused files are counted because reading them has a cost, too.
  const attempt = await beginAttempt(context, refusedFiles.of(householdId));
  const end = beginUpload(householdId);
  try {
    const row = await storeAttachment(context, householdId, name, body);
    await attempt.succeed();
    return row;
  } finally {
    end();
  }
}

async function storeAttachment(
  context: Context,
  householdId: string,
  name: string,
  body: Readable,
): Promise<AttachmentRow> {
  const now = context.now();
  // A household without room is refused before the file is read.
  await requireRoom(context.db, householdId, now);
  const late = setTimeout(() => body.destroy(new CallError('request_timeout')), uploadTimeoutMs);
  const bytes = await readBytes(body, attachmentBytes).finally(() => clearTimeout(late));
  const { contentType, stored } = isPdf(bytes)
    ? { contentType: 'application/pdf', stored: bytes }
    : await decoding(() => cleanPicture(bytes), householdId);
  const id = newId();
  const row: AttachmentRow = {
    id,
    householdId,
    messageId: null,
    name: cleanName(name, contentType),
    contentType,
    storageKey: `${filesOf(householdId)}${id}`,
    sizeBytes: stored.length,
    createdAt: now,
  };
  // The row is written first: a kill in between leaves a row that is deleted within a day, never a file without a row.
  await context.db.transaction(async (tx) => {
    // Simultaneous uploads are counted one after another.
    await lockHousehold(tx, householdId);
    await requireRoom(tx, householdId, now);
    await tx.insert(inquiryAttachments).values(row);
  });
  await context.storage.put(row.storageKey, stored);
  return row;
}

/** Fails with `inquiry_limit` when the household has as many files without a message as it may. */
async function requireRoom(db: Queryable, householdId: string, now: Date): Promise<void> {
  const loose = await db.$count(
    inquiryAttachments,
    and(
      eq(inquiryAttachments.householdId, householdId),
      isNull(inquiryAttachments.messageId),
      gt(inquiryAttachments.createdAt, new Date(now.getTime() - dayMs)),
    ),
  );
  if (loose >= maxLoose) fail('inquiry_limit');
}

/** Sends a file as a download. Browsers do not run files of any type here. */
export async function sendAttachment(
  context: Context,
  reply: FastifyReply,
  row: AttachmentRow | undefined,
): Promise<FastifyReply> {
  const opened = row && (await context.storage.open(row.storageKey));
  if (!row || !opened) fail('not_found');
  const ascii = row.name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const named = encodeURIComponent(row.name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return reply
    .headers({
      'content-type': row.contentType,
      'content-length': String(opened.sizeBytes),
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${named}`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(opened.stream);
}

/** Deletes files that are a day old and belong to no message; returns how many. */
export async function forgetLooseAttachments({
  db,
  storage,
  now,
}: Pick<Context, 'db' | 'storage' | 'now'>): Promise<number> {
  const loose = await db
    .select()
    .from(inquiryAttachments)
    .where(
      and(
        isNull(inquiryAttachments.messageId),
        lt(inquiryAttachments.createdAt, new Date(now().getTime() - dayMs)),
      ),
    )
    .limit(1000);
  for (const { storageKey } of loose) await storage.remove(storageKey);
  if (loose.length > 0)
    await db.delete(inquiryAttachments).where(
      and(
        inArray(
          inquiryAttachments.id,
          loose.map(({ id }) => id),
        ),
        isNull(inquiryAttachments.messageId),
      ),
    );
  return loose.length;
}
