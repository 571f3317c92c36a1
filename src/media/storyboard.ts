/** Pictures for the seek bar: sheets of small frames and a WebVTT track that says which part of which sheet is when. */

export interface StoryboardPlan {
  intervalSeconds: number;
  columns: number;
  rows: number;
  width: number;
  height: number;
  count: number;
  sheets: number;
}

const columns = 5;
const rows = 5;
const longSide = 160;

/** How often a frame is taken: every 2 s while that stays under 300 frames, then in steps people read as even. */
function intervalFor(durationSeconds: number): number {
  for (const seconds of [2, 4, 6, 10, 20, 30]) if (durationSeconds / seconds <= 300) return seconds;
  return Math.ceil(durationSeconds / 300 / 60) * 60;
}

/** The storyboard of a picture of this size and length. */
export function planStoryboard(picture: {
  width: number;
  height: number;
  durationMs: number;
}): StoryboardPlan {
  const seconds = picture.durationMs / 1000;
  const intervalSeconds = intervalFor(seconds);
  const scale = longSide / Math.max(picture.width, picture.height);
  const count = Math.max(1, Math.ceil(seconds / intervalSeconds));
  return {
    intervalSeconds,
    columns,
    rows,
    width: Math.max(2, Math.round((picture.width * scale) / 2) * 2),
    height: Math.max(2, Math.round((picture.height * scale) / 2) * 2),
    count,
    sheets: Math.ceil(count / (columns * rows)),
  };
}

/** A sheet's file name, counted from 1. */
const sheetName = (number: number) => `${String(number).padStart(3, '0')}.jpg`;

/** A WebVTT time stamp. */
export function vttTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

/** The WebVTT track of a storyboard; addresses are relative to the track's own. */
export function storyboardVtt(plan: StoryboardPlan, durationMs: number, folder: string): string {
  const lines = ['WEBVTT', ''];
  const total = durationMs / 1000;
  for (let n = 0; n < plan.count; n++) {
    const from = n * plan.intervalSeconds;
    const until = n === plan.count - 1 ? Math.max(total, from + 0.001) : from + plan.intervalSeconds;
    const onSheet = n % (plan.columns * plan.rows);
    const x = (onSheet % plan.columns) * plan.width;
    const y = Math.floor(onSheet / plan.columns) * plan.height;
    const sheet = sheetName(Math.floor(n / (plan.columns * plan.rows)) + 1);
    lines.push(
      `${vttTime(from)} --> ${vttTime(until)}`,
      `${folder}/${sheet}#xywh=${x},${y},${plan.width},${plan.height}`,
      '',
    );
  }
  return lines.join('\n');
}
