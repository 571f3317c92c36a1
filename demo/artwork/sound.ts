/** Music for the demo's videos: plucked strings over a soft pad, on the five notes of the old Korean modes. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { chance } from './random.ts';

export type Mood = 'tender' | 'solemn' | 'open' | 'lively' | 'playful' | 'warm';

const rate = 48_000;

interface Style {
  /** Semitones above the root. */
  scale: number[];
  /** Seconds a beat. */
  beat: number;
  /** Hertz. */
  root: number;
  /** One of so many beats stays silent. */
  rest: number;
  /** Loudness of the pad. */
  pad: number;
  /** Strokes of the drum in eight beats: low, high or none. Null for music without a drum. */
  drum: string | null;
}

const styles: Record<Mood, Style> = {
  tender: { scale: [0, 2, 5, 7, 9], beat: 0.62, root: 146.83, rest: 3.4, pad: 0.05, drum: null },
  solemn: { scale: [0, 3, 5, 7, 10], beat: 0.86, root: 110, rest: 2.8, pad: 0.07, drum: 'l.......' },
  open: { scale: [0, 2, 5, 7, 10], beat: 0.98, root: 98, rest: 2.2, pad: 0.08, drum: null },
  lively: { scale: [0, 2, 5, 7, 9], beat: 0.36, root: 164.81, rest: 4.2, pad: 0.03, drum: 'l.hl.lh.' },
  playful: { scale: [0, 2, 4, 7, 9], beat: 0.3, root: 196, rest: 4.6, pad: 0.03, drum: 'l.h.l.hh' },
  warm: { scale: [0, 3, 5, 7, 9], beat: 0.46, root: 130.81, rest: 3.2, pad: 0.045, drum: 'l..hl.h.' },
};

/** A string that is plucked: a burst of noise, going round and losing its edge. */
function pluck(into: Float32Array, from: number, hertz: number, loud: number, noise: () => number): void {
  const period = Math.round(rate / hertz);
  const loop = new Float32Array(period);
  let before = 0;
  for (let index = 0; index < period; index += 1) {
    before = before * 0.55 + noise() * 0.45;
    loop[index] = before;
  }
  const length = Math.min(into.length - from, Math.round(rate * 2.2));
  let at = 0;
  for (let index = 0; index < length; index += 1) {
    const value = loop[at]!;
    const next = at + 1 === period ? 0 : at + 1;
    loop[at] = (value + loop[next]!) * 0.4982;
    into[from + index]! += value * loud;
    at = next;
  }
}

/** A stroke on a drum: a tone that falls for the low side, a short burst of noise for the high one. */
function strike(into: Float32Array, from: number, side: string, noise: () => number): void {
  const length = Math.min(into.length - from, Math.round(rate * (side === 'l' ? 0.32 : 0.09)));
  let phase = 0;
  for (let index = 0; index < length; index += 1) {
    const left = 1 - index / length;
    phase += (2 * Math.PI * (62 + 70 * left ** 6)) / rate;
    into[from + index]! += side === 'l' ? Math.sin(phase) * 0.34 * left ** 2 : noise() * 0.07 * left ** 3;
  }
}

/** A WAV file of `seconds`, in stereo, always the same for the same seed. */
export function composeMusic(seed: string, mood: Mood, seconds: number): Buffer {
  const { scale, beat, root, rest, pad, drum } = styles[mood];
  const dice = chance(`music/${seed}`);
  const total = Math.round(seconds * rate);
  const left = new Float32Array(total);
  const right = new Float32Array(total);
  const pitch = (step: number) => root * 2 ** (Math.floor(step / 5) + scale[((step % 5) + 5) % 5]! / 12);
  const noise = () => dice.between(-1, 1);

  let step = 5;
  for (let beats = 0; beats * beat < seconds - 1.6; beats += 1) {
    const from = Math.round((beats * beat + dice.between(0, 0.012)) * rate);
    if (beats % 8 === 0) {
      pluck(left, from, pitch(beats % 16 === 0 ? 0 : 2) / 1, 0.5, noise);
      pluck(right, from, pitch(beats % 16 === 0 ? 3 : 5), 0.34, noise);
    }
    const side = drum?.[beats % 8] ?? '.';
    // The drum waits until the title has been read.
    if (side !== '.' && beats * beat > 7) {
      strike(left, from, side, noise);
      strike(right, from, side, noise);
    }
    if (beats % 8 !== 0 && dice.once(beats % 64 < 48 ? rest : rest / 2)) continue;
    step = Math.min(11, Math.max(3, step + dice.whole(-2, 2)));
    if (beats % 16 === 15) step = 5;
    const place = dice.between(0.3, 0.7);
    pluck(left, from, pitch(step), 0.62 * (1 - place), noise);
    pluck(right, from, pitch(step), 0.62 * place, noise);
  }
  // The pad: root, fifth and octave, each a little out of tune with itself, swelling in turn.
  const voices = [
    { hertz: root, swell: 11 },
    { hertz: root * 1.5, swell: 7.3 },
    { hertz: root * 2, swell: 9.1 },
  ];
  for (const [index, { hertz, swell }] of voices.entries()) {
    const a = (2 * Math.PI * hertz * 0.9985) / rate;
    const b = (2 * Math.PI * hertz * 1.0015) / rate;
    // Each tone is a point that is turned a little with every sample; four products are cheaper than a sine.
    const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
    let [xa, ya, xb, yb] = [1, 0, 1, 0];
    let loud = 0;
    for (let at = 0; at < total; at += 1) {
      if (at % 256 === 0)
        loud = pad * (0.55 - 0.45 * Math.cos((2 * Math.PI * at) / rate / swell + index * 2.1));
      [xa, ya] = [xa * ca - ya * sa, xa * sa + ya * ca];
      [xb, yb] = [xb * cb - yb * sb, xb * sb + yb * cb];
      left[at]! += ya * loud;
      right[at]! += yb * loud;
    }
  }
  const bytes = Buffer.alloc(44 + total * 4);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + total * 4, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(total * 4, 40);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, total * 2);
  for (let at = 0; at < total; at += 1) {
    const fade = Math.min(1, at / (rate * 0.4), (total - at) / (rate * 1.4));
    samples[at * 2] = Math.tanh(left[at]! * 0.9) * 26_000 * fade;
    samples[at * 2 + 1] = Math.tanh(right[at]! * 0.9) * 26_000 * fade;
  }
  return bytes;
}

/** Writes music as AAC, which takes a tenth of its samples. */
export async function encodeMusic(wave: Buffer, outFile: string, ffmpeg: string): Promise<void> {
  const samples = `${outFile}.wav`;
  await writeFile(samples, wave);
  try {
    await promisify(execFile)(ffmpeg, [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-i', samples],
      ...['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart', outFile],
    ]);
  } finally {
    await rm(samples, { force: true });
  }
}
