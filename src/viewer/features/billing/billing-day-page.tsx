import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Subscription } from '../../../contract/account/billing.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Select } from '../../../ui/components/select.tsx';
import { Said } from '../../forms/guest-frame.tsx';
import { dollars } from '../../money.ts';
import { Confirm, useChangeQuote } from './change-plan-page.tsx';
import { useDays } from './days.ts';
import { PartOfPeriod } from './next-charge.tsx';
import { WithSubscription } from './with-subscription.tsx';

const daysOfMonth = Array.from({ length: 31 }, (_, index) => index + 1);

/** Another day of the month on which the plan is charged. */
export function BillingDayPage() {
  return (
    <WithSubscription>
      {({ period, period_to }) => <Choose period={period} periodTo={period_to} />}
    </WithSubscription>
  );
}

function Choose({ period, periodTo }: { period: Subscription['period']; periodTo: string }) {
  const { t } = useLingui();
  const { day } = useDays();
  const [chosen, setChosen] = useState<number | null>(null);
  const change = chosen === null ? null : ({ kind: 'billing_day', day_of_month: chosen } as const);
  const quoted = useChangeQuote(change);
  const { data: quote, error } = quoted;
  const now = day(periodTo);
  const on = quote && day(quote.on);
  const next = quote?.next_charge;
  const nextDay = next && day(next.on);
  const amount = next && dollars(next.cents);
  return (
    <div className="max-w-[480px] space-y-5">
      <p className="text-quiet">
        <Trans>다음 결제일은 {now}이에요. 고른 날이 없는 달에는 그달 마지막 날에 결제해요.</Trans>
      </p>
      <Select
        label={period === 'yearly' ? t`결제할 날` : t`매달 결제할 날`}
        value={chosen ?? ''}
        onChange={({ target }) => setChosen(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t`선택하기`}</option>
        {daysOfMonth.map((each) => (
          <option key={each} value={each}>
            {t`${each}일`}
          </option>
        ))}
      </Select>
      {error && (
        <Said kind="failure">
          {(error instanceof ApiError && error.message) || <Trans>잠시 뒤에 다시 시도해 주세요.</Trans>}
        </Said>
      )}
      {quote && change && (
        <>
          <div aria-live="polite" className="space-y-2">
            <p>
              <Trans>
                오늘은 결제하지 않아요. 이미 결제한 기간이 {on}에 끝나면 새 결제일까지의 날수만큼만 결제해요.
              </Trans>
            </p>
            {next && (
              <>
                <p>
                  <Trans>
                    다음 결제: {nextDay}, {amount}
                  </Trans>
                </p>
                <PartOfPeriod charge={next} />
              </>
            )}
          </div>
          <Confirm quote={quote} change={change} onEnd={() => undefined} reload={() => quoted.refetch()} />
        </>
      )}
    </div>
  );
}
