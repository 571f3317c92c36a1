import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Device } from '../../../contract/account/devices.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { lineLink } from '../../forms/guest-frame.tsx';
import { AccountList, useDeviceWords } from './account-list.tsx';
import { devicesQuery } from './accounts.queries.ts';

/** Where the household is signed in; every other device can be signed out from here. */
export function DevicesPage() {
  const { t } = useLingui();
  const context = useApp();
  const { deviceName, place, instant } = useDeviceWords();
  const query = useQuery(devicesQuery(context));
  const [busy, setBusy] = useState<string | null>(null);

  const signOut = async ({ id, name }: Device) => {
    setBusy(id);
    try {
      await context.api('DELETE /api/account/devices/{id}', { params: { id } });
      toast('success', t`${deviceName(name)}에서 로그아웃했어요.`);
    } catch (error) {
      // 404: the device was already signed out elsewhere.
      if (!(error instanceof ApiError && error.status === 404))
        toast('error', t`로그아웃하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
    await query.refetch();
    setBusy(null);
  };

  return (
    <>
      <p className="mb-5 max-w-2xl text-quiet">
        <Trans>모르는 기기가 있으면 로그아웃하고 비밀번호를 바꿔 주세요.</Trans>
      </p>
      <AccountList list={query} label={t`로그인한 기기`} empty={<Trans>로그인한 기기가 없어요.</Trans>}>
        {(device) => {
          const used = instant(device.last_used_at);
          const name = deviceName(device.name);
          return (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-bold">
                  {name}
                  {device.current && (
                    <Badge tone="jade">
                      <Trans>이 기기</Trans>
                    </Badge>
                  )}
                </p>
                <p className="text-14 text-quiet">
                  <Trans>마지막 사용 {used}</Trans>
                </p>
                <p className="text-14 text-quiet">{place(device)}</p>
              </div>
              {!device.current && (
                <Button
                  aria-label={t`${name} 로그아웃`}
                  disabled={busy !== null}
                  onClick={() => void signOut(device)}
                >
                  <Trans>로그아웃</Trans>
                </Button>
              )}
            </div>
          );
        }}
      </AccountList>
      <p className="mt-4 flex flex-wrap gap-x-4">
        <Link to="/account/$" params={{ _splat: 'activate' }} className={lineLink}>
          <Trans>TV나 셋톱박스 등록하기</Trans>
        </Link>
        <Link to="/account/$" params={{ _splat: 'sign-out-all' }} className={lineLink}>
          <Trans>모든 기기에서 로그아웃</Trans>
        </Link>
      </p>
    </>
  );
}
