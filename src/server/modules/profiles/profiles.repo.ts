/** A household's profiles in the database. */
import { and, asc, count, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { households, sessions } from '../accounts/accounts.tables.ts';
import { artworks, programmes } from '../catalog/catalog.tables.ts';
import { playbackProgress, playbackSessions } from '../playback/playback.tables.ts';
import { avatars, blockedTitles, profiles } from './profiles.tables.ts';

export type ProfileRow = typeof profiles.$inferSelect;
export type LimitedRow = ProfileRow & { blockedCount: number; email: string | null };

/** Makes others who change the household's profiles wait until the transaction ends. */
export async function lockHousehold(tx: Queryable, householdId: string): Promise<void> {
  await tx
    .select({ id: households.id })
    .from(households)
    .where(eq(households.id, householdId))
    .for('no key update');
}

/** A household's profiles, oldest first. */
export async function listProfiles(db: Queryable, householdId: string): Promise<ProfileRow[]> {
  return db
    .select()
    .from(profiles)
    .where(eq(profiles.householdId, householdId))
    .orderBy(asc(profiles.createdAt), asc(profiles.id));
}

/** How many titles each of a household's profiles has blocked. */
export async function countBlocked(db: Queryable, householdId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: blockedTitles.profileId, blocked: count() })
    .from(blockedTitles)
    .innerJoin(profiles, eq(profiles.id, blockedTitles.profileId))
    .where(eq(profiles.householdId, householdId))
    .groupBy(blockedTitles.profileId);
  return new Map(rows.map(({ id, blocked }) => [id, blocked]));
}

/** A household's own profile; another household's is undefined. */
export async function findProfile(
  db: Queryable,
  householdId: string,
  id: string,
): Promise<ProfileRow | undefined> {
  const [row] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.householdId, householdId)));
  return row;
}

export async function insertProfile(
  tx: Queryable,
  values: typeof profiles.$inferInsert,
): Promise<ProfileRow> {
  const [row] = await tx.insert(profiles).values(values).returning();
  return row as ProfileRow;
}

export async function setProfile(
  tx: Queryable,
  id: string,
  values: Partial<typeof profiles.$inferInsert>,
): Promise<ProfileRow> {
  const [row] = await tx.update(profiles).set(values).where(eq(profiles.id, id)).returning();
  return row as ProfileRow;
}

/**
 * Deletes a profile with its list, ratings, blocked titles and how far it came. What it was playing ends; that it was played
 * stays counted for the reports.
 */
export async function deleteProfile(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.delete(playbackProgress).where(eq(playbackProgress.profileId, id));
  await tx
    .update(playbackSessions)
    .set({ endedAt: now })
    .where(and(eq(playbackSessions.profileId, id), isNull(playbackSessions.endedAt)));
  await tx.update(sessions).set({ profileId: null, withoutSecret: true }).where(eq(sessions.profileId, id));
  await tx.delete(profiles).where(eq(profiles.id, id));
}

/** Closes a profile on all devices that are in it but one, and ends what they play: who is at them is not known any more. */
export async function closeProfile(tx: Queryable, id: string, but: string, now: Date): Promise<void> {
  const elsewhere = or(isNull(playbackSessions.sessionId), ne(playbackSessions.sessionId, but));
  await tx
    .update(playbackSessions)
    .set({ endedAt: now })
    .where(and(eq(playbackSessions.profileId, id), isNull(playbackSessions.endedAt), elsewhere));
  await tx
    .update(sessions)
    .set({ profileId: null, withoutSecret: true })
    .where(and(eq(sessions.profileId, id), ne(sessions.id, but)));
}

/** Remembers on a device which profile was entered. A proof is whoever gave it in the one before: it does not come along. */
export async function setEntered(db: Queryable, sessionId: string, profileId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ profileId, provedAt: null })
    .where(and(eq(sessions.id, sessionId), sql`${sessions.profileId} is distinct from ${profileId}`));
}

interface HouseholdRow {
  zone: string | null;
  hasParentPin: boolean;
}

export async function getHousehold(db: Queryable, id: string): Promise<HouseholdRow> {
  const [row] = await db.select().from(households).where(eq(households.id, id));
  return { zone: row?.zone ?? null, hasParentPin: row?.parentPinHash != null };
}

export async function setHousehold(
  db: Queryable,
  id: string,
  values: { zone?: string; parentPinHash?: string | null },
): Promise<void> {
  await db.update(households).set(values).where(eq(households.id, id));
}

export interface BlockedRow {
  id: string;
  kind: 'series' | 'movie';
  titleKo: string;
  titleEn: string;
  maturity: number;
  landscapeId: string | null;
  color: string | null;
}

/** The titles that a profile must not see, last blocked first. */
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

/** Makes these the titles that a profile must not see; answers whether all of them exist. */
export async function setBlocked(tx: Queryable, profileId: string, ids: string[]): Promise<boolean> {
  const known = ids.length
    ? await tx.select({ id: programmes.id }).from(programmes).where(inArray(programmes.id, ids))
    : [];
  await tx.execute(sql`
    delete from profiles_blocked_titles
    where profile_id = ${profileId} and not programme_id = any(${sql.param(ids)}::uuid[])`);
  if (known.length) {
    await tx
      .insert(blockedTitles)
      .values(known.map(({ id }) => ({ profileId, programmeId: id })))
      .onConflictDoNothing();
  }
  return known.length === new Set(ids).size;
}

/** The pictures to choose from, in order. */
export async function listAvatars(db: Queryable): Promise<(typeof avatars.$inferSelect)[]> {
  return db.select().from(avatars).orderBy(asc(avatars.position), asc(avatars.artworkId));
}

export async function isAvatar(db: Queryable, artworkId: string): Promise<boolean> {
  return (await db.$count(avatars, eq(avatars.artworkId, artworkId))) > 0;
}
