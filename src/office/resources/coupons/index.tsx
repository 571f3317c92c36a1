import Icon from '@mui/icons-material/LocalOfferOutlined';
import { useWatch } from 'react-hook-form';
import { fieldText } from '../../../contract/messages.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { ActiveToggle } from '../../kit/active-toggle.tsx';
import type { Choice } from '../../kit/chips.tsx';
import { InstantCell } from '../../kit/columns.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, chosenColumn, custom, flag, instant, line, number } from '../../kit/fields.tsx';
import { showNumber } from '../../kit/format.ts';
import { FieldGroup, FieldRow } from '../../kit/inputs.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { InstantInput } from '../../kit/window-input.tsx';
import type { RowOf } from '../../names.ts';

type Coupon = RowOf<'coupons'>;

const durations: Record<Coupon['duration'], Choice> = {
  once: { text: 'coupon.once' },
  forever: { text: 'coupon.forever', tone: 'gold' },
  months: { text: 'coupon.months', tone: 'sky' },
};

/** Codes for discounts. One that was used keeps its discount. */
export const coupons = declareResource('coupons', {
  menu: { group: 'billing', place: 50 },
  icon: Icon,
  fields: [
    line('name', { names: true, required: true, max: 80, label: { ko: '이름', en: 'Name' }, list: true }),
    line('code', {
      required: true,
      max: 40,
      hint: 'coupon.code_hint',
      lang: 'en',
      label: { ko: '쿠폰 코드', en: 'Code' },
      list: { from: 'sm' },
    }),
    number('percent_off', {
      label: { ko: '할인율(%)', en: 'Percent off' },
      min: 1,
      max: 100,
      list: { from: 'sm', sort: false },
    }),
    money('amount_off_cents', { label: { ko: '할인 금액', en: 'Amount off' }, list: { from: 'sm' } }),
    choice('duration', durations, {
      initially: 'once',
      label: { ko: '할인 기간', en: 'Duration' },
      list: { from: 'md' },
      filter: true,
    }),
    number('duration_months', { label: { ko: '개월 수', en: 'Months' }, min: 1, max: 60, required: true }),
    custom('starts_at', {
      label: { ko: '사용 시작', en: 'From' },
      input: <WindowOfUse />,
      column: {
        cell: ({ starts_at }) => <InstantCell value={starts_at} none="coupon.no_start" />,
        exported: { values: ({ text }) => ({ '': text('coupon.no_start') }) },
        ...chosenColumn,
      },
      ask: { kind: 'instant' },
    }),
    instant('ends_at', {
      label: { ko: '사용 종료', en: 'Until' },
      none: 'coupon.no_end',
      list: { from: 'lg' },
    }),
    number('max_uses', { label: { ko: '전체 수량', en: 'Total count' }, min: 1, max: 10_000_000 }),
    custom('uses', {
      label: { ko: '사용', en: 'Uses' },
      column: {
        align: 'right',
        cell: (coupon) => <Uses coupon={coupon} />,
        exported: {},
      },
      ask: { kind: 'number' },
    }),
    flag(
      'first_only',
      { yes: { text: 'coupon.first_only', tone: 'gold' }, no: { text: 'coupon.everybody' } },
      { label: { ko: '첫 주문만', en: 'First order only' }, list: { from: 'lg' }, filter: true },
    ),
    flag(
      'active',
      { yes: { text: 'chip.active' }, no: { text: 'chip.inactive' } },
      {
        label: { ko: '사용 여부', en: 'Active' },
        list: true,
        filter: true,
        column: { cell: (coupon) => <ActiveToggle record={coupon} /> },
      },
    ),
  ],
  form: CouponForm,
  sort: { field: 'created_at', order: 'DESC' },
});

function Uses({ coupon: { uses, max_uses } }: { coupon: Coupon }) {
  const locale = useOfficeLocale();
  const used = showNumber(uses, locale);
  return max_uses === null ? used : `${used} / ${showNumber(max_uses, locale)}`;
}

function WindowOfUse() {
  const text = useText();
  const locale = useOfficeLocale();
  const from = useWatch({ name: 'starts_at' }) as string | null | undefined;
  return (
    <FieldGroup title={`${text('coupon.window')} · ${text('window.zone')}`}>
      <FieldRow>
        <InstantInput source="starts_at" none="coupon.no_start" />
        <InstantInput
          source="ends_at"
          none="coupon.no_end"
          validate={(until) =>
            from && until && Date.parse(until) <= Date.parse(from)
              ? fieldText('ends_at', 'window_order', locale)
              : undefined
          }
        />
      </FieldRow>
    </FieldGroup>
  );
}

function CouponForm({ Field }: { Field: FieldPlace<Coupon> }) {
  const text = useText();
  const duration = useWatch({ name: 'duration' }) as Coupon['duration'] | undefined;
  return (
    <>
      <FieldRow>
        <Field name="name" />
        <Field name="code" />
      </FieldRow>
      <FieldGroup title={text('coupon.discount')}>
        <FieldRow>
          <Field name="percent_off" />
          <Field name="amount_off_cents" />
        </FieldRow>
      </FieldGroup>
      <FieldRow>
        <Field name="duration" />
        {duration === 'months' ? <Field name="duration_months" /> : <span />}
      </FieldRow>
      <Field name="starts_at" />
      <FieldRow>
        <Field name="max_uses" />
        <span />
      </FieldRow>
      <FieldRow>
        <Field name="first_only" />
        <Field name="active" />
      </FieldRow>
    </>
  );
}
