import { Trans } from '@lingui/react/macro';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from '../../ui/store.ts';
import { useNear } from '../../ui/use-near.ts';
import { lazyPart } from '../page/lazy-part.tsx';
import { Framed } from '../page/page-frame.tsx';
import { quickPanelWanted } from '../page/quick-panel-store.ts';
import { DeletionBar, useUnreadDeletion } from './deletion-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const QuickPanel = lazyPart(() => import('./quick-panel.tsx'), 'QuickPanel');

const EventBoard = lazyPart(() => import('../features/support/event-board.tsx'), 'EventBoard');

/** The offer of the app waits until the page has been seen. */
const popupAfterMs = 2_000;

const AppPopup = lazyPart(() => import('./app-popup.tsx'), 'AppPopup');

/** Pages of this layout that have neither event board nor footer. */
const withoutEnd = new Set(['/account/change-password', '/account/billing-details']);

/** Pages of this layout that say themselves that the account is going to be erased. */
const withDeletion = new Set(['/account', '/account/', '/account/delete']);

/** Header, page, footer: what most pages have around them. */
export function MainLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const loading = useRouterState({ select: (state) => state.isLoading });
  const overlay = useRouterState({
    select: (state) => state.matches.at(-1)?.staticData.overlayHeader === true,
  });
  const hasEnd = useRouterState({ select: (state) => !withoutEnd.has(state.location.pathname) });
  const saysDeletion = useRouterState({ select: (state) => withDeletion.has(state.location.pathname) });
  const unreadDeletion = useUnreadDeletion();
  const deletionAt = saysDeletion ? null : unreadDeletion;
  const panelWanted = useStore(quickPanelWanted);
  const store = usePhoneStore();
  useRemoteKeys();
  return (
    <>
      <a
        href="#main"
        data-skip-link=""
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-md bg-text px-4 py-2 font-semibold text-ground focus:translate-y-0"
      >
        <Trans>본문으로 건너뛰기</Trans>
      </a>
      <Header overlay={overlay} />
      <main
        id="main"
        tabIndex={-1}
        className={overlay && !deletionAt ? 'min-h-dvh' : 'min-h-dvh pt-(--header)'}
      >
        {deletionAt && <DeletionBar at={deletionAt} />}
        <Framed>{children}</Framed>
      </main>
      {!loading && hasEnd && (
        <>
          <PageEnd />
          <Footer />
        </>
      )}
      {panelWanted && (
        <Suspense>
          <QuickPanel />
        </Suspense>
      )}
      {store && (
        <Suspense>
          <AppPopup store={store} />
        </Suspense>
      )}
    </>
  );
}

/** The event board, fetched as the end of the page comes near. */
function PageEnd() {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useNear(ref, () => setNear(true), near);
  return (
    <div ref={ref} className="mt-16 min-h-64">
      {near && (
        <Suspense>
          <EventBoard />
        </Suspense>
      )}
    </div>
  );
}

/** The store of a phone's own apps, a while after the first view; null on everything else. */
function usePhoneStore(): 'apple' | 'google' | null {
  const [store, setStore] = useState<'apple' | 'google' | null>(null);
  useEffect(() => {
    const { userAgent } = navigator;
    const found = /iPhone|iPod/.test(userAgent)
      ? 'apple'
      : /Android.*Mobile/.test(userAgent)
        ? 'google'
        : null;
    const timer = setTimeout(() => setStore(found), popupAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return store;
}

/** Fetches the remote control's keys with the first arrow that is pressed. */
function useRemoteKeys(): void {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (wanted) return;
    const first = (event: KeyboardEvent) => {
      if (event.key.startsWith('Arrow') || event.key === 'Tab') setWanted(true);
    };
    window.addEventListener('keydown', first);
    return () => window.removeEventListener('keydown', first);
  }, [wanted]);
  useEffect(() => {
    if (!wanted) return;
    let stop: (() => void) | undefined;
    let gone = false;
    void import('./remote-keys.ts').then(({ followRemoteKeys }) => {
      if (!gone) stop = followRemoteKeys(document);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [wanted]);
}
