import Icon from '@mui/icons-material/PriceChangeOutlined';
import { Alert } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { fieldText } from '../../../contract/messages.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { InstantCell } from '../../kit/columns.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, custom, instant, reference } from '../../kit/fields.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { money } from '../../kit/money-field.tsx';
import { ReadOnlyContext, useReadOnly } from '../../kit/read-only.ts';
import { declareResource } from '../../kit/resource.tsx';
import { InstantInput } from '../../kit/window-input.tsx';
import type { RowOf } from '../../names.ts';
import { priceStates } from './states.ts';

type Price = RowOf<'plan-prices'>;

/** What plans cost from which instant on; who subscribed at an earlier price keeps it until they are told. */
export const planPrices = declareResource('plan-prices', {
  seenAt: () => '/plans',
  menu: { group: 'billing', place: 41 },
  module: 'plans',
  title: { ko: '이용권 가격', en: 'Plan prices' },
  icon: Icon,
  fields: [
    reference('plan_id', 'plans', {
      label: { ko: '이용권', en: 'Plan' },
      required: true,
      list: true,
      filter: true,
    }),
    custom('starts_at', {
      label: { ko: '시행', en: 'From' },
      input: <StartsAtInput />,
      column: { cell: (price) => <InstantCell value={price.starts_at} />, exported: {} },
      ask: { kind: 'instant' },
    }),
    money('regular_price_cents', {
      label: { ko: '정가', en: 'Regular price' },
      hint: 'price.regular_hint',
      list: { from: 'sm' },
    }),
    money('price_cents', {
      label: { ko: '할인 가격', en: 'Discount price' },
      hint: 'price.hint',
      required: true,
      list: true,
      sort: true,
    }),
    choice('state', priceStates, { input: false, list: true, asked: false }),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: PriceForm,
  sort: { field: 'starts_at', order: 'DESC' },
});

function StartsAtInput() {
  const locale = useOfficeLocale();
  return (
    <InstantInput
      source="starts_at"
      none="price.from"
      validate={(entry) => (entry ? undefined : fieldText('starts_at', 'required', locale))}
    />
  );
}

/** What is or was in force can only be read. */
function PriceForm({ Field }: { Field: FieldPlace<Price> }) {
  const text = useText();
  const price = useRecordContext<Partial<Price>>();
  const readOnly = useReadOnly();
  const isFixed = price?.state !== undefined && price.state !== 'coming';
  return (
    <ReadOnlyContext.Provider value={readOnly || isFixed}>
      {isFixed && !readOnly && (
        <Alert severity="info" sx={{ width: '100%', mb: 2, py: 0 }}>
          {text('price.fixed')}
        </Alert>
      )}
      <FieldRow>
        <Field name="plan_id" />
        <Field name="starts_at" />
      </FieldRow>
      <FieldRow>
        <Field name="regular_price_cents" />
        <Field name="price_cents" />
      </FieldRow>
    </ReadOnlyContext.Provider>
  );
}
