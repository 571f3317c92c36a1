import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { alongside, main, page, titled } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./search.queries.ts'), 'searchQuery');

/** The server renders no search for more; the box takes no more either. */
const maxQueryLength = 100;

const search = createRoute({
  getParentRoute: () => main,
  path: '/search',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' && q !== '' ? { q: q.slice(0, maxQueryLength) } : {},
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: ({ context, deps: { q } }) =>
    q
      ? alongside([
          load().then(({ searchQuery }) => context.queryClient.ensureQueryData(searchQuery(context, q))),
        ])
      : undefined,
  head: ({
    match: {
      context,
      search: { q },
    },
  }) => {
    const name = context.i18n._(msg`검색`);
    // All searches are one page to search engines.
    return titled(context, q ? `${q} - ${name}` : name, {
      path: '/search',
      description: context.i18n._(
        msg`한국 드라마와 영화, 예능, 배우를 한글과 초성, 로마자, 영어로 찾아보세요.`,
      ),
    });
  },
  component: page(() => import('./search-page.tsx'), 'SearchPage'),
});

/** Below the service's header. */
export const searchRoutes = [search] as const;
