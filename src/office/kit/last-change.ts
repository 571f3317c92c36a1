/** The last change that this page has made, by which the message about it offers to undo it. */
let last: string | null = null;

/** Notes the entry of the event log that a call has answered, where who made the change can undo it. */
export function noteChange(made: { event_id?: string | null; can_undo?: boolean }): void {
  last = made.can_undo ? (made.event_id ?? null) : null;
}

/** Whether a change was made that no message has offered to undo yet. */
export const hasChange = (): boolean => last !== null;

/** The entry of the change just made; only the first who asks gets it. */
export function takeChange(): string | null {
  const taken = last;
  last = null;
  return taken;
}
