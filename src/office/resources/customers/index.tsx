import PersonSearchIcon from '@mui/icons-material/PersonSearchOutlined';
import type { Choice } from '../../kit/chips.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { custom, instant, line } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { CustomerShow } from './show.tsx';

const standing = ({ suspended_at }: RowOf<'customers'>): Choice =>
  suspended_at ? { text: 'customer.suspended', tone: 'rose' } : { text: 'customer.active', tone: 'jade' };

/** Who has an account, the newest first. */
export const customers = declareResource('customers', {
  menu: { group: 'operation', place: 10 },
  icon: PersonSearchIcon,
  fields: [
    line('username', { names: true, list: { sort: false } }),
    line('email', { list: { sort: false } }),
    custom('suspended_at', {
      column: {
        sort: false,
        cell: (customer) => <ChoiceCell {...standing(customer)} />,
        exported: {
          as: 'presence',
          values: ({ text }) => ({ true: text('customer.suspended'), false: text('customer.active') }),
        },
      },
    }),
    instant('created_at', { list: { from: 'sm' } }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { show: CustomerShow },
  list: { canDelete: false, asksFields: false, emptyHint: 'customer.empty' },
});
