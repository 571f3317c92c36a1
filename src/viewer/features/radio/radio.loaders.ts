/** Loaders of the pages of radio; fetched with the first of these pages. */
import { msg } from '@lingui/core/macro';
import { notFound, rootRouteId } from '@tanstack/react-router';
import { type AppContext, inServer } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { channelsData } from '../live/broadcast-data.ts';
import { radioQuery } from './radio.queries.ts';

/** The stations. The page can be rendered without them: a browser does not wait, a server does. */
export async function loadRadio(context: AppContext): Promise<PageFacts> {
  const loading = context.queryClient.ensureQueryData(radioQuery(context)).catch(() => undefined);
  const answer = inServer ? await loading : undefined;
  const title = context.i18n._(msg`라디오`);
  return {
    title,
    data: answer && channelsData(title, answer.data.channels, context.origin, '/radio'),
    path: '/radio',
    description: context.i18n._(
      msg`음악과 뉴스, 이야기까지 한국 라디오를 북미에서 하루 종일 들으세요. 다른 페이지를 보는 동안에도 계속 들려요.`,
    ),
  };
}

/** One station, by its slug or id. */
export async function loadStation(context: AppContext, id: string): Promise<PageFacts & { id: string }> {
  const { queryClient } = context;
  const query = radioQuery(context);
  const find = ({ data }: { data: { channels: { id: string; slug: string; name: string }[] } }) =>
    data.channels.find((station) => station.id === id || station.slug === id);
  const station =
    find(await queryClient.ensureQueryData(query)) ??
    // A new station may be missing in the cached list.
    find(await queryClient.fetchQuery({ ...query, staleTime: 0 }));
  if (!station) throw notFound({ routeId: rootRouteId });
  return { title: station.name, id: station.id };
}
