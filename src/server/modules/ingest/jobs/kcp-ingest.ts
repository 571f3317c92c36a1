/** First step: reads the master. Computes its checksum, detects its format, and checks whether it is complete. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packetArguments, probeArguments } from '../../../../media/ffmpeg.ts';
import {
  endsEarly,
  PacketReader,
  packageLength,
  parseProbe,
  sustainedFrameRate,
} from '../../../../media/probe.ts';
import { isSurround } from '../../../../media/sounds.ts';
import { IngestFailure, type NoticeCode } from '../ingest.texts.ts';
import { lastLines, runProgram } from './run-program.ts';
import type { StepFunction, StepRun } from './step.ts';

const minMs = 1000;
/** The shortest hold of the last frame that staff get a notice of. */
const noticedMs = 1000;
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

/**
 * Whether an MP4 ends before the end of its last box (ISO/IEC 14496-12, 4.2). A box states its own size, so this is exact. Its index
 * may be complete although the pictures are not.
 */
async function endsInABox(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size: fileBytes } = await file.stat();
    const head = Buffer.alloc(16);
    let at = 0;
    while (at + 8 <= fileBytes) {
      const { bytesRead } = await file.read(head, 0, 16, at);
      if (!/^[\w ]{4}$/.test(head.toString('latin1', 4, 8))) return false;
      const short = head.readUInt32BE(0);
      // 0: to the end of the file. 1: the size follows in eight bytes.
      const bytes = short === 1 && bytesRead === 16 ? Number(head.readBigUInt64BE(8)) : short;
      if (bytes < 8) return false;
      at += bytes;
    }
    return at > fileBytes;
  } finally {
    await file.close();
  }
}

const longestJson = 4 * 2 ** 20;

/** Runs ffprobe, and returns its output. It exits with an error for a file that is no media. */
async function describe(run: StepRun, path: string): Promise<{ json: string; tail: string }> {
  let json = '';
  const errors = await runProgram(run.programs.ffprobe, probeArguments(path), {
    signal: run.signal,
    folder: run.folder,
    anyExit: true,
    onOutput(text) {
      if (json.length < longestJson) json += text;
    },
  });
  return { json, tail: lastLines(errors.replaceAll(path, 'master')) };
}

/** Reads the master; fails with the reason when it cannot become a title. */
export const kcpIngest: StepFunction<'kcp_ingest'> = async (run) => {
  const { sha256, path, beginsAsMp4 } = await takeIn(run);
  const { json, tail } = await describe(run, path);
  const probe = parseProbe(json);
  const isAudio = run.asset.media === 'audio';
  const unusable = isAudio ? 'not_audio' : 'not_video';
  // An MP4 has its index at the end by default: one without an index was truncated.
  if (!probe) throw new IngestFailure(beginsAsMp4 ? 'truncated' : unusable, tail);
  if (beginsAsMp4 && (await endsInABox(path))) throw new IngestFailure('truncated', tail);
  const [audio] = probe.audio;
  // A radio program may have a cover picture, which is not part of the package.
  if (isAudio && !audio) throw new IngestFailure(probe.video ? 'no_audio_stream' : unusable, tail);
  if (isAudio) probe.video = null;
  const { video } = probe;
  if (!isAudio && !video) throw new IngestFailure(audio ? 'no_video_stream' : unusable, tail);

  const packets = new PacketReader(probe);
  const warnings = await runProgram(run.programs.ffprobe, packetArguments(path), {
    signal: run.signal,
    folder: run.folder,
    onOutput(text) {
      packets.push(text);
      if (probe.durationMs) run.progress(0.5 + 0.5 * Math.min(1, packets.endMs() / probe.durationMs));
    },
  });
  if (probe.durationMs !== null && endsEarly(probe.durationMs, packets.endMs())) {
    throw new IngestFailure('truncated', lastLines(warnings.replaceAll(path, 'master')));
  }
  const soundMs = packets.endMs(probe.audio.map(({ index }) => index));
  const pictureMs = video ? packets.endMs([video.index]) : null;
  const durationMs = packageLength(pictureMs, soundMs);
  if (durationMs < minMs) throw new IngestFailure('too_short', tail);
  if (video) video.frameRate = sustainedFrameRate(video.frameRate, packets.frameSeconds());

  const notices: NoticeCode[] = [];
  if (!audio) notices.push('no_sound');
  if (probe.audio.some((track) => track.channels > 2 && (isAudio || !isSurround(track))))
    notices.push('surround_mixed_down');
  if (pictureMs !== null && durationMs >= pictureMs + noticedMs) notices.push('picture_held');
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
