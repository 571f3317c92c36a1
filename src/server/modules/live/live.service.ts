/** The airings of channels with their names, for pages and the guide. */
import type { Locale } from '../../../contract/errors.ts';
import type { ChannelCard, GuideChannel, RadioCard, Airing as Wire } from '../../../contract/viewer/live.ts';
import { type Airing, airingsBetween, type Lineup, type LineupItem } from '../../../media/linear.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { presentAiring, presentChannel, presentRelayAiring } from './live.present.ts';
import * as repo from './live.repo.ts';

const hourMs = 3_600_000;

export const itemId = (playoutId: string, position: number) => `${playoutId}/${position}`;

/** An item of a line-up by its lengths, and where its names are. */
export interface TimedItem extends LineupItem {
  playoutId: string;
  position: number;
}

type Timed = Airing<TimedItem>;

/** Converts a playout to a line-up. */
export function timedLineup(
  playout: Awaited<ReturnType<typeof repo.listTimings>>[number],
): Lineup<TimedItem> {
  return {
    startsAt: playout.startsAt.getTime(),
    endsAt: playout.endsAt?.getTime() ?? null,
    loops: playout.loops,
    before: { plays: playout.playsBefore, video: playout.videoBefore, audio: playout.audioBefore },
    items: playout.timing.map(({ playMs, repeats, video, audio, startsAt }, position) => ({
      playoutId: playout.id,
      position,
      playMs,
      repeats,
      segments: { video, audio },
      startsAt,
    })),
  };
}

/**
 * The airings of channels, by channel. `choose` picks airings out of a channel's line-ups by the clock, and only the names of those
 * are read.
 */
async function airingsByChannel(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  channelIds: string[],
  from: number,
  to: number,
  choose: (lineups: Lineup<TimedItem>[]) => Timed[],
): Promise<Map<string, { airing: Timed; shown: Wire }[]>> {
  const lineups = new Map<string, Lineup<TimedItem>[]>();
  for (const playout of await repo.listTimings(context.db, channelIds, new Date(from), new Date(to))) {
    lineups.set(playout.channelId, [...(lineups.get(playout.channelId) ?? []), timedLineup(playout)]);
  }
  const chosen = [...lineups].map(([channelId, own]) => [channelId, choose(own)] as const);
  const idOf = ({ playoutId, position }: TimedItem) => itemId(playoutId, position);
  const wanted = new Map(
    chosen.flatMap(([, airings]) => airings.map(({ item }) => [idOf(item), item] as const)),
  );
  const rows = await repo.listShown(context.db, viewer, locale, context.now(), [...wanted.values()]);
  const names = new Map(rows.map((row) => [itemId(row.playout_id, row.position), row]));
  return new Map(
    chosen.map(([channelId, airings]) => [
      channelId,
      airings.flatMap((airing) => {
        const row = names.get(idOf(airing.item));
        return row ? [{ airing, shown: presentAiring(airing, row, locale) }] : [];
      }),
    ]),
  );
}

/**
 * A card lists the airings after the current one: at least this many, and of short ones as many as fill this time. A response is
 * cached for a minute, and a page asks again after another minute.
 */
const airingsOfCard = 4;
const knownAheadMs = 180_000;
const maxAiringsOfCard = 60;
const cardReachMs = 24 * hourMs;
/** All channels in one response. */
const maxChannels = 5000;

/** The channels of a medium that a viewer may see, with their airings; at most `limit` of them. */
export async function listChannelCards(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  medium: repo.Medium,
  limit = maxChannels,
): Promise<ChannelCard[]> {
  const page = { limit, offset: 0 };
  const channels = await repo.listChannels(context.db, viewer, locale, page, { medium });
  return cardsOf(context, viewer, locale, channels);
}

/** The radio channels that a viewer may see, with their airings and groups. */
export async function listRadio(
  context: Context,
  viewer: Viewer,
  locale: Locale,
): Promise<{ channels: RadioCard[]; groups: { id: string; name: string; channel_ids: string[] }[] }> {
  const page = { limit: maxChannels, offset: 0 };
  const [channels, groups] = await Promise.all([
    repo.listChannels(context.db, viewer, locale, page, { medium: 'radio' }),
    repo.listRadioGroups(context.db, locale),
  ]);
  const cards = await cardsOf(context, viewer, locale, channels);
  const ids = new Set(channels.map(({ id }) => id));
  return {
    channels: cards.map((card, at) => {
      const { file_type, broadcast_name: name, broadcast_url: url } = must(channels[at], 'channel');
      return { ...card, video: file_type === 'video', broadcast: name ? { name, url } : null };
    }),
    groups: groups
      .map((group) => ({ ...group, channel_ids: group.channel_ids.filter((id) => ids.has(id)) }))
      .filter(({ channel_ids }) => channel_ids.length > 0),
  };
}

