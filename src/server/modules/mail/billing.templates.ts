/** Mail about plans and money, in both languages. */
import { josa } from 'es-hangul';
import type { PaymentMethod } from '../../../contract/account/billing.ts';
import type { MailAbout, MailContent } from './mail.layout.ts';

/** Values of a message about a subscription. Amounts are whole US cents, days `YYYY-MM-DD`. */
export interface BillingMail {
  kind:
    | 'receipt'
    | 'trial_begins'
    | 'trial_ends'
    | 'renews'
    /** The next renewal after a change made by the household. */
    | 'changed'
    | 'price'
    | 'yearly'
    | 'failed'
    | 'action'
    | 'stopped'
    | 'ended'
    | 'cancelled'
    | 'resumed'
    | 'refunded'
    /** A gift was canceled. The amount that credit paid for it is credit again. */
    | 'credit_returned'
    | 'gift'
    /**
     * To the recipient of a plan that another household pays for: it starts (`given`), and it ends
     * (`given_ends`).
     */
    | 'given'
    | 'given_ends'
    /** To the recipient: the plan continues after all. */
    | 'given_goes_on'
    /** To the payer of another household's plan: nothing more is charged. */
    | 'given_up'
    /** The plan is paused because the bank disputes a payment, and it continues after a dispute. */
    | 'disputed'
    | 'dispute_closed';
  plan_ko: string;
  plan_en: string;
  cents: number;
  /** Day on which the plan is charged, ends or stops. */
  day: string;
  /** Last four digits of the card that was or will be charged. Empty without a card. */
  card: string;
  /** For `receipt` and `refunded`: payment method. */
  method?: PaymentMethod;
  /** For the next charge: true if `cents` includes taxes, false if taxes are added. */
  taxes_known?: boolean;
  /** For the next charge, `cancelled` and `given_up`: whether there is credit, which is used before the card. */
  uses_credit?: boolean;
  /**
   * For a next charge that only covers the days until a new billing day: `part_until` is the last of these
   * days. `then_day` and `then_cents` are the day and amount of the charge after it.
   */
  part_until?: string;
  then_day?: string;
  then_cents?: number;
  /**
   * For `resumed`: `cancelled` undoes a cancellation, and `cancelled_gift` that of a gift. `change` undoes a
   * plan change. `gift` and `period` continue a plan by card after a gift or after a period paid to staff.
   * `paying` resumes payment of another household's plan.
   */
  resumed?: 'cancelled' | 'cancelled_gift' | 'change' | 'gift' | 'period' | 'paying';
  invoice_id: string | null;
  /** For `cancelled` and `given_up`: the plan was unpaid, so that it ends at once. */
  ends_at_once?: boolean;
  /**
   * For `cancelled`, `given_ends` and `ended`: the plan ends because the addressee requested deletion or was
   * suspended.
   */
  is_leaving?: boolean;
  /** For `ended`: the plan ends because its payment was refunded or lost in a dispute. */
  is_returned?: boolean;
  /** Name of the recipient, if another household pays. */
  for_name?: string;
  /** Household of the recipient. The name is deleted by this id. */
  for_id?: string;
  /** For `trial_begins`: exact text of the agreement. */
  agreement?: string;
  /** For `gift`: the displayed code. */
  code?: string;
  /** For `gift`: duration in months. */
  months?: number;
}

const money = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
const dayOf = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** Text between a recipient's name and a plan. `forgetNamedInMail` deletes it with the name. */
export const recipientWords = { ko: ' 님의 ', en: ' for ' } as const;

type Said = [subject: string, heading: string, ...paragraphs: string[]];

