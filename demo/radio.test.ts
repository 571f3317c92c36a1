import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ingestAssets } from '../src/server/modules/ingest/ingest.tables.ts';
import { liveItems } from '../src/server/modules/live/live.tables.ts';
import { openTestApi } from '../test/api.ts';
import { composeMusic, encodeMusic } from './artwork/sound.ts';
import { drawLogo } from './artwork.ts';
import { demoPrograms, demoRadioGroups, demoStations } from './catalogue/stations.ts';
import type { Drawing } from './drawn.ts';
import { loadDemoRadio, loadRadioMedia } from './load-radio.ts';

const hangul = /\p{Script=Hangul}/u;

test('the demo’s stations and programs have names in both languages, and addresses of their own', () => {
  for (const own of [...demoStations, ...demoRadioGroups]) {
    expect(own.name_ko).toMatch(hangul);
    expect(own.name_en).not.toMatch(hangul);
  }
  for (const own of demoPrograms) {
    expect(own.title_ko).toMatch(hangul);
    expect(own.title_en).not.toMatch(hangul);
  }
  const slugs = demoStations.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(new Set(demoPrograms.map(({ id }) => id)).size).toBe(demoPrograms.length);
  for (const { stations } of demoRadioGroups) expect(slugs).toEqual(expect.arrayContaining(stations));
});

test('the demo’s radio is loaded once, and goes on where it was stopped', async () => {
  const api = await openTestApi();
  for (let start = 0; start < 2; start += 1) await loadDemoRadio(api.context);
  let programs = 0;
  const drawing: Drawing = {
    async draw(picture) {
      if (picture.of === 'logo') return drawLogo(demoStations[picture.index]!);
      if (picture.of !== 'program') throw new Error(picture.of);
      programs += 1;
      const { id, mood } = demoPrograms[picture.index]!;
      // A short piece is music too.
      await encodeMusic(composeMusic(id, mood, 3), picture.path, picture.ffmpeg);
      return Buffer.alloc(0);
    },
    end() {},
  };
  await loadRadioMedia(api.context, drawing, () => programs === 1);
  expect(await api.db.$count(liveItems)).toBe(1);
  await loadRadioMedia(api.context, drawing, () => false);
  expect(programs).toBe(demoPrograms.length);
  expect(await api.db.$count(liveItems)).toBe(demoPrograms.length);
  expect(await api.db.$count(ingestAssets, eq(ingestAssets.media, 'audio'))).toBe(demoPrograms.length);
  const { channels, groups } = (await api.call('GET /api/radio', { locale: 'en' })).body.data;
  expect(channels.map(({ name }) => name)).toEqual(demoStations.map(({ name_en }) => name_en));
  expect(groups.map(({ name, channel_ids }) => [name, channel_ids.length])).toEqual(
    demoRadioGroups.map(({ name_en, stations }) => [name_en, stations.length]),
  );
  const logo = await api.app.inject(`${channels[0]?.preview_image_thumbs?.url}/350.webp`);
  const { width, height } = await sharp(logo.rawPayload).metadata();
  expect([width, height]).toEqual([350, 197]);
});
