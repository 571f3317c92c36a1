import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LoginRecord } from '../../../contract/account/devices.ts';
import { providerLabels } from '../../../contract/providers.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { AccountList, useDeviceWords } from './account-list.tsx';
import { loginsQuery } from './accounts.queries.ts';

/** When and where somebody signed in to the account, or failed to. */
export function LoginHistoryPage() {
  const { t } = useLingui();
  const { deviceName, place, instant } = useDeviceWords();
  const context = useApp();
  const query = useInfiniteQuery(loginsQuery(context));
  const methodOf = ({ method }: LoginRecord) => {
    if (method === 'password') return t`비밀번호`;
    if (method === 'tv') return t`TV 코드`;
    return method === 'passkey' ? t`패스키 로그인` : providerLabels[method][context.locale];
  };
  return (
    <>
      <p className="mb-5 max-w-2xl text-quiet">
        <Trans>최근 1년 동안의 기록이에요. 모르는 로그인이 있으면 비밀번호를 바꿔 주세요.</Trans>
      </p>
      <AccountList
        list={{ ...query, data: query.data?.pages.flatMap(({ data }) => data) }}
        label={t`로그인 기록`}
        empty={<Trans>아직 로그인 기록이 없어요.</Trans>}
      >
        {(login) => (
          <>
            <p className="flex flex-wrap items-center gap-2 font-bold">
              {deviceName(login.name)}
              {!login.succeeded && (
                <Badge tone="vermilion">
                  <Trans>로그인 실패</Trans>
                </Badge>
              )}
            </p>
            <p className="text-14 text-quiet">
              {instant(login.created_at)} · {methodOf(login)}
            </p>
            <p className="text-14 text-quiet">{place(login)}</p>
          </>
        )}
      </AccountList>
      {query.hasNextPage && (
        <Button
          className="mt-4 w-full"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? <Trans>불러오는 중…</Trans> : <Trans>더 보기</Trans>}
        </Button>
      )}
    </>
  );
}
