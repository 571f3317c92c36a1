/** What clips and playlists lack, as their rows say it. */
import { type SQL, sql } from 'drizzle-orm';
import type { Lack } from '../../../contract/admin/fields.ts';
import { lacking, lacksText } from '../../resource/lacking.ts';
import { clips, playlists } from './partner-video.tables.ts';

const ready = sql`from ingest_assets a where a.id = own.asset_id and a.state = 'ready'`;

const clipLacks: Record<Lack, SQL> = {
  ...lacksText('description'),
  artwork: sql`own.landscape_id is null`,
  video: sql`own.youtube_id is null and not exists (select ${ready})`,
  captions: sql`exists (select ${ready} and (select count(*) from ingest_captions c where c.asset_id = a.id) < 2)`,
};

export const clipsLacking = lacking(clips, 'listed_at', clipLacks);

export const playlistsLacking = lacking(playlists, 'created_at', {
  language: sql`(own.description_ko = '') <> (own.description_en = '')`,
});
