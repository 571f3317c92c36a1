/** What partner video offers to be found: clips. */
import { sql } from 'drizzle-orm';
import { queryRows } from '../../db/client.ts';
import { maySeeClip } from '../catalog/entitlement.ts';
import type { SearchSource } from '../search/documents.service.ts';

/** Clips, by their titles. */
export const clipSource: SearchSource = {
  kind: 'clip',
  // A clip's long title has many words in it; who types one of them means a programme first.
  behind: 20,
  aside: true,
  async list(db, wanted) {
    const found = await queryRows<{ id: string; ko: string; en: string; listed_at: Date }>(
      db,
      sql`select id, title_ko as ko, title_en as en, listed_at from partner_video_clips ${
        'ids' in wanted
          ? sql`where id = any(${sql.param(wanted.ids)}::uuid[])`
          : sql`${wanted.after === null ? sql`` : sql`where id > ${wanted.after}`} order by id limit ${wanted.limit}`
      }`,
    );
    return found.map(({ id, ko, en, listed_at }) => ({ id, ko: [ko], en: [en], listedAt: listed_at }));
  },
  visible: (viewer, now) => sql`
    select from partner_video_clips where partner_video_clips.id = d.target_id and ${maySeeClip(viewer, now)}`,
};
