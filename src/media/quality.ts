/** The best picture that a plan allows: the renditions of a package that it allows, and the manifests with only those. */
import { attributesOf } from './hls-attributes.ts';
import type { Timeline } from './timeline.ts';

interface Picture {
  width: number;
  height: number;
}

/** Whether a picture fits in the 16:9 box of a height, turned for portrait, as a rendition of that height does. */
function fits({ width, height }: Picture, maxHeight: number): boolean {
  const [long, short] = width >= height ? [width, height] : [height, width];
  return short <= maxHeight && long <= Math.ceil((maxHeight * 16) / 9);
}

/** The allowed renditions, or the smallest one if none is allowed. */
function allowedOf<P extends Picture>(pictures: readonly P[], maxHeight: number): P[] {
  const allowed = pictures.filter((picture) => fits(picture, maxHeight));
  if (allowed.length > 0 || pictures.length === 0) return allowed;
  return [pictures.reduce((a, b) => (b.width * b.height < a.width * a.height ? b : a))];
}

/** A package's timeline with only the allowed renditions. */
export const limitTimeline = (timeline: Timeline, maxHeight: number): Timeline => ({
  ...timeline,
  renditions: allowedOf(timeline.renditions, maxHeight),
});

export interface LimitedPackage {
  /** Whether a file of the package may be sent. Sound, captions and preview pictures do not depend on a rendition. */
  allows(file: string): boolean;
  /** A manifest of the package with only the allowed renditions, whichever version of the package it is of. */
  limitHls(text: string): string;
  limitDash(text: string): string;
}

/** The rendition that a file belongs to: its segments are in a folder of its name, its playlists beside it. */
const renditionOf = (file: string) => /^(v\d+)(?:\/|(?:-iframe)?\.m3u8$)/.exec(file)?.[1];

/** A DASH manifest without the representations that are not allowed. */
function keepRepresentations(dash: string, isAllowed: (id: string) => boolean): string {
  const end = '</Representation>';
  const [head = '', ...rest] = dash.split('<Representation ');
  return rest.reduce((kept, text) => {
    if (isAllowed(/^id="([^"]*)"/.exec(text)?.[1] ?? '')) return `${kept}<Representation ${text}`;
    return kept + text.slice(text.indexOf(end) + end.length).trimStart();
  }, head);
}

/** Limits a package with these renditions to a height. */
export function limitPackage(
  renditions: readonly (Picture & { name: string })[],
  maxHeight: number,
): LimitedPackage {
  const allowed = allowedOf(renditions, maxHeight);
  const allows = (file: string) => {
    const rendition = renditionOf(file);
    return !rendition || allowed.some(({ name }) => name === rendition);
  };
  const most = (of: (each: Picture) => number) => Math.max(...allowed.map(of));
  return {
    allows,
    limitHls(text) {
      const lines = text.split('\n');
      const kept = lines.filter((line, at) => {
        if (line.startsWith('#EXT-X-STREAM-INF:')) return allows((lines[at + 1] ?? '').trim());
        if (line.startsWith('#EXT-X-I-FRAME-STREAM-INF:')) return allows(attributesOf(line).get('URI') ?? '');
        return allows(line.trim());
      });
      return kept.join('\n');
    },
    limitDash(text) {
      return keepRepresentations(text, (id) => allows(`${id}/`))
        .replace(/ maxWidth="\d+"/, ` maxWidth="${most(({ width }) => width)}"`)
        .replace(/ maxHeight="\d+"/, ` maxHeight="${most(({ height }) => height)}"`);
    },
  };
}
