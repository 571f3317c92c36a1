import { createContext, type ReactNode, useContext } from 'react';
import { HomeLink } from './home-link.tsx';

const IsFramed = createContext(false);

/** Marks the content of a layout, which has a header and `main` already. */
export const Framed = ({ children }: { children: ReactNode }) => <IsFramed value>{children}</IsFramed>;

/** Gives a message that takes the place of a page its header and `main`, unless a layout has them. */
export function PageFrame({ className, children }: { className: string; children: ReactNode }) {
  if (useContext(IsFramed)) return <div className={className}>{children}</div>;
  return (
    <>
      <header className="gutter absolute inset-x-0 top-0 flex h-(--header) items-center">
        <HomeLink className="rounded-sm" preload={false} />
      </header>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
    </>
  );
}
