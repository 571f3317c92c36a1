/** The cards of live channels: a sign, a number and a name, in the channel's own colours. */
import type { ChannelSign, DemoChannel } from '../catalogue/channels.ts';
import { outline, type Weight, widthOf } from './outlines.ts';
import { mix, palette } from './palettes.ts';
import { pixels, png, svgOf } from './render.ts';
import { glow, n, path, rect, sheet } from './sheet.ts';

/** Signs in a square of a hundred, drawn with one round line. */
const signs: Record<ChannelSign, string> = {
  wave: 'M4 62C20 30 34 30 48 56S78 84 96 42M8 84C30 66 60 98 92 72M66 18a9 9 0 1 0 .1 0',
  roof: 'M4 46C24 44 40 34 50 14C60 34 76 44 96 46M16 46V88M84 46V88M36 88V62H64V88M8 88H92',
  spark: 'M50 6V34M50 66V94M6 50H34M66 50H94M20 20L38 38M62 62L80 80M80 20L62 38M38 62L20 80',
  reel: 'M50 8a42 42 0 1 0 .1 0M50 24a8 8 0 1 0 .1 0M27 42a8 8 0 1 0 .1 0M73 42a8 8 0 1 0 .1 0M36 68a8 8 0 1 0 .1 0M64 68a8 8 0 1 0 .1 0',
  moon: 'M66 12A40 40 0 1 0 88 66A32 32 0 0 1 66 12ZM20 16V28M14 22H26M88 28V36M84 32H92',
  peaks: 'M4 84L36 28L56 62L70 42L96 84ZM27 44L36 52L44 43M78 18a8 8 0 1 0 .1 0',
  bowl: 'M8 50H92C90 74 74 90 50 90S10 74 8 50ZM34 90H66M34 36C26 28 42 22 34 10M50 36C42 28 58 22 50 10M66 36C58 28 74 22 66 10',
  note: 'M36 78V20L82 12V68M24 68a12 10 0 1 0 .1 0M70 58a12 10 0 1 0 .1 0M36 36L82 28',
  eye: 'M4 50C22 22 78 22 96 50C78 78 22 78 4 50ZM50 34a16 16 0 1 0 .1 0M50 44V56',
  heart: 'M50 88C10 60 6 38 16 24C28 8 46 14 50 32C54 14 72 8 84 24C94 38 90 60 50 88Z',
  book: 'M50 26C38 14 20 14 6 18V82C20 78 38 78 50 90C62 78 80 78 94 82V18C80 14 62 14 50 26ZM50 26V90M20 36C28 34 34 36 38 38M62 38C68 36 74 34 80 36',
  road: 'M38 92C30 66 62 62 54 40C48 26 56 16 66 8M70 92C58 70 82 58 74 40C70 28 74 18 82 8M10 40C14 30 22 30 26 40S36 50 40 40',
};

const most = { w: 1600, h: 900 };

/** The largest size up to `size` at which a text is no wider than `room`. */
const sizeFor = (text: string, size: number, room: number, weight: Weight, tracking = 0) =>
  Math.min(size, room / Math.max(0.01, widthOf(text, weight, tracking)));

/** The parts of a channel that its card shows. */
export type CardOfChannel = Pick<DemoChannel, 'slug' | 'number' | 'name_ko' | 'name_en' | 'palette' | 'sign'>;

/** A channel's card as a PNG, `width` pixels wide. */
export async function drawChannelAt(channel: CardOfChannel, width: number): Promise<Buffer> {
  const p = palette(channel.palette);
  const s = sheet(`channel/${channel.slug}`, { ...most, fx: 1180, fy: 360, r: 260 }, channel.slug, p);
  const ink = p.bright ? p.near : p.paper;
  const ground = s.linear(0, 0, s.w, s.h, [
    [0, p.sky[0]],
    [0.55, p.bright ? p.sky[1] : mix(p.sky[1], p.near, 0.15)],
    [1, p.bright ? p.far : mix(p.far, p.near, 0.35)],
  ]);
  const number = outline(String(channel.number), 760, 'Black', -0.04);
  const nameSize = sizeFor(channel.name_ko, 190, 1080, 'Black', -0.02);
  const name = outline(channel.name_ko, nameSize, 'Black', -0.02);
  const english = outline(
    channel.name_en,
    sizeFor(channel.name_en, 66, 1080, 'Medium', 0.05),
    'Medium',
    0.05,
  );
  const body =
    rect(0, 0, s.w, s.h, ground) +
    glow(s, 1290, 220, 760, p.light, p.bright ? 0.5 : 0.34) +
    path(
      number.d,
      p.bright ? p.paper : p.light,
      `transform="translate(${n(1540 - number.width)} ${n(830)})" opacity=".17"`,
    ) +
    `<g transform="translate(110 236) scale(2.4)"><path d="${signs[channel.sign]}" fill="none" stroke="${p.bright ? p.accent : p.second}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/></g>` +
    rect(110, 560, 96, 14, p.accent, 'rx="7"') +
    path(name.d, ink, `transform="translate(104 ${n(600 + nameSize * 0.82)})"`) +
    path(english.d, ink, `transform="translate(110 ${n(838)})" opacity=".85"`);
  return png(await pixels(svgOf(s, body, width)));
}
