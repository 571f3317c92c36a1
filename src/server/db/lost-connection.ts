/** Errors of a database that cannot be reached. */
import { errorCode, fieldOf } from '../unknown-value.ts';

/** States of a server that is shutting down, starting, or has no free connection. */
const unavailableStates = ['57P01', '57P02', '57P03', '53300'];

/** Errors of a connection that was lost while it was used. */
const lostConnection = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

const lostMessage =
  /^timeout exceeded when trying to connect|^Connection terminated|^Client has encountered a connection error|^Client was closed/;

/** Whether the database cannot be reached, is shutting down, or has no free connection: a retry soon helps. */
export function isConnectionLost(error: unknown): boolean {
  const cause = fieldOf(error, 'cause') ?? error;
  return (
    fieldOf(cause, 'syscall') === 'connect' ||
    [...unavailableStates, ...lostConnection].includes(errorCode(cause) ?? '') ||
    (cause instanceof Error && lostMessage.test(cause.message))
  );
}
