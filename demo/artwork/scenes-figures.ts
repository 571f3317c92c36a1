/** Scenes whose subject looks back: faces, profiles, flowers. */
import { outline } from './outlines.ts';
import { mix } from './palettes.ts';
import {
  circle,
  ellipse,
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

/** Branches, leaves and blossom in front of a great sun. */
export function botanical(s: Sheet): string {
  const { fx, fy, r } = s;
  let out = sky(s, 1);
  out += orb(s, fx, fy - r * 0.05, r * 1.02);
  const fruit = /persimmon/.test(s.slug);
  const green = /jade|moss|garden|beginner/.test(s.slug) || s.p.second === '#ff6a45';
  const leaf = (x: number, y: number, l: number, w: number, a: number, colour: string, vein: string) =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(a)})">${path(`M0 0C${n(l * 0.3)} ${n(-w)} ${n(l * 0.75)} ${n(-w * 0.8)} ${n(l)} 0C${n(l * 0.75)} ${n(w * 0.8)} ${n(l * 0.3)} ${n(w)} 0 0Z`, colour)}${stroke(`M0 0H${n(l * 0.94)}M${n(l * 0.25)} 0l${n(l * 0.14)} ${n(-w * 0.5)}M${n(l * 0.45)} 0l${n(l * 0.14)} ${n(-w * 0.48)}M${n(l * 0.25)} 0l${n(l * 0.14)} ${n(w * 0.5)}M${n(l * 0.45)} 0l${n(l * 0.14)} ${n(w * 0.48)}`, vein, 2.4, 'opacity=".5"')}</g>`;
  // Far leaves, out of focus by being pale.
  for (let i = 0; i < 16; i += 1) {
    const side = i % 2 ? 1 : -1;
    const x = side > 0 ? s.w + 20 : s.tall ? -20 : fx - r * 3;
    const y = s.between(0, 1) * s.h;
    const tone = mix(s.p.far, s.p.sky[2], s.between(0.2, 0.55));
    out += leaf(
      x,
      y,
      r * s.between(0.9, 1.6),
      r * s.between(0.2, 0.36),
      (side > 0 ? 180 : 0) + s.between(-38, 38),
      tone,
      s.p.light,
    );
  }
  const blossom = (x: number, y: number, k: number, tone: string) => {
    const turn = s.between(0, 1.2);
    let petals = '';
    for (let i = 0; i < 5; i += 1) {
      const [c, d] = [Math.cos(turn + i * 1.2566), Math.sin(turn + i * 1.2566)];
      const at = (px: number, py: number) =>
        `${n(x + (px * c - py * d) * k)} ${n(y + (px * d + py * c) * k)}`;
      petals += `M${n(x)} ${n(y)}C${at(0.62, -0.35)} ${at(0.55, -1.02)} ${at(0.1, -1)}L${at(0, -0.88)}L${at(-0.1, -1)}C${at(-0.55, -1.02)} ${at(-0.62, -0.35)} ${n(x)} ${n(y)}Z`;
    }
    return path(petals, tone) + circle(x, y, k * 0.19, '#e0567a') + circle(x, y, k * 0.1, s.p.second);
  };
  const wood = mix(s.p.near, '#3a1d10', 0.4);
  const branches: { points: Point[]; width: number }[] = [];
  const grow = (x: number, y: number, a: number, length: number, width: number, depth: number) => {
    const points: Point[] = [[x, y]];
    let angle = a;
    let [px, py] = [x, y];
    for (let step = 0; step < 5; step += 1) {
      angle += s.between(-0.2, 0.2);
      px += (Math.cos(angle) * length) / 5;
      py += (Math.sin(angle) * length) / 5;
      points.push([px, py]);
      if (depth > 0 && step > 0 && step < 5)
        grow(
          px,
          py,
          angle + (step % 2 ? 1 : -1) * s.between(0.4, 0.85),
          length * s.between(0.34, 0.52),
          width * 0.5,
          depth - 1,
        );
    }
    branches.push({ points, width });
  };
  if (green) {
    for (let i = 0; i < 7; i += 1) {
      const x = fx + (i - 3) * r * 0.42;
      const top = fy + s.between(-0.5, 0.7) * r;
      out += stroke(
        `M${n(x)} ${n(s.h)}C${n(x + s.between(-60, 60))} ${n(s.h * 0.8)} ${n(x)} ${n(top + r)} ${n(x + s.between(-40, 40))} ${n(top)}`,
        mix(s.p.near, s.p.far, 0.5),
        11,
      );
      for (let l = 0; l < 5; l += 1) {
        const y = top + l * r * 0.32;
        const k = r * (0.4 + l * 0.1);
        const tone = mix(mix('#58a05a', s.p.far, 0.35), l % 2 ? s.p.light : s.p.near, 0.16);
        out +=
          leaf(x, y, k, k * 0.26, s.between(-50, -14), tone, s.p.light) +
          leaf(x, y + 20, k, k * 0.26, 180 + s.between(14, 50), mix(tone, s.p.near, 0.18), s.p.light);
      }
      if (i % 2 === 0)
        out += blossom(x, top, r * 0.2, s.pick([s.p.light, mix(s.p.accent, '#ffffff', 0.3), s.p.second]));
    }
  } else {
    grow(s.w + 30, fy + r * s.between(0.1, 0.7), Math.PI * 1.08, r * 2.9, 34, 2);
    grow(s.w + 20, fy - r * 1.4, Math.PI * 0.93, r * 2.1, 20, 1);
    if (s.tall) grow(-30, s.h * 0.5, -0.5, r * 1.5, 20, 1);
    for (const { points, width } of branches.reverse())
      out +=
        stroke(smooth(points), wood, width, 'stroke-linecap="round"') +
        stroke(
          smooth(points.map(([x, y]): Point => [x - width * 0.15, y - width * 0.2])),
          mix(wood, s.p.light, 0.35),
          width * 0.18,
          'stroke-linecap="round" opacity=".7"',
        );
    for (const { points, width } of branches) {
      for (const [x, y] of points.slice(1)) {
        if (width > 18 && s.once(2)) continue;
        if (fruit) {
          const k = r * s.between(0.13, 0.19);
          if (s.once(2))
            out += leaf(x, y, k * 1.8, k * 0.5, s.between(0, 360), mix('#6b8e3a', s.p.near, 0.25), s.p.light);
          if (s.once(1.7))
            out +=
              stroke(`M${n(x)} ${n(y)}v${n(k * 0.5)}`, wood, 4) +
              circle(
                x,
                y + k * 1.3,
                k,
                s.radial(x - k * 0.35, y + k, k * 1.5, [
                  [0, '#ffd08a'],
                  [0.45, '#ff8a2e'],
                  [1, '#b8430f'],
                ]),
              ) +
              path(
                polygon([
                  [x - k * 0.5, y + k * 0.42],
                  [x, y + k * 0.3],
                  [x + k * 0.5, y + k * 0.42],
                  [x + k * 0.1, y + k * 0.66],
                  [x - k * 0.1, y + k * 0.66],
                ]),
                '#5c7a2e',
              );
        } else {
          const clusters = s.whole(1, 3);
          for (let c = 0; c < clusters; c += 1)
            out += blossom(
              x + s.between(-30, 30),
              y + s.between(-30, 30),
              r * s.between(0.07, 0.15),
              mix(s.p.light, s.pick(['#ffa9bd', '#ffc9d4', '#ffffff']), s.between(0.1, 0.45)),
            );
        }
      }
    }
  }
  const bits = fruit ? [] : Array.from({ length: 34 });
  for (const _ of bits) {
    const x = s.between(0, s.w);
    const y = s.between(0.1, 1) * s.h;
    const k = s.between(5, 15);
    out += ellipse(
      x,
      y,
      k,
      k * 0.55,
      mix(s.p.light, '#ff9fb8', s.between(0, 0.6)),
      `transform="rotate(${s.whole(0, 180)} ${n(x)} ${n(y)})" opacity="${n(s.between(0.5, 0.95))}"`,
    );
  }
  for (let i = 0; i < 7; i += 1) {
    const x = s.tall ? s.between(0, 1) * s.w : fx + s.between(-1.2, 2.2) * r;
    out += leaf(
      x,
      s.h + 30,
      r * s.between(0.8, 1.3),
      r * 0.2,
      -90 + s.between(-42, 42),
      mix(s.p.near, s.p.far, s.between(0, 0.2)),
      s.p.far,
    );
  }
  return out;
}

