/** The jobs of copies of people's data: making and deleting them. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetExports, makeExport, makeExportJobName, removeUnfinished } from '../data-exports.service.ts';
import { fileOf, type RemoveExportsPayload, removeExportsJobName } from '../export-files.service.ts';

export const makeExportJob = defineJob<{ id: string }>(makeExportJobName, ({ id }, context) =>
  makeExport(context, id),
);

/** Deletes the copies of an erased user. */
export const removeExportsJob = defineJob<RemoveExportsPayload>(
  removeExportsJobName,
  async ({ exportIds }, { storage }) => {
    for (const id of exportIds) await storage.remove(fileOf(id));
  },
);

export const tidyExportsJob = defineJob<Record<string, never>>(
  'data_exports_tidy',
  async (_payload, context) => {
    await forgetExports(context);
    await removeUnfinished(context);
  },
);
