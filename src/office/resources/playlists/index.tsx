import Icon from '@mui/icons-material/SubscriptionsOutlined';
import {
  availability,
  flag,
  instant,
  line,
  number,
  pair,
  publication,
  reference,
} from '../../kit/fields.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { orderedRecords } from '../../kit/ordered-records.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Clips that go on one after the other. */
export const playlists = declareResource('playlists', {
  seenAt: ({ id }) => `/youtube/playlist/${id}`,
  menu: { group: 'partner_video', place: 20 },
  module: 'partner-video',
  title: { ko: '재생목록', en: 'Playlists' },
  icon: Icon,
  fields: [
    pair('title', { required: true, list: { ko: {}, en: { from: 'md' } } }),
    line('play_list_id', { required: true, max: 64, lang: 'en', list: { sort: false, from: 'lg' } }),
    number('clips_planned'),
    pair('description', { multiline: true, max: 4000 }),
    flag(
      'synced',
      { yes: { text: 'youtube.synced', tone: 'jade' }, no: { text: 'youtube.not_synced' } },
      { label: { ko: '동기화', en: 'Sync' }, list: { from: 'lg' }, filter: true },
    ),
    reference('category_id', 'partner-categories', {
      label: { ko: '새 영상의 분류', en: 'Category of new clips' },
      among: { top: true },
    }),
    flag(
      'publish_new',
      { yes: { text: 'youtube.publish_new' }, no: { text: 'youtube.hide_new' } },
      { label: { ko: '새 영상', en: 'New clips' }, publishes: true },
    ),
    orderedRecords('clip_ids', 'clips', { max: 1000 }),
    publication({ list: true, filter: true }),
    availability(),
    lacks({ from: 'md', among: ['language'] }),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: [
    'lacks',
    'title',
    ['play_list_id', 'clips_planned'],
    'description',
    'synced',
    ['category_id', 'publish_new'],
    'clip_ids',
    'published',
    'available_from',
  ],
  sort: { field: 'position', order: 'ASC' },
});
