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
  /** What is there stays when it cannot be fetched again. */
  keepsData?: boolean;
  children: (data: T) => ReactNode;
}

/** What a query brings: while it comes, when it did not, when it is nothing, and it. */
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
