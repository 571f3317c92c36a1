/** What a scene draws on: its size, where the eye should go, gradients, and small geometry. */
import { mix, type Palette } from './palettes.ts';
import { type Chance, chance } from './random.ts';

export type Stop = [offset: number, colour: string, opacity?: number];

export interface Sheet extends Chance {
  w: number;
  h: number;
  /** Where the subject stands, and how large it may be (a radius). */
  fx: number;
  fy: number;
  r: number;
  slug: string;
  tall: boolean;
  p: Palette;
  linear(x1: number, y1: number, x2: number, y2: number, stops: Stop[]): string;
  radial(cx: number, cy: number, r: number, stops: Stop[]): string;
  clip(shape: string): string;
  defs(): string;
}

/** A number as short as a drawing needs it. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** A fresh sheet; `seed` settles everything that is left to chance on it. */
export function sheet(
  seed: string,
  size: { w: number; h: number; fx: number; fy: number; r: number },
  slug: string,
  p: Palette,
): Sheet {
  const defs: string[] = [];
  const stopsOf = (stops: Stop[]) =>
    stops
      .map(
        ([offset, colour, opacity]) =>
          `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
      )
      .join('');
  return {
    ...chance(seed),
    ...size,
    slug,
    tall: size.h > size.w,
    p,
    linear(x1, y1, x2, y2, stops) {
      const id = `g${defs.length}`;
      defs.push(
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${stopsOf(stops)}</linearGradient>`,
      );
      return `url(#${id})`;
    },
    radial(cx, cy, r, stops) {
      const id = `g${defs.length}`;
      defs.push(
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}">${stopsOf(stops)}</radialGradient>`,
      );
      return `url(#${id})`;
    },
    clip(shape) {
      const id = `g${defs.length}`;
      defs.push(`<clipPath id="${id}">${shape}</clipPath>`);
      return `clip-path="url(#${id})"`;
    },
    defs: () => defs.join(''),
  };
}

export type Point = [x: number, y: number];

