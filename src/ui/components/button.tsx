import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from '../class-names.ts';

type ButtonLook = 'primary' | 'plain' | 'quiet' | 'glass';
type ButtonSize = 'md' | 'lg';

/** In one line, but where letters are wide and the screen is the smallest. */
const base =
  'inline-flex items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none max-[359px]:whitespace-normal transition-[background-color,color,transform,opacity] active:scale-[0.98] disabled:opacity-50 disabled:active:scale-100';
const looks: Record<ButtonLook, string> = {
  primary: 'bg-vermilion text-ground hover:bg-vermilion-bright',
  plain: 'bg-text text-ground hover:bg-text/85',
  quiet: 'bg-raised text-text hover:bg-line',
  glass: 'bg-text/15 text-text backdrop-blur-md hover:bg-text/25',
};
const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-4 text-16 leading-tight',
  lg: 'min-h-12 px-6 text-16 leading-tight tablet:min-h-13 tablet:text-18',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook, size: ButtonSize = 'md', className?: string): string {
  return cx(base, looks[look], sizes[size], className);
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  size?: ButtonSize;
}

export function Button({ look = 'quiet', size = 'md', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, size, className)} {...rest} />;
}

interface RoundButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its name for screen readers, shown as a tooltip too. */
  label: string;
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  on?: boolean;
  /** The label changes with the state and so says it already: then it is not said twice. */
  renamed?: boolean;
}

const rounds = { sm: 'size-9', md: 'size-11', lg: 'size-11 tablet:size-13' } as const;

/** A round button with a picture alone. */
export function RoundButton({
  label,
  size = 'md',
  on,
  renamed,
  className,
  children,
  ...rest
}: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={renamed ? undefined : on}
      className={cx(
        'grid shrink-0 place-items-center rounded-full border transition-[background-color,border-color,color,transform] active:scale-95',
        on
          ? 'border-text/60 bg-text/15 text-text'
          : 'border-text/30 bg-ground/40 text-text hover:border-text/70 hover:bg-text/15',
        rounds[size],
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
