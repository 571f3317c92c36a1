/** Notifies every node that shared content has changed, so that cached responses are invalidated. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Context } from '../context.ts';
import type { Queryable } from '../db/client.ts';
import { type CacheTag, isCacheTag } from './response-cache.ts';

const channel = 'maru_changed';

/** Announces a change; the notification is sent when the transaction commits. */
export async function announceChange(tx: Queryable, tag: CacheTag): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${tag})`);
}

/** Listens for changes until the returned function is called. After a lost connection the whole cache is invalidated. */
export async function listenForChanges(
  context: Pick<Context, 'responseCache' | 'pool' | 'log'>,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const dropAll = () => context.responseCache.clear();
  const connect = async () => {
    // Only keep-alive detects a peer that vanished silently: nothing is ever sent on this connection.
    const fresh = new pg.Client({ ...context.pool.options, keepAlive: true });
    // While it connects, the promise reports errors; afterwards a lost connection may be reported twice.
    const lost = () => {
      if (client !== fresh) return;
      client = undefined;
      fresh.end().catch(() => {});
      again();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      fresh.end().catch(() => {});
      throw error;
    }
    if (stopped) return void (await fresh.end());
    fresh.on('notification', ({ payload }) => {
      if (isCacheTag(payload)) context.responseCache.drop(payload);
    });
    client = fresh;
    dropAll();
  };
  const again = () => {
    if (stopped) return;
    dropAll();
    timer = setTimeout(() => connect().catch(again), 1000);
  };
  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
