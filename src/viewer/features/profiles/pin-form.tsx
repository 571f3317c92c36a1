import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { pinDigits, rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { OwnerGate, useLacksSecret } from '../accounts/details-gate.tsx';
import { AccountForm } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';
import { PinField } from './pin-field.tsx';

interface PinFormProps {
  /** Whether there is one that can be removed. */
  isSet: boolean;
  /** Saves another PIN, or none. */
  save: (pin: string | null, password: string | undefined) => Promise<void>;
}

/** Sets a PIN, changes it or removes it, with the account's password. */
export function PinForm(props: PinFormProps) {
  return (
    <OwnerGate>
      <Entry {...props} />
    </OwnerGate>
  );
}

function Entry({ isSet, save }: PinFormProps) {
  const { t } = useLingui();
  const lacksPassword = useLacksSecret();
  const { form, busy, errorOf, failure, send, check } = useSubmit();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const entered = new FormData(element);
    const removes = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'remove';
    const [pin, password] = [String(entered.get('pin')), String(entered.get('password') ?? '')];
    const fine = check({
      pin: !removes && rules.digits(pin, pinDigits),
      password: !lacksPassword && rules.required(password),
    });
    if (!fine) return;
    void send(async () => {
      await save(removes ? null : pin, password || undefined);
      element.reset();
    });
  };

  return (
    <AccountForm form={form} failure={failure} onSubmit={submit}>
      <PinField label={isSet ? t`새 PIN (숫자 네 자리)` : t`PIN (숫자 네 자리)`} error={errorOf('pin')} />
      {!lacksPassword && <PasswordField error={errorOf('password')} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="lg" className="flex-1" disabled={busy}>
          {busy ? <Trans>저장하는 중…</Trans> : isSet ? <Trans>PIN 바꾸기</Trans> : <Trans>PIN 정하기</Trans>}
        </Button>
        {isSet && (
          <Button type="submit" size="lg" value="remove" disabled={busy}>
            <Trans>PIN 없애기</Trans>
          </Button>
        )}
      </div>
    </AccountForm>
  );
}
