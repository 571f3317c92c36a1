import type { ReactNode } from 'react';
import { Failed } from './failed.tsx';

/** As much of a query as its states take. */
interface Asked<T> {
  data: T | undefined;
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

export interface QueryStatesProps<T> {
  query: Asked<T>;
  /** Holds the place of what is on its way. */
  loading: ReactNode;
  /** Says what did not come. */
  failed: ReactNode;
  failedClassName?: string;
  /** Stands there instead of the content when there is nothing. */
  empty?: ReactNode;
  /** Cached data stay visible when a later request fails. */
  keepsData?: boolean;
  children: (data: T) => ReactNode;
}

/** Renders a query in its states: loading, failed, empty and loaded. */
export function QueryStates<T>({
  query: { data, isPending, isError, refetch },
  loading,
  failed,
  failedClassName = 'py-12 text-center',
  empty,
  keepsData = false,
  children,
}: QueryStatesProps<T>) {
  if (isPending) return loading;
  if (data === undefined || (isError && (empty || !keepsData))) {
    return (
      <Failed className={failedClassName} onRetry={() => void refetch()}>
        {failed}
      </Failed>
    );
  }
  return empty || children(data);
}
