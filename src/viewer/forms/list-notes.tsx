import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { Icon, type IconName } from '../../ui/components/icon.tsx';
import { places } from '../../ui/components/skeleton.tsx';

/** Where a list of the account area could not be loaded. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-lg bg-surface px-6 py-16 text-center">
      <p className="text-18 font-bold">
        <Trans>목록을 불러오지 못했어요</Trans>
      </p>
      <Button className="mt-4" onClick={onRetry}>
        <Trans>다시 시도하기</Trans>
      </Button>
    </div>
  );
}

interface ListEmptyProps {
  icon: IconName;
  title: ReactNode;
  hint: ReactNode;
  /** What to do next. */
  children?: ReactNode;
}

/** Where a list of the account area has nothing yet. */
export function ListEmpty({ icon, title, hint, children }: ListEmptyProps) {
  return (
    <div className="rounded-lg bg-surface px-6 py-14 text-center">
      <span className="mx-auto grid size-14 place-items-center rounded-full bg-raised text-quiet">
        <Icon name={icon} size={28} />
      </span>
      <p className="mt-5 text-18 font-bold">{title}</p>
      <p className="mt-2 text-balance text-quiet">{hint}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

/** Holds the place of a list that is on its way. */
export function ListSkeleton({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label} aria-busy="true" className="space-y-3">
      {places(rows).map((place) => (
        <div key={place} className="skeleton h-20 rounded-md" />
      ))}
    </div>
  );
}
