/** Seconds as whole hours and minutes, at least one minute. */
export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const all = Math.max(1, Math.round(seconds / 60));
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}
