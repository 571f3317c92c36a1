import Icon from '@mui/icons-material/CampaignOutlined';
import { availability, instant, pair, publication } from '../../kit/fields.tsx';
import { html } from '../../kit/html-field.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** What the service tells its viewers. */
export const notices = declareResource('notices', {
  seenAt: ({ id }) => `/notice/${id}`,
  menu: { group: 'service', place: 10 },
  icon: Icon,
  fields: [
    pair('title', { required: true, list: { ko: {}, en: { from: 'md' } } }),
    html('body', { required: true }),
    publication({ list: true, filter: true }),
    instant('listed_at', { list: { from: 'sm' } }),
    availability(),
  ],
  form: ['title', 'body', 'published', 'available_from'],
  sort: { field: 'listed_at', order: 'DESC' },
  width: 1200,
});
