import { useId } from 'react';
import { cx } from '../class-names.ts';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  /** Where a heading says it already: the label is for screen readers alone. */
  hideLabel?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off; the whole line switches it. */
export function Switch({ label, hint, checked, hideLabel, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label
      className={cx(
        'flex min-h-11 items-center justify-between gap-4 py-1',
        disabled ? 'opacity-50' : 'cursor-pointer',
      )}
    >
      <span className={hideLabel ? 'sr-only' : undefined}>
        <span className="block font-semibold">{label}</span>
        {hint && (
          <span id={id} className="block text-14 text-quiet">
            {hint}
          </span>
        )}
      </span>
      <span className="relative shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-label={label}
          aria-describedby={hint ? id : undefined}
          checked={checked}
          disabled={disabled}
          className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
          onChange={(event) => onChange(event.target.checked)}
        />
        <span
          aria-hidden="true"
          className="block h-7 w-12 rounded-full border border-quiet bg-raised p-0.5 transition-colors peer-checked:border-jade peer-checked:bg-jade peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-jade peer-checked:[&>span]:translate-x-5 peer-checked:[&>span]:bg-ground"
        >
          <span className="block size-5.5 rounded-full bg-text transition-transform" />
        </span>
      </span>
    </label>
  );
}
