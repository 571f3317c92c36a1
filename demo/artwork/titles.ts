/** Titles on posters: six ways to set them, none of which lets a syllable stand alone. */
import type { TitleStyle } from '../catalogue/types.ts';
import { breakTitle, outline, type Weight, widthOf } from './outlines.ts';
import { mix } from './palettes.ts';
import { n, path, rect, type Sheet } from './sheet.ts';

interface Titled {
  title_ko: string;
  title_en: string;
  art: { title: TitleStyle };
}

const line = (d: string, x: number, y: number, fill: string, more = '') =>
  path(d, fill, `transform="translate(${n(x)} ${n(y)})" ${more}`);

/** The shade under a title, so that it can be read on any picture. */
function shade(s: Sheet, from: number, strength: number): string {
  const deep = mix(s.p.near, '#000000', s.p.bright ? 0.15 : 0.35);
  return rect(
    0,
    from,
    s.w,
    s.h - from,
    s.linear(0, from, 0, s.h, [
      [0, deep, 0],
      [0.42, deep, strength * 0.62],
      [1, deep, strength],
    ]),
  );
}

/** So large that the English title can still be read on a card. */
const englishSize = (s: Sheet) => (s.tall ? 80 : 72);
const englishTracking = 0.03;
const englishLeading = 1.24;

/** The English title in one or two lines. */
function english(
  s: Sheet,
  text: string,
  x: number,
  y: number,
  maxWidth: number,
  align: 'left' | 'middle',
  colour: string,
): string {
  const tracking = englishTracking;
  let size = englishSize(s);
  let lines = [text];
  if (widthOf(text, 'Medium', tracking) * size > maxWidth) {
    lines = breakTitle(text, 2, 'Medium');
    const widest = Math.max(...lines.map((each) => widthOf(each, 'Medium', tracking)));
    size = Math.min(size, maxWidth / widest);
  }
  return lines
    .map((each, index) => {
      const o = outline(each, size, 'Medium', tracking);
      return line(
        o.d,
        align === 'left' ? x : x - o.width / 2,
        y + index * size * englishLeading,
        colour,
        'opacity=".94"',
      );
    })
    .join('');
}
const englishHeight = (s: Sheet, text: string, maxWidth: number) =>
  (widthOf(text, 'Medium', englishTracking) * englishSize(s) > maxWidth ? 2 : 1) *
  englishSize(s) *
  englishLeading;

interface Setting {
  weight: Weight;
  tracking: number;
  lines: number;
  largest: number;
  leading: number;
}
const settings: Record<Exclude<TitleStyle, 'column' | 'bounce'>, Setting> = {
  quiet: { weight: 'Medium', tracking: 0.02, lines: 2, largest: 150, leading: 1.16 },
  strong: { weight: 'Black', tracking: -0.02, lines: 2, largest: 196, leading: 1.04 },
  tower: { weight: 'Black', tracking: -0.03, lines: 3, largest: 236, leading: 0.99 },
  neon: { weight: 'Black', tracking: 0, lines: 2, largest: 186, leading: 1.06 },
};

