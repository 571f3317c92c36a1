/** The play error log in the back office. */
import {
  type playErrorCalls,
  playErrors as shape,
  summaryHours,
} from '../../../contract/admin/play-errors.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { listing } from '../../resource/listing.ts';
import * as repo from './play-errors.repo.ts';
import { playErrors } from './playback.tables.ts';

const hourMs = 3_600_000;
const maxCodes = 8;

/** Handlers of `playErrorCalls`. */
export function playErrorRoutes(context: Context): Handlers<typeof playErrorCalls> {
  const { list, read } = listing(context, shape, playErrors, {
    large: { common: ['kind', 'device'], filled: ['kind', 'code', 'device', 'browser'] },
    label: 'code',
    isLog: true,
    search: [playErrors.code, playErrors.browser],
    present: async (db, rows, locale) => {
      const titles = await repo.listPlayErrorTitles(
        db,
        rows.map(({ id }) => id),
        locale,
      );
      return rows.map(({ id }) => ({ title: titles.get(id) ?? '' }));
    },
  });
  return {
    'GET /api/admin/play-errors': list,
    'GET /api/admin/play-errors/{id}': async ({ params, ...request }) => ({
      data: await read(params.id, request),
    }),
    'GET /api/admin/play-error-summary': async () => {
      const now = context.now();
      const since = new Date(now.getTime() - summaryHours * hourMs);
      const [hours, codes] = await Promise.all([
        repo.countByHour(context.db, now, summaryHours),
        repo.countByCode(context.db, since, maxCodes),
      ]);
      return {
        data: {
          hours: hours.map(({ from, errors }) => ({ from: from.toISOString(), errors })),
          codes: codes.map(({ last_at, ...each }) => ({ ...each, last_at: last_at.toISOString() })),
        },
      };
    },
  };
}
