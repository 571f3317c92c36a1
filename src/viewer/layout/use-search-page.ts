import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The last page that was not a search; an empty search returns there. Set only in a browser, never on the server. */
let placeBefore = '/';

/**
 * What the page searches for, or null where it is no search; and ways there and back. `onLeft` is called on another page than
 * before.
 */
export function useSearchPage(onLeft: () => void) {
  const router = useRouter();
  const q = useRouterState({
    select: ({ location }) => (location.pathname === '/search' ? (location.search.q ?? '') : null),
  });
  useEffect(() => {
    const { pathname, href } = router.state.location;
    if (pathname !== '/search') placeBefore = href;
    return router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
      if (toLocation.pathname === '/search') return;
      placeBefore = toLocation.href;
      // The first page may still be loading while somebody types already.
      if (!fromLocation || !pathChanged) return;
      onLeft();
    });
  }, [router, onLeft]);
  return {
    q,
    searchFor: (words: string) => void router.navigate({ to: '/search', search: { q: words } }),
    leave: () => router.history.push(placeBefore),
  };
}
