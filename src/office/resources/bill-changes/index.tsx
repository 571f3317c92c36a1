import Icon from '@mui/icons-material/PriceChangeOutlined';
import { Box } from '@mui/material';
import { Link } from 'react-router';
import { custom, day, line } from '../../kit/fields.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Every bill that changes by the newest rehearsal of renewals, the largest change first. */
export const billChanges = declareResource('bill-changes', {
  module: 'renewal-rehearsal',
  title: { ko: '달라지는 청구액', en: 'Bill changes' },
  menu: { group: 'billing', place: 21 },
  icon: Icon,
  fields: [
    custom('username', {
      label: { ko: '고객', en: 'Customer' },
      column: {
        sort: false,
        cell: ({ username, customer_id }) =>
          customer_id ? (
            <Box component={Link} to={`/customers/${customer_id}/show`} sx={{ color: 'inherit' }}>
              {username}
            </Box>
          ) : (
            '—'
          ),
        exported: {},
      },
    }),
    day('renews_on', { label: { ko: '갱신하는 날', en: 'Renews on' }, list: { from: 'sm' } }),
    money('before_cents', { label: { ko: '지난 청구액', en: 'Last bill' }, list: true }),
    money('after_cents', { label: { ko: '다음 청구액', en: 'Next bill' }, list: true }),
    money('change_cents', { label: { ko: '차이', en: 'Difference' }, list: true }),
    line('reason', {
      label: { ko: '이유', en: 'Reason' },
      list: { sort: false, from: 'md' },
      asked: false,
    }),
    line('month', { label: { ko: '계산한 달', en: 'Month' }, list: { sort: false, from: 'xl' } }),
  ],
  sort: { field: 'change_cents', order: 'DESC' },
  pages: {},
  list: { canDelete: false, rowClick: false, emptyHint: 'rehearsal.none_listed' },
});
