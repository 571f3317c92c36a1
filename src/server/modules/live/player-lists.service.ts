/** The channel list and the guide for players of other makers. */
import type { Locale } from '../../../contract/errors.ts';
import { imageWidths } from '../../../contract/images.ts';
import { airingsBetween, type Lineup } from '../../../media/linear.ts';
import { windowMs } from '../../../media/live-playlist.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/caller.ts';
import { listChannels, listRadioGroups, listShown, listTimings, type ShownRow } from './live.repo.ts';
import { timedLineup } from './live.service.ts';
import { listProgramTexts, listUnencrypted } from './player-lists.repo.ts';
import { type GuideProgram, type ListedChannel, writeM3u, writeXmltv } from './xmltv.ts';

const dayMs = 86_400_000;
const guideBackMs = dayMs;
const guideAheadMs = 7 * dayMs;
/** Channels of a medium in a list. */
const maxListed = 500;
/** Programs of all channels in a guide, in equal parts for the channels: about ten megabytes. */
const maxPrograms = 20_000;

const television = { ko: 'TV', en: 'TV' };
const radio = { ko: '라디오', en: 'Radio' };

type OpenChannel = Omit<ListedChannel, 'address'>;

/** The address of the largest size of a picture. */
const pictureAt = (origin: string, id: string | null, kind: 'landscape' | 'logo' = 'landscape') =>
  id ? `${origin}/images/${id}/${Math.max(...imageWidths[kind])}.webp` : null;

/**
 * The channels that a viewer may see and another player can play: TV, then radio. Such a player has no keys, so channels with an
 * encrypted video are left out. So are channels that need a plan, for a household without one.
 */
async function listOpenChannels(
  { db, now }: Context,
  viewer: Viewer,
  locale: Locale,
  origin: string,
): Promise<OpenChannel[]> {
  const page = { limit: maxListed, offset: 0 };
  const [tv, stations, groups] = await Promise.all([
    listChannels(db, viewer, locale, page, { medium: 'tv' }),
    listChannels(db, viewer, locale, page, { medium: 'radio' }),
    listRadioGroups(db, locale),
  ]);
  const playable = [...tv, ...stations].filter(({ ready, premium }) => ready && (viewer.hasPlan || !premium));
  const ids = playable.map(({ id }) => id);
  const unencrypted = await listUnencrypted(db, ids, new Date(now().getTime() - windowMs));
  const groupOf = (id: string) => groups.find(({ channel_ids }) => channel_ids.includes(id))?.name;
  return playable
    .filter(({ id }) => unencrypted.has(id))
    .map(({ id, number, name, landscape_id, medium }) => ({
      id,
      number,
      name,
      logo: pictureAt(origin, landscape_id, medium === 'radio' ? 'logo' : 'landscape'),
      group: medium === 'tv' ? television[locale] : (groupOf(id) ?? radio[locale]),
      isRadio: medium === 'radio',
    }));
}

/** Whether another player can play a channel now: nothing in its playlists is encrypted. */
export async function isUnencrypted({ db, now }: Context, channelId: string): Promise<boolean> {
  const from = new Date(now().getTime() - windowMs);
  return (await listUnencrypted(db, [channelId], from)).has(channelId);
}

/** The channel list of a viewer as M3U. `addressOf` is the address of a channel's stream. */
export async function writeChannelList(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  { origin, guide, addressOf }: { origin: string; guide: string; addressOf: (channelId: string) => string },
): Promise<string> {
  const channels = await listOpenChannels(context, viewer, locale, origin);
  return writeM3u(
    guide,
    channels.map((channel) => ({ ...channel, address: addressOf(channel.id) })),
  );
}

/** The guide of the channels in a viewer's list as XMLTV, from yesterday to a week from now. Hidden airings are left out. */
export async function writeGuide(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  origin: string,
): Promise<string> {
  const { db } = context;
  const now = context.now();
  const [from, until] = [now.getTime() - guideBackMs, now.getTime() + guideAheadMs];
  const channels = await listOpenChannels(context, viewer, locale, origin);
  const ids = channels.map(({ id }) => id);
  const lineups = new Map<string, Lineup<ReturnType<typeof timedLineup>['items'][number]>[]>();
  for (const playout of await listTimings(db, ids, new Date(from), new Date(until)))
    lineups.set(playout.channelId, [...(lineups.get(playout.channelId) ?? []), timedLineup(playout)]);
  const maxOfChannel = Math.ceil(maxPrograms / Math.max(1, ids.length));
  const airings = ids.flatMap((channelId) =>
    airingsBetween(lineups.get(channelId) ?? [], from, until)
      .slice(0, maxOfChannel)
      .map((airing) => ({ channelId, ...airing })),
  );
  const keyOf = ({ playoutId, position }: { playoutId: string; position: number }) =>
    `${playoutId}/${position}`;
  const items = new Map(airings.map(({ item }) => [keyOf(item), item]));
  const shown = new Map<string, ShownRow>();
  for (const row of await listShown(db, viewer, locale, now, [...items.values()]))
    if (row.visible) shown.set(keyOf({ playoutId: row.playout_id, position: row.position }), row);
  const programIds = new Set([...shown.values()].flatMap(({ programme_id }) => programme_id ?? []));
  const texts = await listProgramTexts(db, locale, [...programIds]);
  const programs = airings.flatMap(({ channelId, item, startsAt, endsAt }): GuideProgram[] => {
    const row = shown.get(keyOf(item));
    if (!row) return [];
    const { synopsis = '', category = '' } = texts.get(row.programme_id ?? '') ?? {};
    return [
      {
        channelId,
        startsAt,
        endsAt,
        titles: [[locale, row.title]],
        subtitles: [[locale, row.episode_title ?? '']],
        descriptions: [[locale, synopsis]],
        categories: [[locale, category]],
        icon: pictureAt(origin, row.image_id),
        episode:
          row.episode_number === null ? null : { season: row.season_number ?? 1, number: row.episode_number },
        maturity: row.maturity,
      },
    ];
  });
  const listed = channels.map(({ id, name, number, logo: icon }) => ({
    id,
    names: [[locale, name] as const],
    number,
    icon,
  }));
  return writeXmltv(origin, listed, programs);
}
