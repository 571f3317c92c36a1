/**
 * The catalogue's lists at 100,000 titles. Measures cached answers for guests over twenty connections, and uncached ones.
 * No two requests for uncached answers are alike, or the cache is cleared between them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Database } from '../src/server/db/client.ts';
import { cpuSeconds, cpuSecondsOfTree, load, type RunningServer, report, reportCpu } from './measure.ts';
import { seedTitles } from './seed.ts';

const titles = 100_000;
const rounds = 120;
/** Pages of a list that are requested in turn while they are cached. */
const cachedPages = 40;

/** Series (every tenth title, eight episodes each), credits (three a title, fifteen a person), a partner, full custom rows, titles that leave soon. */
async function seedLists(db: Database): Promise<void> {
  await seedTitles(db, titles);
  await db.execute(sql`update catalog_programmes set kind = 'series', asset_id = null, latest_episode_at = listed_at, episode_count = 8
    where slug ~ '^seed-\\d*0$'`);
  await db.execute(sql`with made as (
      insert into catalog_seasons (id, programme_id, number)
      select gen_random_uuid(), id, 1 from catalog_programmes where slug like 'seed-%' and kind = 'series' returning id, programme_id)
    insert into catalog_episodes (id, programme_id, season_id, season_number, number, title_ko, title_en, published, asset_id)
    select gen_random_uuid(), made.programme_id, made.id, 1, n, n || '화', 'Episode ' || n, true,
      (select id from ingest_assets where state = 'ready' limit 1)
    from made, generate_series(1, 8) n`);
  await db.execute(sql`update catalog_programmes set content_partner_id = (select id from catalog_content_partners where slug = 'kocowa')
    where slug ~ '^seed-\\d*[05]$'`);
  // A thousand titles leave within the month.
  await db.execute(sql`update catalog_programmes set available_until = now() + make_interval(days => 1 + substr(slug, 6)::int / 100 % 29)
    where slug ~ '^seed-\\d*77$'`);
  await db.execute(sql`insert into catalog_people (id, slug, name_ko, name_en)
    select gen_random_uuid(), 'seed-' || n, '배우 ' || n, 'Actor ' || n from generate_series(1, ${titles / 5}) n`);
  await db.execute(sql`insert into catalog_credits (programme_id, person_id)
    select p.id, person.id from (
      select id, row_number() over (order by id) as place from catalog_programmes where slug like 'seed-%') p
    cross join generate_series(0, 2) part
    join catalog_people person on person.slug = 'seed-' || 1 + (p.place * 7 + part * 1009) % ${titles / 5}
    on conflict do nothing`);
  await db.execute(sql`insert into catalog_custom_row_items (custom_row_id, programme_id, position)
    select r.id, p.id, 1000 + row_number() over () from catalog_custom_rows r
    join lateral (select id from catalog_programmes where slug like 'seed-%' order by md5(r.slug || slug) limit 50) p on true`);
  await seedAround(db);
  await db.execute(sql`vacuum analyze`);
}

