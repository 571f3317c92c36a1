/** Syncs with YouTube in the back office. */
import { and, asc, count, desc, eq, ilike, inArray, sql } from 'drizzle-orm';
import type { youtubeSyncCalls } from '../../../contract/admin/youtube-syncs.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { contains } from '../../resource/list.ts';
import { playlistItems, playlists, syncs } from './partner-video.tables.ts';
import { quotaToday } from './source-reading.service.ts';
import { type SyncRow, startSync } from './syncs.service.ts';

const presentSync = (row: SyncRow, whole: boolean) => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  dry_run: row.dryRun,
  state: row.state,
  staff_name: row.staffName,
  started_at: row.startedAt?.toISOString() ?? null,
  ended_at: row.endedAt?.toISOString() ?? null,
  playlists_read: row.playlistsRead,
  videos_read: row.videosRead,
  new_count: row.newCount,
  changed_count: row.changedCount,
  withdrawn_count: row.withdrawnCount,
  unchanged_count: row.unchangedCount,
  units: row.units,
  error: row.error,
  error_detail: row.errorDetail,
  retry_at: row.retryAt?.toISOString() ?? null,
  event_id: row.eventId,
  entries: whole ? row.entries : null,
});

/** Handlers of syncs. */
export function syncRoutes(context: Context): Handlers<typeof youtubeSyncCalls> {
  const { db, config } = context;
  return {
    'GET /api/admin/youtube-syncs': async ({ query }) => {
      const ids = query.ids?.split(',').filter(isId);
      const where = and(
        ids ? inArray(syncs.id, ids) : undefined,
        query.q ? ilike(syncs.staffName, contains(query.q)) : undefined,
        query.dry_run === undefined ? undefined : eq(syncs.dryRun, query.dry_run),
      );
      const direction = query.order === 'asc' ? asc : desc;
      const { limit, offset } = pageWindow(query);
      const [rows, totals] = await Promise.all([
        db
          .select()
          .from(syncs)
          .where(where)
          .orderBy(direction(syncs.createdAt), direction(syncs.id))
          .limit(limit)
          .offset(offset),
        db.select({ total: count() }).from(syncs).where(where),
      ]);
      return {
        data: rows.map((row) => presentSync(row, false)),
        meta: pageMeta(query, totals[0]?.total ?? 0),
      };
    },
    'GET /api/admin/youtube-syncs/{id}': async ({ params }) => {
      const [row] = await db.select().from(syncs).where(eq(syncs.id, params.id));
      return { data: presentSync(row ?? fail('not_found'), true) };
    },
    'POST /api/admin/youtube-syncs': async ({ body, caller }) => ({
      data: presentSync(
        await startSync(context, { dryRun: body.dry_run, staff: requireStaff(caller) }),
        true,
      ),
    }),
    'GET /api/admin/youtube-status': async () => {
      const { used, daily, resetsAt } = await quotaToday(context);
      const kept = await db
        .select({
          id: playlists.id,
          title_ko: playlists.titleKo,
          title_en: playlists.titleEn,
          published: playlists.published,
          clips: sql<number>`(select count(*)::int from ${playlistItems} where ${playlistItems.playlistId} = ${playlists.id})`,
        })
        .from(playlists)
        .where(eq(playlists.synced, true))
        .orderBy(asc(playlists.position), asc(playlists.id));
      const source = context.partnerVideoSource;
      return {
        data: {
          source: source ? (source.isSandbox ? 'sandbox' : 'youtube') : null,
          units_used: used,
          units_daily: daily,
          resets_at: resetsAt.toISOString(),
          channel_ids: config.youtube.channelIds,
          playlists: kept,
        },
      };
    },
  };
}
