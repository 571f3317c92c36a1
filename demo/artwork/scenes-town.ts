/** Scenes of roofs, streets and rooms. */
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

/** A tiled roof seen from the front: ridge, tiles, eaves that turn up, and the painted band beneath. */
function roof(s: Sheet, cx: number, y: number, w: number, colour: string, detail: boolean): string {
  const h = w * 0.26;
  const lift = w * 0.075;
  const top = y - h;
  const eave = (t: number): Point => [
    cx + (t - 0.5) * w,
    y - lift * (2 * t - 1) ** 4 - lift * 0.3 * (2 * t - 1) ** 2,
  ];
  const crest = (t: number): Point => [cx + (t - 0.5) * w * 0.66, top - lift * 0.55 * (2 * t - 1) ** 2];
  const many = 24;
  const eaves = Array.from({ length: 13 }, (_, i) => eave(i / 12));
  const crests = Array.from({ length: 9 }, (_, i) => crest(1 - i / 8));
  const end = eave(1);
  const start = eave(0);
  const c1 = crest(1);
  const body = `${smooth(eaves)}Q${n(end[0] - w * 0.1)} ${n(end[1] - h * 0.32)} ${n(c1[0])} ${n(c1[1])}${smooth(crests).replace('M', 'L')}Q${n(start[0] + w * 0.1)} ${n(start[1] - h * 0.32)} ${n(start[0])} ${n(start[1])}Z`;
  let out = path(
    body,
    s.linear(0, top - lift, 0, y, [
      [0, mix(colour, s.p.light, 0.16)],
      [0.5, colour],
      [1, mix(colour, '#000000', 0.4)],
    ]),
  );
  if (detail) {
    let lines = '';
    for (let i = 1; i < many; i += 1) {
      const t = i / many;
      const [ax, ay] = crest(t);
      const [bx, by] = eave(t);
      lines += `M${n(ax)} ${n(ay)}Q${n(ax + (bx - ax) * 0.35)} ${n(ay + (by - ay) * 0.62)} ${n(bx)} ${n(by)}`;
    }
    out +=
      stroke(lines, mix(colour, '#000000', 0.5), w * 0.011) +
      stroke(lines, mix(colour, s.p.light, 0.3), w * 0.0028, `transform="translate(${n(-w * 0.004)} 0)"`);
  }
  out += stroke(
    smooth(Array.from({ length: 9 }, (_, i) => crest(i / 8))),
    mix(colour, '#000000', 0.35),
    w * 0.026,
    'stroke-linecap="round"',
  );
  out += stroke(
    smooth(Array.from({ length: 9 }, (_, i) => crest(i / 8)).map(([x, cy]): Point => [x, cy - w * 0.012])),
    mix(colour, s.p.light, 0.4),
    w * 0.004,
  );
  out += stroke(smooth(eaves), mix(colour, '#000000', 0.55), w * 0.016);
  if (detail) {
    for (let i = 0; i <= many; i += 1) {
      const [x, ey] = eave(i / many);
      out += circle(x, ey + w * 0.002, w * 0.0105, mix(colour, s.p.light, 0.24));
    }
  }
  return out;
}

/** A hall under its roof: painted beam, pillars and lit paper doors. */
function hall(s: Sheet, cx: number, y: number, w: number, colour: string, depth: number): string {
  const inner = w * 0.8;
  const left = cx - inner / 2;
  const wall = depth;
  let out = glow(s, cx, y + wall * 0.5, w * 0.62, s.p.second === '#2ec4a6' ? s.p.accent : '#ffcf7a', 0.55);
  out += rect(left, y - w * 0.03, inner, wall + w * 0.03, mix(s.p.near, '#000000', 0.2));
  const bays = 6;
  const bay = inner / bays;
  for (let i = 0; i < bays; i += 1) {
    const x = left + i * bay;
    const lit = i === 2 || i === 3 || !s.once(3);
    const warm = lit
      ? s.linear(0, y, 0, y + wall, [
          [0, '#ffe2a0'],
          [1, '#f2953f'],
        ])
      : mix(s.p.near, s.p.far, 0.25);
    out += rect(x + bay * 0.1, y + w * 0.03, bay * 0.8, wall, warm, lit ? '' : 'opacity=".7"');
    let lattice = '';
    for (let v = 1; v < 4; v += 1)
      lattice += `M${n(x + bay * 0.1 + bay * 0.2 * v)} ${n(y + w * 0.03)}v${n(wall)}`;
    for (let row = 1; row < 7; row += 1)
      lattice += `M${n(x + bay * 0.1)} ${n(y + w * 0.03 + row * bay * 0.27)}h${n(bay * 0.8)}`;
    out += stroke(lattice, mix(s.p.near, '#4a220a', 0.6), w * 0.0036);
  }
  for (let i = 0; i <= bays; i += 1)
    out += rect(
      left + i * bay - w * 0.012,
      y - w * 0.03,
      w * 0.024,
      wall + w * 0.06,
      s.linear(left + i * bay - w * 0.012, 0, left + i * bay + w * 0.012, 0, [
        [0, '#7c2416'],
        [0.4, '#b8412a'],
        [1, '#3a0d0a'],
      ]),
    );
  const bandY = y - w * 0.02;
  out += rect(left - w * 0.02, bandY - w * 0.022, inner + w * 0.04, w * 0.046, '#12473f');
  const tiles = 30;
  for (let i = 0; i < tiles; i += 1) {
    const x = left - w * 0.01 + (i + 0.5) * ((inner + w * 0.02) / tiles);
    out += circle(x, bandY, w * 0.0095, ['#ff5c3e', '#f2b84b', '#2ec4a6', '#f4f0e0', '#3f6fd1'][i % 5]!);
  }
  out += rect(left - w * 0.02, bandY + w * 0.022, inner + w * 0.04, w * 0.008, '#f2b84b', 'opacity=".7"');
  return out + path('', colour);
}

