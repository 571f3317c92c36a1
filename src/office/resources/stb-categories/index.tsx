import Icon from '@mui/icons-material/ConnectedTvOutlined';
import { availability, image, instant, pair, publication, reference } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Categories of the set-top box's own menu, which no page of the viewer's app shows. */
export const stbCategories = declareResource('stb-categories', {
  menu: { group: 'catalogue', place: 70 },
  icon: Icon,
  fields: [
    image('icon_id', 'icon', { kind: 'icon', title: 'artwork.icon', width: 112, list: true }),
    pair('name', { required: true, max: 60, list: { ko: {}, en: { from: 'sm' } } }),
    reference('parent_id', 'stb-categories', { among: { top: true }, list: { from: 'sm' }, filter: true }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'lg' } }),
  ],
  form: ['icon_id', 'name', 'parent_id', 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
  within: { field: 'parent_id', resource: 'stb-categories' },
});
