import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useApp } from '../../context.ts';
import { useSignedIn } from '../accounts/use-signed-in.ts';
import { knowsPasskeys, offersPasskeys, reasonOf, sign, stopOffering } from './device.ts';

/** What is to be signed counts five minutes: who looks at the page for longer gets something new to sign. */
const renewedMs = 4 * 60_000;

/** Signing in with a passkey: by a button, and where the browser can, inside the field for the name. */
export function PasskeyLogin({ onFailure }: { onFailure: (text: string | null) => void }) {
  const { t } = useLingui();
  const { api } = useApp();
  const signedIn = useSignedIn();
  const [known, setKnown] = useState(true);
  const [busy, setBusy] = useState(false);
  const asking = useRef(false);
  useEffect(() => setKnown(knowsPasskeys()), []);

  const logIn = async (inField: boolean) => {
    const { data: options } = await api('POST /api/passkey-login/options');
    const credential = await sign(options, inField);
    const { data } = await api('POST /api/passkey-login', { body: { credential, device: 'web' } });
    await signedIn(data);
  };
  const explain = (error: unknown) => {
    if (error instanceof ApiError) {
      if (error.code === 'network') return t`인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.`;
      return error.message || t`로그인하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`;
    }
    if (reasonOf(error) === 'wrong_address')
      return t`이 주소에서는 패스키를 쓸 수 없어요. 다른 방법으로 로그인해 주세요.`;
    return t`패스키로 로그인하지 않았어요. 다시 시도하거나 다른 방법으로 로그인해 주세요.`;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once a visit
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const offer = () => {
      timer = setTimeout(offer, renewedMs);
      // The browser handles one passkey request at a time: the button's request has priority.
      if (asking.current) return;
      // The page started this by itself, so the viewer is not told about a failure.
      logIn(true).catch((error: unknown) => {
        if (!over && error instanceof ApiError && error.code !== 'too_many_logins') onFailure(explain(error));
      });
    };
    offersPasskeys().then(
      (offered) => offered && !over && offer(),
      () => undefined,
    );
    return () => {
      over = true;
      clearTimeout(timer);
      if (timer !== undefined) void stopOffering();
    };
  }, []);

  if (!known) return null;
  return (
    <Button
      size="lg"
      className="w-full"
      disabled={busy}
      onClick={() => {
        asking.current = true;
        setBusy(true);
        onFailure(null);
        logIn(false)
          .catch((error: unknown) => onFailure(explain(error)))
          .finally(() => {
            asking.current = false;
            setBusy(false);
          });
      }}
    >
      <Icon name="lock" size={20} />
      <Trans>패스키로 로그인</Trans>
    </Button>
  );
}
