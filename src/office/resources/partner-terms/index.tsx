import Icon from '@mui/icons-material/GavelOutlined';
import { NumberInput } from 'react-admin';
import { regions } from '../../kit/choices-field.tsx';
import { custom, day, number, reference, references } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

const money = { min: 0, list: { from: 'md', sort: false } } as const;

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
      input: <NumberInput source="share_percent" min={0} max={100} step={0.01} defaultValue={0} />,
      column: {
        sort: false,
        align: 'right',
        cell: ({ share_percent }) => `${share_percent}%`,
        exported: {},
      },
    }),
    number('per_minute_cents', {
      ...money,
      initially: 0,
      label: { ko: '분당 금액(센트)', en: 'Per minute (cents)' },
    }),
    number('minimum_guarantee_cents', {
      ...money,
      initially: 0,
      label: { ko: '월 최소 보장(센트)', en: 'Monthly guarantee (cents)' },
    }),
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
