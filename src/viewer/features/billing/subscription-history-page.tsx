import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../context.ts';
import { AccountList } from '../accounts/account-list.tsx';
import { subscriptionHistoryQuery } from './billing.queries.ts';
import { useDays } from './days.ts';

/** What has happened to the household's plan. */
export function SubscriptionHistoryPage() {
  const { t } = useLingui();
  const { day } = useDays();
  const query = useQuery(subscriptionHistoryQuery(useApp()));
  return (
    <div className="max-w-2xl">
      <AccountList list={query} label={t`이용 내역`} empty={<Trans>아직 이용 내역이 없어요.</Trans>}>
        {({ on, text }) => (
          <div className="flex flex-wrap justify-between gap-x-4">
            <p className="font-semibold">{text}</p>
            <p className="text-quiet">{day(on)}</p>
          </div>
        )}
      </AccountList>
    </div>
  );
}
