import { Trans } from '@lingui/react/macro';
import { cx } from '../../ui/class-names.ts';
import { Button } from '../../ui/components/button.tsx';

interface LoadMoreProps {
  /** As much of a query that comes in parts as this takes. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  className?: string;
}

/** Ends a list that has more: fetches the next part. */
export function LoadMore({ query, className = 'pt-8' }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={cx(className, 'text-center')}>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? <Trans>불러오는 중…</Trans> : <Trans>더 보기</Trans>}
      </Button>
    </div>
  );
}
