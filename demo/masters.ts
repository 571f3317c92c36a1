/**
 * The demo's master videos: moving pictures through worlds that are drawn here, with a title burned in, a clock, music
 * made note by note, and captions. ffmpeg only moves, mixes and encodes.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { outline } from './artwork/outlines.ts';
import { mix, palette } from './artwork/palettes.ts';
import { chance } from './artwork/random.ts';
import { n } from './artwork/sheet.ts';
import { composeMusic, type Mood } from './artwork/sound.ts';
import { drawBackdrop } from './artwork.ts';
import { type Cue, webVtt } from './captions.ts';
import type { Art, PaletteName } from './catalogue/types.ts';

export interface Master {
  id: string;
  title_ko: string;
  title_en: string;
  /** WebVTT texts. */
  captions: { ko: string; en: string };
  /** Writes the video (MP4, H.264 and AAC) to `outFile`. */
  make(outFile: string, programs: { ffmpeg: string }): Promise<void>;
}

interface Plan {
  id: string;
  title_ko: string;
  title_en: string;
  width: number;
  height: number;
  fps: number;
  seconds: number;
  palette: PaletteName;
  mood: Mood;
  /** The particles that move through the picture. */
  drift: 'snow' | 'petals' | 'sparks';
  /** One after another, each for the same time. */
  worlds: { slug: string; art: Pick<Art, 'scene' | 'palette'> }[];
  cues: Cue[];
}

