/** The jobs of copies of people's data: making them, and taking them away. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { forgetExports, makeExport, makeExportJobName, removeLeftovers } from '../data-exports.service.ts';
import { fileOf, type RemoveExportsPayload, removeExportsJobName } from '../export-files.service.ts';

const hourMs = 3_600_000;

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
    await schedule(context, new Date(context.now().getTime() + hourMs));
  },
);

const schedule = ({ db }: Pick<Context, 'db'>, runAt: Date) =>
  enqueue(db, tidyExportsJob, {}, { key: 'data-exports:tidy', runAt });

/** Sees to it that they are forgotten when their week is over. */
export const watchExports = (context: Pick<Context, 'db' | 'now'>): Promise<void> =>
  schedule(context, context.now());
