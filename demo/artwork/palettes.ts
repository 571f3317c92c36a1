/** The colours of the artwork, grown from the accents of the house. */
import type { PaletteName } from '../catalogue/types.ts';

export interface Palette {
  /** Top, middle, horizon. */
  sky: [string, string, string];
  /** Land and walls, from the farthest to the nearest. */
  far: string;
  near: string;
  /** Sun, moon, lamps. */
  light: string;
  accent: string;
  second: string;
  /** Titles. */
  paper: string;
  /** A bright picture, for children and summer. */
  bright?: true;
}

const palettes: Record<PaletteName, Palette> = {
  dusk: {
    sky: ['#171a45', '#7b3a72', '#ff8d5e'],
    far: '#6a3f74',
    near: '#0f0c22',
    light: '#ffdca6',
    accent: '#ff5c3e',
    second: '#f2b84b',
    paper: '#fff4e6',
  },
  night: {
    sky: ['#050a1c', '#11264f', '#3d6c96'],
    far: '#274d7d',
    near: '#04070f',
    light: '#f8edcf',
    accent: '#f2b84b',
    second: '#2ec4a6',
    paper: '#f6f3e8',
  },
  dawn: {
    sky: ['#34568f', '#dc9aa0', '#ffe3b6'],
    far: '#8f82a8',
    near: '#1b2340',
    light: '#fff3d1',
    accent: '#ff7a55',
    second: '#f2b84b',
    paper: '#fffaf0',
  },
  vermilion: {
    sky: ['#22040a', '#8e1c1b', '#ff6a45'],
    far: '#b0301f',
    near: '#170206',
    light: '#ffd9ad',
    accent: '#f2b84b',
    second: '#2ec4a6',
    paper: '#fff1e0',
  },
  jade: {
    sky: ['#021a1b', '#0c5652', '#77d6b6'],
    far: '#1d8175',
    near: '#020e0e',
    light: '#eff8d6',
    accent: '#f2b84b',
    second: '#ff5c3e',
    paper: '#f3fbef',
  },
  gold: {
    sky: ['#38200a', '#b9761f', '#ffd981'],
    far: '#a9671f',
    near: '#1c0f04',
    light: '#fff4cf',
    accent: '#d8412f',
    second: '#1f8a78',
    paper: '#fff7e3',
  },
  rose: {
    sky: ['#2c0a25', '#a9366a', '#ffb4b4'],
    far: '#96396a',
    near: '#1c0516',
    light: '#ffece2',
    accent: '#f0567a',
    second: '#f2b84b',
    paper: '#fff3f1',
  },
  azure: {
    sky: ['#051737', '#1d62b0', '#a6dbff'],
    far: '#2d70b6',
    near: '#031027',
    light: '#f4fbff',
    accent: '#ffb84b',
    second: '#ff6a4a',
    paper: '#f5faff',
  },
  plum: {
    sky: ['#0f071f', '#432069', '#b56cc4'],
    far: '#573181',
    near: '#090413',
    light: '#ffe2f3',
    accent: '#f0567a',
    second: '#5aa9ff',
    paper: '#fbf1ff',
  },
  ink: {
    sky: ['#07090c', '#28303a', '#8b97a5'],
    far: '#48535f',
    near: '#040506',
    light: '#f3f5f7',
    accent: '#ff5c3e',
    second: '#a9b2bd',
    paper: '#f6f7f8',
  },
  moss: {
    sky: ['#0d1b14', '#3d6544', '#dcdba2'],
    far: '#557f52',
    near: '#07100b',
    light: '#fdf6cf',
    accent: '#f2a33b',
    second: '#ff6a45',
    paper: '#f8f7e4',
  },
  amber: {
    sky: ['#180a04', '#7a380f', '#ffb85e'],
    far: '#8a4415',
    near: '#120702',
    light: '#ffe9bd',
    accent: '#ff5c3e',
    second: '#f6d06a',
    paper: '#fff3de',
  },
  ice: {
    sky: ['#1b3955', '#7ba6c8', '#eef6fb'],
    far: '#8fb3cf',
    near: '#0d1f33',
    light: '#ffffff',
    accent: '#ff5c3e',
    second: '#f2b84b',
    paper: '#ffffff',
  },
  neon: {
    sky: ['#080518', '#2b0f5e', '#e0357f'],
    far: '#3d1b88',
    near: '#05020d',
    light: '#8af8ff',
    accent: '#ff3f8e',
    second: '#2ef2d0',
    paper: '#fdf4ff',
  },
  coral: {
    sky: ['#4d1a3d', '#ef6f5b', '#ffd5a8'],
    far: '#c9566a',
    near: '#2a0d26',
    light: '#fff2d8',
    accent: '#2ec4a6',
    second: '#f2b84b',
    paper: '#fff7ed',
  },
  sand: {
    sky: ['#5c3f2a', '#cfa274', '#f6e4c3'],
    far: '#b98e63',
    near: '#26170d',
    light: '#fff8e3',
    accent: '#c8452f',
    second: '#1f7a83',
    paper: '#fff9ec',
  },
  candy: {
    sky: ['#ff7fa8', '#ffb978', '#fff0b5'],
    far: '#73cfd6',
    near: '#3c2a74',
    light: '#fffbe2',
    accent: '#ff5c3e',
    second: '#4f9dff',
    paper: '#ffffff',
    bright: true,
  },
  mint: {
    sky: ['#0b8f9a', '#63d3b4', '#fbf4bf'],
    far: '#3db58e',
    near: '#0a3b47',
    light: '#fffbe0',
    accent: '#ff6a45',
    second: '#ffc43d',
    paper: '#ffffff',
    bright: true,
  },
};

type Rgb = [number, number, number];
const rgb = (hex: string): Rgb => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};
const hex = (parts: Rgb) =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The colour that lies `share` of the way from one to another. */
export function mix(from: string, to: string, share: number): string {
  const a = rgb(from);
  const b = rgb(to);
  const part = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share;
  return hex([part(0), part(1), part(2)]);
}

/** The same colour a little further round the wheel, and lighter (above 1) or darker (below 1). */
function turn(colour: string, degrees: number, strength: number): string {
  const [r, g, b] = rgb(colour);
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  // Rotation about the grey axis, weighted as the eye weighs red, green and blue.
  return hex([
    (r * (0.299 + 0.701 * cos + 0.168 * sin) +
      g * (0.587 - 0.587 * cos + 0.33 * sin) +
      b * (0.114 - 0.114 * cos - 0.497 * sin)) *
      strength,
    (r * (0.299 - 0.299 * cos - 0.328 * sin) +
      g * (0.587 + 0.413 * cos + 0.035 * sin) +
      b * (0.114 - 0.114 * cos + 0.292 * sin)) *
      strength,
    (r * (0.299 - 0.3 * cos + 1.25 * sin) +
      g * (0.587 - 0.588 * cos - 1.05 * sin) +
      b * (0.114 + 0.886 * cos - 0.203 * sin)) *
      strength,
  ]);
}

/** A palette by its name, turned by some degrees of hue and made lighter or darker. */
export function palette(name: PaletteName, degrees = 0, strength = 1): Palette {
  const base = palettes[name];
  if (degrees === 0 && strength === 1) return base;
  const shift = (colour: string) => turn(colour, degrees, strength);
  return {
    ...base,
    sky: [shift(base.sky[0]), shift(base.sky[1]), shift(base.sky[2])],
    far: shift(base.far),
    near: shift(base.near),
    accent: turn(base.accent, degrees / 2, 1),
    second: turn(base.second, degrees / 2, 1),
  };
}
