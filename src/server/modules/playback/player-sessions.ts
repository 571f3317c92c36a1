/** The session ids in media addresses of players of other makers, which send no heartbeats. */

const mark = 'player~';

/** Stands for the session of another player. */
export const playerStream = (sessionId: string): string => `${mark}${sessionId}`;

/** The session of another player; undefined for a session of the service's own players. */
export const sessionOfPlayer = (streamId: string): string | undefined =>
  streamId.startsWith(mark) ? streamId.slice(mark.length) : undefined;
