/** The job that makes content partners' statements. */
import { defineJob } from '../../../jobs/queue.ts';
import { makeStatements } from '../statements.service.ts';

/** Makes the statements of past months that are missing and whose days are closed. */
export const makeStatementsJob = defineJob<Record<string, never>>(
  'partner_statements',
  async (_payload, context) => {
    const made = await makeStatements(context);
    if (made > 0) context.log.info({ made }, 'statements of content partners were made');
  },
);