/** A closed or open figure with straight sides. */
export const polygon = (points: Point[], closed = true): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`;

/** A line that bends smoothly through all points. */
export function smooth(points: Point[], closed = false): string {
  const at = (index: number): Point =>
    closed
      ? points[(index + points.length) % points.length]!
      : points[Math.min(points.length - 1, Math.max(0, index))]!;
  let d = `M${n(points[0]![0])} ${n(points[0]![1])}`;
  const last = closed ? points.length : points.length - 1;
  for (let index = 0; index < last; index += 1) {
    const [a, b, c, e] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** The opacity of the paint instead of the element's: the latter is drawn apart and laid over, at many times the cost. */
const paint = (more: string, of: 'fill' | 'stroke') =>
  more.includes('stroke=') ? more : more.replace(/(^| )opacity=/, `$1${of}-opacity=`);

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}" ${paint(more, 'fill')}/>`;
export const circle = (cx: number, cy: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="${fill}" ${paint(more, 'fill')}/>`;
export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${paint(more, 'fill')}/>`;
export const path = (d: string, fill: string, more = ''): string =>
  `<path d="${d}" fill="${fill}" ${paint(more, 'fill')}/>`;
export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" ${paint(more, 'stroke')}/>`;

/** The whole ground in the three colours of the sky, down to `horizon` (a share of the height). */
export function sky(s: Sheet, horizon = 1): string {
  const [top, middle, low] = s.p.sky;
  return rect(
    0,
    0,
    s.w,
    s.h,
    s.linear(0, 0, 0, s.h * horizon, [
      [0, top],
      [0.55, middle],
      [1, low],
    ]),
  );
}

/** A soft light without a body. */
export const glow = (s: Sheet, cx: number, cy: number, r: number, colour: string, strength = 0.8): string =>
  circle(
    cx,
    cy,
    r,
    s.radial(cx, cy, r, [
      [0, colour, strength],
      [0.35, colour, strength * 0.42],
      [0.7, colour, strength * 0.1],
      [1, colour, 0],
    ]),
  );

/** Sun or moon, with its light around it. */
export const orb = (s: Sheet, cx: number, cy: number, r: number, colour = s.p.light): string =>
  glow(s, cx, cy, r * 3.2, colour, 0.55) +
  circle(
    cx,
    cy,
    r,
    s.linear(cx - r, cy - r, cx + r * 0.4, cy + r, [
      [0, mix(colour, '#ffffff', 0.55)],
      [1, mix(colour, s.p.sky[2], 0.25)],
    ]),
  );

/** Stars, thinner towards the horizon. */
export function stars(s: Sheet, count: number, down = 0.6): string {
  let d = '';
  let bright = '';
  for (let index = 0; index < count; index += 1) {
    const x = s.between(0, s.w);
    const y = s.between(0, 1) ** 1.4 * s.h * down;
    const size = s.between(0.8, 2.2);
    if (index % 11 === 0) bright += circle(x, y, size * 1.5, '#fff', 'opacity=".9"');
    else d += `M${n(x)} ${n(y)}h${n(size)}v${n(size)}h-${n(size)}z`;
  }
  return `${path(d, '#ffffff', 'opacity=".55"')}${bright}`;
}

/** The outline of land: hills from left to right at about `y`. */
export function ridge(s: Sheet, y: number, height: number, waves: number): Point[] {
  const phases = [0, 1, 2, 3].map(() => s.between(0, Math.PI * 2));
  const steps = Math.max(8, Math.round(waves * 7));
  return Array.from({ length: steps + 3 }, (_, index) => {
    const t = (index - 1) / steps;
    const lift =
      Math.sin(t * waves * Math.PI * 2 + phases[0]!) * 0.5 +
      Math.sin(t * waves * 4.6 * Math.PI + phases[1]!) * 0.28 +
      Math.sin(t * waves * 9.7 * Math.PI + phases[2]!) * 0.13;
    return [t * s.w, y - (lift + 0.2) * height];
  });
}

/** Land under a ridge, down to the foot of the sheet. */
export const land = (s: Sheet, points: Point[], fill: string, more = '', soft = true): string =>
  path(
    `${soft ? smooth(points) : polygon(points, false)}L${n(points.at(-1)![0])} ${n(s.h + 10)}L${n(points[0]![0])} ${n(s.h + 10)}Z`,
    fill,
    more,
  );

/** Height of a ridge at `x`. */
export function heightAt(points: Point[], x: number): number {
  for (let index = 1; index < points.length; index += 1) {
    const [bx, by] = points[index]!;
    const [ax, ay] = points[index - 1]!;
    if (x <= bx) return ay + ((by - ay) * (x - ax)) / (bx - ax || 1);
  }
  return points.at(-1)![1];
}

/** Somebody standing with their back to us; `x`, `y` is where the feet are. */
export function figure(
  x: number,
  y: number,
  tall: number,
  colour: string,
  dress: 'coat' | 'hanbok' = 'coat',
): string {
  const k = tall / 100;
  const p = (dx: number, dy: number) => `${n(x + dx * k)} ${n(y + dy * k)}`;
  const head =
    ellipse(x, y - 91 * k, 7 * k, 8.6 * k, colour) +
    (dress === 'hanbok'
      ? `${ellipse(x, y - 97 * k, 17 * k, 2.6 * k, colour)}${rect(x - 6 * k, y - 108 * k, 12 * k, 12 * k, colour, `rx="${n(2 * k)}"`)}`
      : '');
  const body =
    dress === 'hanbok'
      ? `M${p(-4, -84)}C${p(-16, -80)} ${p(-17, -72)} ${p(-20, -46)}L${p(-13, -44)}C${p(-18, -26)} ${p(-22, -12)} ${p(-24, 0)}L${p(24, 0)}C${p(22, -12)} ${p(18, -26)} ${p(13, -44)}L${p(20, -46)}C${p(17, -72)} ${p(16, -80)} ${p(4, -84)}Z`
      : `M${p(-4, -84)}C${p(-14, -82)} ${p(-16, -78)} ${p(-17, -68)}L${p(-18, -44)}L${p(-13, -43)}L${p(-15, -26)}L${p(-9, -26)}L${p(-8, 0)}L${p(-1, 0)}L${p(-0.5, -26)}L${p(1, -26)}L${p(2, 0)}L${p(9, 0)}L${p(10, -26)}L${p(15, -26)}L${p(13, -43)}L${p(18, -44)}L${p(17, -68)}C${p(16, -78)} ${p(14, -82)} ${p(4, -84)}Z`;
  return head + path(body, colour);
}

/** Birds far away. */
export function birds(s: Sheet, cx: number, cy: number, count: number, colour: string): string {
  let d = '';
  for (let index = 0; index < count; index += 1) {
    const x = cx + s.between(-120, 120);
    const y = cy + s.between(-60, 60);
    const b = s.between(8, 18);
    d += `M${n(x - b)} ${n(y - b * 0.4)}Q${n(x - b * 0.4)} ${n(y - b * 0.7)} ${n(x)} ${n(y)}Q${n(x + b * 0.4)} ${n(y - b * 0.7)} ${n(x + b)} ${n(y - b * 0.4)}`;
  }
  return stroke(d, colour, 3, 'stroke-linecap="round"');
}
