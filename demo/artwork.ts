/** The pictures of the demo: posters, banners and stills, drawn from a programme's own seed. */
import sharp from 'sharp';
import { exactImageSize, imageWidths } from '../src/contract/images.ts';
import { must } from '../src/server/must.ts';
import { avatarNames, drawAvatarAt } from './artwork/avatars.ts';
import { type CardOfChannel, drawChannelAt } from './artwork/channel.ts';
import { drawClipAt } from './artwork/clip.ts';
import { mix, palette } from './artwork/palettes.ts';
import { drawPortraitAt } from './artwork/portraits.ts';
import { chance } from './artwork/random.ts';
import { pixels, png, svgOf } from './artwork/render.ts';
import { scenes } from './artwork/scenes.ts';
import { rect, type Sheet, sheet } from './artwork/sheet.ts';
import { titles } from './artwork/titles.ts';
import type { DemoChannel } from './catalogue/channels.ts';
import type { DemoClip } from './catalogue/clips.ts';
import type { DemoPerson, DemoProgramme, SceneName } from './catalogue/types.ts';

/** The fields of a program that its pictures need. */
export type Drawn = Pick<DemoProgramme, 'slug' | 'title_ko' | 'title_en' | 'art'>;
export type ProgrammePicture = 'portrait' | 'landscape' | 'banner';

const largest = (kind: keyof typeof imageWidths): number => Math.max(...imageWidths[kind]);

/** Where the subject stands on each kind of picture. */
const layouts = {
  portrait: { w: 1000, h: 1500, fx: 500, fy: 520, r: 300 },
  landscape: { w: 1600, h: 900, fx: 1140, fy: 400, r: 250 },
  banner: { w: 1600, h: 900, fx: 1165, fy: 400, r: 265 },
};

const vignette = (s: Sheet, strength: number) =>
  rect(
    0,
    0,
    s.w,
    s.h,
    s.radial(s.fx, s.fy, Math.hypot(s.w, s.h) * 0.68, [
      [0, s.p.near, 0],
      [0.5, s.p.near, 0],
      [1, s.p.near, s.p.bright ? strength * 0.5 : strength],
    ]),
  );

/** The left of a banner, darkened and calmed for the words that the page sets there. */
function calm(s: Sheet): string {
  const deep = mix(s.p.near, '#0b0d10', s.p.bright ? 0.2 : 0.45);
  const reach = s.w * 0.66;
  return (
    rect(
      0,
      0,
      reach,
      s.h,
      s.linear(0, 0, reach, 0, [
        [0, deep, 0.95],
        [0.5, deep, 0.87],
        [0.7, deep, 0.64],
        [0.87, deep, 0.22],
        [1, deep, 0],
      ]),
    ) +
    rect(
      0,
      s.h * 0.68,
      s.w,
      s.h * 0.32,
      s.linear(0, s.h * 0.68, 0, s.h, [
        [0, '#0b0d10', 0],
        [1, '#0b0d10', 0.7],
      ]),
    )
  );
}

/** A programme's poster, card or banner as a PNG, as wide as the widest that is kept of its kind. */
export async function drawProgramme(programme: Drawn, kind: ProgrammePicture): Promise<Buffer> {
  const layout = { ...layouts[kind] };
  // A title that runs down the right side takes its room from the picture.
  if (kind === 'portrait' && programme.art.title === 'column') layout.fx = 400;
  const s = sheet(`${programme.slug}/${kind}`, layout, programme.slug, palette(programme.art.palette));
  const scene = scenes[programme.art.scene](s);
  const body = scene + (kind === 'banner' ? calm(s) : vignette(s, 0.6) + titles(s, programme));
  return png(await pixels(svgOf(s, body, largest(kind))));
}

/** How many stills a series has at most; its episodes share them. */
const stillsPerProgramme = 4;

/** Names the still of an episode: episodes with the same name have the same picture. */
export function episodeStillName(programme: Drawn, _season: number, episode: number): string {
  return `${programme.slug}/still-${(episode - 1) % stillsPerProgramme}`;
}

/** Hour of the day of each still: turn of hue, strength of light. */
const hours: [degrees: number, strength: number][] = [
  [0, 1.08],
  [-14, 0.82],
  [18, 1],
  [-26, 1.12],
];

