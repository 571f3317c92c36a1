/** Generated households for measuring at size: plain SQL in sets, without looking at references, indexes made afterwards. */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../src/server/db/client.ts';

/** A user of a full household. */
export interface SeededAccount {
  id: string;
  householdId: string;
  username: string;
  email: string;
  profileId: string;
  /** A bearer token of its first session. */
  token: string;
  /** Its password is checked at hardly any cost. */
  cheap: boolean;
}

const tables = [
  'accounts_households',
  'accounts_users',
  'accounts_sessions',
  'accounts_logins',
  'plans_periods',
  'profiles',
  'viewing_my_list',
  'viewing_history',
  'viewing_progress',
  'notifications_events',
  'notifications',
];

/**
 * A household has one to four profiles, one or two devices, two to four logins and two notices; three of five have a plan, half of the
 * profiles My List and progress. Every tenth is a full one: twenty viewings a profile, a dozen notices, new episodes and sign-ins told of.
 */
const statements = (households: number) => [
  `create temporary table seeded as select n, (hashint4(n) & 65535) as r, uuidv7() as household_id, uuidv7() as user_id,
    now() - n * interval '1 minute' as at from generate_series(1, ${households}) n`,
  `insert into accounts_households (id, created_at) select household_id, at from seeded`,
  `insert into accounts_users (id, household_id, username, email, email_verified_at, password_hash, created_at)
    select user_id, household_id, name, name || '@' || case
        when r % 100 < 45 then 'gmail.com' when r % 100 < 70 then 'naver.com' when r % 100 < 82 then 'daum.net'
        when r % 100 < 90 then 'hanmail.net' when r % 100 < 99 then 'icloud.com' else 'office' || n % 500 || '.example' end,
      at, case when r % 20 = 10 then current_setting('bench.cheap_hash') else current_setting('bench.hash') end, at
    from seeded, lateral (select
      (array['minjun','seoyeon','jiwoo','hajun','soomin','yuna','dohyun','eunji','taeho','haeun','jihoon','minseo'])[1 + r % 12]
      || '.' || (array['kim','lee','park','choi','jung','kang','cho','yoon','jang','lim'])[1 + (r / 12) % 10] || n as name) named`,
  `create temporary table seeded_profiles as
    select uuidv7() as id, n, r, k, household_id, (r / 20 + k) % 2 = 0 as busy from seeded, generate_series(1, 1 + (r / 20) % 4) k`,
  `insert into profiles (id, household_id, name, is_kid, age, maturity)
    select id, household_id, (array['엄마','아빠','하은이','할머니'])[k], k = 3, case when k = 3 then 8 end, case when k = 3 then 7 else 19 end
    from seeded_profiles`,
  `insert into plans_periods (id, household_id, starts_at, ends_at)
    select uuidv7(), household_id, now() - make_interval(days => 20 + 30 * month), now() + make_interval(days => 10 - 30 * month)
    from seeded, generate_series(0, r % 3) month where (r / 20) % 5 < 3`,
  // Used last ten minutes ago, so that the first call of each also notes that it is in use.
  `insert into accounts_sessions (id, user_id, household_id, token_hash, device, device_name, address, country, last_seen_at)
    select uuidv7(), user_id, household_id,
      rtrim(translate(encode(sha256(convert_to('bench-' || n || '-' || k, 'utf8')), 'base64'), '+/', '-_'), '='),
      'web', 'Chrome · Windows', '10.0.0.1', 'US', now() - interval '10 minutes' from seeded, generate_series(1, 1 + r % 2) k`,
  `insert into accounts_logins (id, user_id, household_id, succeeded, device_name, address, country, created_at)
    select uuidv7(), user_id, household_id, true, case when (r / 20) % 5 = 0 then 'Safari · iPhone' else 'Chrome · Windows' end, '10.0.0.1', 'US',
      now() - make_interval(days => k * 20) from seeded, generate_series(1, 2 + r % 3) k`,
  `with titles as (select array_agg(id) as ids from catalog_programmes)
    insert into viewing_my_list (household_id, profile_id, programme_id, added_at)
    select household_id, id, ids[1 + (n * 7 + j * 13) % cardinality(ids)], now() - make_interval(hours => j)
    from seeded_profiles, titles, generate_series(1, 4) j where busy`,
  `with titles as (select array_agg(id) as ids from catalog_programmes where kind = 'movie' and asset_id is not null)
    insert into viewing_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds)
    select id, item, household_id, item, 20, 60
    from seeded_profiles, titles, generate_series(1, 3) j, lateral (select ids[1 + (n * 11 + j * 17) % cardinality(ids)] as item) own where busy`,
  `with titles as (select array_agg(id) as ids from catalog_programmes where kind = 'movie')
    insert into viewing_history (id, started_at, household_id, profile_id, programme_id, watched_seconds, position_seconds, duration_seconds)
    select uuidv7(), now() - make_interval(hours => j * 40 + n % 40), household_id, id, ids[1 + (n * 5 + j * 19) % cardinality(ids)], 1800, 1800, 3600
    from seeded_profiles, titles, generate_series(1, 20) j where r % 10 = 0`,
  `with made as (
      insert into support_notices (id, title_ko, title_en, body_ko, body_en, announced_at)
      select uuidv7(), '공지 ' || j, 'Notice ' || j, '<p>알려 드려요.</p>', '<p>For your information.</p>', now() from generate_series(1, 12) j
      returning id, title_ko, title_en)
    insert into notifications_events (id, kind, cause, subject_id, "values", created_at)
    select uuidv7(), 'notice', 'notice', id, jsonb_build_object('id', id, 'title_ko', title_ko, 'title_en', title_en), now() from made`,
  `insert into notifications_events (id, kind, cause, subject_id, "values", created_at)
    select uuidv7(), 'new_episode', 'new_episode', e.id,
      jsonb_build_object('slug', p.slug, 'title_ko', p.title_ko, 'title_en', p.title_en, 'number', e.number), now()
    from catalog_episodes e join catalog_programmes p on p.id = e.programme_id limit 40 on conflict do nothing`,
  `insert into notifications (event_id, household_id, user_id, read_at, created_at)
    select e.id, household_id, user_id, case when place > 2 then now() end, now() - make_interval(days => place::int)
    from seeded join (
      select id, row_number() over (order by id) as place from notifications_events
      where cause = 'notice' order by id desc limit 12) e on place <= 2 or r % 10 = 0`,
  `with told as (select array_agg(id) as ids from notifications_events where cause = 'new_episode')
    insert into notifications (event_id, household_id, profile_id, created_at)
    select ids[1 + (n + j) % cardinality(ids)], household_id, id, now() - make_interval(days => j * 3)
    from seeded_profiles, told, generate_series(1, 8) j where r % 10 = 0`,
  `with made as (
      insert into notifications_events (id, kind, cause, subject_id, "values", household_id, user_id, created_at)
      select uuidv7(), 'security', 'new_sign_in', uuidv7(), '{"device": "Safari · iPhone"}', household_id, user_id, now() - make_interval(days => j * 9)
      from seeded, generate_series(1, 2) j where r % 10 = 0 returning id, household_id, user_id, created_at)
    insert into notifications (event_id, household_id, user_id, created_at) select id, household_id, user_id, created_at from made`,
];

