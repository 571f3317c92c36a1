import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Said } from '../../forms/guest-frame.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { type Submitting, useSubmit } from '../../forms/use-submit.ts';
import { OwnerGate, useLacksSecret } from '../accounts/details-gate.tsx';

interface ConfirmFormProps {
  /** What the button says. */
  submit: string;
  /** Fields beside the password. */
  fields?: readonly string[];
  /** Does it; `password` is what the call takes. Field errors are shown by `sending`. */
  run: (password: { password?: string }, form: FormData, sending: Submitting) => Promise<void>;
  disabled?: boolean;
  /** What is shown above the password. */
  children?: (sending: Submitting) => ReactNode;
}

/** Something about the plan that needs the account's password; an account without one has shown a code from its mailbox before. */
export function ConfirmForm(props: ConfirmFormProps) {
  return (
    <OwnerGate>
      <Form {...props} />
    </OwnerGate>
  );
}

function Form({ submit, fields = [], run, disabled = false, children }: ConfirmFormProps) {
  const { t } = useLingui();
  const lacksPassword = useLacksSecret();
  const sending = useSubmit(['password', ...fields]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password') ?? '');
    if (!sending.check({ password: !lacksPassword && rules.required(password) })) return;
    void sending.send(() => run(password ? { password } : {}, form, sending));
  };
  return (
    <form ref={sending.form} noValidate className="max-w-[480px] space-y-5" onSubmit={onSubmit}>
      {children?.(sending)}
      {!lacksPassword && (
        <PasswordField
          label={t`비밀번호`}
          name="password"
          autoComplete="current-password"
          error={sending.errorOf('password')}
        />
      )}
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Button
        type="submit"
        look="primary"
        size="lg"
        className="w-full whitespace-normal!"
        disabled={disabled || sending.busy}
      >
        {sending.busy ? <Trans>처리하는 중…</Trans> : submit}
      </Button>
    </form>
  );
}
