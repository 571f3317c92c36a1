import { describe, expect, test } from 'vitest';
import { pageSlugProblem } from '../src/contract/rules.ts';
import { demoCategories } from './catalogue/categories.ts';
import { withParticle } from './catalogue/episode-lines.ts';
import { demoGenres } from './catalogue/genres.ts';
import { homeBanners, homeCategoryRows } from './catalogue/home.ts';
import { demoContentPartner, demoCustomRows, demoFreeSection, demoSubGenres } from './catalogue/lists.ts';
import { demoPeople } from './catalogue/people.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import { demoPages } from './catalogue/support.ts';

const series = demoProgrammes.filter((programme) => programme.kind === 'series');
const movies = demoProgrammes.filter((programme) => programme.kind === 'movie');
const episodes = demoProgrammes.flatMap((programme) =>
  programme.seasons.flatMap((season) =>
    season.episodes.map((episode) => ({ ...episode, programme, season: season.number })),
  ),
);
const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const hangul = /\p{Script=Hangul}/u;

function expectUnique(values: string[]): void {
  const seen = new Set<string>();
  const again = values.filter((value) => seen.has(value) || !seen.add(value));
  expect(again).toEqual([]);
}

/** Every pair of texts that a viewer can read. */
const pairs: [where: string, ko: string, en: string][] = [
  ...demoCategories.flatMap((own): [string, string, string][] => [
    [own.slug, own.name_ko, own.name_en],
    [own.slug, own.meta_title_ko, own.meta_title_en],
  ]),
  ...[...demoGenres, ...demoSubGenres, demoContentPartner].map((own): [string, string, string] => [
    own.slug,
    own.name_ko,
    own.name_en,
  ]),
  ...demoCustomRows.map((own): [string, string, string] => [own.slug, own.title_ko, own.title_en]),
  ['free', demoFreeSection.name_ko, demoFreeSection.name_en],
  ...demoPeople.flatMap((own): [string, string, string][] => [
    [own.slug, own.name_ko, own.name_en],
    [own.slug, own.profession_ko, own.profession_en],
  ]),
  ...demoProgrammes.flatMap((own): [string, string, string][] => [
    [own.slug, own.title_ko, own.title_en],
    [own.slug, own.synopsis_ko, own.synopsis_en],
    ...own.credits.map((credit): [string, string, string] => [own.slug, credit.role_ko, credit.role_en]),
    ...own.seasons.map((season): [string, string, string] => [own.slug, season.name_ko, season.name_en]),
  ]),
  ...episodes.flatMap((own): [string, string, string][] => {
    const where = `${own.programme.slug} ${own.season}:${own.number}`;
    return [
      [where, own.title_ko, own.title_en],
      [where, own.synopsis_ko, own.synopsis_en],
    ];
  }),
];

