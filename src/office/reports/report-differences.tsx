import { Alert, AlertTitle } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '../../contract/report-values.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { showNumber } from '../kit/format.ts';

const maxShown = 5;

/** Where figures of reports differ from their facts. Nothing, as long as they do not. */
export function ReportDifferences() {
  const text = useText();
  const locale = useOfficeLocale();
  const { data = [] } = useQuery({
    queryKey: ['report-differences'],
    queryFn: async () => (await api('GET /api/admin/report-differences')).data,
  });
  if (data.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>{text('report.differences', { count: showNumber(data.length, locale) })}</AlertTitle>
      {data.slice(0, maxShown).map(({ id, day, figure, counted, kept }) => (
        <div key={id}>
          {text('report.difference', {
            day: showDay(day, locale),
            figure,
            counted: showNumber(counted, locale),
            kept: showNumber(kept, locale),
          })}
        </div>
      ))}
    </Alert>
  );
}
