import { Field } from '../../../ui/components/field.tsx';

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
      maxLength={4}
      autoFocus={autoFocus}
      error={error}
      onInput={(event) => {
        const field = event.currentTarget;
        const digits = field.value.replace(/\D/g, '');
        if (digits !== field.value) field.value = digits;
      }}
    />
  );
}
