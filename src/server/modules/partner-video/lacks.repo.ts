/** What clips lack, as their rows say it. */
import { type SQL, sql } from 'drizzle-orm';
import { type Lack, maxCheckedForLacks } from '../../../contract/admin/fields.ts';
import { amongNewest } from '../../db/conditions.ts';
import { clips } from './partner-video.tables.ts';

const ready = sql`from ingest_assets a where a.id = own.asset_id and a.state = 'ready'`;

const clipLacks: Record<Lack, SQL> = {
  language: sql`own.description_ko = '' or own.description_en = ''`,
  artwork: sql`own.landscape_id is null`,
  video: sql`own.youtube_id is null and not exists (select ${ready})`,
  captions: sql`exists (select ${ready} and (select count(*) from ingest_captions c where c.asset_id = a.id) < 2)`,
};

/** The condition of clips that lack something, of the newest published ones. */
export const clipsLacking = (lack: Lack): SQL =>
  amongNewest(clips, { newest: 'listed_at', max: maxCheckedForLacks, isSo: clipLacks[lack] });
