import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { GuestFrame, lineLink, Said } from '../../forms/guest-frame.tsx';
import { NewPasswordField } from '../../forms/new-password-field.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';

/** A new password, by the token in the address of a link. */
export function ResetPage() {
  const { t } = useLingui();
  const { api } = useApp();
  const sending = useSubmit(['password', 'password_confirmation']);
  const [done, setDone] = useState<string | null>(null);

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
    // An empty token is answered like an expired one.
    const token = new URLSearchParams(window.location.search).get('token') || '-';
    const body = { token, password, password_confirmation };
    void sending.send(async () => setDone((await api('POST /api/password/reset', { body })).message));
  };

  if (done) {
    return (
      <GuestFrame>
        <h1 className="mb-5 text-28">
          <Trans>비밀번호 바꾸기</Trans>
        </h1>
        <Said kind="success">
          {done} <Trans>모든 기기에서 로그아웃했으니 새 비밀번호로 로그인해 주세요.</Trans>
        </Said>
        <Link to="/login" className={buttonClass('primary', 'lg', 'mt-6 w-full')}>
          <Trans>로그인</Trans>
        </Link>
      </GuestFrame>
    );
  }
  return (
    <GuestFrame
      below={
        <Link to="/forgot" className={lineLink}>
          <Trans>링크 다시 받기</Trans>
        </Link>
      }
    >
      <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
        <h1 className="text-28">
          <Trans>비밀번호 바꾸기</Trans>
        </h1>
        {sending.failure && <Said kind="failure">{sending.failure}</Said>}
        <NewPasswordField label={t`새 비밀번호`} error={sending.errorOf('password')} />
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
    </GuestFrame>
  );
}
