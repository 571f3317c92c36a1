/** Texts of the demo service for its viewers. */

import type { Plan } from '../../src/contract/viewer/plans.ts';

type Pair = readonly [title: string, text: string];

export const demoNotices: { daysAgo: number; ko: Pair; en: Pair }[] = [
  {
    daysAgo: 1,
    ko: [
      '연말 가족 영화 특집을 준비했어요',
      '<p>12월 한 달 동안 온 가족이 함께 볼 수 있는 영화를 매주 금요일에 두 편씩 올려요. 무료로 볼 수 있는 작품도 있어요.</p>',
    ],
    en: [
      'Family films for the end of the year',
      '<p>Throughout December we add two films the whole family can watch every Friday. Some of them are free.</p>',
    ],
  },
  {
    daysAgo: 4,
    ko: [
      '영어 자막이 더 늘었어요',
      '<p>새로 올라오는 드라마와 예능은 한국 방송 다음 날까지 영어 자막을 붙여요. 재생 화면의 자막 메뉴에서 고를 수 있어요.</p>',
    ],
    en: [
      'More English captions',
      '<p>New dramas and variety shows get English captions by the day after they air in Korea. Choose them in the captions menu of the player.</p>',
    ],
  },
  {
    daysAgo: 9,
    ko: [
      '글자 크기를 바꿔도 화면이 편해졌어요',
      '<p>휴대전화이나 컴퓨터에서 글자를 크게 해 두신 분들도 메뉴와 자막이 겹치지 않게 고쳤어요.</p>',
    ],
    en: [
      'Larger text, same comfort',
      '<p>If you use large text on your phone or computer, menus and captions no longer overlap.</p>',
    ],
  },
  {
    daysAgo: 15,
    ko: [
      '11월 17일 새벽에 점검을 했어요',
      '<p>태평양 시간 새벽 2시부터 40분 동안 재생이 잠깐씩 멈출 수 있었어요. 지금은 모두 정상이에요.</p>',
    ],
    en: [
      'Maintenance in the early hours of November 17',
      '<p>For 40 minutes from 2 a.m. Pacific time playback may have paused briefly. Everything is back to normal.</p>',
    ],
  },
  {
    daysAgo: 22,
    ko: [
      '어린이 프로필을 이렇게 쓰세요',
      '<p>어린이 프로필에는 나이에 맞는 작품만 나와요. 다른 프로필에는 PIN을 걸어 두면 아이가 바꿀 수 없어요.</p><ul><li>프로필마다 볼 수 있는 등급이 정해져 있어요.</li><li>PIN은 숫자 네 자리예요.</li></ul>',
    ],
    en: [
      'How to use a kids profile',
      '<p>A kids profile shows only titles that suit the child’s age. Put a PIN on the other profiles so that children cannot switch.</p><ul><li>Every profile has its own maturity rating.</li><li>A PIN has four digits.</li></ul>',
    ],
  },
  {
    daysAgo: 30,
    ko: [
      '셋톱박스 배송 안내',
      '<p>셋톱박스는 배송비 $20.00만 한 번 내면 보내 드려요. 설치가 어려우시면 고객센터로 전화해 주세요.</p>',
    ],
    en: [
      'Shipping of set-top boxes',
      '<p>We send you a set-top box for a one-time shipping charge of $20.00. If you need help installing it, please call us.</p>',
    ],
  },
];

