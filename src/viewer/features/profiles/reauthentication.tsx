import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { pinDigits } from '../../../contract/rules.ts';
import { Field } from '../../../ui/components/field.tsx';
import { digitsOnly } from '../../../ui/masks.ts';
import { useSession } from '../../context.ts';
import type { Submitting } from '../../forms/use-submit.ts';
import { useLacksSecret } from '../accounts/details-gate.tsx';
import { PasswordField } from './password-field.tsx';

/** Asks whether a grown-up is doing this: for the parent PIN where there is one, or the account's password. */
export function Reauthentication({ errorOf }: Pick<Submitting, 'errorOf'>) {
  const { t } = useLingui();
  const hasPin = useSession()?.user.has_parent_pin ?? false;
  const lacksPassword = useLacksSecret();
  const [byPassword, setByPassword] = useState(!hasPin);
  // `OwnerGate` has already required a code sent by e-mail.
  if (lacksPassword && !hasPin) return null;
  return (
    <div>
      {byPassword ? (
        <PasswordField error={errorOf('password')} />
      ) : (
        <Field
          label={t`보호자 PIN`}
          name="parent_pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          onInput={digitsOnly(pinDigits)}
          error={errorOf('parent_pin') ?? errorOf('password')}
        />
      )}
      {hasPin && !lacksPassword && (
        <button
          type="button"
          className="mt-1 min-h-11 text-14 text-quiet underline underline-offset-4 hover:text-text"
          onClick={() => setByPassword(!byPassword)}
        >
          {byPassword ? <Trans>보호자 PIN으로 확인하기</Trans> : <Trans>계정 비밀번호로 확인하기</Trans>}
        </button>
      )}
    </div>
  );
}

/** What was entered there, as the calls want it. */
export function readReauthentication(form: HTMLFormElement): { password?: string; parent_pin?: string } {
  const entered = new FormData(form);
  const [password, pin] = [entered.get('password'), entered.get('parent_pin')];
  return {
    ...(password ? { password: String(password) } : {}),
    ...(pin ? { parent_pin: String(pin) } : {}),
  };
}
