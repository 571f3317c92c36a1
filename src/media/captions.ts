/** Captions: WebVTT, SubRip or SAMI text in, clean WebVTT out, or the first problem and its line. Nothing is dropped without a word. */
import { type Cue, type CuesRead, cleanCue } from './caption-text.ts';
import { readSami } from './sami.ts';
import { vttTime } from './storyboard.ts';

type CaptionProblem = 'empty' | 'no_cues' | 'bad_time' | 'ends_before_start' | 'not_text';

/** The captions of one language. */
export interface CaptionTrack {
  /** Stated by the file; null if it names none. */
  language: string | null;
  vtt: string;
  cues: number;
}

export type CaptionsRead =
  | {
      ok: true;
      tracks: CaptionTrack[];
      /** Lines with text that no cue contains, counted from 1. */
      ignored: number[];
    }
  | { ok: false; problem: CaptionProblem; line: number };

class Unreadable extends Error {
  readonly problem: CaptionProblem;
  readonly line: number;
  constructor(problem: CaptionProblem, line: number) {
    super(problem);
    this.problem = problem;
    this.line = line;
  }
}

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
/** Some programs write the arrow with one hyphen, or as one sign. */
const arrow = '(?:--?>|→)';
const timing = new RegExp(`^${time}\\s*${arrow}\\s*${time}(?:\\s([^]*))?$`);
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

/** A line without the spaces that translation programs put into times. */
const compact = (line: string) => line.trim().replace(/ ?([:,.]) ?/g, '$1');
/** Whether a line is meant to be the times of a cue. */
const isTiming = (line: string) => /^\d{1,3} ?:/.test(line.trim()) && /->|→/.test(line);

/** The times of a cue. Fails with the line if they cannot be read. */
function timesOf(line: string, at: number): Omit<Cue, 'text'> {
  const match = timing.exec(line.trim()) ?? timing.exec(compact(line));
  const from = match && seconds(match.slice(1, 5));
  const until = match && seconds(match.slice(5, 9));
  if (!match || from === null || until === null) throw new Unreadable('bad_time', at + 1);
  if (until < from) throw new Unreadable('ends_before_start', at + 1);
  const settings = (match[9] ?? '').split(/\s+/).filter((part) => setting.test(part));
  return { from, until, settings: settings.join(' ') };
}

