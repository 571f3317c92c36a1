/** Text as outlines, so that no font has to be installed where the pictures are drawn. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import opentype, { type Command, type Font } from 'opentype.js';
import { n } from './sheet.ts';

export type Weight = 'Light' | 'Medium' | 'Bold' | 'Black';

const fonts = new Map<Weight, Font>();

function font(weight: Weight): Font {
  let known = fonts.get(weight);
  if (!known) {
    const home = dirname(createRequire(import.meta.url).resolve('pretendard/package.json'));
    const bytes = readFileSync(join(home, 'dist/public/static/alternative', `Pretendard-${weight}.ttf`));
    known = opentype.parse(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    );
    fonts.set(weight, known);
  }
  return known;
}

export interface Outline {
  /** Path data with its left edge at 0 and its baseline at 0. */
  d: string;
  width: number;
  /** Of the ink, above and below the baseline. */
  top: number;
  bottom: number;
}

/** The library's own writer runs two numbers together where one is a hair below zero. */
function written(command: Command): string {
  if (command.type === 'Z') return 'Z';
  const end = `${n(command.x)} ${n(command.y)}`;
  if (command.type === 'Q') return `Q${n(command.x1)} ${n(command.y1)} ${end}`;
  if (command.type === 'C')
    return `C${n(command.x1)} ${n(command.y1)} ${n(command.x2)} ${n(command.y2)} ${end}`;
  return `${command.type}${end}`;
}

const known = new Map<string, Outline>();

/** The outline of one line of text; `tracking` is extra space after each letter as a share of the size. */
export function outline(text: string, size: number, weight: Weight, tracking = 0): Outline {
  const key = `${weight}|${n(size)}|${tracking}|${text}`;
  const cached = known.get(key);
  if (cached) return cached;
  const face = font(weight);
  const scale = size / face.unitsPerEm;
  let x = 0;
  let d = '';
  let top = 0;
  let bottom = 0;
  let left = Number.POSITIVE_INFINITY;
  let right = 0;
  for (const letter of text) {
    const glyph = face.charToGlyph(letter);
    const drawn = glyph.getPath(x, 0, size);
    const box = drawn.getBoundingBox();
    if (box.x2 > box.x1) {
      left = Math.min(left, box.x1);
      right = Math.max(right, box.x2);
      top = Math.min(top, box.y1);
      bottom = Math.max(bottom, box.y2);
    }
    d += drawn.commands.map(written).join('');
    x += (glyph.advanceWidth ?? face.unitsPerEm) * scale + tracking * size;
  }
  const made = { d, width: Math.max(0, right), top, bottom };
  if (known.size > 3000) known.clear();
  known.set(key, made);
  return made;
}

/** How wide a text is at size 1. */
export const widthOf = (text: string, weight: Weight, tracking = 0): number =>
  outline(text, 100, weight, tracking).width / 100;

const leansOn = /(?:^| )(?:한|두|세|네|열두|열세|여섯|첫|그|이|저|내|큰|새|안|못|비|김|우리|남의|백)$/;
const leansBack = /^(?:것|것들|줄|수|때|뿐|두 개|하나|시|뒤의|앞에|집|년|달|번째)(?: |$)/;
const closes = /(?:의|에서|에|을|를|은|는|이|가|와|과|만|로|든|던|운|한|선|여는|오는|있던|맞은)$|[,.]$/;

/** Breaks a title into at most `lines` lines of like width; never leaves one syllable alone on a line. */
export function breakTitle(title: string, lines: number, weight: Weight): string[] {
  const words = title.split(' ');
  let best: string[] = [title];
  let bestCost = Number.POSITIVE_INFINITY;
  const ways = 2 ** (words.length - 1);
  for (let way = 0; way < ways; way += 1) {
    const broken: string[] = [words[0]!];
    for (let index = 1; index < words.length; index += 1) {
      if (way & (1 << (index - 1))) broken.push(words[index]!);
      else broken[broken.length - 1] += ` ${words[index]}`;
    }
    if (broken.length > lines) continue;
    const widths = broken.map((line) => widthOf(line, weight));
    const widest = Math.max(...widths);
    const ragged = widths.reduce((sum, width) => sum + (widest - width), 0) / broken.length;
    const alone = broken.filter((line) => line.replace(/[^\p{L}\p{N}]/gu, '').length < 2).length;
    // A line may not end in a word that leans on the next, nor begin with one that leans on the last; it likes to
    // end where a particle closes a phrase.
    const torn = broken.slice(0, -1).filter((line) => leansOn.test(line)).length;
    const left = broken.slice(1).filter((line) => leansBack.test(line)).length;
    const closed = broken.slice(0, -1).filter((line) => closes.test(line)).length;
    const cost = widest + ragged * 0.35 + alone * 20 + broken.length * 0.6 + (torn + left) * 4 - closed * 0.9;
    if (cost < bestCost) {
      bestCost = cost;
      best = broken;
    }
  }
  return best;
}
