import Icon from '@mui/icons-material/HandshakeOutlined';
import { instant, number, pair, slug } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** "CP": who programmes come from. */
export const contentPartners = declareResource('content-partners', {
  // Of one partner's titles viewers have a page.
  seenAt: ({ slug }) => (slug === 'kocowa' ? '/kocowa' : undefined),
  menu: { group: 'catalogue', place: 60 },
  icon: Icon,
  fields: [
    pair('name', { required: true, max: 60, list: { ko: {}, en: { from: 'sm' } } }),
    slug({ from: 'name_en', list: { from: 'md' } }),
    number('programme_count', { input: false, list: { sort: false } }),
    instant('created_at', { list: { from: 'lg' } }),
  ],
  form: ['name', 'slug'],
  sort: { field: 'name_ko', order: 'ASC' },
});
