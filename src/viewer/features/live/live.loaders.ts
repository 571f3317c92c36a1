/** Loaders of the pages of live TV; fetched with the first of these pages. */
import { msg } from '@lingui/core/macro';
import { brandName } from '../../../ui/brand.ts';
import { type AppContext, inServer } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { channelsData, scheduleData } from './broadcast-data.ts';
import { channelsQuery, scheduleQuery } from './live.queries.ts';

/** The channels. The page can be rendered without them: a browser does not wait, a server does. */
export async function loadChannels(context: AppContext): Promise<PageFacts> {
  const loading = context.queryClient.ensureQueryData(channelsQuery(context)).catch(() => undefined);
  const answer = inServer ? await loading : undefined;
  const title = context.i18n._(msg`실시간 TV`);
  return {
    title,
    data: answer && channelsData(title, answer.data, context.origin, '/live-tv'),
    path: '/live-tv',
    description: context.i18n._(
      msg`드라마, 예능, 영화, 키즈까지 하루 종일 이어지는 한국 채널을 북미에서 바로 보세요.`,
    ),
  };
}

/** The guide begins with the viewer's own clock: nothing of it is loaded before. */
export function loadGuide(context: AppContext): PageFacts {
  return {
    title: context.i18n._(msg`실시간 TV 채널 편성표`),
    path: '/live-tv/guide',
    description: context.i18n._(
      msg`지금 방송 중인 프로그램과 이어서 방송될 프로그램을 채널별 편성표에서 확인하세요.`,
    ),
  };
}

/** The releases of the week. */
export async function loadSchedule(context: AppContext): Promise<PageFacts> {
  const loading = context.queryClient.ensureQueryData(scheduleQuery(context)).catch(() => undefined);
  const answer = inServer ? await loading : undefined;
  const title = context.i18n._(msg`편성표`);
  return {
    title,
    data: answer && scheduleData(title, answer.data, brandName[context.locale], context.origin),
    path: '/schedule',
    description: context.i18n._(msg`이번 주에 공개되는 한국 드라마와 예능, 영화를 날짜별로 확인하세요.`),
  };
}
