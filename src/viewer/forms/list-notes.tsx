import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/components/icon.tsx';
import { places } from '../../ui/components/skeleton.tsx';
import { QueryStates, type QueryStatesProps } from '../page/query-states.tsx';

interface ListStatesProps<T> extends Omit<QueryStatesProps<T>, 'loading' | 'failed' | 'failedClassName'> {
  /** How many rows hold its place. */
  rows?: number;
}

/** Renders a list of the account area in its states: loading, failed, empty and loaded. */
export function ListStates<T>({ rows = 5, ...states }: ListStatesProps<T>) {
  return (
    <QueryStates
      loading={<ListSkeleton rows={rows} />}
      failed={<Trans>목록을 불러오지 못했어요</Trans>}
      failedClassName="rounded-lg bg-surface px-6 py-16 text-center"
      {...states}
    />
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

interface ListSkeletonProps {
  rows: number;
  /** The shape of a row. */
  row?: string;
  className?: string;
}

/** Holds the place of a list that is on its way. */
export function ListSkeleton({ rows, row = 'h-20 rounded-md', className = 'space-y-3' }: ListSkeletonProps) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`불러오는 중`} aria-busy="true" className={className}>
      {places(rows).map((place) => (
        <div key={place} className={`skeleton ${row}`} />
      ))}
    </div>
  );
}
