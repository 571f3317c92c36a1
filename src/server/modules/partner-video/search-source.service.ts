/** What partner video offers to search: clips. */
import { sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import type { Suggestion } from '../../../contract/viewer/search.ts';
import { queryRows } from '../../db/client.ts';
import { searchSource } from '../search/sources.service.ts';
import { maySeeClip } from './clip-rights.service.ts';
import { clipsById } from './partner-video.service.ts';

/** A partner's clip as a suggestion. */
function suggestClip(clip: Clip, locale: Locale): Suggestion {
  return {
    type: 'y',
    id: clip.id,
    slug: clip.slug,
    program_id: clip.program_id,
    name: clip.title,
    note: `${locale === 'ko' ? '유튜브' : 'YouTube'} · ${clip.episode_created_hr}`,
    image: clip.preview_image_thumbs,
  };
}

/** Clips, by their titles. */
export const clipSource = searchSource<'yt_results'>({
  kind: 'clip',
  list: 'yt_results',
  limits: { page: 24, suggested: 3 },
  // A clip's long title contains many words; a user who types one of them means a programme first.
  behind: 20,
  aside: true,
  async documents(db, wanted) {
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
  cards: ({ context, viewer, locale }, ids) => clipsById(context, viewer, locale, ids),
  suggest: suggestClip,
});
