import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { CodeForm } from '../../forms/code-form.tsx';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { IdentityGate } from './details-gate.tsx';

/** Changes the e-mail address, after the code sent to the new address was entered. */
export function ChangeEmailPage() {
  return <IdentityGate>{({ email }) => <ChangeEmail current={email} />}</IdentityGate>;
}

function ChangeEmail({ current }: { current: string }) {
  const { t } = useLingui();
  const { api, session } = useApp();
  const router = useRouter();
  const sending = useSubmit(['email']);
  const [sent, setSent] = useState<{ email: string; resend_seconds: number } | null>(null);

  if (sent) {
    return (
      <div className="max-w-[440px]">
        <CodeForm
          email={sent.email}
          resendSeconds={sent.resend_seconds}
          submit={t`이메일 바꾸기`}
          onCode={async (code) => {
            await api('POST /api/account/email/verify', { body: { code } });
            session.refresh((await api('GET /api/user')).data);
            toast('success', t`이메일을 바꿨어요.`);
            await router.navigate({ to: '/account/$', params: { _splat: 'information' } });
          }}
          onResend={async () => void (await api('POST /api/account/email', { body: { email: sent.email } }))}
        />
      </div>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    if (!sending.check({ email: rules.email(email) })) return;
    void sending.send(async () => setSent((await api('POST /api/account/email', { body: { email } })).data));
  };
  return (
    <form ref={sending.form} noValidate className="max-w-[440px] space-y-5" onSubmit={submit}>
      <p className="text-quiet [overflow-wrap:anywhere]">
        <Trans>
          지금은 <strong className="text-text">{current}</strong> 주소를 쓰고 있어요. 새 주소로 인증 번호를
          보내 드려요.
        </Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Field
        label={t`새 이메일`}
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
        {sending.busy ? <Trans>보내는 중…</Trans> : <Trans>인증 번호 받기</Trans>}
      </Button>
    </form>
  );
}
