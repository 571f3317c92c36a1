import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '../../../ui/components/skeleton.tsx';

/** The shape of the guide while it loads. */
export function GuideSkeleton() {
  const { t } = useLingui();
  return (
    <div className="space-y-2 p-2" aria-busy="true" role="status" aria-label={t`불러오는 중`}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without content have no other name
        <Skeleton key={index} className="h-16" />
      ))}
    </div>
  );
}
