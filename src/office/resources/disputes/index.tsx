import Icon from '@mui/icons-material/GavelOutlined';
import { Box } from '@mui/material';
import { Link } from 'react-router';
import { choice, custom, instant, known } from '../../kit/fields.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { disputeReasons, disputeStates } from '../payments/values.ts';

/** Payments that card owners dispute at their banks, the newest first. */
export const disputes = declareResource('disputes', {
  menu: { group: 'billing', place: 14 },
  icon: Icon,
  fields: [
    instant('at', { label: { ko: '일시', en: 'Time' }, list: true }),
    custom('number', {
      label: { ko: '결제 번호', en: 'Payment no.' },
      column: {
        sort: false,
        cell: ({ number, payment_id }) =>
          payment_id && (
            <Box component={Link} to={`/payments/${payment_id}/show`} sx={{ color: 'inherit' }}>
              {number}
            </Box>
          ),
        exported: {},
      },
      ask: { kind: 'text' },
    }),
    money('amount_cents', { label: { ko: '금액', en: 'Amount' }, list: true, sort: true }),
    choice('state', disputeStates, {
      label: { ko: '상태', en: 'Status' },
      list: true,
      filter: true,
      input: false,
      asked: true,
    }),
    known('reason', disputeReasons, { label: { ko: '이유', en: 'Reason' }, from: 'sm' }),
    instant('due_at', { label: { ko: '증빙 마감', en: 'Evidence due' }, list: { from: 'sm' } }),
  ],
  sort: { field: 'at', order: 'DESC' },
  pages: {},
  list: { canDelete: false, rowClick: false, emptyHint: 'dispute.empty' },
});
