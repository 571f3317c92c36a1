/** A household's profiles in the database. */
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Maturity } from '../../../contract/wire.ts';
import type { Queryable } from '../../db/client.ts';
import { must } from '../../must.ts';
import { isOwned, type Owned } from '../../security/permission.ts';
import { artworks, programmes } from '../catalog/catalog.tables.ts';
import { isGoneForGood } from '../catalog/gone-titles.service.ts';
import { avatars, blockedTitles, profiles } from './profiles.tables.ts';

export type ProfileRow = typeof profiles.$inferSelect;
export type LimitedRow = ProfileRow & { blockedCount: number; email: string | null };

/** A household's profiles, oldest first. */
export async function listProfiles(db: Queryable, householdId: string): Promise<Owned<ProfileRow>[]> {
  const rows = await db
    .select()
    .from(profiles)
    .where(eq(profiles.householdId, householdId))
    .orderBy(asc(profiles.createdAt), asc(profiles.id));
  return rows.filter((row) => isOwned(householdId, row));
}

/** How many titles each of a household's profiles has blocked. */
export async function countBlocked(db: Queryable, householdId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: blockedTitles.profileId, blocked: count() })
    .from(blockedTitles)
    .innerJoin(profiles, eq(profiles.id, blockedTitles.profileId))
    .innerJoin(programmes, eq(programmes.id, blockedTitles.programmeId))
    .where(eq(profiles.householdId, householdId))
    .groupBy(blockedTitles.profileId);
  return new Map(rows.map(({ id, blocked }) => [id, blocked]));
}

/** A profile of the household; undefined for one of another household. */
export async function findProfile(
  db: Queryable,
  householdId: string,
  id: string,
): Promise<Owned<ProfileRow> | undefined> {
  const [row] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.householdId, householdId)));
  return isOwned(householdId, row) ? row : undefined;
}

export async function insertProfile(
  tx: Queryable,
  values: typeof profiles.$inferInsert,
): Promise<ProfileRow> {
  const [row] = await tx.insert(profiles).values(values).returning();
  return must(row, 'profile');
}

export async function setProfile(
  tx: Queryable,
  { id }: Owned<ProfileRow>,
  values: Partial<typeof profiles.$inferInsert>,
): Promise<ProfileRow> {
  const [row] = await tx.update(profiles).set(values).where(eq(profiles.id, id)).returning();
  return must(row, 'profile');
}

/** Deletes a profile with what refers to it. */
export async function deleteProfile(tx: Queryable, { id }: Owned<ProfileRow>): Promise<void> {
  await tx.delete(profiles).where(eq(profiles.id, id));
}

export interface BlockedRow {
  id: string;
  kind: 'series' | 'movie';
  titleKo: string;
  titleEn: string;
  maturity: Maturity;
  landscapeId: string | null;
  color: string | null;
}

/** The titles blocked for a profile, last blocked first. */
export async function listBlocked(db: Queryable, profileId: string): Promise<BlockedRow[]> {
  return db
    .select({
      id: programmes.id,
      kind: programmes.kind,
      titleKo: programmes.titleKo,
      titleEn: programmes.titleEn,
      maturity: programmes.maturity,
      landscapeId: programmes.landscapeId,
      color: artworks.color,
    })
    .from(blockedTitles)
    .innerJoin(programmes, eq(programmes.id, blockedTitles.programmeId))
    .leftJoin(artworks, eq(artworks.id, programmes.landscapeId))
    .where(eq(blockedTitles.profileId, profileId))
    .orderBy(sql`${blockedTitles.createdAt} desc`, asc(programmes.id));
}

/** Replaces the blocked titles of a profile; returns whether all of them exist. */
export async function setBlocked(
  tx: Queryable,
  { id: profileId }: Owned<ProfileRow>,
  ids: string[],
): Promise<boolean> {
  const known = ids.length
    ? await tx.select({ id: programmes.id }).from(programmes).where(inArray(programmes.id, ids))
    : [];
  await tx.execute(sql`
    delete from profiles_blocked_titles
    where profile_id = ${profileId} and not programme_id = any(${sql.param(ids)}::uuid[])
      and exists (select from catalog_programmes title where title.id = programme_id)`);
  if (known.length) {
    await tx
      .insert(blockedTitles)
      .values(known.map(({ id }) => ({ profileId, programmeId: id })))
      .onConflictDoNothing();
  }
  return known.length === new Set(ids).size;
}

/** Deletes the blocks of titles that are gone for good. */
export async function forgetGoneTitles(db: Queryable, now: Date): Promise<void> {
  await db.delete(blockedTitles).where(isGoneForGood(blockedTitles.programmeId, now));
}

/** The pictures to choose from, in order. */
export async function listAvatars(db: Queryable): Promise<(typeof avatars.$inferSelect)[]> {
  return db.select().from(avatars).orderBy(asc(avatars.position), asc(avatars.artworkId));
}

export async function isAvatar(db: Queryable, artworkId: string): Promise<boolean> {
  return (await db.$count(avatars, eq(avatars.artworkId, artworkId))) > 0;
}
