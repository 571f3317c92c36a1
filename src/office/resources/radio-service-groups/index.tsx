import Icon from '@mui/icons-material/GroupsOutlined';
import { maxGroupChannels } from '../../../contract/admin/channels.ts';
import { choices, regions } from '../../kit/choices-field.tsx';
import { flag, instant, pair, references } from '../../kit/fields.tsx';
import { orderedRecords } from '../../kit/ordered-records.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** The viewers whom radio channels are for. */
export const radioServiceGroups = declareResource('radio-service-groups', {
  module: 'channels',
  seenAt: () => '/radio',
  menu: { group: 'radio', place: 40 },
  title: { ko: '서비스 그룹', en: 'Service groups' },
  icon: Icon,
  fields: [
    pair('name', { required: true, max: 60, list: { ko: {}, en: { from: 'md' } } }),
    orderedRecords('channel_ids', 'radio-channels', { max: maxGroupChannels }),
    references('plan_ids', 'plans', {
      label: { ko: '이용권(비우면 누구나)', en: 'Plans (none: everyone)' },
      list: { sort: false, from: 'md' },
    }),
    choices(
      'devices',
      {
        web: { text: 'device.web' },
        mobile: { text: 'device.mobile' },
        tablet: { text: 'device.tablet' },
        stb: { text: 'device.stb' },
      },
      { label: { ko: '기기(비우면 전체)', en: 'Devices (none: all)' }, initially: [], from: 'lg' },
    ),
    regions(),
    flag(
      'active',
      { yes: { text: 'chip.active', tone: 'jade' }, no: { text: 'chip.inactive' } },
      { publishes: true, hint: 'service_group.hint', list: true, filter: true },
    ),
    instant('updated_at', { list: { from: 'lg' } }),
  ],
  form: ['name', 'channel_ids', 'plan_ids', 'devices', 'regions', 'active'],
  sort: { field: 'name_ko', order: 'ASC' },
});
