/** A weekly template of hourly slots, written into the schedules of 200 channels. */
import { sql } from 'drizzle-orm';
import { weekdays } from '../src/contract/admin/channels.ts';
import type { Context } from '../src/server/context.ts';
import { liveItems } from '../src/server/modules/live/live.tables.ts';
import { refreshChannels } from '../src/server/modules/live/playout.service.ts';
import { applyTemplates } from '../src/server/modules/live/templates.service.ts';
import { buildLiveTemplate, buildTemplateSlot, buildTimeline } from '../test/build.ts';
import { report } from './measure.ts';

const channels = 200;
const hourMs = 3_600_000;

/** Seconds of a first writing, of the playouts that follow from it, and of a day with nothing to write. */
export async function measureLive(context: Context, assetId: string): Promise<void> {
  const { db } = context;
  await buildTimeline(db, assetId, hourMs - 60_000);
  const { id: templateId } = await buildLiveTemplate(db);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from catalog_programmes where kind = 'series' and published limit 1`,
  );
  const programmeId = rows[0]?.id;
  if (!programmeId) throw new Error('the catalog has no series');
  for (const weekday of weekdays)
    for (let hour = 0; hour < 24; hour += 1)
      await buildTemplateSlot(db, {
        ...{ templateId, programmeId, weekday, nextEpisode: true },
        startTime: `${String(hour).padStart(2, '0')}:00:00`,
      });
  await db.execute(sql`
    insert into live_channels (id, number, slug, name_ko, name_en, position, loops, template_id)
    select gen_random_uuid(), 20000 + n, 'template-' || n, '채널 ' || n, 'Channel ' || n, n, false, ${templateId}
    from generate_series(1, ${channels}) n`);
  const timed = async (run: () => Promise<unknown>) => {
    const from = performance.now();
    await run();
    return (performance.now() - from) / 1000;
  };
  const first = await timed(() => applyTemplates(context));
  const entries = await db.$count(liveItems, sql`starts_at is not null`);
  report('entries of a weekly template on 200 channels, two weeks', entries);
  report('the same: s', first, '≤ 20');
  report('their playouts: s', await timed(() => refreshChannels(context)));
  report('a refresh without a change: s', await timed(() => refreshChannels(context)));
  report('a writing with nothing to write: s', await timed(() => applyTemplates(context)));
}
