/**
 * The manifests of a package, composed from its tracks. Segments and media playlists never change. A manifest names the tracks of one
 * version of the package, so a track or a caption file is added by another manifest, without packaging again.
 */

export const audioRoles = ['main', 'dub', 'description', 'commentary'] as const;
export type AudioRole = (typeof audioRoles)[number];

export const textRoles = ['subtitles', 'captions', 'forced'] as const;
export type TextRole = (typeof textRoles)[number];

/** A track that the packager wrote: `<name>/init.mp4`, `<name>/<n>.m4s` and `<name>.m3u8`. */
interface SegmentedTrack {
  name: string;
  /** RFC 6381, such as `avc1.64001f`. */
  codec: string;
  /** Bits a second: the highest of a segment, and the mean. */
  bandwidth: number;
  averageBandwidth: number;
  /** Ticks a second. */
  timescale: number;
  /** Durations of the segments in ticks: runs of [ticks, number of segments]. */
  segments: [ticks: number, count: number][];
}

export interface VideoTrack extends SegmentedTrack {
  kind: 'video';
  width: number;
  height: number;
  /** Frames a second as a fraction, such as `30000/1001`. */
  frameRate: string;
  /** The shape of a pixel, such as `1:1`. */
  sampleAspect: string;
  /** Bits a second of its key frames alone. */
  keyFrameBandwidth: number;
}

export interface AudioTrack extends SegmentedTrack {
  kind: 'audio';
  channels: number;
  samplingRate: number;
  /** BCP 47. Null if the master does not name it. */
  language: string | null;
  role: AudioRole;
}

export type PackageTrack = VideoTrack | AudioTrack;

/** A WebVTT file of the package. */
export interface TextTrack {
  language: string;
  role: TextRole;
  file: string;
}

/** One version of a package. */
export interface PackageContents {
  durationMs: number;
  /** The key that all tracks are encrypted with, 16 bytes as hexadecimal. Null if they are not encrypted. */
  keyId: string | null;
  /** The first audio track is the default one. */
  tracks: readonly PackageTrack[];
  texts: readonly TextTrack[];
}

const roleLabels: Record<
  Exclude<AudioRole, 'main'> | Exclude<TextRole, 'subtitles'>,
  [ko: string, en: string]
> = {
  dub: ['더빙', 'dubbed'],
  description: ['화면 해설', 'audio description'],
  commentary: ['코멘터리', 'commentary'],
  captions: ['청각장애인용', 'captions'],
  forced: ['필수', 'forced'],
};

/** The name of a language in that language; the code itself if it is unknown. */
function languageName(language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

/** Labels for a menu. Equal labels get a number, because HLS requires different names. */
function labelsOf(tracks: readonly { language: string | null; role: AudioRole | TextRole }[]): string[] {
  const used = new Map<string, number>();
  return tracks.map(({ language, role }) => {
    const isKorean = language?.startsWith('ko') ?? false;
    const name = language === null ? 'Audio' : languageName(language);
    const plain =
      role === 'main' || role === 'subtitles' ? name : `${name} (${roleLabels[role][isKorean ? 0 : 1]})`;
    const count = (used.get(plain) ?? 0) + 1;
    used.set(plain, count);
    return count === 1 ? plain : `${plain} ${count}`;
  });
}

/** A name made of the track's: `audio-2-surround` is another rendition of `audio-2`. */
const surroundSuffix = '-surround';
/** The name of the surround rendition of an audio track. */
export const surroundTrackName = (track: string): string => `${track}${surroundSuffix}`;
/** The name of the audio track that a rendition belongs to. */
export const baseTrackName = (name: string): string =>
  name.endsWith(surroundSuffix) ? name.slice(0, -surroundSuffix.length) : name;

/** The audio tracks of a package in stereo, each with its label and its surround rendition. */
function audioChoices(tracks: readonly PackageTrack[]) {
  const audio = tracks.filter(isAudio);
  const stereo = audio.filter(({ name }) => name === baseTrackName(name));
  const labels = labelsOf(stereo);
  return stereo.map((track, at) => ({
    track,
    label: labels[at] ?? '',
    surround: audio.find(({ name }) => name === surroundTrackName(track.name)),
  }));
}

const isVideo = (track: PackageTrack): track is VideoTrack => track.kind === 'video';
const isAudio = (track: PackageTrack): track is AudioTrack => track.kind === 'audio';

/** The attributes of an HLS tag; undefined ones are left out. A string is quoted, a number and `{ plain }` are not. */
function attributes(values: Record<string, string | number | { plain: string } | undefined>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (typeof value === 'object') return [`${name}=${value.plain}`];
      return [typeof value === 'number' ? `${name}=${value}` : `${name}="${value.replaceAll('"', '')}"`];
    })
    .join(',');
}

