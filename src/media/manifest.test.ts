import HLS from 'hls-parser';
import { parse as parseDash } from 'mpd-parser';
import { describe, expect, test } from 'vitest';
import { audioTrack, videoTracks } from '../../test/package.ts';
import { toBcp47 } from './languages.ts';
import {
  composeDash,
  composeHls,
  type PackageContents,
  type TextTrack,
  textPlaylist,
  textPlaylistFile,
} from './manifest.ts';
import { readTimeline } from './timeline.ts';

HLS.setOptions({ strictMode: true });

const texts: TextTrack[] = [
  { language: 'ko', role: 'subtitles', file: 'captions/ko-0123.vtt' },
  { language: 'en', role: 'captions', file: 'captions/en-4567.vtt' },
];
const contents: PackageContents = {
  durationMs: 4000,
  keyId: '00112233445566778899aabbccddeeff',
  tracks: [
    ...videoTracks({ v720: [1280, 720], v360: [640, 360] }),
    audioTrack({ language: 'ko' }),
    audioTrack({ name: 'audio-2', language: 'en', role: 'dub' }),
    audioTrack({ name: 'audio-3', language: 'ko', role: 'description' }),
  ],
  texts,
};
const withoutPicture = { ...contents, keyId: null, texts: [], tracks: contents.tracks.slice(2) };

function readHls(text: string) {
  const playlist = HLS.parse(text);
  if (!playlist.isMasterPlaylist) throw new Error('not a multivariant playlist');
  return (playlist as HLS.types.MasterPlaylist).variants;
}

describe('the HLS manifest', () => {
  test('has a variant for each rendition, with all audio and text tracks', () => {
    const variants = readHls(composeHls(contents)).filter(({ isIFrameOnly }) => !isIFrameOnly);
    expect(variants.map(({ uri, resolution }) => [uri, resolution?.height])).toEqual([
      ['v720.m3u8', 720],
      ['v360.m3u8', 360],
    ]);
    const [first] = variants;
    expect(first?.codecs).toBe('avc1.64001e,mp4a.40.2');
    expect(
      first?.audio.map(({ name, language, isDefault, uri }) => [name, language, isDefault, uri]),
    ).toEqual([
      ['한국어', 'ko', true, 'audio.m3u8'],
      ['English (dubbed)', 'en', false, 'audio-2.m3u8'],
      ['한국어 (화면 해설)', 'ko', false, 'audio-3.m3u8'],
    ]);
    expect(first?.audio[2]?.characteristics).toBe('public.accessibility.describes-video');
    expect(first?.subtitles.map(({ language, uri }) => [language, uri])).toEqual([
      ['ko', 'captions/ko-0123.m3u8'],
      ['en', 'captions/en-4567.m3u8'],
    ]);
  });

  test('has a group of surround tracks, in which every other track is in stereo', () => {
    const surround = audioTrack({
      name: 'audio-surround',
      language: 'ko',
      channels: 6,
      bandwidth: 384_000,
      averageBandwidth: 380_000,
    });
    const text = composeHls({ ...contents, tracks: [...contents.tracks, surround] });
    const variants = readHls(text).filter(({ isIFrameOnly }) => !isIFrameOnly);
    expect(
      variants.map(({ uri, audio }) => [uri, audio.map((track) => `${track.name} ${track.channels}`)]),
    ).toEqual(
      ['audio', 'surround'].flatMap((group) =>
        ['v720.m3u8', 'v360.m3u8'].map((uri) => [
          uri,
          [`한국어 ${group === 'audio' ? 2 : 6}`, 'English (dubbed) 2', '한국어 (화면 해설) 2'],
        ]),
      ),
    );
    expect((variants[2]?.bandwidth ?? 0) - (variants[0]?.bandwidth ?? 0)).toBe(256_000);
    const dash = composeDash({ ...contents, tracks: [...contents.tracks, surround] });
    expect(dash.match(/<Label>한국어<\/Label>/g)).toHaveLength(3);
    expect(dash).toContain('value="6"');
  });

  test('shows each rendition to a channel once, with the stereo track', async () => {
    const surround = audioTrack({ name: 'audio-surround', channels: 6 });
    const master = composeHls({ ...contents, texts: [], tracks: [...contents.tracks, surround] });
    const read = async (file: string) => {
      const name = file.replace('.m3u8', '');
      return file === 'master.m3u8'
        ? master
        : `#EXTM3U\n#EXT-X-MAP:URI="${name}/init.mp4"\n#EXTINF:4.000,\n${name}/1.m4s\n`;
    };
    const timeline = await readTimeline(read, 'master.m3u8');
    expect(timeline.renditions.map(({ name }) => name)).toEqual(['v720', 'v360']);
    expect(timeline.sound.channels).toBe('2');
  });

  test('without a picture has one variant, the default audio track', () => {
    const [variant, ...others] = readHls(composeHls(withoutPicture));
    expect(others).toEqual([]);
    expect(variant).toMatchObject({ uri: 'audio.m3u8', codecs: 'mp4a.40.2' });
    expect(variant?.resolution).toBeUndefined();
    expect(variant?.audio).toHaveLength(3);
  });

  test('without audio names no group', () => {
    const silent = composeHls({ ...contents, tracks: contents.tracks.slice(0, 2), texts: [] });
    expect(silent).not.toMatch(/AUDIO|SUBTITLES/);
    expect(readHls(silent)[0]?.codecs).toBe('avc1.64001e');
  });

  test('gives equal tracks different names', () => {
    const same = [audioTrack({ language: 'ko' }), audioTrack({ name: 'audio-2', language: 'ko' })];
    const names = readHls(composeHls({ ...withoutPicture, tracks: same }))[0]?.audio.map(({ name }) => name);
    expect(names).toEqual(['한국어', '한국어 2']);
  });

  test('names a playlist for each text track, with the file beside it', () => {
    const [track] = texts as [TextTrack];
    expect(textPlaylistFile(track)).toBe('captions/ko-0123.m3u8');
    const playlist = HLS.parse(textPlaylist(track, 61_500)) as HLS.types.MediaPlaylist;
    expect(playlist.segments.map(({ uri, duration }) => [uri, duration])).toEqual([['ko-0123.vtt', 61.5]]);
  });
});

