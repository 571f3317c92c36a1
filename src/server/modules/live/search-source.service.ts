/** The channels of live TV and radio in search. */
import { sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { ChannelCard } from '../../../contract/viewer/live.ts';
import type { Suggestion } from '../../../contract/viewer/search.ts';
import { queryRows } from '../../db/client.ts';
import { searchSource } from '../search/sources.service.ts';
import { maySeeChannel } from './channel-rights.service.ts';
import { channelCardsById } from './live.service.ts';

function noteOf({ type, number }: ChannelCard, locale: Locale): string {
  if (locale === 'ko') return `${type === 'r' ? '라디오' : '실시간 TV'} · ${number}번`;
  return type === 'r' ? `Radio · Station ${number}` : `Live TV · Channel ${number}`;
}

/** A channel as a suggestion. */
function suggestChannel(channel: ChannelCard, locale: Locale): Suggestion {
  return {
    type: channel.type,
    id: channel.id,
    slug: channel.slug,
    program_id: channel.id,
    name: channel.title,
    note: noteOf(channel, locale),
    image: channel.preview_image_thumbs,
  };
}

/** Channels, by their names. */
export const channelSource = searchSource<'channels'>({
  kind: 'channel',
  list: 'channels',
  limits: { page: 12, suggested: 3 },
  behind: 0,
  async documents(db, wanted) {
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
  cards: ({ context, viewer, locale }, ids) => channelCardsById(context, viewer, locale, ids),
  suggest: suggestChannel,
});
