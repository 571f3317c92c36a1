/**
 * The demo's master videos: views of drawn titles under a moving camera, with a title card, particles, captions and
 * music that is composed note by note. ffmpeg only moves, mixes and encodes.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { must } from '../src/server/must.ts';
import { mix, palette } from './artwork/palettes.ts';
import { chance } from './artwork/random.ts';
import { n } from './artwork/sheet.ts';
import { composeMusic, type Mood } from './artwork/sound.ts';
import { type Drawn, drawFilmView, drawLettering, type FilmView } from './artwork.ts';
import { type Cue, webVtt } from './captions.ts';
import { demoCategories } from './catalogue/categories.ts';
import { type DemoFilm, sharedFilms, titleFilms } from './catalogue/films.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import type { DemoProgramme } from './catalogue/types.ts';

type Move = 'in' | 'out' | 'left' | 'right' | 'up';

interface Shot {
  title: Drawn;
  view: FilmView;
  move: Move;
}

export interface Master {
  id: string;
  /** Slug of the only title that plays it; null for the shared film of a category. */
  title: string | null;
  category: string;
  title_ko: string;
  title_en: string;
  /** Name of the master as the office shows it. */
  fileName: string;
  seconds: number;
  /** WebVTT texts. */
  captions: { ko: string; en: string };
  /** Writes the video (MP4, H.264 and AAC) to `outFile`. */
  make(outFile: string, programs: { ffmpeg: string }, cut?: Cut): Promise<void>;
}

/** A smaller and shorter version. */
export interface Cut {
  width: number;
  height: number;
  seconds: number;
}

interface Plan extends Cut {
  id: string;
  mood: Mood;
  drift: DemoFilm['drift'];
  /** The lettering of the title card, and the colors of the particles. */
  card: Drawn;
  /** One after another, each for the same time. */
  shots: Shot[];
}

const moods: Record<string, Mood> = {
  drama: 'tender',
  variety: 'lively',
  film: 'solemn',
  documentary: 'open',
  kids: 'playful',
  'music-food': 'warm',
};

const fps = 24;
/** Seconds of a cross-fade. */
const crossing = 1;
/** Saves bytes where a picture stays the same. */
const lookAhead = 'mbtree=1:rc-lookahead=20:aq-mode=1';
/** Seconds until the title card has gone. */
const cardSeconds = 6.2;

/** Gives each line a time in proportion to its length, from the title card to the end. */
function timed(lines: DemoFilm['lines'], seconds: number): Cue[] {
  const from = cardSeconds + 0.4;
  const weights = lines.map(([ko, en]) => 30 + Math.max(ko.length * 1.8, en.length));
  const scale = (seconds - 2.5 - from) / weights.reduce((sum, weight) => sum + weight, 0);
  let start = from;
  return lines.map(([ko, en], index) => {
    const end = start + weights[index]! * scale;
    const cue: Cue = [start, end - 0.4, ko, en];
    start = end;
    return cue;
  });
}

const titleShots = (title: Drawn): Shot[] => [
  { title, view: 'landscape', move: 'in' },
  { title, view: 0, move: 'right' },
  { title, view: 1, move: 'left' },
  { title, view: 'portrait', move: 'up' },
  { title, view: 2, move: 'right' },
  { title, view: 'banner', move: 'in' },
  { title, view: 3, move: 'left' },
  { title, view: 'landscape', move: 'out' },
];

/** The cards of seven titles with different scenes, and the first again. */
function categoryShots(category: string): Shot[] {
  const scenes = new Map<string, Drawn>();
  for (const title of demoProgrammes)
    if (title.category === category && !scenes.has(title.art.scene)) scenes.set(title.art.scene, title);
  const shown = [...scenes.values()].slice(0, 7);
  const moves: Move[] = ['in', 'right', 'left', 'right', 'in', 'left', 'right', 'out'];
  return [...shown, must(shown[0], category)].map((title, index) => ({
    title,
    view: 'landscape',
    move: moves[index]!,
  }));
}

