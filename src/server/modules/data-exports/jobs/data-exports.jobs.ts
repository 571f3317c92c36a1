/** The jobs of copies of people's data: making them, and taking them away. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetExports, makeExport, makeExportJobName, removeLeftovers } from '../data-exports.service.ts';
import { fileOf, type RemoveExportsPayload, removeExportsJobName } from '../export-files.service.ts';

export const makeExportJob = defineJob<{ id: string }>(makeExportJobName, ({ id }, context) =>
  makeExport(context, id),
);

/** Removes the copies of somebody who is erased. */
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
    await removeLeftovers(context);
  },
);
