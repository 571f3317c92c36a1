import Icon from '@mui/icons-material/ReceiptLongOutlined';
import { Box } from '@mui/material';
import { Link } from 'react-router';
import type { Choice } from '../../kit/chips.tsx';
import { choice, custom, filteredBy, instant, line, logged } from '../../kit/fields.tsx';
import { ChoiceFilter } from '../../kit/filters.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { TaxSource } from '../tax-rates/tax-source.tsx';

type TaxReport = RowOf<'tax-reports'>;

const kinds: Record<TaxReport['kind'], Choice> = {
  sale: { text: 'tax_report.sale' },
  reversal: { text: 'tax_report.reversal', tone: 'sky' },
};
const states: Record<TaxReport['state'], Choice> = {
  waiting: { text: 'tax_report.waiting', tone: 'gold' },
  recorded: { text: 'tax_report.recorded', tone: 'jade' },
  failed: { text: 'tax_report.failed', tone: 'rose' },
};

/** What was recorded of sales with Stripe Tax, the newest first. */
export const taxReports = declareResource('tax-reports', {
  module: 'payments',
  title: { ko: '세금 기록', en: 'Tax records' },
  menu: { group: 'billing', place: 62 },
  icon: Icon,
  fields: [
    instant('at', { label: { ko: '일시', en: 'Time' }, list: { from: 'sm' } }),
    choice('kind', kinds, {
      label: { ko: '종류', en: 'Type' },
      list: { from: 'sm' },
      filter: true,
      input: false,
    }),
    custom('number', {
      label: { ko: '결제 번호', en: 'Payment no.' },
      column: {
        sort: false,
        cell: ({ number, payment_id }) => (
          <Box component={Link} to={`/payments/${payment_id}/show`} sx={{ color: 'inherit' }}>
            {number}
          </Box>
        ),
        exported: {},
      },
    }),
    money('net_cents', { label: { ko: '세금 뺀 금액', en: 'Without taxes' }, list: { from: 'md' } }),
    money('tax_cents', { label: { ko: '우리 세금', en: 'Our taxes' }, list: { from: 'sm' } }),
    money('their_tax_cents', {
      label: { ko: 'Stripe Tax 세금', en: 'Stripe Tax’s' },
      list: { from: 'sm' },
    }),
    money('difference_cents', { label: { ko: '차이', en: 'Difference' }, list: true, asked: false }),
    choice('state', states, { label: { ko: '상태', en: 'Status' }, list: true, filter: true, input: false }),
    line('failure', { label: { ko: '이유', en: 'Reason' }, list: { sort: false, from: 'md' } }),
    line('transaction_id', {
      label: { ko: 'Stripe Tax 번호', en: 'ID at Stripe Tax' },
      list: { sort: false, from: 'xl' },
    }),
    logged('differs', { label: { ko: '차이', en: 'Difference' } }),
    filteredBy(
      <ChoiceFilter
        source="differs"
        choices={[
          { id: 'true', text: 'tax_report.differs' },
          { id: 'false', text: 'tax_report.same' },
        ]}
      />,
    ),
  ],
  sort: { field: 'at', order: 'DESC' },
  pages: {},
  list: {
    canDelete: false,
    rowClick: false,
    emptyHint: 'tax_report.empty',
    above: <TaxSource said="rates" />,
  },
});
