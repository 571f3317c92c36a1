import LabelIcon from '@mui/icons-material/LabelOutlined';
import { availability, instant, pair, publication, reference, slug } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

export const genres = declareResource('genres', {
  seenAt: ({ id, slug, parent_id }) => `/genre/${parent_id ? `${parent_id}/${id}` : slug}`,
  menu: { group: 'catalogue', place: 50 },
  icon: LabelIcon,
  fields: [
    pair('name', { required: true, max: 60, list: true }),
    reference('parent_id', 'genres', { among: { top: true }, list: { from: 'sm' }, filter: true }),
    slug({ from: 'name_en', list: { from: 'sm' } }),
    publication({ list: true, filter: true, initially: true }),
    availability(),
    instant('created_at', { list: { from: 'md' } }),
  ],
  form: ['name', ['slug', 'parent_id'], 'published', 'available_from'],
  sort: { field: 'name_ko', order: 'ASC' },
});
