/** The job that makes all documents of the search again: every night, and when their forms have changed. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { needsRebuild, rebuildDocuments } from '../documents.service.ts';

const dayMs = 86_400_000;
const key = 'search:rebuild';

export const rebuildDocumentsJob = defineJob<Record<string, never>>(
  'search_rebuild_documents',
  async (_payload, context, signal) => {
    await rebuildDocuments(context.db, signal);
    await scheduleRebuild(context, new Date(context.now().getTime() + dayMs));
  },
);

async function scheduleRebuild({ db }: Pick<Context, 'db'>, runAt: Date): Promise<void> {
  await enqueue(db, rebuildDocumentsJob, {}, { key, runAt });
}

/** Sees to it that documents are rebuilt: at once when they are missing or of another form, otherwise within a day. */
export async function watchDocuments(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = context.now();
  const soon = await needsRebuild(context.db);
  await scheduleRebuild(context, soon ? now : new Date(now.getTime() + dayMs));
}
