import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { brandName } from '../../../ui/brand.ts';
import { inServer } from '../../context.ts';
import { alongside, main, titled, wholeTitle, withRendered } from '../../route-frame.tsx';
import { newReleaseQuery } from '../catalog/new-release.queries.ts';
import { bannerQuery, keepFirstRows, newsQuery, popupQuery, sectionsQuery } from './home.queries.ts';
import { HomePage } from './home-page.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';

const home = createRoute({
  getParentRoute: () => main,
  path: '/',
  staticData: { overlayHeader: true },
  loader: async ({ context }) => {
    const { queryClient } = context;
    const banner = queryClient.ensureQueryData(bannerQuery(context));
    const news = queryClient.ensureQueryData(newsQuery(context));
    const popup = queryClient.ensureQueryData(popupQuery(context));
    await alongside([
      queryClient.ensureInfiniteQueryData(sectionsQuery(context)),
      queryClient.ensureInfiniteQueryData(newReleaseQuery(context, {})),
    ]);
    // Home is rendered even without its banner. It waits for the news, because a late ticker would push the content down.
    // The welcome notice is shown with the page or not at all.
    await Promise.allSettled([banner, news, popup]);
    if (inServer) keepFirstRows(context);
  },
  head: ({ match: { context } }) =>
    titled(context, wholeTitle(context), {
      whole: true,
      path: '/',
      description: context.i18n._(
        msg`한국 드라마, 영화, 예능, 다큐멘터리와 실시간 TV를 북미 어디서나 한국어와 영어로 즐기세요. 무료로 볼 수 있는 콘텐츠도 있어요.`,
      ),
      data: {
        '@type': 'WebSite',
        name: brandName[context.locale],
        url: `${context.origin}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${context.origin}/search?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    }),
  pendingComponent: HomeSkeleton,
  component: withRendered(HomePage),
});

/** Below the service's header. */
export const homeRoutes = [home] as const;