function koTexts(mail: BillingMail, brand: string): Said {
  const { cents, card } = mail;
  const plan = mail.for_name ? `${mail.for_name}${recipientWords.ko}${mail.plan_ko}` : mail.plan_ko;
  const amount = money(cents);
  const day = dayOf(mail.day, 'ko-KR');
  const byCard = card ? `카드(끝자리 ${card})로 ` : '';
  const next = mail.taxes_known ? amount : `${amount}(세금 별도)`;
  const byCredit = mail.uses_credit ? ['남은 적립금을 먼저 쓰고, 모자라는 만큼만 결제돼요.'] : [];
  const creditStays = mail.uses_credit ? ['남은 적립금은 그대로 있고, 다음에 결제할 때 먼저 쓰여요.'] : [];
  const then = dayOf(mail.then_day ?? mail.day, 'ko-KR');
  const thenAmount = `${money(mail.then_cents ?? 0)}${mail.taxes_known ? '' : '(세금 별도)'}`;
  const until = mail.part_until && dayOf(mail.part_until, 'ko-KR');
  const byPart = until
    ? [
        `이 요금은 새 결제일이 되기까지 ${day}부터 ${until}까지의 요금이고, 그다음 결제는 ${then}, ${thenAmount}예요.`,
      ]
    : [];
  const renewal = until
    ? [
        `${day}에 ${plan} 요금 ${next}가 ${byCard}결제돼요. 새 결제일이 되기까지 ${day}부터 ${until}까지의 요금이에요.`,
        `${then}에는 1년 요금 ${thenAmount}가 ${byCard}결제돼요.`,
      ]
    : [`${day}에 ${plan} 1년 요금 ${next}가 ${byCard}결제돼요.`];
  const paidBy: Record<PaymentMethod, string> = {
    card: byCard,
    check: '수표로 ',
    cash: '현금으로 ',
    credit: '적립금으로 ',
    promotion: '프로모션으로 ',
  };
  switch (mail.kind) {
    case 'receipt':
      if (cents === 0)
        return [
          `${brand} 영수증: ${amount}`,
          '결제한 금액은 없어요',
          `${plan} 요금으로 낼 금액이 없었어요. 자세한 내역은 청구서에서 볼 수 있어요.`,
        ];
      return [
        `${brand} 영수증: ${amount}`,
        '결제해 주셔서 감사해요',
        `${plan} ${amount}를 ${paidBy[mail.method ?? 'card']}결제했어요. 자세한 내역은 청구서에서 볼 수 있어요.`,
      ];
    case 'trial_begins':
      return [
        `${plan} 무료 체험을 시작했어요`,
        '무료 체험을 시작했어요',
        `${day}에 처음 결제돼요. 그 전에 해지하면 아무것도 결제되지 않아요.`,
        `동의하신 내용: ${mail.agreement ?? ''}`,
      ];
    case 'trial_ends':
      return [
        `무료 체험이 ${day}에 끝나요`,
        '무료 체험이 곧 끝나요',
        `${day}에 ${plan} 요금 ${next}가 ${byCard}결제돼요.`,
        ...byPart,
        ...byCredit,
        '계속하지 않으려면 그 전에 해지해 주세요. 해지하면 아무것도 결제되지 않아요.',
      ];
    case 'renews':
      return [
        `${josa(plan, '이/가')} ${day}에 갱신돼요`,
        '이용권이 곧 갱신돼요',
        ...renewal,
        ...byCredit,
        '계속하지 않으려면 그 전에 해지해 주세요.',
      ];
    case 'changed':
      return [
        `변경한 대로 ${josa(plan, '이/가')} ${day}에 갱신돼요`,
        '변경했어요',
        ...renewal,
        ...byCredit,
        '계속하지 않으려면 그 전에 해지해 주세요.',
      ];
    case 'price':
      return [
        `${day}부터 ${plan} 요금이 바뀌어요`,
        '이용권 요금이 바뀌어요',
        `${day}에 시작하는 기간부터 ${plan} 요금이 ${amount}(세금 별도)가 돼요. 그 전까지는 지금 요금 그대로예요.`,
        '바뀐 요금으로 계속하지 않으려면 그 전에 해지해 주세요.',
      ];
    case 'yearly':
      return [
        `${brand} 구독을 알려 드려요`,
        '구독하고 계신 이용권이에요',
        `${josa(plan, '을/를')} 구독하고 있어요. 다음 결제일은 ${day}, 요금은 ${next}예요.`,
        ...byPart,
        ...byCredit,
        '계정 화면에서 언제든 바꾸거나 해지할 수 있어요.',
      ];
    case 'failed':
      if (card === '')
        return [
          `${brand} 요금을 결제하지 못했어요`,
          '등록된 카드가 없어요',
          `${plan} ${amount}를 결제할 카드가 없어요.`,
          `${day}까지는 그대로 볼 수 있어요. 카드를 등록해 주세요. 등록하면 바로 결제해요.`,
        ];
      return [
        `${brand} 요금을 결제하지 못했어요`,
        '요금을 결제하지 못했어요',
        `${plan} ${amount}를 ${byCard}결제하지 못했어요.`,
        `${day}까지는 그대로 볼 수 있어요. 결제 수단을 확인하거나 다른 카드로 바꿔 주세요. 바꾸면 바로 다시 결제해요.`,
      ];
    case 'action':
      return [
        '카드사에서 본인 확인을 요청했어요',
        '결제를 마치려면 확인이 필요해요',
        `${plan} ${amount} 결제에 카드사의 본인 확인이 필요해요. 확인하면 결제가 끝나요.`,
        `${day}까지는 그대로 볼 수 있어요.`,
      ];
    case 'stopped':
      return [
        `${josa(plan, '을/를')} 잠시 멈췄어요`,
        '이용권을 잠시 멈췄어요',
        `${amount}가 아직 결제되지 않아 이용권을 멈췄어요. 결제하면 바로 다시 볼 수 있고, 멈춘 날만큼 기간이 늘어나요.`,
      ];
    case 'ended':
      if (mail.for_name)
        return [
          `${josa(plan, '이/가')} 끝났어요`,
          `${mail.for_name} 님의 이용권이 끝났어요`,
          mail.is_returned
            ? `결제한 금액이 환불되어 ${josa(plan, '이/가')} ${day}에 끝났어요. 더 결제되는 금액은 없어요.`
            : `결제되지 않아서 ${josa(plan, '이/가')} ${day}에 끝났어요. 더 결제되는 금액은 없어요.`,
        ];
      if (mail.is_returned)
        return [
          `${josa(plan, '이/가')} 끝났어요`,
          '이용권이 끝났어요',
          `결제한 금액이 환불되어 ${day}에 이용권이 끝났어요. 더 결제되는 금액은 없어요.`,
          '시청 기록과 찜한 콘텐츠는 그대로 있고, 언제든 다시 시작할 수 있어요.',
        ];
      return [
        `${josa(plan, '이/가')} 끝났어요`,
        '이용권이 끝났어요',
        `${day}에 이용권이 끝났어요. 시청 기록과 찜한 콘텐츠는 그대로 있어요.`,
        ...(mail.is_leaving ? [] : ['언제든 다시 시작할 수 있어요.']),
      ];
    case 'cancelled':
      if (mail.is_leaving)
        return [
          `${josa(plan, '이/가')} 더 이어지지 않아요`,
          '이용권이 더 이어지지 않아요',
          mail.ends_at_once
            ? '결제되지 않은 이용권이라 지금 바로 끝나요. 밀린 청구서는 취소되고, 더는 결제되지 않아요.'
            : `이용권은 ${day}까지이고, 더는 결제되지 않아요. 남은 기간은 환불되지 않아요.`,
          '계정 삭제를 신청했거나 이용이 정지된 계정이에요. 계속 이용하려면 먼저 삭제 신청을 취소하고, 이용이 정지됐다면 고객센터로 연락해 주세요.',
        ];
      if (mail.ends_at_once)
        return [
          `${josa(plan, '을/를')} 해지했어요`,
          '해지가 완료됐어요',
          '결제되지 않은 이용권이라 지금 바로 끝나요. 밀린 청구서는 취소되고, 더는 결제되지 않아요.',
          '언제든 다시 시작할 수 있어요. 결제되지 않은 채 이용한 날의 요금은 그때 함께 청구돼요.',
          ...creditStays,
        ];
      return [
        `${josa(plan, '을/를')} 해지했어요`,
        '해지가 완료됐어요',
        `${day}까지 그대로 볼 수 있고, 더는 결제되지 않아요. 남은 기간은 환불되지 않아요.`,
        '그날까지는 버튼 하나로 해지를 취소할 수 있어요.',
        ...creditStays,
      ];
    case 'resumed':
      switch (mail.resumed) {
        case 'cancelled_gift':
          return [
            `${josa(plan, '을/를')} 계속해요`,
            '해지를 취소했어요',
            '적립금이 남은 동안 이용권이 이어지고, 그 뒤에는 자동으로 끝나요. 카드로는 결제되지 않아요.',
          ];
        case 'gift':
          return [
            `${josa(plan, '을/를')} 카드로 이어서 봐요`,
            '선물이 끝나도 이용권이 이어져요',
            `앞으로는 카드로 결제하며 이용권이 이어져요. 다음 결제일은 ${day}, 요금은 ${next}예요.`,
            ...byPart,
            ...byCredit,
          ];
        case 'period':
          return [
            `${josa(plan, '을/를')} 카드로 이어서 봐요`,
            '결제한 기간이 끝나도 이용권이 이어져요',
            `앞으로는 카드로 결제하며 이용권이 이어져요. 다음 결제일은 ${day}, 요금은 ${next}예요.`,
            ...byPart,
            ...byCredit,
          ];
        case 'paying':
          return [
            `${josa(plan, '을/를')} 다시 결제해요`,
            '다른 분의 이용권을 다시 결제해요',
            `이용권이 이어져요. 다음 결제일은 ${day}, 요금은 ${next}예요.`,
            ...byCredit,
          ];
        case 'change':
          return [
            `${josa(plan, '을/를')} 그대로 써요`,
            '이용권 변경을 취소했어요',
            `지금 쓰는 이용권이 그대로 이어져요. 다음 결제일은 ${day}, 요금은 ${next}예요.`,
            ...byPart,
            ...byCredit,
          ];
        default:
          return [
            `${josa(plan, '을/를')} 계속해요`,
            '해지를 취소했어요',
            `이용권이 이어져요. 다음 결제일은 ${day}, 요금은 ${next}예요.`,
            ...byPart,
            ...byCredit,
          ];
      }
    case 'refunded':
      return [
        `${amount}를 환불했어요`,
        '환불해 드렸어요',
        mail.method === 'credit'
          ? `${plan} 결제에서 ${amount}를 적립금으로 돌려드렸어요. 다음 결제에 먼저 쓰여요.`
          : `${plan} 결제에서 ${amount}를 돌려드렸어요.`,
        ...(mail.method === 'card' ? ['카드 명세서에 보이기까지 며칠 걸릴 수 있어요.'] : []),
      ];
    case 'credit_returned':
      return [
        `적립금 ${amount}를 돌려드렸어요`,
        '선물을 취소했어요',
        `${plan} 선물에 쓴 적립금 ${amount}를 돌려드렸어요. 다음 결제에 먼저 쓰여요.`,
        '선물 코드는 이제 쓸 수 없어요.',
      ];
    case 'gift':
      return [
        `선물 코드: ${plan} ${mail.months ?? 1}개월`,
        '선물 코드가 준비됐어요',
        `${plan} ${mail.months ?? 1}개월을 쓸 수 있는 코드예요: ${mail.code ?? ''}`,
        '받는 분이 계정 화면에서 코드를 입력하면 바로 볼 수 있어요. 코드는 한 번만 쓸 수 있으니 받는 분에게만 알려 주세요.',
        '받는 분이 이미 다른 이용권을 쓰고 있으면 같은 금액의 이용권 적립금이 돼요.',
      ];
    case 'given':
      return [
        `${josa(plan, '을/를')} 볼 수 있어요`,
        '이용권이 시작됐어요',
        `부탁하신 ${plan}의 결제가 끝났어요. 지금부터 모든 콘텐츠를 볼 수 있어요.`,
      ];
    case 'given_ends':
      return [
        `${josa(plan, '이/가')} ${day}에 끝나요`,
        '이용권이 곧 끝나요',
        `${josa(plan, '은/는')} ${day}까지 볼 수 있고, 그 뒤로는 이어지지 않아요. 시청 기록과 찜한 콘텐츠는 그대로 있어요.`,
        ...(mail.is_leaving ? [] : ['계속 보고 싶으면 끝난 뒤에 이용권을 골라 주세요.']),
      ];
    case 'given_goes_on':
      return [
        `${josa(plan, '이/가')} 이어져요`,
        '이용권이 이어져요',
        `${josa(plan, '이/가')} ${day}에 끝나지 않고 그 뒤로도 이어져요. 따로 하실 일은 없어요.`,
      ];
    case 'disputed':
      return [
        `${josa(plan, '을/를')} 잠시 멈췄어요`,
        '카드사 이의 제기로 이용권을 멈췄어요',
        `카드사가 ${amount} 결제에 대한 이의 제기를 접수했어요. 결과가 나올 때까지 이용권을 멈추고, 그동안 아무것도 결제하지 않아요.`,
        '잘못 접수된 것이라면 카드사에 취소를 요청해 주세요. 취소되면 이용권이 다시 시작되고, 멈춘 날만큼 기간이 늘어나요.',
      ];
    case 'dispute_closed':
      return [
        `${josa(plan, '을/를')} 다시 볼 수 있어요`,
        '이용권이 다시 시작됐어요',
        '카드사의 이의 제기가 끝나서 이용권이 다시 시작됐어요. 멈춘 날만큼 기간이 늘어났어요.',
      ];
    case 'given_up':
      if (mail.ends_at_once)
        return [
          `${josa(plan, '을/를')} 더 결제하지 않아요`,
          '다른 분의 이용권 결제를 그만해요',
          `결제되지 않은 이용권이라 ${josa(plan, '은/는')} 지금 바로 끝나요. 밀린 청구서는 취소되고, 더는 결제되지 않아요.`,
          ...(mail.is_leaving ? [] : creditStays),
        ];
      return [
        `${josa(plan, '을/를')} 더 결제하지 않아요`,
        '다른 분의 이용권 결제를 그만해요',
        `${josa(plan, '은/는')} 이미 결제한 ${day}까지 이어지고, 더는 결제되지 않아요. 남은 기간은 환불되지 않아요.`,
        ...(mail.is_leaving ? [] : creditStays),
      ];
  }
}

