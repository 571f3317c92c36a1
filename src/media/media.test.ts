import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { toWebVtt } from './captions.ts';
import { previewStart, progressMs, transcodeArguments } from './ffmpeg.ts';
import { ladderFor, renditionFrameRate } from './ladder.ts';
import { isSilent, parseLoudness } from './loudness.ts';
import { packagerArguments } from './packager.ts';
import { endsEarly, exactFrameRate, parseProbe, saysTruncated } from './probe.ts';
import { planStoryboard, storyboardVtt, vttTime } from './storyboard.ts';

const rate = [25, 1] as const;
const sizes = (width: number, height: number) =>
  ladderFor({ width, height, frameRate: rate }).map((r) => `${r.width}x${r.height}`);

describe('the ladder', () => {
  test('goes from 1080p down for a large master, and never above', () => {
    expect(sizes(3840, 2160)).toEqual(['1920x1080', '1280x720', '854x480', '640x360', '426x240']);
    expect(sizes(1280, 720)).toEqual(['1280x720', '854x480', '640x360', '426x240']);
  });
  test('never makes a small master larger', () => {
    expect(sizes(320, 180)).toEqual(['320x180']);
    expect(sizes(640, 360)).toEqual(['640x360', '426x240']);
  });
  test('keeps the shape of wide and portrait pictures', () => {
    expect(sizes(1920, 800)).toEqual(['1920x800', '1280x534', '854x356', '640x266', '426x178']);
    expect(sizes(1080, 1920)).toEqual(['1080x1920', '720x1280', '480x854', '360x640', '240x426']);
  });
  test('for any picture: even sizes, not larger than the master, falling in size and bit rate, shape kept', () => {
    const length = fc.integer({ min: 64, max: 8192 });
    fc.assert(
      fc.property(length, length, fc.integer({ min: 5, max: 240 }), (width, height, fps) => {
        const ladder = ladderFor({ width, height, frameRate: [fps, 1] });
        expect(ladder.length).toBeGreaterThan(0);
        expect(new Set(ladder.map(({ name }) => name)).size).toBe(ladder.length);
        for (const [n, r] of ladder.entries()) {
          expect((r.width % 2) + (r.height % 2)).toBe(0);
          expect(r.width).toBeLessThanOrEqual(width + 1);
          expect(r.height).toBeLessThanOrEqual(height + 1);
          expect(Math.abs(r.width - (width * r.height) / height)).toBeLessThanOrEqual(
            2 + (2 * width) / height,
          );
          const above = ladder[n - 1];
          if (above) expect(r.maxrateKbps).toBeLessThanOrEqual(above.maxrateKbps);
        }
      }),
    );
  });
  test('halves frame rates above 60', () => {
    expect(renditionFrameRate([120_000, 1001])).toEqual([120_000, 2002]);
    expect(renditionFrameRate([60, 1])).toEqual([60, 1]);
  });
});

const described = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'master':
  Metadata:
    major_brand     : isom
  Duration: 01:02:03.45, start: 0.000000, bitrate: 9673 kb/s
  Stream #0:0[0x1](und): Video: hevc (Main 10) (hvc1 / 0x31637668), yuv420p10le(tv, bt2020nc/bt2020/smpte2084), 1920x1080 [SAR 1:1 DAR 16:9], 9597 kb/s, 29.97 fps, 29.97 tbr, 30k tbn (default)
    Metadata:
      handler_name    : VideoHandler
    Side data:
      displaymatrix: rotation of -90.00 degrees
  Stream #0:1[0x2](kor): Audio: ac3 (ac-3 / 0x332D6361), 48000 Hz, 5.1(side), fltp, 384 kb/s (default)
  Stream #0:2[0x3](eng): Subtitle: mov_text (tx3g / 0x67337874), 0 kb/s
  Stream #0:3: Video: mjpeg (Baseline), yuvj420p(pc), 600x600, 90k tbr, 90k tbn (attached pic)
