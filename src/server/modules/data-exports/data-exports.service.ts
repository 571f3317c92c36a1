/** Copies of their data for users who request them: one at a time, one a day, available for a week. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { DataExport } from '../../../contract/account/data-exports.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { enqueue } from '../../jobs/queue.ts';
import { removeLeftovers } from '../../remove-leftovers.ts';
import { users } from '../accounts/accounts.tables.ts';
import { requireReauthentication } from '../accounts/reauthentication.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { dataExports } from './data-exports.tables.ts';
import { fileOf } from './export-files.service.ts';
import { countParts, writeZip } from './zip.service.ts';

const dayMs = 86_400_000;
const retentionDays = 7;
/** A copy that is not ready after this time was given up. */
const patienceMs = 3_600_000;

export const makeExportJobName = 'data_exports_make';

/** The folder in which copies are made, each in a folder named by its id. */
const workFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'work');
const workPrefix = 'export-';

type Row = typeof dataExports.$inferSelect;

const isFailed = (row: Row, now: Date) =>
  row.readyAt === null && row.requestedAt.getTime() < now.getTime() - patienceMs;

function present(row: Row, now: Date): DataExport {
  return {
    id: row.id,
    state: row.readyAt ? 'ready' : isFailed(row, now) ? 'failed' : 'working',
    done: row.done,
    parts: row.parts,
    size_bytes: row.sizeBytes,
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
  };
}

/** The last copy that a user has requested, while it is available, and when the next may be requested. */
export async function getExport(
  db: Queryable,
  { now }: Pick<Context, 'now'>,
  userId: string,
): Promise<{ export: DataExport | null; next_at: string | null }> {
  const at = now();
  const [row] = await db
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.requestedAt))
    .limit(1);
  if (!row || (row.expiresAt && row.expiresAt <= at)) return { export: null, next_at: null };
  const next = new Date(row.requestedAt.getTime() + dayMs);
  return {
    export: present(row, at),
    next_at: isFailed(row, at) || next <= at ? null : next.toISOString(),
  };
}

/** Requests a copy; does nothing while one is being made. */
export async function requestExport(context: Context, user: SignedInUser): Promise<void> {
  await requireReauthentication(context, user);
  await context.db.transaction(async (tx) => {
    // Two simultaneous requests count as one.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update');
    const last = await getExport(tx, context, user.id);
    if (last.export?.state === 'working') return;
    if (last.next_at !== null) fail('export_limit');
    const id = newId();
    await tx.insert(dataExports).values({
      id,
      userId: user.id,
      householdId: user.householdId,
      parts: countParts(context),
      requestedAt: context.now(),
    });
    await enqueue(tx, { name: makeExportJobName }, { id });
    context.log.warn({ userId: user.id, exportId: id }, 'copy of data requested');
  });
}

/**
 * Makes a copy and notifies the user by mail. Running it twice gives the same copy; for a user who was erased meanwhile nothing
 * is stored.
 */
export async function makeExport(context: Context, id: string): Promise<void> {
  const { db, storage, config } = context;
  const [row] = await db
    .select({ export: dataExports, email: users.email, locale: users.locale })
    .from(dataExports)
    .innerJoin(users, eq(users.id, dataExports.userId))
    .where(and(eq(dataExports.id, id), isNull(dataExports.readyAt)));
  if (!row) return;
  const { userId, householdId } = row.export;
  const folder = join(workFolder(config), workPrefix + id);
  // Left over by an earlier attempt that was killed.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const path = join(folder, 'data.zip');
    let done = 0;
    await writeZip(context, { userId, householdId, locale: row.locale }, path, async () => {
      done += 1;
      await db.update(dataExports).set({ done }).where(eq(dataExports.id, id));
    });
    const { size } = await stat(path);
    await storage.putFile(fileOf(id), path);
    const stored = await db.transaction(async (tx) => {
      const readyAt = context.now();
      const ready = await tx
        .update(dataExports)
        .set({
          sizeBytes: size,
          readyAt,
          expiresAt: new Date(readyAt.getTime() + retentionDays * dayMs),
        })
        .where(and(eq(dataExports.id, id), isNull(dataExports.readyAt)))
        .returning({ id: dataExports.id });
      if (ready.length > 0)
        await queueMail(tx, context, {
          to: row.email,
          userId,
          locale: row.locale,
          template: 'data_ready',
          values: { days: retentionDays },
        });
      const [still] = await tx.select({ id: dataExports.id }).from(dataExports).where(eq(dataExports.id, id));
      return still !== undefined;
    });
    if (!stored) await storage.remove(fileOf(id));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a ready copy of the user, to be sent; another user's is not found. */
export async function openExport(context: Context, user: SignedInUser, id: string) {
  const [row] = await context.db
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.id, id),
        eq(dataExports.userId, user.id),
        sql`${dataExports.expiresAt} > ${context.now()}`,
      ),
    );
  if (!row) fail('not_found');
  await requireReauthentication(context, user);
  const file = (await context.storage.open(fileOf(id))) ?? fail('not_found');
  context.log.warn({ userId: user.id, exportId: id }, 'copy of data downloaded');
  return file;
}

/** Deletes expired copies with their files, and those that failed. */
export async function forgetExports({
  db,
  storage,
  now,
}: Pick<Context, 'db' | 'storage' | 'now'>): Promise<void> {
  const over = await db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(
      sql`${dataExports.expiresAt} <= ${now()} or ${and(
        isNull(dataExports.readyAt),
        lt(dataExports.requestedAt, new Date(now().getTime() - retentionDays * dayMs)),
      )}`,
    );
  for (const { id } of over) {
    await storage.remove(fileOf(id));
    await db.delete(dataExports).where(eq(dataExports.id, id));
  }
}

/** Deletes from this machine's disk what killed processes have left of copies that nobody is making any more. */
export const removeUnfinished = ({ config, now }: Pick<Context, 'config' | 'now'>): Promise<void> =>
  removeLeftovers(workFolder(config), workPrefix, new Date(now().getTime() - patienceMs));
