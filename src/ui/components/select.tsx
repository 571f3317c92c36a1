import { type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from './icon.tsx';

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  label: string;
  hint?: string;
  error?: string | undefined;
  children: ReactNode;
}

/** A choice of one, with its label above and what is wrong with it below. */
export function Select({ label, hint, error, id, children, ...select }: SelectProps) {
  const own = useId();
  const name = id ?? own;
  return (
    <div>
      <label htmlFor={name} className="mb-2 block text-14 font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          id={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : hint ? `${name}-hint` : undefined}
          className={cx(
            'h-13 w-full appearance-none rounded-md border bg-surface pr-11 pl-4 text-16 disabled:opacity-50',
            error ? 'border-rose' : 'border-line hover:border-quiet',
          )}
          {...select}
        >
          {children}
        </select>
        <Icon name="down" size={20} className="pointer-events-none absolute top-4 right-4 text-quiet" />
      </div>
      {hint && !error && (
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
