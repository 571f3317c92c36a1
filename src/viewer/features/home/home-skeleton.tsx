import { ShelfSkeleton, Skeleton } from '../../../ui/components/skeleton.tsx';

/** The shape of home while its first view loads. */
export function HomeSkeleton() {
  return (
    <div aria-busy="true" className="min-h-dvh animate-fade">
      <div className="banner-box relative bg-linear-to-b from-surface to-ground">
        <div className="gutter absolute inset-x-0 bottom-16 flex flex-col gap-4 desktop:bottom-32">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-12 w-[min(480px,70%)]" />
          <Skeleton className="h-5 w-[min(560px,90%)]" />
          <div className="flex gap-3">
            <Skeleton className="h-13 w-36" />
            <Skeleton className="h-13 w-36" />
          </div>
        </div>
      </div>
      <div className="mt-8 space-y-12">
        <ShelfSkeleton shape="landscape" />
        <ShelfSkeleton shape="portrait" />
      </div>
    </div>
  );
}
