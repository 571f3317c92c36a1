/** Links for players of other makers in the database. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { users } from '../accounts/accounts.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { playerLinks } from './player-links.tables.ts';

export type PlayerLinkRow = typeof playerLinks.$inferSelect;

const select = (db: Queryable) =>
  db
    .select({ link: playerLinks, profileName: profiles.name })
    .from(playerLinks)
    .innerJoin(profiles, eq(profiles.id, playerLinks.profileId));

export type NamedLink = Awaited<ReturnType<typeof select>>[number];

export const listLinks = (db: Queryable, householdId: string): Promise<NamedLink[]> =>
  select(db)
    .where(eq(playerLinks.householdId, householdId))
    .orderBy(desc(playerLinks.createdAt), desc(playerLinks.id));

export async function findLink(
  db: Queryable,
  householdId: string,
  id: string,
): Promise<NamedLink | undefined> {
  const [found] = await select(db).where(
    and(eq(playerLinks.id, id), eq(playerLinks.householdId, householdId)),
  );
  return found;
}

/** The link of a token. The account of its creator must not be suspended. */
export async function findLinkByToken(db: Queryable, tokenHash: string): Promise<PlayerLinkRow | undefined> {
  const [found] = await db
    .select({ link: playerLinks })
    .from(playerLinks)
    .innerJoin(users, and(eq(users.id, playerLinks.userId), isNull(users.suspendedAt)))
    .where(eq(playerLinks.tokenHash, tokenHash));
  return found?.link;
}

/** Blocks the creation of other links of the household until the transaction ends. */
export async function lockLinks(tx: Queryable, householdId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`player-links:${householdId}`}, 0))`);
}

export async function countLinks(tx: Queryable, householdId: string): Promise<number> {
  const [found] = await tx
    .select({ total: count() })
    .from(playerLinks)
    .where(eq(playerLinks.householdId, householdId));
  return found?.total ?? 0;
}

export async function insertLink(tx: Queryable, link: typeof playerLinks.$inferInsert): Promise<void> {
  await tx.insert(playerLinks).values(link);
}

export async function setLink(
  tx: Queryable,
  id: string,
  values: Partial<Pick<PlayerLinkRow, 'tokenHash' | 'lastUsedAt'>>,
): Promise<void> {
  await tx.update(playerLinks).set(values).where(eq(playerLinks.id, id));
}

export async function deleteLink(tx: Queryable, id: string): Promise<void> {
  await tx.delete(playerLinks).where(eq(playerLinks.id, id));
}
