import {
  Alert,
  Box,
  Card,
  LinearProgress,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { showNumber } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { showMoney } from '../../kit/money.ts';

export function RehearsalPage() {
  return (
    <Guarded action="list">
      <Rehearsal />
    </Guarded>
  );
}

/** The month after this one, `YYYY-MM`. */
function nextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, 1)).toISOString().slice(0, 7);
}

function Rehearsal() {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const [month, setMonth] = useState(nextMonth);
  const [percent, setPercent] = useState('10');
  const isValid = /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && /^\d{1,3}$/.test(percent);
  const { data, error, isFetching } = useQuery({
    queryKey: ['renewal-rehearsal', month, percent, locale],
    queryFn: async () =>
      (await api('GET /api/admin/renewal-rehearsal', { query: { month, percent: Number(percent) } })).data,
    enabled: isValid,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const count = (value: number) => showNumber(value, locale);
  return (
    <Card sx={{ mt: 1, maxWidth: 960 }}>
      <Title title={translate('resources.renewal-rehearsal.name')} />
      <Stack sx={{ p: 2, gap: 2 }}>
        <Typography variant="body2" color="text.secondary">
          {text('rehearsal.hint')}
        </Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <TextField
            type="month"
            size="small"
            label={text('rehearsal.month')}
            value={month}
            onChange={({ target }) => setMonth(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ width: 200 }}
          />
          <TextField
            type="number"
            size="small"
            label={text('rehearsal.percent')}
            value={percent}
            onChange={({ target }) => setPercent(target.value)}
            slotProps={{ htmlInput: { min: 0, max: 999 } }}
            sx={{ width: 160 }}
          />
        </Stack>
        {isFetching && <LinearProgress />}
        {error && (
          <Alert severity="error">
            {error instanceof ApiError ? error.message : translate('ra.notification.http_error')}
          </Alert>
        )}
        {data?.changed === 0 && <Alert severity="info">{text('rehearsal.no_changes')}</Alert>}
        {data?.is_bounded && <Alert severity="warning">{text('rehearsal.bounded')}</Alert>}
      </Stack>
      {data && (
        <>
          <Rows
            rows={[
              [text('rehearsal.renewals'), count(data.renewals)],
              [text('payment.taxes'), showMoney(data.tax_cents)],
              [text('payment.total'), showMoney(data.total_cents)],
            ]}
          />
          <Rows
            title={text('rehearsal.by_plan')}
            rows={data.plans.map((plan) => [
              `${plan.name} · ${count(plan.renewals)}`,
              showMoney(plan.total_cents),
            ])}
          />
          <Rows
            title={text('rehearsal.by_tax')}
            rows={data.taxes.map((tax) => [`${tax.jurisdiction} ${tax.name}`, showMoney(tax.amount_cents)])}
          />
          <Rows
            title={text('rehearsal.changes', { count: count(data.changed) })}
            rows={data.changes.map((change) => [
              <Box key="who">
                {change.customer_id ? (
                  <Box
                    component={Link}
                    to={`/customers/${change.customer_id}/show`}
                    sx={{ color: 'inherit', fontWeight: 600 }}
                  >
                    {change.username}
                  </Box>
                ) : (
                  '—'
                )}{' '}
                · {change.on}
                <Typography variant="body2" color="text.secondary">
                  {change.reason}
                </Typography>
              </Box>,
              `${showMoney(change.before_cents)} → ${showMoney(change.after_cents)}`,
            ])}
          />
        </>
      )}
    </Card>
  );
}

function Rows({ title, rows }: { title?: string; rows: [ReactNode, string][] }) {
  if (rows.length === 0) return null;
  return (
    <>
      {title && (
        <Typography variant="subtitle2" component="h2" sx={{ px: 2, pt: 2, pb: 0.5 }}>
          {title}
        </Typography>
      )}
      <Table size="small">
        <TableBody>
          {rows.map(([what, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer keep their places.
            <TableRow key={index}>
              <TableCell>{what}</TableCell>
              <TableCell align="right">{value}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
