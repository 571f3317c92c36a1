/** What somebody does whom a service knows and no account of ours does: proves an address, connects an account, or makes one. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Newcomer } from '../../../contract/account/social-login.ts';
import { fieldText } from '../../../contract/messages.ts';
import { providerLabels } from '../../../contract/providers.ts';
import { rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { useApp } from '../../context.ts';
import { CodeForm } from '../../forms/code-form.tsx';
import { lineLink, Said } from '../../forms/guest-frame.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { TermsField } from '../../forms/terms-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useSignedIn } from '../accounts/use-signed-in.ts';

interface StepProps {
  newcomer: Newcomer;
  /** What comes next is known. */
  onNext: (newcomer: Newcomer) => void;
  /** Something has changed meanwhile: what comes next has to be asked again. */
  onChanged: () => Promise<void>;
}

/** Names an address, and the code that went there. */
export function ProveEmail({ newcomer, onNext }: StepProps) {
  const { t } = useLingui();
  const { api, locale } = useApp();
  const sending = useSubmit(['email']);
  const [sent, setSent] = useState<{ email: string; resend_seconds: number } | null>(null);
  const provider = providerLabels[newcomer.provider][locale];
  const send = async (email: string) =>
    setSent((await api('POST /api/social-login/email', { body: { email } })).data);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    if (sending.check({ email: rules.email(email) })) void sending.send(() => send(email));
  };
  if (sent) {
    return (
      <>
        <h1 className="mb-5 text-28">
          <Trans>이메일 인증</Trans>
        </h1>
        <CodeForm
          email={sent.email}
          resendSeconds={sent.resend_seconds}
          submit={t`확인하기`}
          onCode={async (code) =>
            onNext((await api('POST /api/social-login/email/verify', { body: { code } })).data)
          }
          onResend={() => send(sent.email)}
        />
      </>
    );
  }
  return (
    <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
      <h1 className="text-28">
        <Trans>이메일을 확인해 주세요</Trans>
      </h1>
      <p className="text-quiet">
        <Trans>
          {provider} 계정은 확인했어요. 이제 쓸 이메일 주소를 알려 주시면 인증 번호를 보내 드릴게요.
        </Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Field
        label={t`이메일`}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={newcomer.email}
        error={sending.errorOf('email')}
      />
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        <Trans>인증 번호 받기</Trans>
      </Button>
    </form>
  );
}

/** Connects the account that has the address, by its password. */
export function JoinByPassword({ newcomer }: StepProps) {
  const { t } = useLingui();
  const { api, locale } = useApp();
  const signedIn = useSignedIn();
  const sending = useSubmit(['password']);
  const provider = providerLabels[newcomer.provider][locale];
  const { email } = newcomer;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (!sending.check({ password: rules.required(password) })) return;
    void sending.send(async () => {
      const body = { password, device: 'web' };
      const { data } = await api('POST /api/social-login/link', { body }).catch((error: unknown) => {
        // The name is right: what is wrong can only be the password.
        if (error instanceof ApiError && error.code === 'credentials')
          throw new ApiError(error.status, error.code, '', {
            password: [fieldText('password', 'password', locale)],
          });
        throw error;
      });
      await signedIn(data);
    });
  };
  return (
    <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
      <h1 className="text-28">
        <Trans>이미 가입하셨어요</Trans>
      </h1>
      <p className="text-quiet [overflow-wrap:anywhere]">
        <Trans>
          <strong className="text-text">{email}</strong> 주소로 만든 계정이 있어요. 비밀번호를 한 번만
          입력하면 다음부터는 {provider} 계정으로 로그인할 수 있어요.
        </Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t`비밀번호`}
        name="password"
        autoComplete="current-password"
        error={sending.errorOf('password')}
      />
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        {sending.busy ? <Trans>연결하는 중…</Trans> : <Trans>연결하고 로그인</Trans>}
      </Button>
      <p className="text-center">
        <Link to="/forgot" className={lineLink}>
          <Trans>비밀번호가 없거나 기억나지 않아요</Trans>
        </Link>
      </p>
    </form>
  );
}

/** Makes an account: a name for it, and the terms. */
export function JoinBySignUp({ newcomer, onChanged }: StepProps) {
  const { t } = useLingui();
  const { api, locale } = useApp();
  const signedIn = useSignedIn();
  const sending = useSubmit(['username', 'terms']);
  const provider = providerLabels[newcomer.provider][locale];
  const { email } = newcomer;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username')).trim();
    const fine = sending.check({
      username: rules.username(username),
      terms: rules.accepted(form.get('terms') !== null),
    });
    if (!fine) return;
    void sending.send(async () => {
      const body = { username, terms: true as const, device: 'web' };
      try {
        await signedIn((await api('POST /api/social-login/sign-up', { body })).data);
      } catch (error) {
        // Somebody has signed up with the address meanwhile: the account is there to connect.
        if (error instanceof ApiError && error.errors.email) return onChanged();
        throw error;
      }
    });
  };
  return (
    <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
      <h1 className="text-28">
        <Trans>가입하기</Trans>
      </h1>
      <p className="text-quiet [overflow-wrap:anywhere]">
        <Trans>
          {provider} 계정으로 가입해요. 이메일은 <strong className="text-text">{email}</strong> 주소를 써요.
        </Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Field
        label={t`아이디`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        defaultValue={newcomer.username}
        hint={t`한글, 영어, 숫자, 이모지를 쓸 수 있어요.`}
        error={sending.errorOf('username')}
      />
      <TermsField error={sending.errorOf('terms')} />
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        {sending.busy ? <Trans>확인하는 중…</Trans> : <Trans>가입 마치기</Trans>}
      </Button>
    </form>
  );
}
