/** The demo's live channels: names, looks and programs. */
import type { PaletteName } from './types.ts';

export type ChannelSign =
  | 'wave'
  | 'roof'
  | 'spark'
  | 'reel'
  | 'moon'
  | 'peaks'
  | 'bowl'
  | 'note'
  | 'eye'
  | 'heart'
  | 'book'
  | 'road';

export interface DemoChannel {
  number: number;
  slug: string;
  name_ko: string;
  name_en: string;
  description_ko: string;
  description_en: string;
  premium: boolean;
  palette: PaletteName;
  sign: ChannelSign;
  /** Slugs of the sub-categories whose programs it shows. */
  shows: string[];
  /** Whether its programs can be watched again; they can, unless it says no. */
  catch_up?: false;
  /** About how long one item lasts: its video is a short one, and plays on until then. */
  minutes: number;
}

export const demoChannels: DemoChannel[] = [
  {
    number: 11,
    slug: 'maru-drama',
    name_ko: '마루 드라마',
    name_en: 'Maru Drama',
    description_ko: '지금 가장 많이 찾는 드라마를 하루 종일 이어서 보여 드려요.',
    description_en: 'The dramas everyone is asking for, all day long.',
    premium: false,
    palette: 'dusk',
    sign: 'wave',
    shows: ['romance', 'family', 'fantasy'],
    minutes: 60,
  },
  {
    number: 12,
    slug: 'maru-sageuk',
    name_ko: '마루 사극',
    name_en: 'Maru Sageuk',
    description_ko: '궁궐과 저잣거리, 붓과 칼의 이야기가 모인 채널이에요.',
    description_en: 'Palaces and market lanes, brushes and blades.',
    premium: true,
    palette: 'vermilion',
    sign: 'roof',
    shows: ['historical'],
    minutes: 60,
  },
  {
    number: 13,
    slug: 'maru-variety',
    name_ko: '마루 예능',
    name_en: 'Maru Variety',
    description_ko: '저녁 밥상 앞에서 온 가족이 같이 웃는 예능 채널이에요.',
    description_en: 'Shows that make the whole dinner table laugh.',
    premium: false,
    palette: 'coral',
    sign: 'spark',
    shows: ['talk', 'game', 'observation'],
    minutes: 45,
  },
  {
    number: 14,
    slug: 'maru-cinema',
    name_ko: '마루 시네마',
    name_en: 'Maru Cinema',
    description_ko: '극장의 불이 꺼지는 순간처럼, 영화만 이어지는 채널이에요.',
    description_en: 'One film after another, as if the lights had just gone down.',
    premium: true,
    palette: 'ink',
    sign: 'reel',
    shows: ['film-drama', 'film-comedy', 'film-fantasy'],
    minutes: 100,
  },
  {
    number: 15,
    slug: 'maru-kids',
    name_ko: '마루 키즈',
    name_en: 'Maru Kids',
    description_ko: '아이 혼자 봐도 마음 놓이는 우리말 애니메이션과 동요예요.',
    description_en: 'Korean cartoons and songs you can leave on for the little ones.',
    premium: false,
    palette: 'candy',
    sign: 'moon',
    shows: ['animation', 'songs', 'learning'],
    minutes: 20,
  },
  {
    number: 16,
    slug: 'maru-docs',
    name_ko: '마루 다큐',
    name_en: 'Maru Docs',
    description_ko: '강과 산, 그리고 사람을 오래 바라보는 다큐멘터리 채널이에요.',
    description_en: 'A long look at rivers, mountains and people.',
    premium: false,
    palette: 'moss',
    sign: 'peaks',
    shows: ['nature', 'people', 'history', 'knowledge'],
    minutes: 50,
  },
  {
    number: 17,
    slug: 'maru-kitchen',
    name_ko: '마루 부엌',
    name_en: 'Maru Kitchen',
    description_ko: '육수 끓는 소리부터 상 차리는 소리까지, 맛있는 하루예요.',
    description_en: 'From the first simmer to a table full of dishes.',
    premium: false,
    palette: 'amber',
    sign: 'bowl',
    shows: ['food', 'home-cooking'],
    minutes: 30,
  },
  {
    number: 18,
    slug: 'maru-stage',
    catch_up: false,
    name_ko: '마루 무대',
    name_en: 'Maru Stage',
    description_ko: '문 닫은 가게에서, 길 위에서, 북 앞에서 울리는 노래들이에요.',
    description_en: 'Songs from closed shops, open roads and behind the drum.',
    premium: false,
    palette: 'plum',
    sign: 'note',
    shows: ['live', 'music-story'],
    minutes: 40,
  },
  {
    number: 21,
    slug: 'midnight-thriller',
    name_ko: '자정 스릴러',
    name_en: 'Midnight Thriller',
    description_ko: '불을 켜고 보셔도 괜찮아요. 쫓고 쫓기는 이야기만 모았어요.',
    description_en: 'Keep the lights on if you like. Nothing but the chase.',
    premium: true,
    palette: 'night',
    sign: 'eye',
    shows: ['thriller', 'film-thriller'],
    minutes: 70,
  },
  {
    number: 22,
    slug: 'romance-on',
    name_ko: '로맨스 온',
    name_en: 'Romance On',
    description_ko: '처음 손이 닿는 순간부터 끝까지, 설레는 이야기만 켜 두세요.',
    description_en: 'From the first brush of hands to the last page.',
    premium: true,
    palette: 'rose',
    sign: 'heart',
    shows: ['romance'],
    minutes: 60,
  },
  {
    number: 23,
    slug: 'bedtime-tales',
    name_ko: '이야기 이불',
    name_en: 'Bedtime Tales',
    description_ko: '잠들기 전 머리맡에서 들려주는 옛이야기 채널이에요.',
    description_en: 'Old stories for the pillow, told softly.',
    premium: false,
    palette: 'azure',
    sign: 'book',
    shows: ['stories', 'animation'],
    minutes: 25,
  },
  {
    number: 24,
    slug: 'one-day-away',
    name_ko: '하루 여행',
    name_en: 'One Day Away',
    description_ko: '도시락 하나 들고 떠나는 반나절, 길 위의 예능이에요.',
    description_en: 'A lunch box, half a day, and the road.',
    premium: false,
    palette: 'mint',
    sign: 'road',
    shows: ['travel', 'contest'],
    minutes: 45,
  },
];
