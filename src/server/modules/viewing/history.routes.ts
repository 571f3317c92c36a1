import { Readable } from 'node:stream';
import type { historyCalls } from '../../../contract/account/history.ts';
import { csvCell, csvMark } from '../../../contract/csv.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller, Viewer } from '../../http/caller.ts';
import { requireUser } from '../../http/caller.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import { countSearches } from '../search/search.service.ts';
import { getUser } from '../sign-in/sign-in.service.ts';
import { presentEntry, shareOf, subtitleOf } from './history.present.ts';
import * as repo from './history.repo.ts';

/** How many days the household's activity looks back, today being the last. */
const activityDays = 14;
/** Rows of the export that are in memory at once. */
const exportRows = 500;

/** The profile of a `profile` call and what the entitlement rule knows of it. */
function profileOf(caller: Caller) {
  const profile = caller.profile ?? fail('profile_required');
  return { profile, viewer: { ...caller.viewer, profileId: profile.id } };
}

const headings = {
  ko: ['본 날짜', '제목', '회차', '본 시간(초)', '본 비율(%)'],
  en: ['Watched on', 'Title', 'Episode', 'Seconds watched', 'Share (%)'],
};

/** The lines of the export, read part by part. */
async function* exportLines(
  context: Context,
  viewer: Viewer & { profileId: string },
  locale: Locale,
): AsyncGenerator<string> {
  yield `${csvMark}${headings[locale].map(csvCell).join(',')}\r\n`;
  for (let offset = 0; ; offset += exportRows) {
    const rows = await repo.listHistory(context.db, viewer, locale, context.now(), {
      limit: exportRows,
      offset,
    });
    for (const row of rows) {
      const cells = [
        new Date(row.started_at).toISOString(),
        row.title,
        subtitleOf(row, locale),
        Math.round(row.watched_seconds),
        shareOf(row),
      ];
      yield `${cells.map(csvCell).join(',')}\r\n`;
    }
    if (rows.length < exportRows) return;
  }
}

/** Handlers of the watch history and the household's activity. */
export function historyRoutes(context: Context): Handlers<typeof historyCalls> {
  const { db } = context;
  return {
    'GET /api/account/history': async ({ query, caller, locale }) => {
      const { viewer } = profileOf(caller);
      const now = context.now();
      const [rows, total] = await Promise.all([
        repo.listHistory(db, viewer, locale, now, pageWindow(query)),
        repo.countHistory(db, viewer, now),
      ]);
      return { data: rows.map((row) => presentEntry(row, locale)), meta: pageMeta(query, total) };
    },
    'DELETE /api/account/history/{id}': async ({ params, caller }) => {
      const { householdId, id: profileId } = profileOf(caller).profile;
      const keys = { householdId, profileId };
      if (!(await repo.deleteViewing(db, keys, params.id, context.now()))) fail('not_found');
      return { data: { ok: true } };
    },
    'DELETE /api/account/history': async ({ caller }) => {
      const { profile } = profileOf(caller);
      await db.transaction((tx) => repo.deleteHistory(tx, profile.id));
      return { data: { ok: true } };
    },
    'GET /api/account/history/export': async ({ caller, locale, reply }) => {
      const { viewer } = profileOf(caller);
      const today = dayIn(context.now(), context.config.serviceZone);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="history-${today}.csv"`)
        .send(Readable.from(exportLines(context, viewer, locale)));
    },
    'GET /api/account/activity': async ({ caller, locale }) => {
      const { profile, viewer } = profileOf(caller);
      const now = context.now();
      const zone = context.config.serviceZone;
      const first = addDays(dayIn(now, zone), 1 - activityDays);
      const days = Array.from({ length: activityDays }, (_, index) => addDays(first, index));
      const { profiles } = await getUser(context, requireUser(caller).id);
      const shown = profile.isKid ? profiles.filter(({ id }) => id === profile.id) : profiles;
      // A PIN that keeps others out of a profile also hides what the profile watched.
      const open = shown.filter(({ id, has_pin }) => id === profile.id || !has_pin).map(({ id }) => id);
      const ids = shown.map(({ id }) => id);
      const since = startOfDay(first, zone);
      const [sums, ratings, searches, titles] = await Promise.all([
        repo.sumByDay(db, ids, since, zone),
        repo.countRatings(db, ids),
        countSearches(context, ids, since),
        repo.listLastTitles(db, viewer, locale, now, open, 5),
      ]);
      return {
        data: {
          days,
          profiles: shown.map(({ id, name, avatar }) => ({
            id,
            name,
            avatar,
            seconds: days.map(
              (day) => sums.find((sum) => sum.profile_id === id && sum.day === day)?.seconds ?? 0,
            ),
            likes: ratings.find(({ profile_id }) => profile_id === id)?.likes ?? 0,
            dislikes: ratings.find(({ profile_id }) => profile_id === id)?.dislikes ?? 0,
            searches: searches.get(id) ?? 0,
            titles: open.includes(id)
              ? titles
                  .filter(({ profile_id }) => profile_id === id)
                  .map((row) => ({
                    program_id: row.programme_id,
                    type: row.kind === 'series' ? ('s' as const) : ('m' as const),
                    slug: row.slug,
                    title: row.title,
                    image: presentImage(row.image_id, row.image_color),
                  }))
              : null,
          })),
        },
      };
    },
  };
}
