/** The viewer's clock: this device's own, or in a preview the instant that it shows. */
let aheadMs = 0;

/** Milliseconds since 1970. */
export const clockNow = (): number => Date.now() + aheadMs;

/** Sets the clock ahead of the device's, or behind it. */
export function setClock(at: Date): void {
  aheadMs = at.getTime() - Date.now();
}
