/** The job that makes all search documents again: every night, and when their forms have changed. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { needsRebuild, rebuildDocuments } from '../documents.service.ts';
import { searchSources } from '../sources.service.ts';

export const rebuildDocumentsJob = defineJob<Record<string, never>>(
  'search_rebuild_documents',
  async (_payload, context, signal) => {
    await rebuildDocuments(context.db, context.registries.get(searchSources), signal);
  },
);

/** Enqueues a rebuild when documents are missing or have other forms. */
export async function rebuildIfNeeded({ db }: Pick<Context, 'db'>): Promise<void> {
  if (await needsRebuild(db)) await enqueue(db, rebuildDocumentsJob, {}, { key: rebuildDocumentsJob.name });
}