export const demoFaqs: { ko: string; en: string; faqs: { ko: Pair; en: Pair }[] }[] = [
  {
    ko: '서비스 이용',
    en: 'Using the service',
    faqs: [
      {
        ko: [
          '어디에서 볼 수 있나요?',
          '미국과 캐나다, 멕시코에서 볼 수 있어요. 방송 권리 때문에 다른 지역에서는 재생되지 않아요.',
        ],
        en: [
          'Where can I watch?',
          'In the United States, Canada and Mexico. Broadcast rights do not allow playback elsewhere.',
        ],
      },
      {
        ko: [
          '무료로도 볼 수 있나요?',
          '네. ‘무료’ 표시가 있는 작품은 로그인만 하면 광고와 함께 볼 수 있어요.',
        ],
        en: ['Is anything free?', 'Yes. Titles marked “Free” play with ads as soon as you log in.'],
      },
      {
        ko: [
          '몇 대에서 함께 볼 수 있나요?',
          '월 이용권과 연 이용권은 동시에 세 대까지, 알뜰 이용권은 한 대에서 볼 수 있어요.',
        ],
        en: [
          'How many devices can watch at once?',
          'Up to three with Monthly and Yearly, and one with Basic.',
        ],
      },
    ],
  },
  {
    ko: '결제',
    en: 'Payment',
    faqs: [
      {
        ko: [
          '이용권을 해지하면 바로 못 보나요?',
          '아니요. 이미 결제한 기간이 끝날 때까지 계속 볼 수 있어요. 남은 기간은 환불되지 않아요.',
        ],
        en: [
          'If I cancel, do I lose access at once?',
          'No. You can watch until the period you have paid for ends. The remaining time is not refunded.',
        ],
      },
      {
        ko: [
          '셋톱박스를 돌려주지 않으면 어떻게 되나요?',
          '무료 체험이 끝나고 2주 안에 돌려주지 않으면 $40가 청구돼요.',
        ],
        en: [
          'What if I do not return the set-top box?',
          'If it is not returned within two weeks after the free trial, $40 is charged.',
        ],
      },
    ],
  },
  {
    ko: '가입과 로그인',
    en: 'Sign-up and log-in',
    faqs: [
      {
        ko: [
          '비밀번호를 여러 번 틀렸어요.',
          '잠시 뒤에 다시 시도해 주세요. 다섯 번 틀리면 1분 동안 로그인할 수 없어요.',
        ],
        en: [
          'I entered the wrong password several times.',
          'Please wait a little. After five failures you cannot log in for one minute.',
        ],
      },
      {
        ko: [
          '프로필 PIN을 잊었어요.',
          '계정 비밀번호를 아는 분이 고객센터로 연락하면 확인한 뒤 풀어 드려요.',
        ],
        en: [
          'I forgot a profile’s PIN.',
          'Whoever knows the account’s password can contact us; we check and remove it.',
        ],
      },
    ],
  },
  {
    ko: '작품',
    en: 'Titles',
    faqs: [
      {
        ko: [
          '새 회차는 언제 올라오나요?',
          '한국에서 방송한 뒤 몇 시간 안에 올라와요. 편성표에서 우리 동네 시간으로 확인할 수 있어요.',
        ],
        en: [
          'When do new episodes arrive?',
          'Within hours of their broadcast in Korea. The schedule shows them in your own time zone.',
        ],
      },
      {
        ko: [
          '영어 자막은 어떻게 켜나요?',
          '재생 화면에서 자막 버튼를 누르고 English를 고르면 다음부터도 그대로 나와요.',
        ],
        en: [
          'How do I turn on English captions?',
          'Press the captions button in the player and choose English. It stays on for the next title.',
        ],
      },
    ],
  },
  {
    ko: '기술 지원',
    en: 'Technical support',
    faqs: [
      {
        ko: [
          '영상이 자꾸 멈춰요.',
          '재생 화면의 화질을 한 단계 낮추거나 공유기를 껐다 켜 보세요. 그래도 멈추면 고객센터로 알려 주세요.',
        ],
        en: [
          'Playback keeps stopping.',
          'Lower the quality by one step in the player, or restart your router. If it still stops, please let us know.',
        ],
      },
      {
        ko: ['TV 리모컨으로도 쓸 수 있나요?', '네. 화살표와 확인 버튼만으로 모든 화면을 쓸 수 있어요.'],
        en: ['Does it work with a TV remote?', 'Yes. Arrows and OK are enough for every screen.'],
      },
    ],
  },
];

const company = '이 사이트는 시연용 서비스예요.';
const companyEn = 'This site is a demonstration service.';

