/** Guides in the XMLTV format (xmltv.dtd, https://github.com/XMLTV/xmltv), and channel lists in extended M3U. */
import type { Maturity } from '../../../contract/wire.ts';
import { escaped } from '../../http/markup.ts';

/** A text and its language. */
export type Localized = readonly ['ko' | 'en', string];

export interface GuideChannel {
  id: string;
  names: readonly Localized[];
  number: number;
  icon: string | null;
}

export interface GuideProgram {
  channelId: string;
  startsAt: number;
  endsAt: number | null;
  titles: readonly Localized[];
  subtitles: readonly Localized[];
  descriptions: readonly Localized[];
  categories: readonly Localized[];
  icon: string | null;
  /** Null for a movie and for a video without a title. */
  episode: { season: number; number: number } | null;
  maturity: Maturity;
  /** Further numbers of the program, by their system. */
  numbers?: readonly { system: string; value: string }[];
}

/** The id of a channel in guides and channel lists: unique, and the form of a domain as RFC 2838 and XMLTV recommend. */
export const guideId = (channelId: string) => `${channelId}.maru`;

/** The channel of an id in a guide of this service; undefined for an id of another guide. */
export const channelOfGuideId = (id: string): string | undefined => /^([0-9a-f-]{36})\.maru$/.exec(id)?.[1];

/** The system of the numbers that identify the content of a schedule entry. */
export const entrySystem = 'maru';

const entryParts = /^([0-9a-f-]*)\/([0-9a-f-]*)\/([0-9a-f-]*)\/(\d+)$/;

/** The ids of an entry's content and its repeats, out of its number. */
export function entryNumber(number: string) {
  const [found, programmeId = '', episodeId = '', assetId = '', repeats = ''] = entryParts.exec(number) ?? [];
  return found === undefined ? undefined : { programmeId, episodeId, assetId, repeats };
}

/** Characters that XML 1.0 does not permit. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const xml = (text: string) => escaped(text.replace(forbidden, ''));

const time = (instant: number) => `${new Date(instant).toISOString().replace(/\D/g, '').slice(0, 14)} +0000`;

const localized = (name: string, texts: readonly Localized[]) =>
  texts
    .filter(([, text]) => text !== '')
    .map(([lang, text]) => `<${name} lang="${lang}">${xml(text)}</${name}>`);

const picture = (icon: string | null) => (icon ? [`<icon src="${xml(icon)}"/>`] : []);

function channelElement({ id, names, number, icon }: GuideChannel): string {
  const parts = [
    ...localized('display-name', names),
    `<display-name>${number}</display-name>`,
    ...picture(icon),
  ];
  return `<channel id="${xml(guideId(id))}">${parts.join('')}</channel>\n`;
}

function programElement(program: GuideProgram): string {
  const { channelId, startsAt, endsAt, episode, maturity } = program;
  const numbers = [
    ...(episode
      ? [
          { system: 'xmltv_ns', value: `${episode.season - 1}.${episode.number - 1}.` },
          { system: 'onscreen', value: `S${episode.season}E${episode.number}` },
        ]
      : []),
    ...(program.numbers ?? []),
  ];
  // In the order of the DTD.
  const parts = [
    ...localized('title', program.titles),
    ...localized('sub-title', program.subtitles),
    ...localized('desc', program.descriptions),
    ...localized('category', program.categories),
    ...picture(program.icon),
    ...numbers.map(({ system, value }) => `<episode-num system="${system}">${xml(value)}</episode-num>`),
    `<rating system="KMRB"><value>${maturity === 0 ? 'ALL' : maturity}</value></rating>`,
  ];
  const stop = endsAt === null ? '' : ` stop="${time(endsAt)}"`;
  return `<programme start="${time(startsAt)}"${stop} channel="${xml(guideId(channelId))}">${parts.join('')}</programme>\n`;
}

/** A guide as an XMLTV document. A program without a title is left out, because the format requires one. */
export function writeXmltv(
  source: string,
  channels: readonly GuideChannel[],
  programs: readonly GuideProgram[],
): string {
  const titled = programs.filter(({ titles }) => titles.some(([, text]) => text !== ''));
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tv SYSTEM "xmltv.dtd">
<tv source-info-name="Maru" source-info-url="${xml(source)}" generator-info-name="Maru">
${channels.map(channelElement).join('')}${titled.map(programElement).join('')}</tv>
`;
}

export interface ListedChannel {
  id: string;
  number: number;
  name: string;
  logo: string | null;
  group: string;
  isRadio: boolean;
  address: string;
}

/** An attribute of M3U, which has no way to write a quote. */
const attribute = (name: string, text: string) =>
  `${name}="${text.replace(/\s+/g, ' ').replaceAll('"', '’')}"`;

/** A channel list in extended M3U, with the attributes that players of television read. */
export function writeM3u(guideAddress: string, channels: readonly ListedChannel[]): string {
  const entries = channels.map(({ id, number, name, logo, group, isRadio, address }) => {
    const attributes = [
      attribute('tvg-id', guideId(id)),
      attribute('tvg-name', name),
      attribute('tvg-chno', String(number)),
      ...(logo ? [attribute('tvg-logo', logo)] : []),
      attribute('group-title', group),
      ...(isRadio ? [attribute('radio', 'true')] : []),
    ];
    return `#EXTINF:-1 ${attributes.join(' ')},${name.replace(/\s+/g, ' ')}\n${address}\n`;
  });
  const guide = [attribute('url-tvg', guideAddress), attribute('x-tvg-url', guideAddress)].join(' ');
  return `#EXTM3U ${guide}\n${entries.join('')}`;
}
