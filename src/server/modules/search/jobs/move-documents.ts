/** The job that gives search documents the date of their things, where very many have changed at once. */

import { defineJob } from '../../../jobs/queue.ts';
import { must } from '../../../must.ts';
import { indexDocuments, type MoveDocumentsPayload, moveDocumentsJobName } from '../documents.service.ts';
import { searchSources } from '../sources.service.ts';

export const moveDocumentsJob = defineJob<MoveDocumentsPayload>(
  moveDocumentsJobName,
  async ({ kind, ids }, { db, registries }) => {
    const source = must(
      registries.get(searchSources).find((own) => own.kind === kind),
      `search source ${kind}`,
    );
    await db.transaction((tx) => indexDocuments(tx, source, ids));
  },
);
