/** What is done with a report: it is saved as a view, and taken as a file. */
import { Stack } from '@mui/material';
import type { ExportColumn } from '../../contract/admin/exports.ts';
import type { ViewState } from '../../contract/admin/office.ts';
import { type DeclaredReport, type ReportFilters, reportList } from '../../contract/admin/reports.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { useMay } from '../kit/access.ts';
import { ExportMenu } from '../kit/export-button.tsx';
import { ViewsMenu } from '../kit/list/saved-views.tsx';
import { MailButton } from './mail-button.tsx';
import type { ReportState } from './use-report.ts';

export function ReportActions({
  report,
  state,
  isEmpty,
}: {
  report: DeclaredReport;
  state: ReportState;
  /** There is nothing to take as a file. */
  isEmpty: boolean;
}) {
  const locale = useOfficeLocale();
  const mayExport = useMay('export', 'reports');
  const resource = reportList(report.name);
  const { page: _page, per_page: _perPage, view: _view, sort, order, ...filters } = state.values;
  const asked = { ...filters, period: state.period };
  const view: ViewState = {
    filter: asked,
    sort: sort ?? report.sort.by,
    order: order === 'asc' || order === 'desc' ? order : report.sort.order,
    columns: null,
  };
  const open = ({ filter, sort: by, order: direction }: ViewState) => {
    const given = Object.entries(filter).map(([name, value]) => [name, String(value)]);
    const none = Object.keys(state.values).map((name) => [name, undefined]);
    state.change({ ...Object.fromEntries(none), ...Object.fromEntries(given), sort: by, order: direction });
  };
  return (
    <Stack direction="row" sx={{ justifyContent: 'flex-end', flexWrap: 'wrap', gap: 0.5 }}>
      <ViewsMenu resource={resource} state={view} onOpen={open} />
      <MailButton
        report={report}
        // What an address says of them is checked by the server.
        filters={
          Object.fromEntries(
            report.filters.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
          ) as ReportFilters
        }
      />
      {mayExport && !isEmpty && (
        <ExportMenu
          resource={resource}
          query={{ ...asked, sort: view.sort, order: view.order }}
          columns={report.columns.map(({ name, kind, label }): ExportColumn => {
            const as = kind === 'count' || kind === 'seconds' || kind === 'percent' ? kind : undefined;
            return { field: name, label: label[locale], ...(as ? { as } : {}) };
          })}
        />
      )}
    </Stack>
  );
}
