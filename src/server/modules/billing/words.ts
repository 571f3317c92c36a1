/** Bills in words, from the facts of their lines. Pure. */
import type { Bill, BillLine } from '../../../contract/account/billing.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Parts, Quote, QuotedLine } from './invoicing.service.ts';

/** The names that lines mention, in the language of the bill. */
export interface Names {
  plans: ReadonlyMap<string, string>;
  coupons: ReadonlyMap<string, string>;
}

/** An amount of US dollars. */
export const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

/** A day as a bill writes it. */
export const dayWords = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** A card as a bill names it: brand and last four. Empty where none was charged. */
export const cardWords = ({
  cardBrand,
  cardLastFour,
}: {
  cardBrand: string | null;
  cardLastFour: string | null;
}): string =>
  cardLastFour ? `${brands[cardBrand ?? ''] ?? cardBrand ?? ''} •••• ${cardLastFour}`.trim() : '';

/** A card's expiry, `MM/YY`; empty without one. */
export const expiryWords = ({
  cardExpiryMonth,
  cardExpiryYear,
}: {
  cardExpiryMonth: number | null;
  cardExpiryYear: number | null;
}): string =>
  cardExpiryMonth && cardExpiryYear
    ? `${String(cardExpiryMonth).padStart(2, '0')}/${String(cardExpiryYear % 100).padStart(2, '0')}`
    : '';

const methods = {
  ko: { promotion: '프로모션', credit: '적립금', check: '수표', card: '카드', cash: '현금' },
  en: { promotion: 'Promotion', credit: 'Credit', check: 'Check', card: 'Card', cash: 'Cash' },
} as const;

/** How something was paid. */
export const methodWords = (method: keyof (typeof methods)['en'], locale: Locale): string =>
  methods[locale][method];

/** The facts of a line that its words need. */
export type LineFacts = Pick<
  QuotedLine,
  | 'kind'
  | 'planId'
  | 'months'
  | 'priceCents'
  | 'at'
  | 'until'
  | 'priceDays'
  | 'sign'
  | 'firstDay'
  | 'lastDay'
  | 'couponId'
  | 'amountCents'
>;

/** Text of a line, and the reason for its amount. */
export function lineWords(line: LineFacts, names: Names, locale: Locale): Omit<BillLine, 'position'> {
  const ko = locale === 'ko';
  const plan = names.plans.get(line.planId ?? '') ?? '';
  const amount = { kind: line.kind, amount_cents: line.amountCents };
  switch (line.kind) {
    case 'plan': {
      const days = (line.until ?? 0) - (line.at ?? 0);
      const span = `${dayWords(line.firstDay ?? '', locale)} – ${dayWords(line.lastDay ?? '', locale)}`;
      const price = dollars(line.priceCents ?? 0);
      const whole = days === line.priceDays;
      const every = line.months === 12 ? (ko ? '1년' : 'a year') : ko ? '한 달' : 'a month';
      const part = ko
        ? `${every} ${price}, ${line.priceDays}일 중 ${days}일분`
        : `${days} of ${line.priceDays} days at ${price} ${every}`;
      const detail = whole ? span : `${span} · ${part}`;
      if (line.sign === -1)
        return { ...amount, text: ko ? `${plan} 남은 날 빼기` : `${plan}, unused days`, detail };
      return { ...amount, text: plan, detail };
    }
    case 'discount': {
      const coupon = names.coupons.get(line.couponId ?? '') ?? '';
      // Credited days were cheaper by the discount, so that its part is withdrawn with them.
      if (line.amountCents > 0)
        return {
          ...amount,
          text: ko ? `되돌린 할인: ${coupon}` : `Discount taken back: ${coupon}`,
          detail: ko
            ? '빼 드린 남은 날은 이만큼 할인받은 날이었어요.'
            : 'The unused days above had been discounted by this.',
        };
      return { ...amount, text: ko ? `할인: ${coupon}` : `Discount: ${coupon}`, detail: '' };
    }
    case 'returned':
      return {
        ...amount,
        text: ko ? '이미 돌려드린 금액' : 'Already returned to you',
        detail: ko
          ? '남은 날 중 이만큼은 환불이나 카드사 이의 제기로 이미 돌려드렸어요.'
          : 'This part of the unused days was already refunded or returned by your bank.',
      };
    case 'owed': {
      const span = `${dayWords(line.firstDay ?? '', locale)} – ${dayWords(line.lastDay ?? '', locale)}`;
      return {
        ...amount,
        text: ko ? `${plan} 결제되지 않은 이용일` : `${plan}, unpaid days`,
        detail: ko
          ? `${span} · 지난 이용권에서 결제되지 않은 채 이용한 날이에요.`
          : `${span} · Days of your earlier plan that you could watch and that weren’t paid.`,
      };
    }
    case 'carried':
      return {
        ...amount,
        text: ko ? '지난 청구서에서 넘어온 금액' : 'Carried over from an earlier invoice',
        detail: ko
          ? '카드로 결제하기에는 적어서 이번 청구서로 넘겼어요.'
          : 'It was too small for a card, so it was added to this invoice.',
      };
    case 'gift':
      return {
        ...amount,
        text: ko ? `선물 코드: ${plan}` : `Gift code: ${plan}`,
        detail: ko ? `${line.months}개월` : line.months === 1 ? '1 month' : `${line.months} months`,
      };
    case 'once':
      return { ...amount, text: plan, detail: ko ? '한 번만' : 'One time' };
  }
}

