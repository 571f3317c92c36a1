/** The demo's ads and welcome popup. The shops are made up; their links lead to the page that is kept for examples. */
import type { Drawn } from '../artwork.ts';

interface DemoAd extends Drawn {
  placement: 'main-slider' | 'small-banner';
  description_ko: string;
  description_en: string;
  link: string;
}

export const demoAds: DemoAd[] = [
  {
    slug: 'ad-maple-road-travel',
    placement: 'main-slider',
    title_ko: '단풍길 여행사',
    title_en: 'Maple Road Travel',
    description_ko: '부모님과 함께 걷는 가을 설악산, 우리말 안내로 편하게 다녀오세요.',
    description_en: 'Autumn on Seoraksan with your parents, with guides who speak Korean and English.',
    link: 'https://example.com/maple-road-travel',
    art: { scene: 'mountains', palette: 'amber', title: 'quiet' },
  },
  {
    slug: 'ad-hanbit-kimchi',
    placement: 'small-banner',
    title_ko: '한빛김치',
    title_en: 'Hanbit Kimchi',
    description_ko: '이번 주 주문하면 다음 날 도착해요.',
    description_en: 'Order this week, at your door the next day.',
    link: 'https://example.com/hanbit-kimchi',
    art: { scene: 'bowls', palette: 'vermilion', title: 'strong' },
  },
  {
    slug: 'ad-zelkova-books',
    placement: 'small-banner',
    title_ko: '느티나무 책방',
    title_en: 'Zelkova Books',
    description_ko: '한국 소설과 그림책을 미국 어디로든 보내 드려요.',
    description_en: 'Korean novels and picture books, shipped anywhere in the States.',
    link: 'https://example.com/zelkova-books',
    art: { scene: 'botanical', palette: 'moss', title: 'quiet' },
  },
  {
    slug: 'ad-dure-moving',
    placement: 'small-banner',
    title_ko: '두레 이사',
    title_en: 'Dure Moving',
    description_ko: '포장부터 정리까지 하루에 끝내요.',
    description_en: 'From packing to putting away in a day.',
    link: 'https://example.com/dure-moving',
    art: { scene: 'road', palette: 'azure', title: 'strong' },
  },
  {
    slug: 'ad-saessak-school',
    placement: 'small-banner',
    title_ko: '새싹 한글학교',
    title_en: 'Saessak Korean School',
    description_ko: '토요일마다 노래와 놀이로 배우는 한글.',
    description_en: 'Hangul with songs and games, every Saturday.',
    link: 'https://example.com/saessak-school',
    art: { scene: 'patchwork', palette: 'candy', title: 'bounce' },
  },
];

/** It leads to the page of events, and is the picture of the first of them as well. */
export const demoPopup: Drawn & { link: string } = {
  slug: 'popup-first-month',
  title_ko: '첫 달은 함께',
  title_en: 'Your first month, together',
  link: '/events',
  art: { scene: 'dancheong', palette: 'plum', title: 'strong' },
};

/** What is going on; the first has the popup's picture. */
export const demoEvents = [
  {
    titleKo: demoPopup.title_ko,
    titleEn: demoPopup.title_en,
    bodyKo: '<p>친구에게 알려 주고 함께 시작하면 두 집 모두 첫 달에 한국 영화 세 편을 더 볼 수 있어요.</p>',
    bodyEn:
      '<p>Tell a friend and start together: both households get three more Korean films in the first month.</p>',
    link: '/plans',
  },
  {
    titleKo: '한글날 낱말 찾기',
    titleEn: 'Word hunt',
    bodyKo: '<p>매주 드라마 속 예쁜 우리말을 찾아 보내 주신 분 가운데 열 분에게 책을 드려요.</p>',
    bodyEn:
      '<p>Every week, find a beautiful Korean word in one of our series and send it in. Ten of you will get a book.</p>',
    link: '',
  },
];
