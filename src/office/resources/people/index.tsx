import PeopleIcon from '@mui/icons-material/PeopleOutline';
import { availability, day, image, instant, pair, publication, slug } from '../../kit/fields.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { declareResource } from '../../kit/resource.tsx';

export const people = declareResource('people', {
  seenAt: ({ slug }) => `/cast/${slug}`,
  menu: { group: 'catalogue', place: 30 },
  icon: PeopleIcon,
  fields: [
    image('avatar_id', 'avatar', { kind: 'avatar', title: 'artwork.avatar', width: 144, list: true }),
    pair('name', { required: true, max: 100, list: true }),
    pair('profession', {
      max: 60,
      list: { ko: { sort: false, from: 'sm' }, en: { sort: false, from: 'md' } },
    }),
    slug({ from: 'name_en' }),
    lacks({ from: 'sm', among: ['artwork', 'language'] }),
    day('birth_date', { list: { from: 'lg' } }),
    publication({ list: { from: 'sm' }, filter: true, initially: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['lacks', 'avatar_id', 'name', 'profession', ['slug', 'birth_date'], 'published', 'available_from'],
  sort: { field: 'name_ko', order: 'ASC' },
});
