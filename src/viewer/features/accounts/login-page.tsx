import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { useApp } from '../../context.ts';
import { PasskeyLogin } from '../passkeys/passkey-login.tsx';
import { ProviderButtons } from '../social-login/provider-buttons.tsx';
import { GuestFrame, lineLink, Said } from './guest-frame.tsx';
import { PasswordField } from './password-field.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** Signing in; afterwards choosing a profile, and then on to where the guest wanted to go. */
export function LoginPage() {
  const { t } = useLingui();
  const { api, session } = useApp();
  const signedIn = useSignedIn();
  const [pending] = useState(() => session.pending());
  // The message is said once; where to go on stays until a profile is chosen.
  useEffect(() => session.setPending({ message: null, returnTo: pending.returnTo }), [session, pending]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entered = { username: String(form.get('username')).trim(), password: String(form.get('password')) };
    const missing: Record<string, string[]> = {};
    if (!entered.username) missing.username = [t`아이디나 이메일을 입력해 주세요.`];
    if (!entered.password) missing.password = [t`비밀번호를 입력해 주세요.`];
    setErrors(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const { data } = await api('POST /api/login', { body: { ...entered, device: 'web' } });
      await signedIn(data);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError) || error.code === 'network') {
        setFailure(t`인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.`);
        return;
      }
      setErrors(error.errors);
      setFailure(error.message || t`로그인하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };

  return (
    <GuestFrame
      below={
        <>
          <Trans>처음이신가요?</Trans>{' '}
          <Link to="/signup" className={lineLink}>
            <Trans>가입하기</Trans>
          </Link>
        </>
      }
    >
      <form noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
        <h1 className="text-28">
          <Trans>로그인</Trans>
        </h1>
        {pending.message && !failure && (
          <Said kind={pending.message === 'social_failed' ? 'failure' : 'info'}>
            {
              {
                login_to_watch: <Trans>영상을 보려면 로그인해 주세요.</Trans>,
                signed_out: <Trans>로그인이 풀렸어요. 다시 로그인해 주세요.</Trans>,
                social_cancelled: <Trans>로그인을 취소했어요. 다른 방법으로도 로그인할 수 있어요.</Trans>,
                social_failed: (
                  <Trans>
                    그 서비스로 로그인하지 못했어요. 다시 시도하거나 다른 방법으로 로그인해 주세요.
                  </Trans>
                ),
              }[pending.message]
            }
          </Said>
        )}
        {failure && <Said kind="failure">{failure}</Said>}
        <Field
          label={t`아이디 또는 이메일`}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
          error={errors.username?.[0]}
        />
        <PasswordField
          label={t`비밀번호`}
          name="password"
          autoComplete="current-password"
          error={errors.password?.[0]}
        />
        <Button type="submit" look="primary" size="lg" className="w-full" disabled={busy}>
          {busy ? <Trans>로그인하는 중…</Trans> : <Trans>로그인</Trans>}
        </Button>
        <p className="text-center">
          <Link to="/forgot" className={lineLink}>
            <Trans>비밀번호를 잊으셨나요?</Trans>
          </Link>
        </p>
      </form>
      <div className="mt-5 space-y-3 border-t border-line pt-6">
        <PasskeyLogin onFailure={setFailure} />
        <ProviderButtons />
      </div>
    </GuestFrame>
  );
}
