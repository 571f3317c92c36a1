/** What the demo family has asked and been told, and the office's canned answers; loaded once. */
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Context } from '../src/server/context.ts';
import { users } from '../src/server/modules/accounts/accounts.tables.ts';
import { episodes, programmes } from '../src/server/modules/catalog/catalog.tables.ts';
import { profiles } from '../src/server/modules/profiles/profiles.tables.ts';
import { myList } from '../src/server/modules/viewing/viewing.tables.ts';
import { buildCannedAnswer, buildInquiry, buildNotification } from '../test/build.ts';
import { demoCannedAnswers, demoInquiries, demoSignIn } from './catalogue/household.ts';
import { isLoaded, setLoaded } from './parts.ts';

const dayMs = 86_400_000;
/** New episodes that the first profile was told of. */
const episodesTold = 2;

/** Loads them all or none. */
export async function loadDemoHousehold(context: Context): Promise<void> {
  if (await isLoaded(context.db, 'household')) return;
  const now = context.now().getTime();
  const daysAgo = (days: number, hours = 1) => new Date(now - days * dayMs - hours * 3_600_000);
  await context.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.username, 'family'));
    if (!user) return;
    for (const { daysAgo: days, answer, ...own } of demoInquiries) {
      const createdAt = daysAgo(days, 5);
      const told = { ...own, user, createdAt, updatedAt: createdAt };
      const { id, title } = await buildInquiry(tx, answer ? { ...told, answer } : told);
      if (answer) await buildNotification(tx, { user, createdAt: daysAgo(days, 2), values: { id, title } });
    }
    await buildNotification(tx, {
      user,
      kind: 'security',
      cause: 'new_sign_in',
      values: { device: demoSignIn.device },
      createdAt: daysAgo(demoSignIn.daysAgo),
      readAt: daysAgo(demoSignIn.daysAgo, 0),
    });
    await loadEpisodesTold(context, tx, user);
    for (const { name, body } of demoCannedAnswers)
      await buildCannedAnswer(tx, { nameKo: name[0], nameEn: name[1], bodyKo: body[0], bodyEn: body[1] });
    await setLoaded(tx, 'household');
  });
}

/** The newest episodes, of series that the family's first profile has in its list from now on. */
async function loadEpisodesTold(
  { now }: Context,
  tx: Parameters<typeof buildNotification>[0],
  user: typeof users.$inferSelect,
): Promise<void> {
  const [profile] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.householdId, user.householdId), eq(profiles.isKid, false)))
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(1);
  if (!profile) return;
  const newest = await tx
    .selectDistinctOn([programmes.latestEpisodeAt, programmes.id], {
      programme: programmes,
      episode: episodes,
    })
    .from(programmes)
    .innerJoin(episodes, eq(episodes.programmeId, programmes.id))
    .where(and(eq(programmes.published, true), eq(episodes.availableFrom, programmes.latestEpisodeAt)))
    .orderBy(desc(programmes.latestEpisodeAt), programmes.id)
    .limit(episodesTold);
  for (const { programme, episode } of newest) {
    await tx
      .insert(myList)
      .values({ profileId: profile.id, householdId: user.householdId, programmeId: programme.id })
      .onConflictDoNothing();
    await buildNotification(tx, {
      user,
      profile,
      kind: 'new_episode',
      cause: 'new_episode',
      subjectId: episode.id,
      values: {
        slug: programme.slug,
        title_ko: programme.titleKo,
        title_en: programme.titleEn,
        season: episode.seasonNumber,
        number: episode.number,
      },
      createdAt: episode.availableFrom ?? now(),
    });
  }
}
