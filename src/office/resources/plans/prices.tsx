import AddIcon from '@mui/icons-material/Add';
import {
  Box,
  Button,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { ChoiceCell } from '../../kit/columns.tsx';
import { useHidesGroup } from '../../kit/hidden-fields.ts';
import { showMoney } from '../../kit/money.ts';
import { useReadOnly } from '../../kit/read-only.ts';
import type { RowOf } from '../../names.ts';
import { priceStates } from '../plan-prices/states.ts';

/** The prices of a plan, the ones to come first; another one is added with its date. */
export function PricesOfPlan({ planId }: { planId: string }) {
  const text = useText();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const mayCreate = useMay('create', 'plan-prices');
  const hidesAmounts = useHidesGroup('amounts');
  const { data } = useGetList<RowOf<'plan-prices'>>('plan-prices', {
    filter: { plan_id: planId },
    sort: { field: 'starts_at', order: 'DESC' },
    pagination: { page: 1, perPage: 100 },
  });
  if (!data) return null;
  return (
    <Box component="section" aria-labelledby="plan-prices" sx={{ width: '100%', mt: 1, mb: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="subtitle2" component="h2" id="plan-prices" sx={{ flex: 1 }}>
          {text('prices.title')}
        </Typography>
        {!readOnly && mayCreate && !hidesAmounts && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            component={Link}
            to={`/plan-prices/create?source=${encodeURIComponent(JSON.stringify({ plan_id: planId }))}`}
          >
            {text('prices.add')}
          </Button>
        )}
      </Stack>
      {data.length === 0 ? (
        <Typography variant="body2" color="text.secondary">
          {text('prices.none')}
        </Typography>
      ) : (
        <Box sx={{ overflowX: 'auto' }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{text('prices.from')}</TableCell>
                {!hidesAmounts && (
                  <>
                    <TableCell align="right">{text('prices.price')}</TableCell>
                    <TableCell align="right">{text('prices.regular')}</TableCell>
                  </>
                )}
                <TableCell>{text('prices.state')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map(({ id, starts_at, price_cents, regular_price_cents, state }) => (
                <TableRow key={id}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    <Box component={Link} to={`/plan-prices/${id}`} sx={{ color: 'inherit' }}>
                      {showInstant(starts_at, locale)}
                    </Box>
                  </TableCell>
                  {!hidesAmounts && (
                    <>
                      <TableCell align="right">{showMoney(price_cents)}</TableCell>
                      <TableCell align="right">
                        {regular_price_cents === null ? '—' : showMoney(regular_price_cents)}
                      </TableCell>
                    </>
                  )}
                  <TableCell>
                    <ChoiceCell {...priceStates[state]} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
  );
}
