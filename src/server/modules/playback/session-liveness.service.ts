/**
 * Whether a playback session is alive, for every media request. A node caches the answer briefly and renews it with the
 * heartbeats that it receives. So a session that plays through one node needs no query, and a session that has ended is soon
 * refused by every node.
 */
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';

/** A stream is free after this time without a heartbeat: three heartbeats missed. */
export const silentMs = 45_000;
/** How long a session's addresses are valid: a long film with a long pause. */
export const sessionMs = 12 * 3_600_000;
/** A session that has ended on another node is served no longer than this. */
const rememberedMs = 20_000;
/** A session that is not alive may be revived by a heartbeat on another node. */
const deadRememberedMs = 1000;
const maxSessions = 50_000;

interface Known {
  until: number;
  isAlive: Promise<boolean>;
}
const nodes = new WeakMap<Context, LRUCache<string, Known>>();

function knownOf(context: Context): LRUCache<string, Known> {
  const known = nodes.get(context) ?? new LRUCache<string, Known>({ max: maxSessions });
  nodes.set(context, known);
  return known;
}

/** Caches that a session is alive: a heartbeat has arrived or the session has just begun. */
export function rememberAlive(context: Context, sessionId: string): void {
  const until = context.now().getTime() + rememberedMs;
  knownOf(context).set(sessionId, { until, isAlive: Promise.resolve(true) });
}

/** Marks a session as ended: from now on this node serves nothing of it. */
export function forgetAlive(context: Context, sessionId: string): void {
  knownOf(context).delete(sessionId);
}

/** Whether media of a session may be sent: it was opened, has not ended, and has had a recent heartbeat. */
export async function isSessionAlive(context: Context, sessionId: string): Promise<boolean> {
  const known = knownOf(context);
  const now = context.now().getTime();
  const found = known.get(sessionId);
  if (found && found.until > now) return found.isAlive;
  const isAlive = askDatabase(context, sessionId, now);
  const own: Known = { until: now + rememberedMs, isAlive };
  known.set(sessionId, own);
  isAlive.then(
    (alive) => {
      if (!alive) own.until = now + deadRememberedMs;
    },
    () => known.delete(sessionId),
  );
  return isAlive;
}

async function askDatabase({ pool }: Context, sessionId: string, now: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'playback_alive',
    text: 'select from playback_sessions where id = $1 and ended_at is null and heartbeat_at > $2 and started_at > $3',
    values: [sessionId, new Date(now - silentMs), new Date(now - sessionMs)],
  });
  return rowCount === 1;
}
