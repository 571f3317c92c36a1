/** Scenes made of pattern: wrapping cloth, temple paint, tables seen from above, sound, stage light, space. */
import { outline } from './outlines.ts';
import { mix } from './palettes.ts';
import {
  circle,
  ellipse,
  figure,
  glow,
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

/** A patchwork wrapping cloth: thin silk over light, with its seams. */
export function patchwork(s: Sheet): string {
  const tones = [
    s.p.accent,
    s.p.second,
    s.p.far,
    s.p.sky[1],
    s.p.sky[2],
    s.p.light,
    mix(s.p.accent, s.p.light, 0.55),
    mix(s.p.second, s.p.sky[2], 0.5),
    mix(s.p.far, s.p.near, 0.4),
    mix(s.p.sky[1], s.p.sky[0], 0.5),
  ];
  let out = rect(0, 0, s.w, s.h, s.p.sky[1]);
  let seams = '';
  const jamo = /hangul|giyeok/.test(s.slug) ? [...'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㅏㅑㅓㅗㅜㅡㅣ'] : [];
  const patches: [number, number, number, number][] = [];
  const split = (x: number, y: number, w: number, h: number, depth: number) => {
    const small = Math.min(s.w, s.h) * 0.13;
    if (depth === 0 || (w < small * 1.7 && h < small * 1.7) || (depth < 3 && s.once(5))) {
      patches.push([x, y, w, h]);
      return;
    }
    const at = s.between(0.34, 0.66);
    const tilt = 0;
    if (w * s.between(0.8, 1.25) > h) {
      split(x, y, w * at + tilt, h, depth - 1);
      split(x + w * at, y, w * (1 - at), h, depth - 1);
    } else {
      split(x, y, w, h * at, depth - 1);
      split(x, y + h * at, w, h * (1 - at), depth - 1);
    }
  };
  split(0, 0, s.w, s.h, 6);
  for (const [x, y, w, h] of patches) {
    const tone = s.pick(tones);
    const kind = s.whole(0, 9);
    out += rect(
      x,
      y,
      w,
      h,
      s.linear(x, y, x + w, y + h, [
        [0, mix(tone, '#ffffff', 0.12)],
        [1, mix(tone, s.p.near, 0.18)],
      ]),
    );
    const other = s.pick(tones);
    if (kind === 0)
      out += path(
        polygon([
          [x, y],
          [x + w, y],
          [x, y + h],
        ]),
        other,
        'opacity=".85"',
      );
    if (kind === 1)
      out += path(
        polygon([
          [x + w / 2, y + 8],
          [x + w - 8, y + h / 2],
          [x + w / 2, y + h - 8],
          [x + 8, y + h / 2],
        ]),
        other,
        'opacity=".85"',
      );
    if (kind === 2) out += circle(x + w / 2, y + h / 2, Math.min(w, h) * 0.34, other, 'opacity=".9"');
    if (kind === 3)
      for (let bar = 0; bar < 5; bar += 1)
        out += rect(x + (w * (bar * 2 + 0.5)) / 10, y, w / 10, h, other, 'opacity=".55"');
    if (kind === 4)
      out += circle(
        x,
        y + h,
        Math.min(w, h) * 0.86,
        other,
        `opacity=".8" ${s.clip(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/>`)}`,
      );
    if (jamo.length > 0 && Math.min(w, h) > s.r * 0.24 && kind !== 2 && kind !== 1) {
      const letter = s.pick(jamo);
      const size = Math.min(w, h) * 0.86;
      const o = outline(letter, Math.round(size), 'Black');
      out += path(
        o.d,
        s.pick([s.p.paper, s.p.near, s.p.light]),
        `transform="translate(${n(x + (w - o.width) / 2)} ${n(y + h / 2 - (o.top + o.bottom) / 2)})"`,
      );
      if (s.p.bright && Math.min(w, h) > s.r * 0.4)
        out +=
          circle(x + w * 0.42, y + h * 0.44, 9, '#2a1f55') + circle(x + w * 0.58, y + h * 0.44, 9, '#2a1f55');
    }
    seams += `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`;
  }
  out +=
    stroke(seams, s.p.near, 5, 'opacity=".3"') +
    stroke(seams, s.p.light, 2.4, 'stroke-dasharray="11 9" opacity=".75"');
  // Light falls through the cloth from where the eye should go.
  out += glow(s, s.fx, s.fy - s.r * 0.3, s.r * 2.2, s.p.light, 0.6);
  for (let fold = 0; fold < 4; fold += 1) {
    const x = s.between(0.05, 0.95) * s.w;
    out += path(
      smooth(
        [
          [x, -20],
          [x + s.between(20, 60), s.h * 0.3],
          [x - s.between(20, 60), s.h * 0.65],
          [x + 30, s.h + 20],
          [x + 150, s.h + 20],
          [x + 60, s.h * 0.6],
          [x + 160, s.h * 0.3],
          [x + 110, -20],
        ],
        true,
      ),
      s.p.near,
      'opacity=".09"',
    );
  }
  const things: Record<string, string> = { slow: 'shirt', senior: 'ball', 'son-in-law': 'tie' };
  const thing = Object.entries(things).find(([word]) => s.slug.includes(word))?.[1];
  const { fx: x, fy: y, r: k } = s;
  if (thing === 'shirt') {
    out += stroke(
      `M${n(x)} ${n(y - k * 0.46)}v${n(-k * 0.24)}q0 -22 30 -34q34 -16 26 -52q-10 -34 -46 -30q-34 4 -36 34`,
      s.p.near,
      10,
      'stroke-linecap="round"',
    );
    out += path(
      polygon([
        [x - k * 0.36, y - k * 0.66],
        [x - k * 0.95, y - k * 0.3],
        [x - k * 0.78, y + k * 0.12],
        [x - k * 0.5, y],
        [x - k * 0.5, y + k],
        [x + k * 0.5, y + k],
        [x + k * 0.5, y],
        [x + k * 0.78, y + k * 0.12],
        [x + k * 0.95, y - k * 0.3],
        [x + k * 0.36, y - k * 0.66],
        [x, y - k * 0.46],
      ]),
      s.linear(x - k, y, x + k, y, [
        [0, '#ffffff'],
        [0.6, mix('#ffffff', s.p.sky[2], 0.3)],
        [1, mix('#ffffff', s.p.far, 0.5)],
      ]),
      `stroke="${s.p.near}" stroke-opacity=".25" stroke-width="4"`,
    );
    out +=
      rect(x - k * 0.3, y + k * 0.1, k * 0.24, k * 0.16, s.p.accent) +
      [0, 1, 2, 3].map((b) => circle(x, y - k * 0.2 + b * k * 0.3, 7, s.p.near, 'opacity=".6"')).join('');
  }
  if (thing === 'ball') {
    for (let i = 0; i < 6; i += 1) {
      const bx = x + Math.cos(i * 1.15 + 0.3) * k * (i ? 0.78 : 0);
      const by = y + Math.sin(i * 1.15 + 0.3) * k * (i ? 0.78 : 0);
      const r = k * (i ? 0.31 : 0.4);
      const tone = [s.p.second, '#ff5c3e', '#5aa9ff', '#f2b84b', '#2ec4a6', '#f0567a'][i]!;
      const o = outline(String([7, 12, 23, 31, 38, 45][i]), Math.round(r * 0.9), 'Black');
      out +=
        circle(bx + 8, by + 14, r, '#000', 'opacity=".3"') +
        circle(
          bx,
          by,
          r,
          s.radial(bx - r * 0.35, by - r * 0.4, r * 1.5, [
            [0, mix(tone, '#ffffff', 0.65)],
            [0.5, tone],
            [1, mix(tone, '#000000', 0.35)],
          ]),
        ) +
        circle(bx, by, r * 0.6, '#fffaf0', 'opacity=".95"');
      out += path(
        o.d,
        '#2a1510',
        `transform="translate(${n(bx - o.width / 2)} ${n(by - (o.top + o.bottom) / 2)})"`,
      );
    }
  }
  if (thing === 'tie') {
    out += path(
      smooth([
        [x - k * 1.9, s.h + 20],
        [x - k * 1.5, y - k * 0.2],
        [x - k * 0.8, y - k * 0.72],
        [x - k * 0.2, y - k * 0.95],
        [x + k * 0.2, y - k * 0.95],
        [x + k * 0.8, y - k * 0.72],
        [x + k * 1.5, y - k * 0.2],
        [x + k * 1.9, s.h + 20],
      ]),
      s.linear(x - k * 1.6, 0, x + k * 1.6, 0, [
        [0, mix(s.p.near, s.p.far, 0.35)],
        [1, s.p.near],
      ]),
    );
    out += path(
      polygon([
        [x - k * 0.62, y - k * 0.84],
        [x + k * 0.62, y - k * 0.84],
        [x, y + k * 1.5],
      ]),
      '#fff6ea',
    );
    out +=
      path(
        polygon([
          [x - k * 0.62, y - k * 0.98],
          [x - k * 0.1, y - k * 0.3],
          [x - k * 0.3, y + k * 0.15],
          [x - k * 0.9, y - k * 0.15],
        ]),
        '#fffaf2',
      ) +
      path(
        polygon([
          [x + k * 0.62, y - k * 0.98],
          [x + k * 0.1, y - k * 0.3],
          [x + k * 0.3, y + k * 0.15],
          [x + k * 0.9, y - k * 0.15],
        ]),
        mix('#fffaf2', s.p.far, 0.25),
      );
    out +=
      path(
        polygon([
          [x - k * 0.2, y - k * 0.36],
          [x + k * 0.2, y - k * 0.36],
          [x + k * 0.13, y - k * 0.05],
          [x - k * 0.13, y - k * 0.05],
        ]),
        mix(s.p.accent, s.p.near, 0.3),
      ) +
      path(
        polygon([
          [x - k * 0.13, y - k * 0.05],
          [x + k * 0.13, y - k * 0.05],
          [x + k * 0.32, y + k * 0.95],
          [x, y + k * 1.25],
          [x - k * 0.32, y + k * 0.95],
        ]),
        s.linear(x - k * 0.3, 0, x + k * 0.3, 0, [
          [0, s.p.accent],
          [1, mix(s.p.accent, s.p.near, 0.5)],
        ]),
      );
    for (let stripe = 0; stripe < 4; stripe += 1)
      out += path(
        polygon([
          [x - k * 0.2, y + k * (0.18 + stripe * 0.24)],
          [x + k * 0.24, y + k * (0.06 + stripe * 0.24)],
          [x + k * 0.25, y + k * (0.12 + stripe * 0.24)],
          [x - k * 0.2, y + k * (0.24 + stripe * 0.24)],
        ]),
        s.p.second,
      );
  }
  return out;
}

/** Temple paint: a great rosette under painted beams. */
export function dancheong(s: Sheet): string {
  const deep = mix(s.p.sky[0], s.p.near, 0.3);
  let out = rect(
    0,
    0,
    s.w,
    s.h,
    s.radial(s.fx, s.fy, Math.max(s.w, s.h) * 0.8, [
      [0, mix(s.p.sky[1], s.p.sky[0], 0.25)],
      [1, deep],
    ]),
  );
  const paint = ['#ff5c3e', '#2ec4a6', '#f2b84b', '#3f6fd1', '#f0567a', '#f7f0dc', s.p.accent, s.p.second];
  const rosette = (cx: number, cy: number, r: number, full: boolean, turn: number) => {
    let flower = '';
    const ringsOf: [count: number, from: number, to: number, colour: string, edge: string][] = [
      [24, 0.84, 1.04, '#12473f', '#2ec4a6'],
      [16, 0.66, 0.96, '#8e1c1b', '#ff5c3e'],
      [16, 0.5, 0.78, '#1c3b86', '#5aa9ff'],
      [8, 0.28, 0.62, '#a8541a', '#f2b84b'],
      [8, 0.14, 0.42, '#8a1e44', '#f0567a'],
    ];
    flower += circle(cx, cy, r * 1.1, s.p.near, 'opacity=".5"');
    for (const [count, from, to, colour, edge] of full ? ringsOf : ringsOf.slice(1)) {
      let petals = '';
      let cores = '';
      for (let i = 0; i < count; i += 1) {
        const a = (i / count) * Math.PI * 2 + turn + (count === 16 && from > 0.6 ? Math.PI / 16 : 0);
        const spread = (Math.PI / count) * 0.94;
        const at = (angle: number, d: number) =>
          `${n(cx + Math.cos(angle) * r * d)} ${n(cy + Math.sin(angle) * r * d)}`;
        petals += `M${at(a, from)}Q${at(a - spread * 1.5, (from + to) / 2)} ${at(a - spread * 0.25, to * 0.985)}Q${at(a, to * 1.05)} ${at(a + spread * 0.25, to * 0.985)}Q${at(a + spread * 1.5, (from + to) / 2)} ${at(a, from)}Z`;
        const mid = from + (to - from) * 0.62;
        cores += `M${at(a, from + (to - from) * 0.2)}Q${at(a - spread * 0.7, mid)} ${at(a, to * 0.93)}Q${at(a + spread * 0.7, mid)} ${at(a, from + (to - from) * 0.2)}Z`;
      }
      flower +=
        path(
          petals,
          s.radial(cx, cy, r * to, [
            [0, mix(colour, '#000000', 0.3)],
            [0.7, colour],
            [1, edge],
          ]),
          `stroke="#f7f0dc" stroke-width="${n(r * 0.012)}"`,
        ) + path(cores, edge, 'opacity=".85"');
    }
    return (
      flower +
      circle(cx, cy, r * 0.16, '#f7f0dc') +
      circle(cx, cy, r * 0.12, '#12473f') +
      circle(cx, cy, r * 0.06, '#f2b84b')
    );
  };
  const size = s.r * 1.45;
  for (const [dx, dy, k] of [
    [-2.1, 1.75, 0.62],
    [2.05, 1.85, 0.7],
    [-1.95, -1.5, 0.5],
    [1.95, -1.7, 0.56],
    [0, 3.1, 0.8],
    [-4.2, 0.2, 0.6],
  ] as const)
    out += rosette(s.fx + dx * s.r * 1.05, s.fy + dy * s.r, s.r * k, false, 0.2);
  // The smaller ones recede under a veil of the ground.
  out += rect(0, 0, s.w, s.h, deep, 'opacity=".55"');
  out +=
    glow(s, s.fx, s.fy, size * 1.6, s.p.sky[2], 0.6) + rosette(s.fx, s.fy, size, true, s.between(0, 0.3));
  const beam = (y: number, h: number) => {
    let d =
      rect(0, y, s.w, h, '#0f3d37') +
      rect(0, y, s.w, h * 0.1, '#f2b84b') +
      rect(0, y + h * 0.9, s.w, h * 0.1, '#ff5c3e');
    for (let x = h / 2, i = 0; x < s.w + h; x += h * 0.98, i += 1) {
      d +=
        circle(x, y + h / 2, h * 0.34, paint[i % 5]!) +
        circle(x, y + h / 2, h * 0.22, '#f7f0dc') +
        circle(x, y + h / 2, h * 0.13, paint[(i + 2) % 5]!);
      d += path(
        polygon([
          [x + h * 0.49, y + h * 0.16],
          [x + h * 0.6, y + h * 0.5],
          [x + h * 0.49, y + h * 0.84],
          [x + h * 0.38, y + h * 0.5],
        ]),
        paint[(i + 1) % 5]!,
      );
    }
    return d;
  };
  out +=
    beam(0, s.h * (s.tall ? 0.05 : 0.08)) +
    rect(
      0,
      s.h * (s.tall ? 0.05 : 0.08),
      s.w,
      40,
      s.linear(0, s.h * 0.05, 0, s.h * 0.05 + 60, [
        [0, '#000', 0.5],
        [1, '#000', 0],
      ]),
    );
  if (/dragon/.test(s.slug))
    out +=
      circle(s.fx, s.fy, size * 0.2, '#f7f0dc') +
      circle(
        s.fx,
        s.fy,
        size * 0.19,
        s.radial(s.fx, s.fy, size * 0.2, [
          [0, '#ffe9a0'],
          [1, '#c97a1c'],
        ]),
      ) +
      ellipse(s.fx, s.fy, size * 0.045, size * 0.17, '#120602');
  return out;
}

function bowl(s: Sheet, cx: number, cy: number, r: number, kind: number): string {
  const glaze = s.pick([
    mix(s.p.paper, s.p.sky[2], 0.15),
    mix(s.p.near, s.p.far, 0.45),
    mix('#d9efe4', s.p.second, 0.3),
    mix(s.p.accent, '#ffffff', 0.3),
    '#efe6d4',
  ]);
  let out = ellipse(cx + r * 0.1, cy + r * 0.16, r * 1.06, r * 1.04, '#000', 'opacity=".34"');
  out += circle(
    cx,
    cy,
    r,
    s.linear(cx - r, cy - r, cx + r, cy + r, [
      [0, mix(glaze, '#ffffff', 0.5)],
      [0.55, glaze],
      [1, mix(glaze, '#000000', 0.4)],
    ]),
  );
  out += circle(
    cx,
    cy,
    r * 0.88,
    s.linear(cx - r, cy - r, cx + r, cy + r, [
      [0, mix(glaze, '#000000', 0.45)],
      [1, mix(glaze, '#ffffff', 0.15)],
    ]),
  );
  const q = r * 0.8;
  const soup = (a: string, b: string) =>
    circle(
      cx,
      cy,
      q,
      s.radial(cx - q * 0.3, cy - q * 0.35, q * 1.5, [
        [0, a],
        [1, b],
      ]),
    );
  const scatter = (count: number, spread: number, draw: (x: number, y: number, i: number) => string) => {
    let d = '';
    for (let i = 0; i < count; i += 1) {
      const a = i * 2.4 + s.between(0, 0.7);
      const dist = Math.sqrt((i + 0.5) / count) * q * spread;
      d += draw(cx + Math.cos(a) * dist, cy + Math.sin(a) * dist, i);
    }
    return d;
  };
  const scallion = (x: number, y: number) =>
    circle(x, y, r * 0.055, '#7fc25a') + circle(x, y, r * 0.026, '#e3f5c4');
  if (kind === 0) {
    out += soup('#f6dc9f', '#c98b3c');
    for (let i = 0; i < 12; i += 1) {
      const y = cy - q * 0.5 + i * q * 0.085;
      const half = Math.sqrt(Math.max(0, 1 - ((y - cy) / q) ** 2)) * q * 0.78;
      out += stroke(
        `M${n(cx - half)} ${n(y)}C${n(cx - half * 0.4)} ${n(y - q * 0.22)} ${n(cx + half * 0.3)} ${n(y + q * 0.26)} ${n(cx + half)} ${n(y - q * 0.06)}`,
        i % 2 ? '#fff3d0' : '#f3dca4',
        r * 0.05,
        'stroke-linecap="round"',
      );
    }
    out +=
      ellipse(cx + q * 0.34, cy - q * 0.3, q * 0.3, q * 0.26, '#fffdf5') +
      circle(cx + q * 0.36, cy - q * 0.3, q * 0.15, '#ffab2e') +
      scatter(9, 0.8, scallion) +
      rect(
        cx - q * 0.72,
        cy - q * 0.55,
        q * 0.3,
        q * 0.5,
        '#14251c',
        `transform="rotate(-18 ${n(cx - q * 0.6)} ${n(cy - q * 0.3)})" rx="4"`,
      );
  } else if (kind === 1) {
    out +=
      soup('#ffffff', '#e6ddc8') +
      scatter(90, 0.93, (x, y) =>
        ellipse(
          x,
          y,
          r * 0.042,
          r * 0.024,
          s.pick(['#ffffff', '#f3ecdc', '#e6dcc5']),
          `transform="rotate(${s.whole(0, 170)} ${n(x)} ${n(y)})"`,
        ),
      ) +
      scatter(5, 0.3, (x, y) => circle(x, y, r * 0.03, '#3a2a55'));
  } else if (kind === 2) {
    out +=
      soup('#f0532f', '#8f1509') +
      scatter(16, 0.85, (x, y, i) =>
        path(
          smooth(
            [
              [x - r * 0.15, y],
              [x, y - r * 0.11],
              [x + r * 0.16, y + r * 0.02],
              [x + r * 0.02, y + r * 0.12],
            ],
            true,
          ),
          ['#ff7a4a', '#d92f18', '#ffc9a0', '#f25a35'][i % 4]!,
        ),
      ) +
      scatter(12, 0.9, (x, y) => circle(x, y, r * 0.018, '#fff0c8')) +
      scatter(5, 0.7, scallion);
  } else if (kind === 3) {
    const wedges = ['#7fb04c', '#ff9a3e', '#f4ead0', '#8a4b25', '#e8543a', '#e7c65a'];
    wedges.forEach((tone, i) => {
      const a = (i / 6) * Math.PI * 2;
      const b = ((i + 1) / 6) * Math.PI * 2;
      out += path(
        `M${n(cx)} ${n(cy)}L${n(cx + Math.cos(a) * q)} ${n(cy + Math.sin(a) * q)}A${n(q)} ${n(q)} 0 0 1 ${n(cx + Math.cos(b) * q)} ${n(cy + Math.sin(b) * q)}Z`,
        tone,
      );
      for (let j = 0; j < 7; j += 1) {
        const c = s.between(a + 0.08, b - 0.08);
        const d = s.between(0.35, 0.85) * q;
        out += stroke(
          `M${n(cx + Math.cos(c) * d)} ${n(cy + Math.sin(c) * d)}l${n(Math.cos(c) * q * 0.14)} ${n(Math.sin(c) * q * 0.14)}`,
          mix(tone, s.once(2) ? '#ffffff' : '#000000', 0.25),
          r * 0.03,
          'stroke-linecap="round"',
        );
      }
    });
    out +=
      circle(cx, cy, q * 0.36, '#fffdf5') +
      circle(cx, cy, q * 0.19, '#ffb02e') +
      circle(cx - q * 0.05, cy - q * 0.06, q * 0.05, '#ffe2a0');
  } else if (kind === 4) {
    out +=
      soup('#e9f2c9', '#8fb166') +
      scatter(9, 0.75, (x, y) =>
        rect(
          x - r * 0.1,
          y - r * 0.1,
          r * 0.2,
          r * 0.2,
          '#fffaf0',
          `rx="${n(r * 0.03)}" transform="rotate(${s.whole(0, 60)} ${n(x)} ${n(y)})"`,
        ),
      ) +
      scatter(11, 0.9, scallion);
  } else {
    out +=
      soup('#5f8f3a', '#27481c') +
      scatter(30, 0.88, (x, y) =>
        stroke(
          `M${n(x - r * 0.1)} ${n(y)}q${n(r * 0.1)} ${n(-r * 0.1)} ${n(r * 0.2)} 0`,
          s.pick(['#9ccc65', '#4f8a34', '#c5e1a5']),
          r * 0.035,
          'stroke-linecap="round"',
        ),
      ) +
      scatter(16, 0.85, (x, y) => ellipse(x, y, r * 0.022, r * 0.013, '#fff3d0'));
  }
  return (
    out +
    path(
      `M${n(cx - r * 0.86)} ${n(cy - r * 0.2)}A${n(r * 0.88)} ${n(r * 0.88)} 0 0 1 ${n(cx - r * 0.1)} ${n(cy - r * 0.87)}`,
      'none',
      `stroke="#fff" stroke-width="${n(r * 0.035)}" stroke-linecap="round" opacity=".75"`,
    )
  );
}

/** A laid table from above. */
export function bowls(s: Sheet): string {
  const wood = mix(s.p.sky[1], s.p.near, 0.25);
  let out = rect(0, 0, s.w, s.h, wood);
  const plank = s.h / (s.tall ? 9 : 6);
  for (let y = 0; y < s.h; y += plank) {
    const tone = mix(wood, s.once(2) ? s.p.sky[2] : s.p.near, s.between(0.04, 0.2));
    out += rect(
      0,
      y,
      s.w,
      plank - 3,
      s.linear(0, y, 0, y + plank, [
        [0, mix(tone, '#ffffff', 0.06)],
        [1, mix(tone, '#000000', 0.12)],
      ]),
    );
    for (let grain = 0; grain < 3; grain += 1) {
      const gy = y + s.between(0.2, 0.8) * plank;
      out += stroke(
        `M0 ${n(gy)}C${n(s.w * 0.3)} ${n(gy + s.between(-12, 12))} ${n(s.w * 0.6)} ${n(gy + s.between(-12, 12))} ${n(s.w)} ${n(gy)}`,
        mix(tone, '#000000', 0.35),
        2,
        'opacity=".35"',
      );
    }
    const joint = s.between(0, s.w);
    out += rect(joint, y, 3, plank, '#000', 'opacity=".28"');
  }
  out += glow(s, s.fx - s.r, s.fy - s.r * 1.3, s.r * 3, s.p.light, 0.4);
  const mainKind = /noodle/.test(s.slug)
    ? 0
    : /stock/.test(s.slug)
      ? 4
      : /banchan/.test(s.slug)
        ? 3
        : /secret/.test(s.slug)
          ? 1
          : /chicken|snack/.test(s.slug)
            ? 2
            : s.whole(0, 5);
  const spots: [number, number, number][] = [
    [-1.75, -1.0, 0.5],
    [1.5, -1.2, 0.46],
    [1.72, 0.72, 0.5],
    [-1.7, 0.85, 0.56],
    [0.1, -1.85, 0.5],
    [-0.2, 1.95, 0.6],
    [1.5, 2.1, 0.46],
    [-3.0, 0, 0.5],
    [-1.9, 2.5, 0.5],
    [2.9, -0.3, 0.5],
    [-2.9, -1.6, 0.42],
    [0.6, 3.2, 0.5],
  ];
  spots.forEach(([dx, dy, k], i) => {
    const x = s.fx + dx * s.r * 1.02;
    const y = s.fy + dy * s.r * 1.02;
    if (x > -s.r && x < s.w + s.r && y < s.h + s.r) out += bowl(s, x, y, s.r * k, (mainKind + 1 + i) % 6);
  });
  out += bowl(s, s.fx, s.fy, s.r * 1.08, mainKind);
  const cx = s.fx + s.r * 1.2;
  for (const off of [0, 26])
    out +=
      stroke(
        `M${n(cx + off - s.r * 0.1)} ${n(s.fy - s.r * 1.05)}L${n(cx + off * 1.5 + s.r * 0.02)} ${n(s.fy + s.r * 1.1)}`,
        '#000',
        13,
        'opacity=".25" stroke-linecap="round" transform="translate(9 12)"',
      ) +
      stroke(
        `M${n(cx + off - s.r * 0.1)} ${n(s.fy - s.r * 1.05)}L${n(cx + off * 1.5 + s.r * 0.02)} ${n(s.fy + s.r * 1.1)}`,
        mix('#d7dde2', s.p.light, 0.3),
        11,
        'stroke-linecap="round"',
      );
  for (let i = 0; i < 3; i += 1) {
    const x = s.fx + (i - 1) * s.r * 0.36;
    out += stroke(
      `M${n(x)} ${n(s.fy - s.r * 0.1)}c${n(-s.r * 0.3)} ${n(-s.r * 0.3)} ${n(s.r * 0.28)} ${n(-s.r * 0.5)} 0 ${n(-s.r * 0.85)}`,
      '#fff',
      s.r * 0.09,
      'opacity=".16" stroke-linecap="round"',
    );
  }
  return (
    out +
    rect(
      0,
      0,
      s.w,
      s.h,
      s.radial(s.fx, s.fy, Math.max(s.w, s.h) * 0.72, [
        [0, s.p.near, 0],
        [0.6, s.p.near, 0.2],
        [1, s.p.near, 0.8],
      ]),
    )
  );
}

/** Sound as ribbons, around a turning record. */
export function waves(s: Sheet): string {
  let out = sky(s, 1.05);
  const { fx, fy, r } = s;
  out += glow(s, fx, fy, r * 2.6, s.p.accent, 0.5);
  if (s.p.bright) {
    for (let ray = 0; ray < 16; ray += 2) {
      const a = (ray / 16) * Math.PI * 2;
      const b = ((ray + 1) / 16) * Math.PI * 2;
      const far = s.w + s.h;
      out += path(
        polygon([
          [fx, fy],
          [fx + Math.cos(a) * far, fy + Math.sin(a) * far],
          [fx + Math.cos(b) * far, fy + Math.sin(b) * far],
        ]),
        '#fff',
        'opacity=".14"',
      );
    }
    const k = r * 0.9;
    out += path(
      `M${n(fx - k)} ${n(fy - k * 0.62)}C${n(fx - k * 0.3)} ${n(fy - k * 0.5)} ${n(fx - k * 0.25)} ${n(fy - k * 0.2)} ${n(fx)} ${n(fy - k * 0.18)}C${n(fx + k * 0.25)} ${n(fy - k * 0.2)} ${n(fx + k * 0.3)} ${n(fy - k * 0.5)} ${n(fx + k)} ${n(fy - k * 0.62)}V${n(fy + k * 0.62)}C${n(fx + k * 0.3)} ${n(fy + k * 0.5)} ${n(fx + k * 0.25)} ${n(fy + k * 0.2)} ${n(fx)} ${n(fy + k * 0.18)}C${n(fx - k * 0.25)} ${n(fy + k * 0.2)} ${n(fx - k * 0.3)} ${n(fy + k * 0.5)} ${n(fx - k)} ${n(fy + k * 0.62)}Z`,
      s.linear(0, fy - k, 0, fy + k, [
        [0, '#e2445c'],
        [1, '#7a1f52'],
      ]),
    );
    for (let i = 0; i < 7; i += 1) {
      const u = -0.8 + i * 0.266;
      out += stroke(
        `M${n(fx - k)} ${n(fy + u * k * 0.7)}Q${n(fx)} ${n(fy + (u > 0 ? 0.1 : -0.1) * k)} ${n(fx + k)} ${n(fy - u * k * 0.7)}`,
        '#ffe9a8',
        5,
        'opacity=".85"',
      );
    }
    for (const side of [-1, 1]) {
      out += ellipse(fx + side * k, fy, k * 0.24, k * 0.7, '#fff4d6', `stroke="#3c2a74" stroke-width="9"`);
      out +=
        circle(fx + side * k - k * 0.06, fy - k * 0.15, k * 0.055, '#3c2a74') +
        circle(fx + side * k + k * 0.09, fy - k * 0.15, k * 0.055, '#3c2a74') +
        stroke(
          `M${n(fx + side * k - k * 0.08)} ${n(fy + k * 0.08)}q${n(k * 0.09)} ${n(k * 0.12)} ${n(k * 0.18)} 0`,
          '#3c2a74',
          7,
          'stroke-linecap="round"',
        );
    }
    for (let i = 0; i < 8; i += 1) {
      const x = fx + Math.cos(i * 0.8) * r * s.between(1.3, 1.7);
      const y = fy + Math.sin(i * 0.8) * r * s.between(1, 1.3);
      const k2 = s.between(0.14, 0.24) * r;
      const tone = s.pick(['#ff5c3e', '#4f9dff', '#2ec4a6', '#f0567a', '#ffffff']);
      out +=
        ellipse(x, y, k2 * 0.6, k2 * 0.45, tone, `transform="rotate(-20 ${n(x)} ${n(y)})"`) +
        rect(x + k2 * 0.42, y - k2 * 1.7, k2 * 0.16, k2 * 1.7, tone) +
        path(
          `M${n(x + k2 * 0.5)} ${n(y - k2 * 1.7)}q${n(k2 * 0.7)} ${n(k2 * 0.2)} ${n(k2 * 0.6)} ${n(k2)}q${n(-k2 * 0.2)} ${n(-k2 * 0.4)} ${n(-k2 * 0.6)} ${n(-k2 * 0.4)}z`,
          tone,
        );
    }
  } else {
    const R = r * 1.25;
    out +=
      circle(fx + 16, fy + 22, R, '#000', 'opacity=".35"') +
      circle(
        fx,
        fy,
        R,
        s.radial(fx - R * 0.3, fy - R * 0.4, R * 1.6, [
          [0, mix(s.p.near, s.p.far, 0.55)],
          [1, '#050507'],
        ]),
      );
    for (let groove = 0; groove < 24; groove += 1)
      out += circle(
        fx,
        fy,
        R * (0.42 + groove * 0.0235),
        'none',
        `stroke="${mix(s.p.light, s.p.far, 0.5)}" stroke-opacity="${n(groove % 6 === 0 ? 0.4 : 0.13)}" stroke-width="2.4"`,
      );
    for (const a of [-0.7, 2.44])
      out += path(
        polygon([
          [fx, fy],
          [fx + Math.cos(a - 0.16) * R, fy + Math.sin(a - 0.16) * R],
          [fx + Math.cos(a + 0.16) * R, fy + Math.sin(a + 0.16) * R],
        ]),
        '#fff',
        'opacity=".13"',
      );
    out +=
      circle(
        fx,
        fy,
        R * 0.36,
        s.linear(fx - R * 0.3, fy - R * 0.3, fx + R * 0.3, fy + R * 0.3, [
          [0, s.p.accent],
          [1, mix(s.p.accent, s.p.second, 0.7)],
        ]),
      ) +
      circle(fx, fy, R * 0.29, 'none', `stroke="${s.p.paper}" stroke-opacity=".6" stroke-width="3"`) +
      circle(fx, fy, R * 0.05, s.p.near);
  }
  const count = s.p.bright ? 7 : 20;
  const phase = s.between(0, 6);
  const base = s.tall ? s.h * 0.63 : s.h * 0.7;
  for (let i = 0; i < count; i += 1) {
    const t = i / (count - 1);
    const points: Point[] = Array.from({ length: 19 }, (_, j) => {
      const u = j / 18;
      const x = -20 + u * (s.w + 40);
      const near = Math.exp(-(((x - fx) / (r * 1.7)) ** 2));
      return [
        x,
        base +
          (t - 0.5) * s.h * 0.13 +
          Math.sin(u * 7 + phase + t * 2.6) * s.h * 0.035 * (1 + t) -
          near * s.h * 0.12 * Math.sin(t * 6 + u * 16),
      ];
    });
    out += stroke(
      smooth(points),
      mix(mix(s.p.accent, s.p.second, t), s.p.light, t > 0.8 ? 0.5 : 0.08),
      s.p.bright ? 16 : 3 + 4 * Math.sin(t * Math.PI),
      `opacity="${n(0.45 + t * 0.4)}"`,
    );
  }
  return out;
}

/** Stage light: a sunburst with confetti, a single spot, or the beam of a projector. */
export function stage(s: Sheet): string {
  const { fx, fy, r } = s;
  if (/screening/.test(s.slug)) {
    let out = rect(
      0,
      0,
      s.w,
      s.h,
      s.linear(0, 0, 0, s.h, [
        [0, s.p.near],
        [0.5, mix(s.p.sky[0], s.p.sky[1], 0.3)],
        [1, s.p.near],
      ]),
    );
    const sw = s.tall ? s.w * 0.78 : s.r * 2.5;
    const sh = sw * 0.58;
    const y0 = fy - sh * 0.62;
    out +=
      glow(s, fx, fy, r * 2.4, s.p.sky[2], 0.65) +
      rect(fx - sw / 2 - 12, y0 - 12, sw + 24, sh + 24, '#050302') +
      rect(
        fx - sw / 2,
        y0,
        sw,
        sh,
        s.linear(0, y0, 0, y0 + sh, [
          [0, mix(s.p.light, '#ffffff', 0.4)],
          [1, s.p.sky[2]],
        ]),
      );
    out +=
      figure(fx - sw * 0.08, y0 + sh, sh * 0.72, mix(s.p.sky[1], s.p.near, 0.2)) +
      figure(fx + sw * 0.1, y0 + sh, sh * 0.66, mix(s.p.sky[1], s.p.near, 0.2));
    out += path(
      polygon([
        [fx + r * 0.2, s.h * 1.1],
        [fx - sw / 2, y0],
        [fx + sw / 2, y0],
        [fx + r * 0.4, s.h * 1.1],
      ]),
      s.linear(0, y0, 0, s.h, [
        [0, s.p.light, 0.05],
        [1, s.p.light, 0.42],
      ]),
    );
    for (const side of [-1, 1])
      for (let f = 0; f < 5; f += 1)
        out += rect(
          side < 0 ? fx - sw / 2 - 60 - f * 58 : fx + sw / 2 + 12 + f * 58,
          0,
          46,
          s.h * 0.9,
          s.linear(0, 0, 0, s.h * 0.8, [
            [0, mix('#8e1c1b', s.p.near, 0.3 + f * 0.12)],
            [1, s.p.near],
          ]),
        );
    const seats = s.tall ? s.h * 0.6 : s.h * 0.76;
    for (let row = 0; row < 4; row += 1) {
      const k = r * (0.22 + row * 0.075);
      for (let x = fx - k * 1.3 * 14 + (row % 2) * k * 0.65; x < s.w + k; x += k * 1.3) {
        const y = seats + row * k * 1.05;
        if (s.once(3.2)) out += circle(x, y - k * 0.36, k * 0.27, mix(s.p.near, '#000000', 0.4));
        out += rect(
          x - k * 0.52,
          y,
          k * 1.04,
          k * 3,
          s.linear(0, y, 0, y + k, [
            [0, mix('#a3301f', s.p.near, 0.35 + row * 0.13)],
            [1, s.p.near],
          ]),
          `rx="${n(k * 0.3)}"`,
        );
      }
    }
    return out;
  }
  if (/no-laugh/.test(s.slug)) {
    let out = rect(
      0,
      0,
      s.w,
      s.h,
      s.linear(0, 0, 0, s.h, [
        [0, s.p.near],
        [0.6, mix(s.p.sky[0], s.p.sky[1], 0.55)],
        [1, s.p.near],
      ]),
    );
    const floor = s.tall ? s.h * 0.6 : s.h * 0.78;
    for (let f = 0; f < s.w; f += 70)
      out += rect(
        f,
        0,
        70,
        floor,
        s.linear(f, 0, f + 70, 0, [
          [0, s.p.sky[1], 0.35],
          [0.5, s.p.sky[1], 0.02],
          [1, s.p.near, 0.5],
        ]),
      );
    out += rect(
      0,
      floor,
      s.w,
      s.h,
      s.linear(0, floor, 0, s.h, [
        [0, mix(s.p.sky[1], s.p.near, 0.4)],
        [1, s.p.near],
      ]),
    );
    for (const side of [-1, 1]) {
      const x = fx + side * r * 0.7;
      out +=
        path(
          polygon([
            [x + side * r * 0.3 - 20, -20],
            [x + side * r * 0.3 + 20, -20],
            [x + r * 0.6, floor + 26],
            [x - r * 0.6, floor + 26],
          ]),
          s.linear(0, 0, 0, floor, [
            [0, s.p.light, 0.75],
            [1, s.p.light, 0.12],
          ]),
        ) + ellipse(x, floor + 30, r * 0.6, r * 0.13, s.p.light, 'opacity=".75"');
      const ink = mix(s.p.near, '#000000', 0.3);
      out +=
        rect(x - r * 0.25, floor - r * 0.42, r * 0.5, r * 0.07, ink) +
        rect(x + side * r * 0.2 - 6, floor - r * 0.95, 12, r * 1.0, ink) +
        rect(x - r * 0.23, floor - r * 0.4, 10, r * 0.45, ink) +
        rect(x + r * 0.2, floor - r * 0.4, 10, r * 0.45, ink);
      out +=
        circle(x, floor - r * 1.16, r * 0.15, side < 0 ? s.p.accent : s.p.second) +
        path(
          smooth(
            [
              [x - r * 0.2, floor - r * 0.4],
              [x - r * 0.22, floor - r * 0.85],
              [x, floor - r * 1.0],
              [x + r * 0.22, floor - r * 0.85],
              [x + r * 0.2, floor - r * 0.4],
            ],
            true,
          ),
          side < 0 ? s.p.accent : s.p.second,
        ) +
        stroke(
          `M${n(x - side * r * 0.05)} ${n(floor - r * 0.42)}h${n(-side * r * 0.3)}v${n(r * 0.46)}`,
          side < 0 ? s.p.accent : s.p.second,
          r * 0.13,
          'stroke-linejoin="round"',
        );
    }
    return out;
  }
  let out = sky(s, 0.9);
  const far = s.w + s.h;
  const many = 18;
  const turn = s.between(0, 0.3);
  for (let ray = 0; ray < many; ray += 1) {
    const a = (ray / many) * Math.PI * 2 + turn;
    const b = ((ray + 0.5) / many) * Math.PI * 2 + turn;
    out += path(
      polygon([
        [fx, fy],
        [fx + Math.cos(a) * far, fy + Math.sin(a) * far],
        [fx + Math.cos(b) * far, fy + Math.sin(b) * far],
      ]),
      s.radial(fx, fy, far * 0.7, [
        [0, s.p.light, 0.75],
        [0.5, s.p.sky[2], 0.32],
        [1, s.p.sky[2], 0],
      ]),
    );
  }
  out +=
    circle(fx, fy, r * 1.28, s.p.near, 'opacity=".25"') +
    circle(
      fx,
      fy,
      r * 1.15,
      s.linear(fx - r, fy - r, fx + r, fy + r, [
        [0, mix(s.p.accent, '#ffffff', 0.2)],
        [1, mix(s.p.accent, s.p.near, 0.35)],
      ]),
    ) +
    circle(fx, fy, r * 0.98, 'none', `stroke="${s.p.light}" stroke-width="5" opacity=".85"`);
  for (let bulb = 0; bulb < 28; bulb += 1) {
    const a = (bulb / 28) * Math.PI * 2;
    out += circle(
      fx + Math.cos(a) * r * 1.07,
      fy + Math.sin(a) * r * 1.07,
      r * 0.032,
      bulb % 2 ? s.p.light : s.p.second,
    );
  }
  if (/grandma|quiz/.test(s.slug)) {
    const o = outline('?', Math.round(r * 1.5), 'Black');
    out +=
      path(
        o.d,
        s.p.near,
        `opacity=".4" transform="translate(${n(fx - o.width / 2 + 12)} ${n(fy - (o.top + o.bottom) / 2 + 14)})"`,
      ) +
      path(o.d, s.p.light, `transform="translate(${n(fx - o.width / 2)} ${n(fy - (o.top + o.bottom) / 2)})"`);
  } else if (/heroes/.test(s.slug)) {
    const star: Point[] = Array.from({ length: 10 }, (_, i) => {
      const a = -Math.PI / 2 + (i * Math.PI) / 5;
      const d = r * (i % 2 ? 0.36 : 0.84);
      return [fx + Math.cos(a) * d, fy + Math.sin(a) * d];
    });
    out +=
      path(polygon(star.map(([x, y]): Point => [x + 10, y + 14])), s.p.near, 'opacity=".35"') +
      path(
        polygon(star),
        s.linear(fx, fy - r, fx, fy + r, [
          [0, '#fff3c4'],
          [1, s.p.second],
        ]),
      ) +
      circle(fx - r * 0.13, fy - r * 0.06, r * 0.06, s.p.near) +
      circle(fx + r * 0.13, fy - r * 0.06, r * 0.06, s.p.near) +
      stroke(
        `M${n(fx - r * 0.14)} ${n(fy + r * 0.12)}q${n(r * 0.14)} ${n(r * 0.12)} ${n(r * 0.28)} 0`,
        s.p.near,
        9,
        'stroke-linecap="round"',
      );
  } else {
    const k = r * 0.62;
    out += `<g transform="rotate(24 ${n(fx)} ${n(fy)})">${rect(
      fx - k * 0.17,
      fy - k * 0.1,
      k * 0.34,
      k * 1.3,
      s.linear(fx - k * 0.17, 0, fx + k * 0.17, 0, [
        [0, mix(s.p.near, '#ffffff', 0.3)],
        [1, s.p.near],
      ]),
      `rx="${n(k * 0.1)}"`,
    )}${circle(
      fx,
      fy - k * 0.5,
      k * 0.5,
      s.radial(fx - k * 0.2, fy - k * 0.7, k, [
        [0, '#ffffff'],
        [0.5, '#aab2bd'],
        [1, '#343b46'],
      ]),
    )}${rect(fx - k * 0.52, fy - k * 0.5, k * 1.04, k * 0.13, s.p.second)}</g>`;
  }
  for (let i = 0; i < 80; i += 1) {
    const x = s.between(0, s.w);
    const y = s.between(0, s.h);
    const d = Math.hypot(x - fx, y - fy);
    if (d < r * 1.3) continue;
    const k = s.between(8, 26);
    const tone = s.pick([s.p.accent, s.p.second, s.p.light, '#f0567a', '#5aa9ff', '#2ec4a6']);
    out += s.once(3)
      ? circle(x, y, k * 0.45, tone)
      : rect(x, y, k, k * 0.45, tone, `transform="rotate(${s.whole(0, 179)} ${n(x)} ${n(y)})" rx="2"`);
  }
  return out;
}

/** Planets and their paths. */
export function space(s: Sheet): string {
  const { fx, fy, r } = s;
  let out = s.p.bright
    ? rect(
        0,
        0,
        s.w,
        s.h,
        s.linear(0, 0, 0, s.h, [
          [0, '#2a1d6e'],
          [0.55, '#7a3fa8'],
          [1, '#ff9db0'],
        ]),
      )
    : rect(
        0,
        0,
        s.w,
        s.h,
        s.linear(0, 0, s.w * 0.5, s.h, [
          [0, s.p.near],
          [0.5, s.p.sky[0]],
          [1, mix(s.p.sky[1], s.p.near, 0.3)],
        ]),
      );
  out +=
    glow(s, fx + r * 1.2, fy + r * 1.4, r * 2.8, s.p.sky[1], 0.8) +
    glow(s, fx - r * 1.6, fy - r * 0.8, r * 2.2, mix(s.p.accent, s.p.sky[1], 0.6), 0.4) +
    stars(s, 240, 1) +
    stars(s, 80, 1);
  const tilt = s.between(-24, -12);
  for (let orbit = 0; orbit < 4; orbit += 1) {
    const rx = r * (1.45 + orbit * 0.5);
    out += ellipse(
      fx,
      fy,
      rx,
      rx * 0.4,
      'none',
      `stroke="${s.p.light}" stroke-opacity="${n(0.4 - orbit * 0.07)}" stroke-width="2.4" ${orbit % 2 ? 'stroke-dasharray="3 14" stroke-linecap="round"' : ''} transform="rotate(${n(tilt)} ${n(fx)} ${n(fy)})"`,
    );
  }
  const surface = s.p.bright ? '#ffe79a' : s.p.light;
  const under = s.p.bright ? '#ff9f6b' : s.p.sky[2];
  out += glow(s, fx, fy, r * 2.1, under, 0.65);
  // A ring seen from a little above: the far half is drawn before the planet, the near half after it.
  const ring = (whole: boolean) => {
    const [ox, oy, ix, iy] = [r * 1.72, r * 0.42, r * 1.36, r * 0.332];
    const near = `M${n(fx - ox)} ${n(fy)}A${n(ox)} ${n(oy)} 0 0 0 ${n(fx + ox)} ${n(fy)}L${n(fx + ix)} ${n(fy)}A${n(ix)} ${n(iy)} 0 0 1 ${n(fx - ix)} ${n(fy)}Z`;
    const far = `M${n(fx - ox)} ${n(fy)}A${n(ox)} ${n(oy)} 0 0 1 ${n(fx + ox)} ${n(fy)}L${n(fx + ix)} ${n(fy)}A${n(ix)} ${n(iy)} 0 0 0 ${n(fx - ix)} ${n(fy)}Z`;
    const fill = s.linear(fx - ox, 0, fx + ox, 0, [
      [0, s.p.accent, 0.9],
      [0.5, s.p.light, 0.95],
      [1, s.p.second, 0.85],
    ]);
    return `<g transform="rotate(${n(tilt)} ${n(fx)} ${n(fy)})">${path(whole ? far : near, fill)}</g>`;
  };
  if (!s.p.bright) out += ring(true);
  const disc = s.clip(`<circle cx="${n(fx)}" cy="${n(fy)}" r="${n(r)}"/>`);
  out += circle(
    fx,
    fy,
    r,
    s.linear(fx - r, fy - r, fx + r, fy + r, [
      [0, mix(surface, '#ffffff', 0.3)],
      [0.5, under],
      [1, mix(s.p.sky[0], under, 0.25)],
    ]),
  );
  let bands = '';
  for (let band = 0; band < 7; band += 1) {
    const y = fy - r + (band + 0.5) * (r / 3.4);
    bands += path(
      smooth(
        [
          [fx - r * 1.1, y],
          [fx - r * 0.4, y + s.between(-26, 26)],
          [fx + r * 0.3, y + s.between(-26, 26)],
          [fx + r * 1.1, y],
          [fx + r * 1.1, y + r * 0.13],
          [fx + r * 0.3, y + r * 0.17],
          [fx - r * 0.4, y + r * 0.12],
          [fx - r * 1.1, y + r * 0.12],
        ],
        true,
      ),
      s.pick([s.p.accent, s.p.second, s.p.far, surface]),
      `opacity="${n(s.p.bright ? 0.16 : s.between(0.14, 0.4))}"`,
    );
  }
  out += `<g ${disc}><g transform="rotate(${n(tilt)} ${n(fx)} ${n(fy)})">${bands}</g>`;
  for (let crater = 0; crater < 8; crater += 1) {
    const a = s.between(0, 6.3);
    const d = s.between(0.2, 0.9) * r;
    const k = s.between(0.04, 0.13) * r;
    out +=
      circle(fx + Math.cos(a) * d, fy + Math.sin(a) * d, k, mix(under, s.p.near, 0.4), 'opacity=".3"') +
      circle(
        fx + Math.cos(a) * d + k * 0.2,
        fy + Math.sin(a) * d + k * 0.2,
        k * 0.85,
        surface,
        'opacity=".25"',
      );
  }
  out += `${circle(
    fx + r * 0.5,
    fy + r * 0.4,
    r * 1.5,
    s.radial(fx - r * 0.4, fy - r * 0.4, r * 2, [
      [0, s.p.near, 0],
      [0.45, s.p.near, 0],
      [1, s.p.near, s.p.bright ? 0.35 : 0.88],
    ]),
  )}</g>`;
  if (s.p.bright) {
    out +=
      circle(fx - r * 0.26, fy - r * 0.02, r * 0.07, '#3c2a74') +
      circle(fx + r * 0.26, fy - r * 0.02, r * 0.07, '#3c2a74') +
      stroke(
        `M${n(fx - r * 0.15)} ${n(fy + r * 0.16)}q${n(r * 0.15)} ${n(r * 0.16)} ${n(r * 0.3)} 0`,
        '#3c2a74',
        10,
        'stroke-linecap="round"',
      ) +
      ellipse(fx - r * 0.44, fy + r * 0.14, r * 0.11, r * 0.07, '#ff7fa8', 'opacity=".8"') +
      ellipse(fx + r * 0.44, fy + r * 0.14, r * 0.11, r * 0.07, '#ff7fa8', 'opacity=".8"');
    const x = fx + r * 0.62;
    const y = fy - r * 1.02;
    const k = r * 0.34;
    for (const side of [-1, 1])
      out +=
        ellipse(
          x + side * k * 0.3,
          y - k * 0.98,
          k * 0.2,
          k * 0.62,
          '#fff',
          `transform="rotate(${side * 12} ${n(x)} ${n(y)})"`,
        ) +
        ellipse(
          x + side * k * 0.3,
          y - k * 0.96,
          k * 0.09,
          k * 0.42,
          '#ffb3c7',
          `transform="rotate(${side * 12} ${n(x)} ${n(y)})"`,
        );
    out +=
      ellipse(x, y + k * 0.72, k * 0.6, k * 0.62, '#fff') +
      circle(x, y, k * 0.62, '#fff') +
      circle(x - k * 0.22, y, k * 0.075, '#3c2a74') +
      circle(x + k * 0.22, y, k * 0.075, '#3c2a74') +
      ellipse(x, y + k * 0.16, k * 0.08, k * 0.05, '#ff7fa8') +
      circle(x - k * 0.4, y + k * 0.18, k * 0.11, '#ffb3c7') +
      circle(x + k * 0.4, y + k * 0.18, k * 0.11, '#ffb3c7') +
      rect(x - k * 0.5, y + k * 0.6, k, k * 0.6, s.p.accent, `rx="${n(k * 0.12)}"`) +
      rect(x - k * 0.08, y + k * 0.6, k * 0.16, k * 0.6, s.p.light);
  } else {
    const a = 2.5;
    const mx = fx + Math.cos(a) * r * 1.9;
    const my = fy + Math.sin(a) * r * 0.95 - r * 0.9;
    out += orb(s, mx, my, r * 0.2, mix(s.p.accent, '#ffffff', 0.3));
    out += ring(false);
    const hill = ridge(s, s.h * (s.tall ? 0.72 : 0.9), s.h * 0.05, 1);
    out +=
      land(s, hill, mix(s.p.near, '#000000', 0.4)) +
      (/orbit|call|classroom/.test(s.slug)
        ? figure(fx - r * 0.5, s.h * (s.tall ? 0.725 : 0.905), r * 0.5, mix(s.p.near, '#000000', 0.4)) +
          figure(fx - r * 0.22, s.h * (s.tall ? 0.725 : 0.905), r * 0.36, mix(s.p.near, '#000000', 0.4))
        : '');
  }
  return out;
}
