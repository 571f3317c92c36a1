import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import { choices } from '../../kit/choices-field.tsx';
import {
  availability,
  filteredBy,
  image,
  instant,
  pair,
  publication,
  reference,
  slug,
} from '../../kit/fields.tsx';
import { ChoiceFilter } from '../../kit/filters.tsx';
import { declareResource } from '../../kit/resource.tsx';

export const categories = declareResource('categories', {
  seenAt: ({ id, slug, parent_id }) => `/category/${parent_id ? `${parent_id}/${id}` : slug}`,
  menu: { group: 'catalogue', place: 40 },
  icon: AccountTreeIcon,
  fields: [
    image('icon_id', 'icon', { kind: 'icon', title: 'artwork.icon', width: 112, list: true }),
    pair('name', { required: true, max: 60, list: true }),
    filteredBy(
      <ChoiceFilter
        source="top"
        choices={[
          { id: 'true', text: 'category.top' },
          { id: 'false', text: 'category.sub' },
        ]}
      />,
    ),
    reference('parent_id', 'categories', { among: { top: true }, list: { from: 'sm' }, filter: true }),
    choices(
      'devices',
      { pc: { text: 'device.pc' }, mobile: { text: 'device.mobile' }, stb: { text: 'device.stb' } },
      { from: 'sm' },
    ),
    slug({ from: 'name_en', list: { from: 'md' } }),
    publication({ list: true, filter: true, initially: true }),
    availability(),
    instant('created_at', { list: { from: 'lg' } }),
    pair('meta_title', { max: 150 }),
  ],
  form: ['icon_id', 'name', ['slug', 'parent_id'], 'devices', 'meta_title', 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
  within: { field: 'parent_id', resource: 'categories' },
});