At least one output file must be specified`;

describe('reading what ffmpeg says of a file', () => {
  test('finds picture, sound and text', () => {
    expect(parseProbe(described)).toEqual({
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      durationMs: 3_723_450,
      video: {
        index: 0,
        codec: 'hevc',
        width: 1080,
        height: 1920,
        frameRate: [30_000, 1001],
        interlaced: false,
        hdr: true,
      },
      audio: [{ index: 1, codec: 'ac3', channels: 6, language: 'kor', role: 'main' }],
      text: [{ index: 2, codec: 'mov_text', language: 'eng' }],
    });
  });
  test('reads the wording of older and of odd files', () => {
    const older = parseProbe(`Input #0, mpegts, from 'master':
  Duration: N/A, start: 1.400000, bitrate: N/A
    Stream #0:0[0x100]: Video: mpeg2video (Main) ([2][0][0][0] / 0x0002), yuv420p(tv, top first), 720x480 [SAR 32:27 DAR 16:9], 29.97 fps, 29.97 tbr, 90k tbn
    Stream #0:1[0x101]: Audio: mp2 ([3][0][0][0] / 0x0003), 48000 Hz, 10 channels, s16p, 192 kb/s`);
    expect(older).toMatchObject({
      durationMs: null,
      video: { width: 853, height: 480, interlaced: true, frameRate: [30_000, 1001] },
      audio: [{ channels: 10 }],
    });
  });
  test('knows a picture in a sound file for what it is', () => {
    const song = parseProbe(`Input #0, mp3, from 'master':
  Duration: 00:03:00.00, start: 0.025057, bitrate: 192 kb/s
  Stream #0:0: Audio: mp3 (mp3float), 44100 Hz, stereo, fltp, 192 kb/s
  Stream #0:1: Video: png, rgba(pc), 500x500, 90k tbr, 90k tbn (attached pic)`);
    expect(song).toMatchObject({ video: null, audio: [{ channels: 2 }] });
  });
  test('finds every audio track with its language and role', () => {
    const line = (n: number, language: string, flags: string) =>
      `  Stream #0:${n}(${language}): Audio: aac (LC), 48000 Hz, stereo, fltp, 128 kb/s ${flags}`;
    const file = [
      "Input #0, matroska,webm, from 'a.mkv':",
      line(0, 'kor', '(default)'),
      line(1, 'eng', '(dub)'),
      line(2, 'kor', '(visual impaired)'),
      line(3, 'und', '(comment)'),
    ].join('\n');
    expect(parseProbe(file)?.audio.map(({ index, language, role }) => [index, language, role])).toEqual([
      [0, 'kor', 'main'],
      [1, 'eng', 'dub'],
      [2, 'kor', 'description'],
      [3, null, 'commentary'],
    ]);
  });
  test('answers nothing for what is not media', () => {
    expect(parseProbe('master: Invalid data found when processing input')).toBeNull();
    expect(parseProbe('')).toBeNull();
  });
  test('never throws, whatever was printed', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (noise) => void parseProbe(`Input #0, x, from 'y':\n  Stream #0:0: Video: ${noise}`),
      ),
    );
  });
  test('recovers exact frame rates', () => {
    expect([23.98, 29.97, 59.94, 25, 12.5].map(exactFrameRate)).toEqual([
      [24_000, 1001],
      [30_000, 1001],
      [60_000, 1001],
      [25, 1],
      [12_500, 1000],
    ]);
  });
  test('tells a file without its end', () => {
    expect(saysTruncated('[mov] moov atom not found')).toBe(true);
    expect(saysTruncated('[mov] stream 0, offset 0x123: partial file')).toBe(true);
    expect(saysTruncated('frame=  100 fps= 25')).toBe(false);
    expect(endsEarly(60_000, 30_000)).toBe(true);
    expect(endsEarly(60_000, 59_000)).toBe(false);
  });
});

