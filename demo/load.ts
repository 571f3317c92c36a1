/**
 * The demo catalogue: texts, accounts and the home page, loaded once into an empty database before the site opens.
 */
import { eq, sql } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import type { Queryable } from '../src/server/db/client.ts';
import { households } from '../src/server/modules/accounts/accounts.tables.ts';
import { episodes } from '../src/server/modules/catalog/catalog.tables.ts';
import { refreshEpisodes, refreshSeries } from '../src/server/modules/catalog/series.service.ts';
import { planPeriods } from '../src/server/modules/plans/plans.tables.ts';
import { must } from '../src/server/must.ts';
import {
  buildBanner,
  buildCategory,
  buildGenre,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildRole,
  buildSeason,
  buildSection,
  buildStaff,
  buildUser,
} from '../test/build.ts';
import { demoCategories } from './catalogue/categories.ts';
import { demoGenres } from './catalogue/genres.ts';
import { homeBanners, homeCategoryRows } from './catalogue/home.ts';
import { demoPeople } from './catalogue/people.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import type { DemoProgramme } from './catalogue/types.ts';
import { historyDays } from './load-history.ts';
import { loadDemoLists } from './load-lists.ts';
import { isLoaded, setLoaded } from './parts.ts';

const dayMs = 86_400_000;
const password = 'maru-demo-2026';

/** Who can sign in to the demo, for the person at the terminal. */
export const demoAccounts = [
  { name: 'family', password, what: 'viewer with a plan; profiles for parents, a PIN (1234) and a child' },
  { name: 'guest', password, what: 'viewer without a plan' },
  { name: 'admin', password, what: 'office, administrator' },
  { name: 'editor', password, what: 'office, programs and videos only' },
];

/** Everything of the demo that is there before the site opens; a few seconds, once. */
export async function loadDemoCatalogue(context: Context, say: (line: string) => void): Promise<void> {
  await loadTitles(context, say);
  await loadDemoLists(context);
}

