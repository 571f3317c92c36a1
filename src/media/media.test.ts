import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { packetArguments, previewStart, probeArguments, progressMs, transcodeArguments } from './ffmpeg.ts';
import { ladderFor, renditionFrameRate } from './ladder.ts';
import { isSilent, parseLoudness } from './loudness.ts';
import { packagerArguments } from './packager.ts';
import {
  endsEarly,
  exactFrameRate,
  PacketReader,
  packageLength,
  parseProbe,
  sustainedFrameRate,
} from './probe.ts';
import { planSounds } from './sounds.ts';
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

/** The output of ffprobe for a file with these streams. */
const probed = (streams: object[], format: object = {}) =>
  JSON.stringify({
    streams: streams.map((stream, index) => ({ index, ...stream })),
    format: {
      format_name: 'mov,mp4,m4a,3gp,3g2,mj2',
      start_time: '0.000000',
      duration: '60.000000',
      ...format,
    },
  });
const picture = {
  codec_type: 'video',
  codec_name: 'h264',
  width: 1920,
  height: 1080,
  avg_frame_rate: '25/1',
};
const sound = { codec_type: 'audio', codec_name: 'aac', channels: 2, channel_layout: 'stereo' };
const read = (streams: object[], format?: object) => {
  const probe = parseProbe(probed(streams, format));
  if (!probe) throw new Error('not read');
  return probe;
};
const videoOf = (stream: object) => read([{ ...picture, ...stream }]).video;

const described = probed(
  [
    {
      ...picture,
      codec_name: 'hevc',
      pix_fmt: 'yuv420p10le',
      color_range: 'tv',
      color_space: 'bt2020nc',
      color_transfer: 'smpte2084',
      color_primaries: 'bt2020',
      avg_frame_rate: '30000/1001',
      sample_aspect_ratio: '1:1',
      side_data_list: [{ side_data_type: 'Display Matrix', rotation: -90 }],
    },
    {
      ...sound,
      codec_name: 'ac3',
      channels: 6,
      channel_layout: '5.1(side)',
      disposition: { default: 1 },
      tags: { language: 'kor' },
    },
    { codec_type: 'subtitle', codec_name: 'mov_text', tags: { language: 'eng' } },
    { ...picture, codec_name: 'mjpeg', disposition: { attached_pic: 1 } },
  ],
  { duration: '3723.450000' },
);

