import { Trans } from '@lingui/react/macro';
import type { Subscription } from '../../../contract/account/billing.ts';
import { dollars } from '../../money.ts';
import { useDays } from './days.ts';

/** State of a subscription in one sentence: the next charge, or the last day of service. */
export function SubscriptionLine({ subscription }: { subscription: Subscription }) {
  const { day } = useDays();
  const {
    next_charge: next,
    last_day,
    state,
    pause,
    by_gift: byGift,
    renews,
    ends_at_once: endsAtOnce,
  } = subscription;
  const on = next && day(next.on);
  const amount = next && dollars(next.cents);
  const last = day(last_day);
  const back = pause && day(pause.to);
  if (state === 'disputed') return <Trans>카드사의 이의 제기로 이용권을 멈췄어요.</Trans>;
  if (state === 'paused') return <Trans>쉬고 있어요. {back}에 다시 시작해요.</Trans>;
  if (!renews && endsAtOnce) return <Trans>해지했어요. 곧 이용이 끝나요.</Trans>;
  if (state === 'unpaid') return <Trans>{last}까지 결제해 주세요.</Trans>;
  if (state === 'stopped') return <Trans>결제가 되지 않아서 이용이 멈췄어요.</Trans>;
  if (next && byGift) return <Trans>적립금으로 보고 있어요.</Trans>;
  if (next && !next.taxes_known)
    return (
      <Trans>
        다음 결제: {on}, {amount} (세금 별도)
      </Trans>
    );
  if (next)
    return (
      <Trans>
        다음 결제: {on}, {amount}
      </Trans>
    );
  return <Trans>{last}까지 볼 수 있어요.</Trans>;
}
