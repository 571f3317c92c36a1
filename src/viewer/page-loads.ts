/** Which page a load is for: a page's loader asks through a query client that says so, and what no page wants any more is cancelled. */
import {
  type DefaultError,
  type EnsureQueryDataOptions,
  type FetchQueryOptions,
  hashKey,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

export interface PageLoads {
  /** The query client as the loader of the page at that address has it. */
  of(href: string): QueryClient;
  /** Cancels what only pages elsewhere were to be rendered from, and nothing on the screen shows. */
  cancelExcept(href: string): void;
}

/** The query client of one page: the app's caches, and word of what is asked for. All other ways to ask come to these two. */
class PageClient extends QueryClient {
  readonly #note: (queryKey: QueryKey) => void;

  constructor(app: QueryClient, note: (queryKey: QueryKey) => void) {
    super({
      queryCache: app.getQueryCache(),
      mutationCache: app.getMutationCache(),
      defaultOptions: app.getDefaultOptions(),
    });
    this.#note = note;
  }

  override fetchQuery<Q, E = DefaultError, D = Q, K extends QueryKey = QueryKey, P = never>(
    options: FetchQueryOptions<Q, E, D, K, P>,
  ): Promise<D> {
    this.#note(options.queryKey);
    return super.fetchQuery(options);
  }

  override ensureQueryData<Q, E = DefaultError, D = Q, K extends QueryKey = QueryKey>(
    options: EnsureQueryDataOptions<Q, E, D, K>,
  ): Promise<D> {
    this.#note(options.queryKey);
    return super.ensureQueryData(options);
  }
}

/** Follows the loads of one app's pages. Queries that every page shares (`meta.scope: 'app'`) are nobody's. */
export function makePageLoads(queryClient: QueryClient): PageLoads {
  const wantedBy = new Map<string, Set<string>>();
  const note = (queryKey: QueryKey, href: string) => {
    const hash = hashKey(queryKey);
    wantedBy.set(hash, (wantedBy.get(hash) ?? new Set()).add(href));
  };
  return {
    of: (href) => new PageClient(queryClient, (queryKey) => note(queryKey, href)),
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
