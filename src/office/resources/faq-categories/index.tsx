import Icon from '@mui/icons-material/TopicOutlined';
import { availability, instant, number, pair, publication } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** What questions are sorted by. */
export const faqCategories = declareResource('faq-categories', {
  seenAt: () => '/faqs',
  menu: { group: 'service', place: 50 },
  module: 'faqs',
  title: { ko: '질문 분류', en: 'FAQ categories' },
  icon: Icon,
  fields: [
    pair('title', { required: true, max: 80, list: { ko: {}, en: { from: 'sm' } } }),
    number('faq_count', { input: false, list: { sort: false } }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['title', 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
});
