import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  label: string;
  error?: string;
  /** A control inside the field's right end. */
  end?: ReactNode;
}

/** A text field with its label above and what is wrong with it below. */
export function Field({ label, error, end, id, ...input }: FieldProps) {
  const own = useId();
  const name = id ?? own;
  return (
    <div>
      <label htmlFor={name} className="mb-2 block text-14 font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : undefined}
          className={cx(
            'h-13 w-full rounded-md border bg-ground/60 px-4 text-16 placeholder:text-quiet',
            end ? 'pr-13' : '',
            error ? 'border-rose' : 'border-line hover:border-quiet',
          )}
          {...input}
        />
        {end && <div className="absolute inset-y-0 right-1 grid place-items-center">{end}</div>}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-1 text-14 text-rose">
          {error}
        </p>
      )}
    </div>
  );
}
