/** The demo's radio: stations, their programs and their groups. All of it is made up. */
import type { Mood } from '../artwork/sound.ts';
import type { DemoChannel } from './channels.ts';

interface DemoProgram {
  /** Names the music: another id is another tune. */
  id: string;
  title_ko: string;
  title_en: string;
  mood: Mood;
}

interface DemoStation extends Omit<DemoChannel, 'shows' | 'minutes'> {
  broadcast_name: string;
  programs: DemoProgram[];
  /** It repeats the demo's outside radio in place of programs. */
  relayed?: true;
}

export const demoStations: DemoStation[] = [
  {
    number: 1,
    slug: 'maru-gayo',
    name_ko: '마루 가요',
    name_en: 'Maru Gayo',
    description_ko: '출근길부터 저녁 밥상까지, 하루 종일 흥겨운 노래를 틀어 드려요.',
    description_en: 'Cheerful songs all day long, from the morning commute to dinner time.',
    premium: false,
    palette: 'neon',
    sign: 'note',
    broadcast_name: '마루 FM',
    programs: [
      {
        id: 'morning-songs',
        title_ko: '아침을 여는 노래',
        title_en: 'Songs to Start the Day',
        mood: 'lively',
      },
      { id: 'alley-songs', title_ko: '오후의 골목길', title_en: 'An Afternoon in the Alley', mood: 'lively' },
    ],
  },
  {
    number: 2,
    slug: 'maru-gugak',
    name_ko: '마루 국악',
    name_en: 'Maru Gugak',
    description_ko: '가야금과 거문고가 들려주는 느린 시간을 만나 보세요.',
    description_en: 'Slow hours with the gayageum and the geomungo.',
    premium: false,
    palette: 'vermilion',
    sign: 'roof',
    broadcast_name: '마루 FM',
    programs: [
      { id: 'moonlit-strings', title_ko: '달빛 가야금', title_en: 'Gayageum by Moonlight', mood: 'solemn' },
      { id: 'scholars-study', title_ko: '선비의 서재', title_en: 'The Scholar’s Study', mood: 'solemn' },
    ],
  },
  {
    number: 3,
    slug: 'maru-kids-radio',
    name_ko: '마루 동요',
    name_en: 'Maru Kids Songs',
    description_ko: '온 가족이 함께 따라 부르는 동요를 들려 드려요.',
    description_en: 'Children’s songs for the whole family to sing along.',
    premium: false,
    palette: 'candy',
    sign: 'heart',
    broadcast_name: '',
    programs: [
      {
        id: 'rabbit-songs',
        title_ko: '달토끼와 노래해요',
        title_en: 'Sing with the Moon Rabbit',
        mood: 'playful',
      },
      {
        id: 'rainy-songs',
        title_ko: '비 오는 날의 동요',
        title_en: 'Songs for a Rainy Day',
        mood: 'playful',
      },
    ],
  },
  {
    number: 4,
    slug: 'maru-night',
    name_ko: '마루 밤 라디오',
    name_en: 'Maru Night Radio',
    description_ko: '하루를 마치고 듣는 잔잔한 음악이에요.',
    description_en: 'Quiet music for the end of the day.',
    premium: true,
    palette: 'night',
    sign: 'moon',
    broadcast_name: '',
    programs: [
      { id: 'before-sleep', title_ko: '잠들기 전 한 곡', title_en: 'One Song before Sleep', mood: 'tender' },
      {
        id: 'lighthouse-music',
        title_ko: '등대의 불빛',
        title_en: 'The Light of the Lighthouse',
        mood: 'tender',
      },
    ],
  },
  {
    number: 5,
    slug: 'maru-on-air',
    name_ko: '마루 온에어',
    name_en: 'Maru On Air',
    description_ko: '인터넷 라디오를 그대로 중계해 드려요. 지금 나오는 곡의 제목도 볼 수 있어요.',
    description_en: 'An internet radio, relayed live with the titles of its songs.',
    premium: false,
    palette: 'neon',
    sign: 'wave',
    broadcast_name: '마루 온에어',
    programs: [],
    relayed: true,
  },
];

/** The length of a program's music. */
export const programSeconds = 75;

/** The programs of all stations, by station. */
export const demoPrograms = demoStations.flatMap(({ slug, programs }) =>
  programs.map((program) => ({ station: slug, ...program })),
);

export const demoRadioGroups = [
  { name_ko: '음악', name_en: 'Music', stations: ['maru-gayo', 'maru-gugak', 'maru-night', 'maru-on-air'] },
  { name_ko: '가족과 함께', name_en: 'With the Family', stations: ['maru-kids-radio', 'maru-gayo'] },
];
