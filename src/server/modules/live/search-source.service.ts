/** What live TV offers to be found: channels. */
import { sql } from 'drizzle-orm';
import { queryRows } from '../../db/client.ts';
import { maySeeChannel } from '../catalog/entitlement.ts';
import type { SearchSource } from '../search/documents.service.ts';

/** Channels, by their names. */
export const channelSource: SearchSource = {
  kind: 'channel',
  behind: 0,
  async list(db, wanted) {
    const found = await queryRows<{ id: string; ko: string; en: string; created_at: Date }>(
      db,
      sql`select id, name_ko as ko, name_en as en, created_at from live_channels ${
        'ids' in wanted
          ? sql`where id = any(${sql.param(wanted.ids)}::uuid[])`
          : sql`${wanted.after === null ? sql`` : sql`where id > ${wanted.after}`} order by id limit ${wanted.limit}`
      }`,
    );
    return found.map(({ id, ko, en, created_at }) => ({ id, ko: [ko], en: [en], listedAt: created_at }));
  },
  visible: (viewer) => sql`
    select from live_channels where live_channels.id = d.target_id and ${maySeeChannel(viewer)}`,
};
