/** The text of a cue: what SubRip, SAMI and WebVTT files write in it, as WebVTT. */

export interface Cue {
  /** Seconds. */
  from: number;
  until: number;
  /** WebVTT's settings of its place, such as `line:0`. */
  settings: string;
  /** Lines as WebVTT. */
  text: string[];
}

/** The cues of a file by language, which is null where the file names none. `head`: blocks of WebVTT before the cues. */
export interface CuesRead {
  tracks: { language: string | null; cues: Cue[]; head: string[] }[];
  /** Lines with text that no cue contains, counted from 1. */
  ignored: number[];
}

/** HTML's names of the characters from U+00A0 on, in their order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const namedCharacters = new Map<string, string>([
  ...latin1.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    lrm: '\u200e',
    rlm: '\u200f',
    zwnj: '\u200c',
    zwj: '\u200d',
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    hellip: '…',
    bull: '•',
    dagger: '†',
    prime: '′',
    euro: '€',
    trade: '™',
    oelig: 'œ',
    OElig: 'Œ',
    scaron: 'š',
    Scaron: 'Š',
    Yuml: 'Ÿ',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    minus: '−',
    infin: '∞',
    ne: '≠',
    le: '≤',
    ge: '≥',
    hearts: '♥',
  }),
]);

/** The character of an HTML reference such as `&eacute;` or `&#233;`; undefined if there is none. */
function characterOf(reference: string): string | undefined {
  const body = reference.slice(1, -1);
  if (!body.startsWith('#')) return namedCharacters.get(body) ?? namedCharacters.get(body.toLowerCase());
  const hex = body[1] === 'x' || body[1] === 'X';
  const code = Number.parseInt(body.slice(hex ? 2 : 1), hex ? 16 : 10);
  if (!(code > 0) || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return code < 32 ? ' ' : String.fromCodePoint(code);
}

const escapeText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');

const referencePattern = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;
const decode = (text: string) =>
  text.replace(referencePattern, (reference) => characterOf(reference) ?? reference);

/** Where SubStation Alpha's `\an` places a cue: by the keys of a number pad. */
function settingOf(place: number): string {
  const column = (place - 1) % 3;
  const line = place > 6 ? 'line:0' : place > 3 ? 'line:50%' : '';
  const side = column === 0 ? 'align:left position:5%' : column === 2 ? 'align:right position:95%' : '';
  return [line, side].filter(Boolean).join(' ');
}

/** The older `\a` counts 1 to 3 at the bottom, 5 to 7 at the top and 9 to 11 in the middle. */
const olderPlaces: Record<number, number> = { 1: 1, 2: 2, 3: 3, 5: 7, 6: 8, 7: 9, 9: 4, 10: 5, 11: 6 };

/** The place that braces such as `{\an8\fs20}` set; undefined if they set none. */
function placeOf(braces: string): number | undefined {
  const [, numpad, older] = /\\(?:an([1-9])|a(\d{1,2}))(?!\d)/.exec(braces) ?? [];
  return numpad ? Number(numpad) : older ? olderPlaces[Number(older)] : undefined;
}

// Each alternative stops at the next opening sign: otherwise a line of only such signs would take hours.
const tokenPattern =
  /<[^<>]*>|\{[^{}]*\}|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|[<>&]/g;
const nameOf = (tag: string) => /^[<{]\/?([A-Za-z][A-Za-z0-9]*)/.exec(tag)?.[1]?.toLowerCase();
const styles = ['b', 'i', 'u'];
const webVttTags = ['c', 'v', 'lang', 'ruby', 'rt'];

/**
 * Cleans the text of a cue: references become characters, `<br>` a new line, unknown tags are dropped, and every other sign that means
 * something to WebVTT is escaped. Lines without a visible sign are left out, because an empty line would end the cue.
 */
export function cleanCue(text: string, isWebVtt: boolean): { lines: string[]; settings: string } {
  let settings = '';
  const tag = (token: string): string => {
    const name = nameOf(token);
    const isClosing = token[1] === '/';
    if (name === 'br') return '\n';
    if (name && styles.includes(name)) return isWebVtt ? token : `<${isClosing ? '/' : ''}${name}>`;
    if (isWebVtt && ((name && webVttTags.includes(name)) || /^<\d{2,}:\d\d/.test(token))) return token;
    // This is no tag. The text after the sign may contain braces.
    return name ? '' : `&lt;${clean(token.slice(1))}`;
  };
  const braces = (token: string): string => {
    if (token.startsWith('{\\')) {
      const place = placeOf(token);
      if (place !== undefined) settings = settingOf(place);
      return '';
    }
    // Some SubRip files write tags in braces.
    const name = nameOf(token);
    if (isWebVtt || !name || !styles.includes(name) || token.length > 4) return escapeText(decode(token));
    return `<${token[1] === '/' ? '/' : ''}${name}>`;
  };
  const clean = (part: string): string =>
    part.replace(tokenPattern, (token) => {
      if (token.length === 1) return escapeText(token);
      if (token[0] === '<') return tag(token);
      if (token[0] === '{') return braces(token);
      return escapeText(characterOf(token) ?? token);
    });
  const lines = clean(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.replaceAll('&nbsp;', ' ').trim() !== '');
  return { lines, settings };
}
