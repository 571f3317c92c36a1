/** Scenes of mountains, sea, road, snow and maps. */
import { mix } from './palettes.ts';
import {
  birds,
  circle,
  ellipse,
  figure,
  glow,
  heightAt,
  land,
  n,
  orb,
  type Point,
  path,
  polygon,
  rect,
  ridge,
  type Sheet,
  sky,
  smooth,
  stars,
  stroke,
} from './sheet.ts';

const pine = (x: number, y: number, h: number, colour: string) => {
  let d = '';
  for (let tier = 0; tier < 4; tier += 1) {
    const top = y - h + tier * h * 0.2;
    const half = h * (0.09 + tier * 0.065);
    d += `M${n(x)} ${n(top)}L${n(x + half)} ${n(top + h * 0.34)}L${n(x - half)} ${n(top + h * 0.34)}Z`;
  }
  return path(`${d}M${n(x - h * 0.02)} ${n(y)}V${n(y - h * 0.2)}H${n(x + h * 0.02)}V${n(y)}Z`, colour);
};

const isDark = (s: Sheet) => ['0', '1', '2', '3'].includes(s.p.sky[0][1]!);

/** Layered paper-cut mountains with mist between them, under a large moon. */
export function mountains(s: Sheet): string {
  const horizon = s.h * (s.tall ? 0.78 : 0.86);
  let out = sky(s, 0.85);
  if (isDark(s)) out += stars(s, 90, 0.5);
  const moon = s.r * s.between(0.62, 0.85);
  const mx = s.fx + s.between(-0.12, 0.12) * s.w * 0.5;
  const my = s.fy - s.h * (s.tall ? 0.1 : 0.06);
  out += orb(s, mx, my, moon);
  const layers = 6;
  for (let index = 0; index < layers; index += 1) {
    const t = index / (layers - 1);
    const y = s.fy + s.r * 0.35 + (horizon + s.h * 0.1 - s.fy) * t * 0.95;
    const points = ridge(s, y, s.h * (s.tall ? 0.11 : 0.17) * (1.2 - t * 0.4), 1.2 + t * 1.4);
    const colour = mix(mix(s.p.far, s.p.sky[2], 0.55 - t * 0.55), s.p.near, t * 0.96);
    out += land(
      s,
      points.map(([x, py]) => [x, py - 7]),
      '#000',
      'opacity=".16"',
      false,
    );
    out += land(
      s,
      points,
      s.linear(0, y - s.h * 0.14, 0, y + s.h * 0.2, [
        [0, mix(colour, s.p.light, 0.2 - t * 0.14)],
        [0.5, colour],
        [1, mix(colour, index < 4 ? s.p.sky[2] : s.p.near, index < 4 ? 0.32 : 0.4)],
      ]),
      '',
      index > 3,
    );
    if (index === 4) {
      for (let tree = 0; tree < 16; tree += 1) {
        const x = s.between(0, s.w);
        out += pine(x, heightAt(points, x) + 8, s.between(34, 78), mix(colour, s.p.near, 0.55));
      }
    }
    if (index === 1) out += birds(s, mx - moon * 0.4, my + moon * 0.2, 5, mix(s.p.near, s.p.far, 0.3));
  }
  if (/camp/.test(s.slug)) {
    const x = s.fx;
    const y = s.h * (s.tall ? 0.7 : 0.86);
    out += glow(s, x, y - 20, s.r * 0.9, s.p.accent, 0.8);
    out += path(
      polygon([
        [x - 90, y + 20],
        [x, y - 110],
        [x + 90, y + 20],
      ]),
      s.linear(x, y - 110, x, y + 20, [
        [0, s.p.light],
        [1, s.p.accent],
      ]),
    );
    out += path(
      polygon([
        [x - 22, y + 20],
        [x, y - 70],
        [x + 22, y + 20],
      ]),
      s.p.near,
    );
  } else if (s.slug && !s.once(3)) {
    const x = s.fx + s.between(-0.2, 0.2) * s.r;
    out += figure(
      x,
      s.h * (s.tall ? 0.735 : 0.93),
      s.r * 0.55,
      mix(s.p.near, '#000000', 0.4),
      s.p.bright || /cloud|map|brush/.test(s.slug) ? 'hanbok' : 'coat',
    );
  }
  return out;
}

