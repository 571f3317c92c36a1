import Icon from '@mui/icons-material/PercentOutlined';
import { InputAdornment } from '@mui/material';
import { NumberInput } from 'react-admin';
import type { Choice } from '../../kit/chips.tsx';
import { choice, custom, day, line } from '../../kit/fields.tsx';
import { LineInput } from '../../kit/inputs.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { declareResource } from '../../kit/resource.tsx';
import { useRules, within } from '../../kit/rules.ts';
import type { RowOf } from '../../names.ts';
import { TaxSource } from './tax-source.tsx';

type TaxRate = RowOf<'tax-rates'>;

const countries: Record<TaxRate['country'], Choice> = {
  US: { text: 'tax.us' },
  CA: { text: 'tax.ca', tone: 'sky' },
  MX: { text: 'tax.mx', tone: 'jade' },
};
const kinds: Record<TaxRate['kind'], Choice> = {
  plan: { text: 'tax.plan' },
  once: { text: 'tax.once', tone: 'gold' },
};
const percent = (ppm: unknown) => (typeof ppm === 'number' ? `${ppm / 10_000}%` : undefined);
const postal = ({ postal_from, postal_to }: TaxRate) => (postal_from ? `${postal_from}–${postal_to}` : '');

/** Taxes by place and day. A change of a rate is another row that begins later. */
export const taxRates = declareResource('tax-rates', {
  menu: { group: 'billing', place: 60 },
  icon: Icon,
  fields: [
    line('name', {
      names: true,
      required: true,
      max: 40,
      hint: 'tax.name_hint',
      label: { ko: '세금 이름', en: 'Name' },
      list: true,
    }),
    line('jurisdiction', {
      required: true,
      max: 40,
      hint: 'tax.jurisdiction_hint',
      lang: 'en',
      label: { ko: '과세 관할', en: 'Jurisdiction' },
      list: { from: 'sm' },
    }),
    choice('country', countries, { initially: 'US', list: { from: 'md' }, filter: true }),
    line('region', {
      max: 2,
      hint: 'tax.region_hint',
      lang: 'en',
      label: { ko: '주', en: 'State or province' },
      list: true,
    }),
    custom('postal_from', {
      label: { ko: '우편번호(부터)', en: 'Postal codes from' },
      input: <LineInput source="postal_from" max={10} lang="en" hint="tax.postal_hint" />,
      column: { sort: false, from: 'md', cell: postal, exported: {} },
    }),
    line('postal_to', { max: 10, lang: 'en', label: { ko: '우편번호(까지)', en: 'Postal codes to' } }),
    choice('kind', kinds, {
      initially: 'plan',
      label: { ko: '과세 대상', en: 'Applies to' },
      list: { from: 'sm' },
      filter: true,
    }),
    custom('rate_ppm', {
      label: { ko: '세율(%)', en: 'Rate (%)' },
      input: <RateInput />,
      column: { align: 'right', cell: ({ rate_ppm }) => percent(rate_ppm), exported: { as: 'ppm' } },
      log: percent,
    }),
    day('starts_on', { label: { ko: '시작일', en: 'From' }, list: { from: 'sm' } }),
    day('ends_on', {
      label: { ko: '종료일(이날부터 없음)', en: 'Until (first day without)' },
      list: { from: 'lg' },
    }),
    line('notes', {
      input: <LineInput source="notes" max={1000} multiline />,
      label: { ko: '메모', en: 'Notes' },
      list: { from: 'xl', sort: false },
    }),
  ],
  form: [
    ['name', 'jurisdiction'],
    ['country', 'region'],
    ['postal_from', 'postal_to'],
    ['kind', 'rate_ppm'],
    ['starts_on', 'ends_on'],
    'notes',
  ],
  sort: { field: 'country', order: 'ASC' },
  list: { above: <TaxSource said="stripe" /> },
  width: 960,
});

/** Percent with four decimals; millionths on the wire. */
function RateInput() {
  return (
    <NumberInput
      source="rate_ppm"
      step={0.0001}
      format={(ppm: unknown) => (typeof ppm === 'number' ? String(ppm / 10_000) : '')}
      parse={(typed: string) => (typed === '' ? null : Math.round(Number(typed) * 10_000)) as never}
      readOnly={useReadOnly()}
      validate={useRules('rate_ppm', true, [within(0, 50, 10_000)])}
      helperText={false}
      slotProps={{
        input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
        htmlInput: { 'aria-required': true },
      }}
    />
  );
}
