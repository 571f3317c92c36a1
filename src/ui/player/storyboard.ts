/** A storyboard: which part of which picture shows an instant of the film. */
export interface StoryboardCue {
  start: number;
  end: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const timing = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}\.\d{3})/;

/** Reads a WebVTT file whose cues name pictures with `#xywh=`; cues that do not are left out. */
export function parseStoryboard(text: string, base: string): StoryboardCue[] {
  const cues: StoryboardCue[] = [];
  const query = new URL(base).search;
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => timing.test(line));
    const times = lines[at]?.match(timing);
    const target = lines[at + 1]?.trim();
    const area = target?.match(/#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/);
    if (!times || !target || !area) continue;
    const url = new URL(target, base);
    url.hash = '';
    // A signature on the storyboard's own address holds for its pictures.
    if (!url.search && query) url.search = query;
    const [x, y, width, height] = area.slice(1).map(Number) as [number, number, number, number];
    cues.push({ start: seconds(times[1]!), end: seconds(times[2]!), url: url.href, x, y, width, height });
  }
  return cues;
}

/** The cue that shows an instant. */
export function cueAt(cues: readonly StoryboardCue[], time: number): StoryboardCue | null {
  let low = 0;
  let high = cues.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const cue = cues[middle]!;
    if (time < cue.start) high = middle - 1;
    else if (time >= cue.end) low = middle + 1;
    else return cue;
  }
  return null;
}

function seconds(text: string): number {
  return text.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}