/** The texts, accounts and home page, all or nothing. */
async function loadTitles(context: Context, say: (line: string) => void): Promise<void> {
  if (await isLoaded(context.db, 'catalogue')) return;
  say('Loading the demo catalogue…');
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(721004552)`);
    if (await isLoaded(tx, 'catalogue')) return;
    const now = context.now();
    const categoryIds = new Map<string, string>();
    for (const own of [...demoCategories].sort(
      (a, b) => Number(a.parent !== null) - Number(b.parent !== null),
    )) {
      const row = await buildCategory(tx, {
        slug: own.slug,
        parentId: own.parent === null ? null : (categoryIds.get(own.parent) ?? null),
        nameKo: own.name_ko,
        nameEn: own.name_en,
        metaTitleKo: own.meta_title_ko,
        metaTitleEn: own.meta_title_en,
        position: own.position,
      });
      categoryIds.set(own.slug, row.id);
    }
    const genreIds = new Map<string, string>();
    for (const own of demoGenres) {
      const row = await buildGenre(tx, { slug: own.slug, nameKo: own.name_ko, nameEn: own.name_en });
      genreIds.set(own.slug, row.id);
    }
    const personIds = new Map<string, string>();
    for (const own of demoPeople) {
      const row = await buildPerson(tx, {
        slug: own.slug,
        nameKo: own.name_ko,
        nameEn: own.name_en,
        professionKo: own.profession_ko,
        professionEn: own.profession_en,
        birthDate: own.birth_date,
      });
      personIds.set(own.slug, row.id);
    }
    const programmeIds = new Map<string, string>();
    for (const own of demoProgrammes)
      programmeIds.set(own.slug, await loadProgramme(tx, own, now, { categoryIds, genreIds, personIds }));
    for (const [position, slug] of homeCategoryRows.entries()) {
      const category = demoCategories.find((own) => own.slug === slug);
      if (!category) continue;
      const categoryId = must(categoryIds.get(slug), slug);
      await buildSection(tx, { nameKo: category.name_ko, nameEn: category.name_en, categoryId, position });
    }
    for (const [position, slug] of homeBanners.entries()) {
      await buildBanner(tx, { programmeId: must(programmeIds.get(slug), slug), position });
    }
    await loadAccounts(tx, new Date(now.getTime() - historyDays * dayMs));
    await setLoaded(tx, 'catalogue');
    await announceChange(tx, 'catalog');
  });
}

interface Ids {
  categoryIds: Map<string, string>;
  genreIds: Map<string, string>;
  personIds: Map<string, string>;
}

async function loadProgramme(tx: Queryable, own: DemoProgramme, now: Date, ids: Ids): Promise<string> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const row = await buildProgramme(
    tx,
    {
      kind: own.kind,
      slug: own.slug,
      titleKo: own.title_ko,
      titleEn: own.title_en,
      synopsisKo: own.synopsis_ko,
      synopsisEn: own.synopsis_en,
      categoryId: must(ids.categoryIds.get(own.category), own.category),
      subCategoryId: must(ids.categoryIds.get(own.sub_category), own.sub_category),
      premium: own.premium,
      maturity: own.maturity,
      status: own.status,
      releaseYear: own.release_year,
      episodesPlanned: own.episodes_planned,
      availableFrom: daysAgo(own.first_published_days_ago ?? 3),
      assetId: null,
    },
    {
      genreIds: own.genres.map((slug) => must(ids.genreIds.get(slug), slug)),
      cast: own.credits.map((credit) => ({
        personId: must(ids.personIds.get(credit.person), credit.person),
        roleKo: credit.role_ko,
        roleEn: credit.role_en,
      })),
    },
  );
  for (const season of own.seasons) {
    const made = await buildSeason(tx, {
      programmeId: row.id,
      number: season.number,
      nameKo: season.name_ko,
      nameEn: season.name_en,
    });
    const added = await tx
      .insert(episodes)
      .values(
        season.episodes.map((episode) => ({
          programmeId: row.id,
          seasonId: made.id,
          seasonNumber: season.number,
          number: episode.number,
          titleKo: episode.title_ko,
          titleEn: episode.title_en,
          synopsisKo: episode.synopsis_ko,
          synopsisEn: episode.synopsis_en,
          published: true,
          availableFrom: daysAgo(episode.published_days_ago),
        })),
      )
      .returning({ id: episodes.id, programmeId: episodes.programmeId });
    await refreshEpisodes(tx, added);
  }
  await refreshSeries(tx, [row.id]);
  return row.id;
}

/** `joinedAt`: when the family joined, before the demo's history begins. */
async function loadAccounts(tx: Queryable, joinedAt: Date): Promise<void> {
  const family = await buildUser(tx, {
    username: 'family',
    email: 'family@example.com',
    password,
    plan: 365,
    createdAt: joinedAt,
  });
  const { householdId } = family;
  await tx.update(households).set({ createdAt: joinedAt }).where(eq(households.id, householdId));
  await tx.update(planPeriods).set({ startsAt: joinedAt }).where(eq(planPeriods.householdId, householdId));
  await buildProfile(tx, { householdId, name: '엄마', maturity: 19 });
  await buildProfile(tx, { householdId, name: '아빠', maturity: 19, pin: '1234' });
  await buildProfile(tx, { householdId, name: 'Grandma', maturity: 15 });
  await buildProfile(tx, { householdId, name: '하늘이', maturity: 7, isKid: true, age: 8 });
  const guest = await buildUser(tx, { username: 'guest', email: 'guest@example.com', password });
  await buildProfile(tx, { householdId: guest.householdId, name: '민지', maturity: 19 });
  await buildStaff(tx, { username: 'admin', name: '관리자', password });
  const every = ['read', 'create', 'update', 'delete', 'publish', 'export', 'import'] as const;
  const editor = await buildRole(tx, {
    nameKo: '편집자',
    nameEn: 'Editor',
    permissions: {
      programmes: [...every],
      people: [...every],
      assets: [...every],
      categories: ['read'],
      genres: ['read'],
    },
  });
  await buildStaff(tx, { username: 'editor', name: '편집자', password, roleId: editor.id });
}
