/** What the page for advertisers and partners loads before it is rendered, and what it says of itself. */
import { msg } from '@lingui/core/macro';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { newReleaseQuery } from '../catalog/new-release.queries.ts';

export async function loadPartner(context: AppContext): Promise<PageFacts> {
  // The page is whole without the titles it shows.
  await context.queryClient.ensureInfiniteQueryData(newReleaseQuery(context, {})).catch(() => undefined);
  const { i18n } = context;
  return {
    title: i18n._(msg`광고·제휴`),
    path: '/partner',
    description: i18n._(
      msg`북미에서 한국 콘텐츠를 보는 가정에 광고하고, 콘텐츠를 함께 선보이세요. 매체 소개서와 지점 안내가 있어요.`,
    ),
  };
}
