/** Syncs with YouTube in the back office. */
import { asc, eq, sql } from 'drizzle-orm';
import {
  type ShownEntry,
  type SyncEntry,
  type youtubeSyncCalls,
  youtubeSyncs,
} from '../../../contract/admin/youtube-syncs.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { holds } from '../../db/search-text.ts';
import type { Handlers } from '../../http/bind.ts';
import { type Caller, requireStaff, type StaffMember } from '../../http/caller.ts';
import { events } from '../../resource/event-log.tables.ts';
import { listing } from '../../resource/listing.ts';
import { hides } from '../../security/permission.ts';
import { playlistItems, playlists, syncs } from './partner-video.tables.ts';
import { quotaToday } from './source-reading.service.ts';
import { startSync } from './syncs.service.ts';

/** What a role may read of some fields of a record. */
const readable = <F extends object>(staff: StaffMember, resource: string, fields: F): Partial<F> =>
  Object.fromEntries(
    Object.entries(fields).filter(([field]) => !hides(staff, resource, field)),
  ) as Partial<F>;

/** What a sync has found of a record, without what a role may not read of such records. */
function shownEntry(
  staff: StaffMember,
  { resource, source_id, title_ko, title_en, ...entry }: SyncEntry,
): ShownEntry {
  const isNamed = !hides(staff, resource, resource === 'clips' ? 'youtube_id' : 'play_list_id');
  return {
    ...entry,
    resource,
    ...readable(staff, resource, { title_ko, title_en }),
    ...(isNamed ? { source_id } : {}),
    fields: entry.fields.filter(({ field }) => !hides(staff, resource, field)),
  };
}

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
    const staff = requireStaff(request.caller);
    const entries = row?.entries?.map((entry) => shownEntry(staff, entry)) ?? null;
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
    'GET /api/admin/youtube-status': async ({ caller }) => {
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
          playlists: kept.map(({ clips, ...playlist }) => ({
            id: playlist.id,
            ...readable(requireStaff(caller), 'playlists', playlist),
            ...(hides(requireStaff(caller), 'playlists', 'clip_ids') ? {} : { clips }),
          })),
        },
      };
    },
  };
}