/** Adds households, their passwords by the hashes given, and answers up to four thousand of the full ones. */
export async function seedAccounts(
  db: Database,
  pool: pg.Pool,
  households: number,
  hashes: { usual: string; cheap: string },
): Promise<SeededAccount[]> {
  const client = await pool.connect();
  const run = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
  try {
    await run(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'`,
    );
    await run(`select set_config('bench.hash', $1, false), set_config('bench.cheap_hash', $2, false)`, [
      hashes.usual,
      hashes.cheap,
    ]);
    const indexes = (await run(
      `select indexname, indexdef from pg_indexes where tablename = any($1) and not exists (
        select from pg_constraint where conname = indexname) and indexdef not like 'CREATE UNIQUE%'`,
      [tables],
    )) as { indexname: string; indexdef: string }[];
    for (const { indexname } of indexes) await run(`drop index "${indexname}"`);
    for (const statement of statements(households)) await run(statement);
    for (const { indexdef } of indexes) await run(indexdef.replace(' ON ONLY ', ' ON '));
    const accounts = await run(
      `select a.user_id as id, a.household_id as "householdId", u.username, u.email, p.id as "profileId",
        'bench-' || a.n || '-1' as token, a.r % 20 = 10 as cheap
      from seeded a join accounts_users u on u.id = a.user_id join seeded_profiles p on p.n = a.n and p.k = 1
      where a.r % 10 = 0 order by md5(a.n::text) limit 4000`,
    );
    // Otherwise the database tidies up, and writes to disk what was seeded, while it is being measured.
    await db.execute(sql`vacuum analyze`);
    await db.execute(sql`checkpoint`);
    return accounts as SeededAccount[];
  } finally {
    // Its settings are for nobody else.
    client.release(true);
  }
}
