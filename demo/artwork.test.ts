import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { imageRatio, imageWidths } from '../src/contract/images.ts';
import { breakTitle } from './artwork/outlines.ts';
import {
  avatarNames,
  drawAvatar,
  drawEpisodeStill,
  drawPerson,
  drawProgramme,
  episodeStillName,
} from './artwork.ts';
import { demoAvatars } from './catalogue/avatars.ts';
import { demoPeople } from './catalogue/people.ts';
import { demoProgrammes } from './catalogue/programmes.ts';

const first = demoProgrammes[0]!;
const seen = new Set<string>();
const oneOfEachFamily = demoProgrammes.filter(({ art }) => !seen.has(art.scene) && seen.add(art.scene));

async function expectSize(bytes: Buffer, kind: keyof typeof imageWidths): Promise<void> {
  const { width, height, format } = await sharp(bytes).metadata();
  const widest = Math.max(...imageWidths[kind]);
  expect(format).toBe('png');
  expect(width).toBe(widest);
  expect(Math.abs((height ?? 0) - widest / imageRatio[kind])).toBeLessThan(1);
}

describe('the demo artwork', () => {
  test('comes in the widest width of every kind', async () => {
    for (const kind of ['portrait', 'landscape', 'banner'] as const) {
      await expectSize(await drawProgramme(first, kind), kind);
    }
    await expectSize(await drawEpisodeStill(first, 1, 1), 'landscape');
    await expectSize(await drawAvatar(avatarNames[0]!), 'avatar');
    await expectSize(await drawPerson(demoPeople[0]!), 'avatar');
  });

  test('is the same to the byte when drawn again', async () => {
    const draw = () =>
      Promise.all([
        drawProgramme(first, 'portrait'),
        drawEpisodeStill(first, 1, 2),
        drawAvatar('tiger'),
        drawPerson(demoPeople[5]!),
      ]);
    const [once, again] = [await draw(), await draw()];
    once.forEach((bytes, index) => {
      expect(bytes.equals(again[index]!)).toBe(true);
    });
  });

  test('is a picture in every family: not flat, not grey, and no two alike', async () => {
    expect(oneOfEachFamily.length).toBeGreaterThanOrEqual(8);
    const averages = new Set<string>();
    for (const programme of oneOfEachFamily) {
      const { channels } = await sharp(await drawProgramme(programme, 'portrait')).stats();
      const [red, green, blue] = channels;
      expect(Math.max(red!.stdev, green!.stdev, blue!.stdev), programme.slug).toBeGreaterThan(20);
      averages.add(channels.map((channel) => channel.mean.toFixed(1)).join());
    }
    expect(averages.size).toBe(oneOfEachFamily.length);
  });

  test('keeps the left of a banner calmer than its right', async () => {
    for (const programme of oneOfEachFamily) {
      const { data, info } = await sharp(await drawProgramme(programme, 'banner'))
        .greyscale()
        .resize(160, 90)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const spread = (from: number, to: number) => {
        let sum = 0;
        let squares = 0;
        let count = 0;
        for (let y = 0; y < info.height; y += 1) {
          for (let x = from; x < to; x += 1) {
            const value = data[(y * info.width + x) * info.channels]!;
            sum += value;
            squares += value * value;
            count += 1;
          }
        }
        return { mean: sum / count, deviation: Math.sqrt(squares / count - (sum / count) ** 2) };
      };
      const left = spread(0, 56);
      expect(left.mean, programme.slug).toBeLessThan(110);
      expect(left.deviation, programme.slug).toBeLessThan(spread(90, 160).deviation);
    }
  });

  test('has at most four stills a series', () => {
    for (const programme of demoProgrammes) {
      const names = new Set(
        programme.seasons.flatMap((season) =>
          season.episodes.map((episode) => episodeStillName(programme, season.number, episode.number)),
        ),
      );
      expect(names.size).toBeLessThanOrEqual(4);
    }
  });

  test('offers twelve avatars, each with its names', () => {
    expect(demoAvatars.map(({ drawing }) => drawing).sort()).toEqual([...avatarNames].sort());
    expect(avatarNames).toHaveLength(12);
  });

  test('never leaves a syllable of a title alone on a line', () => {
    for (const { title_ko } of demoProgrammes) {
      for (const lines of [2, 3]) {
        const broken = breakTitle(title_ko, lines, 'Black');
        expect(broken.join(' ')).toBe(title_ko);
        expect(
          broken.every((line) => line.replace(/[^\p{L}\p{N}]/gu, '').length > 1),
          title_ko,
        ).toBe(true);
      }
    }
  });
});
