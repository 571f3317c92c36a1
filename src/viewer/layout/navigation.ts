/** What happens on every route change, beside rendering the screen. */
import { setTelevision } from '../../ui/television.ts';
import type { AppContext } from '../context.ts';
import type { Router } from '../router.tsx';

/**
 * Cancels the pending queries of the page that is left and of pages whose load was abandoned, sets the title and description, and
 * marks the body on sign-in pages. Queries that every page shares (`meta.scope: 'app'`) continue.
 */
export function watchNavigation(router: Router, { queryClient, pageLoads }: AppContext): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    pageLoads.cancelExcept(toLocation.href);
    if (!fromLocation || !pathChanged) return;
    void queryClient.cancelQueries({
      predicate: (query) =>
        query.meta?.scope !== 'app' &&
        query.state.fetchStatus === 'fetching' &&
        query.getObserversCount() > 0,
    });
  });
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    const { matches } = router.state;
    const tags = matches.flatMap((match) => match.meta ?? []);
    const title = tags.findLast((tag) => tag?.title)?.title;
    if (title) document.title = title;
    describe(tags.findLast((tag) => tag?.name === 'description')?.content);
    // A screen reader goes on at the new page, unless the page has already put the focus somewhere.
    if (fromLocation && pathChanged && !document.activeElement?.closest('main, dialog')) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    markBody(router);
  });
  // The page that the server rendered was resolved before anybody listened.
  markBody(router);
}

/** The sign-in pages have a background of their own; what follows a television's page is large only if it is one, too. */
function markBody({ state: { matches } }: Router): void {
  const last = matches.at(-1);
  document.body.classList.toggle('login-background', last?.staticData.loginBackground === true);
  if (last && !last.staticData.television) setTelevision(false);
}

/** What the page says of itself; what the page before said does not stay. */
function describe(text: string | undefined): void {
  const found = document.head.querySelector('meta[name=description]');
  if (!text) {
    found?.remove();
    return;
  }
  const tag = found ?? document.head.appendChild(document.createElement('meta'));
  tag.setAttribute('name', 'description');
  tag.setAttribute('content', text);
}