/** Seeds the lists of other records: 20,000 clips in five categories, 200 playlists of fifty, notices, questions. */
async function seedAround(db: Database): Promise<void> {
  await db.execute(sql`with tops as (
      insert into partner_video_categories (id, slug, name_ko, name_en, position)
      select gen_random_uuid(), 'seed-' || n, '분야 ' || n, 'Topic ' || n, n from generate_series(1, 5) n returning id, slug)
    insert into partner_video_categories (id, slug, parent_id, name_ko, name_en, position)
    select gen_random_uuid(), slug || '-' || n, id, '작은 분야 ' || n, 'Part ' || n, n from tops, generate_series(1, 2) n`);
  await db.execute(sql`insert into partner_video_clips
      (id, slug, asset_id, title_ko, title_en, category_id, sub_category_id, published, listed_at)
    select gen_random_uuid(), 'seed-' || n, (select id from ingest_assets where state = 'ready' limit 1), '클립 ' || n, 'Clip ' || n,
      parent_id, id, true, now() - make_interval(mins => n * 3)
    from generate_series(1, 20000) n join (
      select id, parent_id, row_number() over (order by slug) as place from partner_video_categories where slug like 'seed-%-%') part
      on part.place = 1 + n % 10`);
  await db.execute(sql`insert into partner_video_playlists (id, play_list_id, title_ko, title_en, position)
    select gen_random_uuid(), 'seed-' || n, '목록 ' || n, 'Playlist ' || n, n from generate_series(1, 200) n`);
  await db.execute(sql`insert into partner_video_playlist_items (playlist_id, clip_id, position)
    select p.id, c.id, row_number() over (partition by p.id) from partner_video_playlists p
    join lateral (select id from partner_video_clips where slug like 'seed-%' order by md5(p.play_list_id || slug) limit 50) c on true
    where p.play_list_id like 'seed-%'`);
  await db.execute(sql`insert into support_notices (id, title_ko, title_en, body_ko, body_en, published, listed_at, announced_at)
    select gen_random_uuid(), '공지 ' || n, 'Notice ' || n, '<p>내용</p>', '<p>Text</p>', true, now() - make_interval(hours => n), now()
    from generate_series(1, 2000) n`);
  await db.execute(sql`insert into support_faq_categories (id, title_ko, title_en)
    select gen_random_uuid(), '분류 ' || n, 'Topic ' || n from generate_series(1, 5) n`);
  await db.execute(sql`insert into support_faqs (id, question_ko, question_en, answer_ko, answer_en, category_id, published)
    select gen_random_uuid(), '질문 ' || n, 'Question ' || n, '<p>답</p>', '<p>Answer</p>',
      (select id from support_faq_categories limit 1), true from generate_series(1, 500) n`);
}

