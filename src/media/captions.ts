/** Captions: WebVTT or SubRip text in, clean WebVTT out, or what is wrong with it and where. */
import { vttTime } from './storyboard.ts';

type CaptionProblem = 'empty' | 'no_cues' | 'bad_time' | 'ends_before_start' | 'not_text';

type CaptionResult =
  | { ok: true; vtt: string; cues: number }
  | { ok: false; problem: CaptionProblem; line: number };

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const arrow = new RegExp(`^${time}\\s*-->\\s*${time}(?:\\s([^]*))?$`);
/** The cue settings of WebVTT; SubRip's X1:… coordinates and the like are left out. */
const setting = /^(?:vertical|line|position|size|align|region):[\w%.,-]+$/;

function seconds([hours, minutes, secs, fraction]: (string | undefined)[]): number | null {
  if (Number(minutes) > 59 || Number(secs) > 59) return null;
  return (
    Number(hours ?? 0) * 3600 +
    Number(minutes) * 60 +
    Number(secs) +
    Number((fraction ?? '0').padEnd(3, '0')) / 1000
  );
}

/** Keeps WebVTT's own tags; SubRip's font tags and braces go, a stray `<` or `&` is written out. */
function cleanLine(line: string): string {
  return (
    line
      // Each pattern stops at the next opening sign: otherwise a line of only such signs would take hours.
      .replace(/\{\\[^{}]*\}/g, '')
      .replace(/<\/?font[^<>]*>/gi, '')
      .replace(/<(?!\/?(?:b|i|u|c|v|lang|ruby|rt)(?:[\s.>])|\d{2,}:\d\d)/gi, '&lt;')
      .replace(/&(?!(?:amp|lt|gt|lrm|rlm|nbsp|#\d+|#x[0-9a-f]+);)/gi, '&amp;')
      .replaceAll('-->', '--&gt;')
      .trimEnd()
  );
}

/** Reads WebVTT or SubRip, whichever it is, and answers WebVTT with its cues in order of time. */
export function toWebVtt(input: string): CaptionResult {
  if (input.includes('\0')) return { ok: false, problem: 'not_text', line: 1 };
  const lines = input
    .replace(/^\uFEFF/, '')
    .normalize('NFC')
    .split(/\r\n|\r|\n/);
  if (lines.every((line) => line.trim() === '')) return { ok: false, problem: 'empty', line: 1 };
  const kept: string[] = [];
  const cues: { from: number; text: string }[] = [];
  /** The line at a place, spaces around it taken off; after the last one, an empty one. */
  const trimmed = (place: number) => lines[place]?.trim() ?? '';
  let at = 0;
  while (at < lines.length) {
    const line = trimmed(at);
    if (/^(?:STYLE|REGION)$/.test(line) && cues.length === 0) {
      const begin = at;
      while (trimmed(at) !== '') at++;
      const block = lines.slice(begin, at).join('\n');
      // A style sheet could load files from other servers; such style sheets are left out.
      if (!/url\(|@import/i.test(block)) kept.push(block);
      continue;
    }
    if (!line.includes('-->')) {
      at++;
      continue;
    }
    const match = arrow.exec(line);
    const from = match && seconds(match.slice(1, 5));
    const until = match && seconds(match.slice(5, 9));
    if (!match || from === null || until === null) return { ok: false, problem: 'bad_time', line: at + 1 };
    if (until < from) return { ok: false, problem: 'ends_before_start', line: at + 1 };
    const settings = (match[9] ?? '').split(/\s+/).filter((part) => setting.test(part));
    const text: string[] = [];
    at++;
    for (let said = lines[at]; said !== undefined && said.trim() !== ''; said = lines[++at]) {
      // Some SubRip files leave the blank line between cues out.
      if (/-->/.test(said) && arrow.test(said.trim())) {
        if (/^\d+$/.test(text.at(-1) ?? '')) text.pop();
        break;
      }
      text.push(cleanLine(said));
    }
    // A cue of no length shows nothing; WebVTT forbids it.
    if (text.length === 0 || until === from) continue;
    const times = [`${vttTime(from)} --> ${vttTime(until)}`, ...settings].join(' ');
    cues.push({ from, text: `${times}\n${text.join('\n')}` });
  }
  if (cues.length === 0) return { ok: false, problem: 'no_cues', line: lines.length };
  const ordered = cues
    .map((cue, n) => ({ ...cue, n }))
    .sort((a, b) => a.from - b.from || a.n - b.n)
    .map((cue) => cue.text);
  return { ok: true, vtt: `${['WEBVTT', ...kept, ...ordered].join('\n\n')}\n`, cues: cues.length };
}

/**
 * The cues of a WebVTT text, as `toWebVtt` writes it, that are shown between two instants of its video: one caption segment of
 * a channel. The header says that its times count from the video's own beginning.
 */
export function captionsBetween(vtt: string, fromMs: number, untilMs: number): string {
  const blocks = vtt
    .trim()
    .split(/\n{2,}/)
    .slice(1);
  const kept = blocks.filter((block) => {
    const [first = ''] = block.split('\n', 1);
    const match = arrow.exec(first.trim());
    if (!match) return true;
    const from = (seconds(match.slice(1, 5)) ?? 0) * 1000;
    const until = (seconds(match.slice(5, 9)) ?? 0) * 1000;
    return from < untilMs && until > fromMs;
  });
  return `${['WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0', ...kept].join('\n\n')}\n`;
}