/** Sun and sea, with what the story needs on it: a lighthouse, a boat, an island, a whale. */
export function sea(s: Sheet): string {
  const line = s.tall ? s.h * 0.42 : s.h * 0.58;
  let out = sky(s, line / s.h);
  if (isDark(s)) out += stars(s, 60, 0.35);
  const sx = s.fx + s.between(-0.25, 0.25) * s.r;
  const sunR = s.r * s.between(0.5, 0.7);
  const sy = line - sunR * s.between(0.15, 0.75);
  out += orb(s, sx, sy, sunR);
  for (let index = 0; index < 5; index += 1) {
    const y = s.between(0.12, 0.85) * line;
    out += ellipse(s.between(0, s.w), y, s.between(160, 420), s.between(5, 16), s.p.light, 'opacity=".22"');
  }
  const isle = ridge(s, line, s.h * 0.05, 0.9).map(
    ([x, y]): Point => [x, Math.min(line + 2, y + s.h * 0.012)],
  );
  out += path(
    `${polygon(isle, false)}L${n(s.w + 20)} ${n(line + 2)}L-20 ${n(line + 2)}Z`,
    mix(s.p.far, s.p.sky[2], 0.35),
  );
  out += rect(
    0,
    line,
    s.w,
    s.h - line,
    s.linear(0, line, 0, s.h, [
      [0, mix(s.p.sky[2], s.p.far, 0.35)],
      [0.25, s.p.far],
      [1, s.p.near],
    ]),
  );
  for (let index = 0; index < 46; index += 1) {
    const t = (index / 46) ** 1.5;
    const y = line + 6 + (s.h - line) * t;
    const half = sunR * (0.9 - t * 0.4) * s.between(0.12, 1);
    out += ellipse(
      sx + s.between(-1, 1) * sunR * 0.5 * (0.4 + t),
      y,
      half,
      1.6 + t * 6,
      s.p.light,
      `opacity="${n(0.75 - t * 0.5)}"`,
    );
  }
  for (let wave = 0; wave < 4; wave += 1) {
    const y = s.h * (s.tall ? 0.72 : 0.8) + wave * s.h * 0.075;
    const points: Point[] = Array.from({ length: 13 }, (_, i) => [
      (i - 0.5) * (s.w / 11),
      y + Math.sin(i * 1.7 + wave * 2.1) * s.h * 0.014 + s.between(-6, 6),
    ]);
    out += land(s, points, mix(s.p.far, s.p.near, 0.35 + wave * 0.2), 'opacity=".82"');
    out += stroke(smooth(points), s.p.light, 3, `opacity="${n(0.4 - wave * 0.08)}"`);
  }
  const dark = mix(s.p.near, s.p.far, 0.12);
  if (/lighthouse/.test(s.slug)) {
    const x = s.fx + s.r * 0.55;
    const foot = line + s.h * 0.03;
    const top = foot - s.r * 1.75;
    out += path(
      polygon([
        [x, top - 4],
        [x - s.w * 1.1, top - s.h * 0.2],
        [x - s.w * 1.1, top + s.h * 0.06],
      ]),
      s.linear(x, 0, x - s.w * 0.8, 0, [
        [0, s.p.light, 0.75],
        [1, s.p.light, 0],
      ]),
    );
    out += path(
      smooth([
        [x - s.r * 1.1, foot + 60],
        [x - s.r * 0.6, foot - 6],
        [x, foot - 30],
        [x + s.r * 0.7, foot - 14],
        [x + s.r * 1.8, foot + 60],
      ]),
      dark,
    );
    out += path(
      polygon([
        [x - 40, foot - 10],
        [x - 26, top + 30],
        [x + 26, top + 30],
        [x + 40, foot - 10],
      ]),
      s.linear(x - 40, 0, x + 40, 0, [
        [0, mix(s.p.paper, s.p.accent, 0.2)],
        [0.45, s.p.paper],
        [1, mix(s.p.paper, s.p.near, 0.6)],
      ]),
    );
    for (let band = 0; band < 3; band += 1) {
      const y = top + 70 + band * s.r * 0.48;
      out += path(
        polygon([
          [x - 29 - band * 4, y],
          [x + 29 + band * 4, y],
          [x + 32 + band * 4, y + s.r * 0.22],
          [x - 32 - band * 4, y + s.r * 0.22],
        ]),
        s.p.accent,
        'opacity=".92"',
      );
    }
    out +=
      rect(x - 34, top + 22, 68, 10, dark) +
      rect(x - 18, top - 16, 36, 40, s.p.light) +
      path(
        polygon([
          [x - 28, top - 14],
          [x, top - 48],
          [x + 28, top - 14],
        ]),
        dark,
      );
    out += glow(s, x, top + 2, s.r * 0.7, s.p.light, 0.95);
  } else if (s.p.bright && /badami/.test(s.slug)) {
    const x = s.fx;
    const y = line + s.r * (s.tall ? 0.06 : 0.35);
    out += path(
      smooth(
        [
          [x - s.r * 1.1, y + 40],
          [x - s.r * 0.9, y - s.r * 0.6],
          [x, y - s.r * 0.95],
          [x + s.r * 0.85, y - s.r * 0.35],
          [x + s.r * 1.25, y - s.r * 0.6],
          [x + s.r * 1.2, y + 10],
          [x + s.r * 0.7, y + s.r * 0.3],
          [x - s.r * 0.5, y + s.r * 0.35],
        ],
        true,
      ),
      s.linear(0, y - s.r, 0, y + s.r * 0.4, [
        [0, '#5fb4ff'],
        [1, '#2b6fd6'],
      ]),
    );
    out += path(
      smooth(
        [
          [x - s.r * 0.95, y + 20],
          [x - s.r * 0.4, y + 10],
          [x + s.r * 0.3, y + s.r * 0.12],
          [x - s.r * 0.4, y + s.r * 0.33],
        ],
        true,
      ),
      '#eaf6ff',
      'opacity=".9"',
    );
    out +=
      circle(x - s.r * 0.5, y - s.r * 0.3, s.r * 0.085, '#17264f') +
      circle(x - s.r * 0.48, y - s.r * 0.33, s.r * 0.03, '#fff') +
      ellipse(x - s.r * 0.62, y - s.r * 0.12, s.r * 0.1, s.r * 0.06, '#ff8fb1', 'opacity=".8"');
    out += stroke(
      `M${n(x - s.r * 0.4)} ${n(y - s.r * 0.12)}q${n(s.r * 0.14)} ${n(s.r * 0.14)} ${n(s.r * 0.28)} 0`,
      '#17264f',
      7,
      'stroke-linecap="round"',
    );
    out += stroke(
      `M${n(x + 10)} ${n(y - s.r)}q-10 -60 -70 -70M${n(x + 10)} ${n(y - s.r)}q10 -70 80 -60`,
      '#eaf6ff',
      12,
      'stroke-linecap="round"',
    );
    for (let bubble = 0; bubble < 12; bubble += 1)
      out += circle(s.between(0, s.w), s.between(0.6, 0.95) * s.h, s.between(6, 26), '#fff', 'opacity=".25"');
  } else if (/city/.test(s.slug)) {
    for (let tower = 0; tower < 9; tower += 1) {
      const x = s.fx + (tower - 4.5) * s.r * 0.42 + s.between(-10, 10);
      const w = s.r * s.between(0.2, 0.34);
      const h = s.r * s.between(0.5, 1.9);
      const tilt = s.between(-7, 7);
      out += `<g transform="rotate(${n(tilt)} ${n(x)} ${n(line)})">${rect(
        x,
        line - h,
        w,
        h + 90,
        s.linear(x, 0, x + w, 0, [
          [0, mix(s.p.near, s.p.sky[2], 0.25)],
          [1, s.p.near],
        ]),
      )}`;
      for (let lamp = 0; lamp < 10; lamp += 1)
        out += rect(
          x + s.between(0.1, 0.8) * w,
          line - h * s.between(0.05, 0.95),
          7,
          11,
          s.p.accent,
          `opacity="${n(s.between(0.4, 0.95))}"`,
        );
      out += '</g>';
    }
    out += rect(
      0,
      line + 20,
      s.w,
      s.h,
      s.linear(0, line + 20, 0, s.h, [
        [0, s.p.far, 0.8],
        [1, s.p.near],
      ]),
    );
    for (let wave = 0; wave < 3; wave += 1) {
      const y = line + 30 + wave * s.h * 0.08;
      out += stroke(
        smooth(Array.from({ length: 12 }, (_, i): Point => [(i * s.w) / 11, y + Math.sin(i * 2 + wave) * 9])),
        s.p.light,
        4,
        'opacity=".35"',
      );
    }
  } else if (s.once(2) || /island|salt|haenyeo|diver/.test(s.slug)) {
    const x = s.fx + s.r * 0.3;
    const foot = line + s.h * (s.tall ? 0.19 : 0.3);
    out += path(
      smooth([
        [x - s.r * 2, foot + 30],
        [x - s.r * 0.9, foot - 20],
        [x, foot - 36],
        [x + s.r, foot - 12],
        [x + s.r * 2.2, foot + 40],
      ]),
      dark,
    );
    out +=
      figure(x, foot - 30, s.r * 0.85, dark) +
      (s.once(2) ? figure(x + s.r * 0.42, foot - 28, s.r * 0.78, dark) : '');
  } else {
    const x = s.fx - s.r * 0.25;
    const y = line + s.h * (s.tall ? 0.13 : 0.17);
    const k = s.r * 0.6;
    out += path(
      `M${n(x - k)} ${n(y - k * 0.22)}Q${n(x)} ${n(y + k * 0.12)} ${n(x + k)} ${n(y - k * 0.3)}L${n(x + k * 0.66)} ${n(y + k * 0.16)}Q${n(x)} ${n(y + k * 0.26)} ${n(x - k * 0.7)} ${n(y + k * 0.16)}Z`,
      dark,
    );
    out += rect(x - k * 0.03, y - k * 1.25, k * 0.06, k * 1.2, dark);
    out += path(
      `M${n(x + k * 0.08)} ${n(y - k * 1.2)}Q${n(x + k * 0.75)} ${n(y - k * 0.7)} ${n(x + k * 0.5)} ${n(y - k * 0.22)}L${n(x + k * 0.08)} ${n(y - k * 0.16)}Z`,
      s.p.accent,
    );
    out += figure(x - k * 0.3, y - k * 0.04, k * 0.6, dark);
  }
  out += birds(s, s.fx - s.r * 0.7, line * 0.5, 5, dark);
  return out;
}

