/** Second step: encodes all renditions and audio tracks and measures the loudness, in one pass over the master. */
import { availableParallelism } from 'node:os';
import { progressMs, transcodeArguments } from '../../../../media/ffmpeg.ts';
import { ladderFor } from '../../../../media/ladder.ts';
import { isSilent, parseLoudness } from '../../../../media/loudness.ts';
import { planSounds } from '../../../../media/sounds.ts';
import { IngestFailure } from '../ingest.texts.ts';
import { runProgram } from './run-program.ts';
import { masterPath, resultOf, type StepFunction } from './step.ts';

/** Encodes the master. */
export const transcoding: StepFunction<'transcoding'> = async (run) => {
  const { facts, details } = await resultOf(run, 'kcp_ingest');
  const { probe, durationMs } = details;
  const video = run.asset.media === 'video' ? probe.video : null;
  if (!video && run.asset.media === 'video') throw new IngestFailure('no_video_stream');
  const renditions = video ? ladderFor(video) : [];
  const sounds = planSounds(probe.audio, video !== null);
  const args = transcodeArguments({
    master: masterPath(run),
    folder: run.folder,
    video,
    sounds,
    renditions,
    durationMs,
    // Each rendition has an encoder of its own; more threads in one than cores only cost memory.
    threads: Math.max(1, Math.min(16, availableParallelism())),
  });
  let printed = '';
  const stderr = await runProgram(run.programs.ffmpeg, args, {
    signal: run.signal,
    folder: run.folder,
    onOutput(text) {
      printed = (printed + text).slice(-4000);
      const at = progressMs(printed);
      if (at !== null) run.progress(at / durationMs);
    },
  });
  const loudness = sounds.length > 0 ? parseLoudness(stderr) : null;
  const notices = facts.notices ?? [];
  return {
    facts: {
      renditions: renditions.map(({ height }) => height),
      loudnessLufs: loudness?.integratedLufs ?? null,
      loudnessRangeLu: loudness?.rangeLu ?? null,
      truePeakDbfs: loudness?.truePeakDbfs ?? null,
      notices: loudness && isSilent(loudness) ? [...notices, 'silent_sound'] : notices,
    },
    details: { renditions, sounds, loudness },
  };
};
