import { eq, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { clips, partnerCategories } from '../src/server/modules/partner-video/partner-video.tables.ts';
import { openTestApi } from '../test/api.ts';
import { buildAsset, buildSection } from '../test/build.ts';
import { drawClip } from './artwork.ts';
import { demoClips, demoPartnerCategories, demoPlaylists, demoYoutubeSection } from './catalogue/clips.ts';
import { giveClipsVideo, loadDemoPartnerVideo } from './load-partner-video.ts';
import { masters } from './masters.ts';

const hangul = /\p{Script=Hangul}/u;
const syllable = /[가-힣]/;

function expectUnique(values: string[]): void {
  expect(values.length).toBe(new Set(values).size);
}

describe('the demo’s partner video', () => {
  test('has four categories with three below each, a playlist for each of those, and eighty clips', () => {
    const tops = demoPartnerCategories.filter(({ parent }) => parent === null);
    expect(tops).toHaveLength(4);
    for (const { slug } of tops)
      expect(demoPartnerCategories.filter(({ parent }) => parent === slug)).toHaveLength(3);
    const parents = new Map(demoPartnerCategories.map(({ slug, parent }) => [slug, parent]));
    for (const own of demoPlaylists) expect(parents.get(own.sub_category)).toBe(own.category);
    expectUnique(demoPlaylists.map((own) => own.sub_category));
    expect(demoPlaylists).toHaveLength(12);
    expect(demoClips).toHaveLength(80);
    for (const field of ['slug', 'title_ko', 'title_en'] as const)
      expectUnique(demoClips.map((own) => own[field]));
    for (const { slug } of demoClips) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    for (const own of demoPlaylists)
      expect(own.clips_planned ?? own.clips.length, own.play_list_id).toBeGreaterThanOrEqual(
        own.clips.length,
      );
  });

  test('is written in Korean where it is Korean and in English where it is English', () => {
    const pairs: [string, string][] = [
      ...demoPartnerCategories.map((own): [string, string] => [own.name_ko, own.name_en]),
      ...demoPlaylists.map((own): [string, string] => [own.title_ko, own.title_en]),
      ...demoPlaylists.map((own): [string, string] => [own.description_ko, own.description_en]),
      ...demoClips.map((own): [string, string] => [own.title_ko, own.title_en]),
      [demoYoutubeSection.name_ko, demoYoutubeSection.name_en],
    ];
    for (const [ko, en] of pairs) {
      expect(ko).toMatch(hangul);
      // A lesson about a letter may show it.
      expect(en).not.toMatch(syllable);
      for (const text of [ko, en]) expect(text).toBe(text.normalize('NFC').trim());
    }
  });

  test('has a picture of its own for each clip, in the widest width of its kind', async () => {
    const drawn = await Promise.all([demoClips[0]!, demoClips[40]!].map(drawClip));
    for (const bytes of drawn) {
      const { width, height, format } = await sharp(bytes).metadata();
      expect([format, width, height]).toEqual(['png', 800, 450]);
    }
    expect(drawn[0]!.equals(drawn[1]!)).toBe(false);
  });

  test('is loaded once, with the videos of an earlier version, and its row is on home', async () => {
    const api = await openTestApi();
    await buildSection(api.db, { type: 'free', position: 0 });
    const ready = [await buildAsset(api.db), await buildAsset(api.db)];
    await loadDemoPartnerVideo(api.context);
    await loadDemoPartnerVideo(api.context);
    expect(await api.db.$count(clips)).toBe(80);
    for (const { id } of ready) expect(await api.db.$count(clips, eq(clips.assetId, id))).toBe(40);
    expect(await api.db.$count(partnerCategories)).toBe(16);
    const { data } = (await api.call('GET /api/home-sections', { locale: 'en' })).body;
    expect(data.map(({ type, name }) => [type, name])).toEqual([['youtube', demoYoutubeSection.name_en]]);
    expect((await api.call('GET /api/youtube-home')).body.data).toHaveLength(12);
  });

  test('plays the shared films of three categories', async () => {
    const api = await openTestApi();
    await loadDemoPartnerVideo(api.context);
    const counts: Record<string, number> = {};
    for (const { category } of masters.filter(({ title }) => title === null)) {
      const { id } = await buildAsset(api.db);
      await giveClipsVideo(api.db, category, id);
      counts[category] = await api.db.$count(clips, eq(clips.assetId, id));
    }
    expect(await api.db.$count(clips, isNull(clips.assetId))).toBe(0);
    expect(
      Object.keys(counts)
        .filter((category) => counts[category])
        .sort(),
    ).toEqual(['documentary', 'music-food', 'variety']);
  });
});