test('loudness is read from the last summary', () => {
  const summary = (lufs: string) => `[Parsed_ebur128_1 @ 0x1] Summary:

  Integrated loudness:
    I:         ${lufs} LUFS
    Threshold: -31.8 LUFS

  Loudness range:
    LRA:         3.2 LU
    Threshold: -41.7 LUFS

  True peak:
    Peak:       -1.5 dBFS
`;
  expect(parseLoudness(summary('-23.4'))).toEqual({
    integratedLufs: -23.4,
    rangeLu: 3.2,
    truePeakDbfs: -1.5,
  });
  expect(
    isSilent(parseLoudness(summary('-70.0')) ?? { integratedLufs: 0, rangeLu: 0, truePeakDbfs: 0 }),
  ).toBe(true);
  expect(parseLoudness(summary('nan'))?.integratedLufs).toBe(-70);
  expect(parseLoudness('nothing')).toBeNull();
});

describe('tool arguments', () => {
  const probe = parseProbe(described);
  if (!probe?.video) throw new Error('no probe');
  const renditions = ladderFor(probe.video);
  const { video, audio } = probe;
  const args = transcodeArguments({ master: '/m', folder: '/f', video, audio, renditions, threads: 2 });
  test('encode all renditions in one command, key frames at the same instants', () => {
    expect(args.filter((arg) => arg === '-i')).toHaveLength(1);
    expect(args.filter((arg) => arg === 'expr:gte(t,n_forced*2)')).toHaveLength(renditions.length);
    expect(args.join(' ')).toContain('channel_layouts=stereo');
    expect(args.join(' ')).toContain('tonemap');
  });
  test('read a master as a file only, in formats that cannot point elsewhere', () => {
    expect(args.slice(0, args.indexOf('-i')).join(' ')).toMatch(
      /-protocol_whitelist file -format_whitelist \S+$/,
    );
    expect(args.join(' ')).not.toMatch(/hls|concat/);
  });
  test('encode every audio track, and the audio tracks alone without a picture', () => {
    const dub = { index: 7, codec: 'aac', channels: 2, language: 'eng', role: 'dub' } as const;
    const tracks = [...audio, dub];
    const job = { master: '/m', folder: '/f', audio: tracks, threads: 2 };
    const both = transcodeArguments({ ...job, video, renditions }).join(' ');
    expect(both).toContain('/f/audio.mp4');
    expect(both).toContain('/f/audio-2.mp4');
    expect(both.match(/ebur128/g)).toHaveLength(1);
    const soundOnly = transcodeArguments({ ...job, video: null, renditions: [] }).join(' ');
    expect(soundOnly).toContain('/f/audio-2.mp4');
    expect(soundOnly).not.toContain('libx264');
  });
  test('package with one key, or without encryption', () => {
    const tracks = [
      { name: 'v720', kind: 'video' },
      { name: 'audio', kind: 'audio' },
    ] as const;
    const key = { keyId: 'a'.repeat(32), contentKey: 'b'.repeat(32) };
    const encrypted = packagerArguments({ from: '/t', to: '/p', tracks, key }).join(' ');
    expect(encrypted).toContain('in=/t/audio.mp4,stream=audio');
    expect(encrypted).toContain('--protection_scheme cbcs');
    expect(encrypted).toContain('drm_label');
    const clear = packagerArguments({ from: '/t', to: '/p', tracks, key: null }).join(' ');
    expect(clear).not.toMatch(/protection|drm_label|key/);
  });
  test('progress is the last position printed', () => {
    expect(progressMs('out_time_us=N/A\nout_time_us=1500000\nout_time=…\nout_time_us=2500000\n')).toBe(2500);
    expect(progressMs('out_time_us=-9223372036854775807\n')).toBe(0);
    expect(progressMs('frame=1\n')).toBeNull();
  });
  test('the preview is inside the video and begins on a key frame', () => {
    expect(previewStart(3000)).toBe(0);
    expect(previewStart(60_000)).toBe(12);
    expect(previewStart(20_000)).toBe(4);
  });
});

