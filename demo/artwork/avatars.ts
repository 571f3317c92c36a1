/** Twelve small pictures that a viewer can wear: animals, things of the house, and the colours of its eaves. */
import { mix, palette } from './palettes.ts';
import { pixels, png, svgOf } from './render.ts';
import {
  circle,
  ellipse,
  n,
  type Point,
  path,
  polygon,
  rect,
  type Sheet,
  sheet,
  smooth,
  stroke,
} from './sheet.ts';

const ink = '#2a2140';

const eyes = (dx: number, y: number, k = 17) =>
  [-1, 1]
    .map(
      (side) =>
        circle(200 + side * dx, y, k, ink) +
        circle(200 + side * dx + k * 0.3, y - k * 0.35, k * 0.36, '#fff'),
    )
    .join('');
const cheeks = (dx: number, y: number, tone = '#ff7d93') =>
  [-1, 1].map((side) => ellipse(200 + side * dx, y, 24, 15, tone, 'opacity=".65"')).join('');
const smile = (y: number, w = 26) =>
  stroke(`M${200 - w} ${y}q${w} ${w * 0.95} ${w * 2} 0`, ink, 9, 'stroke-linecap="round"');

/** Petals around the edge, as on the end of a painted rafter. */
function ring(s: Sheet, tones: [string, string, string]): string {
  let out = rect(
    0,
    0,
    400,
    400,
    s.radial(200, 170, 300, [
      [0, mix(tones[0], '#ffffff', 0.25)],
      [1, tones[0]],
    ]),
  );
  for (let i = 0; i < 16; i += 1) {
    const a = (i / 16) * Math.PI * 2;
    const at = (angle: number, d: number) =>
      `${n(200 + Math.cos(angle) * d)} ${n(200 + Math.sin(angle) * d)}`;
    out += path(
      `M${at(a, 168)}Q${at(a - 0.3, 240)} ${at(a, 300)}Q${at(a + 0.3, 240)} ${at(a, 168)}Z`,
      i % 2 ? tones[1] : tones[2],
      'opacity=".75"',
    );
  }
  return out + circle(200, 200, 172, mix(tones[0], '#ffffff', 0.12));
}

const face = (s: Sheet, tone: string, points: Point[]) =>
  path(
    smooth(points, true),
    s.radial(170, 170, 240, [
      [0, mix(tone, '#ffffff', 0.45)],
      [0.6, tone],
      [1, mix(tone, ink, 0.25)],
    ]),
  );
const round: Point[] = [
  [200, 96],
  [300, 140],
  [322, 232],
  [270, 316],
  [200, 334],
  [130, 316],
  [78, 232],
  [100, 140],
];

