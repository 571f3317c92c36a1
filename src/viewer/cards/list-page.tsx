import type { ReactNode } from 'react';
import { Breadcrumb, type Crumb } from './hero.tsx';

interface ListPageProps {
  /** The pages between home and this one. */
  above?: readonly Crumb[];
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page that is mostly a list: where it lies, what it is called, and the list. */
export function ListPage({ above = [], title, aside, children }: ListPageProps) {
  return (
    <div>
      <div className="gutter pt-6 pb-2 tablet:pt-10">
        <Breadcrumb crumbs={[...above, { name: title }]} />
        <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h1 className="text-28 font-extrabold text-balance tablet:text-36">{title}</h1>
          {aside}
        </div>
      </div>
      {children}
    </div>
  );
}