interface Creature {
  shape: 'round' | 'bean' | 'block' | 'blob';
  tone: string;
  ears?: 'round' | 'horn' | 'two-horns' | 'spikes' | 'leaf' | 'none';
  stripes?: boolean;
  snout?: boolean;
  mark?: string;
}

function creature(s: Sheet, x: number, y: number, k: number, c: Creature): string {
  const dark = '#33245f';
  const lit = mix(c.tone, '#ffffff', 0.35);
  const fill = s.radial(x - k * 0.35, y - k * 0.45, k * 1.9, [
    [0, lit],
    [0.5, c.tone],
    [1, mix(c.tone, dark, 0.35)],
  ]);
  let out = ellipse(x, y + k * 1.04, k * 0.85, k * 0.13, dark, 'opacity=".3"');
  if (c.ears === 'round')
    for (const side of [-1, 1])
      out +=
        circle(x + side * k * 0.68, y - k * 0.72, k * 0.32, c.tone) +
        circle(x + side * k * 0.68, y - k * 0.72, k * 0.17, mix(c.tone, '#ffd9c9', 0.65));
  if (c.ears === 'horn')
    out +=
      path(
        polygon([
          [x - k * 0.2, y - k * 0.85],
          [x + k * 0.02, y - k * 1.5],
          [x + k * 0.24, y - k * 0.85],
        ]),
        '#fff2c4',
      ) +
      stroke(
        `M${n(x - k * 0.12)} ${n(y - k * 1.05)}l${n(k * 0.28)} ${n(-k * 0.06)}M${n(x - k * 0.06)} ${n(y - k * 1.22)}l${n(k * 0.16)} ${n(-k * 0.05)}`,
        '#e0b84f',
        5,
      );
  if (c.ears === 'two-horns')
    for (const side of [-1, 1])
      out += path(
        polygon([
          [x + side * k * 0.25, y - k * 0.85],
          [x + side * k * 0.62, y - k * 1.4],
          [x + side * k * 0.66, y - k * 0.68],
        ]),
        '#fff2c4',
      );
  if (c.ears === 'spikes')
    for (let i = -2; i <= 2; i += 1)
      out += path(
        polygon([
          [x + i * k * 0.3 - k * 0.2, y - k * (0.86 - Math.abs(i) * 0.12)],
          [x + i * k * 0.32, y - k * (1.34 - Math.abs(i) * 0.16)],
          [x + i * k * 0.3 + k * 0.2, y - k * (0.86 - Math.abs(i) * 0.12)],
        ]),
        s.pick(['#ff7a59', '#ffc43d', '#f0567a']),
      );
  if (c.ears === 'leaf')
    out += path(
      `M${n(x)} ${n(y - k * 0.9)}c${n(-k * 0.1)} ${n(-k * 0.5)} ${n(k * 0.35)} ${n(-k * 0.75)} ${n(k * 0.62)} ${n(-k * 0.62)}c${n(-k * 0.02)} ${n(k * 0.38)} ${n(-k * 0.3)} ${n(k * 0.6)} ${n(-k * 0.62)} ${n(k * 0.62)}z`,
      '#5bbf6a',
    );
  for (const side of [-1, 1])
    out +=
      ellipse(x + side * k * 0.42, y + k * 0.98, k * 0.26, k * 0.15, mix(c.tone, dark, 0.25)) +
      ellipse(
        x + side * k * 1.0,
        y + k * 0.3,
        k * 0.15,
        k * 0.3,
        c.tone,
        `transform="rotate(${side * -24} ${n(x + side * k)} ${n(y + k * 0.3)})"`,
      );
  if (c.shape === 'round') out += circle(x, y, k, fill);
  if (c.shape === 'bean')
    out += path(
      smooth(
        [
          [x - k * 0.82, y + k * 0.3],
          [x - k * 0.8, y - k * 0.6],
          [x - k * 0.1, y - k * 1.06],
          [x + k * 0.74, y - k * 0.62],
          [x + k * 0.9, y + k * 0.3],
          [x + k * 0.3, y + k],
          [x - k * 0.4, y + k * 0.98],
        ],
        true,
      ),
      fill,
    );
  if (c.shape === 'block')
    out += rect(x - k * 0.88, y - k * 0.95, k * 1.76, k * 1.95, fill, `rx="${n(k * 0.34)}"`);
  if (c.shape === 'blob')
    out += path(
      smooth(
        [
          [x - k * 0.95, y + k],
          [x - k * 0.9, y - k * 0.2],
          [x - k * 0.45, y - k * 0.95],
          [x + k * 0.45, y - k * 0.95],
          [x + k * 0.9, y - k * 0.2],
          [x + k * 0.95, y + k],
        ],
        true,
      ),
      fill,
    );
  if (c.stripes)
    out += path(
      `M${n(x - k * 0.13)} ${n(y - k)}h${n(k * 0.26)}l${n(-k * 0.13)} ${n(k * 0.36)}zM${n(x - k * 0.96)} ${n(y - k * 0.1)}l${n(k * 0.34)} ${n(k * 0.09)}l${n(-k * 0.36)} ${n(k * 0.1)}zM${n(x - k * 0.9)} ${n(y + k * 0.26)}l${n(k * 0.3)} ${n(k * 0.05)}l${n(-k * 0.26)} ${n(k * 0.13)}zM${n(x + k * 0.96)} ${n(y - k * 0.1)}l${n(-k * 0.34)} ${n(k * 0.09)}l${n(k * 0.36)} ${n(k * 0.1)}zM${n(x + k * 0.9)} ${n(y + k * 0.26)}l${n(-k * 0.3)} ${n(k * 0.05)}l${n(k * 0.26)} ${n(k * 0.13)}z`,
      '#4a2a18',
    );
  if (c.snout) out += ellipse(x, y + k * 0.26, k * 0.4, k * 0.3, '#fff3e0');
  for (const side of [-1, 1]) {
    out +=
      ellipse(x + side * k * 0.33, y - k * 0.1, k * 0.12, k * 0.15, dark) +
      circle(x + side * k * 0.33 + k * 0.04, y - k * 0.16, k * 0.05, '#fff') +
      ellipse(x + side * k * 0.6, y + k * 0.18, k * 0.15, k * 0.1, '#ff6f91', 'opacity=".7"');
  }
  if (c.snout) out += ellipse(x, y + k * 0.15, k * 0.11, k * 0.08, dark);
  out += s.once(2)
    ? path(`M${n(x - k * 0.2)} ${n(y + k * 0.28)}q${n(k * 0.2)} ${n(k * 0.34)} ${n(k * 0.4)} 0z`, dark) +
      ellipse(x, y + k * 0.4, k * 0.09, k * 0.05, '#ff6f91')
    : stroke(
        `M${n(x - k * 0.17)} ${n(y + k * 0.3)}q${n(k * 0.17)} ${n(k * 0.17)} ${n(k * 0.34)} 0`,
        dark,
        k * 0.06,
        'stroke-linecap="round"',
      );
  if (c.mark) {
    const o = outline(c.mark, Math.round(k * 0.62), 'Black');
    out += path(o.d, '#fff', `transform="translate(${n(x - o.width / 2)} ${n(y - k * 0.4)})" opacity=".95"`);
  }
  return out;
}

