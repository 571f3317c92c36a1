import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList, useNotify, useRefresh } from 'react-admin';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { useTellProblem } from '../../kit/problem.ts';
import type { RowOf } from '../../names.ts';

const months = [1, 3, 6, 12] as const;
const empty = { lot: '', plan_id: '', months: '1', count: '10', expires: '' };

/** Makes a lot of codes. Its name is had once, so pressed twice is made once. */
export function LotPanel() {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const refresh = useRefresh();
  const tellProblem = useTellProblem();
  const [entered, setEntered] = useState(empty);
  const [busy, setBusy] = useState(false);
  const mayCreate = useMay('create', 'gifts');
  const { data: plans = [] } = useGetList<RowOf<'plans'>>('plans', {
    pagination: { page: 1, perPage: 100 },
  });
  if (!mayCreate) return null;
  const field = (name: keyof typeof empty, width: number) => ({
    size: 'small' as const,
    value: entered[name],
    onChange: (event: { target: { value: string } }) =>
      setEntered((before) => ({ ...before, [name]: event.target.value })),
    sx: { flex: `1 1 ${width}px`, minWidth: 0, m: 0 },
  });
  const make = async () => {
    setBusy(true);
    try {
      const { data } = await api('POST /api/admin/gift-lots', {
        body: {
          lot: entered.lot,
          plan_id: entered.plan_id,
          months: (months.find((count) => String(count) === entered.months) ?? 1) as 1,
          count: Number(entered.count),
          expires_at: entered.expires ? new Date(`${entered.expires}T23:59:59`).toISOString() : null,
        },
      });
      notify(text('gift.made', { count: data.count }), { type: 'success' });
      setEntered(empty);
      refresh();
    } catch (error) {
      tellProblem(error);
    }
    setBusy(false);
  };
  return (
    <Box sx={{ p: { xs: 1.5, sm: 2 }, borderBottom: 1, borderColor: 'divider', display: 'grid', gap: 1.5 }}>
      <Typography variant="body2" color="text.secondary">
        {text('gift.hint')}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <TextField
          label={text('gift.lot')}
          {...field('lot', 180)}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <TextField select label={text('gift.plan')} {...field('plan_id', 180)}>
          {plans
            .filter(({ period }) => period !== 'once')
            .map((plan) => (
              <MenuItem key={plan.id} value={plan.id}>
                {locale === 'ko' ? plan.name_ko : plan.name_en}
              </MenuItem>
            ))}
        </TextField>
        <TextField select label={text('gift.months')} {...field('months', 90)}>
          {months.map((count) => (
            <MenuItem key={count} value={String(count)}>
              {count}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="number"
          label={text('gift.count')}
          {...field('count', 90)}
          slotProps={{ htmlInput: { min: 1, max: 1000 } }}
        />
        <TextField
          type="date"
          label={text('gift.expires')}
          {...field('expires', 170)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <Button
          variant="contained"
          size="small"
          loading={busy}
          disabled={!entered.lot.trim() || !entered.plan_id}
          onClick={() => void make()}
        >
          {text('gift.make')}
        </Button>
      </Stack>
    </Box>
  );
}