/** Reads WebVTT: blocks between empty lines. */
function readWebVtt(lines: readonly string[]): CuesRead {
  const cues: Cue[] = [];
  const head: string[] = [];
  const ignored: number[] = [];
  let at = 0;
  const lineAt = (place: number) => lines[place] ?? '';
  // The header goes to the first empty line. Some files lack that line.
  while (lineAt(at) !== '' && !lineAt(at + 1).includes('-->')) at += 1;
  while (at < lines.length) {
    const line = lineAt(at);
    const begin = at;
    if (line.includes('-->')) {
      const times = timesOf(line, at);
      at += 1;
      while (lineAt(at) !== '' && !lineAt(at).includes('-->')) at += 1;
      // Without an empty line between two cues, the last line may be the name of the next cue.
      const isNamed = lineAt(at).includes('-->') && /^\d+$/.test(lineAt(at - 1)) && at - 1 > begin;
      const said = lines.slice(begin + 1, isNamed ? at - 1 : at).join('\n');
      addCue(times, said, true, begin);
    } else if (/^(?:STYLE|REGION|NOTE)(?:\s|$)/.test(line)) {
      while (lineAt(at) !== '') at += 1;
      const block = lines.slice(begin, at);
      // A style sheet could load files from other servers; such style sheets are left out.
      if (line.startsWith('NOTE')) continue;
      if (cues.length === 0 && !/url\(|@import/i.test(block.join('\n'))) head.push(block.join('\n'));
      else for (const [n] of block.entries()) ignored.push(begin + n + 1);
    } else {
      // The line before the times is the name of the cue.
      if (line.trim() !== '' && !lineAt(at + 1).includes('-->')) ignored.push(at + 1);
      at += 1;
    }
  }
  function addCue(times: Omit<Cue, 'text'>, said: string, isWebVtt: boolean, place: number) {
    const { lines: text } = cleanCue(said, isWebVtt);
    // WebVTT forbids a cue without a length, and one without text shows nothing.
    if (text.length === 0 || times.until === times.from) ignored.push(place + 1);
    else cues.push({ ...times, text });
  }
  return { tracks: [{ language: null, cues, head }], ignored };
}

/** Reads SubRip: the text of a cue goes on to the number and the times of the next one, empty lines included. */
function readSubRip(lines: readonly string[]): CuesRead {
  const cues: Cue[] = [];
  const ignored: number[] = [];
  const timings = lines.flatMap((line, at) => (isTiming(line) ? [at] : []));
  /** The end of the text before the times of a cue: its number is no text. */
  const endBefore = (at: number) => (/^\s*\d+\s*$/.test(lines[at - 1] ?? '') ? at - 1 : at);
  const [first] = timings;
  for (let at = 0; at < (first === undefined ? 0 : endBefore(first)); at += 1)
    if (lines[at]?.trim()) ignored.push(at + 1);
  for (const [n, at] of timings.entries()) {
    const times = timesOf(lines[at] ?? '', at);
    const next = timings[n + 1];
    const said = lines.slice(at + 1, next === undefined ? lines.length : Math.max(at + 1, endBefore(next)));
    const { lines: text, settings } = cleanCue(said.join('\n'), false);
    if (text.length === 0 || times.until === times.from) {
      ignored.push(at + 1);
      continue;
    }
    cues.push({ ...times, settings: [times.settings, settings].filter(Boolean).join(' '), text });
  }
  return { tracks: [{ language: null, cues, head: [] }], ignored };
}

function written({ from, until, settings, text }: Cue): string {
  const times = `${vttTime(from)} --> ${vttTime(until)}`;
  return [settings ? `${times} ${settings}` : times, ...text].join('\n');
}

/** Reads WebVTT, SubRip or SAMI, whichever it is. Answers WebVTT for each language, with its cues in order of time. */
export function readCaptions(input: string): CaptionsRead {
  if (input.includes('\0')) return { ok: false, problem: 'not_text', line: 1 };
  const text = input.replace(/^\uFEFF/, '').normalize('NFC');
  const lines = text.split(/\r\n|\r|\n/);
  if (text.trim() === '') return { ok: false, problem: 'empty', line: 1 };
  try {
    const isSami = /<sami[\s>]/i.test(text.slice(0, 1000));
    const isWebVtt = /^WEBVTT(?:\s|$)/.test(text);
    const { tracks, ignored } = isSami
      ? readSami(lines.join('\n'))
      : isWebVtt
        ? readWebVtt(lines)
        : readSubRip(lines);
    const filled = tracks.filter(({ cues }) => cues.length > 0);
    if (filled.length === 0) return { ok: false, problem: 'no_cues', line: lines.length };
    return {
      ok: true,
      tracks: filled.map(({ language, cues, head }) => ({
        language,
        vtt: `${['WEBVTT', ...head, ...cues.toSorted((a, b) => a.from - b.from).map(written)].join('\n\n')}\n`,
        cues: cues.length,
      })),
      ignored: [...new Set(ignored)].sort((a, b) => a - b),
    };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem, line: error.line };
    throw error;
  }
}

/**
 * The cues of a WebVTT text, as `readCaptions` writes it, that are shown between two instants of its video: one caption segment of a
 * channel. The header says that its times count from the video's own beginning.
 */
export function captionsBetween(vtt: string, fromMs: number, untilMs: number): string {
  const blocks = vtt
    .trim()
    .split(/\n{2,}/)
    .slice(1);
  const kept = blocks.filter((block) => {
    const [first = ''] = block.split('\n', 1);
    const match = timing.exec(first.trim());
    if (!match) return true;
    const from = (seconds(match.slice(1, 5)) ?? 0) * 1000;
    const until = (seconds(match.slice(5, 9)) ?? 0) * 1000;
    return from < untilMs && until > fromMs;
  });
  return `${['WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0', ...kept].join('\n\n')}\n`;
}
