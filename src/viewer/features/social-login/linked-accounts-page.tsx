import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ProviderName, providerLabels } from '../../../contract/providers.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { site } from '../../../ui/brand.ts';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { type AppContext, useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { AccountList, useDeviceWords } from '../accounts/account-list.tsx';
import { ReauthenticatedAction } from '../accounts/reauthenticated-action.tsx';
import { takeCallbackResult } from './callback-result.ts';
import { ProviderMark } from './provider-mark.tsx';

const linkedAccountsQuery = ({ api, session }: AppContext, enabled: boolean) =>
  queryOptions({
    queryKey: ['account', session.get()?.user.id, 'linked-accounts'],
    queryFn: async ({ signal }) => (await api('GET /api/account/linked-accounts', { signal })).data,
    staleTime: 0,
    enabled,
  });

/** The services that sign in to the account: connecting and disconnecting them. */
export function LinkedAccountsPage() {
  const { t } = useLingui();
  const context = useApp();
  const { api, locale } = context;
  const { instant } = useDeviceWords();
  // Asked for once what came back is finished: an answer from before it would lack the account just connected, and
  // asking again while the first answer is under way only waits for that one.
  const [finished, setFinished] = useState(false);
  const query = useQuery(linkedAccountsQuery(context, finished));
  const [wanted, setWanted] = useState<{ connect: boolean; provider: ProviderName } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const began = useRef(false);

  useEffect(() => {
    if (began.current) return;
    began.current = true;
    const { code, failed } = takeCallbackResult();
    if (failed) {
      setFailure(
        failed === 'cancelled'
          ? t`연결을 취소했어요.`
          : t`연결하지 못했어요. 잠시 뒤에 처음부터 다시 시도해 주세요.`,
      );
    }
    if (!code) {
      setFinished(true);
      return;
    }
    api('POST /api/account/linked-accounts/finish', { body: { code } })
      .then(
        ({ data: { provider } }) =>
          toast('success', t`${providerLabels[provider][locale]} 계정을 연결했어요.`),
        (error: unknown) =>
          setFailure(
            (error instanceof ApiError && error.message) ||
              t`연결하지 못했어요. 잠시 뒤에 처음부터 다시 시도해 주세요.`,
          ),
      )
      .finally(() => setFinished(true));
  });

  if (wanted) {
    const { provider } = wanted;
    const name = providerLabels[provider][locale];
    const close = () => setWanted(null);
    if (wanted.connect) {
      return (
        <ReauthenticatedAction
          title={t`${name} 계정 연결하기`}
          submit={t`${name} 계정 고르러 가기`}
          onCancel={close}
          run={async () => {
            const { data } = await api('POST /api/account/linked-accounts', { body: { provider } });
            window.location.assign(data.url);
          }}
        >
          <Trans>연결하면 다음부터는 {name} 계정으로도 로그인할 수 있어요.</Trans>
        </ReauthenticatedAction>
      );
    }
    return (
      <ReauthenticatedAction
        title={t`${name} 연결을 끊을까요?`}
        submit={t`연결 끊기`}
        onCancel={close}
        run={async () => {
          await api('DELETE /api/account/linked-accounts/{provider}', { params: { provider } });
          toast('success', t`${name} 연결을 끊었어요.`);
          await query.refetch();
          close();
        }}
      >
        <Trans>끊으면 {name} 계정으로는 더 로그인할 수 없어요.</Trans>
      </ReauthenticatedAction>
    );
  }

  const linked = query.data ?? [];
  const all = [...new Set([...site.sign_in_with, ...linked.map(({ provider }) => provider)])];
  const rows = all.map((provider) => ({
    id: provider,
    own: linked.find((each) => each.provider === provider),
  }));
  return (
    <>
      <p className="mb-5 max-w-2xl text-quiet">
        <Trans>연결한 서비스의 계정으로 비밀번호 없이 로그인할 수 있어요.</Trans>
      </p>
      {failure && (
        <div className="mb-5 max-w-2xl">
          <Said kind="failure">{failure}</Said>
        </div>
      )}
      <AccountList
        list={{ ...query, data: query.data && rows }}
        label={t`연결된 계정`}
        empty={<Trans>지금은 연결할 수 있는 서비스가 없어요.</Trans>}
      >
        {({ id: provider, own }) => {
          const name = providerLabels[provider][locale];
          const at = own && instant(own.connected_at);
          return (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="flex min-w-0 items-center gap-4">
                <ProviderMark provider={provider} />
                <div className="min-w-0">
                  <p className="font-bold">{name}</p>
                  {own ? (
                    <p className="text-14 text-quiet [overflow-wrap:anywhere]">
                      {own.email && `${own.email} · `}
                      <Trans>{at} 연결</Trans>
                    </p>
                  ) : (
                    <p className="text-14 text-quiet">
                      <Trans>연결하지 않았어요</Trans>
                    </p>
                  )}
                </div>
              </div>
              <Button
                aria-label={own ? t`${name} 연결 끊기` : t`${name} 연결하기`}
                onClick={() => {
                  setFailure(null);
                  setWanted({ connect: !own, provider });
                }}
              >
                {own ? <Trans>연결 끊기</Trans> : <Trans>연결하기</Trans>}
              </Button>
            </div>
          );
        }}
      </AccountList>
    </>
  );
}
