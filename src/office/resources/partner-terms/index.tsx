import Icon from '@mui/icons-material/GavelOutlined';
import { NumberInput } from 'react-admin';
import { regions } from '../../kit/choices-field.tsx';
import { custom, day, reference, references } from '../../kit/fields.tsx';
import { money } from '../../kit/money-field.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { declareResource } from '../../kit/resource.tsx';
import { useRules, within } from '../../kit/rules.ts';

const amount = { required: true, initially: 0, list: { from: 'md' }, bulk: true } as const;

/** What is agreed with content partners, for some days. */
export const partnerTerms = declareResource('partner-terms', {
  module: 'content-partners',
  title: { ko: '제휴 조건', en: 'Partner terms' },
  menu: { group: 'catalogue', place: 61 },
  icon: Icon,
  fields: [
    reference('content_partner_id', 'content-partners', { required: true, filter: true, list: true }),
    day('starts_on', { label: { ko: '시작일', en: 'First day' }, list: true }),
    day('ends_on', { label: { ko: '마지막 날', en: 'Last day' }, list: true }),
    custom('share_percent', {
      label: { ko: '수익 배분(%)', en: 'Revenue share (%)' },
      input: <ShareInput />,
      column: {
        sort: false,
        align: 'right',
        cell: ({ share_percent }) => `${share_percent}%`,
        exported: {},
      },
    }),
    money('per_minute_cents', { ...amount, label: { ko: '분당 금액', en: 'Per minute' } }),
    money('minimum_guarantee_cents', { ...amount, label: { ko: '월 최소 보장', en: 'Monthly guarantee' } }),
    references('programme_ids', 'programmes', {
      label: { ko: '프로그램(비우면 전체)', en: 'Programs (none: all)' },
    }),
    regions(),
  ],
  form: [
    'content_partner_id',
    ['starts_on', 'ends_on'],
    ['share_percent', 'per_minute_cents', 'minimum_guarantee_cents'],
    'programme_ids',
    'regions',
  ],
  sort: { field: 'starts_on', order: 'DESC' },
});

function ShareInput() {
  return (
    <NumberInput
      source="share_percent"
      step={0.01}
      defaultValue={0}
      readOnly={useReadOnly()}
      validate={useRules('share_percent', true, [within(0, 100)])}
      slotProps={{ htmlInput: { 'aria-required': true } }}
    />
  );
}
