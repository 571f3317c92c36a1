/** Generated titles for measuring at size: plain SQL, because a hundred thousand builders would take minutes. */
import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/db/client.ts';

/** Brings the catalogue to `count` programmes in all, spread over the categories there are, with genres and cast. */
export async function seedTitles(db: Database, count: number): Promise<void> {
  await db.execute(sql`
    with have as (select count(*)::int as total from catalog_programmes),
    tops as (select array_agg(id order by position) as ids from catalog_categories where parent_id is null),
    asset as (select id from ingest_assets where state = 'ready' limit 1)
    insert into catalog_programmes
      (id, kind, slug, title_ko, title_en, synopsis_ko, synopsis_en, category_id, sub_category_id, premium, maturity, status,
       release_year, published, available_from, listed_at, asset_id, portrait_id, landscape_id)
    select gen_random_uuid(), 'movie', 'seed-' || n, '제목 ' || n, 'Title ' || n, '줄거리 ' || n, 'Synopsis of title ' || n,
      top, (select id from catalog_categories s where s.parent_id = top order by position offset n % 3 limit 1),
      n % 3 = 0, (array[0, 7, 12, 15, 19])[1 + n % 5], 'completed', 2000 + n % 25, true,
      at, at, (select id from asset),
      (select portrait_id from catalog_programmes where portrait_id is not null limit 1), null
    from have, tops, generate_series(have.total + 1, ${count}) as n,
      lateral (select tops.ids[1 + n % cardinality(tops.ids)] as top, now() - make_interval(mins => n * 7) as at) as own`);
  await db.execute(sql`
    insert into catalog_programme_genres (programme_id, genre_id, position, listed_at)
    select p.id, g.id, 0, p.listed_at from catalog_programmes p
    join lateral (select id from catalog_genres order by md5(p.slug || slug) limit 2) g on true
    where p.slug like 'seed-%' on conflict do nothing`);
  // Otherwise the database tidies up while it is being measured.
  await db.execute(sql`vacuum analyze`);
}
