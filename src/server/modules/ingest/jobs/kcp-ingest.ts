/** First step: reads the master. Computes its checksum, detects its format, and checks whether it is complete. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { probeArguments, progressMs, readThroughArguments } from '../../../../media/ffmpeg.ts';
import { endsEarly, parseProbe, saysTruncated } from '../../../../media/probe.ts';
import { IngestFailure, type NoticeCode } from '../ingest.texts.ts';
import { lastLines, runProgram } from './run-program.ts';
import type { StepFunction, StepRun } from './step.ts';

const minMs = 1000;
/** The boxes that MP4 and QuickTime files begin with. */
const mp4Boxes = ['ftyp', 'moov', 'mdat', 'wide', 'skip', 'free'];

/** Reads the master once: for its checksum, and to copy it to this machine when it is stored elsewhere. */
async function takeIn(run: StepRun): Promise<{ sha256: string; path: string; beginsAsMp4: boolean }> {
  const { storage } = run.context;
  const opened = await storage.open(run.asset.masterKey);
  if (!opened) throw new IngestFailure('master_missing');
  const local = storage.localPath(run.asset.masterKey);
  const path = local ?? join(run.folder, 'master');
  const hash = createHash('sha256');
  let read = 0;
  let head = Buffer.alloc(0);
  const meter = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (head.length < 12) head = Buffer.concat([head, chunk]).subarray(0, 12);
      hash.update(chunk);
      read += chunk.length;
      run.progress((0.5 * read) / Math.max(1, opened.sizeBytes));
      yield chunk;
    }
  };
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(opened.stream, meter, local ? nowhere() : createWriteStream(path), run);
  return { sha256: hash.digest('hex'), path, beginsAsMp4: mp4Boxes.includes(head.toString('latin1', 4, 8)) };
}

/** Reads the master; fails with the reason when it cannot become a title. */
export const kcpIngest: StepFunction<'kcp_ingest'> = async (run) => {
  const { sha256, path, beginsAsMp4 } = await takeIn(run);
  const described = await runProgram(run.programs.ffmpeg, probeArguments(path), {
    signal: run.signal,
    folder: run.folder,
    // ffmpeg has no output to write here, and exits with an error.
    anyExit: true,
  });
  const probe = parseProbe(described);
  // An MP4 has its index at the end by default: one without an index was truncated.
  const tail = lastLines(described.replaceAll(path, 'master'));
  const isAudio = run.asset.media === 'audio';
  const unusable = isAudio ? 'not_audio' : 'not_video';
  if (!probe) throw new IngestFailure(beginsAsMp4 || saysTruncated(described) ? 'truncated' : unusable, tail);
  const [audio] = probe.audio;
  // A radio program may have a cover picture, which is not part of the package.
  const video = isAudio ? null : probe.video;
  if (isAudio && !audio) throw new IngestFailure(probe.video ? 'no_audio_stream' : unusable, tail);
  if (!isAudio && !video) throw new IngestFailure(audio ? 'no_video_stream' : unusable, tail);

  let printed = '';
  let readMs = 0;
  const warnings = await runProgram(run.programs.ffmpeg, readThroughArguments(path), {
    signal: run.signal,
    folder: run.folder,
    onOutput(text) {
      printed = (printed + text).slice(-4000);
      const at = progressMs(printed);
      if (at === null) return;
      readMs = Math.max(readMs, at);
      if (probe.durationMs) run.progress(0.5 + 0.5 * Math.min(1, at / probe.durationMs));
    },
  });
  if (saysTruncated(warnings) || (probe.durationMs !== null && endsEarly(probe.durationMs, readMs))) {
    throw new IngestFailure('truncated', lastLines(warnings.replaceAll(path, 'master')));
  }
  const durationMs = probe.durationMs ?? readMs;
  if (durationMs < minMs) throw new IngestFailure('too_short', tail);

  const notices: NoticeCode[] = [];
  if (!audio) notices.push('no_sound');
  if (audio && audio.channels > 2) notices.push('surround_mixed_down');
  if (video) {
    if (video.height > video.width) notices.push('portrait');
    if (video.hdr) notices.push('hdr_tone_mapped');
    if (Math.min(video.width, video.height) < 720 && Math.max(video.width, video.height) < 1280)
      notices.push('low_resolution');
  }
  return {
    facts: {
      sha256,
      durationMs,
      width: video?.width ?? null,
      height: video?.height ?? null,
      videoCodec: video?.codec ?? null,
      audioCodec: audio?.codec ?? null,
      audioChannels: audio?.channels ?? null,
      notices,
    },
    details: { probe, durationMs },
  };
};
