import Icon from '@mui/icons-material/HelpOutlineOutlined';
import { availability, instant, pair, publication, reference } from '../../kit/fields.tsx';
import { html } from '../../kit/html-field.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Questions that are asked often, with their answers. */
export const faqs = declareResource('faqs', {
  seenAt: ({ id }) => `/faqs/${id}`,
  menu: { group: 'service', place: 40 },
  icon: Icon,
  fields: [
    pair('question', { required: true, max: 300, list: { ko: {}, en: { from: 'lg' } } }),
    reference('category_id', 'faq-categories', { required: true, list: { from: 'sm' }, filter: true }),
    html('answer', { required: true }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['category_id', 'question', 'answer', 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
  within: { field: 'category_id', resource: 'faq-categories' },
  width: 1200,
});