describe('the storyboard', () => {
  test('covers the whole video, each frame once', () => {
    const plan = planStoryboard({ width: 426, height: 240, durationMs: 125_300 });
    expect(plan).toMatchObject({ intervalSeconds: 2, count: 63, sheets: 3, width: 160, height: 90 });
    const tree = new WebVTTParser().parse(storyboardVtt(plan, 125_300, 'storyboard'), 'metadata');
    expect(tree.errors).toEqual([]);
    expect(tree.cues).toHaveLength(63);
    expect(tree.cues[0]).toMatchObject({ startTime: 0, text: 'storyboard/001.jpg#xywh=0,0,160,90' });
    expect(tree.cues[26]?.text).toBe('storyboard/002.jpg#xywh=160,0,160,90');
    expect(tree.cues.at(-1)?.endTime).toBeCloseTo(125.3);
  });
  test('takes frames less often in a long video', () => {
    expect(planStoryboard({ width: 426, height: 240, durationMs: 7_200_000 }).count).toBeLessThanOrEqual(300);
    expect(planStoryboard({ width: 240, height: 426, durationMs: 5000 })).toMatchObject({
      width: 90,
      height: 160,
      count: 3,
    });
  });
  test('writes times as WebVTT does', () => {
    expect(vttTime(3661.5)).toBe('01:01:01.500');
    expect(vttTime(59.9996)).toBe('00:01:00.000');
  });
});

describe('captions', () => {
  test('are read in time that grows with their length, whatever they are made of', () => {
    // A time that grew with its square would be hours, and the test's own limit would end it.
    for (const part of ['{\\', '<font', '</font', '<', '&#1', '&', '-->', ' ']) {
      const line = part.repeat(1_900_000 / part.length);
      toWebVtt(`00:01.000 --> 00:02.000\n${line}\n`);
      toWebVtt(line);
    }
  });

  const good = (text: string) => {
    const read = toWebVtt(text);
    if (!read.ok) throw new Error(`${read.problem} in line ${read.line}`);
    const tree = new WebVTTParser().parse(read.vtt, 'subtitles/captions/descriptions');
    expect(tree.errors).toEqual([]);
    return tree.cues;
  };
  test('SubRip becomes WebVTT, in order of time', () => {
    const cues = good(
      '\uFEFF1\r\n00:00:05,500 --> 00:00:07,000\r\n<font color="red">둘</font>\r\n\r\n2\r\n00:00:01,000 --> 00:00:02,000 X1:1\r\n<i>하나</i> & {\\an8}둘 < 셋\r\n',
    );
    expect(cues.map(({ startTime, text }) => [startTime, text])).toEqual([
      [1, '<i>하나</i> &amp; 둘 &lt; 셋'],
      [5.5, '둘'],
    ]);
  });
  test('WebVTT stays WebVTT: settings, comments and headers', () => {
    const cues = good(
      'WEBVTT - 제목\n\nNOTE a\nb\n\nintro\n00:01.000 --> 00:02.000 line:10% align:start\n안녕\n하세요\n',
    );
    expect(cues).toHaveLength(1);
    expect(cues[0]).toMatchObject({ startTime: 1, endTime: 2, text: '안녕\n하세요' });
  });
  test('Hangul is put together', () => {
    expect(good(`1\n00:00:01,000 --> 00:00:02,000\n${'한글'.normalize('NFD')}\n`)[0]?.text).toBe('한글');
  });
  test('a missing blank line between cues is forgiven', () => {
    expect(good('1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB\n')).toHaveLength(
      2,
    );
  });
  test.each([
    ['', 'empty', 1],
    ['이것은 자막이 아니에요', 'no_cues', 1],
    ['1\n00:00:01 --> 00:00:02,000\nA', 'bad_time', 2],
    ['1\n00:00:05,000 --> 00:00:02,000\nA', 'ends_before_start', 2],
    ['1\n00:99:05,000 --> 01:00:02,000\nA', 'bad_time', 2],
    ['\0\0\0', 'not_text', 1],
  ])('says what is wrong with %j', (text, problem, line) => {
    expect(toWebVtt(text)).toEqual({ ok: false, problem, line });
  });
  test('whatever comes in, what comes out is valid', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '',
        '<i>',
        '</c>',
        '-->',
        '&',
        '<00:00',
        '00:00:01,000 --> 00:00:02,000',
        'STYLE',
        'WEBVTT',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const read = toWebVtt(`1\n00:00:00,100 --> 00:00:00,900\n가\n\n${lines.join('\n')}`);
        if (read.ok) expect(toWebVtt(read.vtt).ok).toBe(true);
      }),
    );
  });
});
