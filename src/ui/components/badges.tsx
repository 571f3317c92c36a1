import type { ReactNode } from 'react';
import { maturityGrades } from '../../contract/ratings.ts';
import type { Maturity } from '../../contract/wire.ts';
import { cx } from '../class-names.ts';

const gradeLooks: Record<Maturity, string> = {
  0: 'border-jade text-jade',
  7: 'border-sky text-sky',
  12: 'border-sky text-sky',
  15: 'border-gold text-gold',
  19: 'border-rose text-rose',
};

/** The viewing grade in the viewer's language, with the United States rating beside it where there is room. */
export function Grade({ maturity, locale, us }: { maturity: Maturity; locale: 'ko' | 'en'; us?: boolean }) {
  const grade = maturityGrades[maturity];
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className={cx(
          'inline-grid h-6 min-w-6 place-items-center rounded-sm border px-1 text-12 leading-none font-bold tabular-nums',
          gradeLooks[maturity],
        )}
      >
        {grade[locale]}
      </span>
      {us && <span className="text-quiet">{grade.us}</span>}
    </span>
  );
}

const tones = {
  gold: 'border border-gold/60 bg-ground/80 text-gold',
  jade: 'bg-jade text-ground',
  vermilion: 'bg-vermilion text-ground',
  sky: 'bg-sky text-ground',
  dark: 'bg-ground/80 text-text',
} as const;

/** A short word on a card. */
export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center rounded-sm px-2 text-12 leading-none font-bold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