const plans: Plan[] = [
  {
    id: 'lighthouse-night',
    title_ko: '등대의 불이 꺼지는 밤',
    title_en: 'The Night the Lighthouse Went Dark',
    width: 1280,
    height: 720,
    fps: 24,
    seconds: 21,
    palette: 'dusk',
    mood: 'tender',
    drift: 'sparks',
    worlds: [
      { slug: 'lighthouse-evening', art: { scene: 'sea', palette: 'dusk' } },
      { slug: 'island-path', art: { scene: 'mountains', palette: 'plum' } },
      { slug: 'island-letters', art: { scene: 'sea', palette: 'night' } },
    ],
    cues: [
      [
        1,
        4.6,
        '이 섬의 등대는 백 년 동안 하루도 꺼진 적이 없었다.',
        'For a hundred years the light on this island had never once gone out.',
      ],
      [5.2, 8.8, '오늘 밤이 그 마지막 밤이다.', 'Tonight is the last of those nights.'],
      [
        9.4,
        13.2,
        '나는 계단 끝에서 편지 한 묶음을 찾았다.',
        'At the top of the stairs I found a bundle of letters.',
      ],
      [13.8, 17, '보낸 사람은 단 한 명이었다.', 'All of them came from one person.'],
      [17.4, 20.4, '그리고 맨 위에는 내 이름이 적혀 있었다.', 'And the one on top had my name on it.'],
    ],
  },
  {
    id: 'hanyang-moonlight',
    title_ko: '한양의 달밤',
    title_en: 'Moonlight over Hanyang',
    width: 1280,
    height: 720,
    fps: 25,
    seconds: 30,
    palette: 'night',
    mood: 'solemn',
    drift: 'petals',
    worlds: [
      { slug: 'hanyang-roofs', art: { scene: 'hanok', palette: 'night' } },
      { slug: 'hanyang-gate', art: { scene: 'dancheong', palette: 'vermilion' } },
      { slug: 'hanyang-map', art: { scene: 'mountains', palette: 'azure' } },
      { slug: 'hanyang-blossom', art: { scene: 'botanical', palette: 'rose' } },
    ],
    cues: [
      [1.2, 5.4, '보름달이 뜨면 성문은 일찍 닫힌다.', 'When the moon is full, the city gates close early.'],
      [
        6,
        10.2,
        '그러나 하늘을 재는 사람에게 밤은 이제 시작이다.',
        'But for those who measure the sky, the night has just begun.',
      ],
      [
        10.8,
        15.4,
        '단청 아래에서 누군가 내 이름을 불렀다.',
        'Beneath the painted eaves, somebody called my name.',
      ],
      [
        16,
        20.6,
        '“오늘 달이 가려질 것이다. 그때까지 살아 있거라.”',
        '“The moon will be covered tonight. Stay alive until then.”',
      ],
      [
        21.2,
        25.4,
        '매화가 지는 소리가 들릴 만큼 조용했다.',
        'It was quiet enough to hear the plum blossom fall.',
      ],
      [26, 29.4, '나는 붓을 들고 시각을 적었다.', 'I picked up my brush and wrote down the hour.'],
    ],
  },
  {
    id: 'around-the-alley',
    title_ko: '새벽 골목 한 바퀴',
    title_en: 'Once Around the Alley',
    width: 1280,
    height: 720,
    fps: 30,
    seconds: 26,
    palette: 'neon',
    mood: 'lively',
    drift: 'sparks',
    worlds: [
      { slug: 'alley-neon', art: { scene: 'alley', palette: 'neon' } },
      { slug: 'alley-noodle', art: { scene: 'bowls', palette: 'amber' } },
      { slug: 'alley-rain', art: { scene: 'rain', palette: 'azure' } },
      { slug: 'alley-stairs', art: { scene: 'stairs', palette: 'coral' } },
    ],
    cues: [
      [
        1,
        4.8,
        '새벽 네 시, 골목에서 제일 먼저 켜지는 불은 국숫집입니다.',
        'At four in the morning, the first light on the street is the noodle shop.',
      ],
      [
        5.4,
        9.4,
        '멸치 육수는 어젯밤부터 끓고 있었어요.',
        'The anchovy broth has been going since last night.',
      ],
      [
        10,
        14.2,
        '비가 오는 날에는 손님이 두 배로 늘어난대요.',
        'On rainy days, they say, twice as many people come.',
      ],
      [
        14.8,
        19.4,
        '우산을 접고 들어오는 얼굴을 보면 그날의 간을 알 수 있답니다.',
        'One look at a face under a dripping umbrella tells them how to season the soup.',
      ],
      [
        20,
        25.2,
        '한 그릇 비우고 계단을 오르면, 해가 뜹니다.',
        'Finish the bowl, climb the stairs, and there’s the sun.',
      ],
    ],
  },
  {
    id: 'moon-rabbit-delivery',
    title_ko: '달토끼의 첫 배달',
    title_en: 'The Moon Rabbit’s First Delivery',
    width: 1280,
    height: 720,
    fps: 30,
    seconds: 24,
    palette: 'candy',
    mood: 'playful',
    drift: 'snow',
    worlds: [
      { slug: 'rabbit-moon', art: { scene: 'space', palette: 'candy' } },
      { slug: 'rabbit-bear', art: { scene: 'faces', palette: 'night' } },
      { slug: 'rabbit-kongi', art: { scene: 'faces', palette: 'candy' } },
    ],
    cues: [
      [
        0.8,
        4.4,
        '안녕! 나는 달나라 떡집의 막내 토리야.',
        'Hi! I’m Tori, the littlest rabbit at the moon’s rice-cake shop.',
      ],
      [
        5,
        9,
        '오늘은 내 첫 배달 날이야. 두근두근!',
        'Today is my very first delivery. My heart’s going thump, thump!',
      ],
      [
        9.6,
        13.8,
        '별똥별 자전거를 타고 지구까지 슈웅!',
        'Onto my shooting-star bike and whoosh, all the way to Earth!',
      ],
      [14.4, 18.6, '똑똑똑, 따끈한 송편 왔어요!', 'Knock, knock, knock! Warm songpyeon, just for you!'],
      [19.2, 23.4, '떡 하나에 소원 하나, 잊지 마!', 'One wish for every rice cake. Don’t forget!'],
    ],
  },
  {
    id: 'morning-above-the-clouds',
    title_ko: '구름 위의 아침',
    title_en: 'Morning Above the Clouds',
    width: 1920,
    height: 1080,
    fps: 24,
    seconds: 36,
    palette: 'dawn',
    mood: 'tender',
    drift: 'snow',
    worlds: [
      { slug: 'cloud-ridge', art: { scene: 'mountains', palette: 'dawn' } },
      { slug: 'river-cloud', art: { scene: 'contours', palette: 'jade' } },
      { slug: 'snow-cloud', art: { scene: 'snow', palette: 'ice' } },
      { slug: 'sea-cloud', art: { scene: 'sea', palette: 'coral' } },
    ],
    cues: [
      [
        1.4,
        6.2,
        '백두대간의 아침은 골짜기가 아니라 능선에서 시작된다.',
        'Along the spine of the peninsula, morning begins on the ridges, not in the valleys.',
      ],
      [
        6.8,
        12,
        '구름이 발밑에 깔리면 산은 섬이 된다.',
        'When the clouds lie at your feet, the mountains turn into islands.',
      ],
      [
        12.8,
        18,
        '물은 가장 낮은 길을 천 년째 외우고 있다.',
        'Water has spent a thousand years learning the lowest road by heart.',
      ],
      [18.8, 24.4, '눈이 내리면 발자국만이 지도가 된다.', 'When it snows, footprints are the only map.'],
      [25.2, 30.4, '그리고 모든 길은 끝내 바다를 만난다.', 'And every road, in the end, meets the sea.'],
      [31, 35.2, '거기서 다시 구름이 시작된다.', 'There, the clouds begin again.'],
    ],
  },
];

const crossing = 1;

