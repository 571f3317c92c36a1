/** Reads the programs of an XMLTV document as the rows of a file of schedule entries. */
import { makeTurns } from '../../turns.ts';
import { channelOfGuideId, entryNumber, entrySystem } from './xmltv.ts';

interface Element {
  attributes: string;
  content: string;
}

/** The elements of a name, in their order. None of the elements that are read here contains one of its own name. */
function* elementsOf(xml: string, name: string): Generator<Element> {
  for (let at = xml.indexOf(`<${name}`); at >= 0; at = xml.indexOf(`<${name}`, at)) {
    const open = at + name.length + 1;
    const end = xml.indexOf('>', open);
    if (end < 0) return;
    at = end + 1;
    if (!/[\s/>]/.test(xml[open] ?? '')) continue;
    const isEmpty = xml[end - 1] === '/';
    const close = isEmpty ? at : xml.indexOf(`</${name}`, at);
    if (close < 0) return;
    yield { attributes: xml.slice(open, isEmpty ? end - 1 : end), content: xml.slice(at, close) };
    at = close;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text without entities. An unknown entity stays as it is. */
const plain = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

function attribute({ attributes }: Element, name: string): string {
  for (const [, key, double, single] of attributes.matchAll(/\s([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (key === name) return plain(double ?? single ?? '');
  return '';
}

const textOf = ({ content }: Element) => plain(content).replace(/\s+/g, ' ').trim();

/** The text of the first element of a name in a language, or else in any. */
function textIn(program: Element, name: string, lang?: string): string {
  const found = [...elementsOf(program.content, name)];
  const element = found.find((each) => lang === undefined || attribute(each, 'lang').startsWith(lang));
  return element ? textOf(element) : '';
}

/** `20260610172000 +0900` as an instant with its offset, which is UTC where it is missing. */
function instantOf(time: string): string {
  const [, date, clock = '', offset] = /^(\d{8})((?:\d\d){0,3})(?:\s*([+-]\d{4}))?/.exec(time.trim()) ?? [];
  if (!date) return time;
  const [hours, minutes, seconds] = clock.padEnd(6, '0').match(/\d\d/g) ?? [];
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const zone = offset ? `${offset.slice(0, 3)}:${offset.slice(3)}` : 'Z';
  return `${day}T${hours}:${minutes}:${seconds}${zone}`;
}

/** The number of an episode in the systems that guides use: `1.11.` of xmltv_ns counts from 0, `S2E12` from 1. */
function episodeOf(numbers: ReadonlyMap<string, string>): string {
  const counted = /^[^.]*\.\s*(\d+)/.exec(numbers.get('xmltv_ns') ?? '')?.[1];
  if (counted !== undefined) return String(Number(counted) + 1);
  return /(?:^|E|\D)(\d+)\D*$/i.exec(numbers.get('onscreen') ?? '')?.[1] ?? '';
}

/** CDATA sections as escaped text, and no comments. */
const normalized = (xml: string): string =>
  xml
    .split('<!--')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('-->') + 3)))
    .join('')
    .split('<![CDATA[')
    .map((part, at) => {
      const end = part.indexOf(']]>');
      if (at === 0 || end < 0) return part;
      return part.slice(0, end).replaceAll('&', '&amp;').replaceAll('<', '&lt;') + part.slice(end + 3);
    })
    .join('');

const headings = ['channel', 'starts_at', 'programme', 'episode', 'asset', 'title_ko', 'title_en', 'repeats'];

/**
 * The rows of an XMLTV document, with headings; undefined for another text. A program is named by its ids where the document has them,
 * or else by its title, and a channel by the id of the service or else by its name.
 */
export async function readXmltv(text: string): Promise<string[][] | undefined> {
  if (!/^\ufeff?\s*</.test(text) || !text.includes('<tv')) return undefined;
  const xml = normalized(text);
  const names = new Map<string, string>();
  for (const channel of elementsOf(xml, 'channel')) {
    const id = attribute(channel, 'id');
    names.set(id, channelOfGuideId(id) ?? (textIn(channel, 'display-name') || id));
  }
  const rows = [headings];
  const turns = makeTurns(1);
  for (const program of elementsOf(xml, 'programme')) {
    rows.push(rowOf(program, names));
    if (turns.isDue()) await turns.pass();
  }
  return rows;
}

/** The row of a program. `names` are those of the channels by their ids. */
function rowOf(program: Element, names: ReadonlyMap<string, string>): string[] {
  const numbers = new Map(
    [...elementsOf(program.content, 'episode-num')].map((element) => [
      attribute(element, 'system'),
      textOf(element),
    ]),
  );
  const exact = entryNumber(numbers.get(entrySystem) ?? '');
  const id = attribute(program, 'channel');
  const title = textIn(program, 'title');
  const start = [names.get(id) ?? channelOfGuideId(id) ?? id, instantOf(attribute(program, 'start'))];
  if (!exact) return [...start, title, episodeOf(numbers), '', '', '', ''];
  const { programmeId, episodeId, assetId, repeats } = exact;
  const titles = programmeId ? ['', ''] : [textIn(program, 'title', 'ko'), textIn(program, 'title', 'en')];
  return [...start, programmeId, episodeId, assetId, ...titles, repeats];
}
