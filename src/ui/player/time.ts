/** A position as a player's clock shows it: `3:05`, `1:02:09`. */
export function clock(seconds: number): string {
  const all = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  const rest = String(all % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
