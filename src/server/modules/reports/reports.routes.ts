import { desc } from 'drizzle-orm';
import type { reportCalls } from '../../../contract/admin/reports.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { addMailing, listMailings, removeMailing } from './mailings.service.ts';
import { registerReportFiles } from './report-files.service.ts';
import { declarationOf, listChoices, readReport, reportsFor } from './reports.service.ts';
import { differences } from './reports.tables.ts';

const maxDifferences = 100;

/** Handlers of `reportCalls`. */
export function reportRoutes(context: Context): Handlers<typeof reportCalls> {
  registerReportFiles(context);
  return {
    'GET /api/admin/reports': async ({ caller }) => {
      const { contentPartnerId } = requireStaff(caller);
      return { data: reportsFor(contentPartnerId).map((report) => declarationOf(report, contentPartnerId)) };
    },
    'GET /api/admin/reports/{name}': ({ params, query, locale, caller }) =>
      readReport(context, params.name, query, locale, requireStaff(caller).contentPartnerId),
    'GET /api/admin/report-choices': async ({ locale, caller }) => ({
      data: await listChoices(context.db, locale, requireStaff(caller).contentPartnerId),
    }),
    'GET /api/admin/report-mailings': async ({ caller }) => ({
      data: await listMailings(context, requireStaff(caller)),
    }),
    'POST /api/admin/report-mailings': async ({ body, caller, locale }) => ({
      data: await addMailing(context, requireStaff(caller), body, locale),
    }),
    'DELETE /api/admin/report-mailings/{id}': async ({ params, caller }) => {
      await removeMailing(context, requireStaff(caller), params.id);
      return { data: { ok: true } };
    },
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
