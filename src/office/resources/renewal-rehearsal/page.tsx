import { Alert, Box, Button, Card, LinearProgress, Stack, TextField, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { showNumber } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { useHidesGroup } from '../../kit/hidden-fields.ts';
import { showMoney } from '../../kit/money.ts';
import { problemOf } from '../../kit/problem.ts';
import { RowTable } from '../../kit/row-table.tsx';

/** How often a running calculation is asked after. */
const pollMs = 1000;

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
  const asked = { month, percent: Number(percent) };
  const queryClient = useQueryClient();
  const queryKey = ['renewal-rehearsal', month, percent, locale];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await api('GET /api/admin/renewal-rehearsal', { query: asked })).data,
    enabled: isValid,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });
  const calculate = useMutation({
    mutationFn: async () => (await api('POST /api/admin/renewal-rehearsal', { body: asked })).data,
    onSuccess: (standing) => queryClient.setQueryData(queryKey, standing),
  });
  const problem = calculate.error ?? error;
  const isRunning = data?.state === 'running';
  const result = data?.result;
  const count = (value: number) => showNumber(value, locale);
  const hidesAmounts = useHidesGroup('amounts');
  return (
    <Card sx={{ mt: 1, maxWidth: 960 }}>
      <Title title={translate('resources.renewal-rehearsal.name')} />
      <Stack sx={{ p: 2, gap: 2 }}>
        <Typography variant="body2" color="text.secondary">
          {text('rehearsal.hint')}
        </Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
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
          <Button
            variant="contained"
            disabled={!isValid || isRunning || calculate.isPending}
            onClick={() => calculate.mutate()}
          >
            {text(result ? 'rehearsal.again' : 'rehearsal.calculate')}
          </Button>
        </Stack>
        {isRunning && (
          <Box role="status">
            <LinearProgress
              aria-hidden
              variant={data.total > 0 ? 'determinate' : 'indeterminate'}
              value={(data.done / Math.max(data.total, 1)) * 100}
            />
            <Typography variant="body2" sx={{ mt: 0.5 }}>
              {text('rehearsal.running', { done: count(data.done), total: count(data.total) })}
            </Typography>
          </Box>
        )}
        {data?.state === 'stalled' && <Alert severity="warning">{text('rehearsal.stalled')}</Alert>}
        {problem && (
          <Alert severity="error">{problemOf(problem) || translate('ra.notification.http_error')}</Alert>
        )}
        {data?.state === 'none' && <Alert severity="info">{text('rehearsal.none')}</Alert>}
        {data?.result_at && (
          <Typography variant="body2" color="text.secondary">
            {text('rehearsal.as_of', { at: showInstant(data.result_at, locale) })}
          </Typography>
        )}
        {result && result.untaxed > 0 && (
          <Alert severity="warning">
            {text('rehearsal.untaxed', { count: count(result.untaxed), smart_count: result.untaxed })}
          </Alert>
        )}
        {result && result.changed > 0 && (
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            {result.changed > result.changes.length && (
              <Typography variant="body2">
                {text('rehearsal.largest', {
                  shown: count(result.changes.length),
                  count: count(result.changed),
                })}
              </Typography>
            )}
            {result.listed ? (
              <Button component={Link} to="/bill-changes" variant="outlined">
                {text('rehearsal.list_all')}
              </Button>
            ) : (
              <Typography variant="body2" color="text.secondary">
                {text('rehearsal.not_listed')}
              </Typography>
            )}
          </Stack>
        )}
        {result?.changed === 0 && (
          <Alert severity="info">
            {text(result.renewals === 0 ? 'rehearsal.no_renewals' : 'rehearsal.no_changes')}
          </Alert>
        )}
      </Stack>
      {result && (
        <>
          <RowTable
            title={text('rehearsal.all')}
            amounts
            rows={[
              { id: 'renewals', cells: { what: text('rehearsal.renewals'), value: count(result.renewals) } },
              { id: 'taxes', cells: { what: text('payment.taxes'), value: showMoney(result.tax_cents) } },
              { id: 'total', cells: { what: text('payment.total'), value: showMoney(result.total_cents) } },
            ].filter(({ cells }) => cells.value !== '')}
          />
          <RowTable
            title={text('rehearsal.by_plan')}
            amounts
            rows={result.plans.map(({ plan_id, name, renewals, total_cents }) => ({
              id: plan_id,
              cells: { plan: name, renewals: count(renewals), total: showMoney(total_cents) },
            }))}
          />
          <RowTable
            title={text('rehearsal.by_tax')}
            amounts
            rows={result.taxes.map(({ jurisdiction, name, amount_cents }) => ({
              id: `${jurisdiction} ${name}`,
              cells: { jurisdiction, name, amount: showMoney(amount_cents) },
            }))}
          />
          <RowTable
            title={text('rehearsal.changes', { count: count(result.changed) })}
            amounts
            rows={result.changes.map((change) => ({
              id: change.subscription_id,
              cells: {
                who: (
                  <>
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
                    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                      · {change.on}
                    </Box>
                    <Typography variant="body2" color="text.secondary">
                      {change.reason}
                    </Typography>
                  </>
                ),
                change: hidesAmounts
                  ? ''
                  : `${showMoney(change.before_cents)} → ${showMoney(change.after_cents)}`,
              },
            }))}
          />
        </>
      )}
    </Card>
  );
}
