import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/components/icon.tsx';
import { HomeLink } from '../page/home-link.tsx';

/** A page before somebody is signed in: the way home, and one card. */
export function GuestFrame({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-[440px] animate-rise">
        <HomeLink className="mx-auto mb-8 flex w-fit rounded-sm" logoClassName="text-28" preload={false} />
        <div className="rounded-lg border border-line/70 bg-surface/90 p-6 shadow-panel backdrop-blur-xl tablet:p-10">
          {children}
        </div>
        {below && <div className="mt-4 text-center text-quiet">{below}</div>}
      </div>
    </main>
  );
}

/** A link in a line of its own, large enough for a thumb. */
export const lineLink =
  'inline-flex min-h-11 items-center rounded-sm px-2 font-semibold text-text underline decoration-line underline-offset-4 hover:decoration-text';

/** What went wrong, or well, said at once to screen readers. */
export function Said({ kind, children }: { kind: 'failure' | 'success' | 'info'; children: ReactNode }) {
  return (
    <p
      role={kind === 'failure' ? 'alert' : 'status'}
      className={cx(
        'flex gap-2 rounded-md px-4 py-3 text-14',
        { failure: 'bg-rose/15', success: 'bg-jade/15', info: 'bg-sky/15' }[kind],
      )}
    >
      <Icon
        name={kind === 'success' ? 'check' : 'info'}
        size={20}
        className={{ failure: 'text-rose', success: 'text-jade', info: 'text-sky' }[kind]}
      />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
