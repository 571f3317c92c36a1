/** Portraits of invented people: cut from paper, never a likeness of anybody. */
import type { DemoPerson, PaletteName } from '../catalogue/types.ts';
import { mix, palette } from './palettes.ts';
import { pixels, png, svgOf } from './render.ts';
import { circle, ellipse, n, path, polygon, rect, type Sheet, sheet, smooth, stroke } from './sheet.ts';

const grounds: PaletteName[] = [
  'dusk',
  'jade',
  'gold',
  'rose',
  'azure',
  'plum',
  'moss',
  'coral',
  'sand',
  'ice',
  'vermilion',
  'mint',
  'amber',
  'night',
];
const skins = ['#f6cfae', '#f0c09a', '#e8b088', '#fadcc0', '#dca27a'];

function draw(s: Sheet, person: DemoPerson): string {
  const age = 2026 - Number(person.birth_date.slice(0, 4));
  const skin = s.pick(skins);
  const shadow = mix(skin, '#8a3b3a', 0.3);
  const hair =
    age > 64
      ? s.pick(['#d9d6d2', '#b9b4b0', '#8c8783'])
      : age > 48
        ? s.pick(['#3b3634', '#5a524e', '#2b2523'])
        : s.pick(['#1d1718', '#2a1d1a', '#3d261d', '#15161d', '#4a2f22']);
  const [top, middle, low] = s.p.sky;
  let out = rect(
    0,
    0,
    400,
    400,
    s.linear(0, 0, 400, 400, [
      [0, mix(middle, top, 0.25)],
      [1, mix(low, middle, 0.25)],
    ]),
  );
  const motif = s.whole(0, 4);
  if (motif === 0) out += circle(200 + s.between(-60, 60), 170, 150, low, 'opacity=".7"');
  if (motif === 1)
    for (let i = 0; i < 9; i += 1)
      out += rect(-60 + i * 60, -40, 26, 500, s.p.light, `opacity=".13" transform="rotate(24 200 200)"`);
  if (motif === 2)
    for (let i = 5; i > 0; i -= 1) out += circle(200, 210, 52 * i, i % 2 ? s.p.accent : low, 'opacity=".3"');
  if (motif === 3)
    out += path(
      polygon([
        [0, 400],
        [0, 190],
        [400, 60],
        [400, 400],
      ]),
      s.p.accent,
      'opacity=".55"',
    );
  if (motif === 4)
    out +=
      circle(320, 90, 62, s.p.light, 'opacity=".85"') +
      path(
        smooth(
          [
            [-20, 300],
            [80, 230],
            [180, 270],
            [290, 200],
            [420, 260],
            [420, 420],
            [-20, 420],
          ],
          true,
        ),
        mix(s.p.far, s.p.near, 0.25),
        'opacity=".8"',
      );

  const wide = s.between(0.94, 1.06);
  const long = s.between(0.96, 1.06);
  const cloth = s.pick([s.p.near, s.p.accent, s.p.second, '#f2ece2', mix(s.p.far, s.p.near, 0.4)]);
  const hx = 68 * wide;
  const hy = 86 * long;
  const cy = 184;
  const long_hair = person.gender === 'f' && age < 62 ? s.whole(0, 3) : -1;
  // Hair behind the head.
  if (long_hair === 0)
    out += path(
      smooth(
        [
          [200, 74],
          [290, 120],
          [304, 230],
          [296, 330],
          [104, 330],
          [96, 230],
          [110, 120],
        ],
        true,
      ),
      hair,
    );
  if (long_hair === 1)
    out += path(
      smooth(
        [
          [200, 78],
          [288, 124],
          [292, 214],
          [268, 262],
          [132, 262],
          [108, 214],
          [112, 124],
        ],
        true,
      ),
      hair,
    );
  if (long_hair === 2) out += circle(200, 74, 42, hair);
  if (person.gender === 'f' && age >= 62)
    out += path(
      smooth(
        [
          [200, 82],
          [284, 118],
          [292, 196],
          [262, 236],
          [138, 236],
          [108, 196],
          [116, 118],
        ],
        true,
      ),
      hair,
    );
  // Neck and shoulders.
  out += rect(172, 236, 56, 74, shadow, 'rx="24"');
  out += path(
    `M44 410C50 330 110 304 168 296Q200 328 232 296C290 304 350 330 356 410Z`,
    s.linear(0, 290, 0, 400, [
      [0, mix(cloth, '#ffffff', 0.12)],
      [1, mix(cloth, '#000000', 0.25)],
    ]),
  );
  const collar = s.whole(0, 3);
  if (collar === 0)
    out +=
      path(
        polygon([
          [168, 296],
          [200, 372],
          [150, 344],
        ]),
        mix(cloth, '#ffffff', 0.35),
      ) +
      path(
        polygon([
          [232, 296],
          [200, 372],
          [250, 344],
        ]),
        mix(cloth, '#ffffff', 0.35),
      );
  if (collar === 1)
    out +=
      path(
        polygon([
          [160, 298],
          [180, 292],
          [246, 400],
          [214, 400],
        ]),
        '#fbf6ea',
      ) +
      path(
        polygon([
          [240, 298],
          [222, 292],
          [186, 352],
          [200, 374],
        ]),
        '#fbf6ea',
      );
  if (collar === 2)
    out += path('M158 300Q200 348 242 300L248 318Q200 370 152 318Z', mix(cloth, '#000000', 0.3));
  // Ears and face.
  for (const side of [-1, 1]) out += ellipse(200 + side * hx, cy + 10, 14, 20, shadow);
  out += path(
    smooth(
      [
        [200, cy - hy],
        [200 + hx * 0.82, cy - hy * 0.6],
        [200 + hx, cy + 4],
        [200 + hx * 0.74, cy + hy * 0.66],
        [200, cy + hy * 1.02],
        [200 - hx * 0.74, cy + hy * 0.66],
        [200 - hx, cy + 4],
        [200 - hx * 0.82, cy - hy * 0.6],
      ],
      true,
    ),
    s.linear(130, 0, 275, 0, [
      [0, mix(skin, '#ffffff', 0.18)],
      [0.55, skin],
      [1, shadow],
    ]),
  );
  // A plane of light falls away to one side, as in cut paper.
  out += path(
    smooth(
      [
        [204, cy - hy * 0.9],
        [200 + hx * 0.9, cy - 30],
        [200 + hx * 0.8, cy + hy * 0.6],
        [206, cy + hy],
        [222, cy + 46],
        [214, cy + 16],
        [228, cy - 14],
      ],
      true,
    ),
    shadow,
    'opacity=".28"',
  );
  const brow = age > 64 ? hair : mix(hair, '#000000', 0.2);
  const lift = s.between(-3, 5);
  const smileWidth = s.between(18, 27);
  for (const side of [-1, 1]) {
    const x = 200 + side * 31 * wide;
    out += stroke(
      `M${n(x - 15)} ${n(cy - 16 + side * 1)}q15 ${n(-9 - lift)} 30 0`,
      brow,
      person.gender === 'm' ? 7 : 5,
      'stroke-linecap="round"',
    );
    if (s.slug === 'smiling')
      out += stroke(`M${n(x - 12)} ${n(cy + 8)}q12 -12 24 0`, '#2a1d22', 5.5, 'stroke-linecap="round"');
    else
      out +=
        ellipse(x, cy + 6, 7, 7.5, '#2a1d22') +
        circle(x + 2.4, cy + 3.4, 2.3, '#fff') +
        stroke(`M${n(x - 13)} ${n(cy + 1)}q13 -9 26 0`, '#2a1d22', 4, 'stroke-linecap="round"');
    out += ellipse(x + side * 14, cy + 34, 16, 10, '#f0606a', 'opacity=".2"');
  }
  out += stroke(
    `M202 ${n(cy + 6)}q9 20 6 27q-4 6 -14 4`,
    mix(shadow, '#6b2a2a', 0.3),
    4.5,
    'stroke-linecap="round"',
  );
  out +=
    person.gender === 'f'
      ? path(
          `M${n(200 - smileWidth)} ${n(cy + 53)}Q200 ${n(cy + 48)} ${n(200 + smileWidth)} ${n(cy + 53)}Q200 ${n(cy + 74)} ${n(200 - smileWidth)} ${n(cy + 53)}Z`,
          s.pick(['#d2454f', '#c4535a', '#e0606a']),
        )
      : stroke(
          `M${n(200 - smileWidth)} ${n(cy + 54)}Q200 ${n(cy + 67)} ${n(200 + smileWidth)} ${n(cy + 54)}`,
          '#8f3f3f',
          5.5,
          'stroke-linecap="round"',
        );
  // Hair in front.
  const cut = s.whole(0, 3);
  const cap = (points: [number, number][]) =>
    path(
      smooth(points, true),
      s.linear(120, 80, 280, 220, [
        [0, mix(hair, '#ffffff', 0.22)],
        [0.5, hair],
        [1, mix(hair, '#000000', 0.3)],
      ]),
    );
  if (person.gender === 'm') {
    if (cut === 0)
      out += cap([
        [122, 172],
        [122, 112],
        [162, 76],
        [232, 74],
        [280, 110],
        [280, 172],
        [262, 138],
        [214, 128],
        [160, 132],
        [138, 146],
      ]);
    if (cut === 1)
      out += cap([
        [124, 168],
        [118, 118],
        [156, 72],
        [236, 66],
        [284, 106],
        [278, 168],
        [264, 132],
        [236, 118],
        [180, 142],
        [142, 134],
      ]);
    if (cut === 2)
      out += cap([
        [122, 170],
        [116, 122],
        [150, 80],
        [210, 66],
        [270, 84],
        [288, 130],
        [278, 172],
        [268, 146],
        [240, 150],
        [214, 138],
        [184, 152],
        [154, 140],
        [136, 152],
      ]);
    if (cut === 3)
      out += cap([
        [130, 150],
        [134, 108],
        [170, 86],
        [230, 86],
        [268, 108],
        [272, 150],
        [256, 120],
        [200, 108],
        [146, 120],
      ]);
  } else {
    if (cut === 0)
      out += cap([
        [126, 196],
        [116, 130],
        [150, 84],
        [212, 74],
        [270, 92],
        [286, 140],
        [276, 196],
        [262, 150],
        [226, 124],
        [206, 112],
        [170, 140],
        [138, 156],
      ]);
    if (cut === 1)
      out += cap([
        [124, 190],
        [114, 132],
        [148, 84],
        [214, 70],
        [274, 96],
        [288, 146],
        [276, 190],
        [268, 152],
        [244, 148],
        [220, 150],
        [196, 150],
        [172, 150],
        [148, 150],
        [134, 154],
      ]);
    if (cut === 2)
      out += cap([
        [126, 178],
        [118, 124],
        [160, 78],
        [236, 76],
        [284, 120],
        [276, 178],
        [258, 136],
        [200, 104],
        [144, 136],
      ]);
    if (cut === 3)
      out += cap([
        [124, 206],
        [112, 140],
        [140, 90],
        [206, 70],
        [272, 92],
        [290, 150],
        [276, 200],
        [266, 146],
        [234, 120],
        [180, 112],
        [150, 150],
        [134, 176],
      ]);
  }
  if (s.once(5)) {
    const tone = s.pick(['#1b1b22', '#8a5a2b', '#6b2430']);
    for (const side of [-1, 1])
      out += circle(200 + side * 31 * wide, cy + 7, 22, 'none', `stroke="${tone}" stroke-width="5"`);
    out += stroke(`M191 ${n(cy + 5)}q9 -6 18 0`, tone, 5);
  }
  if (person.gender === 'f' && s.once(3))
    for (const side of [-1, 1]) out += circle(200 + side * hx, cy + 36, 6, s.p.second);
  if (person.craft === 'chef')
    out +=
      path('M132 118C96 96 116 36 164 52C178 18 226 18 238 52C286 36 304 96 268 118Z', '#fffdf8') +
      rect(136, 104, 128, 30, '#f1ece4', 'rx="8"');
  if (person.craft === 'singer' || person.craft === 'voice')
    out +=
      stroke('M108 196C104 84 296 84 292 196', s.p.near, 11) +
      rect(92, 176, 30, 56, s.p.accent, 'rx="14"') +
      rect(278, 176, 30, 56, s.p.accent, 'rx="14"');
  if (person.craft === 'director' && s.once(2))
    out +=
      path('M112 128C112 66 288 66 288 128Q200 104 112 128Z', s.p.accent) +
      path('M110 126Q200 98 300 130Q322 140 316 146Q200 116 110 138Z', mix(s.p.accent, '#000000', 0.35));
  return out;
}

/** One portrait as a square PNG. */
export async function drawPortraitAt(person: DemoPerson, width: number): Promise<Buffer> {
  const base = sheet(
    `person/${person.slug}`,
    { w: 400, h: 400, fx: 200, fy: 200, r: 150 },
    '',
    palette('night'),
  );
  const ground = base.pick(grounds);
  const s = sheet(
    `person/${person.slug}/`,
    { w: 400, h: 400, fx: 200, fy: 200, r: 150 },
    base.once(4) ? 'smiling' : '',
    palette(ground),
  );
  return png(await pixels(svgOf(s, draw(s, person), width), false));
}