/** A road or a track that runs to where the sun is. */
export function road(s: Sheet): string {
  const rail = /train|station/.test(s.slug);
  const line = s.tall ? s.h * 0.42 : s.h * 0.62;
  const vx = s.fx;
  let out = sky(s, line / s.h);
  if (isDark(s)) out += stars(s, 80, 0.35);
  out += orb(s, vx, line - s.r * 0.18, s.r * 0.72);
  for (let index = 0; index < 3; index += 1) {
    const points = ridge(s, line - s.h * (0.05 - index * 0.025), s.h * 0.06, 1.3 + index);
    out += land(
      s,
      points,
      mix(mix(s.p.far, s.p.sky[2], 0.5 - index * 0.22), s.p.near, index * 0.22),
      '',
      index > 0,
    );
  }
  out += rect(
    0,
    line,
    s.w,
    s.h - line,
    s.linear(0, line, 0, s.h, [
      [0, mix(s.p.far, s.p.near, 0.25)],
      [1, s.p.near],
    ]),
  );
  for (let row = 0; row < 14; row += 1) {
    const t = (row / 14) ** 2;
    const y = line + (s.h - line) * t;
    out += stroke(`M0 ${n(y)}H${n(s.w)}`, s.p.light, 1 + t * 3, `opacity="${n(0.1 - t * 0.06)}"`);
  }
  const bend = s.between(-0.5, 0.5) * s.w * 0.25;
  const foot = s.fx + bend;
  const halfFoot = s.w * (s.tall ? 0.42 : 0.3);
  const ground = (half: number) =>
    `M${n(vx - half * 0.02)} ${n(line)}C${n(vx - half * 0.3)} ${n(line + (s.h - line) * 0.35)} ${n(foot - half * 0.6)} ${n(line + (s.h - line) * 0.55)} ${n(foot - half)} ${n(s.h)}H${n(foot + half)}C${n(foot + half * 0.6)} ${n(line + (s.h - line) * 0.55)} ${n(vx + half * 0.3)} ${n(line + (s.h - line) * 0.35)} ${n(vx + half * 0.02)} ${n(line)}Z`;
  out += path(
    ground(halfFoot),
    s.linear(0, line, 0, s.h, [
      [0, mix(s.p.sky[2], s.p.far, 0.3)],
      [0.3, mix(s.p.far, s.p.near, 0.55)],
      [1, mix(s.p.near, '#000000', 0.35)],
    ]),
  );
  const across = (t: number) => vx + (foot - vx) * t ** 1.6;
  for (let mark = 1; mark < 15; mark += 1) {
    const a = (mark / 15) ** 2.1;
    const b = ((mark + (rail ? 0.42 : 0.45)) / 15) ** 2.1;
    const y1 = line + (s.h - line) * a;
    const y2 = line + (s.h - line) * b;
    const half = (rail ? halfFoot * 0.62 : halfFoot * 0.025) * ((a + b) / 2 + 0.01);
    out += path(
      polygon([
        [across(a) - half, y1],
        [across(a) + half, y1],
        [across(b) + half * 1.06, y2],
        [across(b) - half * 1.06, y2],
      ]),
      rail ? mix(s.p.near, s.p.accent, 0.25) : s.p.light,
      `opacity="${rail ? 0.8 : 0.85}"`,
    );
  }
  if (rail) {
    for (const side of [-1, 1]) {
      out += stroke(
        `M${n(vx)} ${n(line)}C${n(vx + side * halfFoot * 0.14)} ${n(line + (s.h - line) * 0.35)} ${n(foot + side * halfFoot * 0.28)} ${n(line + (s.h - line) * 0.55)} ${n(foot + side * halfFoot * 0.48)} ${n(s.h)}`,
        s.p.light,
        9,
        'opacity=".8"',
      );
    }
  }
  for (let pole = 1; pole < 6; pole += 1) {
    const t = (pole / 5.4) ** 2;
    const y = line + (s.h - line) * t * 0.72;
    const x = vx + s.w * 0.62 * t + 26;
    const tall = 70 + s.h * 0.42 * t;
    out +=
      rect(x - 2 - t * 5, y - tall, 4 + t * 9, tall, s.p.near) +
      rect(x - 22 - t * 60, y - tall * 0.9, 44 + t * 120, 3 + t * 6, s.p.near);
  }
  if (s.p.bright && rail) {
    const x = s.fx;
    const y = line + s.h * 0.1;
    const k = s.r * 0.62;
    out += ellipse(x, y + k * 1.02, k * 0.9, k * 0.14, '#000', 'opacity=".25"');
    out += rect(
      x - k * 0.66,
      y - k * 0.7,
      k * 1.32,
      k * 1.66,
      s.linear(0, y - k, 0, y + k, [
        [0, s.p.accent],
        [1, mix(s.p.accent, '#7a1030', 0.4)],
      ]),
      `rx="${n(k * 0.3)}"`,
    );
    out += rect(x - k * 0.5, y - k * 0.5, k, k * 0.5, '#dff6ff', `rx="${n(k * 0.16)}"`);
    out +=
      circle(x - k * 0.2, y - k * 0.25, k * 0.09, '#2a1f55') +
      circle(x + k * 0.2, y - k * 0.25, k * 0.09, '#2a1f55');
    out += stroke(
      `M${n(x - k * 0.22)} ${n(y + k * 0.3)}q${n(k * 0.22)} ${n(k * 0.22)} ${n(k * 0.44)} 0`,
      '#fff',
      9,
      'stroke-linecap="round"',
    );
    out +=
      circle(x - k * 0.42, y + k * 0.62, k * 0.13, s.p.light) +
      circle(x + k * 0.42, y + k * 0.62, k * 0.13, s.p.light);
    out += rect(x - k * 0.16, y - k * 1.1, k * 0.32, k * 0.44, s.p.second, `rx="${n(k * 0.06)}"`);
    for (let puff = 0; puff < 4; puff += 1)
      out += circle(
        x + puff * k * 0.26,
        y - k * (1.3 + puff * 0.27),
        k * (0.16 + puff * 0.06),
        '#fff',
        'opacity=".85"',
      );
  } else if (rail) {
    out +=
      glow(s, vx, line - 4, s.r * 0.55, s.p.light, 1) +
      circle(vx - 9, line - 6, 6, '#fff') +
      circle(vx + 9, line - 6, 6, '#fff');
  } else if (/suitcase/.test(s.slug)) {
    const y = s.h * (s.tall ? 0.76 : 0.9);
    for (const [dx, k, colour] of [
      [-0.42, 0.6, s.p.accent],
      [0.3, 0.5, s.p.second],
    ] as const) {
      const x = s.fx + dx * s.r;
      const w = s.r * k;
      out +=
        ellipse(x + w * 0.5, y + 4, w * 0.7, 12, '#000', 'opacity=".35"') +
        stroke(
          `M${n(x + w * 0.34)} ${n(y - w * 1.3)}v${n(-w * 0.24)}h${n(w * 0.32)}v${n(w * 0.24)}`,
          s.p.near,
          9,
        );
      out +=
        rect(
          x,
          y - w * 1.3,
          w,
          w * 1.3,
          s.linear(x, 0, x + w, 0, [
            [0, colour],
            [1, mix(colour, s.p.near, 0.45)],
          ]),
          'rx="14"',
        ) +
        rect(x + w * 0.14, y - w * 1.3, w * 0.06, w * 1.3, s.p.near, 'opacity=".3"') +
        rect(x + w * 0.8, y - w * 1.3, w * 0.06, w * 1.3, s.p.near, 'opacity=".3"');
    }
  } else if (/pack|half|manager|busking/.test(s.slug)) {
    const y = line + (s.h - line) * 0.3;
    const x = across(0.3);
    const k = s.r * 0.34;
    out +=
      glow(s, x, y - k * 0.3, k * 2.2, s.p.light, 0.55) +
      rect(
        x - k * 0.72,
        y - k * 1.25,
        k * 1.44,
        k * 1.2,
        s.linear(0, y - k * 1.2, 0, y, [
          [0, s.p.accent],
          [1, mix(s.p.accent, s.p.near, 0.45)],
        ]),
        `rx="${n(k * 0.24)}"`,
      );
    out +=
      rect(
        x - k * 0.56,
        y - k * 1.08,
        k * 1.12,
        k * 0.44,
        mix(s.p.light, s.p.sky[1], 0.25),
        `rx="${n(k * 0.1)}"`,
      ) +
      circle(x - k * 0.48, y - k * 0.34, k * 0.12, s.p.light) +
      circle(x + k * 0.48, y - k * 0.34, k * 0.12, s.p.light) +
      rect(x - k * 0.66, y - k * 0.1, k * 0.3, k * 0.24, s.p.near) +
      rect(x + k * 0.36, y - k * 0.1, k * 0.3, k * 0.24, s.p.near);
  } else {
    const y = line + (s.h - line) * 0.3;
    out += figure(across(0.3), y, s.r * 0.62, mix(s.p.near, '#000000', 0.3));
  }
  return out;
}