/** Round friends on a round hill. */
export function faces(s: Sheet): string {
  const { fx, fy, r } = s;
  const nightly = !s.p.bright && s.p.sky[0][1]! < '3';
  let out = sky(s, 0.8);
  if (nightly) out += stars(s, 120, 0.7) + orb(s, fx + r * 0.9, fy - r * 1.05, r * 0.34);
  else {
    out += orb(s, fx + r * 0.85, fy - r * 1.0, r * 0.42, '#fff3b0');
    for (let i = 0; i < 4; i += 1) {
      const x = s.between(0, 1) * s.w;
      const y = s.between(0.06, 0.3) * s.h;
      const k = s.between(30, 64);
      out += `<g fill="#fff" opacity=".85">${circle(x, y, k, '#fff')}${circle(x + k * 1.1, y + k * 0.2, k * 0.8, '#fff')}${circle(x - k * 1.1, y + k * 0.25, k * 0.7, '#fff')}${rect(x - k * 1.8, y + k * 0.2, k * 3.7, k * 0.75, '#fff', `rx="${n(k * 0.37)}"`)}</g>`;
    }
  }
  const foot = fy + r * (s.tall ? 0.62 : 0.72);
  const hillTones = nightly
    ? [s.p.far, mix(s.p.far, s.p.near, 0.4), mix(s.p.far, s.p.near, 0.65)]
    : ['#9be0b8', '#5cc79a', '#35a583'];
  hillTones.forEach((tone, i) => {
    const y = foot - r * 0.4 + i * r * 0.42;
    const points = ridge(s, y, s.h * 0.05, 0.9 + i * 0.3);
    out += land(
      s,
      points,
      s.linear(0, y - 60, 0, s.h, [
        [0, mix(tone, '#ffffff', 0.18)],
        [1, mix(tone, s.p.near, 0.3)],
      ]),
    );
  });
  const casts: [RegExp, Creature[]][] = [
    [
      /kongi/,
      [
        { shape: 'bean', tone: '#f4d782', ears: 'leaf' },
        { shape: 'bean', tone: '#b5443f' },
        { shape: 'block', tone: '#6d5a7a', ears: 'none' },
      ],
    ],
    [
      /hoya/,
      [
        { shape: 'round', tone: '#ff9d3c', ears: 'round', stripes: true, snout: true },
        { shape: 'blob', tone: '#4a6fb5' },
        { shape: 'round', tone: '#c98d5a', ears: 'round' },
      ],
    ],
    [
      /dino/,
      [
        { shape: 'blob', tone: '#5bc27a', ears: 'spikes' },
        { shape: 'round', tone: '#7aa7ff', ears: 'two-horns' },
        { shape: 'blob', tone: '#f0a1c4', ears: 'spikes' },
      ],
    ],
    [
      /number/,
      [
        { shape: 'block', tone: '#ff6a45', mark: '1' },
        { shape: 'block', tone: '#4f9dff', mark: '2' },
        { shape: 'block', tone: '#2eb89a', mark: '3' },
      ],
    ],
    [
      /bear/,
      [
        { shape: 'round', tone: '#b77a4c', ears: 'round', snout: true },
        { shape: 'round', tone: '#ffd75e', ears: 'none' },
      ],
    ],
    [
      /club/,
      [
        { shape: 'blob', tone: '#3fb08f', ears: 'horn' },
        { shape: 'round', tone: '#ffb48a', ears: 'none' },
        { shape: 'blob', tone: '#e0567a', ears: 'two-horns' },
      ],
    ],
  ];
  const cast = casts.find(([name]) => name.test(s.slug))?.[1] ?? casts[0]![1];
  const places: [number, number, number][] = [
    [-0.48, 0.02, 0.64],
    [0.62, 0.22, 0.5],
    [-0.02, -0.52, 0.42],
  ];
  const order = [2, 0, 1].filter((i) => i < cast.length);
  for (const i of order) {
    const [dx, dy, k] = places[i]!;
    out += creature(s, fx + dx * r * 1.05, foot - r * 0.5 + dy * r, r * k, cast[i]!);
  }
  for (let i = 0; i < 24; i += 1) {
    const x = s.between(0, s.w);
    const y = s.between(foot + r * 0.5, s.h);
    const k = s.between(7, 15);
    const tone = s.pick(['#fff', '#ffe27a', '#ff8fb1', '#ffffff']);
    for (let p = 0; p < 5; p += 1)
      out += circle(x + Math.cos(p * 1.257) * k, y + Math.sin(p * 1.257) * k, k * 0.62, tone, 'opacity=".9"');
    out += circle(x, y, k * 0.6, '#ffb03a');
  }
  if (/bear/.test(s.slug)) {
    for (let i = 0; i < 9; i += 1) {
      const x = s.between(0, s.w);
      const y = s.between(0.03, 0.4) * s.h;
      const k = s.between(12, 30);
      const star: Point[] = Array.from({ length: 10 }, (_, j) => [
        x + Math.cos(-1.57 + j * 0.628) * k * (j % 2 ? 0.5 : 1),
        y + Math.sin(-1.57 + j * 0.628) * k * (j % 2 ? 0.5 : 1),
      ]);
      out +=
        glow(s, x, y, k * 2.6, '#ffe27a', 0.6) +
        path(polygon(star), s.pick(['#ffe27a', '#ffb3c7', '#b6e3ff']), 'stroke-linejoin="round"');
    }
  }
  return out;
}

