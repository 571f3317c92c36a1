/** Loaders, titles and descriptions of the pages about gifts. */
import { msg } from '@lingui/core/macro';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { plansQuery } from './plans.queries.ts';

export async function loadGifts(context: AppContext): Promise<PageFacts> {
  await context.queryClient.ensureQueryData(plansQuery(context));
  return {
    title: context.i18n._(msg`선물하기`),
    path: '/gifts',
    description: context.i18n._(
      msg`한국 드라마와 영화, 예능을 보는 이용권을 가족과 친구에게 선물하세요. 결제하면 코드를 바로 받고, 받는 분은 카드 없이 볼 수 있어요.`,
    ),
  };
}

export const describeRedeem = ({ i18n }: AppContext): PageFacts => ({
  title: i18n._(msg`선물 코드 등록`),
  path: '/redeem',
  description: i18n._(msg`선물받은 코드를 등록하고 바로 시청을 시작하세요.`),
});
