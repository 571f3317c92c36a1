import Icon from '@mui/icons-material/DifferenceOutlined';
import { Box, Checkbox, FormControlLabel, Stack } from '@mui/material';
import { useNotify, useRefresh } from 'react-admin';
import { Link } from 'react-router';
import { api } from '../../api.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { AskedField, AskedForm } from '../../kit/asked-form.tsx';
import type { Choice } from '../../kit/chips.tsx';
import { choice, custom, filteredBy, instant, known, line, logged } from '../../kit/fields.tsx';
import { ChoiceFilter } from '../../kit/filters.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { movementKinds } from '../payments/values.ts';

type Difference = RowOf<'payment-differences'>;

const kinds: Record<Difference['difference'], Choice> = {
  unknown: { text: 'difference.unknown', tone: 'gold' },
  amount: { text: 'difference.amount', tone: 'rose' },
  missing: { text: 'difference.missing', tone: 'rose' },
};

/** Where the card processor's books differ from the ledger. */
export const differences = declareResource('payment-differences', {
  menu: { group: 'billing', place: 16 },
  icon: Icon,
  fields: [
    instant('created_at', { label: { ko: '일시', en: 'Time' }, list: true }),
    choice('difference', kinds, {
      label: { ko: '차이', en: 'Difference' },
      list: true,
      filter: true,
      input: false,
      asked: true,
    }),
    line('movement_id', {
      label: { ko: '결제 대행사의 번호', en: 'ID at the processor' },
      list: { sort: false, from: 'md' },
      asked: true,
    }),
    known('kind', movementKinds, { from: 'md' }),
    money('amount_cents', { label: { ko: '금액', en: 'Amount' }, list: true }),
    custom('payment_id', {
      label: { ko: '결제', en: 'Payment' },
      column: {
        sort: false,
        from: 'sm',
        cell: ({ payment_id }) => payment_id && <PaymentLink id={payment_id} />,
        exported: { of: 'payments' },
      },
    }),
    line('notes', { label: { ko: '메모', en: 'Notes' }, list: { sort: false, from: 'md' }, asked: true }),
    instant('resolved_at', {
      label: { ko: '처리 일시', en: 'Dealt with' },
      list: { sort: false, from: 'sm' },
      asked: true,
    }),
    logged('resolved', { label: { ko: '처리', en: 'Dealt with' } }),
    filteredBy(
      <ChoiceFilter
        source="resolved"
        choices={[
          { id: 'false', text: 'difference.left' },
          { id: 'true', text: 'difference.resolved' },
        ]}
      />,
    ),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: {},
  list: {
    canDelete: false,
    rowClick: false,
    emptyHint: 'difference.empty',
    above: <Compare />,
    rowActions: (difference) => <Note difference={difference} />,
  },
});

function PaymentLink({ id }: { id: string }) {
  const text = useText();
  return (
    <Box component={Link} to={`/payments/${id}/show`} sx={{ color: 'inherit' }}>
      {text('difference.payment')}
    </Box>
  );
}

/** Compares the books now. */
function Compare() {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefresh();
  const mayUpdate = useMay('update', 'payment-differences');
  if (!mayUpdate) return null;
  return (
    <Stack direction="row" sx={{ px: 2, py: 1 }}>
      <AskedButton
        variant="outlined"
        question={text('difference.compare_question')}
        onConfirm={async () => {
          const { data } = await api('POST /api/admin/payment-comparisons');
          notify(text('difference.compared', { count: data.differences }), { type: 'info' });
          refresh();
        }}
      >
        {text('difference.compare')}
      </AskedButton>
    </Stack>
  );
}

/** What a difference was, and whether it is dealt with. */
function Note({ difference: { id, notes, resolved_at } }: { difference: Difference }) {
  const text = useText();
  const refresh = useRefresh();
  const mayUpdate = useMay('update', 'payment-differences');
  if (!mayUpdate) return null;
  return (
    <AskedForm
      fields={
        <>
          <AskedField
            name="notes"
            label={text('payment.notes')}
            multiline
            minRows={2}
            defaultValue={notes}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
          />
          <FormControlLabel
            control={<Checkbox name="resolved" defaultChecked={resolved_at !== null} />}
            label={text('difference.resolved')}
          />
        </>
      }
      onSubmit={async (entered) => {
        await api('PATCH /api/admin/payment-differences/{id}', {
          params: { id },
          body: { notes: entered.notes ?? '', resolved: entered.resolved === 'on' },
        });
        refresh();
      }}
    >
      {text('difference.note')}
    </AskedForm>
  );
}
