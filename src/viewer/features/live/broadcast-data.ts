/** Live TV, radio and the schedule in schema.org's words. An `origin` has no slash at the end. */
import type { Airing, ChannelCard, ScheduleDay } from '../../../contract/viewer/live.ts';
import type { Image } from '../../../contract/wire.ts';

/** With a thousand channels a page's head would be longer than the page. */
const maxEvents = 60;

interface Shown {
  title: string;
  image: Image | null;
  /** The path of its page, where it can be opened. */
  path: string | undefined;
}

/** The title of an event, with its page and picture. */
const shown = ({ title, image, path }: Shown, origin: string) => ({
  name: title,
  ...(path ? { url: origin + path } : {}),
  ...(image ? { image: `${origin}${image.url}/800.webp` } : {}),
});

/** A list of events; undefined when there are none. */
const listOf = (name: string, events: readonly object[]) =>
  events.length === 0
    ? undefined
    : {
        '@type': 'ItemList',
        name,
        itemListElement: events
          .slice(0, maxEvents)
          .map((item, index) => ({ '@type': 'ListItem', position: index + 1, item })),
      };

/** The current and next programs of the channels, under the page's name. Programs hidden from guests are left out. */
export function channelsData(
  name: string,
  channels: readonly ChannelCard[],
  origin: string,
  page: '/live-tv' | '/radio',
) {
  const eventsOf = ({ name: channel, number, skip, now, next }: ChannelCard) =>
    [now, next]
      .filter((airing): airing is Airing => skip === '0' && airing !== null && !airing.hidden)
      .map(({ title, subtitle, image, programme, starts_at, ends_at }) => ({
        '@type': 'BroadcastEvent',
        isLiveBroadcast: true,
        ...shown(
          { title, image, path: programme ? `/view/${programme.type}/${programme.slug}` : undefined },
          origin,
        ),
        ...(subtitle ? { description: subtitle } : {}),
        startDate: starts_at,
        endDate: ends_at,
        publishedOn: {
          '@type': 'BroadcastService',
          name: channel,
          broadcastDisplayName: `${number} ${channel}`,
          url: origin + page,
        },
      }));
  return listOf(name, channels.flatMap(eventsOf));
}

/** The releases from today on, under the page's name. They have no end, because a title stays. */
export function scheduleData(name: string, days: readonly ScheduleDay[], service: string, origin: string) {
  const ahead = days.slice(days.findIndex(({ today }) => today));
  const cards = ahead.flatMap(({ categories }) => categories.flatMap(({ series }) => series));
  const events = cards.map((card) => ({
    '@type': 'BroadcastEvent',
    isLiveBroadcast: false,
    ...shown(
      {
        title: card.title,
        image: card.upcoming === 'skip' ? null : card.preview_image_thumbs,
        path: card.upcoming === 'skip' ? undefined : `/view/${card.type}/${card.slug}`,
      },
      origin,
    ),
    ...(card.episodes.length > 0 ? { description: card.episodes.join(', ') } : {}),
    startDate: card.starts_at,
    publishedOn: { '@type': 'BroadcastService', name: service, url: `${origin}/` },
  }));
  return listOf(name, events);
}
