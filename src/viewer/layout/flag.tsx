import { useId } from 'react';
import type { Locale } from '../../contract/errors.ts';

const stripes = [0, 2, 4, 6, 8, 10, 12];

/** The flag that stands for a language in the switcher, as drawn emblems rather than emoji, which Windows lacks. */
export function Flag({ locale }: { locale: Locale }) {
  const clip = useId();
  return (
    <svg
      viewBox="0 0 26 18"
      width={26}
      height={18}
      aria-hidden="true"
      focusable="false"
      className="rounded-[3px]"
    >
      <clipPath id={clip}>
        <rect width="26" height="18" rx="2.5" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {locale === 'ko' ? (
          <>
            <rect width="26" height="18" fill="#fff" />
            <g transform="rotate(33.7 13 9)">
              <circle cx="13" cy="9" r="4.4" fill="#0047a0" />
              <path d="M8.6 9a4.4 4.4 0 0 1 8.8 0 2.2 2.2 0 0 1-4.4 0 2.2 2.2 0 0 0-4.4 0Z" fill="#cd2e3a" />
            </g>
            <g stroke="#111" strokeWidth="0.8">
              <path d="m4 5.6 1.7-2.5M4.9 6.2l1.7-2.5M5.8 6.8l1.7-2.5M20.3 3.1 22 5.6M19.4 3.7l1.7 2.5M18.5 4.3l1.7 2.5M4 12.4l1.7 2.5M4.9 11.8l1.7 2.5M5.8 11.2l1.7 2.5M20.3 14.9l1.7-2.5M19.4 14.3l1.7-2.5M18.5 13.7l1.7-2.5" />
            </g>
          </>
        ) : (
          <>
            <rect width="26" height="18" fill="#fff" />
            {stripes.map((y) => (
              <rect key={y} y={(y * 18) / 13} width="26" height={18 / 13} fill="#b22234" />
            ))}
            <rect width="11.5" height={(7 * 18) / 13} fill="#3c3b6e" />
            <g fill="#fff">
              {[1.6, 4.1, 6.7, 9.3].flatMap((x) =>
                [1.7, 4.8, 7.9].map((y) => <circle key={`${x}-${y}`} cx={x + 0.4} cy={y} r="0.6" />),
              )}
            </g>
          </>
        )}
      </g>
    </svg>
  );
}
