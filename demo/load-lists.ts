/** The demo's sub-genres, custom rows, content partner, and the sections of home that show them. */
import { inArray, sql } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import { genres, programmes } from '../src/server/modules/catalog/catalog.tables.ts';
import { buildContentPartner, buildCustomRow, buildGenre, buildSection } from '../test/build.ts';
import { demoContentPartner, demoCustomRows, demoFreeSection, demoSubGenres } from './catalogue/lists.ts';
import { isLoaded, setLoaded } from './parts.ts';

const part = 'lists';

/** Sorts the demo catalogue into its lists, once. Titles that are not there any more are left out. */
export async function loadDemoLists(context: Context): Promise<void> {
  if (await isLoaded(context.db, part)) return;
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(721004553)`);
    if (await isLoaded(tx, part)) return;
    const known = await tx.select({ id: programmes.id, slug: programmes.slug }).from(programmes);
    const ids = new Map(known.map((row) => [row.slug, row.id]));
    const idsOf = (slugs: string[]) => slugs.flatMap((slug) => ids.get(slug) ?? []);

    const tops = await tx.select({ id: genres.id, slug: genres.slug }).from(genres);
    for (const own of demoSubGenres) {
      const parentId = tops.find((genre) => genre.slug === own.genre)?.id;
      if (!parentId || tops.some((genre) => genre.slug === own.slug)) continue;
      const { slug, name_ko: nameKo, name_en: nameEn } = own;
      const { id } = await buildGenre(tx, { slug, nameKo, nameEn, parentId });
      await tx.execute(sql`
        insert into catalog_programme_genres (programme_id, genre_id, position, listed_at)
        select id, ${id}, 10, listed_at from catalog_programmes where id = any(${sql.param(idsOf(own.titles))}::uuid[])`);
    }

    const { slug, name_ko: nameKo, name_en: nameEn, titles } = demoContentPartner;
    const partner = await buildContentPartner(tx, { slug, nameKo, nameEn });
    await tx
      .update(programmes)
      .set({ contentPartnerId: partner.id })
      .where(inArray(programmes.id, idsOf(titles)));

    const { name_ko, name_en } = demoFreeSection;
    // Each stands below the category's row of the same position.
    await buildSection(tx, { type: 'free', nameKo: name_ko, nameEn: name_en, position: 0 });
    for (const [index, own] of demoCustomRows.entries()) {
      const names = { nameKo: own.title_ko, nameEn: own.title_en };
      const values = { slug: own.slug, titleKo: own.title_ko, titleEn: own.title_en };
      const row = await buildCustomRow(tx, values, idsOf(own.titles));
      await buildSection(tx, { type: 'row', customRowId: row.id, ...names, position: index });
    }
    await setLoaded(tx, part);
    await announceChange(tx, 'catalog');
  });
}
