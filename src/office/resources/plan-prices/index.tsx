import Icon from '@mui/icons-material/PriceChangeOutlined';
import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { BooleanInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { fieldText } from '../../../contract/messages.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { InstantCell } from '../../kit/columns.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, custom, instant, reference } from '../../kit/fields.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { showMoney } from '../../kit/money.ts';
import { money } from '../../kit/money-field.tsx';
import { ReadOnlyContext, useReadOnly } from '../../kit/read-only.ts';
import { declareResource } from '../../kit/resource.tsx';
import { InstantInput } from '../../kit/window-input.tsx';
import type { RowOf } from '../../names.ts';
import { priceStates } from './states.ts';

type Price = RowOf<'plan-prices'>;

/** Prices of plans from an instant on. Subscribers keep their earlier price until they are notified of the new one. */
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
    money('price_cents', {
      label: { ko: '가격', en: 'Price' },
      hint: 'price.hint',
      required: true,
      list: true,
      sort: true,
    }),
    money('regular_price_cents', {
      label: { ko: '할인 전 가격', en: 'Crossed-out price' },
      hint: 'price.regular_hint',
      list: { from: 'sm' },
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

/** The effect of the entered price on subscribers, which staff confirm before they save it. */
function Effect() {
  const text = useText();
  const locale = useOfficeLocale();
  const [planId, priceCents, startsAt] = useWatch({ name: ['plan_id', 'price_cents', 'starts_at'] }) as [
    string | null | undefined,
    number | null | undefined,
    string | null | undefined,
  ];
  const { data } = useQuery({
    queryKey: ['plan-prices', 'effect', planId, priceCents, startsAt],
    queryFn: async () =>
      (
        await api('POST /api/admin/plan-price-effects', {
          body: { plan_id: String(planId), price_cents: Number(priceCents), starts_at: String(startsAt) },
        })
      ).data,
    enabled: Boolean(planId && priceCents && startsAt),
    retry: false,
  });
  if (!data) return null;
  const { subscribers, mail_on: mailOn, first_renewal_on: firstRenewalOn } = data;
  if (subscribers === 0 || mailOn === null || firstRenewalOn === null)
    return (
      <Alert severity="info" sx={{ width: '100%', mb: 2, py: 0 }}>
        {text('price.no_subscribers')}
      </Alert>
    );
  const day = (value: string) =>
    new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(`${value}T12:00:00Z`));
  return (
    <Alert severity="warning" sx={{ width: '100%', mb: 2 }}>
      {text('price.effect', {
        count: subscribers.toLocaleString(locale === 'ko' ? 'ko-KR' : 'en-US'),
        price: showMoney(priceCents ?? 0),
        mail: day(mailOn),
        renewal: day(firstRenewalOn),
      })}
      <BooleanInput
        // Another effect is confirmed anew.
        key={`${planId} ${priceCents} ${startsAt}`}
        source="is_confirmed"
        label={text('price.confirm')}
        defaultValue={false}
        helperText={false}
        validate={(isConfirmed: unknown) => (isConfirmed ? undefined : text('price.confirm_first'))}
      />
    </Alert>
  );
}

/** A price that is or was in force is read-only. */
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
        <Field name="price_cents" />
        <Field name="regular_price_cents" />
      </FieldRow>
      {!readOnly && !isFixed && <Effect />}
    </ReadOnlyContext.Provider>
  );
}
