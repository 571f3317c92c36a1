/** Reads the channels and programs that players of other makers can show. */
import { sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';

/** Those of some channels that have something to show from an instant on, and nothing encrypted. A relay is not, but its filler can be. */
export async function listUnencrypted(db: Queryable, channelIds: string[], from: Date): Promise<Set<string>> {
  const ids = sql`${sql.param(channelIds)}::uuid[]`;
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select p.channel_id as id
      from live_playouts p
      join live_playout_items i on i.playout_id = p.id
      join live_channels c on c.id = p.channel_id and c.stream_url is null
      left join ingest_keys k on k.asset_id = i.asset_id
      where p.channel_id = any(${ids}) and (p.ends_at is null or p.ends_at > ${from})
      group by p.channel_id
      having count(k.asset_id) = 0
      union all
      select c.id from live_channels c left join ingest_keys k on k.asset_id = c.filler_id
      where c.id = any(${ids}) and c.stream_url is not null and k.asset_id is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The synopses and categories of programs, by id. */
export async function listProgramTexts(
  db: Queryable,
  locale: Locale,
  ids: string[],
): Promise<Map<string, { synopsis: string; category: string }>> {
  const rows = await queryRows<{ id: string; synopsis: string; category: string }>(
    db,
    sql`select p.id, p.${inLocale(locale, 'synopsis')} as synopsis, c.${inLocale(locale, 'name')} as category
      from catalog_programmes p join catalog_categories c on c.id = p.category_id
      where p.id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...texts }) => [id, texts]));
}
