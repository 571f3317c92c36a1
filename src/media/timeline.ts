/** The segments and tracks of a package, read from its HLS playlists once for the channels that show the asset. */
import { attributesOf } from './hls-attributes.ts';
import { must } from './must.ts';
import { initFile, segmentFile } from './packager.ts';

/** A video rendition of a package, as a channel's playlists name it. */
export interface TimelineRendition {
  name: string;
  width: number;
  height: number;
  /** Peak and average of picture and sound together, in bits a second. */
  bandwidth: number;
  averageBandwidth: number;
  /** The codec of the picture, such as `avc1.64001f`. */
  codec: string;
  frameRate: string;
  /** Attributes of its EXT-X-KEY but for the address; null when it is not encrypted. */
  key: string | null;
}

export interface Timeline {
  /** The picture's length; the sound is made to end with it. Without a picture, the sound's length. */
  durationMs: number;
  /**
   * Segment borders in whole milliseconds from the start, 0 and the end included. Rounded from sums, so nothing adds up. Without a
   * picture, `video` has no segment.
   */
  video: number[];
  audio: number[];
  /** Best first; empty without a picture. */
  renditions: TimelineRendition[];
  /** `bandwidth` is the peak in bits a second, which only a package without a picture states. */
  sound: { codec: string; channels: string; key: string | null; bandwidth?: number };
}

/** A channel's playlists promise that no segment rounds to more seconds than this. */
export const targetSeconds = 4;

/** The package cannot be shown on a channel; the message says why. */
export class UnfitForLinear extends Error {}

function need(attributes: Map<string, string>, name: string): string {
  const value = attributes.get(name);
  if (!value) throw new UnfitForLinear(`its manifest does not say ${name}`);
  return value;
}

interface MediaPlaylist {
  borders: number[];
  key: string | null;
}

/** Reads a media playlist of our packager, whose files are numbered from 1. */
function readMediaPlaylist(name: string, text: string): MediaPlaylist {
  const borders = [0];
  let seconds = 0;
  let key: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#EXTINF:')) {
      seconds += Number.parseFloat(line.slice('#EXTINF:'.length));
      borders.push(Math.round(seconds * 1000));
    } else if (line.startsWith('#EXT-X-KEY:')) {
      key = line
        .slice('#EXT-X-KEY:'.length)
        .replace(/(^|,)URI="[^"]*"/, '')
        .replace(/^,/, '');
    } else if (line.startsWith('#EXT-X-MAP:')) {
      if (!line.includes(`"${initFile(name)}"`)) throw new UnfitForLinear(`${name} begins in another file`);
    } else if (line !== '' && !line.startsWith('#') && line !== segmentFile(name, borders.length - 2)) {
      throw new UnfitForLinear(`${name} names its segments in another way`);
    }
  }
  if (borders.length < 2) throw new UnfitForLinear(`${name} has no segments`);
  return { borders, key };
}

/** Reads a package through its HLS manifest. `read` returns the text of a file of the package. */
export async function readTimeline(
  read: (file: string) => Promise<string>,
  manifest: string,
): Promise<Timeline> {
  const master = (await read(manifest)).split(/\r?\n/);
  const group = attributesOf(
    master.find((line) => line.startsWith('#EXT-X-MEDIA:') && line.includes('TYPE=AUDIO')) ?? '',
  );
  const audioGroup = group.get('GROUP-ID');
  // A package without a picture has its default sound as the variant, and no group for a single track.
  const audioAlone = master.findIndex(
    (line) => line.startsWith('#EXT-X-STREAM-INF:') && !attributesOf(line).has('RESOLUTION'),
  );
  const audioFile = group.get('URI') ?? (audioAlone < 0 ? undefined : master[audioAlone + 1]);
  if (!audioFile) throw new UnfitForLinear('it has no sound');
  const audioName = audioFile.replace(/\.m3u8$/, '');
  const renditions: TimelineRendition[] = [];
  let video: number[] | undefined;
  let soundCodec = '';
  let soundBandwidth = 0;
  for (const [at, line] of master.entries()) {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) continue;
    const attributes = attributesOf(line);
    // A rendition stands once in the manifest for each group of audio tracks.
    if (attributes.get('AUDIO') !== audioGroup) continue;
    const name = (master[at + 1] ?? '').replace(/\.m3u8$/, '');
    if (name === audioName) {
      soundCodec = need(attributes, 'CODECS');
      soundBandwidth = Number(need(attributes, 'BANDWIDTH'));
      continue;
    }
    const { borders, key } = readMediaPlaylist(name, await read(`${name}.m3u8`));
    if (video && video.length !== borders.length) throw new UnfitForLinear('its renditions are cut apart');
    video ??= borders;
    const [width = 0, height = 0] = need(attributes, 'RESOLUTION').split('x').map(Number);
    const codecs = need(attributes, 'CODECS').split(',');
    soundCodec = codecs.find((codec) => codec.startsWith('mp4a')) ?? soundCodec;
    renditions.push({
      name,
      width,
      height,
      bandwidth: Number(need(attributes, 'BANDWIDTH')),
      averageBandwidth: Number(attributes.get('AVERAGE-BANDWIDTH') ?? need(attributes, 'BANDWIDTH')),
      codec: must(
        codecs.find((codec) => !codec.startsWith('mp4a')),
        'codec of the picture',
      ),
      frameRate: attributes.get('FRAME-RATE') ?? '30.000',
      key,
    });
  }
  const sound = readMediaPlaylist(audioName, await read(`${audioName}.m3u8`));
  if (!video && soundBandwidth === 0) throw new UnfitForLinear('it has no variant');
  const durationMs = must((video ?? sound.borders).at(-1), 'border');
  // Sound is cut at frames of its own, and ends a few of them before or after the picture.
  const audio = [...sound.borders.slice(0, -1).filter((border) => border < durationMs - 1), durationMs];
  for (const borders of [video ?? [], audio]) {
    for (const [index, border] of borders.slice(1).entries()) {
      const length = border - must(borders[index], 'border');
      if (Math.round(length / 1000) > targetSeconds) throw new UnfitForLinear('a segment is too long');
    }
  }
  renditions.sort((a, b) => b.height - a.height || b.bandwidth - a.bandwidth);
  const channels = group.get('CHANNELS') ?? '2';
  return {
    durationMs,
    video: video ?? [0],
    audio,
    renditions,
    sound: {
      codec: soundCodec || 'mp4a.40.2',
      channels,
      key: sound.key,
      ...(video ? {} : { bandwidth: soundBandwidth }),
    },
  };
}