/** Outline of a head and shoulders that looks to the right, about 100 wide and 130 high, its middle at 0,0. */
const profileRight =
  'M-44 74C-40 56 -26 48 -21 40C-18 34 -19 27 -23 21C-38 8 -44 -12 -38 -32C-32 -54 -10 -64 10 -60C26 -57 34 -46 35.5 -33C36.2 -28 35.6 -25 34.4 -21C36 -15 42 -8 46.3 -2.6C47 0 43 1.6 39 2.6C38.6 4.6 41.8 6.2 42 8.4C42 9.8 39.4 10.2 38 10.8C39.4 11.6 41.4 12.4 41 14.6C40.4 16.8 37.2 16.6 37 18.6C37.4 21 39.6 23.4 38.6 27C37 32 29 34.6 22 33.6C17 33 13.4 34 12.6 38C12 43 14 48 18 51C28 57 42 58 50 74Z';
/** The same, with long hair gathered at the neck. */
const profileBun =
  'M-46 74C-42 57 -27 49 -21 41C-22 37 -24 34 -25 30C-34 34 -48 30 -50 18C-52 7 -45 1 -39 0C-43 -11 -43 -23 -38 -34C-31 -54 -10 -63 9 -59C25 -56 33 -45 34.5 -32C35 -27.5 34.6 -24.6 33.4 -21C34.8 -15.6 40.6 -8.600 44.6 -3.4C45.2 -1 41.4 0.6 37.8 1.6C37.6 3.6 40.8 5.2 41 7.6C41 9 38.4 9.6 37 10C38.6 10.800 40.400 11.8 39.8 14C39 16.2 36 16 35.8 18C36 20.4 37.4 22.6 36.4 25.6C34.8 30 28 32.6 21.4 32C16.4 31.6 12.8 33 12 37C11.400 42 14 47 18 50C28 56 44 58 52 74Z';

