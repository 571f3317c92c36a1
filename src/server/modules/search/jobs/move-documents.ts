/** The job that gives search documents the date of their things, where very many have changed at once. */

import { defineJob } from '../../../jobs/queue.ts';
import { must } from '../../../must.ts';
import { indexDocuments, type MoveDocumentsPayload, moveDocumentsJobName } from '../documents.service.ts';

export const moveDocumentsJob = defineJob<MoveDocumentsPayload>(
  moveDocumentsJobName,
  async ({ kind, ids }, { db, searchSources }) => {
    const source = must(
      searchSources.find((own) => own.kind === kind),
      `search source ${kind}`,
    );
    await db.transaction((tx) => indexDocuments(tx, source, ids));
  },
);
