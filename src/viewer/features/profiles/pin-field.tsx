import { pinDigits } from '../../../contract/rules.ts';
import { Field } from '../../../ui/components/field.tsx';
import { digitsOnly } from '../../../ui/masks.ts';

interface PinFieldProps {
  label: string;
  error: string | undefined;
  autoFocus?: boolean;
}

/** Where a new PIN is written, seen while it is: it is typed once. Named `pin` in its form. */
export function PinField({ label, error, autoFocus }: PinFieldProps) {
  return (
    <Field
      label={label}
      name="pin"
      inputMode="numeric"
      pattern="\d{4}"
      autoComplete="off"
      autoFocus={autoFocus}
      error={error}
      onInput={digitsOnly(pinDigits)}
    />
  );
}