/** The particles, drawn twice below each other so that they move round without a seam. */
async function driftPicture({ id, card, drift, width, height }: Plan): Promise<Buffer> {
  const dice = chance(`drift/${id}`);
  const p = palette(card.art.palette);
  let half = '';
  const count = drift === 'snow' ? 44 : 28;
  for (let index = 0; index < count; index += 1) {
    const x = dice.between(0, width);
    const y = dice.between(14, height - 14);
    const k = dice.between(1.6, 5) * (height / 720);
    const opacity = n(dice.between(0.3, 0.9));
    if (drift === 'petals') {
      half += `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(k * 1.9)}" ry="${n(k)}" fill="${mix('#ffd6de', p.light, dice.between(0, 0.5))}" opacity="${opacity}" transform="rotate(${dice.whole(0, 180)} ${n(x)} ${n(y)})"/>`;
    } else {
      const tone = drift === 'snow' ? '#fff' : p.light;
      half += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(k * 2.6)}" fill="${tone}" opacity=".12"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(k)}" fill="${tone}" opacity="${opacity}"/>`;
    }
  }
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height * 2}"><g>${half}</g><g transform="translate(0 ${height})">${half}</g></svg>`,
    ),
  )
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The filter graph of the pictures. Plain filters, known to ffmpeg 5.1 and 7.0. */
function filters({ width: w, height: h, seconds, shots, drift }: Plan): string {
  const each = (seconds + crossing * (shots.length - 1)) / shots.length;
  const frames = Math.ceil(each * fps) + 1;
  const color = 'out_color_matrix=bt709:out_range=tv';
  // A picture is decoded and converted once, then shown again; reading it anew for every frame costs ten times more.
  const held = (input: number, format: string, length: number) =>
    `[${input}:v]scale=${color},format=${format},loop=loop=${Math.ceil(length * fps) + 2}:size=1:start=0,setpts=N/(${fps}*TB),fps=${fps}`;
  // Whole pixels a frame: a camera between pixels trembles.
  const pans: Record<Exclude<Move, 'in' | 'out'>, [x: string, y: string]> = {
    right: ['min(iw-ow,n)', '(ih-oh)/2'],
    left: ['max(0,iw-ow-n)', '(ih-oh)/2'],
    up: ['(iw-ow)/2', 'max(0,floor(ih*0.36)-2*n)'],
  };
  const camera = (input: number, move: Move) => {
    if (move === 'in' || move === 'out') {
      const share = `on/${frames}`;
      const zoom = `1+0.14*${move === 'in' ? share : `(1-${share})`}`;
      // Twice the size, because the zoom moves by whole pixels of its input.
      return `[${input}:v]scale=${w * 2}:${h * 2}:${color},format=yuv420p,zoompan=z='${zoom}':x='(iw-iw/zoom)*0.6':y='(ih-ih/zoom)*0.45':d=${frames}:s=${w}x${h}:fps=${fps}`;
    }
    const [x, y] = pans[move];
    return `${held(input, 'yuv420p', each)},crop=${w}:${h}:'${x}':'${y}':exact=1`;
  };
  const steps = shots.map(
    ({ move }, index) =>
      `${camera(index, move)},trim=duration=${each.toFixed(3)},setsar=1,settb=1/${fps}[s${index}]`,
  );
  let last = 's0';
  for (let index = 1; index < shots.length; index += 1) {
    const offset = (each - crossing) * index;
    steps.push(
      `[${last}][s${index}]xfade=transition=fade:duration=${crossing}:offset=${offset.toFixed(3)}[x${index}]`,
    );
    last = `x${index}`;
  }
  const at = shots.length;
  const falls = drift === 'sparks' ? `-mod(t*${h / 24}\\,${h})` : `mod(t*${h / 16}\\,${h})-${h}`;
  steps.push(
    `${held(at, 'yuva420p', seconds)}[drift]`,
    `[${last}][drift]overlay=x=0:y='${falls}':shortest=0:eof_action=repeat[a]`,
    `${held(at + 1, 'yuva420p', cardSeconds)},trim=duration=${cardSeconds},fade=t=in:st=0.5:d=0.8:alpha=1,fade=t=out:st=${cardSeconds - 1}:d=0.8:alpha=1[card]`,
    `[a][card]overlay=x=0:y=0:eof_action=pass:enable='lt(t,${cardSeconds})'[b]`,
    `[b]fade=t=in:st=0:d=0.5,fade=t=out:st=${seconds - 1}:d=1,format=yuv420p,trim=duration=${seconds}[v]`,
  );
  return steps.join(';');
}

