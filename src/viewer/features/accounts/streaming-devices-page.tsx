import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/components/badges.tsx';
import { useApp } from '../../context.ts';
import { AccountList, useDeviceWords } from './account-list.tsx';
import { streamingDevicesQuery } from './accounts.queries.ts';

/** What was played on which device lately. */
export function StreamingDevicesPage() {
  const { t } = useLingui();
  const { deviceName, instant } = useDeviceWords();
  const query = useQuery(streamingDevicesQuery(useApp()));
  return (
    <AccountList
      list={query}
      label={t`최근 재생한 기기`}
      empty={<Trans>최근 90일 동안 재생한 기기가 없어요.</Trans>}
    >
      {({ name, title, profile_name, started_at, watching }) => (
        <>
          <p className="flex flex-wrap items-center gap-2 font-bold">
            {deviceName(name)}
            {watching && (
              <Badge tone="jade">
                <Trans>재생 중</Trans>
              </Badge>
            )}
          </p>
          <p>{title || <Trans>지금은 없는 콘텐츠</Trans>}</p>
          <p className="text-14 text-quiet">
            {[profile_name, instant(started_at)].filter(Boolean).join(' · ')}
          </p>
        </>
      )}
    </AccountList>
  );
}
