import { Link } from '@tanstack/react-router';
import { type ReactNode, startTransition, useRef, useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/components/icon.tsx';
import { ShelfSkeleton } from '../../ui/components/skeleton.tsx';
import { useNear } from '../../ui/use-near.ts';
import type { SectionLink } from '../links.ts';

interface SectionProps {
  title: ReactNode;
  /** Where the title leads. */
  link?: SectionLink | undefined;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled part of a page. */
export function Section({ title, link, aside, children, className }: SectionProps) {
  return (
    <section className={cx('space-y-3', className)}>
      <div className="gutter flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 className="text-18 tablet:text-22">
          {link ? (
            <Link {...link} className="group/title inline-flex items-center gap-1 rounded-sm">
              {title}
              <Icon
                name="right"
                size={20}
                className="text-quiet transition-transform group-hover/title:translate-x-1 group-hover/title:text-text"
              />
            </Link>
          ) : (
            title
          )}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Renders its content once it is within 500 px of the screen; until then a shape of the same size holds its place. */
export function WhenNear({
  shape,
  now,
  children,
}: {
  shape: 'portrait' | 'landscape';
  now?: boolean;
  children: () => ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(now === true);
  // In a transition it is rendered in short steps, and scrolling goes on.
  useNear(ref, () => startTransition(() => setNear(true)), near);
  return near ? (
    children()
  ) : (
    <div ref={ref}>
      <ShelfSkeleton shape={shape} still />
    </div>
  );
}