describe('reading what ffprobe says of a file', () => {
  test('finds picture, sound and text', () => {
    expect(parseProbe(described)).toEqual({
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      startSeconds: 0,
      durationMs: 3_723_450,
      video: {
        index: 0,
        codec: 'hevc',
        width: 1080,
        height: 1920,
        frameRate: [30_000, 1001],
        interlaced: false,
        hdr: true,
        color: { matrix: 'bt2020nc', primaries: 'bt2020', transfer: 'smpte2084', range: 'tv' },
      },
      audio: [
        {
          index: 1,
          codec: 'ac3',
          channels: 6,
          layout: '5.1(side)',
          language: 'ko',
          secondLanguage: null,
          role: 'main',
          title: null,
          isDefault: true,
        },
      ],
      text: [{ index: 2, codec: 'mov_text', language: 'en', forced: false }],
    });
  });
  test('applies the shape of the pixels and knows interlaced pictures', () => {
    const video = videoOf({ width: 720, height: 480, sample_aspect_ratio: '32:27', field_order: 'tt' });
    expect(video).toMatchObject({ width: 853, height: 480, interlaced: true });
    expect(read([picture], { duration: undefined }).durationMs).toBeNull();
  });
  test('turns a picture by its matrix, and never by words in a title', () => {
    const titled = { tags: { title: 'rotation of 90 degrees', comment: 'Audio: aac, 9 channels' } };
    expect(videoOf(titled)).toMatchObject({ width: 1920, height: 1080 });
    expect(videoOf({ ...titled, side_data_list: [{ rotation: 90 }] })).toMatchObject({ width: 1080 });
    expect(videoOf({ side_data_list: [{ rotation: 180 }] })).toMatchObject({ width: 1920 });
  });
  test('assumes the colors that a picture does not state', () => {
    const colorOf = (stream: object) => Object.values(videoOf(stream)?.color ?? {}).join(' ');
    expect(colorOf({})).toBe('bt709 bt709 bt709 tv');
    expect(colorOf({ width: 720, height: 576 })).toBe('smpte170m smpte170m bt709 tv');
    expect(colorOf({ color_space: 'bt470bg', height: 576, width: 720 })).toBe('bt470bg bt470bg bt709 tv');
    expect(colorOf({ color_transfer: 'smpte2084' })).toBe('bt2020nc bt2020 smpte2084 tv');
    expect(colorOf({ color_transfer: 'arib-std-b67', width: 320, height: 180 })).toBe(
      'bt2020nc bt2020 arib-std-b67 tv',
    );
    expect(colorOf({ color_space: 'bt2020nc' })).toBe('bt2020nc bt2020 bt709 tv');
    expect(colorOf({ color_range: 'pc' })).toBe('bt709 bt709 bt709 pc');
    expect(colorOf({ pix_fmt: 'yuvj420p' })).toBe('bt709 bt709 bt709 pc');
    expect(colorOf({ pix_fmt: 'rgb24', width: 320, height: 180 })).toBe('gbr bt709 bt709 pc');
    expect(colorOf({ color_space: 'reserved', color_primaries: 'unknown' })).toBe('bt709 bt709 bt709 tv');
  });
  test('knows a picture in a sound file for what it is', () => {
    const cover = { ...picture, codec_name: 'png', disposition: { attached_pic: 1 } };
    expect(read([sound, cover])).toMatchObject({ video: null, audio: [{ channels: 2 }] });
  });
  test('finds every audio track with its language and role', () => {
    const track = (language: string, disposition: object, title?: string) => ({
      ...sound,
      disposition,
      tags: { language, title },
    });
    const { audio } = read([
      track('kor', { default: 1 }),
      track('en-US', { dub: 1 }),
      track('ko-KR', { visual_impaired: 1 }),
      track('und', { comment: 1 }),
      { ...sound, tags: { language: 'kor', handler_name: '화면해설' } },
      track('eng', {}, 'English Dub'),
      track('kor', {}, 'Director’s Commentary'),
      track('jpn', { original: 1 }, 'dubbing studio master'),
      track('-', {}),
    ]);
    expect(audio.map(({ index, language, role }) => [index, language, role])).toEqual([
      [0, 'ko', 'main'],
      [1, 'en', 'dub'],
      [2, 'ko', 'description'],
      [3, null, 'commentary'],
      [4, 'ko', 'description'],
      [5, 'en', 'dub'],
      [6, 'ko', 'commentary'],
      [7, 'ja', 'main'],
      [8, null, 'main'],
    ]);
  });
  test('answers nothing for what is not media', () => {
    for (const json of ['', '{}', '{"streams": []}', 'null ', 'Invalid data found'])
      expect(parseProbe(json)).toBeNull();
  });
  test('never throws, whatever a tag contains', () => {
    fc.assert(
      fc.property(fc.string(), (noise) => {
        const tags = { language: noise, title: noise };
        void read([
          { ...picture, pix_fmt: noise, avg_frame_rate: noise, tags },
          { ...sound, tags },
        ]);
      }),
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
});

describe('reading the packets of a file', () => {
  const frames = (index: number, times: readonly number[], length: number | 'N/A') =>
    times.map((time) => `${index},${time.toFixed(6)},${time.toFixed(6)},${length}\n`).join('');
  const steps = (count: number, step: number, from = 0) =>
    Array.from({ length: count }, (_, n) => from + n * step);
  const reader = (text: string, of: Partial<ConstructorParameters<typeof PacketReader>[0]> = {}) => {
    const packets = new PacketReader({
      container: 'matroska,webm',
      startSeconds: 0,
      video: videoOf({}),
      ...of,
    });
    // In pieces that end anywhere.
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) packets.push(piece);
    return packets;
  };

  test('finds the end of each stream, whatever another stream says', () => {
    const text = [
      frames(0, steps(75, 0.04), 0.04),
      frames(1, steps(50, 0.064), 0.064),
      '2,19.0,19.0,2.5\n',
    ].join('');
    const packets = reader(text);
    expect([[0], [1], [2]].map((indexes) => packets.endMs(indexes))).toEqual([3000, 3200, 21_500]);
    expect(packets.endMs()).toBe(21_500);
  });
  test('counts from the start of the container, and completes a last frame without a length', () => {
    const packets = reader(frames(0, steps(25, 0.04, 1.4), 'N/A'), { startSeconds: 1.4 });
    expect(packets.endMs([0])).toBe(1000);
  });
  test('follows the clock of a broadcast stream that begins anew', () => {
    const twice = frames(0, steps(50, 0.04, 80_000), 0.04) + frames(0, steps(50, 0.04, 5), 0.04);
    expect(reader(twice, { container: 'mpegts', startSeconds: 80_000 }).endMs([0])).toBe(4000);
    expect(reader(frames(0, steps(50, 0.04), 0.04), { container: 'mpegts' }).endMs([0])).toBe(2000);
  });
  test('takes the rate of the fastest part where frames come at an uneven rate', () => {
    const uneven = reader(frames(0, [...steps(5, 1), ...steps(150, 1 / 30, 5)], 'N/A'));
    expect(sustainedFrameRate([31, 2], uneven.frameSeconds())).toEqual([30, 1]);
    const reordered = frames(0, [0, 0.16, 0.08, 0.04, 0.12, 0.2], 'N/A');
    expect(sustainedFrameRate([25, 1], reader(reordered).frameSeconds())).toEqual([25, 1]);
    expect(sustainedFrameRate([24_000, 1001], null)).toEqual([24_000, 1001]);
    expect(sustainedFrameRate([10, 1], 0.001)).toEqual([60, 1]);
  });
  test('tells a file without its end', () => {
    expect(endsEarly(60_000, 30_000)).toBe(true);
    expect(endsEarly(60_000, 59_000)).toBe(false);
  });
  test('a package is as long as its picture, or as its sound if that goes on', () => {
    expect(packageLength(3000, 3050)).toBe(3000);
    expect(packageLength(3000, 20_000)).toBe(20_000);
    expect(packageLength(3000, 1000)).toBe(3000);
    expect(packageLength(null, 1000)).toBe(1000);
  });
});

describe('the audio tracks of a package', () => {
  const plan = (streams: object[], hasPicture = true) =>
    planSounds(read(streams.map((stream) => ({ ...sound, ...stream }))).audio, hasPicture).map(
      ({ name, inputs, mix, channels, language }) => [name, inputs.join('+'), mix, channels, language],
    );
  const tags = (language: string, title?: string) => ({ tags: { language, title } });

  test('are stereo, and surround too where the master has it', () => {
    const six = { channels: 6, channel_layout: '5.1' };
    expect(plan([{ ...six, ...tags('kor') }, tags('eng')])).toEqual([
      ['audio', '0', 'convert', 2, 'ko'],
      ['audio-2', '1', 'convert', 2, 'en'],
      ['audio-surround', '0', 'convert', 6, 'ko'],
    ]);
    expect(plan([six], false)).toEqual([['audio', '0', 'convert', 2, null]]);
    expect(plan([{ channels: 9, channel_layout: undefined }])).toEqual([['audio', '0', 'fold', 2, null]]);
  });
  test('join two mono streams of one sound, and no others', () => {
    const mono = { channels: 1, channel_layout: 'mono' };
    expect(plan([mono, mono, mono])).toEqual([
      ['audio', '0+1', 'join', 2, null],
      ['audio-2', '2', 'convert', 2, null],
    ]);
    expect(
      plan([
        { ...mono, ...tags('kor') },
        { ...mono, ...tags('eng') },
      ]).map(([, inputs]) => inputs),
    ).toEqual(['0', '1']);
    expect(
      plan([
        { ...mono, ...tags('kor', '본편') },
        { ...mono, ...tags('kor', '화면해설') },
      ]),
    ).toHaveLength(2);
  });
  test('have one language for each channel of a bilingual stream', () => {
    expect(plan([tags('kor,eng')])).toEqual([
      ['audio', '0', 'left', 2, 'ko'],
      ['audio-2', '0', 'right', 2, 'en'],
    ]);
  });
  test('begin with the default track, and never with a description', () => {
    const description = { disposition: { default: 1, visual_impaired: 1 }, ...tags('kor') };
    expect(plan([description, tags('kor')]).map(([, inputs]) => inputs)).toEqual(['1', '0']);
    expect(plan([tags('kor'), { disposition: { default: 1 }, ...tags('eng') }])[0]?.[4]).toBe('en');
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
  const job = { master: '/m', folder: '/f', renditions, durationMs: 20_000, threads: 2 };
  const args = transcodeArguments({ ...job, video, sounds: planSounds(audio, true) });
  const graphOf = (stream: object) => {
    const other = videoOf(stream);
    const line = transcodeArguments({ ...job, video: other, sounds: [] });
    return line[line.indexOf('-filter_complex') + 1] ?? '';
  };
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
  test('state the color before and after', () => {
    const stated = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=';
    for (const stream of [{}, { color_range: 'pc' }, { pix_fmt: 'rgb24' }, { width: 720, height: 480 }]) {
      const graph = graphOf(stream);
      expect(graph.match(/setparams=/g)).toHaveLength(1 + renditions.length);
      expect(graph).toContain(`${stated}tv[v0]`);
      expect(graph).toContain('in_color_matrix=bt709:in_range=tv:out_color_matrix=bt709:out_range=tv');
    }
    expect(graphOf({})).not.toContain('zscale');
    expect(graphOf({ color_range: 'pc' })).toContain(`${stated}pc,zscale=t=bt709:m=bt709:r=tv:p=bt709`);
    expect(graphOf({ pix_fmt: 'rgb24' })).toMatch(
      /format=gbrp\|\S+,setparams=colorspace=gbr:.*range=pc,zscale/,
    );
    expect(graphOf({ color_transfer: 'smpte2084' })).toMatch(
      /setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084:range=tv,zscale=t=linear/,
    );
    expect(args.join(' ')).toContain(
      '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv',
    );
  });
  test('end every track at the same instant, and keep the last frame', () => {
    const graph = args[args.indexOf('-filter_complex') + 1] ?? '';
    expect(graph).toContain('eof_action=pass,tpad=stop_mode=clone:stop=-1,trim=duration=20.000');
    expect(graph.match(/apad,atrim=duration=20\.000/g)).toHaveLength(2);
  });
  test('read masters for ffprobe in the same formats only', () => {
    for (const line of [probeArguments('/m'), packetArguments('/m')])
      expect(line.join(' ')).toMatch(/-protocol_whitelist file -format_whitelist \S+ -i \/m/);
  });
  test('encode every audio track, and the audio tracks alone without a picture', () => {
    const [first] = audio;
    if (!first) throw new Error('no audio');
    const both = [first, { ...first, index: 7, channels: 2, language: 'en', role: 'dub' } as const];
    const whole = transcodeArguments({ ...job, video, sounds: planSounds(both, true) }).join(' ');
    expect(whole).toContain('/f/audio.mp4');
    expect(whole).toContain('/f/audio-2.mp4');
    expect(whole).toContain('-b:a 384k -map_metadata -1 -map_chapters -1 -f mp4 /f/audio-surround.mp4');
    expect(whole.match(/ebur128/g)).toHaveLength(1);
    const sounds = planSounds(both, false);
    const soundOnly = transcodeArguments({ ...job, video: null, renditions: [], sounds }).join(' ');
    expect(soundOnly).toContain('/f/audio-2.mp4');
    expect(soundOnly).not.toContain('libx264');
  });
  test('fold channels without known loudspeakers, and join two streams', () => {
    const graph = (streams: object[]) =>
      transcodeArguments({
        ...job,
        video: null,
        renditions: [],
        sounds: planSounds(read(streams).audio, false),
      }).join(' ');
    expect(graph([{ ...sound, channels: 9 }])).toContain('pan=stereo|c0<c0+c2+c4+c6+c8|c1<c1+c3+c5+c7');
    const mono = { ...sound, channels: 1 };
    expect(graph([mono, mono])).toContain('[side0_0][side0_1]join=inputs=2:channel_layout=stereo');
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
