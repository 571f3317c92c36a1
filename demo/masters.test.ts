import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { findPrograms } from '../src/server/adapters/programs.ts';
import { composeMusic } from './artwork/sound.ts';
import { makeMaster, masters } from './masters.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-masters-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the demo masters', () => {
  test('are five, each with sentences in both languages in the order of time', () => {
    expect(masters).toHaveLength(5);
    expect(new Set(masters.map((master) => master.id)).size).toBe(5);
    for (const master of masters) {
      for (const language of ['ko', 'en'] as const) {
        const tree = new WebVTTParser().parse(master.captions[language], 'subtitles');
        expect(tree.errors, `${master.id} ${language}`).toEqual([]);
        expect(tree.cues.length).toBeGreaterThanOrEqual(5);
        let end = 0;
        for (const cue of tree.cues) {
          expect(cue.startTime).toBeGreaterThanOrEqual(end);
          expect(cue.endTime).toBeGreaterThan(cue.startTime);
          end = cue.endTime;
          expect(/\p{Script=Hangul}/u.test(cue.text)).toBe(language === 'ko');
          for (const line of cue.text.split('\n')) expect(line.length).toBeLessThanOrEqual(44);
        }
      }
    }
  });

  test('have music that is neither silent nor clipped, and the same each time', () => {
    const wave = composeMusic('a', 'tender', 4);
    expect(wave.equals(composeMusic('a', 'tender', 4))).toBe(true);
    const samples = new Int16Array(wave.buffer, wave.byteOffset + 44, (wave.length - 44) / 2);
    let loudest = 0;
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
    expect(loudest).toBeGreaterThan(4000);
    expect(loudest).toBeLessThan(32_000);
  });

  test('the first one is a moving picture with sound, and leaves nothing else behind', async () => {
    const { ffmpeg } = findPrograms();
    const out = join(folder, 'first.mp4');
    await makeMaster(masters[0]!.id, out, { ffmpeg });
    expect(await readdir(folder)).toEqual(['first.mp4']);
    expect((await stat(out)).size).toBeGreaterThan(300_000);
    const told = await promisify(execFile)(ffmpeg, ['-hide_banner', '-i', out, '-f', 'null', '-']);
    expect(told.stderr).toMatch(/Duration: 00:00:2[01]/);
    expect(told.stderr).toMatch(/Video: h264.*1280x720/);
    expect(told.stderr).toMatch(/Audio: aac.*48000 Hz, stereo/);
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
    const [early, late] = [await frame('3'), await frame('12')];
    let apart = 0;
    for (const [index, value] of early.entries()) apart += Math.abs(value - late[index]!);
    expect(apart / early.length).toBeGreaterThan(8);
  }, 90_000);
});
