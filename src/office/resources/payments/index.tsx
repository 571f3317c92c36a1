import Icon from '@mui/icons-material/PaymentsOutlined';
import { ChoiceCell } from '../../kit/columns.tsx';
import { choice, custom, day, instant, line, logged, number, reference } from '../../kit/fields.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { PaymentShow } from './show.tsx';
import { failureReasons, paymentMethods, paymentPlatforms, paymentStatuses } from './values.ts';

const unsorted = { sort: false } as const;
const reasons = Object.entries(failureReasons).map(([id, { text }]) => ({ id, text }));

/** Every payment, the newest first. */
export const payments = declareResource('payments', {
  menu: { group: 'billing', place: 10 },
  icon: Icon,
  fields: [
    line('number', {
      names: true,
      label: { ko: '결제 번호', en: 'Payment no.' },
      list: unsorted,
      asked: true,
    }),
    instant('created_at', { list: { from: 'sm' } }),
    line('customer_id', { label: { ko: '고객 ID', en: 'Customer ID' }, list: { sort: false, from: 'xl' } }),
    line('username', { list: { sort: false, from: 'sm' }, asked: true }),
    line('name', {
      label: { ko: '고객 이름', en: 'Customer name' },
      list: { sort: false, from: 'lg' },
      asked: true,
    }),
    line('email', { list: { sort: false, from: 'xl' }, asked: true }),
    line('phone', { list: { sort: false, from: 'xl' }, asked: true }),
    line('address', { label: { ko: '주소', en: 'Address' }, list: { sort: false, from: 'xl' }, asked: true }),
    line('city', { label: { ko: '도시', en: 'City' }, list: { sort: false, from: 'xl' }, asked: true }),
    line('state', { label: { ko: '주', en: 'State' }, list: { sort: false, from: 'xl' }, asked: true }),
    line('zip', { label: { ko: '우편번호', en: 'ZIP' }, list: { sort: false, from: 'xl' }, asked: true }),
    line('country', { list: { sort: false, from: 'xl' }, asked: true }),
    reference('plan_id', 'plans', {
      label: { ko: '이용권', en: 'Plan' },
      list: { from: 'md' },
      input: false,
      asked: true,
    }),
    money('total_cents', { label: { ko: '합계', en: 'Total' }, list: { from: 'xl' } }),
    money('credit_cents', { label: { ko: '쓴 적립금', en: 'Credit used' }, list: { from: 'xl' } }),
    money('amount_cents', { label: { ko: '금액', en: 'Amount' }, list: true, sort: true }),
    money('refunded_cents', { label: { ko: '환불', en: 'Refunded' }, list: { from: 'lg' } }),
    money('untaxed_cents', {
      label: { ko: '세율 없이 판 금액', en: 'Sold without a tax rate' },
      list: { from: 'xl' },
    }),
    choice('method', paymentMethods, {
      label: { ko: '결제 수단', en: 'Method' },
      list: { from: 'md' },
      filter: true,
      input: false,
      asked: true,
    }),
    choice('platform', paymentPlatforms, {
      label: { ko: '플랫폼', en: 'Platform' },
      list: { from: 'lg' },
      input: false,
      asked: true,
    }),
    choice('status', paymentStatuses, {
      label: { ko: '상태', en: 'Status' },
      list: true,
      filter: true,
      input: false,
      asked: true,
    }),
    line('paid_by', {
      label: { ko: '낸 사람', en: 'Paid by' },
      list: { sort: false, from: 'xl' },
      asked: true,
    }),
    day('starts_on', {
      label: { ko: '시작일', en: 'Start' },
      list: { from: 'xl' },
      input: false,
      asked: true,
    }),
    day('ends_on', { label: { ko: '종료일', en: 'End' }, list: { from: 'xl' }, input: false, asked: true }),
    day('next_payment_on', {
      label: { ko: '다음 결제일', en: 'Next payment' },
      list: { from: 'xl' },
      input: false,
      asked: true,
    }),
    instant('paid_at', { label: { ko: '결제 일시', en: 'Paid' }, list: { from: 'lg' } }),
    instant('last_paid_at', {
      label: { ko: '최근 결제', en: 'Most recent payment' },
      list: { sort: false, from: 'xl' },
      asked: true,
    }),
    instant('cancelled_at', {
      label: { ko: '해지·취소 일시', en: 'Canceled' },
      list: { sort: false, from: 'xl' },
      asked: true,
    }),
    number('failures', {
      label: { ko: '실패 횟수', en: 'Failures' },
      list: { sort: false, from: 'xl' },
      input: false,
      asked: true,
    }),
    custom('failure_reason', {
      label: { ko: '실패 이유', en: 'Why it failed' },
      column: {
        sort: false,
        from: 'md',
        cell: ({ failure_reason }) => failure_reason && <ChoiceCell {...failureReasons[failure_reason]} />,
        exported: {
          values: ({ text }) => Object.fromEntries(reasons.map((reason) => [reason.id, text(reason.text)])),
        },
      },
      ask: { kind: 'choice', choices: reasons },
    }),
    instant('next_try_at', {
      label: { ko: '다음 시도', en: 'Next try' },
      list: { sort: false, from: 'lg' },
      asked: true,
    }),
    line('notes', { label: { ko: '메모', en: 'Notes' }, list: { sort: false, from: 'xl' }, asked: true }),
    line('card_last_four', {
      label: { ko: '카드 번호 끝자리', en: 'Card (last four)' },
      list: { sort: false, from: 'xl' },
      asked: true,
    }),
    line('card_name', {
      label: { ko: '카드 이름', en: 'Name on card' },
      list: { sort: false, from: 'xl' },
      asked: true,
    }),
    line('check_number', {
      label: { ko: '수표 번호', en: 'Check no.' },
      list: { sort: false, from: 'xl' },
      asked: true,
    }),
    logged('reason', { label: { ko: '이유', en: 'Reason' } }),
  ],
  filters: ['status', 'method'],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { show: PaymentShow },
  list: { canDelete: false, isPersonal: true, emptyHint: 'payment.empty' },
});
