import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { OwnerGate, useLacksSecret } from './details-gate.tsx';

/** Signs out everywhere, here too, by the account's password. */
export function SignOutAllPage() {
  return (
    <OwnerGate>
      <SignOutAll />
    </OwnerGate>
  );
}

function SignOutAll() {
  const { t } = useLingui();
  const { api, session, marks, queryClient } = useApp();
  const router = useRouter();
  const lacksPassword = useLacksSecret();
  const sending = useSubmit(['password']);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (!sending.check({ password: !lacksPassword && rules.required(password) })) return;
    void sending.send(async () => {
      await api('POST /api/account/sign-out-all', { body: password ? { password } : {} });
      session.signOut();
      marks.clear();
      queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
      toast('success', t`모든 기기에서 로그아웃했어요.`);
      await router.navigate({ to: '/login' });
      await router.invalidate();
    });
  };

  return (
    <form ref={sending.form} noValidate className="max-w-[440px] space-y-5" onSubmit={submit}>
      <p className="text-quiet">
        <Trans>이 기기를 포함해 로그인한 모든 기기에서 로그아웃해요. 재생 중인 영상도 멈춰요.</Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      {!lacksPassword && (
        <PasswordField
          label={t`비밀번호`}
          name="password"
          autoComplete="current-password"
          error={sending.errorOf('password')}
        />
      )}
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        {sending.busy ? <Trans>로그아웃하는 중…</Trans> : <Trans>모든 기기에서 로그아웃</Trans>}
      </Button>
    </form>
  );
}
