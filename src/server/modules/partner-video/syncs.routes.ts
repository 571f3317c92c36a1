/** Syncs with YouTube in the back office. */
import { asc, eq, sql } from 'drizzle-orm';
import { type youtubeSyncCalls, youtubeSyncs } from '../../../contract/admin/youtube-syncs.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { holds } from '../../db/search-text.ts';
import type { Handlers } from '../../http/bind.ts';
import { type Caller, requireStaff } from '../../http/caller.ts';
import { events } from '../../resource/event-log.tables.ts';
import { listing } from '../../resource/listing.ts';
import { playlistItems, playlists, syncs } from './partner-video.tables.ts';
import { quotaToday } from './source-reading.service.ts';
import { startSync } from './syncs.service.ts';

/** Handlers of syncs. */
export function syncRoutes(context: Context): Handlers<typeof youtubeSyncCalls> {
  const { db, config } = context;
  const { list, read, show } = listing(context, youtubeSyncs, syncs, {
    label: { of: ['createdAt'], text: (row) => row.createdAt.toISOString() },
    search: [],
    finds: { staff_name: (text) => holds(syncs.staffName, text) },
  });
  /** A sync with what it changes, and whether that has been undone. */
  const whole = async (id: string, request: { caller: Caller; locale: Locale }) => {
    const sync = await read(id, request);
    const [row] = await db
      .select({ entries: syncs.entries, undoneBy: events.undoneBy })
      .from(syncs)
      .leftJoin(events, eq(events.id, syncs.eventId))
      .where(eq(syncs.id, id));
    const entries = row?.entries ?? null;
    const undone = Boolean(row?.undoneBy);
    return { data: { ...sync, ...show(id, { entries, undone }, request.caller) } };
  };
  return {
    'GET /api/admin/youtube-syncs': list,
    'GET /api/admin/youtube-syncs/{id}': ({ params, ...request }) => whole(params.id, request),
    'POST /api/admin/youtube-syncs': async ({ body, ...request }) => {
      const { id } = await startSync(context, { dryRun: body.dry_run, staff: requireStaff(request.caller) });
      return whole(id, request);
    },
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
