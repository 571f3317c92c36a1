import Icon from '@mui/icons-material/CampaignOutlined';
import { maxGroupAds } from '../../../contract/admin/radio-groups.ts';
import { chosenColumn, flag, instant, number, pair } from '../../kit/fields.tsx';
import { orderedRecords } from '../../kit/ordered-records.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';

const ads = orderedRecords<RowOf<'radio-ad-groups'>>('asset_ids', 'assets', {
  label: { ko: '광고', en: 'Ads' },
  max: maxGroupAds,
  // Ready audio files have no width.
  among: { state: 'ready', width_empty: true },
});

/** Groups of audio ads. The list shows their number. */
export const radioAdGroups = declareResource('radio-ad-groups', {
  module: 'channels',
  menu: { group: 'radio', place: 50 },
  title: { ko: '광고 그룹', en: 'Ad groups' },
  icon: Icon,
  fields: [
    pair('title', { required: true, max: 100, list: { ko: {}, en: { from: 'md' } } }),
    { ...ads, columns: ads.columns.map((column) => ({ ...column, ...chosenColumn })) },
    number('ad_count', {
      input: false,
      label: { ko: '전체 광고 수', en: 'Total ads' },
      list: { sort: false },
    }),
    flag(
      'published',
      { yes: { text: 'chip.published', tone: 'jade' }, no: { text: 'chip.hidden' } },
      { publishes: true, list: true, filter: true },
    ),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['title', 'asset_ids', 'published'],
  sort: { field: 'title_ko', order: 'ASC' },
});
