/** The custom properties of a caption style, which `player.css` applies. */
import type { CSSProperties } from 'react';
import type { CaptionColor, CaptionEdge, CaptionFont, CaptionStyle } from '../../contract/caption-style.ts';

const channels: Record<CaptionColor, string> = {
  white: '255 255 255',
  yellow: '255 255 0',
  green: '0 255 0',
  cyan: '0 255 255',
  blue: '0 0 255',
  magenta: '255 0 255',
  red: '255 0 0',
  black: '0 0 0',
};
const colorOf = (color: CaptionColor, percent: number) => `rgb(${channels[color]} / ${percent / 100})`;

const families: Record<CaptionFont, string> = {
  sans: 'var(--font-sans)',
  serif: '"Nanum Myeongjo", AppleMyungjo, Batang, "Noto Serif KR", Georgia, serif',
  mono_sans: '"Nanum Gothic Coding", D2Coding, Consolas, Menlo, monospace',
  mono_serif: '"Courier New", GulimChe, BatangChe, monospace',
  casual: '"Comic Sans MS", "Nanum Pen Script", Gungsuh, fantasy',
  cursive: '"Nanum Brush Script", "Apple Chancery", "Segoe Script", cursive',
  small_caps: 'var(--font-sans)',
};

const outline = ['-1px -1px', '1px -1px', '-1px 1px', '1px 1px', '0 -1px', '0 1px', '-1px 0', '1px 0'];
/** Dark on light text, and light on black text. */
const edges: Record<CaptionEdge, (ink: string) => string> = {
  none: () => 'none',
  raised: (ink) => `1px 1px 0 ${ink}, 2px 2px 0 ${ink}`,
  depressed: (ink) => `-1px -1px 0 ${ink}, -2px -2px 0 ${ink}`,
  uniform: (ink) => outline.map((offset) => `${offset} 0 ${ink}`).join(', '),
  shadow: (ink) => `2px 2px 4px ${ink}, 0 0 6px ${ink}`,
};

export const captionLook = (style: CaptionStyle): CSSProperties =>
  ({
    '--caption-scale': style.size / 100,
    '--caption-font': families[style.font],
    '--caption-caps': style.font === 'small_caps' ? 'small-caps' : 'normal',
    '--caption-color': colorOf(style.color, style.opacity),
    '--caption-shadow': edges[style.edge](style.color === 'black' ? '#ffffff' : '#000000'),
    '--caption-ground': colorOf(style.background, style.background_opacity),
    '--caption-window': colorOf(style.window, style.window_opacity),
  }) as CSSProperties;
