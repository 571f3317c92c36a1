import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryRows } from '../src/server/db/client.ts';
import { ingestAssets } from '../src/server/modules/ingest/ingest.tables.ts';
import { liveChannels, liveItems } from '../src/server/modules/live/live.tables.ts';
import { openTestApi, type TestApi } from '../test/api.ts';
import { buildAsset } from '../test/build.ts';
import { demoChannels } from './catalogue/channels.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import { loadDemoCatalogue } from './load.ts';
import { loadDemoLive } from './load-live.ts';
import { assignFilms } from './load-media.ts';
import { masterOf, masters } from './masters.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await loadDemoCatalogue(api.context, () => {});
  await loadDemoLive(api.context);
});

const importedFilm = (title: string | null, category: string, state: 'processing' | 'ready' | 'failed') => {
  const { fileName } = masters.find((each) => each.title === title && each.category === category)!;
  return buildAsset(api.db, { fileName, state });
};

/** The videos that a title, or the episodes of a series, play. */
const videosOf = async (slug: string) =>
  (
    await queryRows<{ id: string | null }>(
      api.db,
      sql`select distinct coalesce(e.asset_id, p.asset_id) as id from catalog_programmes p
        left join catalog_episodes e on e.programme_id = p.id where p.slug = ${slug}`,
    )
  ).map(({ id }) => id);

describe('the films of the demo', () => {
  test('replace the film of the category once they are ready', async () => {
    const shared = await importedFilm(null, 'drama', 'ready');
    expect(await assignFilms(api.context)).toBe(0);
    for (const slug of ['moon-over-hanyang', 'the-dokkaebi-lease', 'the-silent-jury'])
      expect(await videosOf(slug), slug).toEqual([shared.id]);
    expect(await videosOf('pack-a-lunch')).toEqual([null]);

    const film = await importedFilm('moon-over-hanyang', 'drama', 'processing');
    expect(await assignFilms(api.context)).toBe(1);
    expect(await videosOf('moon-over-hanyang')).toEqual([shared.id]);
    const { packagePrefix, hlsManifest, dashManifest } = shared;
    await api.db
      .update(ingestAssets)
      .set({ state: 'ready', packagePrefix, hlsManifest, dashManifest })
      .where(eq(ingestAssets.id, film.id));
    expect(await assignFilms(api.context)).toBe(0);
    expect(await videosOf('moon-over-hanyang')).toEqual([film.id]);
  });

  test('are not assigned if they cannot be packaged', async () => {
    const [before] = await videosOf('the-dokkaebi-lease');
    await importedFilm('the-dokkaebi-lease', 'drama', 'failed');
    expect(await assignFilms(api.context)).toBe(0);
    expect(await videosOf('the-dokkaebi-lease')).toEqual([before]);
  });

  test('are assigned to the first title at once', async () => {
    const film = await importedFilm('letters-from-the-lighthouse', 'drama', 'processing');
    expect(await assignFilms(api.context)).toBe(0);
    expect(await videosOf('letters-from-the-lighthouse')).toEqual([film.id]);
  });

  test('fill the items of every channel', async () => {
    const bySlug = new Map(demoProgrammes.map((own) => [own.slug, own]));
    const items = await queryRows<{ channel: string; slug: string; repeats: number }>(
      api.db,
      sql`select c.slug as channel, p.slug, i.repeats from ${liveItems} i
        join ${liveChannels} c on c.id = i.channel_id join catalog_programmes p on p.id = i.programme_id`,
    );
    for (const { slug, minutes } of demoChannels) {
      const own = items.filter(({ channel }) => channel === slug);
      expect(own.length, slug).toBeGreaterThan(4);
      for (const item of own) {
        const { seconds } = masterOf(bySlug.get(item.slug)!);
        expect(Math.abs(item.repeats * seconds - minutes * 60), item.slug).toBeLessThan(60);
      }
    }
  });
});
