/** The best picture that a plan allows: which renditions of a package it leaves, and the manifests with only those. */
import { must } from './must.ts';
import { attributesOf, type Timeline } from './timeline.ts';

interface Picture {
  width: number;
  height: number;
}

/** Whether a picture fits in the 16:9 box of a height, turned for portrait: how a rendition of `1080` is made. */
function fits({ width, height }: Picture, maxHeight: number): boolean {
  const [long, short] = width >= height ? [width, height] : [height, width];
  return short <= maxHeight && long <= Math.ceil((maxHeight * 16) / 9);
}

/** The renditions that are allowed; where none is, the smallest. */
function allowedOf<P extends Picture>(pictures: readonly P[], maxHeight: number): P[] {
  const allowed = pictures.filter((picture) => fits(picture, maxHeight));
  if (allowed.length > 0 || pictures.length === 0) return allowed;
  return [pictures.reduce((a, b) => (b.width * b.height < a.width * a.height ? b : a))];
}

/** A package's timeline with only the renditions that are allowed. */
export const limitTimeline = (timeline: Timeline, maxHeight: number): Timeline => ({
  ...timeline,
  renditions: allowedOf(timeline.renditions, maxHeight),
});

function pictureOf(resolution: string | undefined): Picture {
  const [width = 0, height = 0] = (resolution ?? '').split('x').map(Number);
  return { width, height };
}

export interface LimitedPackage {
  hls: string;
  dash: string;
  /** Whether a file of the package may be sent: sound, captions and pictures are of every rendition. */
  allows(file: string): boolean;
}

/** The rendition that a file belongs to: its segments lie in a folder of its name, its playlists beside it. */
const renditionOf = (file: string) => /^(v\d+)(?:\/|(?:-iframe)?\.m3u8$)/.exec(file)?.[1];

/** A DASH manifest with the representations whose rendition is allowed, and with those of sound. */
function keepRepresentations(dash: string, isAllowed: (rendition: string) => boolean): string {
  const end = '</Representation>';
  const [head = '', ...rest] = dash.split('<Representation ');
  return rest.reduce((kept, text) => {
    const rendition = renditionOf(/ initialization="([^"]*)"/.exec(text)?.[1] ?? '');
    if (!rendition || isAllowed(rendition)) return `${kept}<Representation ${text}`;
    return kept + text.slice(text.indexOf(end) + end.length).trimStart();
  }, head);
}

/** A package of our packager with only the renditions that are allowed, from the texts of its two manifests. */
export function limitPackage(hls: string, dash: string, maxHeight: number): LimitedPackage {
  const lines = hls.split('\n');
  const offered = lines.flatMap((line, at) => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
    const name = must(lines[at + 1], 'address of a rendition')
      .trim()
      .replace(/\.m3u8$/, '');
    return [{ name, ...pictureOf(attributesOf(line).get('RESOLUTION')) }];
  });
  const allowed = allowedOf(offered, maxHeight);
  const isAllowed = (name: string | undefined) => allowed.some((each) => each.name === name);
  const kept = lines.filter((line, at) => {
    if (line.startsWith('#EXT-X-STREAM-INF:')) return isAllowed(renditionOf((lines[at + 1] ?? '').trim()));
    const file = line.startsWith('#EXT-X-I-FRAME-STREAM-INF:') ? attributesOf(line).get('URI') : line.trim();
    const rendition = file && renditionOf(file);
    return !rendition || isAllowed(rendition);
  });
  const most = (of: (each: Picture) => number) => Math.max(...allowed.map(of));
  return {
    hls: kept.join('\n'),
    dash: keepRepresentations(dash, isAllowed)
      .replace(/ maxWidth="\d+"/, ` maxWidth="${most(({ width }) => width)}"`)
      .replace(/ maxHeight="\d+"/, ` maxHeight="${most(({ height }) => height)}"`),
    allows: (file) => {
      const rendition = renditionOf(file);
      return !rendition || isAllowed(rendition);
    },
  };
}
