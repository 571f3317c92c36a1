import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { findPrograms } from '../src/server/adapters/programs.ts';
import { composeMusic, type Mood } from './artwork/sound.ts';
import { demoCategories } from './catalogue/categories.ts';
import { homeBanners } from './catalogue/home.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import { masterOf, masters, sharedMaster } from './masters.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-masters-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const categories = demoCategories.filter(({ parent }) => parent === null).map(({ slug }) => slug);
const ofTitles = masters.filter(({ title }) => title !== null);

describe('the demo masters', () => {
  test('are twelve films of titles and one shared film a category, of 60 to 90 seconds', () => {
    expect(ofTitles).toHaveLength(12);
    expect(new Set(masters.map(({ id }) => id)).size).toBe(12 + categories.length);
    expect(new Set(masters.map(({ fileName }) => fileName)).size).toBe(masters.length);
    for (const { id, seconds } of masters) {
      expect(seconds, id).toBeGreaterThanOrEqual(60);
      expect(seconds, id).toBeLessThanOrEqual(90);
    }
  });

  test('begin with the first title in the banner, then have the films that make every title playable', () => {
    expect(masters[0]?.title).toBe(homeBanners[0]);
    expect(masters[0]?.seconds).toBe(Math.min(...masters.map(({ seconds }) => seconds)));
    expect(
      masters
        .slice(1, 1 + categories.length)
        .map(({ category }) => category)
        .sort(),
    ).toEqual([...categories].sort());
  });

  test('exist for a title of every category, and for every title in the banner', () => {
    expect(new Set(ofTitles.map(({ category }) => category))).toEqual(new Set(categories));
    for (const slug of homeBanners) expect(ofTitles.map(({ title }) => title)).toContain(slug);
  });

  test('give each title its own film or the shared film of its category', () => {
    for (const programme of demoProgrammes) {
      const master = masterOf(programme);
      expect(master.category, programme.slug).toBe(programme.category);
      expect([programme.slug, null], programme.slug).toContain(master.title);
      if (master.title)
        expect([master.title_ko, master.title_en]).toEqual([programme.title_ko, programme.title_en]);
    }
    expect(
      demoProgrammes
        .filter((own) => masterOf(own).title)
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual(ofTitles.map(({ title }) => title).sort());
    for (const slug of categories) expect(sharedMaster(slug).title).toBeNull();
  });

  test('have captions in both languages that fit into the film and do not overlap', () => {
    for (const { id, captions, seconds } of masters) {
      for (const language of ['ko', 'en'] as const) {
        const tree = new WebVTTParser().parse(captions[language], 'subtitles');
        expect(tree.errors, `${id} ${language}`).toEqual([]);
        expect(tree.cues.length, id).toBeGreaterThanOrEqual(10);
        expect(tree.cues.length, id).toBeLessThanOrEqual(14);
        let end = 0;
        for (const cue of tree.cues) {
          expect(cue.startTime).toBeGreaterThanOrEqual(end);
          expect(cue.endTime - cue.startTime, cue.text).toBeGreaterThan(2.5);
          end = cue.endTime;
          expect(/\p{Script=Hangul}/u.test(cue.text)).toBe(language === 'ko');
          for (const line of cue.text.split('\n')) expect(line.length).toBeLessThanOrEqual(44);
        }
        expect(end, id).toBeLessThan(seconds - 1);
      }
    }
  });

  test('name no title in the captions of a shared film', () => {
    for (const { title, captions } of masters) {
      if (title) continue;
      for (const { title_ko, title_en } of demoProgrammes) {
        expect(captions.ko).not.toContain(title_ko);
        expect(captions.en).not.toContain(title_en);
      }
    }
  });

  test('have music that is neither silent nor clipped, and the same each time', () => {
    expect(composeMusic('a', 'warm', 9).equals(composeMusic('a', 'warm', 9))).toBe(true);
    for (const mood of ['tender', 'solemn', 'open', 'lively', 'playful', 'warm'] satisfies Mood[]) {
      const wave = composeMusic('a', mood, 9);
      const samples = new Int16Array(wave.buffer, wave.byteOffset + 44, (wave.length - 44) / 2);
      let loudest = 0;
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      expect(loudest, mood).toBeGreaterThan(4000);
      expect(loudest, mood).toBeLessThan(32_000);
    }
  });

  test('are moving pictures with sound, and leave nothing else behind', async () => {
    const { ffmpeg, ffprobe } = findPrograms();
    const out = join(folder, 'first.mp4');
    await masters[0]!.make(out, { ffmpeg }, { width: 320, height: 180, seconds: 14 });
    expect(await readdir(folder)).toEqual(['first.mp4']);
    const { stdout } = await promisify(execFile)(ffprobe, [
      ...['-v', 'error', '-of', 'json', '-show_format', '-show_streams', out],
    ]);
    const { format, streams } = JSON.parse(stdout);
    expect(Number(format.duration)).toBeCloseTo(14, 0);
    expect(streams).toMatchObject([
      { codec_name: 'h264', width: 320, height: 180, avg_frame_rate: '24/1', color_space: 'bt709' },
      { codec_name: 'aac', sample_rate: '48000', channels: 2 },
    ]);
    expect(Number(streams[0].duration)).toBeCloseTo(14, 0);
    const frame = async (second: string) => {
      const program = spawn(ffmpeg, [
        ...['-loglevel', 'error', '-ss', second, '-i', out, '-frames:v', '1'],
        ...['-vf', 'scale=64:36', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
      ]);
      const parts: Buffer[] = [];
      program.stdout.on('data', (part: Buffer) => parts.push(part));
      await once(program, 'close');
      return Buffer.concat(parts);
    };
    const [card, early, late] = [await frame('3'), await frame('7.5'), await frame('11')];
    const apart = (a: Buffer, b: Buffer) =>
      a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
    expect(apart(card, early)).toBeGreaterThan(8);
    expect(apart(early, late)).toBeGreaterThan(8);
  }, 90_000);
});
