import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { SignUp } from '../../../contract/account/sign-up.ts';
import { rules } from '../../../contract/rules.ts';
import { site } from '../../../ui/brand.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { useApp } from '../../context.ts';
import { CodeForm } from '../../forms/code-form.tsx';
import { GuestFrame, lineLink, Said } from '../../forms/guest-frame.tsx';
import { NewPasswordField } from '../../forms/new-password-field.tsx';
import { toE164 } from '../../forms/phone.ts';
import { PhoneField } from '../../forms/phone-field.tsx';
import { TermsField } from '../../forms/terms-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useSignedIn } from '../accounts/use-signed-in.ts';
import { ProviderButtons } from '../social-login/provider-buttons.tsx';

const waitingKey = 'maru.sign-up';

/** A sign-up that waits for its code: a phone may throw this page away while its owner looks at the mail. */
function readWaiting(): SignUp | null {
  try {
    return JSON.parse(sessionStorage.getItem(waitingKey) ?? 'null') as SignUp | null;
  } catch {
    return null;
  }
}
function keepWaiting(signUp: SignUp | null): void {
  try {
    if (signUp) sessionStorage.setItem(waitingKey, JSON.stringify(signUp));
    else sessionStorage.removeItem(waitingKey);
  } catch {
    // Without browser storage, it lasts as long as the page.
  }
}

/** Signing up: the account's details, then the code that went to its mailbox. */
export function SignUpPage() {
  const [waiting, setWaiting] = useState<SignUp | null>(null);
  // The server has rendered the form. This browser's memory is read after that.
  useEffect(() => setWaiting(readWaiting()), []);
  const wait = (signUp: SignUp | null) => {
    keepWaiting(signUp);
    setWaiting(signUp);
  };
  return waiting ? (
    <Verify waiting={waiting} onBack={() => wait(null)} />
  ) : (
    <Begin onSent={(signUp) => wait(signUp)} />
  );
}

function Begin({ onSent }: { onSent: (signUp: SignUp) => void }) {
  const { t } = useLingui();
  const { api } = useApp();
  const sending = useSubmit(['username', 'email', 'password', 'phone', 'terms']);
  const [own, setOwn] = useState({ username: '', email: '' });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const phone = toE164(text('phone'));
    const body = {
      username: text('username').trim(),
      email: text('email').trim(),
      password: text('password'),
      terms: true as const,
      ...(phone ? { phone } : {}),
    };
    const fine = sending.check({
      username: rules.username(body.username),
      email: rules.email(body.email),
      password: rules.new_password(body.password),
      phone: phone !== '' && rules.phone(phone),
      terms: rules.accepted(form.get('terms') !== null),
    });
    if (fine) void sending.send(async () => onSent((await api('POST /api/signup', { body })).data));
  };

  return (
    <GuestFrame
      below={
        <>
          <Trans>이미 계정이 있나요?</Trans>{' '}
          <Link to="/login" className={lineLink}>
            <Trans>로그인</Trans>
          </Link>
        </>
      }
    >
      <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
        <h1 className="text-28">
          <Trans>가입하기</Trans>
        </h1>
        {sending.failure && <Said kind="failure">{sending.failure}</Said>}
        <Field
          label={t`아이디`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          hint={t`한글, 영어, 숫자, 이모지를 쓸 수 있어요.`}
          error={sending.errorOf('username')}
          onChange={(event) => setOwn({ ...own, username: event.currentTarget.value.trim() })}
        />
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
          onChange={(event) => setOwn({ ...own, email: event.currentTarget.value.split('@')[0] ?? '' })}
        />
        <NewPasswordField
          label={t`비밀번호`}
          own={[own.username, own.email]}
          error={sending.errorOf('password')}
        />
        <PhoneField
          label={t`전화번호 (선택)`}
          hint={t`미국, 캐나다, 멕시코, 한국 번호를 쓸 수 있어요.`}
          error={sending.errorOf('phone')}
        />
        <TermsField error={sending.errorOf('terms')} />
        <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
          {sending.busy ? <Trans>확인하는 중…</Trans> : <Trans>인증 메일 받기</Trans>}
        </Button>
      </form>
      {site.sign_in_with.length > 0 && (
        <div className="mt-5 space-y-3 border-t border-line pt-6">
          <ProviderButtons />
        </div>
      )}
    </GuestFrame>
  );
}

function Verify({ waiting, onBack }: { waiting: SignUp; onBack: () => void }) {
  const { t } = useLingui();
  const { api } = useApp();
  const signedIn = useSignedIn('/welcome');
  const params = { id: waiting.id };
  const verify = async (code: string) => {
    const { data } = await api('POST /api/signup/{id}/verify', { params, body: { code, device: 'web' } });
    keepWaiting(null);
    await signedIn(data);
  };
  return (
    <GuestFrame
      below={
        <button type="button" className={lineLink} onClick={onBack}>
          <Trans>처음부터 다시 입력하기</Trans>
        </button>
      }
    >
      <h1 className="mb-5 text-28">
        <Trans>이메일 인증</Trans>
      </h1>
      <CodeForm
        email={waiting.email}
        resendSeconds={waiting.resend_seconds}
        submit={t`가입 마치기`}
        onCode={verify}
        onResend={async () => void (await api('POST /api/signup/{id}/resend', { params }))}
      />
    </GuestFrame>
  );
}