/** Snow over a village with lamps in its windows. */
export function snow(s: Sheet): string {
  const cold = s.p.light;
  let out = sky(s, 0.8) + stars(s, 60, 0.4);
  out += orb(s, s.fx - s.r * 0.2, s.fy - s.r * 0.72, s.r * 0.36);
  const white = mix('#ffffff', s.p.sky[2], 0.25);
  for (let index = 0; index < 5; index += 1) {
    const t = index / 4;
    const y = s.fy + s.r * (0.1 + t * (s.tall ? 1.7 : 0.85));
    const points = ridge(s, y, s.h * 0.07 * (1.2 - t * 0.5), 1 + t * 0.8);
    const colour = mix(mix(s.p.far, white, 0.25 + t * 0.5), s.p.near, t > 0.8 ? 0.1 : 0);
    if (index > 0) {
      for (let tree = 0; tree < 9; tree += 1) {
        const x = s.between(0, s.w);
        const h = (46 + 60 * t) * s.between(0.7, 1.4);
        out += pine(x, heightAt(points, x) + 8, h, mix(s.p.near, s.p.far, 0.55 - t * 0.5));
      }
    }
    if (index === 2 || index === 3) {
      const houses = index === 2 ? 4 : 3;
      for (let house = 0; house < houses; house += 1) {
        const x = s.fx + (house - houses / 2 + 0.4) * s.r * (index === 2 ? 0.5 : 0.85) + s.between(-12, 12);
        const k = s.r * (index === 2 ? 0.16 : 0.25) * s.between(0.9, 1.2);
        const y0 = heightAt(points, x) + k * 0.25;
        out +=
          glow(s, x, y0 - k * 0.3, k * 2.3, s.p.second, 0.5) +
          rect(x - k * 0.8, y0 - k * 0.8, k * 1.6, k, mix(s.p.near, s.p.far, 0.2));
        out +=
          rect(x - k * 0.5, y0 - k * 0.55, k * 0.34, k * 0.4, '#ffd98a') +
          rect(x + k * 0.1, y0 - k * 0.55, k * 0.34, k * 0.4, '#ffd98a');
        out += path(
          `M${n(x - k * 1.15)} ${n(y0 - k * 0.72)}Q${n(x - k * 0.5)} ${n(y0 - k * 1.05)} ${n(x - k * 0.5)} ${n(y0 - k * 1.25)}H${n(x + k * 0.5)}Q${n(x + k * 0.5)} ${n(y0 - k * 1.05)} ${n(x + k * 1.15)} ${n(y0 - k * 0.72)}Z`,
          '#ffffff',
        );
      }
    }
    out += land(
      s,
      points,
      s.linear(0, y - s.h * 0.08, 0, y + s.h * 0.3, [
        [0, mix(colour, '#ffffff', 0.35)],
        [1, mix(colour, s.p.far, 0.45)],
      ]),
    );
  }
  const trail = s.h * (s.tall ? 0.72 : 0.84);
  const px = s.fx + s.r * 0.1;
  const tiger = /tiger/.test(s.slug);
  for (let step = 0; step < 15; step += 1) {
    const t = step / 14;
    const x = px + Math.sin(t * 3) * s.r * 0.3 + (step % 2 ? 1 : -1) * (5 + t * 9);
    const y = trail + 10 + (s.h - trail) * t;
    out += ellipse(x, y, 4 + t * 8, 3 + t * 5, s.p.far, 'opacity=".75"');
    if (tiger)
      for (const toe of [-1, 0, 1])
        out += circle(x + toe * (4 + t * 6), y - 6 - t * 8, 2 + t * 3, s.p.far, 'opacity=".7"');
  }
  if (!tiger) out += figure(px, trail + 14, s.r * 0.5, s.p.near);
  let flakes = '';
  for (let flake = 0; flake < 170; flake += 1) {
    const size = s.between(1.2, 1) * (flake % 9 === 0 ? s.between(3, 7) : s.between(1.2, 3));
    flakes += circle(
      s.between(0, s.w),
      s.between(0, s.h),
      size,
      /black/.test(s.slug) ? '#0b0d10' : cold,
      `opacity="${n(s.between(0.4, 0.95))}"`,
    );
  }
  return out + flakes;
}

