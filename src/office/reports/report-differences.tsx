import { Alert, AlertTitle } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '../../contract/report-values.ts';
import { api } from '../api.ts';
import { type Text, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { type TextKey, texts } from '../i18n/texts.ts';
import { showNumber } from '../kit/format.ts';

const maxShown = 5;

/** What a compared figure is called; its own name where it has none. */
function figureName(figure: string, text: Text): string {
  const key = `figure.${figure}`;
  return key in texts ? text(key as TextKey) : figure;
}

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
            figure: figureName(figure, text),
            counted: showNumber(counted, locale),
            kept: showNumber(kept, locale),
          })}
        </div>
      ))}
    </Alert>
  );
}
