/** How long a proof by a code from the mailbox counts. */
export const provedMs = 15 * 60_000;
