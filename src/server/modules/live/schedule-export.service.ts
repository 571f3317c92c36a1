/** The dated schedule of a channel as XMLTV, for other systems and for an import. */
import { sql } from 'drizzle-orm';
import type { Maturity } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { listSlots } from './entries.repo.ts';
import { entrySystem, writeXmltv } from './xmltv.ts';

const dayMs = 86_400_000;

interface ChannelNames {
  number: number;
  nameKo: string;
  nameEn: string;
}

async function findNames(db: Queryable, id: string): Promise<ChannelNames | undefined> {
  const [found] = await queryRows<ChannelNames>(
    db,
    sql`select number, name_ko as "nameKo", name_en as "nameEn" from live_channels where id = ${id}`,
  );
  return found;
}

interface EntryTexts {
  titleKo: string;
  titleEn: string;
  synopsisKo: string;
  synopsisEn: string;
  episodeKo: string;
  episodeEn: string;
  season: number | null;
  number: number | null;
  maturity: Maturity;
}

/** The texts of entries, by id. */
async function listTexts(db: Queryable, ids: string[]): Promise<Map<string, EntryTexts>> {
  const rows = await queryRows<EntryTexts & { id: string }>(
    db,
    sql`select i.id, coalesce(nullif(i.title_ko, ''), p.title_ko, '') as "titleKo", coalesce(nullif(i.title_en, ''), p.title_en, '') as "titleEn",
        coalesce(p.synopsis_ko, '') as "synopsisKo", coalesce(p.synopsis_en, '') as "synopsisEn",
        coalesce(e.title_ko, '') as "episodeKo", coalesce(e.title_en, '') as "episodeEn",
        e.season_number as season, e.number, coalesce(p.maturity, c.maturity) as maturity
      from live_items i join live_channels c on c.id = i.channel_id
      left join catalog_programmes p on p.id = i.programme_id
      left join catalog_episodes e on e.id = i.episode_id
      where i.id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The dated entries of a channel from a day ago on, as an XMLTV file. Fails with `not_found`. */
export async function exportSchedule(
  { db, now }: Context,
  channelId: string,
  origin: string,
): Promise<{ name: string; text: string }> {
  const channel = (await findNames(db, channelId)) ?? fail('not_found');
  const slots = await listSlots(db, channelId, new Date(now().getTime() - dayMs));
  const texts = await listTexts(
    db,
    slots.map(({ id }) => id),
  );
  const programs = slots.flatMap(({ id, startsAt, endsAt, programmeId, episodeId, assetId, repeats }) => {
    const entry = texts.get(id);
    if (!entry) return [];
    const number = [programmeId ?? '', episodeId ?? '', assetId ?? '', repeats].join('/');
    return [
      {
        channelId,
        startsAt: startsAt.getTime(),
        endsAt: endsAt?.getTime() ?? null,
        titles: both(entry.titleKo, entry.titleEn),
        subtitles: both(entry.episodeKo, entry.episodeEn),
        descriptions: both(entry.synopsisKo, entry.synopsisEn),
        categories: [],
        icon: null,
        episode: entry.number === null ? null : { season: entry.season ?? 1, number: entry.number },
        maturity: entry.maturity,
        numbers: [{ system: entrySystem, value: number }],
      },
    ];
  });
  const listed = {
    id: channelId,
    names: both(channel.nameKo, channel.nameEn),
    number: channel.number,
    icon: null,
  };
  return { name: `schedule-${channel.number}.xml`, text: writeXmltv(origin, [listed], programs) };
}

const both = (ko: string, en: string) => [['ko', ko] as const, ['en', en] as const];