/** Rows of tiled roofs under the moon, the nearest with its lamps lit. */
export function hanok(s: Sheet): string {
  let out = sky(s, 0.8) + stars(s, 80, 0.45);
  const moon = s.r * 0.62;
  out += orb(s, s.fx + s.r * 0.1, s.fy - s.r * 0.55, moon);
  out += land(
    s,
    ridge(s, s.fy + s.r * 0.35, s.h * 0.09, 1.3),
    mix(s.p.far, s.p.sky[2], 0.3),
    'opacity=".75"',
    false,
  );
  for (let row = 0; row < 3; row += 1) {
    const y = s.fy + s.r * (0.62 + row * (s.tall ? 0.3 : 0.2));
    const w = s.r * (0.95 + row * 0.3);
    const colour = mix(mix(s.p.far, s.p.sky[2], 0.25 - row * 0.12), s.p.near, 0.2 + row * 0.2);
    const many = Math.ceil(s.w / (w * 0.9)) + 1;
    const shift = s.between(0, w * 0.9);
    for (let i = -1; i < many; i += 1)
      out += roof(s, i * w * 0.92 + shift, y + s.between(-0.05, 0.05) * w, w, colour, row > 0);
    out += rect(
      0,
      y,
      s.w,
      s.h,
      s.linear(0, y, 0, y + s.r * 0.5, [
        [0, mix(s.p.sky[2], s.p.far, 0.5), 0.32],
        [1, s.p.near, 0.2],
      ]),
    );
  }
  const w = s.tall ? s.w * 1.16 : s.h * 1.35;
  const y = s.tall ? s.h * 0.66 : s.h * 0.76;
  const cx = s.tall ? s.w * 0.5 + s.between(-0.1, 0.1) * s.w : s.fx + s.between(-0.08, 0.08) * s.w;
  const tile = mix(s.p.near, s.p.far, 0.3);
  out += hall(s, cx, y + w * 0.02, w, tile, s.h - y) + roof(s, cx, y, w, tile, true);
  if (s.slug && !/empty|wind/.test(s.slug))
    out += figure(
      cx + w * 0.05,
      s.h * (s.tall ? 0.82 : 1.02),
      s.r * 0.55,
      mix(s.p.near, '#000000', 0.5),
      'hanbok',
    );
  return out;
}

