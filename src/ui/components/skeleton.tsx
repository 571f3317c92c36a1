import { cx } from '../class-names.ts';

/** Keys for a number of placeholders: they have no content, so the index identifies them. */
export const places = (count: number): number[] => [...Array(count).keys()];

/** A grey shape where something will come. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('skeleton rounded-md', className)} aria-hidden="true" />;
}

/** A row of cards that has not come yet, in the cards' own proportions. */
export function ShelfSkeleton({
  shape,
  plain,
  still,
}: {
  shape: 'portrait' | 'landscape';
  plain?: boolean;
  /** The placeholder is not visible, so it has no animation, which would only cost time. */
  still?: boolean;
}) {
  return (
    <div aria-hidden="true" className={cx(still && '[&_.skeleton]:animate-none')}>
      {!plain && (
        <div className="gutter mb-3">
          <Skeleton className="h-7 w-44" />
        </div>
      )}
      <div className="gutter flex gap-(--row-gap) overflow-hidden">
        {places(9).map((place) => (
          <div key={place} className={cx('shrink-0', shape === 'portrait' ? 'w-portrait' : 'w-landscape')}>
            <div
              className={cx('skeleton rounded-md', shape === 'portrait' ? 'aspect-2/3' : 'aspect-video')}
              style={{ animationDelay: `${place * 80}ms` }}
            />
            <div className="skeleton mt-2 h-5 w-3/4 rounded-sm" />
            {shape === 'landscape' && <div className="skeleton mt-1 h-4 w-1/2 rounded-sm" />}
          </div>
        ))}
      </div>
    </div>
  );
}
