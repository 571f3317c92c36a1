/** What the viewer's stories look at: a small catalogue in both languages, and people to sign in as. */
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import {
  type BuiltUser,
  buildAsset,
  buildBanner,
  buildCategory,
  buildEpisode,
  buildGenre,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildSection,
  buildUser,
} from '../../test/build.ts';
import { firstPosition, type OpenOptions, openBlank, type Story } from '../fixtures.ts';

export type Locale = 'ko' | 'en';
export const locales = ['ko', 'en'] as const;

export type Shop = Awaited<ReturnType<typeof stockShop>>;

/** Two categories with a row each, a banner, a series of two seasons, a premium and an adult title. */
export async function stockShop({ db, url }: Story, name: string) {
  const position = firstPosition();
  const drama = await buildCategory(db, {
    slug: `${name}-drama`,
    nameKo: `${name} 드라마`,
    nameEn: `${name} Dramas`,
    position,
  });
  const sub = await buildCategory(db, {
    slug: `${name}-romance`,
    parentId: drama.id,
    nameKo: '로맨스',
    nameEn: 'Romance',
  });
  const film = await buildCategory(db, {
    slug: `${name}-film`,
    nameKo: `${name} 영화`,
    nameEn: `${name} Films`,
    position: position + 1,
  });
  const romance = await buildGenre(db, { slug: `${name}-romance`, nameKo: '로맨스', nameEn: 'Romance' });
  const mystery = await buildGenre(db, { slug: `${name}-mystery`, nameKo: '미스터리', nameEn: 'Mystery' });
  const lead = await buildPerson(db, { nameKo: `${name} 한바다`, nameEn: `${name} Bada Han` });
  const listedAt = new Date(Date.now() - 3_600_000);
  const films = [];
  for (let number = 1; number <= 14; number += 1) {
    films.push(
      await buildProgramme(
        db,
        {
          slug: `${name}-film-${number}`,
          categoryId: film.id,
          titleKo: `${name} 밤바다 ${number}`,
          titleEn: `${name} Night Sea ${number}`,
          synopsisKo: '등대지기와 도시에서 온 손님이 한 계절을 함께 보내요.',
          synopsisEn: 'A lighthouse keeper and a guest from the city share a season.',
          releaseYear: 2025,
          listedAt: new Date(listedAt.getTime() - number * 60_000),
        },
        { genreIds: [romance.id] },
      ),
    );
  }
  const series = await buildProgramme(
    db,
    {
      slug: `${name}-series`,
      kind: 'series',
      categoryId: drama.id,
      subCategoryId: sub.id,
      titleKo: `${name} 등대의 계절`,
      titleEn: `${name} Lighthouse Season`,
      synopsisKo: '작은 섬의 등대에 불이 꺼진 뒤, 세 사람의 여름이 시작돼요.',
      synopsisEn: 'When the light of a small island goes out, the summer of three people begins.',
      releaseYear: 2026,
      maturity: 12,
    },
    {
      genreIds: [romance.id, mystery.id],
      cast: [{ personId: lead.id, roleKo: '은하 역', roleEn: 'Eunha' }],
    },
  );
  const first = await buildSeason(db, { programmeId: series.id, number: 1 });
  const second = await buildSeason(db, { programmeId: series.id, number: 2 });
  const asset = await buildAsset(db);
  for (let number = 1; number <= 14; number += 1) {
    await buildEpisode(db, {
      season: first,
      number,
      titleKo: `${number}번째 파도`,
      titleEn: `Wave ${number}`,
      assetId: asset.id,
    });
  }
  for (let number = 1; number <= 2; number += 1) {
    await buildEpisode(db, {
      season: second,
      number,
      titleKo: `${number}번째 바람`,
      titleEn: `Wind ${number}`,
      assetId: asset.id,
    });
  }
  const premium = await buildProgramme(db, {
    slug: `${name}-premium`,
    categoryId: drama.id,
    titleKo: `${name} 황금 지붕`,
    titleEn: `${name} Golden Roof`,
    premium: true,
  });
  const adult = await buildProgramme(db, {
    slug: `${name}-adult`,
    categoryId: drama.id,
    titleKo: `${name} 검은 골목`,
    titleEn: `${name} Black Alley`,
    maturity: 19,
  });
  await buildBanner(db, { programmeId: series.id, position, autoPreview: false });
  await buildBanner(db, { programmeId: adult.id, position: position + 1, autoPreview: false });
  await buildSection(db, {
    categoryId: drama.id,
    nameKo: `${name} 드라마 모음`,
    nameEn: `${name} Drama Picks`,
    position,
  });
  await buildSection(db, {
    categoryId: film.id,
    nameKo: `${name} 영화 모음`,
    nameEn: `${name} Film Picks`,
    position: position + 1,
  });
  await announceChange(db, 'catalog');
  // The response cache is invalidated a moment after the change.
  await vi.waitUntil(
    async () =>
      (await (await fetch(`${url}/api/home-sections?per_page=200`)).text()).includes(`${name}-film`),
    { timeout: 30_000 },
  );
  return { drama, film, romance, films, series, premium, adult, lead };
}