/** A city at night across the river, its lights in the water. */
export function city(s: Sheet): string {
  const line = s.tall ? s.h * 0.6 : s.h * 0.7;
  let out = sky(s, line / s.h) + stars(s, 50, 0.4);
  out +=
    orb(s, s.fx - s.r * 0.5, s.fy - s.r * 0.75, s.r * 0.3) + glow(s, s.fx, line, s.r * 2.6, s.p.sky[2], 0.75);
  const lamps = [s.p.light, s.p.accent, s.p.second, '#ffe2a6'];
  for (let row = 0; row < 3; row += 1) {
    const colour = mix(mix(s.p.far, s.p.sky[1], 0.4 - row * 0.2), s.p.near, 0.15 + row * 0.36);
    let x = -s.between(0, 40);
    while (x < s.w) {
      const w = s.between(46, 120) * (0.8 + row * 0.16);
      const near = Math.exp(-(((x + w / 2 - s.fx) / (s.r * 1.7)) ** 2));
      const h =
        (s.between(0.1, 0.26) + near * s.between(0.12, 0.3) * (row < 2 ? 1 : 0.45)) *
        s.h *
        (s.tall ? 0.62 : 1.02) *
        (1.05 - row * 0.16);
      const top = line - h;
      out += rect(
        x,
        top,
        w,
        h + 4,
        s.linear(x, 0, x + w, 0, [
          [0, mix(colour, s.p.sky[2], 0.18)],
          [1, colour],
        ]),
      );
      if (s.once(4))
        out +=
          rect(x + w * 0.46, top - h * 0.16, w * 0.05, h * 0.16, colour) +
          circle(x + w * 0.485, top - h * 0.16, 4, s.p.accent);
      const cols = Math.floor(w / 17);
      const rows = Math.floor(h / 25);
      let lit = '';
      let tint = '';
      for (let c = 0; c < cols; c += 1) {
        for (let r = 0; r < rows; r += 1) {
          if (!s.once(row === 2 ? 3.6 : 2.3)) continue;
          const d = `M${n(x + 7 + c * 16)} ${n(top + 12 + r * 24)}h8v12h-8z`;
          if (s.once(5)) tint += d;
          else lit += d;
        }
      }
      out +=
        path(lit, lamps[3]!, `opacity="${n(0.75 + row * 0.1)}"`) + path(tint, s.pick(lamps), 'opacity=".9"');
      x += w + s.between(-6, 22);
    }
  }
  out += rect(
    0,
    line,
    s.w,
    s.h - line,
    s.linear(0, line, 0, s.h, [
      [0, mix(s.p.sky[2], s.p.near, 0.45)],
      [0.3, mix(s.p.sky[1], s.p.near, 0.5)],
      [1, s.p.near],
    ]),
  );
  for (let i = 0; i < 70; i += 1) {
    const x = s.between(0, s.w);
    const y = line + s.between(0, 1) ** 1.6 * (s.h - line) * 0.75;
    out += rect(
      x,
      y,
      s.between(3, 8),
      s.between(20, 110),
      s.pick(lamps),
      `opacity="${n(s.between(0.08, 0.5))}" rx="3"`,
    );
  }
  const by = line + (s.h - line) * 0.1;
  const tall = s.h * 0.1;
  out += rect(0, by, s.w, 9, s.p.near);
  for (let i = 0; i < 5; i += 1) {
    const x = ((i + 0.3) / 4.4) * s.w;
    out +=
      rect(x - 5, by - tall, 10, tall + 50, s.p.near) +
      stroke(
        `M${n(x - s.w * 0.114)} ${n(by)}Q${n(x - s.w * 0.03)} ${n(by - 6)} ${n(x)} ${n(by - tall)}Q${n(x + s.w * 0.03)} ${n(by - 6)} ${n(x + s.w * 0.114)} ${n(by)}`,
        mix(s.p.near, s.p.accent, 0.5),
        4,
      );
  }
  for (let x = 10; x < s.w; x += 44)
    out += circle(x, by - 4, 4.5, s.p.light) + circle(x, by - 4, 14, s.p.light, 'opacity=".16"');
  for (let i = 0; i < 12; i += 1) {
    const r = s.between(16, 60);
    out += circle(
      s.between(0, s.w),
      s.between(0.72, 1) * s.h,
      r,
      s.pick(lamps),
      `opacity="${n(s.between(0.07, 0.2))}"`,
    );
  }
  return out;
}

const signs = [
  '국밥',
  '노래방',
  '약국',
  '만화',
  '호프',
  '냉면',
  '당구장',
  '이발소',
  '분식',
  '사진관',
  '여관',
  '전파사',
  '비디오',
  '다방',
  '떡집',
  '순대',
  '꼬치',
  '호떡',
  '서점',
  '미용실',
];