/** A rate of millionths: `9.975 %`. */
export const rateWords = (ppm: number): string => `${Number((ppm / 10_000).toFixed(4))}%`;

/** A bill with its taxes added up by name, and how it is paid. */
export function billWords(
  { lines, netCents, taxCents, totalCents }: Omit<Quote, 'untaxedCents'>,
  { creditCents, givenCents, carriedCents, chargeCents }: Parts,
  names: Names,
  locale: Locale,
): Bill {
  const taxes = new Map<string, { name: string; rate: string; amount_cents: number }>();
  for (const { name, ratePpm, amountCents } of lines.flatMap((line) => line.taxes)) {
    const key = `${name} ${ratePpm}`;
    const own = taxes.get(key) ?? { name, rate: rateWords(ratePpm), amount_cents: 0 };
    own.amount_cents += amountCents;
    taxes.set(key, own);
  }
  return {
    lines: lines.map((line, position) => ({ position, ...lineWords(line, names, locale) })),
    taxes: [...taxes.values()],
    net_cents: netCents,
    tax_cents: taxCents,
    total_cents: totalCents,
    credit_cents: creditCents,
    given_cents: givenCents,
    carried_cents: carriedCents,
    charge_cents: chargeCents,
  };
}

/** Why a card was declined, and what its owner does about it. */
const declines: Record<string, Record<Locale, [why: string, advice: string]>> = {
  authentication: {
    ko: ['카드사의 본인 확인을 마치지 못했어요.', '다시 결제하면서 확인해 주세요.'],
    en: ['The bank needs to confirm who is paying.', 'Please pay again and finish the check.'],
  },
  funds: {
    ko: ['카드 한도나 잔액이 모자라요.', '다른 카드로 결제해 주세요.'],
    en: ['The card’s limit or balance isn’t enough.', 'Please use another card.'],
  },
  expired: {
    ko: ['만료된 카드예요.', '다른 카드로 결제해 주세요.'],
    en: ['The card has expired.', 'Please use another card.'],
  },
  security_code: {
    ko: ['보안 코드(CVC)가 맞지 않아요.', '카드를 다시 등록해 주세요.'],
    en: ['The security code (CVC) isn’t right.', 'Please add the card again.'],
  },
  lost_or_stolen: {
    ko: ['카드사에서 이 카드의 사용을 막았어요.', '다른 카드로 결제해 주세요.'],
    en: ['The bank has blocked this card.', 'Please use another card.'],
  },
  try_again: {
    ko: ['카드사에서 지금 처리하지 못했어요.', '잠시 뒤에 다시 시도해 주세요.'],
    en: ['The bank couldn’t process this right now.', 'Please try again in a moment.'],
  },
  no_card: {
    ko: ['등록된 카드가 없어요.', '카드를 추가해 주세요.'],
    en: ['There is no card to charge.', 'Please add one.'],
  },
  other: {
    ko: ['카드사에서 결제를 거절했어요.', '다른 카드로 결제하거나 카드사에 문의해 주세요.'],
    en: ['The bank declined the payment.', 'Please use another card or ask your bank.'],
  },
};

/** Text of a `DeclineReason` for the payer. */
export const declineWords = (reason: string, locale: Locale): string =>
  (declines[reason] ?? declines.other)?.[locale].join(' ') ?? '';

/** The same to staff: why, without what the owner of the card does about it. */
export const declineWordsForStaff = (reason: string, locale: Locale): string =>
  (declines[reason] ?? declines.other)?.[locale][0] ?? '';

/** A text about a plan, with the name of its recipient if another household pays. */
export const withName = (text: string, name: string | undefined, locale: Locale): string =>
  name ? `${text} (${locale === 'ko' ? `${name}님` : name})` : text;

/** Agreement to buy months of a plan as a gift. */
export function giftAgreementWords(
  { plan, months, totalCents }: { plan: string; months: number; totalCents: number },
  locale: Locale,
): string {
  const total = dollars(totalCents);
  if (locale === 'ko')
    return `${plan} ${months}개월을 선물하고 ${total}를 지금 한 번 결제하는 데 동의해요. 갱신되지 않아요. 결제하면 선물 코드를 바로 보여 드리고 메일로도 보내요. 코드를 쓴 뒤에는 환불되지 않아요.`;
  const length = months === 1 ? '1 month' : `${months} months`;
  return `I agree to pay ${total} once, now, for a gift of ${length} of ${plan}. It does not renew. The gift code is shown right after the payment and sent by email too. Once the code has been used, the gift is not refunded.`;
}

/**
 * Agreement without a card, to start a plan or to change one that a gift started: credit pays for it, and it
 * ends with the credit. `firstCents`: paid by credit now; null: nothing.
 */
