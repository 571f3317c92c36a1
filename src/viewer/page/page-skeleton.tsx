import { ShelfSkeleton, Skeleton } from '../../ui/components/skeleton.tsx';

/** The shape of a page with a banner and rows; `bare` is only the dark ground. */
export function PageSkeleton({ bare }: { bare?: boolean }) {
  if (bare) return <div className="min-h-dvh bg-black" aria-busy="true" />;
  return (
    <div aria-busy="true" className="min-h-dvh animate-fade space-y-12">
      <div className="gutter flex min-h-[56vh] flex-col justify-end gap-4 bg-linear-to-b from-surface to-ground pb-8">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-10 w-[min(420px,70%)]" />
        <Skeleton className="h-5 w-[min(560px,90%)]" />
        <div className="flex gap-3">
          <Skeleton className="h-12 w-32" />
          <Skeleton className="h-12 w-12 rounded-full" />
        </div>
      </div>
      <ShelfSkeleton shape="landscape" />
      <ShelfSkeleton shape="portrait" />
    </div>
  );
}
