/** The last change that this page has made, by which the message about it offers to undo it. */
let last: string | null = null;

/** Notes the entry of the event log that a call has answered. */
export function noteChange(eventId: string | null | undefined): void {
  last = eventId ?? null;
}

/** The entry of the change just made; only the first who asks gets it. */
export function takeChange(): string | null {
  const taken = last;
  last = null;
  return taken;
}