export function creditAgreementWords(
  {
    plan,
    isYearly,
    priceCents,
    firstCents,
    nextOn,
  }: { plan: string; isYearly: boolean; priceCents: number; firstCents: number | null; nextOn: string },
  locale: Locale,
): string {
  const price = dollars(priceCents);
  const next = dayWords(nextOn, locale);
  if (locale === 'ko') {
    const first = firstCents === null ? '' : `지금 ${dollars(firstCents)}를 적립금으로 내고, `;
    return `${plan}: ${first}${next}부터 ${isYearly ? '1년마다' : '매달'} ${price}(세금 별도)를 적립금으로 내요. 적립금이 다음 기간의 금액보다 적으면 그 전에 자동으로 끝나고, 카드로 결제되지 않아요.`;
  }
  const first = firstCents === null ? '' : `${dollars(firstCents)} is paid with your credit now, and `;
  return `${plan}: ${first}starting on ${next}, ${price} plus tax is paid with your credit ${isYearly ? 'every year' : 'every month'}. When your credit doesn’t cover the next period, the plan ends by itself, and no card is charged.`;
}

/** Place of the recipient's name in a stored agreement. The recipient may be erased before the payer. */
export const namePlace = '{name}';

/** An agreement as it is shown: with the name of who is served, if there is one. */
export const shownAgreement = (text: string, name: string | null | undefined, locale: Locale): string =>
  text.replace(namePlace, () =>
    locale === 'ko' ? (name ? `${name}님` : '다른 분') : name || 'Somebody else',
  );

/**
 * Agreement to start, change or resume a plan: price, renewal and cancellation. `shownAgreement` adds the name
 * of another recipient.
 */
export function agreementWords(
  {
    plan,
    period,
    priceCents,
    firstCents,
    trialDays,
    nextOn,
    wholeFrom = null,
    brand,
    isForOther,
  }: {
    plan: string;
    period: 'monthly' | 'yearly' | 'once';
    priceCents: number;
    /** Charged now; null where only the renewal is agreed to. */
    firstCents: number | null;
    trialDays: number;
    /** The next charge; null with nothing charged now: after a gift. */
    nextOn: string | null;
    /** When whole periods are charged from, where the next charge is for the days until another billing day alone; else null. */
    wholeFrom?: string | null;
    brand: string;
    /** Another household watches. */
    isForOther: boolean;
  },
  locale: Locale,
): string {
  const price = dollars(priceCents);
  const first = dollars(firstCents ?? 0);
  const next = nextOn ? dayWords(nextOn, locale) : '';
  const whole = wholeFrom && dayWords(wholeFrom, locale);
  if (locale === 'ko') {
    if (period === 'once') return `${plan} ${first}를 지금 한 번 결제하는 데 동의해요.`;
    const every = period === 'yearly' ? '1년마다' : '매달';
    const begins =
      trialDays > 0
        ? `${trialDays}일 무료 체험이 끝나는 ${next}에 처음 결제되고, 그 뒤로 ${every}`
        : whole
          ? `${firstCents === null ? '' : `지금 ${first}를 결제하고, `}${next}에는 ${whole} 전까지의 요금이 날짜만큼, ${whole}부터는 ${every}`
          : firstCents === null
            ? `${nextOn ? next : '선물이 끝난 뒤'}부터 ${every}`
            : `지금 ${first}를 결제하고, ${next}부터 ${every}`;
    if (isForOther)
      return `${plan}: ${begins} ${price}(세금 별도)가 내 카드로 자동 결제돼요. 이용권은 ${namePlace}이 쓰고, 청구서는 나에게 와요. 언제든 ${brand} 계정 화면에서 결제를 그만할 수 있고, 그만하면 결제한 기간이 끝날 때까지만 이용권이 이어지며 남은 기간은 환불되지 않아요.`;
    return `${plan}: ${begins} ${price}(세금 별도)가 등록한 카드로 자동 결제돼요. 언제든 ${brand} 계정 화면에서 해지할 수 있고, 해지하면 결제한 기간이 끝날 때까지 볼 수 있으며 남은 기간은 환불되지 않아요.`;
  }
  if (period === 'once') return `I agree to pay ${first} once, now, for ${plan}.`;
  const every = period === 'yearly' ? 'every year' : 'every month';
  const begins =
    trialDays > 0
      ? `after ${trialDays} free days the first charge is on ${next}, and then`
      : whole
        ? `${firstCents === null ? '' : `${first} is charged now, `}on ${next} a part of the price is charged for the days before ${whole}, and starting on ${whole},`
        : firstCents === null
          ? `starting ${nextOn ? `on ${next}` : 'when the gift ends'},`
          : `${first} is charged now, and starting on ${next},`;
  if (isForOther)
    return `${plan}: ${begins} ${price} plus tax is charged automatically to my card ${every}. ${namePlace} uses the plan, and the invoices come to me. You can stop paying at any time in your ${brand} account; the plan then lasts until the paid period ends, and the rest is not refunded.`;
  return `${plan}: ${begins} ${price} plus tax is charged automatically to the card ${every}. You can cancel at any time in your ${brand} account; you can then watch until the paid period ends, and the rest is not refunded.`;
}
