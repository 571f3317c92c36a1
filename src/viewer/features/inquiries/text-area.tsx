import { type TextareaHTMLAttributes, useId } from 'react';
import { cx } from '../../../ui/class-names.ts';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  label: string;
  error?: string | undefined;
}

/** A field for several lines, with its label above and what is wrong with it below. */
export function TextArea({ label, error, ...rest }: TextAreaProps) {
  const name = useId();
  return (
    <div>
      <label htmlFor={name} className="mb-2 block text-14 font-semibold">
        {label}
      </label>
      <textarea
        id={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        className={cx(
          'block w-full rounded-md border bg-ground/60 px-4 py-3 text-16 placeholder:text-quiet',
          error ? 'border-rose' : 'border-line hover:border-quiet',
        )}
        {...rest}
      />
      {error && (
        <p id={`${name}-error`} className="mt-1 text-14 text-rose">
          {error}
        </p>
      )}
    </div>
  );
}
