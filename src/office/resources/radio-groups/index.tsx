import Icon from '@mui/icons-material/FolderSpecialOutlined';
import { maxGroupChannels } from '../../../contract/admin/channels.ts';
import { flag, instant, pair } from '../../kit/fields.tsx';
import { orderedRecords } from '../../kit/ordered-records.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Groups of radio channels, in the order of the page of radio. */
export const radioGroups = declareResource('radio-groups', {
  module: 'channels',
  seenAt: () => '/radio',
  menu: { group: 'radio', place: 30 },
  title: { ko: '채널 그룹', en: 'Channel groups' },
  icon: Icon,
  fields: [
    pair('name', { required: true, max: 60, list: { ko: {}, en: { from: 'md' } } }),
    orderedRecords('channel_ids', 'radio-channels', { max: maxGroupChannels }),
    flag(
      'published',
      { yes: { text: 'chip.published', tone: 'jade' }, no: { text: 'chip.hidden' } },
      { publishes: true, list: true, filter: true },
    ),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['name', 'channel_ids', 'published'],
  sort: { field: 'position', order: 'ASC' },
});