/** A narrow alley hung with lit signs. */
export function alley(s: Sheet): string {
  const vx = s.fx;
  const vy = s.tall ? s.h * 0.47 : s.h * 0.56;
  let out = sky(s, 0.75);
  out +=
    glow(s, vx, vy, s.r * 1.9, s.p.sky[2], 0.9) + glow(s, vx, vy - s.r * 0.1, s.r * 0.9, s.p.light, 0.75);
  const wall = (side: -1 | 1) => {
    const edge = vx + side * Math.max(vx, s.w - vx) * 1.04;
    const mouth = vx + side * s.r * 0.22;
    return path(
      polygon([
        [mouth, vy - s.r * 0.75],
        [edge, -s.h * 0.28],
        [edge, s.h * 1.14],
        [mouth, vy + s.r * 0.2],
      ]),
      s.linear(mouth, 0, edge, 0, [
        [0, mix(s.p.far, s.p.sky[2], 0.35)],
        [0.4, mix(s.p.far, s.p.near, 0.55)],
        [1, s.p.near],
      ]),
    );
  };
  const span = Math.max(vx, s.w - vx);
  out += wall(-1) + wall(1);
  out += path(
    polygon([
      [vx - s.r * 0.22, vy + s.r * 0.2],
      [vx + s.r * 0.22, vy + s.r * 0.2],
      [vx + span * 1.04, s.h * 1.14],
      [vx - span * 1.04, s.h * 1.14],
    ]),
    s.linear(0, vy + s.r * 0.2, 0, s.h, [
      [0, mix(s.p.sky[2], s.p.far, 0.3)],
      [0.4, mix(s.p.far, s.p.near, 0.6)],
      [1, s.p.near],
    ]),
  );
  const colours = [s.p.accent, s.p.second, s.p.light, '#ff6a45', '#ffd166', mix(s.p.accent, '#ffffff', 0.25)];
  const used: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const side = i % 2 ? 1 : -1;
    const t = ((Math.floor(i / 2) + 0.6) / 10) ** 1.35;
    const x = vx + side * (s.r * 0.24 + (span - s.r * 0.2) * t * 0.92);
    const k = 20 + t * s.r * 0.56;
    const colour = s.pick(colours);
    let word = s.whole(0, signs.length - 1);
    while (used.slice(-6).includes(word)) word = s.whole(0, signs.length - 1);
    used.push(word);
    const text = signs[word]!;
    const down = s.once(1.6);
    const w = down ? k * 0.62 : k * 0.5 * text.length + k * 0.3;
    const h = down ? k * 0.56 * text.length + k * 0.2 : k * 0.68;
    const y = vy - s.r * 0.12 - t * s.h * (s.tall ? 0.34 : 0.46) * s.between(0.1, 1.15) - h * 0.5;
    const left = side < 0 ? x - w * 0.3 : x - w * 0.7;
    const filled = s.once(2);
    out += glow(s, left + w / 2, y + h / 2, Math.max(w, h) * 1.15, colour, 0.4);
    out += rect(
      left,
      y,
      w,
      h,
      filled
        ? s.linear(0, y, 0, y + h, [
            [0, mix(colour, '#ffffff', 0.2)],
            [1, mix(colour, s.p.near, 0.2)],
          ])
        : mix(s.p.near, colour, 0.12),
      `rx="${n(k * 0.07)}" stroke="${mix(colour, '#ffffff', 0.3)}" stroke-width="${n(1.5 + t * 4)}"`,
    );
    const ink = filled ? s.p.near : mix(colour, '#ffffff', 0.45);
    const letters = down ? [...text] : [text];
    letters.forEach((letter, index) => {
      const o = outline(letter, Math.round(k * 0.5), 'Black');
      out += path(
        o.d,
        ink,
        `transform="translate(${n(left + (w - o.width) / 2)} ${n(y + (down ? k * 0.56 * (index + 1) - k * 0.02 : h * 0.75))})"`,
      );
    });
    const gy = vy + s.r * 0.2 + (s.h - vy) * t;
    out += ellipse(
      left + w / 2 - side * w * 0.4,
      gy + 10,
      w * 0.5,
      s.h * 0.05 * t + 8,
      colour,
      'opacity=".22"',
    );
  }
  for (let i = 0; i < 4; i += 1) {
    const y = vy - s.r * (0.5 + i * 0.34);
    const half = s.r * (0.4 + i * 0.5);
    out += stroke(
      `M${n(vx - half)} ${n(y - i * 26)}Q${n(vx)} ${n(y + 40)} ${n(vx + half)} ${n(y - i * 34)}`,
      s.p.near,
      3 + i,
    );
    for (let b = 1; b < 7; b += 1) {
      const u = b / 7;
      const bx = vx - half + 2 * half * u;
      const byy = y - i * 30 + 4 * u * (1 - u) * (33 + i * 15);
      out +=
        circle(bx, byy + 8, 5 + i * 1.6, s.p.light) +
        circle(bx, byy + 8, 15 + i * 5, s.p.light, 'opacity=".18"');
    }
  }
  for (let i = 0; i < 9; i += 1)
    out += ellipse(
      vx + s.between(-1, 1) * s.r * 0.9,
      s.between(vy + s.r * 0.5, s.h),
      s.between(30, 110),
      s.between(3, 7),
      s.p.light,
      'opacity=".16"',
    );
  return (
    out +
    figure(vx - s.r * 0.06, vy + s.r * 0.86, s.r * 0.8, mix(s.p.near, '#000000', 0.5)) +
    (s.once(2) ? figure(vx + s.r * 0.22, vy + s.r * 0.82, s.r * 0.68, mix(s.p.near, '#000000', 0.5)) : '')
  );
}