describe('the DASH manifest', () => {
  const read = (of: PackageContents) =>
    parseDash(composeDash(of), { manifestUri: 'https://maru.example/p/manifest.mpd' });

  test('has all renditions, audio tracks and text tracks, with their segments', () => {
    const { playlists, mediaGroups, duration } = read(contents);
    expect(duration).toBe(4);
    expect(playlists.map(({ attributes }) => attributes.RESOLUTION)).toEqual([
      { width: 1280, height: 720 },
      { width: 640, height: 360 },
    ]);
    expect(playlists[0]?.segments.map(({ resolvedUri }) => resolvedUri)).toEqual([
      'https://maru.example/p/v720/1.m4s',
    ]);
    expect(Object.keys(mediaGroups.AUDIO.audio ?? {})).toEqual([
      '한국어',
      'English (dubbed)',
      '한국어 (화면 해설)',
    ]);
    expect(Object.keys(mediaGroups.SUBTITLES.subs ?? {})).toEqual(['한국어', 'English (captions)']);
  });

  test('names the key in each encrypted set, and none in a package that is not encrypted', () => {
    const encrypted = composeDash(contents);
    expect(encrypted.match(/cenc:default_KID="00112233-4455-6677-8899-aabbccddeeff"/g)).toHaveLength(4);
    // The same box that the packager writes.
    expect(encrypted).toContain('AAAANHBzc2gBAAAAEHfv7MCyTQKs4zweUuL7SwAAAAEAESIzRFVmd4iZqrvM3e7/AAAAAA==');
    expect(composeDash({ ...contents, keyId: null })).not.toContain('ContentProtection');
  });

  test('without a picture has no video set', () => {
    expect(composeDash(withoutPicture)).not.toContain('contentType="video"');
    expect(read(withoutPicture).mediaGroups.AUDIO.audio).toBeDefined();
  });

  test('escapes text', () => {
    const odd = {
      ...contents,
      texts: [{ language: 'en', role: 'subtitles', file: 'captions/a&b<c>.vtt' }],
    } as const;
    expect(composeDash(odd)).toContain('captions/a&amp;b&lt;c&gt;.vtt');
  });
});

test('languages of containers become BCP 47 codes', () => {
  expect(['kor', 'eng', 'fre', 'en-us', 'mis', null, 'not a language', ''].map(toBcp47)).toEqual([
    'ko',
    'en',
    'fr',
    'en',
    'mis',
    null,
    null,
    null,
  ]);
});
