/** The demo's planned changes: a release of next week, titles that leave soon, and their row on home. */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import { newId } from '../src/server/db/columns.ts';
import { programmes } from '../src/server/modules/catalog/catalog.tables.ts';
import { sections } from '../src/server/modules/home/home.tables.ts';
import { plannedChanges, releases } from '../src/server/modules/releases/releases.tables.ts';
import { staff } from '../src/server/modules/staff/staff.tables.ts';
import { must } from '../src/server/must.ts';
import { addDays, dayIn, startOfDay } from '../src/server/zone.ts';
import { demoLeaving, demoLeavingSection, demoRelease } from './catalogue/releases.ts';
import { isLoaded, setLoaded } from './parts.ts';

const part = 'releases';

/** Loads them once in a database's life; nothing of it where the administrator or the titles are gone. */
export async function loadDemoReleases(context: Context): Promise<void> {
  if (await isLoaded(context.db, part)) return;
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(721004556)`);
    if (await isLoaded(tx, part)) return;
    const now = context.now();
    const zone = context.config.serviceZone;
    const inDays = (days: number) => startOfDay(addDays(dayIn(now, zone), days), zone);
    for (const { slug, days } of demoLeaving)
      await tx
        .update(programmes)
        .set({ availableUntil: inDays(days) })
        .where(eq(programmes.slug, slug));
    const [last] = await tx
      .select({ position: sql<number>`coalesce(max(${sections.position}), 0)` })
      .from(sections);
    await tx
      .insert(sections)
      .values({ ...demoLeavingSection, type: 'leaving', position: (last?.position ?? 0) + 1 });
    await setLoaded(tx, part);
    await announceChange(tx, 'catalog');
    await announceChange(tx, 'home');

    const [maker] = await tx.select().from(staff).where(eq(staff.username, 'admin'));
    const titles = await tx
      .select()
      .from(programmes)
      .where(
        inArray(
          programmes.slug,
          demoRelease.changes.map(({ slug }) => slug),
        ),
      )
      .orderBy(asc(programmes.slug));
    if (!maker || titles.length < demoRelease.changes.length) return;
    const by = { staffId: maker.id, staffName: maker.name, createdAt: now, updatedAt: now };
    const releaseId = newId();
    // Nine in the morning.
    const appliesAt = new Date(inDays(7).getTime() + 9 * 3_600_000);
    await tx.insert(releases).values({ id: releaseId, name: demoRelease.name, appliesAt, ...by });
    await tx.insert(plannedChanges).values(
      demoRelease.changes.map(({ slug, premium }, at) => {
        const title = must(
          titles.find((own) => own.slug === slug),
          slug,
        );
        return {
          releaseId,
          position: at + 1,
          entity: 'programmes',
          entityId: title.id,
          label: title.titleKo,
          action: 'update' as const,
          fields: { premium },
          before: { premium: title.premium },
          ...by,
        };
      }),
    );
  });
}
