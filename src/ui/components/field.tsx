import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  /** What is good to know before typing. */
  hint?: string | undefined;
  /** The id of more that describes it, elsewhere on the page. */
  describedBy?: string;
  /** A control inside the field's right end. */
  end?: ReactNode;
}

/** A text field with its label above and what is wrong with it below. */
export function Field({ label, error, hint, describedBy, end, id, className, ...input }: FieldProps) {
  const own = useId();
  const name = id ?? own;
  const described = [error && `${name}-error`, hint && `${name}-hint`, describedBy].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={name} className="mb-2 block text-14 font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={cx(
            'h-13 w-full rounded-md border bg-ground/60 px-4 placeholder:text-quiet',
            className ?? 'text-16',
            end ? 'pr-13' : '',
            error ? 'border-rose' : 'border-line hover:border-quiet',
          )}
          {...input}
        />
        {end && <div className="absolute inset-y-0 right-1 grid place-items-center">{end}</div>}
      </div>
      {hint && (
        <p id={`${name}-hint`} className="mt-1 text-14 text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="mt-1 text-14 text-rose">
          {error}
        </p>
      )}
    </div>
  );
}
