import type { liveCalls } from '../../../contract/viewer/live.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail, failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { latestSeries } from '../catalog/catalog.service.ts';
import { decideSee } from '../entitlement/entitlement.ts';
import { channelFacts } from './channel-rights.service.ts';
import { deleteFavorite, insertFavorite, listFavorites } from './live.repo.ts';
import { findChannel, listChannelCards, listGuide, listRadio } from './live.service.ts';
import { listDays } from './schedule.service.ts';

const halfHourMs = 1_800_000;
const hourMs = 2 * halfHourMs;
const dayMs = 24 * hourMs;
/** How far back the guide can be requested: the week of its page, a day for its hours and one for a page that was opened yesterday. */
const guideBackMs = 9 * dayMs;
const guideAheadMs = 15 * dayMs;
const latestSeriesShown = 16;

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** Handlers of live TV, radio, the guide and the schedule. */
export function liveRoutes(context: Context): Handlers<typeof liveCalls> {
  return {
    'GET /api/videos/live/tvs': {
      tag: 'live',
      build: async ({ viewer, locale }) => ({ data: await listChannelCards(context, viewer, locale, 'tv') }),
    },
    'GET /api/radio': {
      tag: 'live',
      build: async ({ viewer, locale }) => ({ data: await listRadio(context, viewer, locale) }),
    },
    'GET /api/favorite-channels': async ({ caller }) => {
      const profile = caller.profile ?? fail('profile_required');
      return { data: await listFavorites(context.db, profile.id) };
    },
    'PUT /api/favorite-channels/{id}': async ({ params, caller, locale }) => {
      const profile = caller.profile ?? fail('profile_required');
      const channel = await findChannel(context, locale, null, params.id);
      const viewer = { ...caller.viewer, profileId: profile.id };
      if (!channel || decideSee(viewer, channelFacts(channel), context.now()) !== 'yes') fail('not_found');
      const { id: profileId, householdId } = profile;
      await insertFavorite(context.db, { householdId, profileId, channelId: channel.id });
      return { data: { ok: true } };
    },
    'DELETE /api/favorite-channels/{id}': async ({ params, caller }) => {
      const profile = caller.profile ?? fail('profile_required');
      await deleteFavorite(context.db, { profileId: profile.id, channelId: params.id });
      return { data: { ok: true } };
    },
    'GET /api/live/guide': {
      tag: 'live',
      build: async ({ query, viewer, locale }) => {
        const asked = query.from === undefined ? context.now().getTime() : Date.parse(query.from);
        const now = context.now().getTime();
        if (!(asked >= now - guideBackMs)) failField('from', 'after', { date: dayOf(now - guideBackMs) });
        if (!(asked <= now + guideAheadMs)) failField('from', 'before', { date: dayOf(now + guideAheadMs) });
        const from = Math.floor(asked / halfHourMs) * halfHourMs;
        const until = from + query.hours * hourMs;
        const page = { ...pageWindow(query), channelId: query.channel };
        const { channels, total } = await listGuide(context, viewer, locale, from, until, page);
        return {
          data: { from: new Date(from).toISOString(), until: new Date(until).toISOString(), channels },
          meta: pageMeta(query, total),
        };
      },
    },
    'GET /api/schedule': {
      tag: 'catalog',
      build: async ({ viewer, locale }) => {
        const days = await listDays(context, viewer, locale, 'programme');
        return {
          data: days.map(({ categories, ...day }) => ({
            ...day,
            categories: categories.map(({ category, cards }) => ({ category, series: cards })),
          })),
        };
      },
    },
    'GET /api/schedule/video': {
      tag: 'catalog',
      build: async ({ viewer, locale }) => {
        const days = await listDays(context, viewer, locale, 'video');
        return {
          data: days.map(({ categories, ...day }) => ({
            ...day,
            categories: categories.map(({ category, cards }) => ({ category, videos: cards })),
          })),
        };
      },
    },
    'GET /api/latest-series': {
      tag: 'catalog',
      build: async ({ viewer, locale }) => ({
        data: await latestSeries(context, viewer, locale, latestSeriesShown),
      }),
    },
  };
}