describe('the demo catalogue', () => {
  test('has six categories with three to five below each, sixty series, forty movies and 120 people', () => {
    const tops = demoCategories.filter((category) => category.parent === null);
    expect(tops).toHaveLength(6);
    for (const top of tops) {
      const below = demoCategories.filter((category) => category.parent === top.slug);
      expect(below.length).toBeGreaterThanOrEqual(3);
      expect(below.length).toBeLessThanOrEqual(5);
    }
    expect(series).toHaveLength(60);
    expect(movies).toHaveLength(40);
    expect(demoPeople).toHaveLength(120);
  });

  test('has no slug, title or synopsis twice', () => {
    expectUnique(demoCategories.map((own) => own.slug));
    expectUnique(demoGenres.map((own) => own.slug));
    expectUnique(demoPeople.map((own) => own.slug));
    expectUnique(demoPeople.map((own) => own.name_ko));
    for (const field of ['slug', 'title_ko', 'title_en'] as const) {
      expectUnique(demoProgrammes.map((own) => own[field]));
    }
    for (const field of ['synopsis_ko', 'synopsis_en'] as const) {
      expectUnique([...demoProgrammes.map((own) => own[field]), ...episodes.map((own) => own[field])]);
    }
    for (const own of series) {
      const mine = own.seasons.flatMap((season) => season.episodes);
      expectUnique(mine.map((episode) => episode.title_ko));
      expectUnique(mine.map((episode) => episode.title_en));
    }
  });

  test('names only what exists', () => {
    const parents = new Map(demoCategories.map((own) => [own.slug, own.parent]));
    const genres = new Set(demoGenres.map((own) => own.slug));
    const people = new Set(demoPeople.map((own) => own.slug));
    const slugs = new Set(demoProgrammes.map((own) => own.slug));
    for (const own of demoProgrammes) {
      expect(parents.get(own.category), own.slug).toBeNull();
      expect(parents.get(own.sub_category), own.slug).toBe(own.category);
      expect(own.genres.length).toBeGreaterThanOrEqual(1);
      expect(own.genres.length).toBeLessThanOrEqual(3);
      expect(own.genres.filter((genre) => !genres.has(genre))).toEqual([]);
      expect(own.credits.length, own.slug).toBeGreaterThanOrEqual(3);
      expect(own.credits.length, own.slug).toBeLessThanOrEqual(8);
      expect(own.credits.filter((credit) => !people.has(credit.person))).toEqual([]);
      expectUnique(own.credits.map((credit) => credit.person));
    }
    const credited = new Set(demoProgrammes.flatMap((own) => own.credits.map((credit) => credit.person)));
    expect(credited.size).toBe(demoPeople.length);
    const usedGenres = new Set(demoProgrammes.flatMap((own) => own.genres));
    expect(usedGenres).toEqual(genres);
    expect(homeBanners.filter((slug) => !slugs.has(slug))).toEqual([]);
    expect([...homeCategoryRows].sort()).toEqual(
      demoCategories
        .filter((own) => own.parent === null)
        .map((own) => own.slug)
        .sort(),
    );
  });

  test('sorts its titles into lists that name only what exists, each title once', () => {
    const slugs = new Set(demoProgrammes.map((own) => own.slug));
    const tops = new Set(demoGenres.map((own) => own.slug));
    expectUnique([...demoGenres, ...demoSubGenres].map((own) => own.slug));
    for (const { genre, slug } of demoSubGenres) expect(tops.has(genre), slug).toBe(true);
    for (const { slug, titles } of [...demoSubGenres, ...demoCustomRows, demoContentPartner]) {
      expect(
        titles.filter((title) => !slugs.has(title)),
        slug,
      ).toEqual([]);
      expectUnique(titles);
      expect(titles.length, slug).toBeGreaterThanOrEqual(4);
    }
    expect(demoContentPartner.titles).toHaveLength(14);
    for (const { genre, slug, titles } of demoSubGenres) {
      const outside = titles.filter(
        (title) => !demoProgrammes.find((own) => own.slug === title)?.genres.includes(genre),
      );
      expect(outside, slug).toEqual([]);
    }
  });

  test('is written in Korean where it is Korean and in English where it is English', () => {
    for (const [where, ko, en] of pairs) {
      for (const text of [ko, en]) {
        expect(text, where).toBe(text.normalize('NFC').trim());
        expect(text.length, where).toBeGreaterThan(0);
        expect(text, where).not.toMatch(/\p{Cc}|[{}|]| {2}|undefined/u);
      }
      // A few names are the same letters in both, as SF is.
      if (ko !== 'SF') expect(ko, where).toMatch(hangul);
      expect(en, where).not.toMatch(hangul);
    }
  });

  test('keeps every text within what its field holds', () => {
    for (const own of [...demoProgrammes, ...demoPeople, ...demoCategories, ...demoGenres]) {
      expect(own.slug).toMatch(slugForm);
      expect(own.slug.length).toBeLessThanOrEqual(120);
    }
    for (const own of demoProgrammes) {
      expect(own.title_ko.length, own.slug).toBeLessThanOrEqual(40);
      expect(own.title_en.length, own.slug).toBeLessThanOrEqual(60);
      expect(own.synopsis_ko.length, own.slug).toBeGreaterThan(60);
      expect(own.synopsis_en.length, own.slug).toBeGreaterThan(100);
      expect(own.synopsis_en.length, own.slug).toBeLessThan(500);
    }
    for (const own of demoCategories) {
      expect(own.name_en.length).toBeLessThanOrEqual(60);
      expect(own.meta_title_en.length).toBeLessThanOrEqual(150);
    }
    for (const own of episodes) {
      expect(own.title_ko.length).toBeLessThanOrEqual(60);
      expect(own.title_en.length).toBeLessThanOrEqual(80);
      expect(own.synopsis_en.length).toBeLessThanOrEqual(240);
    }
  });

  test('spreads premium, age and time sensibly', () => {
    const premium = demoProgrammes.filter((own) => own.premium).length;
    expect(premium).toBeGreaterThanOrEqual(55);
    expect(premium).toBeLessThanOrEqual(65);
    for (const grade of [0, 7, 12, 15, 19]) {
      expect(demoProgrammes.some((own) => own.maturity === grade)).toBe(true);
    }
    for (const own of demoProgrammes.filter((each) => each.category === 'kids')) {
      expect([0, 7]).toContain(own.maturity);
    }
    const upcoming = demoProgrammes.filter((own) => own.status === 'upcoming');
    expect(upcoming.length).toBeGreaterThanOrEqual(4);
    for (const own of upcoming) {
      expect(own.seasons).toEqual([]);
      expect(own.latest_published_days_ago).toBeNull();
    }
    for (const own of series.filter((each) => each.status === 'completed')) {
      expect(own.seasons.length).toBeGreaterThanOrEqual(1);
      expect(own.seasons.length).toBeLessThanOrEqual(3);
      for (const season of own.seasons) {
        expect(season.episodes.length, own.slug).toBeGreaterThanOrEqual(4);
        expect(season.episodes.length, own.slug).toBeLessThanOrEqual(16);
      }
      const days = own.seasons.flatMap((season) =>
        season.episodes.map((episode) => episode.published_days_ago),
      );
      expect(days, own.slug).toEqual([...days].sort((a, b) => b - a));
      expect(days.at(0)).toBe(own.first_published_days_ago);
      expect(days.at(-1)).toBe(own.latest_published_days_ago);
      expect(own.episodes_planned).toBeGreaterThanOrEqual(days.length);
    }
    const thisWeek = demoProgrammes.filter((own) => (own.latest_published_days_ago ?? 999) <= 7).length;
    expect(thisWeek).toBeGreaterThanOrEqual(6);
  });

  test('has no page at an address of the app itself', () => {
    for (const { slug } of demoPages) expect(pageSlugProblem(slug), slug).toBeNull();
  });

  test('sets the particle that a name asks for', () => {
    expect(withParticle('해인', '은')).toBe('해인은');
    expect(withParticle('단이', '은')).toBe('단이는');
    expect(withParticle('도겸', '과')).toBe('도겸과');
    expect(withParticle('콩이', '과')).toBe('콩이와');
    expect(withParticle('백 판사', '의')).toBe('백 판사의');
  });
});
