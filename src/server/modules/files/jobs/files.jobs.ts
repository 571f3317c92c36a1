/** The jobs of exports and imports, and deleting what is old. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetExports, makeExport, makeExportJobName, removeUnfinished } from '../exports.service.ts';
import { forgetImports, runImport, runImportJobName } from '../imports.service.ts';

export const makeExportJob = defineJob<{ id: string }>(makeExportJobName, ({ id }, context, signal) =>
  makeExport(context, id, signal),
);

export const runImportJob = defineJob<{ id: string }>(runImportJobName, ({ id }, context) =>
  runImport(context, id),
);

export const tidyFilesJob = defineJob<Record<string, never>>('files_tidy', async (_payload, context) => {
  await forgetExports(context);
  await removeUnfinished(context);
  await forgetImports(context);
});