/** A household with a user, a plan if wanted, and one profile. */
export async function buildViewer(
  story: Story,
  profile: Parameters<typeof buildProfile>[1] = {},
  user: Parameters<typeof buildUser>[1] = {},
) {
  const built = await buildUser(story.db, user);
  return { ...built, profile: await buildProfile(story.db, { ...profile, householdId: built.householdId }) };
}

async function call(story: Story, user: BuiltUser, method: string, path: string, body?: unknown) {
  const response = await fetch(story.url + path, {
    method,
    headers: {
      authorization: `Bearer ${user.token}`,
      'x-requested-with': 'XMLHttpRequest',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  expect(response.status, `${method} ${path}`).toBe(200);
  return ((await response.json()) as { data: unknown }).data;
}

/** Opens a page as someone whose browser remembers them; without a profile they have yet to choose one. */
export async function openAs(
  story: Story,
  viewer: BuiltUser & { profile?: { id: string } },
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  const user = await call(story, viewer, 'GET', '/api/user');
  const profile = viewer.profile
    ? await call(story, viewer, 'POST', `/api/account/profiles/${viewer.profile.id}/enter`, {})
    : null;
  const page = await openBlank(story, { ...options, shell: true });
  await remember(page, { token: viewer.token, user, profile });
  await page.goto(story.url + path);
  return page;
}

export async function remember(page: Page, signedIn: unknown): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('maru.session', text), JSON.stringify(signedIn));
}

/** The path and query a page is at. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return decodeURIComponent(pathname) + search;
}

/** Waits until a page is at a path. */
export async function arrive(page: Page, path: string): Promise<void> {
  await expect.poll(() => pathOf(page)).toBe(path);
}

/** Waits until an element has the focus. */
export async function expectFocus(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Waits until a field says what is wrong with it, where a screen reader finds it too. */
export async function expectProblem(field: Locator, text: string): Promise<void> {
  await expect
    .poll(
      () =>
        field.evaluate((element) => ({
          invalid: element.getAttribute('aria-invalid'),
          says: (element.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent),
        })),
      { timeout: 30_000 },
    )
    .toEqual({ invalid: 'true', says: expect.arrayContaining([text]) });
}

/** The code of the last message of a kind to an address, once there is one. */
export const codeTo = (story: Story, email: string, template: string) =>
  vi.waitUntil(
    async () => {
      const { rows } = await story.pool.query<{ text: string | null }>(
        'select text from mail_messages where to_address = $1 and template = $2 order by id desc limit 1',
        [email, template],
      );
      return /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0];
    },
    { timeout: 30_000, interval: 100 },
  );
