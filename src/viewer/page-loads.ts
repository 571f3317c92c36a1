/** Which page a load is for: a page's loader asks through a query client that says so, and what no page wants any more is cancelled. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

export interface PageLoads {
  /** The query client as the loader of the page at that address has it. */
  of(href: string): QueryClient;
  /** Cancels what only pages elsewhere were to be rendered from, and nothing on the screen shows. */
  cancelExcept(href: string): void;
}

/** Follows the loads of one app's pages. Queries that every page shares (`meta.scope: 'app'`) are nobody's. */
export function makePageLoads(queryClient: QueryClient): PageLoads {
  const wantedBy = new Map<string, Set<string>>();
  const note = (queryKey: QueryKey, href: string) => {
    const hash = hashKey(queryKey);
    wantedBy.set(hash, (wantedBy.get(hash) ?? new Set()).add(href));
  };
  return {
    of: (href) =>
      new Proxy(queryClient, {
        get(client, name) {
          const found: unknown = Reflect.get(client, name);
          if (typeof found !== 'function') return found;
          return (...asked: unknown[]) => {
            const queryKey = (asked[0] as { queryKey?: QueryKey } | undefined)?.queryKey;
            if (queryKey) note(queryKey, href);
            return found.apply(client, asked);
          };
        },
      }),
    cancelExcept(href) {
      void queryClient.cancelQueries({
        predicate: (query) =>
          query.state.fetchStatus === 'fetching' &&
          query.meta?.scope !== 'app' &&
          query.getObserversCount() === 0 &&
          wantedBy.get(query.queryHash)?.has(href) === false,
      });
      for (const [hash, pages] of wantedBy) if (!pages.has(href)) wantedBy.delete(hash);
    },
  };
}