function enTexts(mail: BillingMail, brand: string): Said {
  const { cents, card } = mail;
  const plan = mail.for_name ? `${mail.plan_en}${recipientWords.en}${mail.for_name}` : mail.plan_en;
  const amount = money(cents);
  const day = dayOf(mail.day, 'en-US');
  const byCard = card ? ` to the card ending in ${card}` : '';
  const next = mail.taxes_known ? amount : `${amount} plus tax`;
  const byCredit = mail.uses_credit ? ['Your credit is used first, and only the rest is charged.'] : [];
  const creditStays = mail.uses_credit ? ['Your credit stays and is used first the next time you pay.'] : [];
  const then = dayOf(mail.then_day ?? mail.day, 'en-US');
  const thenAmount = `${money(mail.then_cents ?? 0)}${mail.taxes_known ? '' : ' plus tax'}`;
  const until = mail.part_until && dayOf(mail.part_until, 'en-US');
  const byPart = until
    ? [
        `That is for the days from ${day} to ${until}, until your new billing day. The charge after it is on ${then}: ${thenAmount}.`,
      ]
    : [];
  const renewal = until
    ? [
        `On ${day} we will charge ${next} for ${plan}${byCard}. That is for the days from ${day} to ${until}, until your new billing day.`,
        `On ${then} we will charge ${thenAmount} for another year${byCard}.`,
      ]
    : [`On ${day} we will charge ${next} for another year of ${plan}${byCard}.`];
  const paidBy: Record<PaymentMethod, string> = {
    card: `We charged ${amount} for ${plan}${byCard}.`,
    check: `You paid ${amount} for ${plan} by check.`,
    cash: `You paid ${amount} for ${plan} in cash.`,
    credit: `You paid ${amount} for ${plan} with your credit.`,
    promotion: `A promotion paid ${amount} for ${plan}.`,
  };
  switch (mail.kind) {
    case 'receipt':
      if (cents === 0)
        return [
          `Your ${brand} receipt: ${amount}`,
          'Nothing was charged',
          `Nothing was left to pay for ${plan}. The invoice has every detail.`,
        ];
      return [
        `Your ${brand} receipt: ${amount}`,
        'Thank you for your payment',
        `${paidBy[mail.method ?? 'card']} The invoice has every detail.`,
      ];
    case 'trial_begins':
      return [
        `Your free trial of ${plan} has begun`,
        'Your free trial has begun',
        `The first charge is on ${day}. Cancel before that day and nothing will be charged.`,
        `What you agreed to: ${mail.agreement ?? ''}`,
      ];
    case 'trial_ends':
      return [
        `Your free trial ends on ${day}`,
        'Your free trial is about to end',
        `On ${day} we will charge ${next} for ${plan}${byCard}.`,
        ...byPart,
        ...byCredit,
        'If you don’t want to continue, cancel before that day and nothing will be charged.',
      ];
    case 'renews':
      return [
        `${plan} renews on ${day}`,
        'Your plan renews soon',
        ...renewal,
        ...byCredit,
        'If you don’t want to continue, cancel before that day.',
      ];
    case 'changed':
      return [
        `With your change, ${plan} renews on ${day}`,
        'Your change is saved',
        ...renewal,
        ...byCredit,
        'If you don’t want to continue, cancel before that day.',
      ];
    case 'price':
      return [
        `The price of ${plan} changes on ${day}`,
        'The price of your plan is changing',
        `From the period that begins on ${day}, ${plan} costs ${amount} plus tax. Until then nothing changes.`,
        'If you don’t want to continue at that price, cancel before that day.',
      ];
    case 'yearly':
      return [
        `About your ${brand} subscription`,
        'This is what you subscribe to',
        `You subscribe to ${plan}. The next charge is on ${day}: ${next}.`,
        ...byPart,
        ...byCredit,
        'You can change or cancel it in your account at any time.',
      ];
    case 'failed':
      if (card === '')
        return [
          `We couldn’t charge you for ${brand}`,
          'There is no card to charge',
          `${amount} is due for ${plan}, and there is no card to charge.`,
          `You can keep watching until ${day}. Please add a card; we’ll charge it right away.`,
        ];
      return [
        `We couldn’t charge you for ${brand}`,
        'Your payment didn’t go through',
        `We tried to charge ${amount} for ${plan}${byCard}, and it didn’t go through.`,
        `You can keep watching until ${day}. Please check your card or choose another one; we’ll try a new card right away.`,
      ];
    case 'action':
      return [
        'Your bank asks you to confirm a payment',
        'One step left to finish your payment',
        `Your bank needs to confirm that it’s you paying ${amount} for ${plan}. Confirm it and the payment is done.`,
        `You can keep watching until ${day}.`,
      ];
    case 'stopped':
      return [
        `${plan} is on hold`,
        'Your plan is on hold',
        `${amount} hasn’t been paid, so your plan is on hold. Once it is paid you can watch again right away, and the days in between are added to your period.`,
      ];
    case 'ended':
      if (mail.for_name)
        return [
          `${plan} has ended`,
          `The plan for ${mail.for_name} has ended`,
          mail.is_returned
            ? `Its payment was refunded, so ${plan} ended on ${day}. Nothing more will be charged.`
            : `${plan} wasn’t paid for and ended on ${day}. Nothing more will be charged.`,
        ];
      if (mail.is_returned)
        return [
          `${plan} has ended`,
          'Your plan has ended',
          `Your payment was refunded, so your plan ended on ${day}. Nothing more will be charged.`,
          'Your watch history and My List are still here, and you can start again at any time.',
        ];
      return [
        `${plan} has ended`,
        'Your plan has ended',
        `Your plan ended on ${day}. Your watch history and My List are still here.`,
        ...(mail.is_leaving ? [] : ['You can start again at any time.']),
      ];
    case 'cancelled':
      if (mail.is_leaving)
        return [
          `${plan} isn’t renewed`,
          'Your plan isn’t renewed',
          mail.ends_at_once
            ? 'It hadn’t been paid for, so it ends right away. The unpaid invoice is canceled, and nothing more will be charged.'
            : `It lasts until ${day}, and nothing more will be charged. The rest of the period is not refunded.`,
          'Your account is being deleted or is suspended. To stay, cancel the deletion first. If it is suspended, please contact us.',
        ];
      if (mail.ends_at_once)
        return [
          `You canceled ${plan}`,
          'Your plan is canceled',
          'It hadn’t been paid for, so it ends right away. The unpaid invoice is canceled, and nothing more will be charged.',
          'You can start again at any time. The days you watched without paying are billed then.',
          ...creditStays,
        ];
      return [
        `You canceled ${plan}`,
        'Your plan is canceled',
        `You can keep watching until ${day}, and nothing more will be charged. The rest of the period is not refunded.`,
        'Until then you can undo the cancellation with one button.',
        ...creditStays,
      ];
    case 'resumed':
      switch (mail.resumed) {
        case 'cancelled_gift':
          return [
            `${plan} continues`,
            'Your plan is no longer canceled',
            'Your plan continues while your credit lasts, and then ends by itself. No card is charged.',
          ];
        case 'gift':
          return [
            `${plan} continues after your gift`,
            'Your plan continues after your gift',
            `From now on your plan is renewed with your card. The next charge is on ${day}: ${next}.`,
            ...byPart,
            ...byCredit,
          ];
        case 'period':
          return [
            `${plan} continues after the paid period`,
            'Your plan continues after the paid period',
            `From now on your plan is renewed with your card. The next charge is on ${day}: ${next}.`,
            ...byPart,
            ...byCredit,
          ];
        case 'paying':
          return [
            `You pay for ${plan} again`,
            'You pay for somebody else’s plan again',
            `The plan is renewed as before. The next charge is on ${day}: ${next}.`,
            ...byCredit,
          ];
        case 'change':
          return [
            `You keep ${plan}`,
            'Your plan won’t change',
            `Your plan change was canceled, and you keep the plan you have. The next charge is on ${day}: ${next}.`,
            ...byPart,
            ...byCredit,
          ];
        default:
          return [
            `${plan} continues`,
            'Your plan is no longer canceled',
            `Your plan is renewed as before. The next charge is on ${day}: ${next}.`,
            ...byPart,
            ...byCredit,
          ];
      }
    case 'refunded':
      return [
        `We refunded ${amount}`,
        'We gave you a refund',
        mail.method === 'credit'
          ? `We gave back ${amount} of your payment for ${plan} as credit. Your next payment uses it first.`
          : `We refunded ${amount} of your payment for ${plan}.`,
        ...(mail.method === 'card' ? ['It may take a few days to show on your card statement.'] : []),
      ];
    case 'credit_returned':
      return [
        `${amount} of credit is back`,
        'Your gift was canceled',
        `The ${amount} of credit that you used for the gift of ${plan} is yours again. Your next payment uses it first.`,
        'The gift code no longer works.',
      ];
    case 'gift': {
      const length = mail.months === 1 ? '1 month' : `${mail.months ?? 1} months`;
      return [
        `Your gift code: ${length} of ${plan}`,
        'Your gift is ready',
        `This code is good for ${length} of ${plan}: ${mail.code ?? ''}`,
        'Whoever gets it enters it in their account and can watch at once. It works once, so share it only with them.',
        'If they have another plan already, it becomes credit of the same amount for their plan.',
      ];
    }
    case 'given':
      return [
        `${plan} is yours to watch`,
        'Your plan has begun',
        `The ${plan} that you asked for is paid. You can watch everything from now on.`,
      ];
    case 'given_ends':
      return [
        `${plan} ends on ${day}`,
        'Your plan is about to end',
        `You can watch with ${plan} until ${day}; it isn’t renewed after that. Your watch history and My List stay.`,
        ...(mail.is_leaving ? [] : ['To keep watching, choose a plan after that day.']),
      ];
    case 'given_goes_on':
      return [
        `${plan} continues`,
        'Your plan continues',
        `${plan} doesn’t end on ${day}; it continues after that day. There is nothing you need to do.`,
      ];
    case 'disputed':
      return [
        `${plan} is paused`,
        'Your plan is paused because of a bank dispute',
        `Your bank opened a dispute about your payment of ${amount}. The plan is paused until the bank decides, and nothing is charged in the meantime.`,
        'If this is a mistake, please ask your bank to cancel the dispute. The plan then continues, extended by the days it was paused.',
      ];
    case 'dispute_closed':
      return [
        `${plan} continues`,
        'You can watch again',
        'The bank dispute is closed and your plan continues, extended by the days it was paused.',
      ];
    case 'given_up':
      if (mail.ends_at_once)
        return [
          `You won’t be charged for ${plan} anymore`,
          'You no longer pay for somebody else’s plan',
          `${plan} hadn’t been paid for, so it ends right away. The unpaid invoice is canceled, and nothing more will be charged.`,
          ...(mail.is_leaving ? [] : creditStays),
        ];
      return [
        `You won’t be charged for ${plan} anymore`,
        'You no longer pay for somebody else’s plan',
        `${plan} lasts until ${day}, when the paid period ends, and nothing more will be charged. The rest of the period is not refunded.`,
        ...(mail.is_leaving ? [] : creditStays),
      ];
  }
}

