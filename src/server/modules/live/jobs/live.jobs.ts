/** Updates what channels show: videos become ready, and titles open and close over time. */
import type { Context } from '../../../context.ts';
import type { Queryable } from '../../../db/client.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { forgetGoneItems } from '../live.repo.ts';
import { refreshChannels } from '../playout.service.ts';
import { applyTemplates } from '../templates.service.ts';

const refreshName = 'live_refresh_channels';
const watchMs = 30_000;

export const refreshChannelsJob = defineJob<Record<string, never>>(refreshName, async (_payload, context) => {
  await refreshChannels(context);
});

/** Enqueues a refresh after a change of staff. The key is the same on all nodes, so that one job is due. */
export const enqueueRefresh = (db: Queryable) =>
  enqueue(db, { name: refreshName }, {}, { key: 'live:refresh', maxAttempts: 1 });

const templatesName = 'live_apply_templates';

export const applyTemplatesJob = defineJob<{ channelId?: string }>(
  templatesName,
  async ({ channelId }, context) => {
    if ((await applyTemplates(context, channelId)) > 0) await enqueueRefresh(context.db);
  },
);

/** Enqueues the writing of the template of a channel, or of all channels, after a change of staff. */
export const enqueueTemplates = (db: Queryable, channelId?: string) =>
  channelId
    ? enqueue(db, { name: templatesName }, { channelId }, { key: `live:templates:${channelId}` })
    : enqueue(db, { name: templatesName }, {}, { key: 'live:templates' });

/** Deletes what line-ups have of titles that are gone for good. */
export const forgetGoneItemsJob = defineJob<Record<string, never>>(
  'live_forget_gone_items',
  async (_payload, { db, now }) => {
    await forgetGoneItems(db, now());
  },
);

/** Enqueues the refresh now and every half a minute, until the returned function is called. */
export async function watchChannels(context: Context): Promise<() => void> {
  const put = () => enqueueRefresh(context.db);
  await put();
  const timer = setInterval(() => {
    put().catch((error) => context.log.warn({ err: error }, 'the watch over channels failed'));
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
