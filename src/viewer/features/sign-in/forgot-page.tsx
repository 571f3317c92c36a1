import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { useApp } from '../../context.ts';
import { GuestFrame, lineLink, Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';

/** A forgotten password: asks for the mailbox that a link goes to. */
export function ForgotPage() {
  const { t } = useLingui();
  const { api } = useApp();
  const sending = useSubmit(['email']);
  const [said, setSaid] = useState<string | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setSaid(null);
    if (!sending.check({ email: rules.email(email) })) return;
    void sending.send(async () =>
      setSaid((await api('POST /api/password/forgot', { body: { email } })).message),
    );
  };

  return (
    <GuestFrame
      below={
        <Link to="/login" className={lineLink}>
          <Trans>로그인으로 돌아가기</Trans>
        </Link>
      }
    >
      <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
        <h1 className="text-28">
          <Trans>비밀번호 찾기</Trans>
        </h1>
        <p className="text-quiet">
          <Trans>가입한 이메일 주소를 입력하면 비밀번호를 바꿀 수 있는 링크를 보내 드려요.</Trans>
        </p>
        {sending.failure && <Said kind="failure">{sending.failure}</Said>}
        {said && (
          <Said kind="success">
            {said} <Trans>메일이 오지 않으면 스팸 메일함과 가입한 주소를 확인해 주세요.</Trans>
          </Said>
        )}
        <Field
          label={t`이메일`}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={sending.errorOf('email')}
        />
        <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
          {sending.busy ? <Trans>보내는 중…</Trans> : <Trans>링크 받기</Trans>}
        </Button>
      </form>
    </GuestFrame>
  );
}
