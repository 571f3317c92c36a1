import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { AccountDetails } from '../../../contract/account/credentials.ts';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { NewPasswordField } from '../../forms/new-password-field.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { IdentityGate } from './details-gate.tsx';

/** Changes the password; every other device is signed out. */
export function ChangePasswordPage() {
  return <IdentityGate>{(details) => <ChangePassword details={details} />}</IdentityGate>;
}

function ChangePassword({ details: { username, email } }: { details: AccountDetails }) {
  const { t } = useLingui();
  const { api, session } = useApp();
  const router = useRouter();
  const sending = useSubmit(['password', 'password_confirmation']);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const password_confirmation = String(form.get('password_confirmation'));
    const fine = sending.check({
      password: rules.new_password(password),
      password_confirmation: rules.confirmed(password_confirmation, password),
    });
    if (!fine) return;
    void sending.send(async () => {
      await api('POST /api/account/password', { body: { password, password_confirmation } });
      const user = session.get()?.user;
      if (user) session.refresh({ ...user, has_password: true });
      toast('success', t`비밀번호를 바꿨어요.`);
      await router.navigate({ to: '/account/$', params: { _splat: 'information' } });
    });
  };
  return (
    <form ref={sending.form} noValidate className="max-w-[440px] space-y-5" onSubmit={submit}>
      <p className="text-quiet">
        <Trans>비밀번호를 바꾸면 다른 기기에서는 모두 로그아웃해요.</Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      {/* Tells password managers which username the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <NewPasswordField
        label={t`새 비밀번호`}
        own={[username, email.split('@')[0] ?? '']}
        error={sending.errorOf('password')}
      />
      <PasswordField
        label={t`새 비밀번호 확인`}
        name="password_confirmation"
        autoComplete="new-password"
        error={sending.errorOf('password_confirmation')}
      />
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        {sending.busy ? <Trans>바꾸는 중…</Trans> : <Trans>비밀번호 바꾸기</Trans>}
      </Button>
    </form>
  );
}
