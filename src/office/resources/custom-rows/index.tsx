import Icon from '@mui/icons-material/PlaylistPlayOutlined';
import { availability, instant, pair, publication, slug } from '../../kit/fields.tsx';
import { orderedRecords } from '../../kit/ordered-records.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Programmes chosen and put in order by hand, under a title of their own. */
export const customRows = declareResource('custom-rows', {
  seenAt: ({ slug }) => `/content/${slug}`,
  menu: { group: 'content', place: 30 },
  module: 'home',
  title: { ko: '모음', en: 'Custom rows' },
  icon: Icon,
  fields: [
    pair('title', { required: true, max: 100, list: { ko: {}, en: { from: 'md' } } }),
    slug({ from: 'title_en', list: { from: 'lg' } }),
    orderedRecords('programme_ids', 'programmes', { max: 200 }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['title', 'slug', 'programme_ids', 'published', 'available_from'],
  sort: { field: 'updated_at', order: 'DESC' },
});
