import { desc } from 'drizzle-orm';
import type { reportCalls } from '../../../contract/admin/reports.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { declarationOf, listChoices, readReport, reports } from './reports.service.ts';
import { differences } from './reports.tables.ts';

const maxDifferences = 100;

/** Handlers of `reportCalls`. */
export function reportRoutes(context: Context): Handlers<typeof reportCalls> {
  return {
    'GET /api/admin/reports': async () => ({ data: reports.map(declarationOf) }),
    'GET /api/admin/reports/{name}': ({ params, query, locale }) =>
      readReport(context, params.name, query, locale),
    'GET /api/admin/report-choices': async ({ locale }) => ({ data: await listChoices(context.db, locale) }),
    'GET /api/admin/report-differences': async () => {
      const rows = await context.db
        .select()
        .from(differences)
        .orderBy(desc(differences.foundAt))
        .limit(maxDifferences);
      return {
        data: rows.map(({ id, day, figure, counted, kept, foundAt }) => ({
          id,
          day,
          figure,
          counted,
          kept,
          found_at: foundAt.toISOString(),
        })),
      };
    },
  };
}