const yesOrNo = (value: boolean) => ({ plain: value ? 'YES' : 'NO' });
const playlistOf = (name: string) => `${name}.m3u8`;

/** The name of a text track's playlist: beside its WebVTT file. */
export const textPlaylistFile = ({ file }: Pick<TextTrack, 'file'>): string =>
  file.replace(/\.vtt$/, '.m3u8');

/** The HLS playlist of a text track: the whole WebVTT file as one segment. */
export function textPlaylist({ file }: Pick<TextTrack, 'file'>, durationMs: number): string {
  const seconds = durationMs / 1000;
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(seconds))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${seconds.toFixed(3)},`,
    file.slice(file.lastIndexOf('/') + 1),
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`;
}

/** The HLS multivariant playlist. A package without a picture has one variant, its default audio track. */
export function composeHls({ tracks, texts }: PackageContents): string {
  const choices = audioChoices(tracks);
  const video = tracks.filter(isVideo);
  const mainAudio = choices[0]?.track;
  // Without a picture the variant is the default audio track itself, so one audio track needs no group.
  const grouped = video.length === 0 && choices.length === 1 ? [] : choices;
  // Players choose a group by its channels. Each group has all tracks, so that a change of group keeps the chosen one.
  const groups = [
    { id: 'audio', tracks: grouped.map(({ track, label }) => ({ ...track, label })) },
    {
      id: 'surround',
      tracks: grouped.some(({ surround }) => surround)
        ? grouped.map(({ track, label, surround }) => ({ ...(surround ?? track), label }))
        : [],
    },
  ].filter((group) => group.tracks.length > 0);
  const textLabels = labelsOf(texts);
  const audioLines = groups.flatMap(({ id, tracks: members }) =>
    members.map(
      (track, at) =>
        `#EXT-X-MEDIA:${attributes({
          TYPE: { plain: 'AUDIO' },
          'GROUP-ID': id,
          NAME: track.label,
          LANGUAGE: track.language ?? undefined,
          DEFAULT: yesOrNo(at === 0),
          AUTOSELECT: yesOrNo(track.role !== 'commentary'),
          CHARACTERISTICS: track.role === 'description' ? 'public.accessibility.describes-video' : undefined,
          CHANNELS: String(track.channels),
          URI: playlistOf(track.name),
        })}`,
    ),
  );
  const textLines = texts.map(
    (track, at) =>
      `#EXT-X-MEDIA:${attributes({
        TYPE: { plain: 'SUBTITLES' },
        'GROUP-ID': 'text',
        NAME: textLabels[at],
        LANGUAGE: track.language,
        DEFAULT: yesOrNo(false),
        AUTOSELECT: yesOrNo(true),
        FORCED: yesOrNo(track.role === 'forced'),
        CHARACTERISTICS:
          track.role === 'captions'
            ? 'public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound'
            : undefined,
        URI: textPlaylistFile(track),
      })}`,
  );
  const soundCodecs = [...new Set(choices.map(({ track }) => track.codec))];
  const variant = (
    playlist: string,
    values: { bandwidth: number; averageBandwidth: number; codecs: string[] },
    group: string | undefined,
    picture?: VideoTrack,
  ) => [
    `#EXT-X-STREAM-INF:${attributes({
      BANDWIDTH: values.bandwidth,
      'AVERAGE-BANDWIDTH': values.averageBandwidth,
      CODECS: values.codecs.join(','),
      RESOLUTION: picture && { plain: `${picture.width}x${picture.height}` },
      'FRAME-RATE': picture && { plain: framesPerSecond(picture).toFixed(3) },
      AUDIO: group,
      SUBTITLES: texts.length > 0 ? 'text' : undefined,
      'CLOSED-CAPTIONS': picture && { plain: 'NONE' },
    })}`,
    playlist,
  ];
  const soundGroups = groups.length > 0 ? groups : [{ id: undefined, tracks: [] }];
  const variants = soundGroups.flatMap(({ id, tracks: sounds }) =>
    video.flatMap((track) =>
      variant(
        playlistOf(track.name),
        {
          bandwidth: track.bandwidth + Math.max(0, ...sounds.map(({ bandwidth }) => bandwidth)),
          averageBandwidth:
            track.averageBandwidth + Math.max(0, ...sounds.map(({ averageBandwidth }) => averageBandwidth)),
          codecs: [track.codec, ...soundCodecs],
        },
        id,
        track,
      ),
    ),
  );
  const withoutPicture =
    video.length === 0 && mainAudio
      ? variant(playlistOf(mainAudio.name), { ...mainAudio, codecs: soundCodecs }, groups[0]?.id)
      : [];
  const keyFrames = video.map(
    (track) =>
      `#EXT-X-I-FRAME-STREAM-INF:${attributes({
        BANDWIDTH: track.keyFrameBandwidth,
        CODECS: track.codec,
        RESOLUTION: { plain: `${track.width}x${track.height}` },
        URI: `${track.name}-iframe.m3u8`,
      })}`,
  );
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...audioLines,
    ...textLines,
    ...variants,
    ...withoutPicture,
    ...keyFrames,
  ].join('\n')}\n`;
}

function framesPerSecond({ frameRate }: VideoTrack): number {
  const [numerator = 0, denominator = 1] = frameRate.split('/').map(Number);
  return numerator / denominator;
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** An XML element on its lines. */
function element(name: string, values: Record<string, string | number | undefined>, children: string[] = []) {
  const written = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const open = `<${name}${written.join('')}`;
  if (children.length === 0) return [`${open}/>`];
  return [`${open}>`, ...children.map((line) => `  ${line}`), `</${name}>`];
}

const role = (value: string) => element('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value });
const label = (text: string) => [`<Label>${escapeXml(text)}</Label>`];

/** The DASH role of an audio track; audio description is marked as for the visually impaired too. */
function audioRole(track: AudioTrack): string[] {
  if (track.role !== 'description') return role(track.role);
  return [
    ...role('description'),
    ...element('Accessibility', {
      schemeIdUri: 'urn:tva:metadata:cs:AudioPurposeCS:2007',
      value: '1',
    }),
  ];
}

const textRoleOfDash = { subtitles: 'subtitle', captions: 'caption', forced: 'forced-subtitle' } as const;

/** The W3C Common system, which names the key and nothing more. */
const commonSystem = '1077efecc0b24d02ace33c1e52e2fb4b';

/** The `pssh` box of version 1 for one key, in base64. */
function commonPssh(keyId: string): string {
  const box = Buffer.alloc(52);
  box.writeUInt32BE(box.length, 0);
  box.write('pssh', 4, 'latin1');
  box.writeUInt8(1, 8);
  box.write(commonSystem, 12, 'hex');
  box.writeUInt32BE(1, 28);
  box.write(keyId, 32, 'hex');
  return box.toString('base64');
}

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function protection(keyId: string | null): string[] {
  if (keyId === null) return [];
  return [
    ...element('ContentProtection', {
      schemeIdUri: 'urn:mpeg:dash:mp4protection:2011',
      value: 'cbcs',
      'cenc:default_KID': dashed(keyId),
    }),
    ...element('ContentProtection', { schemeIdUri: `urn:uuid:${dashed(commonSystem)}` }, [
      `<cenc:pssh>${commonPssh(keyId)}</cenc:pssh>`,
    ]),
  ];
}

function segmentTemplate({ name, timescale, segments }: SegmentedTrack): string[] {
  const runs = segments.flatMap(([ticks, count], at) =>
    element('S', { t: at === 0 ? 0 : undefined, d: ticks, r: count > 1 ? count - 1 : undefined }),
  );
  return element(
    'SegmentTemplate',
    { timescale, initialization: `${name}/init.mp4`, media: `${name}/$Number$.m4s`, startNumber: 1 },
    element('SegmentTimeline', {}, runs),
  );
}

/** The DASH manifest. */
export function composeDash({ durationMs, keyId, tracks, texts }: PackageContents): string {
  const video = tracks.filter(isVideo);
  const choices = audioChoices(tracks);
  const audio = [
    ...choices.map(({ track, label: text }) => ({ ...track, text })),
    ...choices.flatMap(({ surround, label: text }) => (surround ? [{ ...surround, text }] : [])),
  ];
  const textLabels = labelsOf(texts);
  const most = (of: (track: VideoTrack) => number) => Math.max(...video.map(of));
  const picture = element(
    'AdaptationSet',
    {
      id: 1,
      contentType: 'video',
      segmentAlignment: 'true',
      maxWidth: most(({ width }) => width),
      maxHeight: most(({ height }) => height),
    },
    [
      ...protection(keyId),
      ...video.flatMap((track) =>
        element(
          'Representation',
          {
            id: track.name,
            mimeType: 'video/mp4',
            codecs: track.codec,
            bandwidth: track.bandwidth,
            width: track.width,
            height: track.height,
            sar: track.sampleAspect,
            frameRate: track.frameRate,
          },
          segmentTemplate(track),
        ),
      ),
    ],
  );
  const sounds = audio.flatMap((track, at) =>
    element(
      'AdaptationSet',
      {
        id: 10 + at,
        contentType: 'audio',
        segmentAlignment: 'true',
        startWithSAP: 1,
        lang: track.language ?? undefined,
      },
      [
        ...protection(keyId),
        ...audioRole(track),
        ...label(track.text),
        ...element(
          'Representation',
          {
            id: track.name,
            mimeType: 'audio/mp4',
            codecs: track.codec,
            bandwidth: track.bandwidth,
            audioSamplingRate: track.samplingRate,
          },
          [
            ...element('AudioChannelConfiguration', {
              schemeIdUri: 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011',
              value: track.channels,
            }),
            ...segmentTemplate(track),
          ],
        ),
      ],
    ),
  );
  const captions = texts.flatMap((track, at) =>
    element('AdaptationSet', { id: 100 + at, contentType: 'text', lang: track.language }, [
      ...role(textRoleOfDash[track.role]),
      ...label(textLabels[at] ?? ''),
      ...element('Representation', { id: `text-${at + 1}`, mimeType: 'text/vtt', bandwidth: 256 }, [
        `<BaseURL>${escapeXml(track.file)}</BaseURL>`,
      ]),
    ]),
  );
  const period = element('Period', { id: 0 }, [...(video.length > 0 ? picture : []), ...sounds, ...captions]);
  const root = element(
    'MPD',
    {
      xmlns: 'urn:mpeg:dash:schema:mpd:2011',
      'xmlns:cenc': 'urn:mpeg:cenc:2013',
      profiles: 'urn:mpeg:dash:profile:isoff-live:2011',
      type: 'static',
      minBufferTime: 'PT2S',
      mediaPresentationDuration: `PT${(durationMs / 1000).toFixed(3)}S`,
    },
    period,
  );
  return `${['<?xml version="1.0" encoding="UTF-8"?>', ...root].join('\n')}\n`;
}
