/** Loaders, titles and descriptions of the pages about plans. */
import { msg } from '@lingui/core/macro';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { currentPlanQuery, plansQuery } from '../billing/plans.queries.ts';

export async function loadPlans(context: AppContext): Promise<PageFacts> {
  const { i18n, queryClient, session } = context;
  const user = session.get()?.user;
  await Promise.all([
    queryClient.ensureQueryData(plansQuery(context)),
    // If the current plan cannot be loaded, the plans are still shown.
    user && queryClient.ensureQueryData(currentPlanQuery(context, user.id)).catch(() => undefined),
  ]);
  return {
    title: i18n._(msg`이용권`),
    path: '/plans',
    description: i18n._(
      msg`한국 드라마와 영화, 예능을 광고 없이 보는 이용권의 가격과 볼 수 있는 기기를 비교해 보세요. 셋톱박스 배송비는 한 번만 내요.`,
    ),
  };
}

export function describeSubscription({ i18n }: AppContext): PageFacts {
  return {
    title: i18n._(msg`이용 안내`),
    path: '/subscription',
    description: i18n._(
      msg`무엇을 볼 수 있는지, 어떻게 가입하는지, 앱과 셋톱박스를 어떻게 설치하는지와 드는 비용을 알려 드려요.`,
    ),
  };
}

export async function loadTrial(context: AppContext): Promise<PageFacts> {
  const { i18n, queryClient } = context;
  // Without the plans the page still says what is free.
  await queryClient.ensureQueryData(plansQuery(context)).catch(() => undefined);
  return {
    title: i18n._(msg`무료 체험`),
    path: '/trial',
    description: i18n._(
      msg`셋톱박스 무료 체험의 규칙과, 이용권 없이도 볼 수 있는 무료 콘텐츠를 알려 드려요.`,
    ),
  };
}
