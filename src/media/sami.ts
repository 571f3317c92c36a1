/** Reads SAMI, the usual caption format of Korean players: one file may hold several languages, each in a class of its own. */
import { type Cue, type CuesRead, cleanCue } from './caption-text.ts';
import { toBcp47 } from './languages.ts';

/** A last text that nothing ends stays for this long. */
const lastSeconds = 5;

interface Entry {
  ms: number;
  /** Counts the instants of the file. */
  sync: number;
  /** Empty for text outside of a class. */
  className: string;
  text: string;
  line: number;
}

/** The value of an attribute of a tag, with or without quotes. */
function attributeOf(tag: string, name: 'start' | 'end' | 'class'): string | undefined {
  const pattern = {
    start: /\sstart ?= ?["']?([^"'\s>]+)/i,
    end: /\send ?= ?["']?([^"'\s>]+)/i,
    class: /\sclass ?= ?["']?([^"'\s>]+)/i,
  };
  return pattern[name].exec(tag.slice(0, 500))?.[1];
}

/** The language of each class: as the style sheet declares it, else by the usual names of classes. */
function languagesOf(head: string): (className: string) => string | null {
  const declared = new Map<string, string | null>();
  for (const block of head.split('}')) {
    const at = block.lastIndexOf('{');
    const name = /\.([\w-]{1,60})[ \n]?$/.exec(block.slice(Math.max(0, at - 62), Math.max(0, at)))?.[1] ?? '';
    const body = block.slice(at + 1);
    const language = /\blang ?: ?([A-Za-z-]{2,20})/.exec(body.slice(0, 1000))?.[1] ?? null;
    declared.set(name.toLowerCase(), toBcp47(language)?.split('-')[0] ?? null);
  }
  return (className) => {
    const language = declared.get(className);
    if (language) return language;
    if (/^(?:kr|ko)/.test(className)) return 'ko';
    return /^(?:en|eg|us)/.test(className) ? 'en' : null;
  };
}

/** The texts of a SAMI body with their instants and classes. */
function entriesOf(text: string, ignored: number[]): Entry[] {
  const entries: Entry[] = [];
  let current: Entry | null = null;
  let ms: number | null = null;
  let sync = 0;
  let line = 1;
  let at = 0;
  const begin = (className: string) => {
    current = ms === null ? null : { ms, sync, className, text: '', line };
    if (current) entries.push(current);
  };
  const add = (part: string) => {
    if (current) current.text += part;
    else if (part.trim() !== '') ignored.push(line);
  };
  const count = (part: string) => {
    for (let next = part.indexOf('\n'); next >= 0; next = part.indexOf('\n', next + 1)) line += 1;
  };
  const body = text.search(/<body/i);
  const start = body < 0 ? text.search(/<sync/i) : body;
  if (start < 0) return [];
  count(text.slice(0, start));
  at = start;
  let isCommentOpen = false;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    const plain = text.slice(at, open < 0 ? undefined : open);
    add(plain);
    count(plain);
    if (open < 0) break;
    const isComment: boolean = !isCommentOpen && text.startsWith('<!--', open);
    const again = text.indexOf('<', open + 1);
    // A tag ends before the next one begins. Only a comment may contain tags.
    const close = isComment
      ? text.indexOf('-->', open)
      : text.slice(open, again < 0 ? undefined : again).indexOf('>') + open;
    if (close <= open) {
      isCommentOpen ||= isComment;
      add('<');
      at = open + 1;
      continue;
    }
    const end = close + (isComment ? 3 : 1);
    const tag = text.slice(open, end);
    if (/^<sync\b/i.test(tag)) {
      const given = Number.parseInt(attributeOf(tag, 'start') ?? '', 10);
      ms = Number.isFinite(given) && given >= 0 ? given : null;
      if (ms === null) ignored.push(line);
      sync += 1;
      begin('');
    } else if (/^<p\b/i.test(tag)) begin((attributeOf(tag, 'class') ?? '').toLowerCase());
    else if (!isComment && !/^<\/?(?:body|sami|sync|p)\b/i.test(tag)) add(tag);
    count(tag);
    at = end;
  }
  return entries;
}

const linesOf = ({ text }: Entry) => cleanCue(text.replace(/[\r\n\t]/g, ' '), false).lines;

/** The cues of one class: a text stays until the next one of its class. */
function cuesOf(entries: readonly Entry[]): Cue[] {
  const cues: Cue[] = [];
  let next: number | null = null;
  let following: number | null = null;
  for (const entry of entries.toSorted((a, b) => b.ms - a.ms)) {
    if (next !== entry.ms) following = next;
    next = entry.ms;
    const text = linesOf(entry);
    if (text.length === 0) continue;
    const from = entry.ms / 1000;
    cues.push({
      from,
      until: following === null ? from + lastSeconds : following / 1000,
      settings: '',
      text,
    });
  }
  return cues.reverse();
}

/** Reads SAMI. Classes of an unknown language have none. */
export function readSami(text: string): CuesRead {
  const ignored: number[] = [];
  const entries = entriesOf(text, ignored);
  const languageOf = languagesOf(text.slice(0, Math.max(0, text.search(/<body|<sync/i))));
  const withClass = new Set(entries.flatMap(({ sync, className }) => (className === '' ? [] : [sync])));
  const classes = new Set(entries.map(({ className }) => className));
  // An instant without any class ends the texts of all classes.
  const general = entries.filter(({ className, sync }) => className === '' && !withClass.has(sync));
  const best = new Map<string | null, { cues: Cue[]; lines: number[] }>();
  for (const className of classes) {
    const own = entries.filter((entry) => entry.className === className);
    const ends = className === '' ? [] : general.map((entry) => ({ ...entry, text: '' }));
    const found = {
      cues: cuesOf([...own, ...ends]),
      lines: own.filter((entry) => linesOf(entry).length > 0).map(({ line }) => line),
    };
    const language = languageOf(className);
    const other = best.get(language);
    // Two classes of one language are two versions of the same captions: the longer one is taken.
    const [longer, shorter] =
      other && other.cues.length >= found.cues.length ? [other, found] : [found, other];
    best.set(language, longer);
    ignored.push(...(shorter?.lines ?? []));
  }
  return { tracks: [...best].map(([language, { cues }]) => ({ language, cues, head: [] })), ignored };
}
