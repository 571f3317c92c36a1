/** From a drawing to pixels: the drawing itself, then a little glare around its lights, then grain. */
import sharp from 'sharp';
import { chance } from './random.ts';
import type { Sheet } from './sheet.ts';

/** Grain is laid from one tile; a prime edge keeps its repetition out of sight. */
const tileEdge = 251;
const tile = (() => {
  const dice = chance('grain');
  return Int8Array.from({ length: tileEdge * tileEdge }, () =>
    Math.round((dice.between(-1, 1) + dice.between(-1, 1)) * 3.4),
  );
})();

/** The SVG of a sheet, to be drawn `width` pixels wide. */
export const svgOf = (s: Sheet, body: string, width: number, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round((width * s.h) / s.w)}" viewBox="0 0 ${s.w} ${s.h}"><defs>${s.defs()}</defs><g ${more}>${body}</g></svg>`;

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Draws and finishes; without `bloom` the lights stay hard. `grain` is the strength of the grain. Three bytes a pixel. */
export async function pixels(svg: string, bloom = true, grain = 1): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (info.channels !== 3) throw new Error(`Expected three channels, got ${info.channels}`);
  const raw = { width, height, channels: 3 as const };
  let glare: Buffer | undefined;
  const step = 8;
  const gw = Math.ceil(width / step) + 1;
  const gh = Math.ceil(height / step) + 1;
  if (bloom) {
    // Only pixels brighter than three fifths shine. Their surplus is spread wide.
    glare = await sharp(data, { raw })
      .resize(gw, gh, { fit: 'fill', kernel: 'linear' })
      .linear(1.9, -285)
      .blur(Math.max(1.2, gw / 46))
      .raw()
      .toBuffer();
  }
  const clamped = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const edge = new Float32Array(gw * 3);
  const strength = 0.55 / 255;
  for (let y = 0; y < height; y += 1) {
    const tileRow = (y % tileEdge) * tileEdge;
    if (glare) {
      const above = (y >> 3) * gw * 3;
      const below = above + gw * 3;
      const share = (y & 7) / step;
      for (let at = 0; at < gw * 3; at += 1) {
        const from = glare[above + at]!;
        edge[at] = (from + (glare[below + at]! - from) * share) * strength;
      }
    }
    let at = y * width * 3;
    let tx = 0;
    for (let block = 0; block < width; block += step) {
      const near = (block >> 3) * 3;
      const [r, g, b] = [edge[near]!, edge[near + 1]!, edge[near + 2]!];
      const [dr, dg, db] = [
        (edge[near + 3]! - r) / step,
        (edge[near + 4]! - g) / step,
        (edge[near + 5]! - b) / step,
      ];
      const last = Math.min(step, width - block);
      const dark = r + g + b + dr + dg + db === 0;
      for (let x = 0; x < last; x += 1) {
        const speck = tile[tileRow + tx]! * grain;
        tx = tx + 1 === tileEdge ? 0 : tx + 1;
        if (dark) {
          clamped[at] = clamped[at]! + speck;
          clamped[at + 1] = clamped[at + 1]! + speck;
          clamped[at + 2] = clamped[at + 2]! + speck;
        } else {
          const [red, green, blue] = [clamped[at]!, clamped[at + 1]!, clamped[at + 2]!];
          clamped[at] = red + (255 - red) * (r + dr * x) + speck;
          clamped[at + 1] = green + (255 - green) * (g + dg * x) + speck;
          clamped[at + 2] = blue + (255 - blue) * (b + db * x) + speck;
        }
        at += 3;
      }
    }
  }
  return { data, width, height };
}

/** The pixels as a PNG; not compressed, for it is read again at once. */
export const png = ({ data, width, height }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0, adaptiveFiltering: false })
    .toBuffer();