/** The front of an apartment house by night; behind each lit window somebody lives. */
export function windows(s: Sheet): string {
  const wall = mix(s.p.sky[0], s.p.far, 0.35);
  let out = rect(
    0,
    0,
    s.w,
    s.h,
    s.linear(0, 0, s.w * 0.4, s.h, [
      [0, mix(wall, s.p.sky[1], 0.4)],
      [1, mix(wall, s.p.near, 0.75)],
    ]),
  );
  const w = s.r * 0.62;
  const h = s.r * 0.56;
  const gapX = w * 0.26;
  const gapY = h * 0.42;
  const startX = ((s.fx - w / 2) % (w + gapX)) - (w + gapX);
  const startY = ((s.fy - h / 2) % (h + gapY)) - (h + gapY);
  const glass = mix(s.p.sky[1], s.p.near, 0.55);
  for (let y = startY; y < s.h; y += h + gapY) {
    out +=
      rect(0, y + h + gapY * 0.35, s.w, gapY * 0.3, mix(wall, s.p.light, 0.08)) +
      rect(0, y + h + gapY * 0.65, s.w, gapY * 0.14, '#000', 'opacity=".35"');
    for (let x = startX; x < s.w; x += w + gapX) {
      const main = Math.abs(x + w / 2 - s.fx) < 4 && Math.abs(y + h / 2 - s.fy) < 4;
      const lit = main || s.once(2.6);
      const lamp = main ? s.p.accent : s.pick([s.p.light, '#ffd48a', '#ffe3b0', s.p.second]);
      out += rect(x - 7, y - 7, w + 14, h + 14, mix(s.p.near, wall, 0.3));
      if (!lit) {
        out += rect(
          x,
          y,
          w,
          h,
          s.linear(x, y, x + w, y + h, [
            [0, mix(glass, s.p.sky[2], 0.22)],
            [0.5, glass],
            [1, mix(glass, s.p.near, 0.5)],
          ]),
        );
      } else {
        if (main) out += glow(s, x + w / 2, y + h / 2, w * 1.9, lamp, 0.65);
        out += rect(
          x,
          y,
          w,
          h,
          s.radial(x + w * 0.5, y + h * 0.35, w * 0.8, [
            [0, mix(lamp, '#ffffff', 0.5)],
            [0.6, lamp],
            [1, mix(lamp, s.p.near, 0.35)],
          ]),
        );
        const shade = mix(s.p.near, lamp, 0.12);
        const inside = s.clip(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/>`);
        const kind = main ? 0 : s.whole(0, 6);
        let who = '';
        if (kind === 0) who = figure(x + w * 0.46, y + h * 1.3, h * 1.12, shade);
        if (kind === 1)
          who =
            figure(x + w * 0.32, y + h * 1.35, h * 1.1, shade) +
            figure(x + w * 0.68, y + h * 1.35, h * 1.02, shade);
        if (kind === 2)
          who =
            rect(x + w * 0.1, y + h * 0.72, w * 0.3, h * 0.3, shade) +
            [0.12, 0.2, 0.28, 0.36]
              .map((u, i) =>
                stroke(
                  `M${n(x + w * 0.25)} ${n(y + h * 0.74)}Q${n(x + w * u)} ${n(y + h * 0.5)} ${n(x + w * (u + (i - 1.5) * 0.05))} ${n(y + h * 0.34)}`,
                  shade,
                  w * 0.035,
                  'stroke-linecap="round"',
                ),
              )
              .join('');
        if (kind === 3)
          who =
            path(
              `M${n(x)} ${n(y)}h${n(w * 0.34)}q${n(-w * 0.05)} ${n(h * 0.5)} ${n(-w * 0.2)} ${n(h)}H${n(x)}z`,
              shade,
              'opacity=".55"',
            ) +
            path(
              `M${n(x + w)} ${n(y)}h${n(-w * 0.34)}q${n(w * 0.05)} ${n(h * 0.5)} ${n(w * 0.2)} ${n(h)}H${n(x + w)}z`,
              shade,
              'opacity=".55"',
            );
        if (kind === 4)
          who =
            ellipse(x + w * 0.62, y + h * 0.86, w * 0.17, h * 0.17, shade) +
            circle(x + w * 0.5, y + h * 0.68, h * 0.1, shade) +
            path(
              polygon([
                [x + w * 0.44, y + h * 0.64],
                [x + w * 0.45, y + h * 0.5],
                [x + w * 0.5, y + h * 0.6],
                [x + w * 0.56, y + h * 0.5],
                [x + w * 0.57, y + h * 0.64],
              ]),
              shade,
            ) +
            rect(x, y + h * 0.97, w, h * 0.03, shade);
        if (kind === 5)
          who =
            rect(x + w * 0.48, y, w * 0.02, h * 0.3, shade) +
            path(
              polygon([
                [x + w * 0.34, y + h * 0.46],
                [x + w * 0.42, y + h * 0.28],
                [x + w * 0.56, y + h * 0.28],
                [x + w * 0.64, y + h * 0.46],
              ]),
              shade,
            ) +
            rect(x, y + h * 0.8, w, h * 0.06, shade);
        if (/piano/.test(s.slug) && main)
          who =
            rect(x + w * 0.52, y + h * 0.55, w * 0.5, h * 0.5, shade) +
            rect(x + w * 0.44, y + h * 0.62, w * 0.12, h * 0.07, shade) +
            figure(x + w * 0.3, y + h * 1.28, h * 0.95, shade);
        out += `<g ${inside}>${who}</g>`;
      }
      out +=
        rect(x + w * 0.49, y, w * 0.025, h, mix(s.p.near, wall, 0.3)) +
        path(
          polygon([
            [x, y],
            [x + w * 0.3, y],
            [x, y + h * 0.7],
          ]),
          '#fff',
          'opacity=".06"',
        );
    }
  }
  return (
    out +
    rect(
      0,
      0,
      s.w,
      s.h,
      s.radial(s.fx, s.fy, Math.max(s.w, s.h) * 0.75, [
        [0, s.p.near, 0],
        [0.5, s.p.near, 0.12],
        [1, s.p.near, 0.78],
      ]),
    )
  );
}

/** A dark room, a door that stands open, and somebody in its light. */
export function doorway(s: Sheet): string {
  let out = rect(
    0,
    0,
    s.w,
    s.h,
    s.linear(0, 0, 0, s.h, [
      [0, mix(s.p.sky[0], s.p.sky[1], 0.25)],
      [0.6, s.p.sky[0]],
      [1, s.p.near],
    ]),
  );
  const cx = s.fx;
  const floor = s.tall ? s.h * 0.6 : s.h * 0.74;
  const k = s.r;
  const hot = mix(s.p.sky[2], s.p.light, 0.35);
  for (let ring = 4; ring >= 1; ring -= 1) {
    const w = k * (0.5 + ring * 0.5);
    const h = k * (1 + ring * 0.62);
    out += rect(
      cx - w,
      floor - h + ring * k * 0.18,
      w * 2,
      h,
      s.linear(0, floor - h, 0, floor, [
        [0, mix(s.p.sky[1], s.p.near, 0.3 + ring * 0.13)],
        [1, mix(s.p.sky[1], s.p.near, 0.5 + ring * 0.1)],
      ]),
      `stroke="${mix(s.p.sky[2], s.p.near, 0.35 + ring * 0.13)}" stroke-width="${n(5 + ring * 2)}"`,
    );
  }
  out += path(
    polygon([
      [cx - k * 3, s.h],
      [cx - k * 0.9, floor],
      [cx + k * 0.9, floor],
      [cx + k * 3, s.h],
    ]),
    s.linear(0, floor, 0, s.h, [
      [0, mix(s.p.sky[1], s.p.near, 0.35)],
      [1, s.p.near],
    ]),
  );
  const w = k * 0.46;
  const h = k * 1.62;
  out += glow(s, cx, floor - h * 0.5, k * 2.3, s.p.sky[2], 0.95);
  out += path(
    polygon([
      [cx - w, floor],
      [cx + w, floor],
      [cx + w * 4.2 + k * 0.3, s.h],
      [cx - w * 2.6 - k * 0.2, s.h],
    ]),
    s.linear(0, floor, 0, s.h, [
      [0, hot, 0.95],
      [0.5, s.p.sky[2], 0.38],
      [1, s.p.sky[2], 0.03],
    ]),
  );
  out += rect(
    cx - w,
    floor - h,
    w * 2,
    h,
    s.linear(0, floor - h, 0, floor, [
      [0, mix(hot, '#ffffff', 0.5)],
      [0.6, hot],
      [1, s.p.sky[2]],
    ]),
  );
  out += path(
    polygon([
      [cx + w, floor - h],
      [cx + w * 1.95, floor - h * 1.12],
      [cx + w * 1.95, floor + h * 0.16],
      [cx + w, floor],
    ]),
    s.linear(cx + w, 0, cx + w * 2, 0, [
      [0, mix(s.p.sky[1], s.p.near, 0.35)],
      [1, s.p.near],
    ]),
  );
  out += circle(cx + w * 1.76, floor - h * 0.46, 9, s.p.accent);
  const ink = mix(s.p.near, '#000000', 0.5);
  out += path(
    polygon([
      [cx - w * 0.35, floor - 3],
      [cx + w * 0.25, floor - 3],
      [cx + w * 1.2, s.h],
      [cx - w * 1.0, s.h],
    ]),
    s.linear(0, floor, 0, s.h, [
      [0, ink, 0.95],
      [1, ink, 0.25],
    ]),
  );
  if (/fox/.test(s.slug)) {
    for (let tail = 0; tail < 9; tail += 1) {
      const a = ((tail - 4) / 4) * 1.15;
      const tx = cx + Math.sin(a) * k * 1.25;
      const ty = floor - k * 0.25 - Math.cos(a) * k * 1.15;
      out +=
        stroke(
          `M${n(cx)} ${n(floor - k * 0.2)}Q${n(cx + Math.sin(a) * k * 0.45)} ${n(floor - k * 0.9)} ${n(tx)} ${n(ty)}`,
          mix(s.p.near, s.p.sky[1], 0.35),
          k * 0.16,
          'stroke-linecap="round"',
        ) + circle(tx, ty, k * 0.07, s.p.paper, 'opacity=".9"');
    }
  }
  out += figure(cx - w * 0.05, floor + 6, h * 0.82, ink);
  let dust = '';
  for (let i = 0; i < 40; i += 1)
    dust += circle(
      cx + s.between(-1.4, 1.4) * k,
      s.between(floor - h * 1.3, s.h),
      s.between(1, 3.4),
      s.p.light,
      `opacity="${n(s.between(0.2, 0.7))}"`,
    );
  return out + dust;
}

/** Rain on a lit street, and an umbrella. */
export function rain(s: Sheet): string {
  const line = s.tall ? s.h * 0.58 : s.h * 0.66;
  let out = sky(s, 0.7);
  const lamps = [s.p.accent, s.p.second, s.p.light, '#ffd28a', s.p.sky[2]];
  for (let i = 0; i < 42; i += 1) {
    const r = s.between(14, 84);
    const colour = s.pick(lamps);
    const x = s.between(0, s.w);
    const y = s.between(0.16, 0.95) * line;
    out +=
      circle(x, y, r, colour, `opacity="${n(s.between(0.12, 0.42))}"`) +
      circle(x, y, r * 0.94, 'none', `stroke="${colour}" stroke-opacity=".35" stroke-width="2"`);
  }
  out += rect(
    0,
    line,
    s.w,
    s.h - line,
    s.linear(0, line, 0, s.h, [
      [0, mix(s.p.far, s.p.near, 0.4)],
      [1, s.p.near],
    ]),
  );
  for (let i = 0; i < 36; i += 1) {
    const x = s.between(0, s.w);
    out += ellipse(
      x,
      s.between(line, s.h),
      s.between(10, 36),
      s.between(40, 150),
      s.pick(lamps),
      `opacity="${n(s.between(0.05, 0.2))}"`,
    );
  }
  const ux = s.fx;
  const uy = s.fy + s.r * 0.1;
  const k = s.r * 0.95;
  const foot = line + (s.h - line) * (s.tall ? 0.28 : 0.55);
  const ink = mix(s.p.near, '#000000', 0.35);
  out +=
    ellipse(ux, foot + 6, k * 0.5, 16, '#000', 'opacity=".4"') + figure(ux, foot, foot - uy + k * 0.1, ink);
  out += rect(ux + k * 0.09, uy - k * 0.1, 7, k * 0.95, ink);
  const scallops = 6;
  let rim = '';
  for (let i = 0; i < scallops; i += 1) {
    const x = ux + k - ((i + 1) * 2 * k) / scallops;
    rim += `Q${n(x + k / scallops)} ${n(uy - k * 0.08)} ${n(x)} ${n(uy + Math.abs(i + 1 - scallops / 2) * 7 - 14)}`;
  }
  const dome = `M${n(ux - k)} ${n(uy + 7)}C${n(ux - k * 0.86)} ${n(uy - k * 0.86)} ${n(ux + k * 0.86)} ${n(uy - k * 0.86)} ${n(ux + k)} ${n(uy + 7)}${rim}Z`;
  out +=
    glow(s, ux, uy - k * 0.3, k * 1.5, s.p.accent, 0.35) +
    path(
      dome,
      s.linear(ux - k, uy - k, ux + k, uy, [
        [0, mix(s.p.accent, '#ffffff', 0.3)],
        [0.5, s.p.accent],
        [1, mix(s.p.accent, s.p.near, 0.55)],
      ]),
    );
  let ribs = '';
  for (const u of [-0.66, -0.33, 0, 0.33, 0.66])
    ribs += `M${n(ux)} ${n(uy - k * 0.63)}Q${n(ux + u * k * 0.95)} ${n(uy - k * 0.5)} ${n(ux + u * k)} ${n(uy - 8)}`;
  out +=
    stroke(ribs, mix(s.p.accent, s.p.near, 0.45), 4, 'opacity=".7"') +
    rect(ux - 4, uy - k * 0.72, 8, k * 0.1, ink);
  let drops = '';
  for (let i = 0; i < 190; i += 1) {
    const x = s.between(-60, s.w);
    const y = s.between(-40, s.h);
    const l = s.between(26, 84);
    if (Math.abs(x - ux) < k * 0.85 && y > uy - k * 0.35 && y < foot) continue;
    drops += `M${n(x)} ${n(y)}l${n(l * 0.16)} ${n(l)}`;
  }
  out += stroke(drops, mix(s.p.light, s.p.sky[2], 0.3), 2.2, 'opacity=".42" stroke-linecap="round"');
  for (let i = 0; i < 14; i += 1)
    out += ellipse(
      s.between(0, s.w),
      s.between(line + 30, s.h),
      s.between(18, 52),
      s.between(4, 10),
      'none',
      `stroke="${s.p.light}" stroke-opacity=".35" stroke-width="2.4"`,
    );
  return out;
}

/** Houses one above another on a hill, and the stairs between them. */
export function stairs(s: Sheet): string {
  let out = sky(s, 0.7) + orb(s, s.fx + s.r * 0.55, s.fy - s.r * 0.85, s.r * 0.42);
  for (let i = 0; i < 4; i += 1)
    out += ellipse(
      s.between(0, s.w),
      s.between(0.05, 0.3) * s.h,
      s.between(120, 260),
      s.between(8, 20),
      s.p.light,
      'opacity=".28"',
    );
  const walls = [
    s.p.accent,
    s.p.second,
    mix(s.p.sky[1], '#ffffff', 0.3),
    mix(s.p.far, '#ffffff', 0.35),
    s.p.light,
    mix(s.p.accent, s.p.far, 0.5),
  ];
  const rows = 7;
  const top = s.fy - s.r * 0.15;
  for (let row = 0; row < rows; row += 1) {
    const t = row / (rows - 1);
    const y = top + (s.h * 1.02 - top) * t ** 1.1;
    const k = s.r * (0.26 + t * 0.3);
    const crest = (x: number) => y + ((x - s.fx) / s.w) ** 2 * s.h * 0.5 * (1 - t * 0.7);
    let x = -s.between(0, k);
    while (x < s.w) {
      const w = k * s.between(0.9, 1.6);
      const h = k * s.between(0.8, 1.25);
      const base = crest(x + w / 2);
      const colour = mix(s.pick(walls), s.p.near, 0.1 + t * 0.46);
      out += rect(
        x,
        base - h,
        w,
        h + s.h * 0.2,
        s.linear(x, 0, x + w, 0, [
          [0, mix(colour, s.p.light, 0.18)],
          [0.62, colour],
          [0.63, mix(colour, s.p.near, 0.34)],
          [1, mix(colour, s.p.near, 0.5)],
        ]),
      );
      out += rect(x - 5, base - h - k * 0.06, w + 10, k * 0.1, mix(colour, s.p.near, 0.5));
      const many = s.whole(1, 3);
      for (let i = 0; i < many; i += 1) {
        const lit = s.once(2);
        out += rect(
          x + w * (0.12 + i * 0.28),
          base - h * 0.74,
          w * 0.17,
          h * 0.28,
          lit ? '#ffe09a' : mix(s.p.near, colour, 0.3),
        );
      }
      const onTop = s.whole(0, 7);
      if (onTop < 3)
        out += rect(
          x + w * 0.6,
          base - h - k * 0.36,
          k * 0.28,
          k * 0.32,
          s.once(2) ? '#f2b84b' : '#3f86d6',
          `rx="${n(k * 0.05)}"`,
        );
      else if (onTop < 5)
        out += stroke(
          `M${n(x + w * 0.12)} ${n(base - h)}v${n(-k * 0.5)}M${n(x + w * 0.02)} ${n(base - h - k * 0.46)}h${n(k * 0.24)}M${n(x + w * 0.05)} ${n(base - h - k * 0.36)}h${n(k * 0.18)}`,
          s.p.near,
          3,
        );
      else if (onTop === 5) {
        out += stroke(
          `M${n(x)} ${n(base - h - k * 0.3)}q${n(w * 0.5)} ${n(k * 0.12)} ${n(w)} 0`,
          s.p.near,
          2.5,
        );
        for (let i = 0; i < 4; i += 1)
          out += rect(
            x + w * (0.14 + i * 0.2),
            base - h - k * 0.25,
            w * 0.12,
            k * 0.2,
            s.pick(['#fff', s.p.accent, s.p.second, s.p.light]),
          );
      }
      x += w + (s.once(4) ? k * 0.2 : 0);
    }
  }
  const steps = 26;
  for (let i = 0; i < steps; i += 1) {
    const t = i / steps;
    const y = top + s.r * 0.1 + (s.h - top) * t;
    const x = s.fx + Math.sin(t * 5.5) * s.r * 0.42 * (0.6 + t);
    const w = s.r * (0.12 + t * 0.3);
    const high = ((s.h - top) / steps) * 1.02;
    out +=
      rect(x - w, y, w * 2, high, mix(mix(s.p.light, s.p.sky[2], 0.3), s.p.near, t * 0.5)) +
      rect(x - w, y + high * 0.6, w * 2, high * 0.42, mix(s.p.far, s.p.near, 0.3 + t * 0.35));
  }
  const t = 0.36;
  const px = s.fx + Math.sin(t * 5.5) * s.r * 0.42 * (0.6 + t);
  const py = top + s.r * 0.1 + (s.h - top) * t;
  const ink = mix(s.p.near, '#000000', 0.3);
  out += figure(px, py + 6, s.r * 0.4, ink);
  if (/sisters|expedition|climbers/.test(s.slug))
    out +=
      figure(px - s.r * 0.15, py + 2, s.r * 0.36, ink) + figure(px + s.r * 0.15, py + 4, s.r * 0.38, ink);
  return out;
}
