import { useLingui } from '@lingui/react/macro';
import { Field } from '../../../ui/components/field.tsx';

/** Asks for the account's password, which shows whose account it is. */
export function PasswordField({ error, autoFocus }: { error: string | undefined; autoFocus?: boolean }) {
  const { t } = useLingui();
  return (
    <Field
      label={t`계정 비밀번호`}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={256}
      autoFocus={autoFocus}
      error={error}
    />
  );
}
