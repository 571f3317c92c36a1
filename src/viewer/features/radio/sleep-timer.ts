/** The time after which the radio stops by itself. */
import { useEffect, useState } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';
import { clockNow } from '../../clock.ts';

export const sleepMinutes = [15, 30, 45, 60] as const;
export type SleepChoice = 'off' | 'program' | `${(typeof sleepMinutes)[number]}`;

/** When the radio stops, in milliseconds since 1970; null: it does not. `programMs`: the rest of the program, null without one. */
export function sleepsAt(choice: SleepChoice, now: number, programMs: number | null): number | null {
  if (choice === 'off') return null;
  const ms = choice === 'program' ? programMs : Number(choice) * 60_000;
  return ms === null ? null : now + ms;
}

/** A timer that calls back once when its time comes, and is off again. */
export function useSleepTimer(onSleep: () => void) {
  const off = { choice: 'off' as SleepChoice, at: null as number | null };
  const [timer, setTimer] = useState(off);
  const call = useLatest(() => {
    setTimer(off);
    onSleep();
  });
  useEffect(() => {
    if (timer.at === null) return;
    const waiting = setTimeout(() => call.current(), Math.max(0, timer.at - clockNow()));
    return () => clearTimeout(waiting);
  }, [timer, call]);
  const choose = (choice: SleepChoice, programMs: number | null) => {
    const at = sleepsAt(choice, clockNow(), programMs);
    setTimer(at === null ? off : { choice, at });
  };
  return { ...timer, choose };
}
