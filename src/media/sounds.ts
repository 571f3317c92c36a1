/** The audio tracks of a package, planned from those of its master. Every track has a stereo rendition. */
import { type AudioRole, surroundTrackName } from './manifest.ts';
import { audioTrackName } from './packager.ts';
import type { AudioStream } from './probe.ts';

export interface Sound {
  name: string;
  /** The master's streams: one, or two mono streams for left and right. */
  inputs: readonly number[];
  channels: 2 | 6;
  /**
   * `convert`: from the master's loudspeakers to these. `left` and `right`: one channel on both sides. `fold`: channels without known
   * loudspeakers, taken in turn to the left and to the right.
   */
  mix: 'convert' | 'join' | 'left' | 'right' | 'fold';
  /** Channels of one input. */
  inputChannels: number;
  language: string | null;
  role: AudioRole;
}

/** ffmpeg converts between the loudspeakers of at most so many channels. */
const maxKnownChannels = 8;
const surroundChannels = 6;

/** Whether a stream has more loudspeakers than stereo, and they are known. */
export const isSurround = ({ channels }: Pick<AudioStream, 'channels'>): boolean =>
  channels >= surroundChannels && channels <= maxKnownChannels;

type Unnamed = Omit<Sound, 'name'>;

const isMono = (stream: AudioStream | undefined): stream is AudioStream => stream?.channels === 1;

/** Whether two mono streams are the left and the right of one sound: nothing else sets them apart. */
const arePair = (a: AudioStream, b: AudioStream) =>
  a.language === b.language && a.role === b.role && a.title === b.title;

function stereoOf(stream: AudioStream): Unnamed[] {
  const { index, channels, language, secondLanguage, role } = stream;
  const sound = { inputs: [index], inputChannels: channels, channels: 2, role } as const;
  if (channels === 2 && secondLanguage !== null) {
    return [
      { ...sound, mix: 'left', language },
      { ...sound, mix: 'right', language: secondLanguage },
    ];
  }
  return [{ ...sound, mix: channels > maxKnownChannels ? 'fold' : 'convert', language }];
}

/** Puts the master's default track first. Players start with the first track, which is no description or commentary if possible. */
function inOrder(audio: readonly AudioStream[]): readonly AudioStream[] {
  const isSpoken = ({ role }: AudioStream) => role === 'main' || role === 'dub';
  const first =
    audio.find((stream) => stream.isDefault && isSpoken(stream)) ??
    audio.find(({ role }) => role === 'main') ??
    audio[0];
  return first ? [first, ...audio.filter((stream) => stream !== first)] : [];
}

/** The audio tracks to make, the default one first. Surround is only made to accompany a picture. */
export function planSounds(audio: readonly AudioStream[], hasPicture: boolean): Sound[] {
  const streams = inOrder(audio);
  const planned: { sound: Unnamed; surround: boolean }[] = [];
  for (let at = 0; at < streams.length; at += 1) {
    const stream = streams[at];
    const next = streams[at + 1];
    if (!stream) continue;
    if (isMono(stream) && isMono(next) && arePair(stream, next)) {
      const { language, role } = stream;
      const inputs = [stream.index, next.index].sort((a, b) => a - b);
      planned.push({
        sound: { inputs, inputChannels: 1, channels: 2, mix: 'join', language, role },
        surround: false,
      });
      at += 1;
      continue;
    }
    const surround = hasPicture && isSurround(stream);
    planned.push(...stereoOf(stream).map((sound) => ({ sound, surround })));
  }
  const named = planned.map(({ sound, surround }, place) => ({
    sound: { ...sound, name: audioTrackName(place) },
    surround,
  }));
  return [
    ...named.map(({ sound }) => sound),
    ...named
      .filter(({ surround }) => surround)
      .map(({ sound }) => ({ ...sound, channels: 6 as const, name: surroundTrackName(sound.name) })),
  ];
}
