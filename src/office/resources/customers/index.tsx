import PersonSearchIcon from '@mui/icons-material/PersonSearchOutlined';
import type { Choice } from '../../kit/chips.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import {
  choice,
  choiceLog,
  chosenColumn,
  custom,
  day,
  filteredBy,
  instant,
  line,
  logged,
  reference,
} from '../../kit/fields.tsx';
import { ChoiceFilter } from '../../kit/filters.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { paymentMethods, paymentPlatforms } from '../payments/values.ts';
import { CustomerShow } from './show.tsx';
import { genders } from './values.ts';

const standing = ({ suspended_at }: RowOf<'customers'>): Choice =>
  suspended_at ? { text: 'customer.suspended', tone: 'rose' } : { text: 'customer.active', tone: 'jade' };

/** Who has an account, the newest first. */
export const customers = declareResource('customers', {
  menu: { group: 'operation', place: 10 },
  icon: PersonSearchIcon,
  fields: [
    logged('method', { label: { ko: '결제 방법', en: 'Payment method' }, log: choiceLog(paymentMethods) }),
    logged('reason', { label: { ko: '이유', en: 'Reason' } }),
    line('username', { names: true, list: true }),
    line('email', { list: { sort: false }, asked: false }),
    line('phone', { list: { sort: false, from: 'md' }, asked: false }),
    reference('plan_id', 'plans', {
      label: { ko: '이용권', en: 'Plan' },
      list: { from: 'md' },
      filter: true,
    }),
    choice('platform', paymentPlatforms, {
      label: { ko: '결제 플랫폼', en: 'Payment platform' },
      list: { from: 'lg' },
      asked: false,
    }),
    custom('suspended_at', {
      column: {
        sort: false,
        cell: (customer) => <ChoiceCell {...standing(customer)} />,
        exported: {
          as: 'presence',
          values: ({ text }) => ({ true: text('customer.suspended'), false: text('customer.active') }),
        },
      },
      ask: { kind: 'instant' },
    }),
    instant('created_at', { list: { from: 'sm' } }),
    instant('last_login_at', {
      label: { ko: '마지막 로그인', en: 'Last login' },
      list: { from: 'md', sort: false },
      asked: false,
    }),
    day('birth_date', { list: chosenColumn, asked: true }),
    choice('gender', genders, { label: { ko: '성별', en: 'Gender' }, list: chosenColumn, asked: true }),
    instant('email_verified_at', { list: { from: 'xl', sort: false }, asked: true }),
    instant('deletion_requested_at', { list: { from: 'xl', sort: false }, asked: true }),
    filteredBy(
      <ChoiceFilter
        source="suspended"
        choices={[
          { id: 'false', text: 'customer.active' },
          { id: 'true', text: 'customer.suspended' },
        ]}
      />,
    ),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { show: CustomerShow },
  list: { canDelete: false, isPersonal: true, emptyHint: 'customer.empty' },
});
