import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { useApp } from '../../context.ts';
import { GuestFrame, lineLink, Said } from '../../forms/guest-frame.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useSignedIn } from '../accounts/use-signed-in.ts';
import { PasskeyLogin } from '../passkeys/passkey-login.tsx';
import { ProviderButtons } from '../social-login/provider-buttons.tsx';

/** Signing in; afterwards choosing a profile, and then on to where the guest wanted to go. */
export function LoginPage() {
  const { t } = useLingui();
  const { api, session } = useApp();
  const signedIn = useSignedIn();
  const [pending] = useState(() => session.pending());
  // The message is said once; where to go on stays until a profile is chosen.
  useEffect(() => session.setPending({ message: null, returnTo: pending.returnTo }), [session, pending]);
  const sending = useSubmit(['username', 'password']);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entered = { username: String(form.get('username')).trim(), password: String(form.get('password')) };
    const fine = sending.check({
      username: rules.required(entered.username),
      password: rules.required(entered.password),
    });
    if (!fine) return;
    void sending.send(async () => {
      const { data } = await api('POST /api/login', { body: { ...entered, device: 'web' } });
      await signedIn(data);
    });
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
      <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
        <h1 className="text-28">
          <Trans>로그인</Trans>
        </h1>
        {pending.message && !sending.failure && (
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
        {sending.failure && <Said kind="failure">{sending.failure}</Said>}
        <Field
          label={t`아이디 또는 이메일`}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
          error={sending.errorOf('username')}
        />
        <PasswordField
          label={t`비밀번호`}
          name="password"
          autoComplete="current-password"
          error={sending.errorOf('password')}
        />
        <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
          {sending.busy ? <Trans>로그인하는 중…</Trans> : <Trans>로그인</Trans>}
        </Button>
        <p className="text-center">
          <Link to="/forgot" className={lineLink}>
            <Trans>비밀번호를 잊으셨나요?</Trans>
          </Link>
        </p>
      </form>
      <div className="mt-5 space-y-3 border-t border-line pt-6">
        <PasskeyLogin onFailure={sending.fail} />
        <ProviderButtons />
      </div>
    </GuestFrame>
  );
}
