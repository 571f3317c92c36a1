/** Third step: makes the files that accompany picture and sound. Storyboard, poster frame, preview clip, captions. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCaptions } from '../../../../media/captions.ts';
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
import { IngestFailure, type NoticeCode } from '../ingest.texts.ts';
import { posterFile, previewFile, storyboardFile } from '../package-files.service.ts';
import { addMissingCaptions } from './captions.ts';
import { runProgram } from './run-program.ts';
import { masterPath, resultOf, type StepFunction, type StepRun } from './step.ts';

const serviceLanguages: readonly (string | undefined)[] = ['ko', 'en'] satisfies ('ko' | 'en')[];
const isOfService = (language: string | undefined): language is 'ko' | 'en' =>
  serviceLanguages.includes(language);

/** Text tracks of the master in the service's languages, by language, and notices about those that could not be read. */
async function extractCaptions(run: StepRun) {
  const { details } = await resultOf(run, 'kcp_ingest');
  const found = new Map<'ko' | 'en', string>();
  const problems = new Map<'ko' | 'en', NoticeCode>();
  // Captions for foreign words only are no replacement for the whole ones.
  const tracks = details.probe.text.toSorted((a, b) => Number(a.forced) - Number(b.forced));
  for (const track of tracks) {
    const language = track.language?.split('-')[0];
    if (!isOfService(language) || found.has(language)) continue;
    if (!textCodecs.includes(track.codec)) {
      problems.set(language, 'captions_are_pictures');
      continue;
    }
    const file = join(run.folder, `captions-${language}.vtt`);
    await runProgram(run.programs.ffmpeg, extractTextArguments(masterPath(run), track.index, file), {
      signal: run.signal,
      folder: run.folder,
    });
    const read = readCaptions(await readFile(file, 'utf8'));
    await rm(file);
    const [own] = read.ok ? read.tracks : [];
    if (own) found.set(language, own.vtt);
    else problems.set(language, 'captions_unreadable');
  }
  const notices = [...problems].flatMap(([language, problem]) => (found.has(language) ? [] : [problem]));
  return { found, notices: [...new Set(notices)] };
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
  const plan = planStoryboard({ ...smallest, durationMs });
  let printed = '';
  await runProgram(run.programs.ffmpeg, storyboardArguments(encoded(smallest), sheets, plan), {
    signal: run.signal,
    folder: run.folder,
    onOutput(text) {
      printed = (printed + text).slice(-4000);
      const at = progressMs(printed);
      if (at !== null) run.progress(0.6 * Math.min(1, at / durationMs));
    },
  });
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
  const { found, notices } = await extractCaptions(run);
  await addMissingCaptions(run.context, run.asset.id, found);
  return { facts: notices.length > 0 ? { notices: [...run.asset.notices, ...notices] } : {}, details: {} };
};