/** Two faces in profile, one inside the other's light; within the larger one, the place the story comes from. */
export function profile(s: Sheet): string {
  const { fx, fy, r } = s;
  let out = sky(s, 1);
  out += orb(s, fx + r * 0.25, fy - r * 0.35, r * 1.0, mix(s.p.light, s.p.sky[2], 0.25));
  const big = (r * 2.5) / 100;
  const small = (r * 1.45) / 100;
  const by = fy + r * 0.3;
  const bx = fx - r * 0.5;
  const who = s.once(2) ? profileRight : profileBun;
  const other = who === profileRight ? profileBun : profileRight;
  const at = `translate(${n(bx)} ${n(by)}) scale(${big})`;
  const clip = s.clip(`<path d="${who}" transform="${at}"/>`);
  let inside = rect(
    0,
    0,
    s.w,
    s.h,
    s.linear(0, by - r * 1.6, 0, by + r * 1.8, [
      [0, mix(s.p.sky[0], s.p.near, 0.5)],
      [0.5, mix(mix(s.p.far, s.p.sky[0], 0.5), s.p.near, 0.35)],
      [1, s.p.near],
    ]),
  );
  for (let i = 0; i < 4; i += 1) {
    const y = by + r * (0.85 + i * 0.28);
    inside += land(
      s,
      ridge(s, y, r * 0.36, 2 + i),
      mix(mix(s.p.accent, s.p.far, 0.35 + i * 0.12), s.p.near, i * 0.27),
      'opacity=".92"',
      false,
    );
  }
  // A crescent at the back of the head: where the eye would be, a full moon would look like one.
  const [mx, my, mr] = [bx - r * 0.32, by - r * 0.62, r * 0.24];
  inside += glow(s, mx, my, mr * 3, s.p.light, 0.5);
  inside += path(
    `M${n(mx + mr * 0.5)} ${n(my - mr * 0.87)}A${n(mr)} ${n(mr)} 0 1 0 ${n(mx + mr * 0.5)} ${n(my + mr * 0.87)}A${n(mr * 0.92)} ${n(mr * 0.92)} 0 1 1 ${n(mx + mr * 0.5)} ${n(my - mr * 0.87)}Z`,
    s.p.light,
  );
  let glints = '';
  for (let i = 0; i < 60; i += 1)
    glints += circle(
      bx + s.between(-1.3, 1.3) * r,
      by + s.between(-1.6, 0.1) * r,
      s.between(1, 3.4),
      s.p.light,
      `opacity="${n(s.between(0.3, 0.9))}"`,
    );
  out += `<g opacity=".3" transform="translate(14 10)"><path d="${who}" transform="${at}" fill="#000"/></g>`;
  out += `<g ${clip}>${inside}${glints}${rect(
    0,
    0,
    s.w,
    s.h,
    s.linear(bx - r * 1.2, 0, bx + r * 1.2, 0, [
      [0, s.p.near, 0.75],
      [0.55, s.p.near, 0.1],
      [0.8, s.p.light, 0],
      [1, s.p.light, 0.3],
    ]),
  )}</g>`;
  // Light along the brow, the nose and the lips.
  out += `<path d="${who}" transform="${at}" fill="none" stroke="${s.linear(-30, 0, 46, 0, [
    [0, s.p.light, 0],
    [0.55, s.p.light, 0.1],
    [1, s.p.light, 0.95],
  ])}" stroke-width="1.1"/>`;
  const sx = fx + r * 1.46;
  const sy = fy + r * 0.86;
  out += `<path d="${other}" transform="translate(${n(sx)} ${n(sy)}) scale(${-small} ${small})" fill="${s.linear(
    -60,
    0,
    60,
    0,
    [
      [0, mix(s.p.near, s.p.accent, 0.3)],
      [0.6, s.p.near],
      [1, mix(s.p.accent, s.p.near, 0.25)],
    ],
  )}" opacity=".96"/>`;
  const y = fy + r * (s.tall ? 1.55 : 1.3);
  out += rect(
    0,
    y,
    s.w,
    s.h - y,
    s.linear(0, y, 0, y + r * 0.5, [
      [0, s.p.near, 0],
      [1, s.p.near, 1],
    ]),
  );
  if (/father|operator/.test(s.slug))
    for (let i = 0; i < 5; i += 1)
      out += stroke(
        `M-20 ${n(y - 40 + i * 26)}C${n(s.w * 0.3)} ${n(y - 140 + i * 26)} ${n(s.w * 0.6)} ${n(y + 90 + i * 26)} ${n(s.w + 20)} ${n(y - 60 + i * 26)}`,
        s.p.second,
        3.5,
        'opacity=".75"',
      );
  if (/mirror/.test(s.slug))
    out +=
      path(
        polygon([
          [fx + r * 0.32, 0],
          [fx + r * 0.44, 0],
          [fx + r * 0.2, s.h],
          [fx + r * 0.08, s.h],
        ]),
        '#fff',
        'opacity=".3"',
      ) + stroke(`M${n(fx + r * 0.38)} 0L${n(fx + r * 0.14)} ${n(s.h)}`, '#fff', 4, 'opacity=".85"');
  return out;
}
