import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { useApp, useSession } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { DeletionFacts } from './deletion-facts.tsx';
import { DeletionPending } from './deletion-pending.tsx';
import { OwnerGate, useLacksSecret } from './details-gate.tsx';

/** Requests the deletion of the account by its password; afterwards offers to withdraw the request. */
export function DeleteAccountPage() {
  const deletionAt = useSession()?.user.deletion_at;
  if (deletionAt) return <DeletionPending at={deletionAt} />;
  return (
    <OwnerGate>
      <Ask />
    </OwnerGate>
  );
}

function Ask() {
  const { t } = useLingui();
  const { api, session } = useApp();
  const lacksPassword = useLacksSecret();
  const sending = useSubmit(['password']);
  const [password, setPassword] = useState<string | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = String(new FormData(event.currentTarget).get('password') ?? '');
    if (sending.check({ password: !lacksPassword && rules.required(entered) })) setPassword(entered);
  };
  const request = (given: string) => {
    setPassword(null);
    void sending.send(async () => {
      const { data } = await api('POST /api/account/deletion', { body: given ? { password: given } : {} });
      const user = session.get()?.user;
      if (user) session.refresh({ ...user, deletion_at: data.deletion_at });
    });
  };
  return (
    <>
      <DeletionFacts />
      <form ref={sending.form} noValidate className="mt-6 max-w-[440px] space-y-5" onSubmit={submit}>
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
          {sending.busy ? <Trans>신청하는 중…</Trans> : <Trans>계정 삭제 신청</Trans>}
        </Button>
      </form>
      <Dialog
        open={password !== null}
        onClose={() => setPassword(null)}
        labelledBy="delete-title"
        className={dialogCard}
      >
        <h2 id="delete-title" className="text-22">
          <Trans>이 계정을 정말 삭제할까요?</Trans>
        </h2>
        <p className="mt-3 text-quiet">
          <Trans>지워진 정보는 되돌릴 수 없어요.</Trans>
        </p>
        <div className="mt-6 grid grid-cols-2 gap-2">
          <Button onClick={() => setPassword(null)} data-first-focus="">
            <Trans>취소</Trans>
          </Button>
          <Button look="primary" onClick={() => password !== null && request(password)}>
            <Trans>삭제하기</Trans>
          </Button>
        </div>
      </Dialog>
    </>
  );
}
