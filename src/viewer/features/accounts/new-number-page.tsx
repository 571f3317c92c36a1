import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { toE164 } from '../../forms/phone.ts';
import { PhoneField } from '../../forms/phone-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { IdentityGate } from './details-gate.tsx';

/** Changes the telephone number: re-authentication first, then the number. */
export function ChangePhonePage() {
  return (
    <IdentityGate>
      {() => <Navigate to="/account/$" params={{ _splat: 'user-new-number' }} replace />}
    </IdentityGate>
  );
}

/** Changes or removes the telephone number. */
export function NewNumberPage() {
  return <IdentityGate>{({ phone }) => <NewNumber current={phone} />}</IdentityGate>;
}

function NewNumber({ current }: { current: string | null }) {
  const { t } = useLingui();
  const { api } = useApp();
  const router = useRouter();
  const sending = useSubmit(['phone']);
  const save = (phone: string | null) =>
    sending.send(async () => {
      await api('POST /api/account/phone', { body: { phone } });
      toast('success', phone ? t`전화번호를 바꿨어요.` : t`전화번호를 지웠어요.`);
      await router.navigate({ to: '/account/$', params: { _splat: 'information' } });
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const phone = toE164(String(new FormData(event.currentTarget).get('phone')));
    if (sending.check({ phone: rules.phone(phone) })) void save(phone);
  };
  return (
    <form ref={sending.form} noValidate className="max-w-[440px] space-y-5" onSubmit={submit}>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <PhoneField
        label={t`새 전화번호`}
        value={current ?? ''}
        hint={t`미국, 캐나다, 멕시코, 한국 번호를 쓸 수 있어요.`}
        error={sending.errorOf('phone')}
      />
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        {sending.busy ? <Trans>바꾸는 중…</Trans> : <Trans>전화번호 바꾸기</Trans>}
      </Button>
      {current && (
        <Button className="w-full" disabled={sending.busy} onClick={() => void save(null)}>
          <Trans>전화번호 지우기</Trans>
        </Button>
      )}
    </form>
  );
}