/** A map: heights as lines, a river, and the way that was taken. */
export function contours(s: Sheet): string {
  const base = mix(s.p.sky[1], s.p.near, 0.35);
  let out = rect(
    0,
    0,
    s.w,
    s.h,
    s.linear(0, 0, s.w, s.h, [
      [0, mix(base, s.p.near, 0.3)],
      [0.5, base],
      [1, mix(base, s.p.near, 0.65)],
    ]),
  );
  const hills = [
    { x: s.fx, y: s.fy, r: s.r * 1.7 },
    { x: s.fx - s.r * 2.2, y: s.fy + s.r * 1.8, r: s.r * 1.2 },
    { x: s.fx + s.r * 1.6, y: s.fy + s.r * 2.1, r: s.r * 1.1 },
    { x: s.fx - s.r * 1.8, y: s.fy - s.r * 1.6, r: s.r * 0.9 },
  ];
  for (const hill of hills) {
    const phases = [0, 1, 2].map(() => s.between(0, 6.3));
    for (let ring = 0; ring < 11; ring += 1) {
      const t = ring / 11;
      const points: Point[] = Array.from({ length: 26 }, (_, i) => {
        const a = (i / 26) * Math.PI * 2;
        const wobble =
          1 +
          0.17 * Math.sin(a * 2 + phases[0]! + t) +
          0.1 * Math.sin(a * 3 + phases[1]! - t * 1.4) +
          0.06 * Math.sin(a * 5 + phases[2]!);
        const d = hill.r * (1 - t * 0.93) * wobble;
        return [hill.x + Math.cos(a) * d + t * 26, hill.y + Math.sin(a) * d * 0.86 - t * 34];
      });
      const colour =
        t < 0.45
          ? mix(base, s.p.far, t * 1.6)
          : mix(mix(s.p.far, s.p.sky[2], (t - 0.45) * 1.5), s.p.light, Math.max(0, t - 0.72));
      out +=
        path(
          smooth(
            points.map(([x, y]): Point => [x + 7, y + 9]),
            true,
          ),
          '#000',
          'opacity=".16"',
        ) +
        path(
          smooth(points, true),
          colour,
          `stroke="${s.p.light}" stroke-opacity="${ring % 4 === 0 ? 0.5 : 0.2}" stroke-width="${ring % 4 === 0 ? 3 : 1.6}"`,
        );
    }
  }
  const river: Point[] = Array.from({ length: 9 }, (_, i) => {
    const t = i / 8;
    return [
      s.fx - s.r * 1.6 + s.r * 3.4 * t + Math.sin(t * 9) * s.r * 0.3,
      -20 + (s.h + 40) * (t * 0.9 + Math.sin(t * 5) * 0.06),
    ];
  });
  if (/river/.test(s.slug)) {
    out +=
      stroke(smooth(river), mix(s.p.near, s.p.second, 0.2), 50, 'opacity=".4"') +
      stroke(smooth(river), mix(s.p.light, s.p.sky[2], 0.6), 34) +
      stroke(smooth(river), '#ffffff', 6, 'opacity=".6"');
  } else {
    out += stroke(smooth(river), s.p.accent, 7, 'stroke-dasharray="4 22" stroke-linecap="round"');
  }
  for (const at of [2, 4, 6]) {
    const [x, y] = river[at]!;
    out +=
      circle(x, y, 26, '#000', 'opacity=".25"') +
      circle(x, y - 4, 22, s.p.accent) +
      circle(x, y - 4, 9, s.p.paper);
  }
  let grid = '';
  for (let x = 0; x < s.w; x += 200) grid += `M${x} 0V${s.h}`;
  for (let y = 0; y < s.h; y += 200) grid += `M0 ${y}H${s.w}`;
  out += stroke(grid, s.p.light, 1.5, 'opacity=".13"');
  return out + glow(s, s.fx, s.fy - s.r * 0.4, s.r * 2.4, s.p.light, 0.22);
}
