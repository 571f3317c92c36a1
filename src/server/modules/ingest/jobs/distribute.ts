/** Third step: makes the files that accompany picture and sound. Storyboard, poster frame, preview clip, captions. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toWebVtt } from '../../../../media/captions.ts';
import {
  extractTextArguments,
  posterArguments,
  previewArguments,
  previewStart,
  progressMs,
  storyboardArguments,
  textCodecs,
} from '../../../../media/ffmpeg.ts';
import type { Rendition } from '../../../../media/ladder.ts';
import { planStoryboard, storyboardVtt } from '../../../../media/storyboard.ts';
import { IngestFailure } from '../ingest.texts.ts';
import { posterFile, previewFile, storyboardFile } from '../package-files.service.ts';
import { addMissingCaptions } from './captions.ts';
import { runProgram } from './run-program.ts';
import { masterPath, resultOf, type StepFunction, type StepRun } from './step.ts';

const languages: Record<string, 'ko' | 'en'> = { kor: 'ko', ko: 'ko', eng: 'en', en: 'en' };

/** Text tracks of the master in the service's languages, by language. */
async function extractCaptions(run: StepRun): Promise<Map<'ko' | 'en', string>> {
  const { details } = await resultOf(run, 'kcp_ingest');
  const found = new Map<'ko' | 'en', string>();
  for (const track of details.probe.text) {
    const language = languages[track.language];
    if (!language || found.has(language) || !textCodecs.includes(track.codec)) continue;
    const file = join(run.folder, `captions-${language}.vtt`);
    await runProgram(run.programs.ffmpeg, extractTextArguments(masterPath(run), track.index, file), {
      signal: run.signal,
      folder: run.folder,
    });
    const read = toWebVtt(await readFile(file, 'utf8'));
    await rm(file);
    if (read.ok) found.set(language, read.vtt);
  }
  return found;
}

/** The rendition for the preview clip: the best of at most 480 lines on its shorter side. */
function previewRendition(renditions: readonly Rendition[]): Rendition | undefined {
  return renditions.find((r) => Math.min(r.width, r.height) <= 480) ?? renditions.at(-1);
}

/** Makes the delivery set. A package without a picture has none. */
export const distribute: StepFunction<'distribute'> = async (run) => {
  if (run.asset.media === 'audio') return { facts: {}, details: {} };
  const { durationMs } = (await resultOf(run, 'kcp_ingest')).details;
  const { renditions } = (await resultOf(run, 'transcoding')).details;
  const encoded = (r: Rendition) => join(run.work, 'transcoding', `${r.name}.mp4`);
  const [best, smallest, forPreview] = [renditions[0], renditions.at(-1), previewRendition(renditions)];
  if (!best || !smallest || !forPreview) throw new IngestFailure('unexpected', 'no renditions');

  const sheets = join(run.folder, 'storyboard');
  await mkdir(sheets);
  const wanted = planStoryboard({ ...smallest, durationMs });
  let printed = '';
  await runProgram(run.programs.ffmpeg, storyboardArguments(encoded(smallest), sheets, wanted), {
    signal: run.signal,
    folder: run.folder,
    onOutput(text) {
      printed = (printed + text).slice(-4000);
      const at = progressMs(printed);
      if (at !== null) run.progress(0.6 * Math.min(1, at / durationMs));
    },
  });
  // The last sheet may be missing when the picture ends a moment before the sound does.
  const made = (await readdir(sheets)).filter((name) => name.endsWith('.jpg')).length;
  if (made === 0) throw new IngestFailure('tool_failed', 'no storyboard sheet was made');
  const plan = {
    ...wanted,
    sheets: made,
    count: Math.min(wanted.count, made * wanted.columns * wanted.rows),
  };
  await writeFile(join(run.folder, storyboardFile), storyboardVtt(plan, durationMs, 'storyboard'));
  run.progress(0.6);

  const start = previewStart(durationMs);
  const { signal, folder } = run;
  await runProgram(run.programs.ffmpeg, posterArguments(encoded(best), start, join(run.folder, posterFile)), {
    signal,
    folder,
  });
  run.progress(0.75);
  await runProgram(
    run.programs.ffmpeg,
    previewArguments(encoded(forPreview), start, join(run.folder, previewFile)),
    { signal, folder },
  );
  run.progress(0.9);
  await addMissingCaptions(run.context, run.asset.id, await extractCaptions(run));
  return { facts: {}, details: {} };
};
