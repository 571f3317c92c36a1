import Icon from '@mui/icons-material/AccountTreeOutlined';
import { availability, instant, pair, publication, reference, slug } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Where clips stand in the partner section. */
export const partnerCategories = declareResource('partner-categories', {
  seenAt: ({ id, slug, parent_id }) => `/youtube/category/${parent_id ? `${parent_id}/${id}` : slug}`,
  menu: { group: 'partner_video', place: 30 },
  module: 'partner-video',
  title: { ko: '유튜브 분류', en: 'Clip categories' },
  icon: Icon,
  fields: [
    pair('name', { required: true, max: 60, list: { ko: {}, en: { from: 'sm' } } }),
    reference('parent_id', 'partner-categories', {
      among: { top: true },
      list: { from: 'sm' },
      filter: true,
    }),
    slug({ from: 'name_en', list: { from: 'md' } }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'lg' } }),
  ],
  form: ['name', ['slug', 'parent_id'], 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
  within: { field: 'parent_id', resource: 'partner-categories' },
});
