import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { NotificationKind } from '../../../contract/account/notifications.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { useApp, useSession } from '../../context.ts';
import { sendFile } from '../../files.ts';
import { GuestFrame, lineLink, Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { kindNames } from './names.ts';

/** Stops the mail whose link was followed. It asks first: programs that look at mail follow links too. */
export function UnsubscribePage() {
  const { i18n } = useLingui();
  const context = useApp();
  const signedIn = useSession();
  const sending = useSubmit([]);
  const [stopped, setStopped] = useState<NotificationKind | null>(null);
  const [wrong, setWrong] = useState(false);

  const stop = () =>
    sending.send(async () => {
      const token = new URLSearchParams(window.location.search).get('token') || '-';
      // As mail programs write it.
      const form = new Blob(['List-Unsubscribe=One-Click']);
      try {
        setStopped((await sendFile(context, 'POST /unsubscribe', form, { token })).data.kind);
      } catch (error) {
        if (!(error instanceof ApiError && (error.status === 404 || error.status === 422))) throw error;
        setWrong(true);
      }
    });
  const kind = stopped && i18n._(kindNames[stopped]);

  return (
    <GuestFrame
      below={
        signedIn ? (
          <Link to="/account/$" params={{ _splat: 'notifications' }} className={lineLink}>
            <Trans>알림 설정</Trans>
          </Link>
        ) : undefined
      }
    >
      <h1 className="mb-5 text-28">
        <Trans>메일 그만 받기</Trans>
      </h1>
      {kind ? (
        <Said kind="success">
          <Trans>‘{kind}’ 메일은 더 보내지 않을게요. 다시 받고 싶으면 알림 설정에서 켜 주세요.</Trans>
        </Said>
      ) : wrong ? (
        <Said kind="failure">
          <Trans>
            링크가 잘린 것 같아요. 메일의 링크를 다시 누르거나, 로그인해서 알림 설정에서 꺼 주세요.
          </Trans>
        </Said>
      ) : (
        <div className="space-y-5">
          <p className="text-quiet">
            <Trans>이 메일과 같은 종류의 메일을 이제 그만 받을까요?</Trans>
          </p>
          {sending.failure && <Said kind="failure">{sending.failure}</Said>}
          <Button
            look="primary"
            size="lg"
            className="w-full"
            disabled={sending.busy}
            onClick={() => void stop()}
          >
            <Trans>그만 받기</Trans>
          </Button>
        </div>
      )}
    </GuestFrame>
  );
}
