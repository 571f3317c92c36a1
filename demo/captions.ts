/** Captions of the demo's videos as WebVTT. */

/** Start and end in seconds, then what is said in both languages. */
export type Cue = [start: number, end: number, ko: string, en: string];

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  return `${part(Math.floor(ms / 3_600_000), 2)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

/** Lines of at most `most` letters, broken between words. */
function wrapped(text: string, most: number): string {
  const lines: string[] = [''];
  const fair = text.length > most ? text.length / Math.ceil(text.length / most) : most;
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1]!;
    if (line && line.length + word.length / 2 > fair && lines.length < 3) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join('\n');
}

/** The WebVTT text of some cues in one language. */
export function webVtt(cues: Cue[], language: 'ko' | 'en'): string {
  const blocks = cues.map(
    ([start, end, ko, en], index) =>
      `${index + 1}\n${stamp(start)} --> ${stamp(end)}\n${wrapped(language === 'ko' ? ko : en, language === 'ko' ? 22 : 42)}`,
  );
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
