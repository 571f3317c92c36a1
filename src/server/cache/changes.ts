/** Notifies every node that shared content has changed, so that cached responses are invalidated. */
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Queryable } from '../db/client.ts';
import { listen } from '../db/listener.ts';
import { type CacheTag, isCacheTag } from './response-cache.ts';

const channel = 'maru_changed';

/** Announces a change; the notification is sent when the transaction commits. */
export async function announceChange(tx: Queryable, tag: CacheTag): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${tag})`);
}

/** Listens for changes until the returned function is called. After a lost connection the whole cache is invalidated. */
export async function listenForChanges({
  responseCache,
  pool,
}: Pick<Context, 'responseCache' | 'pool'>): Promise<() => Promise<void>> {
  const stop = await listen(pool, {
    channel,
    onNotification: (tag) => {
      if (isCacheTag(tag)) responseCache.drop(tag);
    },
    onGap: () => responseCache.clear(),
  });
  return async () => stop();
}