const buttons: Partial<Record<BillingMail['kind'], { ko: string; en: string; invoice: boolean }>> = {
  receipt: { ko: '청구서 보기', en: 'See the invoice', invoice: true },
  refunded: { ko: '청구서 보기', en: 'See the invoice', invoice: true },
  credit_returned: { ko: '청구서 보기', en: 'See the invoice', invoice: true },
  gift: { ko: '청구서 보기', en: 'See the invoice', invoice: true },
  failed: { ko: '결제하러 가기', en: 'Pay now', invoice: true },
  action: { ko: '확인하러 가기', en: 'Confirm the payment', invoice: true },
  stopped: { ko: '결제하러 가기', en: 'Pay now', invoice: true },
  disputed: { ko: '청구서 보기', en: 'See the invoice', invoice: true },
  ended: { ko: '이용권 보기', en: 'See the plans', invoice: false },
};

/** The message in a language. */
export function billingMail(
  locale: 'ko' | 'en',
  mail: BillingMail,
  { brand, link }: Pick<MailAbout, 'brand' | 'link'>,
): MailContent {
  const [subject, heading, ...paragraphs] = locale === 'ko' ? koTexts(mail, brand) : enTexts(mail, brand);
  // The payer of another household's plan cannot start that plan again.
  const isOthers = mail.kind === 'ended' && mail.for_name !== undefined;
  const button = isOthers ? undefined : buttons[mail.kind];
  const label = button?.[locale] ?? (locale === 'ko' ? '이용권 관리하기' : 'Manage your plan');
  const path =
    mail.kind === 'ended' && !isOthers
      ? '/plans'
      : button?.invoice && mail.invoice_id
        ? `/account/invoices/${mail.invoice_id}`
        : '/account/membership';
  return {
    subject,
    preview: paragraphs[0] ?? heading,
    heading,
    paragraphs,
    button: { label, url: link(path) },
  };
}
