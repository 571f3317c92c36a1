/** Loudness as EBU R128 measures it, read from the summary that ffmpeg's ebur128 filter prints at the end. */

export interface Loudness {
  /** Integrated loudness, LUFS. */
  integratedLufs: number;
  /** Loudness range, LU. */
  rangeLu: number;
  truePeakDbfs: number | null;
}

/** Below this the measurement's own gate is the answer: there is a sound track and nothing is heard on it. */
const silentLufs = -69;

/** The last ebur128 summary in what ffmpeg printed; null when there is none. */
export function parseLoudness(stderr: string): Loudness | null {
  const at = stderr.lastIndexOf('Integrated loudness:');
  if (at < 0) return null;
  const summary = stderr.slice(at);
  const integrated = /I:\s+(-?[\d.]+|-inf|nan) LUFS/.exec(summary)?.[1];
  if (!integrated) return null;
  const peak = /Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1];
  const value = Number(integrated);
  return {
    integratedLufs: Number.isFinite(value) ? value : -70,
    rangeLu: Number(/LRA:\s+([\d.]+) LU/.exec(summary)?.[1] ?? 0),
    truePeakDbfs: peak === undefined ? null : Number(peak),
  };
}

/** Whether a sound track carries nothing audible. */
export function isSilent(loudness: Loudness): boolean {
  return loudness.integratedLufs <= silentLufs;
}
