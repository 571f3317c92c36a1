import Icon from '@mui/icons-material/CardMembershipOutlined';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { planDevices } from '../../../contract/admin/plans.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { ActiveToggle } from '../../kit/active-toggle.tsx';
import type { Choice } from '../../kit/chips.tsx';
import { choices } from '../../kit/choices-field.tsx';
import type { Field, FieldPlace } from '../../kit/field.tsx';
import { choice, flag, instant, number, pair } from '../../kit/fields.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { PricesOfPlan } from './prices.tsx';

type Plan = RowOf<'plans'>;

const periods: Record<Plan['period'], Choice> = {
  monthly: { text: 'period.monthly' },
  yearly: { text: 'period.yearly', tone: 'sky' },
  once: { text: 'period.once', tone: 'gold' },
};

const chosenDevices = choices<Plan>(
  'devices',
  {
    pc: { text: 'device.pc' },
    mobile: { text: 'device.mobile' },
    stb: { text: 'device.stb' },
    web: { text: 'device.web' },
  },
  { from: 'lg' },
);

/** The devices of a plan. A plan for all of them says so in the list. */
const devices: Field<Plan> = {
  ...chosenDevices,
  columns: chosenDevices.columns.map((column) => ({
    ...column,
    cell: (plan) => <DevicesCell plan={plan} tags={column.cell(plan)} />,
  })),
};

function DevicesCell({ plan, tags }: { plan: Plan; tags: ReactNode }) {
  const text = useText();
  return plan.devices.length === planDevices.length ? text('device.all') : tags;
}

/** Plans, in the order of the plans page. */
export const plans = declareResource('plans', {
  seenAt: () => '/plans',
  menu: { group: 'billing', place: 40 },
  icon: Icon,
  fields: [
    pair('name', { required: true, max: 80, list: { ko: {}, en: { from: 'sm' } } }),
    pair('description', { max: 500, multiline: true }),
    choice('period', periods, {
      initially: 'monthly',
      label: { ko: '결제 주기', en: 'Billing period' },
      list: { from: 'sm' },
    }),
    money('price_cents', {
      label: { ko: '가격', en: 'Price' },
      hint: 'price.hint',
      list: true,
      asked: false,
    }),
    money('regular_price_cents', {
      label: { ko: '할인 전 가격', en: 'Crossed-out price' },
      hint: 'price.regular_hint',
      list: { from: 'lg' },
      asked: false,
    }),
    devices,
    number('streams', {
      label: { ko: '동시에 볼 수 있는 기기', en: 'Streams' },
      min: 1,
      max: 20,
      initially: 3,
      required: true,
      list: { from: 'lg', sort: false },
    }),
    flag(
      'ad_free',
      { yes: { text: 'ad_free.yes' }, no: { text: 'ad_free.no' } },
      {
        label: { ko: '광고 없음', en: 'Ad-free' },
        hint: 'ad_free.hint',
        initially: true,
        list: { from: 'lg' },
      },
    ),
    number('max_height', {
      label: { ko: '최고 화질(p)', en: 'Best quality (p)' },
      hint: 'max_height.hint',
      plain: true,
      min: 240,
      max: 4320,
      list: { from: 'lg', sort: false },
    }),
    number('trial_days', {
      label: { ko: '무료 체험(일)', en: 'Trial days' },
      max: 90,
      initially: 0,
      required: true,
      list: { from: 'lg', sort: false },
    }),
    number('box_quantity', {
      label: { ko: '셋톱박스 수량', en: 'STB quantity' },
      max: 20,
      initially: 0,
      required: true,
      list: { from: 'lg', sort: false },
    }),
    flag(
      'active',
      { yes: { text: 'chip.active' }, no: { text: 'chip.inactive' } },
      {
        label: { ko: '사용', en: 'Active' },
        list: true,
        filter: true,
        column: {
          cell: (plan) => <ActiveToggle record={plan} />,
        },
      },
    ),
    instant('updated_at', { list: { from: 'xl' } }),
  ],
  form: PlanForm,
  sort: { field: 'position', order: 'ASC' },
  width: 960,
});

function PlanForm({ Field }: { Field: FieldPlace<Plan> }) {
  const plan = useRecordContext<Partial<Plan>>();
  return (
    <>
      <Field name="name" />
      <Field name="description" />
      <FieldRow>
        <Field name="period" />
        <Field name="trial_days" />
      </FieldRow>
      <FieldRow>
        <Field name="streams" />
        <Field name="box_quantity" />
      </FieldRow>
      <FieldRow>
        <Field name="max_height" />
        <Field name="ad_free" />
      </FieldRow>
      <Field name="devices" />
      <Field name="active" />
      {plan?.id ? (
        <PricesOfPlan planId={plan.id} />
      ) : (
        <FieldRow>
          <Field name="price_cents" />
          <Field name="regular_price_cents" />
        </FieldRow>
      )}
    </>
  );
}