/** Measures every public list: its times, and CPU of Node and PostgreSQL. */
export async function measureLists(
  db: Database,
  postgresPid: number,
  startServer: () => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  await seedLists(db);
  const slugs = async (query: ReturnType<typeof sql>) =>
    (await db.execute(query)).rows.map((row) => (row as { slug: string }).slug);
  const genres = await slugs(sql`select slug from catalog_genres where parent_id is null`);
  const subGenres = await slugs(
    sql`select g.slug || '&subId=' || s.slug as slug from catalog_genres s join catalog_genres g on g.id = s.parent_id`,
  );
  const subs = await slugs(
    sql`select c.slug || '&sub_category_id=' || s.slug as slug from catalog_categories s join catalog_categories c on c.id = s.parent_id`,
  );
  const categories = await slugs(sql`select slug from catalog_categories where parent_id is null`);
  const people = await slugs(sql`select slug from catalog_people where slug like 'seed-%' limit 200`);
  const rows = await slugs(sql`select slug from catalog_custom_rows`);
  const programmes = await slugs(sql`select slug from catalog_programmes order by listed_at desc limit 400`);
  const series = await slugs(
    sql`select slug from catalog_programmes where kind = 'series' and slug like 'seed-%' order by listed_at desc limit 400`,
  );
  const topics = await slugs(sql`select slug from partner_video_categories where slug ~ '^seed-\\d+$'`);
  const playlists = await slugs(
    sql`select play_list_id as slug from partner_video_playlists where play_list_id like 'seed-%'`,
  );
  const pick = (values: string[], round: number) => values[round % values.length] as string;
  /** Deep and shallow pages by turns. */
  const page = (round: number, last: number) => 1 + ((round * 7) % last);

  const lists: Record<string, (round: number) => string> = {
    'videos/new-release': (n) => `videos/new-release?page=${page(n, 62)}&per_page=${16 + (n % 2)}`,
    'videos/new-release of a category': (n) =>
      `videos/new-release?page=${page(n, 10)}&per_page=${90 + (n % 11)}&category_id=${pick(categories, n)}`,
    'free-videos': (n) => `free-videos?page=${page(n, 3)}&per_page=${1 + (n % 40)}`,
    'videos/leaving-soon': (n) => `videos/leaving-soon?page=${page(n, 10)}&per_page=${60 + (n % 41)}`,
    'free-videos of a category': (n) =>
      `free-videos?page=${page(n, 3)}&per_page=${16 + (n % 20)}&category_id=${pick(categories, n)}`,
    'videos/free-videos': (n) => `videos/free-videos?page=${page(n, 10)}&per_page=${88 + (n % 13)}`,
    'sub-category/items': (n) =>
      `sub-category/items?current_page=${page(n, 90)}&per_page=60&category_id=${pick(subs, n)}`,
    'category/home': (n) => `category/home?id=${pick(categories, n)}&web=1`,
    'category/items': (n) => `category/items?id=${pick(categories, n)}&sub_per_page=${6 + Math.floor(n / 6)}`,
    'genre/video-items': (n) => `genre/video-items?page=${page(n, 50)}&per_page=30&id=${pick(genres, n)}`,
    'genre/latest-episodes': (n) =>
      `genre/latest-episodes?page=${page(n, 3)}&per_page=100&id=${pick(genres, n)}`,
    'sub-genre/items': (n) => `sub-genre/items?id=${pick(subGenres, n)}`,
    'get-kocowa': (n) => `get-kocowa?page=${page(n, 100)}&per_page=${29 + (n % 2)}&device=web`,
    'custom-row': (n) => `custom-row?row_id=${pick(rows, n)}`,
    'cast-details': (n) => `cast-details?id=${pick(people, n)}`,
    'videos/details, episodes': (n) =>
      `videos/details?type=s&id=${pick(series, n)}&per_page=12&sort_order=${n % 2 ? 'asc' : 'desc'}`,
    'latest-series': () => 'latest-series',
    schedule: () => 'schedule',
    'schedule/video': () => 'schedule/video',
    'youtube-categories': () => 'youtube-categories',
    'youtube-home': () => 'youtube-home',
    'youtube-allPlaylist': () => 'youtube-allPlaylist',
    'youtube-new-arrival': () => 'youtube-new-arrival',
    'youtube-sub-categories': (n) => `youtube-sub-categories/${pick(topics, n)}`,
    'youtube-videos': (n) => `youtube-videos?category_id=${pick(topics, n)}&limit=${60 + (n % 41)}`,
    'youtube-playlist': (n) => `youtube-playlist?id=${pick(playlists, n)}`,
    'youtube-playlist-videos': (n) =>
      `youtube-playlist-videos?playListId=${pick(playlists, n)}&page=${1 + (n % 3)}`,
    'get-notices': (n) => `get-notices?page=${page(n, 99)}`,
    'settings/faq': (n) => `settings/faq?page=${page(n, 25)}`,
    sitemap: () => 'sitemap',
    'video/similar': (n) => `video/similar?id=${pick(programmes, n)}&content_to_show=12`,
  };
  const server = await startServer();
  const n = titles.toLocaleString('en-US');
  for (const [name, address] of Object.entries(lists)) {
    const seen = new Set<string>();
    const times: number[] = [];
    const cpu = () => cpuSeconds(server.process.pid as number) + cpuSecondsOfTree(postgresPid);
    const before = cpu();
    for (let round = 0; round < rounds; round++) {
      const url = `http://127.0.0.1:${server.port}/api/${address(round)}`;
      if (seen.has(url)) {
        // A repeated request would be answered from the cache, which a change of the catalogue clears.
        await announceChange(db, 'catalog');
        await sleep(20);
        seen.clear();
      }
      seen.add(url);
      const from = performance.now();
      const response = await fetch(url, { headers: { 'x-locale': round % 2 ? 'ko' : 'en' } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
      times.push(performance.now() - from);
    }
    const cpuMs = ((cpu() - before) * 1000) / times.length;
    const sorted = times.sort((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] as number;
    const addresses = Array.from({ length: cachedPages }, (_, round) => `/api/${address(round)}`);
    const kept = await load(`http://127.0.0.1:${server.port}`, { connections: 20, seconds: 3, addresses });
    report(`${name}, guests, 20 connections, ${n} titles: p95 ms`, kept.p95, '≤ 20');
    report(`${name} built anew, one after the other: p95 ms`, p95);
    reportCpu(`${name} built anew: CPU ms a request, both`, cpuMs);
  }
  await stopServer(server);
}