/** The title in two languages on nothing, for the lower left of the picture. */
async function titlePicture(plan: Plan): Promise<Buffer> {
  const size = plan.height * 0.098;
  const title = outline(plan.title_ko, Math.round(size), 'Black', -0.01);
  const english = outline(plan.title_en, Math.round(size * 0.34), 'Medium', 0.05);
  const width = Math.ceil(Math.max(title.width, english.width) + size);
  const height = Math.ceil(size * 2.1);
  const tone = palette(plan.palette).accent;
  const at = (y: number) => `translate(${n(size * 0.3)} ${n(y)})`;
  const edge = `fill="#000" stroke="#000" stroke-linejoin="round"`;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g ${edge} stroke-width="${n(size * 0.16)}" opacity=".16"><path d="${title.d}" transform="${at(size * 1.12)}"/><path d="${english.d}" transform="${at(size * 1.72)}"/></g><g ${edge} stroke-width="${n(size * 0.07)}" opacity=".3"><path d="${title.d}" transform="${at(size * 1.12)}"/><path d="${english.d}" transform="${at(size * 1.72)}"/></g><rect x="${n(size * 0.32)}" y="0" width="${n(size * 0.7)}" height="${n(size * 0.08)}" fill="${tone}"/><path d="${title.d}" transform="${at(size * 1.12)}" fill="#fff"/><path d="${english.d}" transform="${at(size * 1.72)}" fill="#fff" opacity=".92"/></svg>`,
    ),
  )
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** All the seconds of the video, one below another; the picture shows one of them at a time. */
async function clockPicture(plan: Plan, w: number, h: number): Promise<Buffer> {
  let body = '';
  for (let second = 0; second <= plan.seconds; second += 1) {
    const text = `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
    const o = outline(text, Math.round(h * 0.62), 'Bold', 0.02);
    body += `<path d="${o.d}" fill="#fff" transform="translate(${n((w - o.width) / 2)} ${n(second * h + h * 0.72)})"/>`;
  }
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h * (plan.seconds + 1)}"><rect width="100%" height="100%" fill="#0b0d10"/>${body}</svg>`,
    ),
  )
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Falling or rising particles, drawn twice below each other so that they move round without a seam. */
async function driftPicture(plan: Plan): Promise<Buffer> {
  const dice = chance(`drift/${plan.id}`);
  const p = palette(plan.palette);
  let half = '';
  const count = plan.drift === 'snow' ? 60 : 34;
  for (let index = 0; index < count; index += 1) {
    const x = dice.between(0, plan.width);
    const y = dice.between(14, plan.height - 14);
    const k = dice.between(1.6, 5) * (plan.height / 720);
    const shown = n(dice.between(0.3, 0.9));
    if (plan.drift === 'petals') {
      half += `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(k * 1.9)}" ry="${n(k)}" fill="${mix('#ffd6de', p.light, dice.between(0, 0.5))}" opacity="${shown}" transform="rotate(${dice.whole(0, 180)} ${n(x)} ${n(y)})"/>`;
    } else {
      const tone = plan.drift === 'snow' ? '#fff' : p.light;
      half += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(k * 2.6)}" fill="${tone}" opacity=".12"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(k)}" fill="${tone}" opacity="${shown}"/>`;
    }
  }
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${plan.width}" height="${plan.height * 2}"><g>${half}</g><g transform="translate(0 ${plan.height})">${half}</g></svg>`,
    ),
  )
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The filter graph of the pictures. Plain filters, known to ffmpeg 5.1 and 7.0. */
function filters(plan: Plan, clock: { w: number; h: number }): string {
  const { width: w, height: h, fps, seconds, worlds } = plan;
  const each = (seconds + crossing * (worlds.length - 1)) / worlds.length;
  // A picture is decoded and converted once, then shown again; reading it anew for every frame costs ten times more.
  const held = (input: number, format: string, length: number) =>
    `[${input}:v]scale=out_color_matrix=bt709:out_range=tv,format=${format},loop=loop=${Math.ceil(length * fps) + 2}:size=1:start=0,setpts=N/(${fps}*TB),fps=${fps}`;
  const steps = worlds.map((_, index) => {
    const along = `t/${each.toFixed(3)}`;
    const x = index % 2 === 0 ? `(iw-ow)*${along}` : `(iw-ow)*(1-${along})`;
    const y = index % 3 === 0 ? `(ih-oh)*(1-${along})` : `(ih-oh)*${along}`;
    return `${held(index, 'yuv420p', each)},trim=duration=${each.toFixed(3)},crop=${w}:${h}:'${x}':'${y}',setsar=1,settb=1/${fps}[w${index}]`;
  });
  let last = 'w0';
  for (let index = 1; index < worlds.length; index += 1) {
    const offset = (each - crossing) * index;
    steps.push(
      `[${last}][w${index}]xfade=transition=${index % 2 ? 'fade' : 'smoothleft'}:duration=${crossing}:offset=${offset.toFixed(3)}[x${index}]`,
    );
    last = `x${index}`;
  }
  const at = worlds.length;
  const falls = plan.drift === 'sparks' ? `-mod(t*${h / 24}\\,${h})` : `mod(t*${h / 16}\\,${h})-${h}`;
  steps.push(
    `${held(at, 'yuva420p', seconds)}[drift]`,
    `[${last}][drift]overlay=x=0:y='${falls}':shortest=0:eof_action=repeat[a]`,
    `${held(at + 1, 'yuva420p', 8)},trim=duration=7.5,fade=t=in:st=0.6:d=0.8:alpha=1,fade=t=out:st=6.4:d=0.8:alpha=1[title]`,
    `[a][title]overlay=x=${Math.round(w * 0.045)}:y=${Math.round(h * 0.66)}:eof_action=pass:enable='lt(t,7.4)'[b]`,
    `${held(at + 2, 'yuv420p', seconds)},crop=${clock.w}:${clock.h}:0:'${clock.h}*floor(t+0.001)'[clock]`,
    `[b][clock]overlay=x=${w - clock.w - Math.round(w * 0.025)}:y=${Math.round(h * 0.045)}:eof_action=repeat[c]`,
    `${held(at + 3, 'yuv420p', seconds)}[bar]`,
    `[c][bar]overlay=x='-w+W*t/${seconds}':y=H-h:eof_action=repeat,fade=t=in:st=0:d=0.5,fade=t=out:st=${seconds - 0.7}:d=0.7,format=yuv420p,trim=duration=${seconds}[v]`,
  );
  return steps.join(';');
}

