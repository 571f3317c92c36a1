import type { Locale } from '../../contract/errors.ts';
import { brandName } from '../brand.ts';
import { cx } from '../class-names.ts';

/** The mark — a roof over a floor of three boards — and the name. */
export function Logo({ locale, className }: { locale: Locale; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-22 font-extrabold tracking-tight', className)}>
      <svg viewBox="0 0 32 32" className="size-[1.35em]" aria-hidden="true" focusable="false">
        <path
          d="M3.5 13 16 5.5 28.5 13"
          fill="none"
          stroke="var(--color-vermilion)"
          strokeWidth="3.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path
          d="M6.5 18.5h19M6.5 23h19M6.5 27.5h19"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
      {brandName[locale]}
    </span>
  );
}