export const demoPages: { slug: string; ko: Pair; en: Pair }[] = [
  {
    slug: 'terms',
    ko: [
      '이용약관',
      `<p>${company} 아래 내용은 실제 서비스에서 어떤 약관이 들어가는지 보여 드려요.</p><h2>이용 지역</h2><p>서비스는 북미 지역에서만 쓸 수 있어요.</p><h2>이용권과 해지</h2><p>이용권은 매달 또는 매년 갱신돼요. 언제든 해지할 수 있고, 결제한 기간이 끝날 때까지 볼 수 있어요.</p><h2>계정</h2><p>계정은 한 집에서 함께 쓰며, 프로필은 다섯 개까지 만들 수 있어요.</p>`,
    ],
    en: [
      'Terms of use',
      `<p>${companyEn} The following shows what such terms contain.</p><h2>Where it may be used</h2><p>The service may be used in North America only.</p><h2>Plans and cancellation</h2><p>Plans renew every month or year. You may cancel at any time and watch until the paid period ends.</p><h2>Accounts</h2><p>An account belongs to one household and may have up to five profiles.</p>`,
    ],
  },
  {
    slug: 'privacy',
    ko: [
      '개인정보 처리방침',
      `<p>${company}</p><h2>무엇을 모으나요</h2><p>로그인에 필요한 아이디와 메일, 이어보기를 위한 시청 위치, 내가 누른 찜과 좋아요를 저장해요.</p><h2>얼마나 보관하나요</h2><p>계정 삭제를 신청하면 90일 안에 모두 지워요.</p>`,
    ],
    en: [
      'Privacy policy',
      `<p>${companyEn}</p><h2>What we collect</h2><p>The username and e-mail you log in with, how far you have watched so that you can resume, and your list and ratings.</p><h2>How long we keep it</h2><p>When you ask for your account to be deleted, everything is erased within 90 days.</p>`,
    ],
  },
  {
    slug: 'refund',
    ko: [
      '환불 안내',
      '<p>이용권은 결제한 기간이 끝날 때까지 쓸 수 있고, 남은 기간은 환불되지 않아요. 셋톱박스는 무료 체험이 끝나고 2주 안에 돌려주면 추가 비용이 없어요.</p>',
    ],
    en: [
      'Refunds',
      '<p>A plan can be used until the end of the paid period; the remaining time is not refunded. A set-top box returned within two weeks after the free trial costs nothing more.</p>',
    ],
  },
  {
    slug: 'events',
    ko: ['이벤트', '<p>지금 함께할 수 있는 이벤트를 모았어요.</p>'],
    en: ['Events', '<p>Here is what you can take part in right now.</p>'],
  },
];

export const demoNews: Pair[] = [
  ['이번 주 금요일, 새 드라마 두 편이 시작해요.', 'Two new series begin this Friday.'],
  ['영어 자막이 붙은 예능이 30편을 넘었어요.', 'More than 30 variety shows now have English captions.'],
  ['연말 가족 영화 특집이 12월에 시작해요.', 'Family films for the holidays start in December.'],
];

const everywhere: Plan['devices'] = ['pc', 'mobile', 'stb'];

export const demoPlans = [
  {
    nameKo: '월 이용권',
    nameEn: 'Monthly',
    descriptionKo: '모든 작품을 광고 없이, 세 대까지 함께 볼 수 있어요.',
    descriptionEn: 'Every title without ads, on up to three devices at once.',
    priceCents: 1499,
    period: 'monthly' as const,
    trialDays: 7,
    devices: everywhere,
  },
  {
    nameKo: '연 이용권',
    nameEn: 'Yearly',
    descriptionKo: '두 달 치 요금을 아낄 수 있어요. 모든 작품을 광고 없이 볼 수 있어요.',
    descriptionEn: 'Two months for free. Every title without ads.',
    priceCents: 14999,
    regularPriceCents: 17988,
    period: 'yearly' as const,
    devices: everywhere,
  },
  {
    nameKo: '알뜰 이용권',
    nameEn: 'Basic',
    descriptionKo: '모든 작품을 부담 없는 가격으로, 한 대에서 볼 수 있어요.',
    descriptionEn: 'Every title for less, on one device at a time.',
    priceCents: 799,
    period: 'monthly' as const,
    devices: everywhere,
    streams: 1,
    adFree: false,
    maxHeight: 720,
  },
  {
    nameKo: '셋톱박스 배송비',
    nameEn: 'STB Shipping Charge',
    descriptionKo: '셋톱박스를 집으로 보내 드려요. 배송비는 한 번만 내요.',
    descriptionEn: 'We send a set-top box to your home. You pay for shipping once.',
    priceCents: 2000,
    period: 'once' as const,
    devices: ['stb'] satisfies Plan['devices'],
  },
];

/** The service is made up: its links lead to the page that is kept for examples. */
export const demoSocialLinks = [
  { icon: 'youtube', nameKo: '유튜브', nameEn: 'YouTube', url: 'https://example.com/maru-youtube' },
  { icon: 'instagram', nameKo: '인스타그램', nameEn: 'Instagram', url: 'https://example.com/maru-instagram' },
  { icon: 'facebook', nameKo: '페이스북', nameEn: 'Facebook', url: 'https://example.com/maru-facebook' },
  { icon: 'kakao', nameKo: '카카오톡 채널', nameEn: 'KakaoTalk', url: 'https://example.com/maru-kakao' },
] as const;
