import Icon from '@mui/icons-material/SubscriptionsOutlined';
import { availability, instant, line, number, pair, publication } from '../../kit/fields.tsx';
import { orderedRecords } from '../../kit/ordered-records.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Clips that go on one after the other. */
export const playlists = declareResource('playlists', {
  menu: { group: 'partner_video', place: 20 },
  module: 'partner-video',
  title: { ko: '재생목록', en: 'Playlists' },
  icon: Icon,
  fields: [
    pair('title', { required: true, list: { ko: {}, en: { from: 'md' } } }),
    line('play_list_id', { required: true, max: 64, lang: 'en', list: { sort: false, from: 'lg' } }),
    number('clips_planned'),
    pair('description', { multiline: true, max: 4000 }),
    orderedRecords('clip_ids', 'clips', { max: 1000 }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: [
    'title',
    ['play_list_id', 'clips_planned'],
    'description',
    'clip_ids',
    'published',
    'available_from',
  ],
  sort: { field: 'position', order: 'ASC' },
});