/** How many TV channels a viewer may see. */
export const countChannels = (context: Context, viewer: Viewer): Promise<number> =>
  repo.countChannels(context.db, viewer, 'tv');

/** Those of the given channels that the viewer may see, with their airings, by id. */
export async function channelCardsById(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  ids: string[],
): Promise<Map<string, ChannelCard>> {
  if (ids.length === 0) return new Map();
  const page = { limit: ids.length, offset: 0 };
  const channels = await repo.listChannels(context.db, viewer, locale, page, { ids });
  const cards = await cardsOf(context, viewer, locale, channels);
  return new Map(cards.map((card) => [card.id, card]));
}

async function cardsOf(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  channels: repo.ChannelRow[],
): Promise<ChannelCard[]> {
  const now = context.now().getTime();
  const ids = channels.filter(({ relayed }) => !relayed).map(({ id }) => id);
  const choose = (lineups: Lineup<TimedItem>[]) => firstAirings(lineups, now);
  const until = now + cardReachMs;
  const byChannel = await airingsByChannel(context, viewer, locale, ids, now, until, choose);
  return channels.map((row) => {
    const airings = byChannel.get(row.id) ?? [];
    const [first, ...others] = airings.map(({ shown }) => shown);
    const isOn = airings[0] !== undefined && airings[0].airing.startsAt <= now;
    const [next, ...later] = isOn ? others : [first, ...others];
    return {
      ...presentChannel(row),
      title: row.name,
      description: row.description,
      language: row.language,
      now: row.relayed ? relayAiring(context, row, now) : isOn && first ? first : null,
      next: next ?? null,
      later: later.filter((airing) => airing !== undefined),
    };
  });
}

/** The first airings from an instant on. It looks no further ahead than necessary, because an item may last only seconds. */
function firstAirings(lineups: Lineup<TimedItem>[], now: number): Timed[] {
  for (let reachMs = knownAheadMs; ; reachMs *= 4) {
    const found = airingsBetween(lineups, now, now + Math.min(reachMs, cardReachMs));
    if (found.length < airingsOfCard && reachMs < cardReachMs) continue;
    const soon = found.filter(({ startsAt }) => startsAt < now + knownAheadMs).length;
    return found.slice(0, Math.min(maxAiringsOfCard, Math.max(airingsOfCard, soon)));
  }
}

/** A relay has no schedule: an airing is a day of the service's zone, under the name of the channel. */
function relayAirings(
  { config: { serviceZone } }: Context,
  row: repo.ChannelRow,
  from: number,
  until: number,
): Wire[] {
  const airings: Wire[] = [];
  let day = dayIn(new Date(from), serviceZone);
  for (let startsAt = startOfDay(day, serviceZone); startsAt.getTime() < until; ) {
    day = addDays(day, 1);
    const endsAt = startOfDay(day, serviceZone);
    airings.push(presentRelayAiring({ startsAt, endsAt }, row));
    startsAt = endsAt;
  }
  return airings;
}

/** The current airing of a relay, with the title that its source sends. */
function relayAiring(context: Context, row: repo.ChannelRow, now: number): Wire | null {
  const [airing] = relayAirings(context, row, now, now + 1);
  return airing ? { ...airing, title: row.relay_title || row.name } : null;
}

/** Limits the airings of one channel in a response, however short its items are. */
const maxAiringsOfChannel = 500;

/** The guide between two instants for a page of TV channels or for one channel, and how many channels there are. */
export async function listGuide(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  from: number,
  until: number,
  { channelId, ...page }: { limit: number; offset: number; channelId?: string | undefined },
): Promise<{ channels: GuideChannel[]; total: number }> {
  const { db } = context;
  const isOne = channelId !== undefined;
  const [channels, all] = await Promise.all([
    repo.listChannels(db, viewer, locale, page, isOne ? { ids: [channelId] } : { medium: 'tv' }),
    isOne ? 1 : repo.countChannels(db, viewer, 'tv'),
  ]);
  const total = isOne ? channels.length : all;
  const ids = channels.filter(({ relayed }) => !relayed).map(({ id }) => id);
  const choose = (lineups: Lineup<TimedItem>[]) =>
    airingsBetween(lineups, from, until).slice(0, maxAiringsOfChannel);
  const byChannel = await airingsByChannel(context, viewer, locale, ids, from, until, choose);
  return {
    total,
    channels: channels.map((row) => ({
      ...presentChannel(row),
      airings: row.relayed
        ? relayAirings(context, row, from, until)
        : (byChannel.get(row.id) ?? []).map(({ shown }) => shown),
    })),
  };
}

/** A channel by id or slug, of a medium or of any, whether or not it may be seen. */
export const findChannel = (
  context: Context,
  locale: Locale,
  medium: repo.Medium | null,
  idOrSlug: string,
): Promise<repo.LimitedChannel | undefined> => repo.findChannel(context.db, locale, medium, idOrSlug);
