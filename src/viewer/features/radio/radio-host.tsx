import { type ReactNode, Suspense } from 'react';
import { useStore } from '../../../ui/store.ts';
import { lazyAnswer } from '../../page/lazy-part.tsx';
import { tuned } from './radio-store.ts';

/** Its code is fetched when the radio starts. */
const RadioPlayer = lazyAnswer(() => import('./radio-player.tsx'), 'RadioPlayer');

/** The app with the radio beside its pages, so that the radio stays when they change. */
export function WithRadio({ children }: { children: ReactNode }) {
  const current = useStore(tuned);
  return (
    <>
      {children}
      {current && (
        <Suspense>
          <RadioPlayer {...current} />
        </Suspense>
      )}
    </>
  );
}
