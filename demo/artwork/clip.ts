/** The pictures of partner clips: a scene, and the title set large on it as the makers of such clips do. */
import type { DemoClip } from '../catalogue/clips.ts';
import { breakTitle, outline, widthOf } from './outlines.ts';
import { mix, palette } from './palettes.ts';
import { pixels, png, svgOf } from './render.ts';
import { scenes } from './scenes.ts';
import { n, path, rect, sheet } from './sheet.ts';

const tracking = -0.02;
/** Letters smaller than that take a third line. */
const smallest = 116;

/** A clip's picture as a PNG, `width` pixels wide. */
export async function drawClipAt(clip: DemoClip, width: number): Promise<Buffer> {
  const p = palette(clip.palette);
  const size = { w: 1600, h: 900, fx: 1120, fy: 360, r: 250 };
  const s = sheet(`clip/${clip.slug}`, size, clip.slug, p);
  const deep = mix(p.near, '#05070a', 0.5);
  const letterOf = (lines: string[]) =>
    Math.min(150, 1160 / Math.max(...lines.map((line) => widthOf(line, 'Black', tracking))));
  const two = breakTitle(clip.title_ko, 2, 'Black');
  const lines = letterOf(two) >= smallest ? two : breakTitle(clip.title_ko, 3, 'Black');
  const letter = letterOf(lines);
  const leading = letter * 1.14;
  const foot = 800;
  const top = foot - (lines.length - 1) * leading;
  const titles = lines
    .map((line, index) => {
      const { d } = outline(line, letter, 'Black', tracking);
      const place = `translate(96 ${n(top + index * leading)})`;
      // The last line carries the accent.
      const fill = index === lines.length - 1 && lines.length > 1 ? p.light : '#ffffff';
      return path(
        d,
        fill,
        `transform="${place}" stroke="${deep}" stroke-width="14" stroke-linejoin="round" paint-order="stroke"`,
      );
    })
    .join('');
  const body =
    scenes[clip.scene](s) +
    rect(
      0,
      0,
      s.w,
      s.h,
      s.linear(0, 0, s.w * 0.8, 0, [
        [0, deep, 0.78],
        [0.6, deep, 0.4],
        [1, deep, 0],
      ]),
    ) +
    rect(
      0,
      s.h * 0.4,
      s.w,
      s.h * 0.6,
      s.linear(0, s.h * 0.4, 0, s.h, [
        [0, deep, 0],
        [1, deep, 0.75],
      ]),
    ) +
    rect(96, top - letter * 1.22, 150, 18, p.accent, 'rx="9"') +
    titles;
  return png(await pixels(svgOf(s, body, width), false));
}
