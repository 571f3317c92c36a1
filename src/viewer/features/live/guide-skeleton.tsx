import { useLingui } from '@lingui/react/macro';
import { places, Skeleton } from '../../../ui/components/skeleton.tsx';

/** The shape of the guide while it loads. */
export function GuideSkeleton() {
  const { t } = useLingui();
  return (
    <div className="space-y-2 p-2" aria-busy="true" role="status" aria-label={t`불러오는 중`}>
      {places(8).map((place) => (
        <Skeleton key={place} className="h-16" />
      ))}
    </div>
  );
}
