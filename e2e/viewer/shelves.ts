/** What the stories of lists look at: a genre and a sub-category with more titles than a screen holds, and the rest. */
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { must } from '../../src/server/must.ts';
import {
  buildAsset,
  buildCategory,
  buildContentPartner,
  buildCustomRow,
  buildEpisode,
  buildGenre,
  buildPerson,
  buildProgramme,
  buildSeason,
  buildSection,
} from '../../test/build.ts';
import { firstPosition, type Story } from '../fixtures.ts';

export type Shelves = Awaited<ReturnType<typeof stockShelves>>;

/** How many plain titles there are: with the five named ones more than one page of anything. */
export const plainTitles = 40;

/** Every list that the catalogue has, with titles whose first letters differ in both languages. */
export async function stockShelves({ db, url }: Story, name: string) {
  const position = firstPosition();
  const category = await buildCategory(db, {
    slug: `${name}-shows`,
    nameKo: `${name} 쇼`,
    nameEn: `${name} Shows`,
    position,
  });
  const sub = await buildCategory(db, {
    slug: `${name}-talk`,
    parentId: category.id,
    nameKo: '이야기 쇼',
    nameEn: 'Talk Shows',
    metaTitleKo: `${name} 이야기 쇼 모아 보기`,
    metaTitleEn: `${name} talk shows worth hearing`,
  });
  const other = await buildCategory(db, {
    slug: `${name}-travel`,
    parentId: category.id,
    nameKo: '여행 쇼',
    nameEn: 'Travel Shows',
    position: 1,
  });
  // Tabs are rendered where there is something to choose.
  await buildCategory(db, { slug: `${name}-empty`, position: position + 1 });
  const genre = await buildGenre(db, {
    slug: `${name}-mystery`,
    nameKo: `${name} 추리`,
    nameEn: `${name} Mystery`,
  });
  const subGenre = await buildGenre(db, {
    slug: `${name}-locked-room`,
    parentId: genre.id,
    nameKo: '밀실',
    nameEn: 'Locked Room',
  });
  // One partner has the page; another story may have made it.
  const found = await db.execute(sql`select id from catalog_content_partners where slug = 'kocowa'`);
  const partnerId =
    (found.rows[0] as { id: string } | undefined)?.id ??
    (await buildContentPartner(db, { slug: 'kocowa', nameKo: '코코와', nameEn: 'Kocowa' })).id;
  const person = await buildPerson(db, {
    slug: `${name}-nuri`,
    nameKo: `${name} 장누리`,
    nameEn: `${name} Nuri Jang`,
    professionKo: '배우',
    professionEn: 'Actor',
    birthDate: '1990-02-03',
  });
  const asset = await buildAsset(db);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const common = {
    categoryId: category.id,
    subCategoryId: sub.id,
    contentPartnerId: partnerId,
    assetId: asset.id,
    releaseYear: 2026,
  };
  const parts = { genreIds: [genre.id] };
  let leaving: Awaited<ReturnType<typeof buildProgramme>> | undefined;
  for (let number = 1; number <= plainTitles; number += 1) {
    const plain = await buildProgramme(
      db,
      {
        ...common,
        slug: `${name}-plain-${number}`,
        titleKo: `가을밤 ${name} ${number}`,
        titleEn: `Autumn ${name} ${number}`,
        availableFrom: minutesAgo(100 + number),
        // The first leaves in ten days.
        availableUntil: number === 1 ? minutesAgo(-10 * 24 * 60) : null,
      },
      parts,
    );
    leaving ??= plain;
  }
  const named = async (
    slug: string,
    titleKo: string,
    titleEn: string,
    minutes: number,
    values: Parameters<typeof buildProgramme>[1] = {},
  ) =>
    buildProgramme(
      db,
      { ...common, slug: `${name}-${slug}`, titleKo, titleEn, availableFrom: minutesAgo(minutes), ...values },
      {
        genreIds: [genre.id, subGenre.id],
        cast: [{ personId: person.id, roleKo: '탐정', roleEn: 'Detective' }],
      },
    );
  const twins = await named('twins', `쌍둥이 ${name}`, `Zealous Twins ${name}`, 30);
  const year = await named('year', `1988 ${name}`, `1988 ${name}`, 31, { premium: true });
  const adult = await named('adult', `심야 ${name}`, `Zero Hour ${name}`, 32, { maturity: 19 });
  await named('withdrawn', 'Private video', 'Private video', 33);
  const series = await named('series', `누리호 ${name}`, `Nova ${name}`, 34, {
    kind: 'series',
    assetId: null,
    episodesPlanned: 40,
  });
  const season = await buildSeason(db, { programmeId: series.id });
  for (let number = 1; number <= 30; number += 1) {
    await buildEpisode(db, {
      season,
      number,
      titleKo: `${number}번째 단서`,
      titleEn: `Clue ${number}`,
      assetId: asset.id,
      availableFrom: minutesAgo(60 - number),
    });
  }
  const row = await buildCustomRow(
    db,
    { slug: `${name}-rain`, titleKo: `${name} 비 오는 날`, titleEn: `${name} Rainy Day` },
    [twins.id, series.id, adult.id],
  );
  await buildSection(db, {
    type: 'free',
    nameKo: `${name} 오늘의 무료`,
    nameEn: `${name} Free Today`,
    position,
  });
  await buildSection(db, {
    type: 'row',
    customRowId: row.id,
    nameKo: row.titleKo,
    nameEn: row.titleEn,
    position: position + 1,
  });
  await buildSection(db, {
    type: 'leaving',
    nameKo: `${name} 곧 종료`,
    nameEn: `${name} Leaving`,
    position: position + 2,
  });
  await announceChange(db, 'catalog');
  // The response cache is invalidated a moment after the change.
  await vi.waitUntil(
    async () =>
      (await (await fetch(`${url}/api/category/items?id=${category.slug}&sub_per_page=60`)).text()).includes(
        `${name}-twins`,
      ),
    { timeout: 30_000 },
  );
  return {
    category,
    sub,
    other,
    genre,
    subGenre,
    person,
    twins,
    year,
    adult,
    leaving: must(leaving, 'a plain title'),
    series,
    row,
  };
}
