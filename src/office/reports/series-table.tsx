/** The figures by day that a chart draws, for those who do not see it, and for all. */
import { Box } from '@mui/material';
import type { ReportAnswer } from '../../contract/admin/reports.ts';
import { showDay, showValue } from '../../contract/report-values.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';

/** Whether a report's chart is of its figures by day: a single day has no line. */
export const isDrawnByDay = ({ series, meta }: Pick<ReportAnswer, 'series' | 'meta'>): boolean =>
  meta.report.chart?.shape === 'days' && series.length > 1;

/** A chart by day as a table, closed until it is asked for. Its cells are plain: a period may have a thousand days. */
export function SeriesTable({ answer: { series, meta } }: { answer: ReportAnswer }) {
  const text = useText();
  const locale = useOfficeLocale();
  const { chart, columns } = meta.report;
  const measure = columns.find(({ name }) => name === chart?.measure);
  const show = (value: number | null) => showValue(value, measure?.kind ?? 'count', locale);
  const name = text('report.series', { measure: measure?.label[locale] ?? '' });
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer', typography: 'body2' }}>
        {name}
      </Box>
      {/* Scrolls where it is longer than the chart, by the keyboard too. */}
      <Box role="region" aria-label={name} tabIndex={0} sx={{ maxHeight: 300, overflow: 'auto', mt: 1 }}>
        <Box
          component="table"
          sx={{
            borderCollapse: 'collapse',
            typography: 'body2',
            '& th, & td': { px: 2, py: 0.5, borderBottom: 1, borderColor: 'divider', whiteSpace: 'nowrap' },
            '& th': { textAlign: 'left', fontWeight: 600 },
            '& td, & thead th + th': { textAlign: 'right' },
          }}
        >
          <thead>
            <tr>
              <th scope="col">{text('report.day')}</th>
              <th scope="col">{text('report.now')}</th>
              <th scope="col">{text('report.before')}</th>
            </tr>
          </thead>
          <tbody>
            {series.map(({ day, value, before }) => (
              <tr key={day}>
                <th scope="row">{showDay(day, locale)}</th>
                <td>{show(value)}</td>
                <td>{show(before)}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}
