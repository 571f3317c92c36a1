/** What the demo household has asked and been told, and the answers that the office keeps ready. */

type Pair = readonly [ko: string, en: string];

/** Inquiries of the demo family; the one without an answer waits for the office. */
export const demoInquiries: {
  daysAgo: number;
  type: 'technical' | 'content';
  title: string;
  body: string;
  answer?: string;
}[] = [
  {
    daysAgo: 4,
    type: 'technical',
    title: '거실 TV에서 자막이 너무 작아요',
    body: '안녕하세요. 거실 TV로 드라마를 볼 때 자막이 너무 작아서 어머니가 읽기 힘들어하세요. 크게 할 수 있을까요?',
    answer:
      '안녕하세요. 불편하셨겠어요. 재생 화면에서 자막 버튼을 누르고 ‘크기’를 ‘크게’로 바꾸면 그 TV에 계속 적용돼요. 그래도 작으면 편하게 다시 적어 주세요.',
  },
  {
    daysAgo: 0,
    type: 'content',
    title: '할머니가 좋아하시는 옛날 드라마도 올려 주세요',
    body: '주말마다 온 가족이 함께 보고 있어요. 할머니가 예전 사극을 찾으시는데, 올라올 계획이 있는지 궁금해요.',
  },
];

/** Where the demo family signed in for the first time. */
export const demoSignIn = { daysAgo: 6, device: 'Safari · iPad' };

export const demoCannedAnswers: { name: Pair; body: Pair }[] = [
  {
    name: ['재생이 자꾸 끊길 때', 'Playback keeps stopping'],
    body: [
      '안녕하세요. 재생이 끊겨 불편하셨죠. 공유기를 껐다 켠 뒤 설정에서 화질을 한 단계 낮춰 보세요. 그래도 끊기면 쓰시는 기기와 작품 이름을 알려 주세요.',
      'Hello, and sorry for the interruptions. Please restart your router and lower the picture quality by one step in the player. If it still stops, let us know your device and the title.',
    ],
  },
  {
    name: ['환불을 요청할 때', 'Asking for a refund'],
    body: [
      '안녕하세요. 이용권은 해지하셔도 결제하신 기간이 끝나는 날까지 보실 수 있고, 남은 기간은 환불되지 않아요. 잘못 청구된 것 같으면 청구서 번호를 알려 주세요. 확인해서 바로잡아 드릴게요.',
      'Hello. After you cancel, you can watch until the end of the period you paid for. The remaining time is not refunded. If a charge looks wrong, please send us its invoice number, and we will check and correct it.',
    ],
  },
  {
    name: ['작품을 추천해 주셨을 때', 'Thank you for the suggestion'],
    body: [
      '안녕하세요. 좋은 작품을 알려 주셔서 고맙습니다. 편성을 맡은 동료에게 전했고, 올라오게 되면 공지로 알려 드릴게요.',
      'Hello, and thank you for the suggestion. We have passed it on to our programming team, and a notice will tell you if it comes.',
    ],
  },
];
