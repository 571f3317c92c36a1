import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { NotificationSettings } from '../../../contract/account/notifications.ts';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useWebPush } from './use-web-push.ts';

/** Whether this device gets web push, and what to do where it cannot. */
export function PushOnDevice({ className, push }: { className: string; push: NotificationSettings['push'] }) {
  const { t } = useLingui();
  const { state, turnOn, turnOff } = useWebPush(push);
  const [busy, setBusy] = useState(false);
  const change = async (work: () => Promise<void>) => {
    setBusy(true);
    // Browsers and their push services fail in different ways; the remedy is the same.
    await work().catch(() =>
      toast('error', t`이 기기의 푸시 알림을 바꾸지 못했어요. 잠시 뒤에 다시 시도해 주세요.`),
    );
    setBusy(false);
  };
  return (
    <section className={className} aria-labelledby="push-heading" aria-busy={state === 'unknown' || busy}>
      <h2 id="push-heading" className="text-18 font-bold">
        <Trans>이 기기의 푸시 알림</Trans>
      </h2>
      <p className="mt-1 text-14 text-quiet" aria-live="polite">
        {state === 'on' ? (
          <Trans>화면을 닫아 두어도 이 기기로 알려 드려요. 로그아웃하면 꺼져요.</Trans>
        ) : state === 'denied' ? (
          <Trans>
            브라우저에서 알림을 막아 두었어요. 주소창 왼쪽의 사이트 설정에서 알림을 ‘허용’으로 바꾼 뒤 이
            화면을 새로 고쳐 주세요.
          </Trans>
        ) : state === 'needs-app' ? (
          <Trans>
            iPhone과 iPad에서는 홈 화면에 추가한 앱에서만 푸시 알림을 받을 수 있어요. 공유 버튼을 누르고 ‘홈
            화면에 추가’를 고른 뒤 그 앱에서 켜 주세요.
          </Trans>
        ) : state === 'unsupported' ? (
          <Trans>이 브라우저는 푸시 알림을 지원하지 않아요. 알림함과 메일로 알려 드릴게요.</Trans>
        ) : (
          <Trans>켜면 화면을 닫아 두어도 이 기기로 알려 드려요. 브라우저가 허용할지 물어봐요.</Trans>
        )}
      </p>
      {state === 'off' && (
        <Button look="primary" className="mt-4" disabled={busy} onClick={() => void change(turnOn)}>
          <Trans>이 기기에서 받기</Trans>
        </Button>
      )}
      {state === 'on' && (
        <Button className="mt-4" disabled={busy} onClick={() => void change(turnOff)}>
          <Trans>이 기기에서 끄기</Trans>
        </Button>
      )}
    </section>
  );
}
