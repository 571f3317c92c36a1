import Icon from '@mui/icons-material/RssFeedOutlined';
import { color } from '../../kit/color-field.tsx';
import { availability, instant, number, pair, publication } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Lines of the news ticker ("scroll news"). */
export const news = declareResource('news', {
  seenAt: () => '/',
  menu: { group: 'service', place: 20 },
  icon: Icon,
  fields: [
    pair('text', { required: true, max: 300, list: { ko: {}, en: { from: 'md' } } }),
    color('background_color'),
    color('text_color'),
    number('speed_seconds', {
      required: true,
      min: 5,
      max: 60,
      initially: 18,
      list: { sort: false, from: 'lg' },
    }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['text', ['background_color', 'text_color', 'speed_seconds'], 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
});
