import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Field } from '../../ui/components/field.tsx';
import { formatPhone } from './phone.ts';

/** A telephone number, grouped while it is typed at its end; corrections in the middle are left alone until the field is left. */
export function PhoneField({
  label,
  value = '',
  error,
  hint,
}: {
  label: string;
  value?: string;
  error?: string | undefined;
  hint?: string;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(formatPhone(value));
  return (
    <Field
      label={label}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={24}
      placeholder={t`예: (213) 555-0142, 010-1234-5678`}
      value={typed}
      error={error}
      hint={hint}
      onChange={({ currentTarget: { value: now, selectionStart } }) => {
        const adding = now.length > typed.length && selectionStart === now.length;
        setTyped(adding ? formatPhone(now) : now.replace(/[^\d+\s().-]/g, ''));
      }}
      onBlur={() => setTyped(formatPhone(typed))}
    />
  );
}
