/** The guide at size: a thousand channels of a day's line-up each, over seven days. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Database } from '../src/server/db/client.ts';
import { buildTimeline } from '../test/build.ts';
import { load, median, type RunningServer, report } from './measure.ts';

const channels = 1000;
const itemsOfChannel = 32;

/** Channels with 32 items of 20 to 50 minutes each, out of the catalogue. Plain SQL: builders would take minutes. */
async function seedChannels(db: Database, assetId: string): Promise<void> {
  await buildTimeline(db, assetId, 60_000);
  await db.execute(sql`
    insert into live_channels (id, number, slug, name_ko, name_en, position)
    select gen_random_uuid(), 10000 + n, 'bench-' || n, '채널 ' || n, 'Channel ' || n, n from generate_series(1, ${channels}) n`);
  await db.execute(sql`
    insert into live_playouts (id, channel_id, starts_at, loops, plays_before, video_before, audio_before, signature, timing)
    select gen_random_uuid(), id, date_trunc('hour', now()) - interval '1 day', true, 0, 0, 0, 'bench',
      (select jsonb_agg(jsonb_build_object('playMs', 60000, 'repeats', 20 + (number * 7 + n * 11) % 31, 'video', 15, 'audio', 15,
        'startsAt', null) order by n) from generate_series(0, ${itemsOfChannel - 1}) n)
    from live_channels where slug like 'bench-%'`);
  await db.execute(sql`
    with shows as (
      select e.id as episode_id, e.programme_id, p.title_ko, p.title_en, row_number() over (order by md5(e.id::text)) - 1 as place,
        count(*) over () as total
      from catalog_episodes e join catalog_programmes p on p.id = e.programme_id)
    insert into live_playout_items (playout_id, position, asset_id, programme_id, episode_id, title_ko, title_en)
    select p.id, n, ${assetId}, s.programme_id, s.episode_id, s.title_ko, s.title_en
    from live_playouts p join live_channels c on c.id = p.channel_id
    cross join generate_series(0, ${itemsOfChannel - 1}) n
    join shows s on s.place = (c.number * 37 + n * 101) % s.total
    where p.signature = 'bench'`);
  await db.execute(sql`vacuum analyze`);
}

/** The first window of the guide, as a page of it opens, and windows all over the week. */
export async function measureGuide(
  db: Database,
  assetId: string,
  start: () => Promise<RunningServer>,
  stop: (server: RunningServer) => Promise<void>,
): Promise<void> {
  await seedChannels(db, assetId);
  const server = await start();
  const url = `http://127.0.0.1:${server.port}`;
  const fetchWindow = async (from: string | undefined, page: number, locale = 'ko') => {
    const query = new URLSearchParams({
      hours: '6',
      per_page: '30',
      page: String(page),
      ...(from ? { from } : {}),
    });
    const since = performance.now();
    const answer = await fetch(`${url}/api/live/guide?${query}`, { headers: { 'x-locale': locale } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`the guide answered ${answer.status}`);
    return { ms: performance.now() - since, bytes };
  };
  // The process's own first questions pay for its compilation.
  for (let page = 2; page < 8; page += 1) await fetchWindow(undefined, page, 'en');
  const firsts = [];
  for (let round = 0; round < 9; round += 1) {
    // Whoever changes a channel has it built again.
    await announceChange(db, 'live');
    await sleep(50);
    firsts.push(await fetchWindow(undefined, 1));
  }
  const size = gzipSync(firsts[0]?.bytes ?? '').length;
  report('first window of the guide, 1,000 channels: kB gzip', size / 1000, '≤ 60');
  report('first window of the guide, built anew: median ms', median(firsts.map(({ ms }) => ms)), '≤ 50');
  const week: number[] = [];
  for (let hour = 0; hour < 7 * 24; hour += 6) {
    const from = new Date(Date.now() + hour * 3_600_000).toISOString();
    week.push((await fetchWindow(from, 1 + ((hour * 7) % 33))).ms);
  }
  report('any window of seven days, built anew: median ms', median(week), '≤ 50');
  const kept = await load(`${url}/api/live/guide?hours=6&per_page=30`, { connections: 20, seconds: 4 });
  report('the same window kept: requests a second', kept.requestsPerSecond);
  const all = performance.now();
  const cards = await fetch(`${url}/api/videos/live/tvs`);
  const cardBytes = Buffer.from(await cards.arrayBuffer());
  report('all 1,000 channels with what is on, built anew: ms', performance.now() - all);
  report('all 1,000 channels with what is on: kB gzip', gzipSync(cardBytes).length / 1000);
  await stop(server);
}