const drawings: Record<string, (s: Sheet) => string> = {
  tiger: (s) =>
    ring(s, ['#12473f', '#f2b84b', '#ff5c3e']) +
    [-1, 1]
      .map(
        (side) => circle(200 + side * 88, 120, 42, '#f59433') + circle(200 + side * 88, 120, 22, '#ffd9b0'),
      )
      .join('') +
    face(s, '#ff9d3c', round) +
    path(
      'M200 98l-20 0l20 56l20 -56zM160 108l-16 8l34 40zM240 108l16 8l-34 40zM86 206l48 12l-50 14zM88 250l44 2l-36 20zM314 206l-48 12l50 14zM312 250l-44 2l36 20z',
      '#4a2718',
    ) +
    ellipse(200, 264, 66, 48, '#fff4e2') +
    eyes(56, 206) +
    ellipse(200, 240, 19, 13, ink) +
    stroke('M200 252v14M172 274q14 16 28 -6q14 22 28 6', ink, 8, 'stroke-linecap="round"') +
    cheeks(94, 256),
  magpie: (s) =>
    ring(s, ['#5aa9ff', '#ffffff', '#1c3b86']) +
    path(
      smooth(
        [
          [96, 330],
          [90, 210],
          [140, 120],
          [220, 104],
          [290, 160],
          [304, 260],
          [262, 350],
        ],
        true,
      ),
      s.linear(100, 100, 300, 340, [
        [0, '#3b4a86'],
        [1, '#14182e'],
      ]),
    ) +
    path(
      smooth(
        [
          [150, 340],
          [140, 264],
          [196, 236],
          [250, 268],
          [252, 340],
        ],
        true,
      ),
      '#f7f5ee',
    ) +
    path(
      polygon([
        [288, 168],
        [374, 190],
        [290, 216],
      ]),
      '#f2b84b',
    ) +
    circle(236, 168, 20, '#fff') +
    circle(240, 168, 12, ink) +
    circle(244, 163, 4, '#fff') +
    path(
      smooth(
        [
          [100, 300],
          [120, 220],
          [178, 250],
          [160, 330],
        ],
        true,
      ),
      '#2c6fb5',
    ) +
    ellipse(210, 214, 20, 13, '#ff7d93', 'opacity=".6"'),
  rabbit: (s) =>
    ring(s, ['#43206b', '#f0567a', '#f2b84b']) +
    circle(200, 190, 150, '#ffe9a8', 'opacity=".9"') +
    [-1, 1]
      .map(
        (side) =>
          ellipse(
            200 + side * 52,
            104,
            32,
            86,
            '#ffffff',
            `transform="rotate(${side * 11} ${200 + side * 52} 150)"`,
          ) +
          ellipse(
            200 + side * 52,
            104,
            15,
            62,
            '#ffb3c7',
            `transform="rotate(${side * 11} ${200 + side * 52} 150)"`,
          ),
      )
      .join('') +
    face(s, '#fdf8f2', [
      [200, 144],
      [280, 172],
      [304, 244],
      [262, 318],
      [200, 332],
      [138, 318],
      [96, 244],
      [120, 172],
    ]) +
    eyes(50, 236) +
    ellipse(200, 262, 12, 9, '#f0567a') +
    smile(274, 18) +
    cheeks(84, 270),
  goblin: (s) =>
    ring(s, ['#b0301f', '#f2b84b', '#12473f']) +
    path(
      polygon([
        [168, 118],
        [204, 34],
        [236, 118],
      ]),
      '#fff2c4',
    ) +
    stroke('M182 92l42 -8M190 70l26 -6', '#e0b84f', 7) +
    face(s, '#3fb08f', round) +
    path(
      smooth(
        [
          [84, 180],
          [120, 104],
          [200, 128],
          [280, 104],
          [316, 180],
          [250, 150],
          [200, 166],
          [150, 150],
        ],
        true,
      ),
      '#2b2046',
    ) +
    eyes(54, 218) +
    path('M150 272q50 48 100 0z', ink) +
    path(
      polygon([
        [164, 272],
        [176, 296],
        [188, 273],
      ]),
      '#fff',
    ) +
    path(
      polygon([
        [212, 273],
        [224, 296],
        [236, 272],
      ]),
      '#fff',
    ) +
    cheeks(94, 256, '#ff9a6b'),
  haetae: (s) =>
    ring(s, ['#f2b84b', '#12473f', '#ff5c3e']) +
    Array.from({ length: 11 }, (_, i) => {
      const a = Math.PI * (1 + i / 10);
      return circle(200 + Math.cos(a) * 128, 214 + Math.sin(a) * 122, 34, i % 2 ? '#1f8a78' : '#2ec4a6');
    }).join('') +
    face(s, '#7fd3c0', round) +
    path(
      polygon([
        [184, 108],
        [200, 52],
        [216, 108],
      ]),
      '#f7f0dc',
    ) +
    eyes(58, 200, 22) +
    ellipse(200, 246, 40, 26, '#12655a') +
    circle(184, 244, 7, ink) +
    circle(216, 244, 7, ink) +
    path('M126 274q74 58 148 0q-10 50 -74 52q-64 -2 -74 -52z', '#8a1e2c') +
    rect(146, 282, 22, 16, '#fff', 'rx="5"') +
    rect(232, 282, 22, 16, '#fff', 'rx="5"'),
  persimmon: (s) =>
    ring(s, ['#6b8e3a', '#fff1c9', '#f2a33b']) +
    face(s, '#ff8a2e', [
      [200, 122],
      [292, 142],
      [326, 224],
      [282, 312],
      [200, 332],
      [118, 312],
      [74, 224],
      [108, 142],
    ]) +
    path(
      polygon([
        [200, 84],
        [226, 126],
        [286, 122],
        [244, 158],
        [200, 146],
        [156, 158],
        [114, 122],
        [174, 126],
      ]),
      '#5c7a2e',
      'stroke-linejoin="round"',
    ) +
    rect(192, 64, 16, 40, '#6b4a22', 'rx="6"') +
    eyes(50, 226) +
    smile(256) +
    cheeks(90, 258, '#ff5c5c'),
  'rice-cake': (s) =>
    ring(s, ['#f0567a', '#ffffff', '#ffc9d6']) +
    path(
      smooth(
        [
          [78, 268],
          [104, 176],
          [200, 138],
          [296, 176],
          [322, 268],
          [200, 318],
        ],
        true,
      ),
      s.radial(170, 190, 220, [
        [0, '#ffffff'],
        [0.6, '#d7efc6'],
        [1, '#8fbf78'],
      ]),
    ) +
    stroke('M104 264q96 54 192 0', '#7aa565', 7, 'stroke-linecap="round"') +
    eyes(46, 226, 15) +
    smile(246, 18) +
    cheeks(80, 250) +
    path(
      smooth(
        [
          [250, 150],
          [300, 104],
          [342, 112],
          [316, 160],
        ],
        true,
      ),
      '#4f9a4a',
    ),
  kimchi: (s) =>
    ring(s, ['#c22f2a', '#ffd6a0', '#7fb04c']) +
    rect(
      106,
      130,
      188,
      202,
      s.linear(106, 0, 294, 0, [
        [0, '#8a4a2c'],
        [0.35, '#b86a40'],
        [1, '#5c2d1a'],
      ]),
      'rx="66"',
    ) +
    ellipse(200, 134, 104, 30, '#6a3820') +
    ellipse(200, 122, 92, 26, '#9c5634') +
    rect(182, 84, 36, 30, '#9c5634', 'rx="12"') +
    eyes(42, 218, 15) +
    smile(244, 20) +
    cheeks(74, 244) +
    stroke('M122 300h156', '#f0c9a0', 5, 'opacity=".5"'),
  lantern: (s) =>
    ring(s, ['#14264f', '#f2b84b', '#3d6c96']) +
    circle(200, 206, 150, '#ffcf7a', 'opacity=".3"') +
    stroke('M200 40v64', '#f2b84b', 8) +
    face(s, '#ff6a45', [
      [200, 104],
      [284, 128],
      [312, 206],
      [284, 284],
      [200, 308],
      [116, 284],
      [88, 206],
      [116, 128],
    ]) +
    stroke('M150 112q-50 94 0 188M200 104v204M250 112q50 94 0 188', '#b8321f', 5, 'opacity=".55"') +
    rect(160, 92, 80, 22, '#2a2140', 'rx="6"') +
    rect(160, 298, 80, 20, '#2a2140', 'rx="6"') +
    stroke('M200 318v46M184 318v34M216 318v34', '#f2b84b', 6, 'stroke-linecap="round"') +
    eyes(44, 200) +
    smile(230, 22) +
    cheeks(78, 232, '#ffd166'),
  drum: (s) =>
    ring(s, ['#1c3b86', '#ff5c3e', '#f2b84b']) +
    circle(200, 206, 132, '#8e1c1b') +
    circle(200, 206, 132, 'none', 'stroke="#f2b84b" stroke-width="14"') +
    circle(200, 206, 108, '#f7f0dc') +
    path(
      'M200 98a108 108 0 0 1 93.500 162a54 54 0 0 1 -93.500 -54a54 54 0 0 0 -54 -94a108 108 0 0 1 54 -14z',
      '#ff5c3e',
      'opacity=".28"',
    ) +
    path(
      'M106.500 260a108 108 0 0 1 -0.500 -107a54 54 0 0 1 94 53a54 54 0 0 0 93.500 54a108 108 0 0 1 -187 0z',
      '#3f6fd1',
      'opacity=".28"',
    ) +
    eyes(42, 196) +
    smile(226, 22) +
    cheeks(76, 228),
  whale: (s) =>
    ring(s, ['#0e6f8f', '#a6dbff', '#2ec4a6']) +
    path(
      smooth(
        [
          [76, 236],
          [96, 150],
          [190, 118],
          [282, 160],
          [318, 132],
          [346, 118],
          [336, 180],
          [300, 260],
          [210, 312],
          [112, 296],
        ],
        true,
      ),
      s.linear(0, 110, 0, 310, [
        [0, '#6fc0ff'],
        [1, '#2b62c9'],
      ]),
    ) +
    path(
      smooth(
        [
          [84, 250],
          [150, 262],
          [236, 262],
          [200, 306],
          [118, 292],
        ],
        true,
      ),
      '#eaf6ff',
    ) +
    circle(132, 214, 15, ink) +
    circle(137, 209, 5, '#fff') +
    ellipse(166, 240, 20, 12, '#ff7d93', 'opacity=".7"') +
    stroke('M104 250q22 18 46 6', ink, 8, 'stroke-linecap="round"') +
    stroke('M186 112q-4 -40 -40 -44M186 112q4 -46 44 -40', '#eaf6ff', 11, 'stroke-linecap="round"'),
  moon: (s) =>
    ring(s, ['#0f1a3a', '#f2b84b', '#43206b']) +
    face(s, '#ffdf7a', round) +
    circle(262, 150, 17, '#e9b84a', 'opacity=".5"') +
    circle(124, 284, 22, '#e9b84a', 'opacity=".45"') +
    circle(278, 268, 12, '#e9b84a', 'opacity=".5"') +
    stroke('M128 212q20 20 42 0M230 212q20 20 42 0', ink, 9, 'stroke-linecap="round"') +
    smile(252, 24) +
    cheeks(88, 250) +
    path(
      polygon([
        [330, 66],
        [337, 86],
        [358, 88],
        [341, 101],
        [347, 122],
        [330, 110],
        [313, 122],
        [319, 101],
        [302, 88],
        [323, 86],
      ]),
      '#fff3c4',
    ),
};

/** The names of all avatars, in the order in which they are offered. */
export const avatarNames: string[] = Object.keys(drawings);

/** One avatar as a square PNG, as wide as the widest that is kept. */
export async function drawAvatarAt(name: string, width: number): Promise<Buffer> {
  const draw = drawings[name];
  if (!draw) throw new Error(`There is no avatar called ${name}`);
  const s = sheet(`avatar/${name}`, { w: 400, h: 400, fx: 200, fy: 200, r: 150 }, '', palette('night'));
  return png(await pixels(svgOf(s, draw(s), width), false));
}