/** Families with letters or faces in them, which a mirror would spoil. */
const lettered = new Set<SceneName>(['alley', 'faces', 'patchwork', 'stage', 'profile']);

/** One of a title's four stills: its own world at another hour, seen from elsewhere, without a title. */
async function drawStill(programme: Drawn, which: number, width: number, grain = 1): Promise<Buffer> {
  const name = `${programme.slug}/still-${which}`;
  const dice = chance(name);
  const [degrees, strength] = hours[which]!;
  const s = sheet(
    name,
    {
      ...layouts.banner,
      fx: [800, 560, 1040, 760][which]! + dice.between(-60, 60),
      fy: 400 + dice.between(-30, 40),
      r: [250, 290, 270, 310][which]!,
    },
    programme.slug,
    palette(programme.art.palette, degrees, strength),
  );
  const body = scenes[programme.art.scene](s) + vignette(s, 0.7);
  // Closer each time; never so close that the subject leaves the picture, nor so far aside that the sheet ends.
  const zoom = [1.05, 1.22, 1.14, 1.36][which]!;
  const within = (middle: number, all: number) =>
    Math.min(all - all / zoom / 2 - 2, Math.max(all / zoom / 2 + 2, middle));
  const mx = within(s.w / 2 + (s.fx - s.w / 2) * 0.5, s.w);
  const my = within(s.h / 2 + (s.fy - s.h / 2) * 0.4, s.h);
  const mirrored = which === 2 && !lettered.has(programme.art.scene);
  const move = `translate(${s.w / 2} ${s.h / 2}) scale(${mirrored ? -zoom : zoom} ${zoom}) translate(${-mx} ${-my})`;
  return png(await pixels(svgOf(s, body, width, `transform="${move}"`), true, grain));
}

/** An episode's still as a PNG. */
export const drawEpisodeStill = (programme: Drawn, season: number, episode: number): Promise<Buffer> =>
  drawStill(programme, Number(episodeStillName(programme, season, episode).at(-1)), largest('landscape'));

/** A picture of a title without words: one of its stills, or the scene of its poster, card or banner. */
export type FilmView = ProgrammePicture | 0 | 1 | 2 | 3;

/** Grain that moves takes a third of a video's bytes. A little keeps gradients smooth. */
const filmGrain = 0.4;

/** A view as a PNG, for moving pictures made from it. */
export async function drawFilmView(programme: Drawn, view: FilmView, width: number): Promise<Buffer> {
  if (typeof view === 'number') return drawStill(programme, view, width, filmGrain);
  const s = sheet(`${programme.slug}/${view}`, layouts[view], programme.slug, palette(programme.art.palette));
  const body = scenes[programme.art.scene](s) + vignette(s, 0.5);
  return png(await pixels(svgOf(s, body, width), true, filmGrain));
}

/** The lettering of a card on a transparent ground, as a PNG. */
export async function drawLettering(programme: Drawn, width: number): Promise<Buffer> {
  const s = sheet(
    `${programme.slug}/lettering`,
    layouts.landscape,
    programme.slug,
    palette(programme.art.palette),
  );
  return sharp(Buffer.from(svgOf(s, titles(s, programme), width)))
    .png({ compressionLevel: 1 })
    .toBuffer();
}

export { avatarNames };

/** One of `avatarNames` as a PNG. */
export const drawAvatar = (name: string): Promise<Buffer> => drawAvatarAt(name, largest('avatar'));

/** A live channel's card as a PNG. */
export const drawChannel = (channel: DemoChannel): Promise<Buffer> =>
  drawChannelAt(channel, largest('landscape'));

/** A radio station's logo. */
export async function drawLogo(station: CardOfChannel): Promise<Buffer> {
  const { width, height } = must(exactImageSize.logo, 'size of a logo');
  return sharp(await drawChannelAt(station, width))
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer();
}

/** A partner clip's picture as a PNG. */
export const drawClip = (clip: DemoClip): Promise<Buffer> => drawClipAt(clip, largest('landscape'));

/** The portrait of a person in the credits as a PNG. */
export const drawPerson = (person: DemoPerson): Promise<Buffer> => drawPortraitAt(person, largest('avatar'));
