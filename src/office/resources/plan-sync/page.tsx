import SyncIcon from '@mui/icons-material/Sync';
import {
  Alert,
  Box,
  Card,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Title, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ComparedPlan, ComparedPrice } from '../../../contract/admin/plan-sync.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { type Text, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import type { Choice } from '../../kit/chips.tsx';
import { ChoiceCell, NameCell } from '../../kit/columns.tsx';
import { showNumber } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { showMoney } from '../../kit/money.ts';

const states: Record<ComparedPlan['state'], Choice> = {
  same: { text: 'plan_sync.state_same', tone: 'jade' },
  missing: { text: 'plan_sync.state_missing', tone: 'gold' },
  different: { text: 'plan_sync.state_different', tone: 'gold' },
  unknown: { text: 'plan_sync.state_unknown' },
};
const queryKey = ['plan-sync'];

export function PlanSyncPage() {
  return (
    <Guarded action="list">
      <PlanSync />
    </Guarded>
  );
}

function PlanSync() {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mayUpdate = useMay('update', 'plan-sync');
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await api('GET /api/admin/plan-sync')).data,
    retry: false,
  });
  const sync = async () => {
    try {
      queryClient.setQueryData(queryKey, (await api('POST /api/admin/plan-sync')).data);
      notify(text('plan_sync.done'), { type: 'success' });
    } catch (refused) {
      // Some of it may have been done.
      void queryClient.invalidateQueries({ queryKey });
      throw refused;
    }
  };
  const count = showNumber(data?.differences ?? 0, locale);
  return (
    <Card sx={{ mt: 1, maxWidth: 960 }}>
      <Title title={translate('resources.plan-sync.name')} />
      <Stack direction="row" sx={{ p: 2, gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="body2" color="text.secondary" sx={{ flex: '1 1 320px' }}>
          {text('plan_sync.hint')}
        </Typography>
        {mayUpdate && data && (
          <AskedButton
            variant="contained"
            startIcon={<SyncIcon />}
            disabled={data.differences === 0}
            question={text('plan_sync.question', { count })}
            onConfirm={sync}
          >
            {text('plan_sync.button')}
          </AskedButton>
        )}
      </Stack>
      {error && (
        <Alert severity="warning" sx={{ mx: 2, mb: 2 }}>
          {error instanceof ApiError ? error.message : translate('ra.notification.http_error')}
        </Alert>
      )}
      {data && (
        <Alert severity={data.differences === 0 ? 'success' : 'info'} sx={{ mx: 2, mb: 2, py: 0 }}>
          {text(data.differences === 0 ? 'plan_sync.same' : 'plan_sync.differences', { count })}
        </Alert>
      )}
      {data && <Comparison plans={data.plans} />}
    </Card>
  );
}

function Comparison({ plans }: { plans: ComparedPlan[] }) {
  const text = useText();
  const locale = useOfficeLocale();
  if (plans.length === 0)
    return (
      <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 2 }}>
        {text('plan_sync.empty')}
      </Typography>
    );
  return (
    // Wide on a small screen: it scrolls by itself, with the keyboard too.
    <Box sx={{ overflowX: 'auto' }} role="region" aria-label={text('plan_sync.what')} tabIndex={0}>
      <Table size="small" sx={{ minWidth: 520 }}>
        <TableHead>
          <TableRow>
            <TableCell>{text('plan_sync.what')}</TableCell>
            <TableCell>{text('prices.state')}</TableCell>
            <TableCell>{text('plan_sync.here')}</TableCell>
            <TableCell>{text('plan_sync.there')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {plans.map((plan) => {
            const name = (locale === 'ko' ? plan.name_ko : plan.name_en) ?? plan.gateway_name ?? '';
            return (
              <Fragment key={plan.plan_id ?? plan.gateway_id}>
                <Row
                  what={
                    plan.plan_id ? (
                      <Box
                        component={Link}
                        to={`/plans/${plan.plan_id}`}
                        sx={{ fontWeight: 600, color: 'inherit' }}
                      >
                        {name}
                      </Box>
                    ) : (
                      <NameCell>{name}</NameCell>
                    )
                  }
                  here={plan.active === null ? null : [plan.name_en, sale(plan.active, text)]}
                  there={
                    plan.gateway_active === null ? null : [plan.gateway_name, sale(plan.gateway_active, text)]
                  }
                  state={plan.state}
                />
                {plan.prices.map((price) => (
                  <PriceRow key={price.price_id ?? price.gateway_id} price={price} />
                ))}
              </Fragment>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
}

const sale = (active: boolean, text: Text) => text(active ? 'plan_sync.on_sale' : 'plan_sync.off_sale');

function PriceRow({ price }: { price: ComparedPrice }) {
  const text = useText();
  const period = price.months === null ? '' : text(price.months === 12 ? 'period.yearly' : 'period.monthly');
  return (
    <Row
      what={
        <Box component="span" sx={{ pl: 2 }}>
          {showMoney(price.amount_cents)} {period}
        </Box>
      }
      here={price.active === null ? null : [sale(price.active, text)]}
      there={price.gateway_active === null ? null : [sale(price.gateway_active, text)]}
      state={price.state}
    />
  );
}

function Row({
  what,
  here,
  there,
  state,
}: {
  what: ReactNode;
  here: (string | null)[] | null;
  there: (string | null)[] | null;
  state: ComparedPlan['state'];
}) {
  const text = useText();
  const show = (said: (string | null)[] | null) =>
    said ? said.filter(Boolean).join(' · ') : text('plan_sync.none');
  return (
    <TableRow>
      <TableCell>{what}</TableCell>
      <TableCell>
        <ChoiceCell {...states[state]} />
      </TableCell>
      <TableCell>{show(here)}</TableCell>
      <TableCell>{show(there)}</TableCell>
    </TableRow>
  );
}