async function make(plan: Plan, titleKo: string, outFile: string, ffmpeg: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(outFile), `.${plan.id}-`));
  try {
    const { width, shots, card } = plan;
    const inputs: string[] = [];
    const files = new Map<string, string>();
    const add = async (name: string, draw: () => Promise<Buffer>) => {
      const file = files.get(name) ?? join(folder, `${files.size}.png`);
      if (!files.has(name)) await writeFile(file, await draw());
      files.set(name, file);
      inputs.push('-i', file);
    };
    for (const { title, view, move } of shots) {
      // A pan crosses a wider picture. A tilt needs the height alone.
      const wide = move === 'up' ? width : Math.round(width * 0.6) * 2;
      await add(`${title.slug} ${view} ${wide}`, () => drawFilmView(title, view, wide));
    }
    await add('drift', () => driftPicture(plan));
    await add('card', () => drawLettering(card, width));
    const music = join(folder, 'music.wav');
    await writeFile(music, composeMusic(plan.id, plan.mood, plan.seconds));
    const part = join(folder, 'out.mp4');
    await promisify(execFile)(
      ffmpeg,
      [
        ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...inputs, '-i', music],
        ...['-filter_complex', filters(plan), '-map', '[v]', '-map', `${inputs.length / 2}:a`],
        ...['-r', String(fps), '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '23'],
        // These settings cost little time and halve the files of the quickest preset.
        ...['-x264-params', `${lookAhead}:cabac=1:bframes=2:b-adapt=0:deblock=0,0:subme=1`],
        ...['-pix_fmt', 'yuv420p'],
        ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
        ...['-c:a', 'aac', '-b:a', '160k', '-t', String(plan.seconds), '-movflags', '+faststart'],
        ...['-metadata', `title=${titleKo}`, '-metadata:s:a:0', 'language=kor', part],
      ],
      { maxBuffer: 8 * 1024 * 1024 },
    );
    await rename(part, outFile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function master(
  film: DemoFilm,
  {
    id,
    title,
    category,
    card,
    shots,
  }: Pick<Master, 'id' | 'title' | 'category'> & Pick<Plan, 'card' | 'shots'>,
): Master {
  const { title_ko, title_en } = card;
  const { drift, height, seconds } = film;
  const cues = timed(film.lines, seconds);
  const mood = must(moods[category], category);
  const plan: Plan = { id, mood, drift, card, shots, width: (height / 9) * 16, height, seconds };
  return {
    id,
    title,
    category,
    title_ko,
    title_en,
    fileName: title ? `${title_ko}.mp4` : `${title_ko} 공용 영상.mp4`,
    seconds,
    captions: { ko: webVtt(cues, 'ko'), en: webVtt(cues, 'en') },
    make: (outFile, { ffmpeg }, cut) => make({ ...plan, ...cut }, title_ko, outFile, ffmpeg),
  };
}

const bySlug = new Map(demoProgrammes.map((title) => [title.slug, title]));

const ofTitles = titleFilms.map((film) => {
  const card = must(bySlug.get(film.slug), film.slug);
  const { slug, category } = card;
  return master(film, { id: `film-${slug}`, title: slug, category, card, shots: titleShots(card) });
});

const ofCategories = sharedFilms.map((film) => {
  const category = must(
    demoCategories.find(({ slug }) => slug === film.slug),
    film.slug,
  );
  const shots = categoryShots(film.slug);
  const { art } = must(shots[0], film.slug).title;
  const card: Drawn = {
    slug: film.slug,
    title_ko: category.name_ko,
    title_en: category.name_en,
    art: { ...art, title: art.title === 'bounce' ? 'bounce' : 'strong' },
  };
  return master(film, { id: `shared-${film.slug}`, title: null, category: film.slug, card, shots });
});

/**
 * All masters in the order in which they are made. The first title plays soonest, then every title plays the film of
 * its category until its own one is ready.
 */
export const masters: Master[] = [...ofTitles.slice(0, 1), ...ofCategories, ...ofTitles.slice(1)];

/** The shared film of a category. */
export const sharedMaster = (category: string): Master =>
  must(
    ofCategories.find((each) => each.category === category),
    category,
  );

/** The film that a title plays once all are ready. */
export const masterOf = ({ slug, category }: Pick<DemoProgramme, 'slug' | 'category'>): Master =>
  ofTitles.find(({ title }) => title === slug) ?? sharedMaster(category);