/** Draws both titles and the shade beneath them. */
export function titles(s: Sheet, programme: Titled): string {
  const style = programme.art.title;
  const edge = s.tall ? 74 : 84;
  const maxWidth = s.tall ? s.w - edge * 2 : s.w * 0.62;
  const foot = s.h - (s.tall ? 96 : 78);
  const paper = s.p.paper;

  if (style === 'column' && s.tall) {
    // Down the right side, as books of old were titled.
    const words = programme.title_ko.split(' ');
    const columns: string[] =
      words.length > 1 && programme.title_ko.replace(/ /g, '').length > 6
        ? breakTitle(programme.title_ko, 2, 'Bold')
        : [programme.title_ko];
    const longest = Math.max(
      ...columns.map((each) => [...each].reduce((sum, letter) => sum + (letter === ' ' ? 0.45 : 1), 0)),
    );
    const step = Math.min(150, (s.h * 0.6) / longest);
    const size = step * 0.93;
    const top = 96;
    const right = s.w - 72;
    const deep = mix(s.p.near, '#000000', 0.35);
    let out =
      rect(
        s.w * 0.42,
        0,
        s.w * 0.58,
        s.h,
        s.linear(s.w * 0.42, 0, s.w, 0, [
          [0, deep, 0],
          [0.6, deep, 0.62],
          [1, deep, 0.8],
        ]),
      ) + shade(s, s.h * 0.66, 0.86);
    columns.forEach((column, index) => {
      let y = top + (index > 0 ? step * 0.7 : 0);
      for (const letter of column) {
        if (letter === ' ') {
          y += step * 0.45;
          continue;
        }
        const o = outline(letter, size, 'Bold');
        const x = right - size * 0.94 * (index + 1) - index * size * 0.22 + (size * 0.9 - o.width) / 2;
        out +=
          line(o.d, x + 3, y + size * 0.86 + 5, '#000', 'opacity=".35"') +
          line(o.d, x, y + size * 0.86, paper);
        y += step;
      }
    });
    const seal = 66;
    const mark = [...programme.title_ko.replace(/ /g, '')][0]!;
    const o = outline(mark, 44, 'Black');
    out +=
      rect(
        edge,
        foot - seal - englishHeight(s, programme.title_en, maxWidth) + 4,
        seal,
        seal,
        '#d23a26',
        'rx="7"',
      ) +
      rect(
        edge + 5,
        foot - seal - englishHeight(s, programme.title_en, maxWidth) + 9,
        seal - 10,
        seal - 10,
        'none',
        'rx="4" stroke="#fff1e0" stroke-width="2.500" opacity=".8"',
      );
    out += line(
      o.d,
      edge + (seal - o.width) / 2,
      foot - seal / 2 - englishHeight(s, programme.title_en, maxWidth) + 4 - (o.top + o.bottom) / 2,
      '#fff1e0',
    );
    return (
      out +
      english(
        s,
        programme.title_en,
        edge,
        foot - englishHeight(s, programme.title_en, maxWidth) + englishSize(s) * 1.2,
        maxWidth,
        'left',
        paper,
      )
    );
  }

  if (style === 'bounce') {
    const lines = breakTitle(
      programme.title_ko,
      programme.title_ko.length > 9 ? (s.tall ? 3 : 2) : 2,
      'Black',
    );
    const widest = Math.max(...lines.map((each) => widthOf(each, 'Black', -0.02)));
    const size = Math.min(
      s.tall ? 196 : 158,
      (maxWidth * 0.98) / widest,
      ((s.tall ? 0.4 : 0.5) * s.h) / lines.length,
    );
    const leading = size * 1.06;
    const under = englishHeight(s, programme.title_en, maxWidth) + size * 0.2;
    const edging = s.p.bright ? s.p.near : mix(s.p.near, '#000000', 0.3);
    const fills = s.p.bright
      ? ['#ffffff', '#fff3b0', '#ffffff']
      : [paper, mix(s.p.second, '#ffffff', 0.35), paper];
    let shadow = '';
    let body = '';
    lines.forEach((each, index) => {
      const baseline = foot - under - (lines.length - 1 - index) * leading;
      const width = widthOf(each, 'Black', -0.02) * size;
      let x = s.tall ? (s.w - width) / 2 : edge;
      [...each].forEach((letter, place) => {
        const o = outline(letter, size, 'Black');
        const advance = widthOf(`${letter}${letter}`, 'Black', -0.02) * size - o.width;
        if (letter === ' ') {
          x += size * 0.24;
          return;
        }
        const turn = (((place * 37 + index * 53) % 13) - 6) * 0.9;
        const lift = (((place * 29 + index * 17) % 9) - 4) * size * 0.011;
        const where = `translate(${n(x)} ${n(baseline + lift)}) rotate(${n(turn)} ${n(o.width / 2)} ${n(-size * 0.4)})`;
        shadow += `<path d="${o.d}" transform="translate(0 ${n(size * 0.055)}) ${where}"/>`;
        body += `<path d="${o.d}" transform="${where}" fill="${fills[(place + index) % 3]}"/>`;
        x += advance;
      });
    });
    const outlineWidth = size * 0.16;
    return (
      shade(s, s.h * (s.tall ? 0.5 : 0.42), s.p.bright ? 0.62 : 0.86) +
      `<g fill="${edging}" stroke="${edging}" stroke-width="${n(outlineWidth)}" stroke-linejoin="round">${shadow}</g><g stroke="${edging}" stroke-width="${n(outlineWidth)}" stroke-linejoin="round" paint-order="stroke">${body}</g>${body}` +
      english(
        s,
        programme.title_en,
        s.tall ? s.w / 2 : edge,
        foot - englishHeight(s, programme.title_en, maxWidth) + englishSize(s) * 1.1,
        maxWidth,
        s.tall ? 'middle' : 'left',
        '#ffffff',
      )
    );
  }

  const setting = settings[style === 'column' ? 'strong' : style];
  const count = s.tall ? setting.lines : 2;
  const lines = breakTitle(programme.title_ko, programme.title_ko.length <= 4 ? 1 : count, setting.weight);
  const widest = Math.max(...lines.map((each) => widthOf(each, setting.weight, setting.tracking)));
  const size = Math.min(setting.largest * (s.tall ? 1 : 0.8), maxWidth / widest);
  const leading = size * setting.leading;
  const under = englishHeight(s, programme.title_en, maxWidth) + (style === 'tower' && s.tall ? 44 : 14);
  const middle = s.tall && style === 'quiet';
  const total = lines.length * leading + under;
  let out = shade(s, Math.max(0, foot - total - s.h * (s.tall ? 0.2 : 0.24)), s.tall ? 0.92 : 0.8);
  if (!s.tall) {
    const deep = mix(s.p.near, '#000000', 0.35);
    out += rect(
      0,
      0,
      s.w * 0.7,
      s.h,
      s.linear(0, 0, s.w * 0.7, 0, [
        [0, deep, 0.56],
        [1, deep, 0],
      ]),
    );
  }
  lines.forEach((each, index) => {
    const o = outline(each, size, setting.weight, setting.tracking);
    const x = middle ? (s.w - o.width) / 2 : edge - size * 0.03;
    const y = foot - under - (lines.length - 1 - index) * leading;
    if (style === 'neon') {
      const tone = index % 2 ? s.p.second : s.p.accent;
      out +=
        line(
          o.d,
          x,
          y,
          'none',
          `stroke="${tone}" stroke-width="${n(size * 0.2)}" stroke-opacity=".16" stroke-linejoin="round"`,
        ) +
        line(
          o.d,
          x,
          y,
          'none',
          `stroke="${tone}" stroke-width="${n(size * 0.1)}" stroke-opacity=".3" stroke-linejoin="round"`,
        ) +
        line(o.d, x, y, mix(tone, '#ffffff', 0.82), `stroke="${tone}" stroke-width="${n(size * 0.022)}"`);
    } else {
      out += line(o.d, x + 2, y + 5, '#000', 'opacity=".3"');
      out += line(
        o.d,
        x,
        y,
        style === 'quiet'
          ? paper
          : s.linear(0, -size, 0, size * 0.1, [
              [0, '#ffffff'],
              [1, mix(paper, s.p.sky[2], style === 'tower' ? 0.3 : 0.12)],
            ]),
      );
    }
  });
  if (style === 'strong' || style === 'column')
    out += rect(edge, foot - under - lines.length * leading - 12, 74, 9, s.p.accent);
  if (style === 'tower' && s.tall) out += rect(edge, foot - under + size * 0.19, 120, 6, s.p.accent);
  return (
    out +
    english(
      s,
      programme.title_en,
      middle ? s.w / 2 : edge,
      foot - under + englishSize(s) + (style === 'tower' && s.tall ? size * 0.19 + 18 : 26),
      maxWidth,
      middle ? 'middle' : 'left',
      paper,
    )
  );
}