async function make(plan: Plan, outFile: string, ffmpeg: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(outFile), `.${plan.id}-`));
  try {
    const clock = { w: Math.round(plan.height * 0.1) * 2, h: Math.round(plan.height * 0.03) * 2 };
    const wide = Math.round(plan.width * 0.6) * 2;
    const pictures = [
      ...plan.worlds.map(
        (world) => () =>
          drawBackdrop(
            { ...world, title_ko: '', title_en: '', art: { ...world.art, title: 'quiet' } },
            wide,
            plan.id,
          ),
      ),
      () => driftPicture(plan),
      () => titlePicture(plan),
      () => clockPicture(plan, clock.w, clock.h),
      () =>
        sharp({
          create: {
            width: plan.width,
            height: Math.round(plan.height / 120) * 2 || 4,
            channels: 3,
            background: palette(plan.palette).accent,
          },
        })
          .png()
          .toBuffer(),
    ];
    const inputs: string[] = [];
    for (const [index, draw] of pictures.entries()) {
      const file = join(folder, `${index}.png`);
      await writeFile(file, await draw());
      inputs.push('-i', file);
    }
    const music = join(folder, 'music.wav');
    await writeFile(music, composeMusic(plan.id, plan.mood, plan.seconds));
    const part = join(folder, 'out.mp4');
    await promisify(execFile)(
      ffmpeg,
      [
        ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'],
        ...inputs,
        ...[
          '-i',
          music,
          '-filter_complex',
          filters(plan, clock),
          '-map',
          '[v]',
          '-map',
          `${pictures.length}:a`,
        ],
        ...[
          '-r',
          String(plan.fps),
          '-c:v',
          'libx264',
          '-preset',
          'ultrafast',
          '-crf',
          '21',
          '-pix_fmt',
          'yuv420p',
          ...[
            '-colorspace',
            'bt709',
            '-color_primaries',
            'bt709',
            '-color_trc',
            'bt709',
            '-color_range',
            'tv',
          ],
        ],
        ...['-c:a', 'aac', '-b:a', '160k', '-t', String(plan.seconds), '-movflags', '+faststart'],
        ...['-metadata', `title=${plan.title_ko}`, '-metadata:s:a:0', 'language=kor', part],
      ],
      { maxBuffer: 8 * 1024 * 1024 },
    );
    await rename(part, outFile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All masters; the first is the quickest to make. */
export const masters: Master[] = plans.map((plan) => ({
  id: plan.id,
  title_ko: plan.title_ko,
  title_en: plan.title_en,
  captions: { ko: webVtt(plan.cues, 'ko'), en: webVtt(plan.cues, 'en') },
  make: (outFile, { ffmpeg }) => make(plan, outFile, ffmpeg),
}));

/** Makes one master by its id. */
export async function makeMaster(id: string, outFile: string, programs: { ffmpeg: string }): Promise<void> {
  const master = masters.find((each) => each.id === id);
  if (!master) throw new Error(`There is no master called ${id}`);
  await master.make(outFile, programs);
}
